import type { StaticLinks } from "./static-page.ts";

/** Later pages of a list, which an export gives a path. */
const PAGE_OF_LIST = /\/pages\/\d+$/u;

/** Returns true for a URL of the site that no file answers; a template of URLs is none. */
export function isDeadUrl(value: unknown, { baseUrl, has, release }: StaticLinks): boolean {
  if (typeof value !== "string" || !value.startsWith(`${baseUrl}/`) || value.includes("{")) return false;
  const [address = ""] = value.slice(baseUrl.length).split("#", 1);
  const [path = "", query = null] = address.split("?");
  return (query !== null && query !== `release=${release}`) || !has(path.replace(PAGE_OF_LIST, ""));
}

/**
 * Removes members of an answer that are URLs of what is not exported, such as a list of the
 * companies of one country. All others stay as they are. `onDropped` is called with their names.
 */
export function dropDeadMembers(
  value: unknown,
  links: StaticLinks,
  onDropped: (name: string) => void = () => {},
): unknown {
  if (Array.isArray(value)) return value.map((item) => dropDeadMembers(item, links, onDropped));
  if (!(value instanceof Object)) return value;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (isDeadUrl(member, links)) onDropped(name);
    else members.push([name, dropDeadMembers(member, links, onDropped)]);
  }
  return Object.fromEntries(members);
}
