import { digits, inARow, sectorInWords } from "../../ask/grammar.ts";
import { marked } from "../../ask/mark.ts";
import type { Ask } from "../../ask/page.ts";
import { pageUrlOf, urlTo } from "../../ask/urls.ts";
import {
  countryArgument,
  cursorArgument,
  limitArgument,
  linksArgument,
  releaseArgument,
  sectorArgument,
} from "../../mcp/arguments.ts";
import { QUOTED_TEXTS, cautionFew } from "../../mcp/cautions.ts";
import { pinned, type Texts, type Tool } from "../../mcp/tool.ts";
import { Problem, quote } from "../../problem.ts";
import { getCountry } from "../subject/country.ts";
import { type SubjectKind, SUBJECTS } from "../subject/subjects.ts";
import { quoted, findSubjectNamed } from "../subject/tool-found.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { search } from "./search.ts";
import { readSubject } from "../claim/claim-subject.ts";

const HITS_MAX = 25;
const HITS_USUAL = 8;

/** Maximum number of sectors that a search finds. */
const SECTORS_MAX = 3;

export const searchTool: Tool = {
  name: "search",
  title: "Find countries, sectors, companies and products by name",
  description:
    "Finds companies and products by name, in any spelling, and the country or sectors of that name, with the `id` that `get` takes. Where `exact` is false nothing has that name: results are only alike, so do not take the first for the one meant. One name at a time, no questions or topics.",
  operations: [search, getCountry, listSectors],
  arguments: {
    query: {
      parameter: "q",
      schema: { type: "string", description: "A name, or the beginning of one." },
      isRequired: true,
    },
    type: { schema: { type: "string", enum: ["company", "product"] } },
    country: countryArgument,
    sector: sectorArgument,
    limit: limitArgument(HITS_MAX, HITS_USUAL),
    cursor: cursorArgument,
    links: linksArgument,
    release: releaseArgument,
  },
  async answer({ ask, given, baseUrl, hasUrls }) {
    const { limit = String(HITS_USUAL), ...rest } = given;
    const { cursor, ...asked } = rest;
    const found = await ask(search, { ...rest, limit });
    const { q } = asked;
    const { release } = found.meta;
    const isNarrowed = ["type", "country", "sector"].some((name) => given[name] !== undefined);
    const areas = cursor === undefined && !isNarrowed ? await findAreas(ask, given) : [];
    const isExact = areas.some((area) => area.isExact) || found.items.some(({ likeness }) => likeness === "name");
    const urlOf = (kind: SubjectKind, slug: string) =>
      hasUrls ? { url: pinned(pageUrlOf({ baseUrl }, kind, slug), found.meta) } : {};
    const hits = found.items.map((hit) => {
      const { type, slug, name, country: place, sector, company, median_band, matched, matched_name } = hit;
      const owner = company?.slug ?? slug;
      return {
        id: `company:${owner}`,
        title: name,
        ...(type === "product" ? { product_of: company?.name ?? owner } : {}),
        ...(matched_name === null ? {} : { matched_by: matched, matched_name }),
        ...urlOf("company", owner),
        sector: sector.label,
        country: place?.name ?? null,
        median_band,
      };
    });
    const total = `${found.total_relation === "exact" ? "" : "at least "}${digits(found.total)}`;
    return {
      meta: found.meta,
      summary: [
        isExact || cursor !== undefined
          ? ""
          : `No company or product is called ${quoted(q ?? "")}${hits.length === 0 ? "" : "; what follows is only alike"}. `,
        `Companies and products that match the name: ${total}.`,
        areas.length === 0 ? "" : ` Besides, of this name: ${inARow(areas.map(({ inWords }) => inWords))}.`,
      ].join(""),
      cautions: [
        ...(isExact || hits.length === 0
          ? []
          : [{ not: "Do not answer with a company of another name: say that this one is not in the data." }]),
        QUOTED_TEXTS,
      ],
      content: {
        ...(cursor === undefined ? { exact: isExact } : {}),
        results: [
          ...areas.map(({ kind, slug, title, text }) => ({ id: `${kind}:${slug}`, title, ...urlOf(kind, slug), text })),
          ...hits,
        ],
        total: found.total,
      },
      links: {
        api: baseUrl + urlTo(search.path, { ...asked, release }),
        page: baseUrl + urlTo("/search", { q, release }),
      },
      cuttable: {},
      page: { list: "results", next: found.next, before: areas.length },
    };
  },
};

/** Finds the country that a query names, and the sectors whose names begin with it. */
async function findAreas(ask: Ask, { q = "", release }: Texts) {
  const { meta, items } = await ask(listSectors, { release, limit: "1000", fields: "slug,label,summary" });
  const wanted = q.trim().toLowerCase();
  const named = items.filter(({ slug, label }) => [slug, label].some((name) => name.toLowerCase().startsWith(wanted)));
  const sectors = named.slice(0, SECTORS_MAX).map(({ slug, label, summary }) => ({
    kind: "sector" as const,
    slug,
    title: label,
    text: summary === undefined ? label : marked(summary, meta.mark),
    isExact: [slug, label].some((name) => name.toLowerCase() === wanted),
    inWords: sectorInWords(label),
  }));
  const country = await findCountry(ask, { q, release });
  return [...(country === null ? [] : [country]), ...sectors];
}

async function findCountry(ask: Ask, { q, release }: Texts) {
  const found = await ask(getCountry, { slug: q, release }).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
  if (found === null) return null;
  const { meta, slug, name, summary } = found;
  const text = marked(summary, meta.mark);
  return { kind: "country" as const, slug, title: name, text, isExact: true, inWords: `the country ${name}` };
}

/** The second tool of the pair `search` and `fetch`, which some hosts insist on; see `get`. */
export const fetchTool: Tool = {
  name: "fetch",
  title: "Read a result of search",
  description: "One country, sector or company of `search`, in words. `get` has the same figures as data.",
  isHidden: true,
  operations: [SUBJECTS.country.detail, SUBJECTS.sector.detail, SUBJECTS.company.detail],
  chargedTo: ({ given }) => SUBJECTS[readSubject(given["id"] ?? "", "country")?.kind ?? "country"].detail,
  arguments: {
    id: { schema: { type: "string", description: "An `id` of `search`, such as `country:france`." }, isRequired: true },
    links: linksArgument,
    release: releaseArgument,
  },
  async answer({ ask, given: { id = "", release } }) {
    const named = id.includes(":") ? readSubject(id, "country") : null;
    if (named === null) {
      const expected = "`country:`, `sector:` or `company:` before a slug";
      throw new Problem("invalid_request", `\`id\` is ${quote(id)}; expected ${expected}.`);
    }
    const { meta, subject, summary, item, links } = await findSubjectNamed(ask, id, {
      parts: new Set(["pillars"]),
      pillar: undefined,
      release,
      askNow: null,
    });
    return {
      meta,
      summary,
      cautions: [...cautionFew([subject]), QUOTED_TEXTS],
      content: {
        id,
        title: item.name,
        url: links.page,
        text: [marked(summary, meta.mark), JSON.stringify(item)].join("\n"),
        metadata: { kind: named.kind, release: meta.release, publisher: meta.publisher },
      },
      links,
      cuttable: {},
    };
  },
};
