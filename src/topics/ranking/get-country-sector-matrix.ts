import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { CountryRecord } from "../../release/snapshot.ts";
import { emptyDistribution } from "../../trust/statistics.ts";
import { Distribution, listOf, medianMembers, SectorIdentity } from "../../ask/components.ts";
import { countryMembers, listedCompanies, urlOf } from "../../ask/named-members.ts";
import {
  chosenPillarMember,
  describeChosenPillar,
  pillarChoice,
  pillarInWords,
  readPillar,
} from "../../ask/chosen-pillar.ts";
import { chosenRegionMember, describeChosenRegion, liesIn, readRegion, regionBeside } from "../../ask/regions.ts";
import type { Region } from "../../atlas/regions.ts";
import { describeDistribution, describeMedian, nameCountry, openEnvelope } from "../../ask/describe.ts";
import { readFilters, regionChoice } from "../../ask/filters.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import { endOfList } from "../../ask/lists.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { fileFormats, findFormatErrors, formatParameters } from "../download/define-list.ts";
import { allAtOnce, answerTableRows } from "../download/rows-as-file.ts";
import { matrixRecords } from "../../release/table-records.ts";
import { API, hrefOf } from "../../ask/urls.ts";

const MatrixCell = objectOf(
  {
    sector: Type.String({ description: "Slug of the sector." }),
    listed_companies: listedCompanies,
    judged_companies: Type.Integer({ minimum: 0, description: "The companies that the distribution counts." }),
    ...medianMembers,
    distribution: ref(Distribution),
  },
  { $id: "MatrixCell", description: "The companies of one country in one sector." },
);

const MatrixRow = objectOf(
  {
    ...countryMembers,
    href: urlOf("the country"),
    cells: Type.Array(ref(MatrixCell), {
      description: "One per sector, in the order of `sectors`, empty ones included.",
    }),
  },
  { $id: "MatrixRow" },
);

const CountrySectorMatrix = listOf("CountrySectorMatrix", ref(MatrixRow), {
  ...chosenPillarMember,
  ...chosenRegionMember,
  sectors: Type.Array(ref(SectorIdentity), { description: "The sectors of the cells, ordered by slug." }),
});

const FORM = { kind: "json", schema: CountrySectorMatrix, components: [MatrixCell, MatrixRow] } as const;

export const getCountrySectorMatrix: JsonOperation<typeof CountrySectorMatrix> = defineOperation({
  id: "get_country_sector_matrix",
  path: API.matrix,
  bulkPath: "/api/v2/data/matrix.csv",
  tag: "Intelligence",
  summary: "Countries by sectors",
  description:
    "A dense matrix with one row per country with companies and one cell per sector. A cell without a median says whether it has no companies or no judged ones. With `pillar`, the cells count the companies judged in that pillar. With `region`, the rows are the countries of the region. As CSV or XLSX each cell with a company is a row, with the columns of the table `matrix`.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({ ...pillarChoice, ...regionChoice, ...formatParameters, ...releaseParameter }),
  },
  form: FORM,
  choice: { parameter: "format", forms: fileFormats(FORM, "The cells with a listed company, one a row.") },
  examples: ({ manifest }) => ({
    pillar: manifest.dataset.pillars.map(({ id }) => id)[0] ?? "",
    region: "europe",
  }),
  check: (sources, given, sent) => [...readFilters(sources, given).errors, ...findFormatErrors(given, sent)],
  answer(sources, parameters) {
    const pillar = readPillar(sources, parameters);
    const region = readRegion(parameters);
    const countries = sources.snapshot.countries.filter(({ iso2 }) => liesIn(sources.atlas, region, iso2));
    if (parameters.format !== "json") {
      const records = matrixRecords(sources.snapshot, pillar, countries);
      const besides = [...pillarInWords(sources, pillar), ...regionBeside(region)];
      const rows = { table: "matrix", name: "matrix", read: allAtOnce(records), besides } as const;
      return answerTableRows(getCountrySectorMatrix, sources, parameters, rows);
    }
    return { kind: "json", body: describeMatrix(sources, countries, pillar, region) };
  },
});

/**
 * Describes the matrix of these countries, in their order, by every sector: over all pillars, or in
 * the one at the index `pillar`.
 */
export function describeMatrix(
  sources: Sources,
  countries: readonly CountryRecord[],
  pillar: number | null,
  region: Region | null = null,
): Static<typeof CountrySectorMatrix> {
  const items = countries.map((country) => describeRow(sources, country, pillar));
  const sectors = sources.snapshot.sectors.map(({ slug, label }) => ({ slug, label }));
  return joinMembers(
    openEnvelope(sources),
    describeChosenPillar(sources, pillar),
    describeChosenRegion(region),
    { sectors, items, total: items.length },
    endOfList(null),
  );
}

function describeRow(sources: Sources, country: CountryRecord, pillar: number | null): Static<typeof MatrixRow> {
  const { snapshot, site } = sources;
  const { scale } = snapshot.manifest.dataset;
  const nothing = emptyDistribution(scale.bands.length);
  return {
    ...nameCountry(country),
    href: hrefOf(site, "country", country.slug),
    cells: snapshot.sectors.map((sector) => {
      const cell = snapshot.cell(country.iso2, sector.slug, pillar);
      const missing = cell === undefined ? "no_companies" : "not_judged";
      return joinMembers(
        {
          sector: sector.slug,
          listed_companies: cell?.listedCompanies ?? 0,
          judged_companies: cell?.judgedCompanies ?? 0,
        },
        describeMedian(scale, cell?.median ?? null, missing),
        { distribution: describeDistribution(scale, cell?.distribution ?? nothing) },
      );
    }),
  };
}
