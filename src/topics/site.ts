import { readFile } from "node:fs/promises";
import type { Page, ProblemPage } from "../ask/page.ts";
import { AGENT_DOCUMENTS } from "./docs/page-agents.ts";
import { EMBEDS } from "./embeds.ts";
import { buildEmbedPage, EMBED_PROBLEM } from "./embed/embed.ts";
import { OEMBED } from "./embed/embed-oembed.ts";
import { GUIDE_PICTURES } from "./docs/page-pictures.ts";
import { GUIDE_PAGES } from "./docs/page-guides.ts";
import { DOCUMENTS_FOR_MODELS } from "./docs/page-llms.ts";
import { PAGES } from "./pages.ts";
import { BADGE_PROBLEM, COUNTRY_BADGE } from "./picture/picture-badge.ts";
import { CHART_PICTURES } from "./picture/picture-chart.ts";
import { SHARE_PICTURES } from "./picture/picture-share.ts";
import { PROBLEM_PAGE } from "../html/problem-page.ts";
import { REFERENCE_PAGES } from "./docs/page-reference.ts";
import { SITEMAPS } from "../html/sitemap.ts";
import type { SiteDocument } from "../html/site-document.ts";
import { buildWellKnown } from "../html/well-known.ts";

/** The settings of the site. */
export interface SiteOptions {
  /** The URI under which weaknesses are reported, or null. */
  readonly securityContact: string | null;
}

/** The site, as the HTTP server receives it. */
export interface Site {
  /** The documentation, the assets of pages, and documents at well-known paths. */
  readonly documents: readonly SiteDocument[];
  /** Pages of data. */
  readonly pages: readonly Page[];
  readonly problemPages: readonly ProblemPage[];
}

/** Lists every page and document of the site. Files are read when they are first asked for. */
export function buildSite({ securityContact }: SiteOptions): Site {
  const documents = [
    ...GUIDE_PAGES,
    ...REFERENCE_PAGES,
    ...ASSETS,
    FAVICON,
    ...buildWellKnown(securityContact),
    ...DOCUMENTS_FOR_MODELS,
    ...AGENT_DOCUMENTS,
  ];
  return {
    documents,
    pages: [
      ...PAGES,
      ...EMBEDS.map(buildEmbedPage),
      OEMBED,
      COUNTRY_BADGE,
      ...SHARE_PICTURES,
      ...CHART_PICTURES,
      GUIDE_PICTURES,
      ...SITEMAPS,
    ],
    problemPages: [PROBLEM_PAGE, EMBED_PROBLEM, BADGE_PROBLEM],
  };
}

/** The scripts, styles and pictures that pages load. */
const ASSETS: readonly SiteDocument[] = (
  [
    ["frame.css", "text/css; charset=utf-8"],
    ["data.css", "text/css; charset=utf-8"],
    ["docs.css", "text/css; charset=utf-8"],
    ["tools.css", "text/css; charset=utf-8"],
    ["matrix.css", "text/css; charset=utf-8"],
    ["embed.css", "text/css; charset=utf-8"],
    ["claims.js", "text/javascript; charset=utf-8"],
    ["copy.js", "text/javascript; charset=utf-8"],
    ["dashboard.js", "text/javascript; charset=utf-8"],
    ["map.js", "text/javascript; charset=utf-8"],
    ["matrix.js", "text/javascript; charset=utf-8"],
    ["where.js", "text/javascript; charset=utf-8"],
    ["suggest.js", "text/javascript; charset=utf-8"],
    ["search.js", "text/javascript; charset=utf-8"],
    ["search-in-browser.js", "text/javascript; charset=utf-8"],
    ["list-in-browser.js", "text/javascript; charset=utf-8"],
    ["reference.js", "text/javascript; charset=utf-8"],
    ["icon.svg", "image/svg+xml"],
  ] as const
).map(([name, mediaType]) => asset(`/assets/${name}`, name, mediaType));

/** The icon, still as SVG, at the path where programs look that do not read the page. */
const FAVICON = asset("/favicon.ico", "icon.svg", "image/svg+xml");

function asset(path: string, name: string, mediaType: string): SiteDocument {
  return { path, mediaType, text: () => readFile(new URL(`../html/assets/${name}`, import.meta.url), "utf8") };
}
