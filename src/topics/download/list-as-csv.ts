import { type TProperties, Type } from "typebox";
import { type CsvForm, csvLine, SEPARATORS } from "../../ask/csv.ts";
import { CSV_RULES, csvFormOf, csvParameters, PLAIN_CSV } from "./csv-form.ts";
import { CSV_TYPE, CSVW_TYPE, csvwPath, tableFileOf, tableLinks } from "./downloads.ts";
import { type GivenFilters, inOneWording } from "../../ask/filters.ts";
import { type AnswerLink, defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import { canonicalUrl } from "../../ask/urls.ts";
import { type ReleaseTable, type TableId, tablesOf } from "../../release/release-tables.ts";
import type { Releases, Snapshot } from "../../release/snapshot.ts";
import type { RecordPage } from "../../release/table-records.ts";
import type { PageQuery } from "../../release/queries.ts";

/** A list that comes as a file, too. */
export interface ListedTable {
  /** The list in JSON. */
  readonly list: Operation;
  /** The downloadable table that has all of its rows. */
  readonly table: TableId;
  /** The parameters of the list that choose and sort its rows. */
  readonly filters: TProperties;
  readonly rows: (
    sources: Sources,
    given: GivenFilters & Readonly<Record<string, unknown>>,
    page: PageQuery,
  ) => RecordPage;
}

/** How many rows are made at a time: few enough for other requests to come between. */
export const ROWS_AT_A_TIME = 200;

/**
 * A filtered list as a CSV file, with the columns of the downloadable table. The list is whole: it
 * is made while it is sent, some rows at a time.
 */
export function listAsCsv({ list, table, filters, rows }: ListedTable): Operation {
  const path = `${list.path}.csv`;
  const csv: Operation = defineOperation({
    id: `${list.id}_csv`,
    ...describeFile(list, table, { type: CSV_TYPE, name: "CSV", rules: CSV_RULES }),
    path,
    parameters: { path: Type.Object({}), query: describeParameters({ ...filters, ...csvParameters }) },
    check: (sources, given, sent) => list.check?.(sources, given, sent) ?? [],
    answer(sources, given) {
      const { snapshot } = sources;
      const { bom, separator, release: _release, ...chosen } = given;
      const form = csvFormOf({ bom, separator });
      const worded = inOneWording(sources, chosen);
      const about = {
        filename: `country-trust-${table}-list-${snapshot.manifest.id}.csv`,
        links: linksOf(sources, csv, given),
      };
      if (canonicalUrl(csv, worded) === path && form.separator === PLAIN_CSV.separator) {
        return {
          kind: "file",
          ...tableFileOf(snapshot, table, "csv"),
          ...(bom ? BYTE_ORDER_MARK : {}),
          ...about,
        };
      }
      const read = (offset: number): RecordPage => rows(sources, chosen, { limit: ROWS_AT_A_TIME, offset });
      const name = `${snapshot.manifest.id} ${canonicalUrl(csv, { ...worded, ...form })}`;
      return { kind: "rows", name, ...about, chunks: () => linesOf(tableOf(snapshot, table).columns, read, form) };
    },
  });
  return csv;
}

/** What the description of a list as a file says, whatever kind of file it is. */
export function describeFile(
  list: Operation,
  table: TableId,
  { type, name, rules }: { readonly type: string; readonly name: string; readonly rules: string },
) {
  return {
    method: "GET",
    tag: list.tag,
    summary: `${list.summary}, as ${name}`,
    description: `The whole list that \`${list.path}\` gives for the same filters, in the same order, with the columns of \`/api/v2/data/${table}.csv\`. ${rules}`,
    form: { kind: "file", mediaType: type, description: `The matching rows of the ${table} table.` },
    problems: [],
    dependsOn: "release",
    isRarelyAsked: true,
    ...(list.examples === undefined
      ? {}
      : { examples: (snapshot: Snapshot, releases: Releases) => list.examples?.(snapshot, releases) ?? {} }),
  } as const;
}

const BYTE_ORDER_MARK = { byteOrderMark: true } as const;

/** How a table of the release is described. */
export function tableOf(snapshot: Snapshot, table: TableId): ReleaseTable {
  const found = tablesOf(snapshot).find((each) => each.table === table);
  if (found === undefined) throw new Error(`release ${snapshot.manifest.id} holds no table ${table}`);
  return found;
}

/** A CSV file from its beginning, as many rows at a time as `read` gives. */
export function* linesOf(
  columns: ReleaseTable["columns"],
  read: (offset: number) => RecordPage,
  { bom, separator }: CsvForm,
): Generator<string> {
  yield `${bom ? "\ufeff" : ""}${columns.map(({ name }) => name).join(SEPARATORS[separator])}\r\n`;
  for (const records of pagesOf(read)) {
    yield records
      .map((record) =>
        csvLine(
          columns.map(({ name }) => record[name] ?? null),
          separator,
        ),
      )
      .join("");
  }
}

/** All rows, as many at a time as `read` gives. */
export function* pagesOf(read: (offset: number) => RecordPage): Generator<RecordPage["records"]> {
  for (let offset: number | null = 0; offset !== null;) {
    const page = read(offset);
    yield page.records;
    offset = page.nextOffset;
  }
}

/** The links of a downloaded table, with the description of this very list. */
function linksOf(sources: Sources, csv: Operation, given: Readonly<Record<string, unknown>>): AnswerLink[] {
  const { snapshot, site } = sources;
  const release = typeof given["release"] === "string" ? given["release"] : undefined;
  return [describedBy(sources, csv, given), ...tableLinks({ site, snapshot, release })];
}

/** The link to the description of a CSV file as it was asked for. */
export function describedBy(sources: Sources, csv: Operation, given: Readonly<Record<string, unknown>>): AnswerLink {
  const path = urlOfList({ ...csv, path: csvwPath(csv.path) }, sources, given);
  return { rel: "describedby", href: `${sources.site.baseUrl}${path}`, type: CSVW_TYPE };
}

/** The path and query of a list as it was asked for, in the one wording, release included. */
export function urlOfList(
  operation: Pick<Operation, "path" | "parameters">,
  sources: Sources,
  given: Readonly<Record<string, unknown>>,
): string {
  const url = canonicalUrl(operation, inOneWording(sources, given));
  const { release } = given;
  if (typeof release !== "string") return url;
  return `${url}${url.includes("?") ? "&" : "?"}release=${encodeURIComponent(release)}`;
}
