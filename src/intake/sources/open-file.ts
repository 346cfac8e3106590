import path from "node:path";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { parse as parseYaml } from "yaml";
import { fileLiteral } from "../intake-database.ts";
import { type Compression, type DecodedText, openAsUtf8, type SingleByteEncoding } from "./utf8.ts";
import type { SheetCopy, SheetsAnswer, SheetsRequest } from "./sheet-worker.ts";
import { askReader } from "../../xlsx/ask-reader.ts";
import { WorkbookError } from "../../xlsx/workbook-error.ts";
import { counted } from "../counted.ts";

interface FileKind {
  readonly format: "csv" | "ndjson" | "json" | "yaml" | "parquet" | "xlsx";
  /** The delimiter that the extension prescribes, or null where the rows show it. */
  readonly delimiter: string | null;
  readonly compression: Compression;
  readonly stem: string;
}

const FORMATS: Readonly<Record<string, FileKind["format"]>> = {
  csv: "csv",
  tsv: "csv",
  txt: "csv",
  json: "json",
  jsonl: "ndjson",
  ndjson: "ndjson",
  yaml: "yaml",
  yml: "yaml",
  parquet: "parquet",
  xlsx: "xlsx",
  xlsm: "xlsx",
};

/** Tells the kind of a file by its name; null for one that is not read. */
export function kindOf(name: string): FileKind | null {
  const [whole = "", extension = "", packed] = /\.([a-z]+)(?:\.(gz|zst))?$/iu.exec(name) ?? [];
  const format = FORMATS[extension.toLowerCase()];
  if (format === undefined) return null;
  const compression = packed === undefined ? null : packed.toLowerCase() === "gz" ? "gzip" : "zstd";
  if (compression !== null && (format === "parquet" || format === "xlsx")) return null;
  const delimiter = extension.toLowerCase() === "tsv" ? "\t" : null;
  return { format, delimiter, compression, stem: name.slice(0, name.length - whole.length) };
}

/** Spreadsheets in a format that is not read. */
export const OTHER_SPREADSHEET = /\.(?:xls|xlsb|ods|fods|numbers)$/iu;

/** Lists files in and below the folder, by relative name, in order; no links, nothing hidden. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => !file.split("/").some((part) => /^(?:\.|~\$)/u.test(part)))
    .toSorted();
}

export interface OpenFileOptions {
  /** The folder that intake.sql knows as `data`; the files lie in or below it. */
  readonly data: string;
  /** The folder of copies, under the names that they have in `converted`. */
  readonly converted: string;
  readonly encoding: SingleByteEncoding | null;
  readonly memoryMiB: number;
}

/** A text that can be read as UTF-8: the file or a copy of it, which is never compressed. */
export interface OpenedText {
  readonly path: string;
  readonly compression: Compression;
  readonly pathSql: string;
  /** Null unless it is a copy of a file that was neither UTF-8 nor UTF-16. */
  readonly decoded: DecodedText | null;
}

export type OpenedFile =
  | { readonly format: "parquet"; readonly pathSql: string }
  | {
      readonly format: "xlsx";
      readonly copies: readonly (SheetCopy & { readonly path: string; readonly pathSql: string })[];
    }
  | ({ readonly format: "csv" | "ndjson" | "json" } & OpenedText)
  | ({ readonly format: "yaml"; readonly content: unknown } & OpenedText);

/** Larger documents are not looked into. */
const DOCUMENT_BYTES_MAX = 64 << 20;

/**
 * Opens a raw file by its relative name: what DuckDB cannot read by itself is copied, text as
 * UTF-8 without compression, a YAML document as JSON with .json after its name, the sheets of a
 * workbook as CSV files in a folder of its name. Throws an error that says what to do.
 */
export async function openFile(label: string, options: OpenFileOptions): Promise<OpenedFile> {
  const { data, converted } = options;
  const file = path.join(data, label);
  const found = await stat(file);
  if (!found.isFile()) throw new Error(found.isDirectory() ? "a folder; name the files in it" : "not a file");
  const kind = kindOf(label);
  if (kind === null && OTHER_SPREADSHEET.test(label))
    throw new Error("a spreadsheet of another kind; save it as .xlsx or CSV");
  if (kind === null)
    throw new Error("not a CSV, TSV, JSON, NDJSON, YAML, Parquet or XLSX file; save it as one of them");
  const { format, compression } = kind;
  if (format === "parquet") return { format, pathSql: pathSqlOf("data", label) };
  if (format === "xlsx") {
    const folder = path.join(converted, label);
    const answer = await copySheets({ path: file, folder, tables: null }, options.memoryMiB);
    if (answer.kind === "unreadable") throw new Error(answer.found);
    const copies = answer.copies.flatMap((copy) => {
      if (copy === null) return [];
      const pathSql = pathSqlOf("converted", `${label}/${copy.file}`);
      return [{ ...copy, path: path.join(folder, copy.file), pathSql }];
    });
    return { format, copies };
  }
  const name = label.replace(/\.(?:gz|zst)$/iu, "");
  const copyPath = path.join(converted, name);
  await mkdir(path.dirname(copyPath), { recursive: true });
  const text = await openAsUtf8({ path: file, compression, copyPath }, options.encoding);
  if (text.kind === "not_text") throw new Error(`${text.found}; name the encoding with --encoding`);
  const pathSql = text.path === copyPath ? pathSqlOf("converted", name) : pathSqlOf("data", label);
  const opened = { ...text, pathSql };
  if (format !== "yaml") return { format, ...opened };
  const content: unknown = parseYaml(await readShortText(text.path));
  await writeFile(`${copyPath}.json`, JSON.stringify(content));
  return { format, ...opened, pathSql: pathSqlOf("converted", `${name}.json`), content };
}

function pathSqlOf(folder: "data" | "converted", label: string): string {
  return `getvariable('${folder}') || ${fileLiteral(`/${label}`)}`;
}

/** Reads a document, or lines, without byte order mark. */
export async function readShortText(file: string): Promise<string> {
  if ((await stat(file)).size > DOCUMENT_BYTES_MAX) throw new Error(`larger than ${DOCUMENT_BYTES_MAX >> 20} MiB`);
  return (await readFile(file, "utf8")).replace(/^\ufeff/u, "");
}

/** Copies sheets of a workbook as CSV, in a thread with a heap of at most `memoryMiB`. */
export async function copySheets(request: SheetsRequest, memoryMiB: number): Promise<SheetsAnswer> {
  await mkdir(request.folder, { recursive: true });
  const program = new URL("sheet-worker.ts", import.meta.url);
  const advice = "save the sheet as CSV, or raise INTAKE_MEMORY_MIB";
  try {
    return await askReader<SheetsAnswer>(program, request, { memoryMiB, timeMs: null, advice });
  } catch (error) {
    if (error instanceof WorkbookError) return { kind: "unreadable", found: error.message };
    throw error;
  }
}

/** A filter that was left on does not keep rows out of a release. */
export function hiddenRowsNotice(label: string, rows: number): string {
  return `${label}: ${counted(rows, "hidden row is", "hidden rows are")} read like all others; delete what is not to be published`;
}
