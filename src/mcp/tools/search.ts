import { type Static, Type } from "typebox";
import type { Ask } from "../../contract/page.ts";
import { getCountry } from "../../operations/get-country.ts";
import { search } from "../../operations/search.ts";
import { Problem } from "../../problem.ts";
import { QUOTED_TEXTS, withoutNotice } from "../cautions.ts";
import { cursorArgument, limitArgument, releaseArgument } from "../shared-arguments.ts";
import { argumentOf, linkTo, pinned, type Texts, type Tool } from "../tool.ts";

/** More would not fit into an answer. */
const HITS_MAX = 15;

const Result = Type.Object({
  id: Type.String({ description: "For `fetch`: `country:` or `company:` before a slug." }),
  title: Type.String(),
  url: Type.String({ description: "The page about it, for people." }),
  text: Type.String({ description: "What it is, in short." }),
});

export const searchTool: Tool = {
  name: search.id,
  title: "Find countries, companies and products by name",
  description:
    "Finds countries, companies and products by name, in any spelling. Use it when you have a name and need the `id` that `fetch`, `get_company` or `get_country` takes. It matches names alone, not questions or topics; `describe_dataset` lists the sectors. A product has no figures of its own; its company has.",
  operations: [search, getCountry],
  arguments: {
    query: argumentOf(search, "q", { description: "A name or the beginning of one." }),
    type: argumentOf(search, "type", { description: "Only companies, or only products." }),
    country: argumentOf(search, "country", { description: "Only in these countries, by name, code or slug." }),
    sector: argumentOf(search, "sector", { description: "Only in these sectors, by slug." }),
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
    const { q, cursor } = given;
    const query = { q, release: found.meta.release };
    const isNarrowed = ["type", "country", "sector"].some((name) => given[name] !== undefined);
    const country = cursor === undefined && !isNarrowed ? await findCountry(ask, given) : null;
    const hits = found.items.map(({ type, slug, name, country: place, sector, company, median_band }) => {
      const owner = company?.slug ?? slug;
      const where = place === null ? sector.label : `${sector.label}, ${place.name}`;
      const band = median_band === null ? "not judged" : `median band ${median_band}`;
      return {
        id: `company:${owner}`,
        title: type === "product" ? `${name} (product of ${company?.name ?? owner})` : name,
        url: pinned(`${baseUrl}/companies/${encodeURIComponent(owner)}`, found.meta),
        text: `${type === "product" ? "Its company" : "Company"}: ${where}; ${band}.`,
      };
    });
    const results: Static<typeof Result>[] = [...(country === null ? [] : [country]), ...hits];
    return {
      meta: found.meta,
      scale: found.scale,
      summary: `Companies and products that match “${q ?? ""}” by name: ${found.total}.${country === null ? "" : ` A country of this name: ${country.title}.`}`,
      mustSay: [QUOTED_TEXTS],
      content: { results, total: found.total },
      links: { api: linkTo(baseUrl, search.path, query), page: linkTo(baseUrl, "/search", query) },
      cuttable: {},
      page: { list: "results", next: found.next },
    };
  },
};

/** The country that a query names, if it names one. */
async function findCountry(ask: Ask, { q, release }: Texts): Promise<Static<typeof Result> | null> {
  try {
    const { meta, slug, name, summary, links } = await ask(getCountry, { slug: q, release });
    return { id: `country:${slug}`, title: name, url: pinned(links.page, meta), text: withoutNotice(summary, meta) };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
