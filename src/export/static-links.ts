import { type Mode, NARROWED_LIST } from "../ask/urls.ts";

/** The addresses that pages and documents of an export may name. */
export interface StaticLinks {
  /** The id of the exported release. */
  readonly release: string;
  /** Returns true for a path with a file, given without the path of the public origin. */
  readonly has: (path: string) => boolean;
  /** The public origin, without a slash at the end. */
  readonly baseUrl: string;
  /** The beginning of its paths: empty unless it has a path of its own. */
  readonly root: string;
}

/** The page of a list that a browser narrows by itself, by these parameters. */
const [NARROWED_PAGE, NARROWED_BY] = ["/companies", new Set(["country", "sector", "band"])] as const;

/**
 * Builds the links of the pages of an export. A format becomes an extension, and the exported
 * release is not named.
 */
export function buildStaticSite({ release, has }: StaticLinks): Mode {
  return {
    fileOf(address) {
      const [, path = "", sent = "", anchor = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/u.exec(address) ?? [];
      const query = new URLSearchParams(sent);
      if (query.get("release") === release) query.delete("release");
      const format = query.get("format");
      query.delete("format");
      const file = format === null ? path : `${path}.${format}`;
      if (!has(file)) return null;
      if (query.size === 0) return file + anchor;
      const isNarrowed = file === NARROWED_PAGE && query.keys().every((name) => NARROWED_BY.has(name));
      return isNarrowed && has(NARROWED_LIST) ? `${file}?${query.toString()}${anchor}` : null;
    },
  };
}

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
