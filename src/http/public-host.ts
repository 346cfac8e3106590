import { BlockList, isIP } from "node:net";

/**
 * Addresses that only this machine or its network reach (RFC 1122, 1918, 3927, 4193, 4291, 6598).
 */
const PRIVATE_ADDRESSES = new BlockList();
for (const [address, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  PRIVATE_ADDRESSES.addSubnet(address, bits, "ipv4");
PRIVATE_ADDRESSES.addSubnet("::", 127, "ipv6");
PRIVATE_ADDRESSES.addSubnet("fc00::", 7, "ipv6");
PRIVATE_ADDRESSES.addSubnet("fe80::", 10, "ipv6");

/** Returns true if other people may reach the host of a URL, as far as its name or address says. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/gu, "");
  const version = isIP(host);
  if (version !== 0) return !PRIVATE_ADDRESSES.check(host, version === 4 ? "ipv4" : "ipv6");
  // A name of one label, or of a domain that is never public (RFC 6761, 6762, 8375, 9476).
  return /\./u.test(host) && !/\.(?:localhost|local|internal|test|home\.arpa)\.?$/u.test(host);
}
