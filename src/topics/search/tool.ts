import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { digits, inARow } from "../../ask/grammar.ts";
import type { Ask } from "../../ask/page.ts";
import { describeNoNamesake } from "../ranking/words-of-list-headlines.ts";
import { sentences } from "../../ask/words.ts";
import { getCountry } from "../country/get-country.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { search } from "./search.ts";
import { Problem } from "../../problem.ts";
import { QUOTED_TEXTS } from "../../mcp/cautions.ts";
import { cursorArgument, limitArgument, releaseArgument } from "../../mcp/shared-arguments.ts";
import { argumentOf, pinned, type Texts, type Tool } from "../../mcp/tool.ts";
import { pageUrlOf, urlTo } from "../../ask/urls.ts";
import { marked } from "../../ask/mark.ts";

/** More would not fit into an answer. */
const HITS_MAX = 15;

/** Sectors that a search finds at most. */
const SECTORS_MAX = 3;

const Result = Type.Object({
  id: Type.String({ description: "For `fetch`: `country:`, `sector:` or `company:` before a slug." }),
  title: Type.String(),
  url: Type.String({ description: "The page about it, for people." }),
  text: Type.String({ description: "What it is, in short." }),
});

type SearchResult = Static<typeof Result>;

export const searchTool: Tool = {
  name: search.id,
  title: "Find countries, sectors, companies and products by name",
  description:
    "Finds companies and products by name, in any spelling, and the country or sectors of that name. Use it when you have a name and need the `id` that `fetch`, `get_company` or `get_country` takes. It matches names alone, not questions or topics: ask with one name. A product has no figures of its own; its company has.",
  operations: [search, getCountry, listSectors],
  arguments: {
    query: argumentOf(search, "q", { description: "A name or the beginning of one." }),
    type: argumentOf(search, "type", { description: "Only companies, or only products." }),
    country: argumentOf(
      search,
      "country",
      { description: "Only in these countries, by name, code or slug." },
      "country:",
    ),
    sector: argumentOf(
      search,
      "sector",
      { description: "Only in these sectors, by an `id` of `describe_dataset`." },
      "sector:",
    ),
    limit: limitArgument(search, HITS_MAX),
    cursor: cursorArgument(search),
    release: releaseArgument(search),
  },
  content: {
    results: Type.Array(Result, { description: "Best first." }),
    total: Type.Integer({ description: "Companies and products that match." }),
  },
  async answer({ ask, given, baseUrl }) {
    const found = await ask(search, { limit: String(HITS_MAX), ...given });
    const { cursor, limit: _, ...asked } = given;
    const { q } = asked;
    const { release } = found.meta;
    const isNarrowed = ["type", "country", "sector"].some((name) => given[name] !== undefined);
    const areas = cursor === undefined && !isNarrowed ? await findAreas(ask, given, baseUrl) : [];
    const companies = found.items.filter(({ type }) => type === "company");
    const hits = found.items.map(({ type, slug, name, country: place, sector, company, median_band }) => {
      const owner = company?.slug ?? slug;
      const where = place === null ? sector.label : `${sector.label}, ${place.name}`;
      const band = median_band === null ? "not judged" : `median band ${median_band}`;
      return {
        id: `company:${owner}`,
        title: type === "product" ? `${name} (product of ${company?.name ?? owner})` : name,
        url: pinned(pageUrlOf({ baseUrl }, "company", owner), found.meta),
        text: `${type === "product" ? "Its company" : "Company"}: ${where}; ${band}.`,
      };
    });
    return {
      meta: found.meta,
      scale: found.scale,
      summary: sentences(
        cursor === undefined ? describeNoNamesake(q?.trim() ?? "", companies) : "",
        `Companies and products that match “${q ?? ""}” by name: ${digits(found.total)}.${namesOf(areas)}`,
      ),
      cautions: [QUOTED_TEXTS],
      content: { results: [...areas, ...hits], total: found.total },
      links: {
        api: baseUrl + urlTo(search.path, { ...asked, release }),
        page: baseUrl + urlTo("/search", { q, release }),
      },
      cuttable: {},
      page: { list: "results", next: found.next, before: areas.length },
    };
  },
};

/** The country that a query names, and the sectors whose names begin with it. */
async function findAreas(ask: Ask, { q = "", release }: Texts, baseUrl: string): Promise<SearchResult[]> {
  const { meta, items } = await ask(listSectors, { release, limit: "1000", fields: "slug,label,summary" });
  const wanted = q.trim().toLowerCase();
  const named = items.filter(({ slug, label }) => [slug, label].some((name) => name.toLowerCase().startsWith(wanted)));
  const sectors = named.slice(0, SECTORS_MAX).map(({ slug, label, summary }) => ({
    id: `sector:${slug}`,
    title: label,
    url: pinned(pageUrlOf({ baseUrl }, "sector", slug), meta),
    text: summary === undefined ? label : marked(summary, meta.mark),
  }));
  const country = await findCountry(ask, { q, release });
  return [...(country === null ? [] : [country]), ...sectors];
}

async function findCountry(ask: Ask, { q, release }: Texts): Promise<SearchResult | null> {
  try {
    const { meta, slug, name, summary, links } = await ask(getCountry, { slug: q, release });
    return { id: `country:${slug}`, title: name, url: pinned(links.page, meta), text: marked(summary, meta.mark) };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

function namesOf(areas: readonly SearchResult[]): string {
  if (areas.length === 0) return "";
  return ` Besides, of this name: ${inARow(areas.map(({ id, title }) => `the ${id.split(":")[0]} ${title}`))}.`;
}
