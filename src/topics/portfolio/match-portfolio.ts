import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { csvLine, type CsvValue, ownField } from "../../ask/csv.ts";
import { CSV_TYPE } from "../download/downloads.ts";
import { BOUNDS } from "../../ask/bounds.ts";
import { FileRow, ownColumn, readListFile } from "./list-file.ts";
import { LIST_BYTES_MAX, ListRowSchema, readListRows, type ListRow } from "./list-rows.ts";
import { matchCompanies } from "../reconciliation/match-companies.ts";
import { type AnswerForm, defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseName, releaseParameter } from "../../ask/parameters.ts";
import { describePortfolio, describeRow, joinMatches, type MatchedRow, type RowsSince } from "./portfolio.ts";
import { mapInTurns } from "../../ask/map-in-turns.ts";
import { Portfolio, PORTFOLIO_COMPONENTS, type PortfolioRow } from "./portfolio-schema.ts";
import { oneOf, ref } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";
import { findFutureErrors, findRelease, isLater } from "../../ask/choose-release.ts";
import { sentences } from "../../ask/words.ts";
import { Problem, type ProblemError, quote } from "../../problem.ts";
import { type ChangedCompany, findChanged } from "../../release/changes/changed-companies.ts";
import { isOtherMethod } from "../../release/changes/release-changes.ts";
import { countChanges } from "../../trust/company-changes.ts";
import { isSameDataset } from "../../trust/dataset.ts";
import { changesBetween } from "../change/changes-between.ts";
import { isTakenBack } from "../change/release-switches.ts";
import { companiesInWords, methodInWords } from "../../say/changes.ts";

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
  description: `Finds the companies that a list means, and gives their distribution and lower median: over all, per pillar, per country and per sector. With \`since\`, says what changed for each company since an earlier release, and which left the list. As CSV, the rows of the list, each with the company it means, and with the other columns of a file behind. ${RULES}`,
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      format: oneOf(["json", "csv"], {
        default: "json",
        description: "The format of the answer. Without it `Accept` decides, by default for JSON.",
      }),
      since: Type.Optional(
        releaseName(
          "An earlier release: what happened to each company since is answered, too. Its id, `previous`, or a date at which it was in force.",
        ),
      ),
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
  problems: ["unavailable", "release_not_found", "release_removed"],
  check: (sources, { since }) => findSinceErrors(sources, since),
  checkBody: async (sources: Sources, { rows }: { readonly rows: readonly unknown[] }) =>
    (await readListRows(sources, rows)).errors,
  requestsOf: ({ rows }: { readonly rows: readonly unknown[] }) => Math.ceil(rows.length / ROWS_PER_REQUEST),
  async answer(sources, { format, since }, { rows: given }) {
    const { rows } = await readListRows(sources, given);
    const matched = joinMatches(rows, await matchCompanies(sources.snapshot, rows, sources.signal));
    const compared = since === undefined ? null : await compareRows(sources, rows, matched, since);
    if (format === "json") return { kind: "json", body: await describePortfolio(sources, matched, compared) };
    const columns = compared === null ? COLUMNS : COLUMNS_SINCE;
    const sent: readonly unknown[] = given;
    const lines = await mapInTurns(sources, matched, (each, index) => {
      const row = describeRow(sources, each, index, compared);
      const own = sent[index];
      const others = own instanceof FileRow ? own.others.map(ownField) : [];
      return csvLine([...Object.values(columns).map((valueOf) => valueOf(row)), ...others]);
    });
    const names = sent[0] instanceof FileRow ? sent[0].otherNames : [];
    const head = [...Object.keys(columns), ...names.map((name) => ownColumn(name, columns))];
    return { kind: "text", text: csvLine(head) + lines.join("") };
  },
});

type Row = Static<typeof PortfolioRow>;

/** The columns of the CSV answer. */
const COLUMNS: Readonly<Record<string, (row: Row) => CsvValue>> = {
  row: ({ row }) => row,
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status,
  matched_by: ({ matched_by }) => matched_by,
  matched_name: ({ matched_name }) => matched_name,
  company_id: ({ company }) => company?.id ?? null,
  company_slug: ({ company }) => company?.slug ?? null,
  company_name: ({ company }) => company?.name ?? null,
  country: ({ company }) => company?.country?.iso3 ?? null,
  sector: ({ company }) => company?.sector.slug ?? null,
  median_band: ({ company }) => company?.median_band ?? null,
  median_level: ({ company }) => company?.median_level ?? null,
  duplicate_of: ({ duplicate_of }) => duplicate_of,
  ambiguity: ({ ambiguity }) => ambiguity,
  candidates: ({ candidates }) => candidates.map(({ slug }) => slug).join("|") || null,
};

/** Those that follow where `since` is given. */
const COLUMNS_SINCE: typeof COLUMNS = {
  ...COLUMNS,
  changes: ({ changes }) => changes?.join("|") || null,
  company_name_before: ({ before }) => before?.name ?? null,
  median_band_before: ({ before }) => before?.median_band ?? null,
};

/** Finds the errors of `since`. A release that is missing is reported by the answer. */
function findSinceErrors({ releases, snapshot, at }: Sources, since: string | undefined): ProblemError[] {
  if (since === undefined) return [];
  const errors = findFutureErrors("since", since, at);
  if (errors.length > 0) return errors;
  const refuse = (detail: string): ProblemError[] => [{ parameter: "since", detail }];
  try {
    const before = findRelease(releases, since);
    const named = `\`since\` is ${quote(since)}`;
    if (isTakenBack(releases, before.manifest.id))
      return refuse(`${named}, which its publisher took back: no change since can be told.`);
    if (isLater(releases, before, snapshot))
      return refuse(`${named}, which became current after ${snapshot.manifest.id}; expected an earlier release.`);
    return isSameDataset(before.manifest.dataset, snapshot.manifest.dataset)
      ? []
      : refuse(`${named}, which is of another dataset (${before.manifest.dataset.title}).`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === "release_withdrawn" ? refuse(error.message) : [];
  }
}

/**
 * Compares the companies that a list means with an earlier release, in which the rows without a
 * certain company are looked up, too: theirs may have left the list.
 */
async function compareRows(
  sources: Sources,
  given: readonly ListRow[],
  matched: readonly MatchedRow[],
  since: string,
): Promise<RowsSince> {
  const { releases, snapshot: after, signal } = sources;
  const before = findRelease(releases, since);
  const changes = await changesBetween(releases, before, after);
  if (changes === null) throw new RangeError("releases of two datasets were to be compared");
  const earlier = joinMatches(given, await matchCompanies(before, given, signal));
  const { rows: changed } = findChanged(changes.companies, {}, { offset: 0, limit: Infinity });
  const byPosition = new Map(changed.map((company) => [company.after ?? `gone ${company.before}`, company]));
  const rows = matched.map(({ match }, index): ChangedCompany | null => {
    if (match.status === "matched") {
      const [position = null] = before.findCompanies("id", after.companyAt(match.position).id);
      return byPosition.get(match.position) ?? { before: position, after: match.position, changes: [] };
    }
    const then = earlier[index]?.match;
    return then?.status === "matched" ? (byPosition.get(`gone ${then.position}`) ?? null) : null;
  });
  // Rows of one company share its change, which counts once.
  const all = [...new Set(rows)].flatMap((row) => (row === null ? [] : [row.changes]));
  const counts = countChanges(all, !isOtherMethod(changes.methodChange));
  const happened = `Since release ${before.manifest.id}, ${companiesInWords({ ...changes, counts })}.`;
  return { before, methodChange: changes.methodChange, rows, summary: sentences(happened, methodInWords(changes)) };
}
