import type { Static } from "typebox";
import { capitalized, counted, digits } from "../../ask/grammar.ts";
import { type Caution, cautionMeasures, QUOTED_TEXTS } from "../../mcp/cautions.ts";
import { explained, figuresOf, replyOf } from "./tool-found.ts";
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
import { describeFirstPlace } from "../../say/headlines.ts";
import { listCompanies } from "../company/list-companies.ts";
import { listJudgements, listReplies } from "../company/evidence-lists.ts";
import { getCountrySectorMatrix } from "../ranking/get-country-sector-matrix.ts";
import { rankCountries, RANKING_FIELDS } from "../ranking/rank-countries.ts";
import { getScale } from "../release/get-scale.ts";
import { listSectors } from "../sector/list-sectors.ts";

const LIMIT_MAX = 50;
const LIMIT_USUAL = 20;

/** A kind of list: its operation, filters and orders. */
interface ListKind {
  readonly operation: Operation;
  /** The page with the same list for people. */
  readonly page: string | null;
  readonly takes: readonly string[];
  /** Orders, by their names in the tool. */
  readonly sorts: Texts;
  readonly usual: string;
  readonly find: (asking: Asking, parameters: Texts, sort: string) => Promise<FoundList>;
}

const LISTED = ["countries", "sectors", "companies", "judgements", "replies"] as const;
type ListedKind = (typeof LISTED)[number];

const KINDS: Readonly<Record<ListedKind, ListKind>> = {
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
    takes: ["country", "region", "pillar"],
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
  replies: {
    operation: listReplies,
    page: null,
    takes: ["country", "region", "sector", "pillar", "company"],
    sorts: { newest: "-replied_on", oldest: "replied_on", name: "company" },
    usual: "newest",
    find: findReplies,
  },
};

/** The filters that only some kinds have. */
const FILTERS = [...new Set(Object.values(KINDS).flatMap(({ takes }) => takes))];

export const listTool: Tool = {
  name: "list",
  title: "Lists of one kind",
  description:
    "Lists `of` one kind, filtered and sorted; `total` counts all that match. Use for “which countries are rated highest”, “all Very low companies in Mexico”, “the worst sector”. Those without a band or rank come last in every order and are not the worst; those of one rank or band are tied. With `country` or `region`, sectors are listed for each country.",
  operations: [
    rankCountries,
    listSectors,
    listCompanies,
    listJudgements,
    listReplies,
    getCountrySectorMatrix,
    getScale,
  ],
  chargedTo: ({ given }) => KINDS[kindIn(given)].operation,
  arguments: {
    of: { schema: { type: "string", enum: LISTED }, isRequired: true },
    country: countryArgument,
    region: { schema: { type: "string", description: "Only countries of this UN region (M49)." } },
    sector: sectorArgument,
    company: { schema: texts("Only these companies."), prefix: "company:" },
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
    const { list, summary, cautions, more, items } = await kind.find(asking, parameters, sort);
    const { release } = list.meta;
    const { baseUrl } = asking;
    return {
      meta: list.meta,
      summary,
      cautions,
      content: { total: list.total, ...more, items },
      links: {
        api: baseUrl + urlTo(kind.operation.path, { ...own, release }),
        page: kind.page === null ? null : baseUrl + urlTo(kind.page, { ...own, release }),
      },
      cuttable: {},
      page: { list: "items", next: list.next },
    };
  },
};

function kindIn({ of }: Texts): ListedKind {
  return LISTED.find((kind) => kind === of) ?? "countries";
}

function refuseFilters(kind: ListedKind, refused: readonly string[]): Problem {
  const names = KINDS[kind].takes.map((name) => `\`${name}\``).join(", ");
  const narrows = `does not narrow a list of ${kind}: it takes ${names}.`;
  const errors = refused.map((parameter) => ({ parameter, detail: `\`${parameter}\` ${narrows}` }));
  return new Problem("invalid_request", errors.map(({ detail }) => detail).join(" "), errors);
}

/** A page of a list as the operation answers it, and the same for a model. */
interface FoundList extends Pick<Finding, "summary" | "cautions"> {
  readonly list: Pick<Finding, "meta"> & { readonly total: number; readonly next: string | null };
  /** Members beside `total` and `items`. */
  readonly more?: object;
  readonly items: readonly object[];
}

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
    list: ranking,
    summary: [
      ...(isOwnMinimum ? [needed] : []),
      ...(isNarrowed ? [`${capitalized(counted(total, "country matches", "countries match"))}.`] : []),
      ...(total === 1 ? [] : [ranked]),
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
    more: { ranked_countries, minimum_companies },
    items: items.map((country) => ({
      id: `country:${country.slug}`,
      name: country.name,
      ...explained(
        { rank: country.rank, tied_with: country.tied_with, ...figuresOf(country, minimum_companies) },
        country.reasons,
      ),
    })),
  };
}

type Ranking = Static<(typeof rankCountries)["form"]["schema"]>;

