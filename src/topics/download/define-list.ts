import type { Static, TObject, TProperties, TSchema } from "typebox";
import { Type } from "../../ask/type.ts";
import { inOneWording } from "../../ask/filters.ts";
import {
  type Answer,
  type AnswerForm,
  type GivenParameters,
  type JsonOperation,
  type Operation,
  defineOperation,
  describeParameters,
} from "../../ask/operation.ts";
import { listParameters, releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { canonicalUrl } from "../../ask/urls.ts";
import type { ProblemError } from "../../problem.ts";
import type { PageQuery } from "../../release/queries.ts";
import type { TableId } from "../../release/release-tables.ts";
import type { RecordPage } from "../../release/table-records.ts";
import {
  ROWS_AT_A_TIME,
  answerCsv,
  answerStoredCsv,
  answerWorkbook,
  findSheetErrors,
  isStoredAs,
  tableOf,
  urlOfFile,
} from "./rows-as-file.ts";
import { csvFormOf, csvFormParameters, PLAIN_CSV } from "./csv-form.ts";
import { CSV_TYPE, tableDataPath, tableLinks, XLSX_TYPE } from "./downloads.ts";
import { oneOf } from "../../ask/json-shape.ts";

/** The parameters of a list, of which these are the same for all. */
interface PageParameters extends Readonly<Record<string, unknown>> {
  readonly limit: number;
  readonly cursor?: string;
  readonly fields?: string[];
  readonly release?: string;
}

/** A list whose rows are in a downloadable table: page by page in JSON, or whole as a file. */
interface List<Filters extends TProperties, Schema extends TSchema> extends Pick<
  Operation,
  "id" | "path" | "tag" | "summary" | "description" | "examples"
> {
  /** The parameters that choose and sort the rows. */
  readonly filters: Filters;
  /** What an item is in JSON. */
  readonly item: Parameters<typeof listParameters>[0];
  readonly form: Extract<AnswerForm, { kind: "json" }> & { readonly schema: Schema };
  /** How many items a page has by default; 100 unless it says otherwise. */
  readonly limit?: number;
  /** The table that has all of its rows: a file has the columns of the table. */
  readonly table: TableId;
  check(sources: Sources, given: Partial<Static<TObject<Filters>>>): ProblemError[];
  /** A page in JSON. */
  answer(sources: Sources, given: Static<TObject<Filters>> & PageParameters): Answer;
  /** Rows as the table has them. */
  rows(sources: Sources, given: Static<TObject<Filters>>, page: PageQuery): RecordPage;
}

/** Defines a list that answers JSON, CSV and XLSX at its one path. */
export function defineList<Filters extends TProperties, Schema extends TSchema>(
  list: List<Filters, Schema>,
): JsonOperation<Schema> {
  // What is read by the parameters below is what the list declares.
  const declared = (given: object) => given as Static<TObject<Filters>> & PageParameters;
  const { id, path, tag, summary, filters, item, form, table, examples } = list;
  const query: TObject = describeParameters({
    ...filters,
    ...listParameters(item, list.limit ?? 100),
    ...formatParameters,
    ...releaseParameter,
  });
  const operation: JsonOperation<Schema> = defineOperation({
    id,
    method: "GET",
    path,
    tag,
    summary,
    description: `${list.description} As CSV or XLSX the list is whole, with the columns of \`/api/v2/data/${table}.csv\`.`,
    parameters: { path: Type.Object({}), query },
    form,
    choice: { parameter: "format", forms: fileFormats(form, `The matching rows of the ${table} table.`) },
    problems: [],
    dependsOn: "release",
    bulkPath: `${path}?format=csv`,
    ...(examples === undefined ? {} : { examples }),
    check(sources, given: Readonly<Record<string, unknown>>, sent) {
      const errors = [...list.check(sources, declared(given)), ...findFormatErrors(given, sent)];
      if (given["format"] !== "xlsx" || errors.length > 0) return errors;
      return findSheetErrors(list.rows(sources, declared(given), { limit: 1, offset: 0 }).total);
    },
    answer(sources, given: Readonly<Record<string, unknown>>) {
      const read = declared(given);
      return given["format"] === "json" ? list.answer(sources, read) : answerFile(operation, list, sources, read);
    },
  });
  return operation;
}

function answerFile<Filters extends TProperties, Schema extends TSchema>(
  operation: Operation,
  list: List<Filters, Schema>,
  sources: Sources,
  given: Static<TObject<Filters>> & PageParameters,
): Answer {
  const { snapshot, site } = sources;
  const { table } = list;
  const { release } = given;
  const form = csvFormOf(given);
  const isCsv = given["format"] === "csv";
  const file = {
    facts: tableOf(snapshot, table),
    read: (offset: number) => list.rows(sources, given, { limit: ROWS_AT_A_TIME, offset }),
    url: urlOfFile(operation, sources, { ...given, release: snapshot.manifest.id }),
    filename: `country-trust-${table}-list-${snapshot.manifest.id}`,
    links: tableLinks({ site, snapshot, release, ...(isCsv ? { csvPath: tableDataPath(table, "csv"), form } : {}) }),
  };
  if (!isCsv) return answerWorkbook(sources, file);
  const chosen = canonicalUrl(operation, inOneWording(sources, given), ["format", "bom", "separator"]);
  const isWhole = chosen === operation.path;
  return isWhole && isStoredAs(form) ? answerStoredCsv(snapshot, table, form, file) : answerCsv(file, form);
}

const FORMATS = ["json", "csv", "xlsx"] as const;

/** Query parameters of a list that comes in several formats. */
export const formatParameters = {
  format: oneOf(FORMATS, {
    default: "json",
    description:
      "The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` are of JSON alone.",
  }),
  ...csvFormParameters,
};

/** The forms of a list by the values of `format`. `rows` says what the rows of a file are. */
export function fileFormats(json: AnswerForm, rows: string): Readonly<Record<(typeof FORMATS)[number], AnswerForm>> {
  return {
    json,
    csv: { kind: "file", mediaType: CSV_TYPE, description: rows },
    xlsx: { kind: "file", mediaType: XLSX_TYPE, description: rows },
  };
}

/** Parameters of a page of a list. */
const OF_JSON = ["limit", "cursor", "fields"];

/** The errors of parameters that mean nothing in the format that was asked for. */
export function findFormatErrors(given: Readonly<Record<string, unknown>>, sent: GivenParameters): ProblemError[] {
  const { format } = given;
  if (format === undefined) return [];
  const errors = format === "csv" ? [] : findCsvErrors(given);
  if (format === "json") return errors;
  for (const [name] of sent.query) {
    if (!OF_JSON.includes(name)) continue;
    const detail = `\`${name}\` is of JSON alone; as a file the list is whole, with the columns of its table.`;
    errors.push({ parameter: name, detail });
  }
  return errors;
}

/** The errors of parameters that ask what is no CSV file to be written like one. */
export function findCsvErrors({ bom, separator }: Readonly<Record<string, unknown>>): ProblemError[] {
  const unfit = [
    ...(bom === true ? ["bom"] : []),
    ...(separator === undefined || separator === PLAIN_CSV.separator ? [] : ["separator"]),
  ];
  return unfit.map((parameter) => ({ parameter, detail: `\`${parameter}\` is of CSV files alone; leave it out.` }));
}
