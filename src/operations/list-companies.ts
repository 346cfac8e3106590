import { type Static, Type } from "typebox";
import { CompanyEntry, listOf } from "../contract/components.ts";
import { describeCompany, hrefOf, openEnvelope } from "../contract/describe.ts";
import { ref } from "../contract/json-shape.ts";
import {
  answerList,
  areaFilterParameters,
  FILTER_TEXT,
  offsetOf,
  oneOfNames,
  readAreaFilters,
  refuseFilter,
} from "../contract/lists.ts";
import { defineOperation, describeParameters, type Operation } from "../contract/operation.ts";
import { listParameters, releaseParameter, sortParameter } from "../contract/parameters.ts";
import type { Sources } from "../contract/sources.ts";
import type { ProblemError } from "../problem.ts";
import type { CompanyDetail, CompanyQuery, CompanySort, CompanySummary, Snapshot } from "../snapshot/snapshot.ts";

/** The orders of the list: by the name of a member, and as the snapshot calls it. */
const COMPANY_SORTS = {
  name: "name",
  "-name": "-name",
  median_band: "median_band",
  "-median_band": "-median_band",
  judgement_count: "judgements",
  "-judgement_count": "-judgements",
} as const satisfies Readonly<Record<string, CompanySort>>;

type CompanyOrder = keyof typeof COMPANY_SORTS;

const COMPANY_ORDERS = Object.keys(COMPANY_SORTS) as [CompanyOrder, ...CompanyOrder[]];

export const listCompanies: Operation = defineOperation({
  id: "list_companies",
  method: "GET",
  path: "/api/v2/companies",
  tag: "Companies",
  summary: "Companies, filtered and sorted",
  description:
    "Companies with their median band and distribution over all their current judgements. Filters are combined; `total` counts all matches.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      ...areaFilterParameters,
      band: Type.Optional(
        Type.String({
          ...FILTER_TEXT,
          description: "Id of a band: companies with this median band, over all pillars or in the pillar `pillar`.",
        }),
      ),
      pillar: Type.Optional(
        Type.String({
          ...FILTER_TEXT,
          description: "Id of a pillar: companies judged in it; with `band`, by their median band there.",
        }),
      ),
      sort: sortParameter(
        COMPANY_ORDERS,
        "`-median_band` lists the best first. Companies that are not judged come last in both orders.",
      ),
      ...listParameters(CompanyEntry, 100),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: listOf("CompanyList", ref(CompanyEntry), {}) },
  problems: [],
  dependsOn: "release",
  bulkPath: "/api/v2/data/companies.csv",
  examples: exampleFilters,
  check: (sources, filters) => readFilters(sources, filters).errors,
  answer(sources, parameters) {
    const list = { operation: listCompanies, sources, parameters };
    const { companies, total, nextOffset } = sources.snapshot.listCompanies({
      ...readFilters(sources, parameters).query,
      sort: COMPANY_SORTS[parameters.sort],
      limit: parameters.limit,
      offset: offsetOf(list),
    });
    const items = companies.map((company) => describeEntry(sources, company));
    return answerList(list, openEnvelope(sources), { items, total, nextOffset });
  },
});

function describeEntry(sources: Sources, company: CompanySummary): Static<typeof CompanyEntry> {
  return { ...describeCompany(sources, company), href: hrefOf(sources.site, "companies", company.slug) };
}

/**
 * The company that examples show: the one with the most judgements. Undefined in a release without
 * companies.
 */
export function exampleCompany(snapshot: Snapshot): CompanyDetail | undefined {
  const [most] = snapshot.listCompanies({ sort: "-judgements", limit: 1, offset: 0 }).companies;
  return most && snapshot.companyBySlug(most.slug);
}

/** Filters that one company passes together. */
function exampleFilters(snapshot: Snapshot): Filters {
  const company = exampleCompany(snapshot);
  if (company === undefined) return {};
  const { scale, pillars } = snapshot.manifest.dataset;
  const country = snapshot.countryByIso2(company.country);
  const judged = company.pillars.findIndex(({ median }) => median !== null);
  const statistics = company.pillars[judged];
  return {
    ...(country === undefined ? {} : { country: country.slug }),
    sector: company.sector,
    ...(statistics?.median == null
      ? {}
      : { band: scale.bands[statistics.median - 1]!.id, pillar: pillars[judged]!.id }),
  };
}

interface Filters {
  readonly country?: string;
  readonly sector?: string;
  readonly band?: string;
  readonly pillar?: string;
}

/**
 * Turns filters into a query of the snapshot, and names those that mean nothing in this release.
 */
function readFilters(sources: Sources, filters: Filters) {
  const { scale, pillars } = sources.snapshot.manifest.dataset;
  const errors: ProblemError[] = [];
  const query: { -readonly [K in "country" | "sector" | "band" | "pillar"]?: CompanyQuery[K] } = {};
  const { country, sector } = readAreaFilters(sources, filters, errors);
  if (country !== undefined) query.country = country;
  if (sector !== undefined) query.sector = sector;
  if (filters.band !== undefined) {
    const index = scale.bands.findIndex(({ id }) => id === filters.band);
    if (index >= 0) query.band = index + 1;
    else errors.push(refuseFilter("band", filters.band, oneOfNames(scale.bands.map(({ id }) => id))));
  }
  if (filters.pillar !== undefined) {
    const index = pillars.findIndex(({ id }) => id === filters.pillar);
    if (index >= 0) query.pillar = index;
    else errors.push(refuseFilter("pillar", filters.pillar, oneOfNames(pillars.map(({ id }) => id))));
  }
  return { query, errors };
}
