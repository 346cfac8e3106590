import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import { csvFormOf } from "./csv-form.ts";
import { tableLinks, tableDataPath } from "./downloads.ts";
import { inOneWording } from "../../ask/filters.ts";
import { fileFormats, findFormatErrors, formatParameters } from "./formats.ts";
import {
  type Answer,
  type AnswerForm,
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
