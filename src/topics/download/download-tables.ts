import { Type } from "../../ask/type.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import {
  COUNTRY_DATA_PATH,
  CSV_RULES,
  CSV_TYPE,
  PARQUET_TYPE,
  XLSX_TYPE,
  tableFileOf,
  tableLinks,
  tablePath,
  urlIn,
} from "./downloads.ts";
import { oneOf } from "../../ask/json-shape.ts";
import {
  type Answer,
  type AnswerForm,
  type AnswerLink,
  defineOperation,
  describeParameters,
  type Operation,
} from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import { DOWNLOADABLE, type TableId } from "../../release/release-tables.ts";
import { openTable } from "../../release/table-records.ts";
import {
  ROWS_AT_A_TIME,
  XLSX_RULES,
  answerStoredCsv,
  answerWorkbook,
  findSheetErrors,
  tableOf,
  urlOfFile,
} from "./rows-as-file.ts";

const TYPES = { csv: CSV_TYPE, parquet: PARQUET_TYPE, xlsx: XLSX_TYPE } as const;
type Format = keyof typeof TYPES;
const FORMATS: readonly Format[] = ["csv", "parquet", "xlsx"];

/** A file that every release has. */
interface TableFile {
  readonly name: string;
  readonly table: TableId;
  readonly format: Format;
}

const FILES: readonly TableFile[] = FORMATS.flatMap((format) =>
  DOWNLOADABLE.map(({ table }) => ({ name: `${table}.${format}`, table, format })),
);

const fileForm = (format: Format): AnswerForm => ({
  kind: "file",
  mediaType: TYPES[format],
  description: "The table of the release.",
});

const FORMS: Readonly<Record<string, AnswerForm>> = Object.fromEntries(
  FILES.map(({ name, format }) => [name, fileForm(format)]),
);

/** The countries table as CSV, the file most ask for, at a path older than those of the tables. */
export const downloadCountryData: Operation = defineOperation({
  id: "download_country_data",
  path: COUNTRY_DATA_PATH,
  tag: "Intelligence",
  summary: "The banded dataset as CSV",
  description: `${DOWNLOADABLE.find(({ table }) => table === "countries")?.description} ${CSV_RULES}`,
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "file", mediaType: CSV_TYPE, description: "The countries table of the release." },
  answer: (sources, given) => answerTable(downloadCountryData, sources, "countries", "csv", given),
});

export const downloadTable: Operation = defineOperation({
  id: "download_table",
  path: "/api/v2/data/{file}",
  tag: "Downloads",
  summary: "A table of the release as CSV, Parquet or XLSX",
  description: `${DOWNLOADABLE.map(({ table, description }) => `\`${table}\`: ${description}`).join(" ")} CSV: ${CSV_RULES} Parquet has the same rows and columns, with texts unchanged. XLSX: ${XLSX_RULES} A release with more rows than a sheet has room for (1,048,575) answers \`invalid_request\`; take CSV or Parquet then.`,
  parameters: {
    path: Type.Object({
      file: oneOf(Object.keys(FORMS), { description: "The table and its format." }),
    }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: fileForm("csv"),
  choice: { parameter: "file", forms: FORMS },
  problems: ["not_found"],
  admission: "file",
  check({ snapshot }, given) {
    const { table, format } = fileOf(given.file ?? "");
    return format === "xlsx" ? findSheetErrors(openTable(snapshot, table)({ limit: 1, offset: 0 }).total) : [];
  },
  answer(sources, given) {
    const { table, format } = fileOf(given.file);
    return answerTable(downloadTable, sources, table, format, given);
  },
});

function fileOf(name: string): TableFile {
  const file = FILES.find((each) => each.name === name);
  if (file === undefined) throw new Error(`no table has a file ${name}`);
  return file;
}

function answerTable(
  operation: Operation,
  sources: Sources,
  table: TableId,
  format: Format,
  given: Readonly<Record<string, unknown>> & { readonly release?: string },
): Answer {
  const { snapshot, site } = sources;
  const { release } = given;
  const isCsv = format === "csv";
  const filename = `country-trust-${table === "countries" ? "bands" : table}-${snapshot.manifest.id}`;
  const links = [
    ...tableLinks({ site, snapshot, release, ...(isCsv ? { csv: table } : {}) }),
    ...(isCsv && table === "countries" ? linkOtherTables(sources, release) : []),
  ];
  if (format === "parquet")
    return { kind: "file", ...tableFileOf(snapshot, table, format), filename: `${filename}.parquet`, links };
  if (isCsv) return answerStoredCsv(snapshot, table, { filename, links });
  const read = openTable(snapshot, table);
  return answerWorkbook(sources, {
    facts: tableOf(snapshot, table),
    read: (offset: number) => read({ limit: ROWS_AT_A_TIME, offset }),
    url: urlOfFile(operation, sources, { ...given, release: snapshot.manifest.id }),
    filename,
    links,
  });
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
