import { isIP } from "node:net";
import { Resolver } from "node:dns/promises";
import { isPublicAddress } from "./public-addresses.ts";

/** Longer URLs are refused. */
const URL_CHARACTERS_MAX = 2048;

/** Ports besides the default one that a URL may name. */
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

/** How long each of two tries to resolve a name may take. */
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
