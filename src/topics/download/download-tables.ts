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
} from "./downloads.ts";
import { oneOf } from "../../ask/json-shape.ts";
import {
  type Answer,
  type AnswerForm,
  defineOperation,
  describeParameters,
  type Operation,
} from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import { DOWNLOADABLE, type TableId } from "../../release/release-tables.ts";
import { openTable } from "../../release/table-records.ts";
import { ROWS_AT_A_TIME, XLSX_RULES, answerTableRows, findSheetErrors } from "./rows-as-file.ts";

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
  const name = table === "countries" ? "bands" : table;
  if (format === "parquet") {
    const filename = `country-trust-${name}-${snapshot.manifest.id}.parquet`;
    const links = tableLinks({ site, snapshot, release: given.release });
    return { kind: "file", ...tableFileOf(snapshot, table, format), filename, links };
  }
  // The CSV is stored: only a workbook reads the rows.
  let reader: ReturnType<typeof openTable> | undefined;
  const read = (offset: number) => (reader ??= openTable(snapshot, table))({ limit: ROWS_AT_A_TIME, offset });
  return answerTableRows(operation, sources, { ...given, format }, { table, name, isWhole: true, read });
}
