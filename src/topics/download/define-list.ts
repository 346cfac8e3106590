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
import type { ListRequest } from "../../ask/lists.ts";
import type { Sources } from "../../ask/sources.ts";
import { canonicalUrl } from "../../ask/urls.ts";
import type { ProblemError } from "../../problem.ts";
import type { PageQuery } from "../../release/queries.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { TableId } from "../../release/release-tables.ts";
import type { RecordPage } from "../../release/table-records.ts";
import { ROWS_AT_A_TIME, answerTableRows, findSheetErrors } from "./rows-as-file.ts";
import { CSV_TYPE, XLSX_TYPE } from "./downloads.ts";
import { oneOf } from "../../ask/json-shape.ts";

/** The parameters that all lists share. */
interface PageParameters extends Readonly<Record<string, unknown>> {
  readonly limit: number;
  readonly cursor?: string;
  readonly fields?: string[];
  readonly release?: string;
}

/** A list whose rows are in a downloadable table: page by page in JSON, or whole as a file. */
interface List<Filters extends TProperties, Schema extends TSchema, Query> extends Pick<
  Operation,
  "id" | "path" | "tag" | "summary" | "description" | "examples"
> {
  /** The parameters that choose and sort the rows. */
  readonly filters: Filters;
  /** The schema of an item in JSON. */
  readonly item: Parameters<typeof listParameters>[0];
  readonly form: Extract<AnswerForm, { kind: "json" }> & { readonly schema: Schema };
  /** The number of items of a page by default; 100 if it is missing. */
  readonly limit?: number;
  /** The table that has all of its rows and whose columns a file has. */
  readonly table: TableId;
  /** Finds what the filters mean, and their errors. */
  read(sources: Sources, given: Static<TObject<Filters>>): ReadQuery<Query>;
  /** Answers a page in JSON. */
  answer(list: ListRequest, query: Query, given: PageParameters): Answer;
  /** Returns rows of the table. */
  rows(snapshot: Snapshot, query: Query & PageQuery): RecordPage;
}

interface ReadQuery<Query> {
  readonly query: Query;
  readonly errors: readonly ProblemError[];
}

/** Defines a list that answers JSON, CSV and XLSX at its one path. */
export function defineList<Filters extends TProperties, Schema extends TSchema, Query extends object>(
  list: List<Filters, Schema, Query>,
): JsonOperation<Schema> {
  // The parameters below are read by the schemas that the list declares.
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
    path,
    tag,
    summary,
    description: `${list.description} As CSV or XLSX the list is whole, with the columns of \`/api/v2/data/${table}.csv\`.`,
    parameters: { path: Type.Object({}), query },
    form,
    choice: { parameter: "format", forms: fileFormats(form, `The matching rows of the ${table} table.`) },
    bulkPath: `${path}?format=csv`,
    ...(examples === undefined ? {} : { examples }),
    check(sources, given: Readonly<Record<string, unknown>>, sent) {
      const { query: read, errors: found } = list.read(sources, declared(given));
      const errors = [...found, ...findFormatErrors(given, sent)];
      if (given["format"] !== "xlsx" || errors.length > 0) return errors;
      return findSheetErrors(list.rows(sources.snapshot, { ...read, limit: 1, offset: 0 }).total);
    },
    answer(sources, given: Readonly<Record<string, unknown>>) {
      const parameters = declared(given);
      const { query: read } = list.read(sources, parameters);
      if (given["format"] === "json") return list.answer({ operation, sources, parameters }, read, parameters);
      return answerTableRows(operation, sources, parameters, {
        table,
        name: `${table}-list`,
        read: (offset) => list.rows(sources.snapshot, { ...read, limit: ROWS_AT_A_TIME, offset }),
        isWhole: canonicalUrl(operation, inOneWording(sources, given), ["format"]) === operation.path,
      });
    },
  });
  return operation;
}

const FORMATS = ["json", "csv", "xlsx"] as const;

/** Query parameters of a list that comes in several formats. */
export const formatParameters = {
  format: oneOf(FORMATS, {
    default: "json",
    description:
      "The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` apply to JSON only.",
  }),
};

/** Returns the forms of a list by the values of `format`. `rows` describes the rows of a file. */
export function fileFormats(json: AnswerForm, rows: string): Readonly<Record<(typeof FORMATS)[number], AnswerForm>> {
  return {
    json,
    csv: { kind: "file", mediaType: CSV_TYPE, description: rows },
    xlsx: { kind: "file", mediaType: XLSX_TYPE, description: rows },
  };
}

/** The parameters that apply to JSON only. */
const OF_JSON = ["limit", "cursor", "fields"];

/** Finds parameters that do not apply to the requested format. */
export function findFormatErrors(given: Readonly<Record<string, unknown>>, sent: GivenParameters): ProblemError[] {
  const { format } = given;
  if (format === undefined || format === "json") return [];
  return sent.query
    .filter(([name]) => OF_JSON.includes(name))
    .map(([name]) => ({
      parameter: name,
      detail: `\`${name}\` applies to JSON only; files contain the whole list, with the columns of its table.`,
    }));
}
