import { BlockList, isIP } from "node:net";
import { Resolver } from "node:dns/promises";

/** Longer URLs are refused. */
const URL_CHARACTERS_MAX = 2048;

/** Ports other than the default one that a URL may name. */
const PORTS = ["8443"];

/** Finds the addresses of a host name; empty where there are none. Never rejects. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** Decides what webhooks may be sent to. */
export interface Targets {
  /**
   * Why nothing may be sent to a URL, as a predicate for people, or null. Looks its host up. Safe
   * to call with any text.
   */
  findFault(url: string): Promise<string | null>;
  /**
   * The addresses of a URL's host that may be connected to, all of them public. Null where there is
   * none, whether the name has no address or one nearby: who could tell these apart could find out
   * the names of machines in our network.
   */
  resolve(url: URL): Promise<readonly string[] | null>;
}

interface TargetsOptions {
  readonly lookup: Lookup;
  /** For tests alone: any scheme of HTTP, any port and any address. */
  readonly allowsPrivate: boolean;
}

export function buildTargets({ lookup, allowsPrivate }: TargetsOptions): Targets {
  const resolve: Targets["resolve"] = async (url) => {
    const host = url.hostname.replace(/^\[(.*)\]$/u, "$1");
    const addresses = isIP(host) === 0 ? await lookup(host) : [host];
    if (addresses.length === 0) return null;
    // A host with one address that is not public is not trusted with the others either.
    return allowsPrivate || addresses.every(isPublicAddress) ? addresses : null;
  };
  return {
    resolve,
    async findFault(text) {
      const url = text.length <= URL_CHARACTERS_MAX && URL.canParse(text) ? new URL(text) : null;
      if (url === null) return `is not an absolute URL of at most ${URL_CHARACTERS_MAX} characters`;
      const fault = findFormFault(url, allowsPrivate);
      if (fault !== null) return fault;
      return (await resolve(url)) === null ? "has a host without an address on the public internet" : null;
    },
  };
}

function findFormFault(url: URL, allowsPrivate: boolean): string | null {
  if (url.href.length > URL_CHARACTERS_MAX) return `is longer than ${URL_CHARACTERS_MAX} characters when it is escaped`;
  if (url.protocol !== "https:" && !(allowsPrivate && url.protocol === "http:")) return "does not begin with https://";
  if (url.username !== "" || url.password !== "") return "has a user name or password";
  if (url.hash !== "") return "has a fragment, which is never sent";
  if (url.port !== "" && !PORTS.includes(url.port) && !allowsPrivate) return "names a port other than 443 and 8443";
  return null;
}

/** Time limit of each of two tries to resolve a name. */
const LOOKUP_MILLISECONDS = 2000;

/**
 * Builds a look-up in the DNS. It does not read the hosts file, in which the names of machines
 * nearby stand, and does not occupy the thread pool as `dns.lookup` does.
 */
export function buildDnsLookup(): Lookup {
  const resolver = new Resolver({ timeout: LOOKUP_MILLISECONDS, tries: 2 });
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  };
}

/**
 * IPv4 ranges that are not public: all that the IANA IPv4 Special-Purpose Address Registry does not
 * call globally reachable, multicast, and the anycast relays of 6to4. Clouds have their metadata at
 * 169.254.169.254; Alibaba's 100.100.100.200 and Oracle's 192.0.0.192 are in these ranges, too.
 */
const NOT_PUBLIC_IPV4: readonly (readonly [address: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Azure's platform.
  ["168.63.129.16", 32],
];

/** The one IPv6 range of global unicast addresses (RFC 4291 §2.4, RFC 3587). */
const GLOBAL_UNICAST = ["2000::", 3] as const;

/**
 * Blocks of it that are not public, by the IANA IPv6 Special-Purpose Address Registry: protocol
 * assignments with Teredo, documentation, and 6to4, which may stand for any IPv4 address.
 */
const NOT_PUBLIC_IPV6: readonly (readonly [address: string, bits: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refused = new BlockList();
for (const [address, bits] of NOT_PUBLIC_IPV4) refused.addSubnet(address, bits, "ipv4");
for (const [address, bits] of NOT_PUBLIC_IPV6) refused.addSubnet(address, bits, "ipv6");
const globalUnicast = new BlockList();
globalUnicast.addSubnet(...GLOBAL_UNICAST, "ipv6");

/**
 * Returns true if an address, in the form the system resolves to, may be anybody's. Returns false
 * for every text that is no address, and for IPv6 addresses that stand for IPv4 ones (mapped,
 * compatible, NAT64), because they lie outside of global unicast.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused.check(address, "ipv4");
  // A zone, as in `fe80::1%eth0`, is of a link.
  if (version !== 6 || address.includes("%")) return false;
  return globalUnicast.check(address, "ipv6") && !refused.check(address, "ipv6");
}
