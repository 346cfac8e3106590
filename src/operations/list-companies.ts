import { Type } from "typebox";
import type { ProblemError } from "../problem.ts";
import type { CompanyQuery, CompanySort, Snapshot } from "../snapshot/snapshot.ts";
import { describeCompanyEntry, exampleCompany } from "./companies.ts";
import { CompanyEntry, listOf } from "./components.ts";
import { openEnvelope } from "./envelope.ts";
import { ref } from "./json-shape.ts";
import { answerList, offsetOf } from "./lists.ts";
import { defineOperation, describeParameters, type Operation } from "./operation.ts";
import { listParameters, releaseParameter, sortParameter } from "./parameters.ts";
import { quote } from "./read-parameters.ts";
import type { Sources } from "./sources.ts";

/** The orders of the list: the name of a member, and how the snapshot calls it. */
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

const filter = { minLength: 1, maxLength: 200 };

export const listCompanies: Operation = defineOperation({
  id: "list_companies",
  method: "GET",
  path: "/api/v2/companies",
  tag: "Companies",
  summary: "Companies, filtered and sorted",
  description:
    "Companies with their median band and distribution over all their current judgements. Filters narrow together; `total` counts every match.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      country: Type.Optional(Type.String({ ...filter, description: "Slug, ISO 3166-1 code or name of a country." })),
      sector: Type.Optional(Type.String({ ...filter, description: "Slug of a sector." })),
      band: Type.Optional(
        Type.String({
          ...filter,
          description: "Id of a band: companies with this median band, over all pillars or in `pillar`.",
        }),
      ),
      pillar: Type.Optional(
        Type.String({
          ...filter,
          description: "Id of a pillar: companies judged in it; with `band`, by their median band there.",
        }),
      ),
      sort: sortParameter(
        COMPANY_ORDERS,
        "`-median_band` gives the best first. Companies that are not judged come last in both orders.",
      ),
      ...listParameters(CompanyEntry, 100),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: listOf("CompanyList", ref(CompanyEntry), {}) },
  problems: [],
  dependsOn: "release",
  examples: exampleFilters,
  check: (sources, filters) => readFilters(sources, filters).errors,
  answer(sources, parameters) {
    const { snapshot, site } = sources;
    const question = { operation: listCompanies, release: snapshot.manifest.id, baseUrl: site.baseUrl, parameters };
    const { companies, total, nextOffset } = snapshot.listCompanies({
      ...readFilters(sources, parameters).query,
      sort: COMPANY_SORTS[parameters.sort],
      limit: parameters.limit,
      offset: offsetOf(question),
    });
    const items = companies.map((company) => describeCompanyEntry(sources, company));
    return answerList(question, openEnvelope(sources), { items, total, nextOffset });
  },
});

/** Filters that one company passes together. */
function exampleFilters(snapshot: Snapshot): Filters {
  const company = exampleCompany(snapshot);
  if (company === undefined) return {};
  const { scale, pillars } = snapshot.manifest.dataset;
  const country = snapshot.countryByIso2(company.country);
  const judged = company.pillars.findIndex(({ median }) => median !== null);
  const figures = company.pillars[judged];
  return {
    ...(country === undefined ? {} : { country: country.slug }),
    sector: company.sector,
    ...(figures?.median == null ? {} : { band: scale.bands[figures.median - 1]!.id, pillar: pillars[judged]!.id }),
  };
}

interface Filters {
  readonly country?: string;
  readonly sector?: string;
  readonly band?: string;
  readonly pillar?: string;
}

/** Turns filters into what the snapshot understands, and names those that mean nothing in this release. */
function readFilters({ snapshot, atlas, site }: Sources, filters: Filters) {
  const { scale, pillars } = snapshot.manifest.dataset;
  const errors: ProblemError[] = [];
  const query: { -readonly [K in "country" | "sector" | "band" | "pillar"]?: CompanyQuery[K] } = {};
  if (filters.country !== undefined) {
    const found = atlas.findBySegment(filters.country);
    if (found !== undefined) query.country = found.territory.iso2;
    else
      errors.push(
        refuse(
          "country",
          filters.country,
          `a slug, ISO 3166-1 code or name, see ${site.baseUrl}/api/v2/countries/preview`,
        ),
      );
  }
  if (filters.sector !== undefined) {
    if (snapshot.sectorBySlug(filters.sector) !== undefined) query.sector = filters.sector;
    else
      errors.push(
        refuse(
          "sector",
          filters.sector,
          oneOfNames(
            snapshot.sectors.map(({ slug }) => slug),
            `${site.baseUrl}/api/v2/sectors`,
          ),
        ),
      );
  }
  if (filters.band !== undefined) {
    const index = scale.bands.findIndex(({ id }) => id === filters.band);
    if (index >= 0) query.band = index + 1;
    else errors.push(refuse("band", filters.band, oneOfNames(scale.bands.map(({ id }) => id))));
  }
  if (filters.pillar !== undefined) {
    const index = pillars.findIndex(({ id }) => id === filters.pillar);
    if (index >= 0) query.pillar = index;
    else errors.push(refuse("pillar", filters.pillar, oneOfNames(pillars.map(({ id }) => id))));
  }
  return { query, errors };
}

function refuse(parameter: string, value: string, expected: string): ProblemError {
  return { parameter, detail: `\`${parameter}\` is ${quote(value)}; expected ${expected}.` };
}

/** How many allowed values a refusal spells out before it points at their list. */
const SPELLED_OUT = 60;

function oneOfNames(names: readonly string[], list?: string): string {
  if (list !== undefined && names.length > SPELLED_OUT) return `a slug listed at ${list}`;
  return `one of ${names.map((name) => `\`${name}\``).join(", ")}`;
}