/** Summarizes the first ranked country of a page, or all countries that are tied with it. */
function summarizeFirst(
  { rank, tied_with, median_level: level, summary = "" }: Ranking["items"][number],
  { ranked_countries: ranked, scale }: Ranking,
): string {
  if (rank === null || level === null || tied_with === null || tied_with === 0) return summary;
  return describeFirstPlace(scale, { rank, level, count: tied_with + 1 }, tied_with + 1 === ranked);
}

/** Warns that an order by band is no ranking within a band. */
function cautionOrder(sort: string, things: string): Caution[] {
  if (sort !== "best" && sort !== "worst") return [];
  return [{ say: `${capitalized(things)} of one band are tied: their order in the list is no ranking.` }];
}

async function findSectors(asking: Asking, parameters: Texts, sort: string): Promise<FoundList> {
  const { ask, given } = asking;
  const isWhole = ["country", "region", "pillar"].every((name) => given[name] === undefined);
  const list = isWhole ? await ask(listSectors, parameters) : await findCells(asking, sort);
  const { items, total } = list;
  const described = await ask(getScale, { release: given["release"] });
  const { minimum_companies } = described.method;
  const few = items.some(({ judged_companies }) => judged_companies < minimum_companies);
  return {
    list,
    summary: `${isWhole ? "The release has" : "The countries asked for have"} ${counted(total, "sector", "sectors")}${isWhole ? "" : " with companies, each country counted by itself"}${SORTED[sort] ?? ""}.`,
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
    more: { minimum_companies },
    items: items.map((sector) => ({
      id: `sector:${sector.slug}`,
      name: sector.label,
      ...("country" in sector ? { country: sector.country } : {}),
      ...explained(figuresOf(sector, minimum_companies), sector.reasons),
    })),
  };
}

/** Returns the sectors of each of some countries, which are never put together. */
async function findCells({ ask, given }: Asking, sort: string) {
  const { country, region, pillar, release, limit = String(LIMIT_USUAL) } = given;
  const { meta, sectors, items } = await ask(getCountrySectorMatrix, { region, pillar, release });
  const chosen =
    country === undefined ? null : (await ask(rankCountries, { country, release })).items.map(({ slug }) => slug);
  const cells = items
    .filter(({ slug }) => chosen?.includes(slug) ?? true)
    .flatMap(({ name, cells: row }) =>
      row.map((cell, index) => ({
        ...cell,
        slug: cell.sector,
        label: sectors[index]?.label ?? cell.sector,
        country: name,
      })),
    )
    .filter(({ listed_companies }) => listed_companies > 0);
  // Those without a band come last in every order.
  const placeOf = ({ median_level: level, judged_companies: judged }: (typeof cells)[number]): number =>
    sort === "most" ? judged : sort === "name" ? 0 : level === null ? -Infinity : sort === "worst" ? -level : level;
  const sorted = cells.toSorted((a, b) => placeOf(b) - placeOf(a));
  return { meta, items: sorted.slice(0, Number(limit)), total: sorted.length, next: null };
}

const SORTED: Texts = {
  best: ", listed from the best band down, those without one last",
  worst: ", listed from the worst band up, those without one last",
};

const COMPANY_FIELDS = "slug,name,country,sector,judgement_count,median_band,reply_status";

async function findCompanies({ ask }: Asking, parameters: Texts, sort: string): Promise<FoundList> {
  const list = await ask(listCompanies, { ...parameters, fields: COMPANY_FIELDS });
  const { items } = list;
  return {
    list,
    summary: `${capitalized(counted(list.total, "company matches", "companies match"))}${SORTED[sort] ?? ""}.`,
    cautions: [
      ...cautionOrder(sort, "companies"),
      ...(items.some(({ median_band }) => median_band === null)
        ? [{ not: "Do not call a company without a band bad or last: it is not judged." }]
        : []),
      QUOTED_TEXTS,
    ],
    items: items.map(({ slug, name, country, sector, judgement_count, median_band, reply_status, reasons }) => ({
      id: `company:${slug}`,
      name,
      sector: sector?.label,
      ...explained({ country: country?.name ?? null, median_band }, reasons),
      judgement_count,
      ...(reply_status == null ? {} : { reply_status }),
    })),
  };
}

async function findReplies({ ask }: Asking, parameters: Texts): Promise<FoundList> {
  const list = await ask(listReplies, parameters);
  return {
    list,
    summary: `${capitalized(counted(list.total, "reply, or request for one, matches", "replies, or requests for one, match"))}.`,
    cautions: [
      { not: "Take no silence for an admission, and quote a reply as the company’s own words." },
      QUOTED_TEXTS,
    ],
    items: list.items.map(({ company, ...reply }) => ({
      company: `company:${company.slug}`,
      name: company.name,
      ...replyOf(reply),
    })),
  };
}

async function findJudgements({ ask, hasLinks }: Asking, parameters: Texts): Promise<FoundList> {
  const list = await ask(listJudgements, parameters);
  return {
    list,
    summary: `${capitalized(counted(list.total, "current judgement matches", "current judgements match"))}.`,
    cautions: [
      {
        not: "Name no judgement of a company without its replies, which `get` has: a judgement is what a judge found, not a proven fault.",
      },
      QUOTED_TEXTS,
    ],
    items: list.items.map(
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
  };
}
