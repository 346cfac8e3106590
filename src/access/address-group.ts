/**
 * The group of addresses that is counted as one caller: an IPv4 address itself, an IPv4-mapped IPv6
 * address (RFC 4291 §2.5.5.2) as the IPv4 address it stands for, any other IPv6 address by its /64,
 * which is what one customer of a provider has.
 *
 * Text that is no address is one group, `unknown`.
 */
export function groupAddress(address: string): string {
  if (isIpv4(address)) return address;
  const [text = ""] = address.split("%", 1);
  if (!/^[\da-f:.]+$/iu.test(text) || !URL.canParse(`http://[${text}]`)) return "unknown";
  const groups = readGroups(text);
  const mapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff" ? groups.slice(6) : null;
  if (mapped === null) return `${groups.slice(0, 4).join(":")}::/64`;
  return mapped.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".");
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

/** The eight groups of an IPv6 address, in the one way to write each. */
function readGroups(address: string): readonly string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head, tail] = canonical.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  if (head === undefined || tail === undefined) return head ?? [];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail];
}
