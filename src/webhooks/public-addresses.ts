import { BlockList, isIP } from "node:net";

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
 * What of it is not public, by the IANA IPv6 Special-Purpose Address Registry: protocol assignments
 * with Teredo, documentation, and 6to4, which may stand for any IPv4 address.
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
 * Whether anybody on the internet may be at an address, in the form the system resolves to. False
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
