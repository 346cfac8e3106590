import { Type } from "../../ask/type.ts";
import { csvLine, type CsvValue, ownField } from "../../ask/csv.ts";
import { CSV_TYPE } from "../download/downloads.ts";
import { BOUNDS } from "../../ask/bounds.ts";
import { FileRow, readListFile } from "./list-file.ts";
import { LIST_BYTES_MAX, ListRowSchema, readListRows } from "./list-rows.ts";
import { matchCompanies } from "../reconciliation/match-companies.ts";
import { type AnswerForm, defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { describePortfolio, joinMatches, type MatchedRow } from "./portfolio.ts";
import { mapInTurns } from "../../ask/map-in-turns.ts";
import { Portfolio, PORTFOLIO_COMPONENTS } from "./portfolio-schema.ts";
import { oneOf, ref } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";
import type { Snapshot } from "../../release/snapshot.ts";

const ROWS_MAX = BOUNDS.listRows.most;

/** Number of rows that count as one request. */
const ROWS_PER_REQUEST = 1000;

const PortfolioList = Type.Object(
  { rows: Type.Array(ref(ListRowSchema), { minItems: 1, maxItems: ROWS_MAX, description: "The list." }) },
  { $id: "PortfolioList", additionalProperties: false },
);

/** A list with rows of any kind: the errors of a row are reported with its number. */
const AnyList = Type.Object(
  { rows: Type.Array(Type.Unsafe<unknown>({}), { minItems: 1, maxItems: ROWS_MAX }) },
  { additionalProperties: false },
);

const RULES = `At most ${ROWS_MAX.toLocaleString("en")} rows, ${BOUNDS.listColumns.most} columns and ${BOUNDS.listCells.most.toLocaleString("en")} cells. Identifiers are compared exactly and decide alone; otherwise only the equal name of one company alone is a match, and everything weaker is a candidate with a score. The list is not stored. It counts as one request per ${ROWS_PER_REQUEST.toLocaleString("en")} rows.`;

const FORMS = {
  json: { kind: "json", schema: Portfolio, components: PORTFOLIO_COMPONENTS },
  csv: { kind: "text", mediaType: CSV_TYPE, description: "The rows of the list, in their order." },
} as const satisfies Record<string, AnswerForm>;

export const matchPortfolio = defineOperation({
  id: "match_portfolio",
  method: "POST",
  path: "/api/v2/portfolios",
  tag: "Companies",
  summary: "Your own list of companies",
  description: `Finds the companies that a list means, and gives their distribution and lower median: over all, per pillar, per country and per sector. As CSV, the rows of the list, each with the company it means, and with the other columns of a file behind. ${RULES}`,
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      format: oneOf(["json", "csv"], {
        default: "json",
        description: "The format of the answer. Without it `Accept` decides, by default for JSON.",
      }),
      release: releaseParameter.release,
    }),
  },
  body: {
    schema: PortfolioList,
    components: [ListRowSchema],
    checked: AnyList,
    csv: {
      description:
        "A CSV file (RFC 4180) with a header row, separated by commas, semicolons, tabs or `|`, in UTF-8, or in UTF-16 with a byte order mark; a first line such as `sep=;` names what separates them. It has some of the columns `id`, `name`, `country`, `lei`, `company_id` and `slug`; a column called `company`, `supplier` or the like is taken for `name`. Other columns come back at the end of a CSV answer.",
      example: "id;name;country\r\nV-1;Broufignac Construction;France\r\n",
      read: readListFile,
    },
    bytesMax: LIST_BYTES_MAX,
    example: { rows: [{ id: "V-1", name: "Broufignac Construction", country: "France" }, { name: "Thumakpanni" }] },
  },
  form: FORMS.json,
  choice: { parameter: "format", forms: FORMS },
  problems: ["unavailable"],
  dependsOn: "release",
  checkBody: async (sources: Sources, { rows }: { readonly rows: readonly unknown[] }) =>
    (await readListRows(sources, rows)).errors,
  requestsOf: ({ rows }: { readonly rows: readonly unknown[] }) => Math.ceil(rows.length / ROWS_PER_REQUEST),
  async answer(sources, { format }, { rows }) {
    const matched = await matchRows(sources, rows);
    if (format === "json") return { kind: "json", body: await describePortfolio(sources, matched) };
    const given: readonly unknown[] = rows;
    const lines = await mapInTurns(sources, matched, (row, index) => {
      const own = given[index];
      const others = own instanceof FileRow ? own.others.map(ownField) : [];
      return csvLine([...valuesOf(sources.snapshot, row, index + 1), ...others]);
    });
    const names = given[0] instanceof FileRow ? given[0].otherNames : [];
    const others = names.map((name) => (COLUMNS.includes(name) ? `your_${name}` : name));
    return { kind: "text", text: csvLine([...COLUMNS, ...others]) + lines.join("") };
  },
});

async function matchRows(sources: Sources, given: readonly unknown[]): Promise<readonly MatchedRow[]> {
  const { rows } = await readListRows(sources, given);
  return joinMatches(rows, await matchCompanies(sources.snapshot, rows, sources.signal));
}

const COLUMNS = [
  "row",
  "id",
  "name",
  "status",
  "matched_by",
  "matched_name",
  "company_id",
  "company_slug",
  "company_name",
  "country",
  "sector",
  "median_band",
  "median_level",
  "duplicate_of",
  "ambiguity",
  "candidates",
];

function valuesOf(snapshot: Snapshot, { row, match, duplicateOf }: MatchedRow, number: number): CsvValue[] {
  const own = [number, row.id, row.name, match.status];
  if (match.status === "matched") {
    const { id, slug, name, country, sector, median } = snapshot.companyAt(match.position);
    const iso3 = snapshot.countryByIso2(country ?? "")?.iso3 ?? null;
    const band = median === null ? null : (snapshot.manifest.dataset.scale.bands[median - 1]?.id ?? null);
    return [...own, match.by, match.alias, id, slug, name, iso3, sector, band, median, duplicateOf, null, null];
  }
  const candidates = match.status === "ambiguous" ? match.candidates : [];
  const slugs = candidates.map(({ position }) => snapshot.companyAt(position).slug).join("|");
  const ambiguity = match.status === "ambiguous" ? match.because : null;
  return [...own, null, null, null, null, null, null, null, null, null, null, ambiguity, slugs === "" ? null : slugs];
}
