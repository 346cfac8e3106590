/**
 * The group of addresses that is counted as one caller: an IPv4 address itself, an IPv4-mapped IPv6
 * address (RFC 4291 §2.5.5.2) as the IPv4 address it stands for, any other IPv6 address by its /64,
 * which is what one customer of a provider has.
 *
 * Text that is no address is one group, `unknown`.
 */
export function groupAddress(address: string): string {
  if (!address.includes(":")) return isIpv4(address) ? address : UNKNOWN;
  const groups = readIpv6(address);
  if (groups === null) return UNKNOWN;
  const [a, b, c, d, e, f, g, h] = groups as Eight;
  if ((a | b | c | d | e) === 0 && f === 0xffff) return `${g >> 8}.${g & 255}.${h >> 8}.${h & 255}`;
  return `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${d.toString(16)}::/64`;
}

const UNKNOWN = "unknown";

type Eight = readonly [number, number, number, number, number, number, number, number];

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

/**
 * The eight groups of an IPv6 address in one of the forms of RFC 4291 §2.2, with or without a zone;
 * null for anything else.
 */
function readIpv6(address: string): readonly number[] | null {
  const zone = address.indexOf("%");
  const text = zone === -1 ? address : address.slice(0, zone);
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = [readGroups(halves[0]!, halves.length === 1), readGroups(halves[1] ?? "", true)];
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

/** Groups between colons; the last may be an IPv4 address where it ends the whole. */
function readGroups(text: string, isEnd: boolean): number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (isEnd && index === parts.length - 1 && isIpv4(part)) {
      const [a, b, c, d] = part.split(".").map(Number) as [number, number, number, number];
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}
