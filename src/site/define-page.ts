import type { Page, PageRequest } from "../contract/page.ts";
import { type Dataset, HTML_TYPE, PAGE_POLICY, type PageContent, askDataset, renderFrame, rootOf } from "./frame.ts";
import type { Section } from "./navigation.ts";

/** A request for a page, with what pages need to answer it. */
export interface Visit extends PageRequest {
  readonly dataset: Dataset;
  /**
   * The URL of a path of the site. It keeps the release that the visitor chose; parameters that are
   * undefined are left out.
   */
  href(path: string, query?: Readonly<Record<string, string | undefined>>): string;
  /** The path and query of an answer of the API, for `PageContent.json`. */
  api(path: string, query?: Readonly<Record<string, string | undefined>>): string;
}

/** Where a visitor is sent instead, as a path of the site. */
export interface Redirect {
  readonly redirectTo: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** A page as its file declares it. */
export interface PageDefinition {
  /** Path template: `/countries/{slug}`. */
  readonly path: string;
  /** The part of the site it belongs to, or null. */
  readonly section: Section | null;
  /** As of a `Page`; one release by default. */
  readonly dependsOn?: Page["dependsOn"];
  /** As of a `Page`. */
  readonly releaseIn?: string;
  /** Throws the `Problem` of what it asks. */
  readonly render: (visit: Visit) => Promise<PageContent | Redirect>;
}

/** Makes a page of what its file declares. */
export function definePage({ path, section, dependsOn = "release", releaseIn, render }: PageDefinition): Page {
  return {
    path,
    ...(releaseIn === undefined ? {} : { releaseIn }),
    mediaType: HTML_TYPE,
    contentSecurityPolicy: PAGE_POLICY,
    dependsOn,
    async answer(request) {
      const { ask, chosenRelease, url } = request;
      const root = rootOf(request);
      const dataset = await askDataset(ask);
      const release = chosenRelease ?? undefined;
      const api: Visit["api"] = (target, query = {}) => target + queryOf({ release, ...query });
      const content = await render({ ...request, dataset, api, href: (target, query) => root + api(target, query) });
      if ("redirectTo" in content) return { kind: "redirect", location: api(content.redirectTo, content.query) };
      const current = releaseIn === undefined ? url : path.replace(`{${releaseIn}}`, "current");
      const currentPath = chosenRelease === null || request.isCurrent ? null : root + current;
      const text = renderFrame(content, { section, dataset, root, currentPath });
      if (content.json === undefined) return { kind: "text", text };
      const href = request.baseUrl + content.json;
      return { kind: "text", text, links: [{ rel: "alternate", href, type: "application/json" }] };
    },
  };
}

function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value);
  // Commas and colons are legible as they are, and allowed there (RFC 3986 §3.4).
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}
