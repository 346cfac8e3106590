import { capitalized, countInWords, counted, digits, labelInWords, ordinal, placeOnScale } from "../../ask/grammar.ts";
import { type Caution, cautionMeasures, QUOTED_TEXTS } from "../../mcp/cautions.ts";
import { explained, figuresOf, rankedFiguresOf } from "./tool-figures.ts";
import {
  countryArgument,
  cursorArgument,
  limitArgument,
  linksArgument,
  pillarArgument,
  releaseArgument,
  sectorArgument,
  texts,
} from "../../mcp/arguments.ts";
import type { Asking, Finding, Texts, Tool } from "../../mcp/tool.ts";
import type { Operation } from "../../ask/operation.ts";
import { urlTo } from "../../ask/urls.ts";
import { whereInWords } from "../../ask/words.ts";
import { Problem } from "../../problem.ts";
import { listCompanies } from "../company/list-companies.ts";
import { listJudgements } from "../company/list-judgements.ts";
import { rankCountries, RANKING_FIELDS } from "../ranking/rank-countries.ts";
import { getScale } from "../release/get-scale.ts";
import { listSectors } from "../sector/list-sectors.ts";

const LIMIT_MAX = 50;
const LIMIT_USUAL = 20;

/** A kind of list: its operation, filters and orders. */
interface Listed {
  readonly operation: Operation;
  /** The page with the same list for people. */
  readonly page: string | null;
  readonly takes: readonly string[];
  /** Orders, by their names in the tool. */
  readonly sorts: Texts;
  readonly usual: string;
  readonly find: (asking: Asking, parameters: Texts, sort: string) => Promise<FoundList>;
}

const LISTED = ["countries", "sectors", "companies", "judgements"] as const;
type ListedKind = (typeof LISTED)[number];

const KINDS: Readonly<Record<ListedKind, Listed>> = {
  countries: {
    operation: rankCountries,
    page: "/rankings",
    takes: ["country", "region", "band", "pillar", "min_companies"],
    sorts: { best: "rank", worst: "-rank" },
    usual: "best",
    find: findCountries,
  },
  sectors: {
    operation: listSectors,
    page: "/sectors",
    takes: [],
    sorts: { best: "-median_band", worst: "median_band", most: "-judged_companies", name: "slug" },
    usual: "best",
    find: findSectors,
  },
  companies: {
    operation: listCompanies,
    page: "/companies",
    takes: ["country", "region", "sector", "band", "pillar"],
    sorts: { best: "-median_band", worst: "median_band", most: "-judgement_count", name: "name" },
    usual: "name",
    find: findCompanies,
  },
  judgements: {
    operation: listJudgements,
    page: null,
    takes: ["country", "region", "sector", "band", "pillar", "company", "judged_from", "judged_to"],
    sorts: { best: "-band", worst: "band", newest: "-judged_on", oldest: "judged_on", name: "company" },
    usual: "newest",
    find: findJudgements,
  },
};

/** The filters that only some kinds have. */
const FILTERS = [...new Set(Object.values(KINDS).flatMap(({ takes }) => takes))];

export const listTool: Tool = {
  name: "list",
  title: "Lists of countries, sectors, companies or judgements",
  description:
    "Lists `of` countries, sectors, companies or judgements, filtered and sorted; `total` counts all that match. Use for “which countries are rated highest”, “all Very low companies in Mexico”, “the worst sector”. Those without a band or rank come last in every order and are not the worst; those of one rank or band are tied. Sectors within one country: `get` with `include`.",
  operations: [rankCountries, listSectors, listCompanies, listJudgements, getScale],
  chargedTo: ({ given }) => KINDS[kindIn(given)].operation,
  arguments: {
    of: { schema: { type: "string", enum: LISTED }, isRequired: true },
    country: countryArgument,
    region: { schema: { type: "string", description: "Only countries of this UN region (M49)." } },
    sector: sectorArgument,
    company: { schema: texts("Of judgements: only these companies."), prefix: "company:" },
    band: { schema: texts("Only these bands: ids or labels; with `pillar`, the band there.") },
    pillar: pillarArgument,
    judged_from: {
      schema: { type: "string", description: "Of judgements: on this day or later, such as 2026-03-01." },
    },
    judged_to: { schema: { type: "string" } },
    min_companies: {
      schema: {
        type: "integer",
        description: "Of countries: judged companies that a rank needs; the publisher’s minimum without it.",
      },
    },
    sort: { schema: { type: "string", enum: ["best", "worst", "most", "name", "newest", "oldest"] } },
    limit: limitArgument(LIMIT_MAX, LIMIT_USUAL),
    cursor: cursorArgument,
    links: linksArgument,
    release: releaseArgument,
  },
  content: {
    total: "How many match, on all pages.",
    items: "Those of this page; figures as in `get`. `too_few`: too few companies are judged to be rated.",
    ranked_countries: "Of countries: how many have a rank.",
    minimum_companies: "Judged companies that a rank or a band to be told needs.",
  },
  async answer(asking) {
    const { given } = asking;
    const kind = KINDS[kindIn(given)];
    const { of, sort = kind.usual, limit = String(LIMIT_USUAL), ...rest } = given;
    const refused = FILTERS.filter((name) => rest[name] !== undefined && !kind.takes.includes(name));
    if (refused.length > 0) throw refuseFilters(kindIn(given), refused);
    const order = kind.sorts[sort];
    if (order === undefined) {
      const expected = Object.keys(kind.sorts).map((name) => `\`${name}\``);
      throw new Problem(
        "invalid_request",
        `\`sort\` is \`${sort}\`; for ${String(of)} expected ${expected.join(", ")}.`,
      );
    }
    const parameters: Texts = { ...rest, sort: order, limit };
    const { cursor: _, limit: __, ...own } = parameters;
    const found = await kind.find(asking, parameters, sort);
    const { release } = found.meta;
    const { baseUrl } = asking;
    return {
      ...found,
      links: {
        api: baseUrl + urlTo(kind.operation.path, { ...own, release }),
        page: kind.page === null ? null : baseUrl + urlTo(kind.page, { ...own, release }),
      },
      cuttable: {},
      page: { list: "items", next: found.next },
    };
  },
};

