import type { Static, TObject, TProperties, TSchema } from "typebox";
import { Type } from "../../ask/type.ts";
import { SHARED_COMPONENTS } from "../../ask/components.ts";
import { openRows } from "../../ask/describe.ts";
import { type GivenFilters, inOneWording, readFilters } from "../../ask/filters.ts";
import {
  type AnswerForm,
  type GivenParameters,
  type JsonOperation,
  type Operation,
  defineOperation,
  describeParameters,
} from "../../ask/operation.ts";
import { LIMIT_DEFAULT, listParameters, releaseParameter } from "../../ask/parameters.ts";
import { answerList, offsetOf } from "../../ask/lists.ts";
import type { Sources } from "../../ask/sources.ts";
import { canonicalUrl } from "../../ask/urls.ts";
import type { ProblemError } from "../../problem.ts";
import type { Page, PageQuery } from "../../release/queries.ts";
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
interface List<Filters extends TProperties, Schema extends TSchema, Query, Row> extends Pick<
  Operation,
  "id" | "path" | "tag" | "summary" | "description" | "examples"
> {
  /** The parameters that choose and sort the rows. */
  readonly filters: Filters;
  /** The schema of an item in JSON, and that of the list. */
  readonly item: Parameters<typeof listParameters>[0] & TSchema;
  readonly schema: Schema;
  /** The number of items of a page by default, if it is another one. */
  readonly limit?: number;
  /** The table that has all of its rows and whose columns a file has. */
  readonly table: TableId;
  /** Finds what the filters mean, and their errors. */
  read(sources: Sources, given: Static<TObject<Filters>>): ReadQuery<Query>;
  /** Finds the rows of a page. */
  find(snapshot: Snapshot, query: Query & PageQuery): Page<Row>;
  /** Returns a function that describes a row as an item, with some fields or with all. */
  describe(sources: Sources, fields: readonly string[] | undefined): (row: Row) => object;
  /** Describes the list itself. */
  head?(sources: Sources): object;
  /** Returns rows of the table. */
  rows(snapshot: Snapshot, query: Query & PageQuery): RecordPage;
}

interface ReadQuery<Query> {
  readonly query: Query;
  readonly errors: readonly ProblemError[];
}

/** Reads the usual filters of a list, and its order. */
export function readSorted<Sort extends string>(sources: Sources, given: GivenFilters & { readonly sort: Sort }) {
  const { query, errors } = readFilters(sources, given);
  return { query: { ...query, sort: given.sort }, errors };
}

/** Defines a list that answers JSON, CSV and XLSX at its one path. */
export function defineList<Filters extends TProperties, Schema extends TSchema, Query extends object, Row>(
  list: List<Filters, Schema, Query, Row>,
): JsonOperation<Schema> {
  // The parameters below are read by the schemas that the list declares.
  const declared = (given: object) => given as Static<TObject<Filters>> & PageParameters;
  const { id, path, tag, summary, filters, item, schema, table, examples } = list;
  const form = { kind: "json", schema, components: SHARED_COMPONENTS.includes(item) ? [] : [item] } as const;
  const query: TObject = describeParameters({
    ...filters,
    ...listParameters(item, list.limit ?? LIMIT_DEFAULT),
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
      if (given["format"] === "json") {
        const asked = { operation, sources, parameters };
        const { limit, fields } = parameters;
        const { rows, ...page } = list.find(sources.snapshot, { ...read, limit, offset: offsetOf(asked) });
        const head = { ...openRows(sources), ...list.head?.(sources) };
        return answerList(asked, head, { ...page, items: rows.map(list.describe(sources, fields)) });
      }
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
