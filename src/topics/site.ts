import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
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

const ASSETS_FOLDER = new URL("../html/assets/", import.meta.url);

const ASSET_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The scripts, styles and pictures that pages load. */
const ASSETS = readdirSync(ASSETS_FOLDER).map((name) => asset(`/assets/${name}`, name));

/** The icon, still as SVG, at the path where programs look that do not read the page. */
const FAVICON = asset("/favicon.ico", "icon.svg");

function asset(path: string, name: string): SiteDocument {
  const mediaType = ASSET_TYPES[extname(name)];
  if (mediaType === undefined) throw new Error(`${name} is no asset of a known type`);
  return { path, mediaType, text: () => readFile(new URL(name, ASSETS_FOLDER), "utf8") };
}