function kindIn({ of }: Texts): ListedKind {
  return LISTED.find((kind) => kind === of) ?? "countries";
}

function refuseFilters(kind: ListedKind, refused: readonly string[]): Problem {
  const { takes } = KINDS[kind];
  const errors = refused.map((parameter) => {
    const instead =
      kind === "sectors" && parameter === "country"
        ? "`get` with that country and `include` sectors has its sectors."
        : takes.length === 0
          ? "it takes no filter."
          : `it takes ${takes.map((name) => `\`${name}\``).join(", ")}.`;
    return { parameter, detail: `\`${parameter}\` does not narrow a list of ${kind}: ${instead}` };
  });
  return new Problem("invalid_request", errors.map(({ detail }) => detail).join(" "), errors);
}

/** A page of a list, and the next one. */
type FoundList = Omit<Finding, "links" | "cuttable" | "page"> & { readonly next: string | null };

async function findCountries({ ask, given }: Asking, parameters: Texts): Promise<FoundList> {
  const ranking = await ask(rankCountries, { ...parameters, fields: RANKING_FIELDS });
  const { items, ranked_countries, minimum_companies, total, pillar, region } = ranking;
  const where = whereInWords(region);
  const first = items.find(({ rank }) => rank !== null);
  const tied = items.some(({ tied_with }) => tied_with !== null && tied_with > 0);
  const unranked = items.some(({ rank }) => rank === null);
  const inPillar = pillar === null ? "" : ` in the pillar ${pillar}`;
  const isOwnMinimum = given["min_companies"] !== undefined;
  const isNarrowed = given["country"] !== undefined || given["band"] !== undefined;
  const needed = `Only countries with at least ${digits(minimum_companies)} judged companies are ranked here.`;
  const ranked = isNarrowed
    ? `${digits(ranked_countries)} countries${where} have a rank${inPillar}.`
    : `${digits(ranked_countries)} of ${digits(total)} countries${where} have a rank${inPillar}.`;
  return {
    meta: ranking.meta,
    summary: [
      ...(isOwnMinimum ? [needed] : []),
      ...(isNarrowed ? [`${capitalized(counted(total, "country matches", "countries match"))}.`] : []),
      ranked,
      first === undefined ? "None of those listed here has a rank." : summarizeFirst(first, ranking),
    ].join(" "),
    cautions: [
      ...cautionMeasures(ranking),
      ...(isOwnMinimum
        ? [
            {
              say: `${needed} That is no minimum of the publisher’s.`,
              not: "Name no rank of this answer without saying so: other countries have other ranks in it.",
            },
          ]
        : []),
      ...(region === null
        ? []
        : [{ say: `Ranks are among the countries${where} alone, a region of the United Nations (M49).` }]),
      ...(tied ? [{ say: "Countries with the same rank tie: their order in the list is no ranking." }] : []),
      ...(unranked
        ? [
            {
              say: `Countries without a rank have fewer than ${digits(minimum_companies)} judged companies${inPillar}, or none.`,
              not: "Do not call a country without a rank the worst or the last.",
            },
          ]
        : []),
    ],
    content: {
      total,
      ranked_countries,
      minimum_companies,
      items: items.map((country) => ({
        id: `country:${country.slug}`,
        name: country.name,
        ...explained(rankedFiguresOf(country, minimum_companies), country.reasons),
      })),
    },
    next: ranking.next,
  };
}

