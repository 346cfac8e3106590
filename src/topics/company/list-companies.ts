import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { CompanyEntry, rowsOf } from "../../ask/components.ts";
import { describeCompanyFigures } from "../../ask/describe.ts";
import { joinMembers, ref } from "../../ask/json-shape.ts";
import { bandFilters, companyAreaFilters, companyFilter } from "../../ask/filters.ts";
import { ifAsked } from "../../ask/lists.ts";
import type { JsonOperation } from "../../ask/operation.ts";
import { sortParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { companyRecords } from "../../release/table-records.ts";
import { defineList, readSorted } from "../download/define-list.ts";
import type { CompanyDetail, CompanySummary, Snapshot } from "../../release/snapshot.ts";
import type { CompanySort } from "../../release/queries.ts";
import { API, PAGES, urlsOf } from "../../ask/urls.ts";
import { type Rated, standing } from "../../say/standing.ts";

const COMPANY_ORDERS = [
  "name",
  "-name",
  "median_band",
  "-median_band",
  "judgement_count",
  "-judgement_count",
  "flips_to_lower",
  "-flips_to_lower",
  "flips_to_higher",
  "-flips_to_higher",
] as const satisfies readonly CompanySort[];

const filters = {
  ...companyAreaFilters,
  ...companyFilter,
  ...bandFilters(
    "Bands: companies with one of these median bands, over all pillars or in a pillar of `pillar`.",
    "Pillars: companies judged in one of them; with `band`, by their median band there.",
  ),
  sort: sortParameter(
    COMPANY_ORDERS,
    "`-median_band` lists the best first. Companies without a value, such as those that are not judged, come last in both orders; equal ones are in the order of their names.",
  ),
};

const CompanyList = rowsOf("CompanyList", ref(CompanyEntry), {
  links: Type.Object(
    {
      href: Type.String({ description: "Of the company." }),
      page: Type.String({ description: "Of its page for people." }),
    },
    { description: "URIs of an item by its `slug`, as templates (RFC 6570)." },
  ),
});

export const listCompanies: JsonOperation<typeof CompanyList> = defineList({
  id: "list_companies",
  path: API.companies,
  tag: "Companies",
  summary: "Companies, filtered and sorted",
  description:
    "Companies with their median band and distribution over all their current judgements. Filters are combined; `total` counts all matches.",
  filters,
  item: CompanyEntry,
  schema: CompanyList,
  table: "companies",
  examples: exampleFilters,
  read: (sources, given) => readSorted(sources, given),
  find: (snapshot, query) => snapshot.listCompanies(query),
  describe: (sources, fields) => (company) => describeEntry(sources, company, fields),
  head: ({ site: { baseUrl } }) => ({ links: { href: baseUrl + API.company, page: baseUrl + PAGES.company } }),
  rows: companyRecords,
});

function describeEntry(
  sources: Sources,
  company: CompanySummary,
  fields: readonly string[] | undefined,
): Static<typeof CompanyEntry> {
  const figures = describeCompanyFigures(sources, company);
  if (fields === undefined) return figures;
  return joinMembers(
    figures,
    ifAsked(fields, () => summarizeCompany(sources.snapshot, company)),
    urlsOf(sources.site, "company", company.slug),
  );
}

/** Describes a company in words. Its own answer knows more of its judgements. */
export function summarizeCompany(
  { manifest }: Snapshot,
  { id, name, distribution }: CompanySummary,
  judgements: Rated["judgements"] = {},
) {
  const rated = { subject: `company:${id}`, name, listedCompanies: null, distribution, minimumCompanies: 1 } as const;
  return { summary: standing(manifest.dataset.scale, { ...rated, judgements }, "summary").text };
}

/**
 * Returns the company of examples: the one with the most judgements. Undefined in a release without
 * companies.
 */
export function exampleCompany(snapshot: Snapshot): CompanyDetail | undefined {
  const [most] = snapshot.listCompanies({ sort: "-judgement_count", limit: 1, offset: 0 }).rows;
  return most && snapshot.companyBySlug(most.slug);
}

/** Returns the path parameters of the example company. */
export function exampleCompanyPath(snapshot: Snapshot): { readonly slug?: string } {
  const company = exampleCompany(snapshot);
  return company === undefined ? {} : { slug: company.slug };
}

/** Returns filters that a company matches, for examples; null without a company. */
export function examplesOf(
  snapshot: Snapshot,
  company: Pick<CompanySummary, "slug" | "country" | "sector"> | undefined,
) {
  const country = snapshot.countryByIso2(company?.country ?? "");
  if (company === undefined || country === undefined) return null;
  const { slug, sector } = company;
  return { country: [country.slug], sector: [sector], any_sector: [sector], company: [slug] };
}

/** Returns filters that one company matches together. */
function exampleFilters(snapshot: Snapshot) {
  const company = exampleCompany(snapshot);
  if (company === undefined) return {};
  const { scale, pillars } = snapshot.manifest.dataset;
  const judged = company.pillars.findIndex(({ median }) => median !== null);
  const statistics = company.pillars[judged];
  return {
    ...(examplesOf(snapshot, company) ?? { sector: [company.sector], any_sector: [company.sector] }),
    ...(statistics?.median == null
      ? {}
      : {
          band: scale.bands.slice(statistics.median - 1, statistics.median).map(({ id }) => id),
          pillar: pillars.slice(judged, judged + 1).map(({ id }) => id),
        }),
  };
}
