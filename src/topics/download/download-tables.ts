import { Type } from "typebox";
import { type Downloadable, DOWNLOADABLE, type TableId } from "../../release/release-tables.ts";
import { openTable } from "../../release/table-records.ts";
import { CSV_RULES, csvFormOf, csvParameters, PLAIN_CSV } from "./csv-form.ts";
import { CSV_TYPE, PARQUET_TYPE, tableFileOf, tableLinks, tablePath, urlIn, XLSX_TYPE } from "./downloads.ts";
import {
  type Answer,
  type AnswerLink,
  defineOperation,
  describeParameters,
  type Operation,
} from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { canonicalUrl } from "../../ask/urls.ts";
import { linesOf, ROWS_AT_A_TIME, tableOf } from "./list-as-csv.ts";
import { answerWorkbook, findSheetErrors, XLSX_RULES } from "./list-as-xlsx.ts";

function downloadCsv({ table, title, description }: Downloadable, path = `/api/v2/data/${table}.csv`): Operation {
  const isCountries = table === "countries";
  const isMain = path === tablePath("countries", "csv");
  const csv: Operation = defineOperation({
    id: isMain ? "download_country_data" : `download_${table}`,
    method: "GET",
    path,
    tag: isMain ? "Intelligence" : "Downloads",
    summary: isMain ? "The banded dataset as CSV" : `${title} as CSV`,
    description: `${description} ${CSV_RULES}`,
    parameters: { path: Type.Object({}), query: describeParameters(csvParameters) },
    form: { kind: "file", mediaType: CSV_TYPE, description: `The ${table} table of the release.` },
    problems: [],
    dependsOn: "release",
    ...(isMain ? {} : { isRarelyAsked: true }),
    answer(sources, given) {
      const { snapshot, site } = sources;
      const { release } = given;
      const form = csvFormOf(given);
      const about = {
        filename: `${nameOf(sources, table)}.csv`,
        links: [
          ...tableLinks({ site, snapshot, release, csvPath: path, form }),
          ...(isCountries ? linkOtherTables(sources, release) : []),
        ],
      };
      if (form.separator === PLAIN_CSV.separator) {
        const mark = form.bom ? ({ byteOrderMark: true } as const) : {};
        return { kind: "file", ...tableFileOf(snapshot, table, "csv"), ...mark, ...about };
      }
      const read = openTable(snapshot, table);
      const { columns } = tableOf(snapshot, table);
      return {
        kind: "rows",
        name: `${snapshot.manifest.id} ${canonicalUrl(csv, { ...form })}`,
        chunks: () => linesOf(columns, (offset) => read({ limit: ROWS_AT_A_TIME, offset }), form),
        ...about,
      };
    },
  });
  return csv;
}

/** The name under which readers save a table, without its extension. */
function nameOf({ snapshot }: Sources, table: TableId): string {
  return `country-trust-${table === "countries" ? "bands" : table}-${snapshot.manifest.id}`;
}

/** Links from the countries table to the others: the same rows as Parquet, and the other tables. */
function linkOtherTables({ site }: Sources, release: string | undefined): AnswerLink[] {
  const others = DOWNLOADABLE.filter(({ table }) => table !== "countries");
  return [
    { rel: "alternate", href: urlIn(site, tablePath("countries", "parquet"), release), type: PARQUET_TYPE },
    ...others.map(({ table }) => ({
      rel: "related",
      href: urlIn(site, tablePath(table, "csv"), release),
      type: "text/csv",
    })),
  ];
}

function downloadParquet({ table, title, description }: Downloadable): Operation {
  return defineOperation({
    id: `download_${table}_parquet`,
    method: "GET",
    path: tablePath(table, "parquet"),
    tag: "Downloads",
    summary: `${title} as Parquet`,
    description: `${description} Has the rows and columns of the CSV file, with texts unchanged. Columns are only ever appended.`,
    parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
    form: { kind: "file", mediaType: PARQUET_TYPE, description: `The ${table} table of the release.` },
    problems: [],
    dependsOn: "release",
    isRarelyAsked: true,
    answer(sources, { release }): Answer {
      const { snapshot, site } = sources;
      return {
        kind: "file",
        ...tableFileOf(snapshot, table, "parquet"),
        filename: `${nameOf(sources, table)}.parquet`,
        links: tableLinks({ site, snapshot, release }),
      };
    },
  });
}

function downloadXlsx({ table, title, description }: Downloadable): Operation {
  const path = tablePath(table, "xlsx");
  return defineOperation({
    id: `download_${table}_xlsx`,
    method: "GET",
    path,
    tag: "Downloads",
    summary: `${title} as XLSX`,
    description: `${description} ${XLSX_RULES} A release with more rows than a sheet has room for (1,048,575) answers \`invalid_request\`; take CSV or Parquet then.`,
    parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
    form: { kind: "file", mediaType: XLSX_TYPE, description: `The ${table} table of the release.` },
    problems: [],
    dependsOn: "release",
    isRarelyAsked: true,
    check: ({ snapshot }) => findSheetErrors(openTable(snapshot, table)({ limit: 1, offset: 0 }).total),
    answer(sources, { release }) {
      const { snapshot, site } = sources;
      const read = openTable(snapshot, table);
      return answerWorkbook(sources, {
        url: `${path}?release=${encodeURIComponent(snapshot.manifest.id)}`,
        filename: `${nameOf(sources, table)}.xlsx`,
        facts: tableOf(snapshot, table),
        read: (offset) => read({ limit: ROWS_AT_A_TIME, offset }),
        links: tableLinks({ site, snapshot, release }),
      });
    },
  });
}

/** The countries table as CSV, the file most ask for, at a path older than those of the tables. */
export const downloadCountryData = downloadCsv(
  DOWNLOADABLE.find(({ table }) => table === "countries")!,
  tablePath("countries", "csv"),
);

/** The files of a release: every table as CSV, Parquet and XLSX. */
export const DOWNLOADS: readonly Operation[] = [
  ...DOWNLOADABLE.map((table) => downloadCsv(table)),
  ...DOWNLOADABLE.map(downloadParquet),
  ...DOWNLOADABLE.map(downloadXlsx),
];