interface FirstCountry {
  readonly rank: number | null;
  readonly tied_with: number | null;
  readonly median_level: number | null;
  readonly summary?: string;
}

/** Members of a ranking about all its countries. */
interface WholeRanking {
  readonly ranked_countries: number;
  readonly scale: { readonly bands: readonly { readonly label: string }[] };
}

/** Summarizes the first ranked country of a page, or all countries that are tied with it. */
function summarizeFirst(
  { rank, tied_with, median_level: level, summary = "" }: FirstCountry,
  { ranked_countries: ranked, scale: { bands } }: WholeRanking,
): string {
  if (rank === null || level === null || tied_with === null || tied_with === 0) return summary;
  if (tied_with + 1 === ranked)
    return `All of those are rated ${labelInWords(bands[level - 1]?.label ?? "")}, ${placeOnScale(level, bands.length)}.`;
  return `${capitalized(countInWords(tied_with + 1))} countries tie for ${ordinal(rank)}.`;
}

/** Warns that an order by band is no ranking within a band. */
function cautionOrder(sort: string, things: string): Caution[] {
  if (sort !== "best" && sort !== "worst") return [];
  return [{ say: `${capitalized(things)} of one band are tied: their order in the list is no ranking.` }];
}

async function findSectors({ ask, given }: Asking, parameters: Texts, sort: string): Promise<FoundList> {
  const { meta, items, total, next } = await ask(listSectors, parameters);
  const described = await ask(getScale, { release: given["release"] });
  const { minimum_companies } = described.method;
  const few = items.some(({ judged_companies }) => judged_companies < minimum_companies);
  return {
    meta,
    summary: `The release has ${counted(total, "sector", "sectors")}${SORTED[sort] ?? ""}.`,
    cautions: [
      ...cautionMeasures(described),
      ...cautionOrder(sort, "sectors"),
      ...(few
        ? [
            {
              say: `Sectors with fewer than ${digits(minimum_companies)} judged companies have too few to be rated.`,
              not: "Do not call such a sector the best or the worst.",
            },
          ]
        : []),
    ],
    content: {
      total,
      minimum_companies,
      items: items.map((sector) => ({
        id: `sector:${sector.slug}`,
        name: sector.label,
        ...explained(figuresOf(sector, minimum_companies), sector.reasons),
      })),
    },
    next,
  };
}

const SORTED: Texts = {
  best: ", listed from the best band down, those without one last",
  worst: ", listed from the worst band up, those without one last",
};

const COMPANY_FIELDS = "slug,name,country,sector,judgement_count,median_band,reply_status";

async function findCompanies({ ask }: Asking, parameters: Texts, sort: string): Promise<FoundList> {
  const { meta, items, total, next } = await ask(listCompanies, { ...parameters, fields: COMPANY_FIELDS });
  return {
    meta,
    summary: `${capitalized(counted(total, "company matches", "companies match"))}${SORTED[sort] ?? ""}.`,
    cautions: [
      ...cautionOrder(sort, "companies"),
      ...(items.some(({ median_band }) => median_band === null)
        ? [{ not: "Do not call a company without a band bad or last: it is not judged." }]
        : []),
      QUOTED_TEXTS,
    ],
    content: {
      total,
      items: items.map(({ slug, name, country, sector, judgement_count, median_band, reply_status, reasons }) => ({
        id: `company:${slug}`,
        name,
        sector: sector?.label,
        ...explained({ country: country?.name ?? null, median_band }, reasons),
        judgement_count,
        ...(reply_status == null ? {} : { reply_status }),
      })),
    },
    next,
  };
}

async function findJudgements({ ask, hasLinks }: Asking, parameters: Texts): Promise<FoundList> {
  const { meta, items, total, next } = await ask(listJudgements, parameters);
  return {
    meta,
    summary: `${capitalized(counted(total, "current judgement matches", "current judgements match"))}.`,
    cautions: [
      {
        not: "Name no judgement of a company without its replies, which `get` has: a judgement is what a judge found, not a proven fault.",
      },
      QUOTED_TEXTS,
    ],
    content: {
      total,
      items: items.map(
        ({ company, pillar, criterion_label, band, judged_on, judge_label, source_url, reply_status }) => ({
          company: `company:${company.slug}`,
          name: company.name,
          pillar,
          criterion: criterion_label,
          band,
          judged_on,
          judge: judge_label,
          ...(hasLinks ? { source_url } : {}),
          ...(reply_status === null ? {} : { reply_status }),
        }),
      ),
    },
    next,
  };
}
