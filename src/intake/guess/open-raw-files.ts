import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse as parseYaml } from "yaml";
import { askSheetWorker } from "../ask-sheet-worker.ts";
import type { Compression } from "../byte-stream.ts";
import { checkEncoding } from "../check-encoding.ts";
import { decodeText, type SingleByteEncoding } from "../decode-text.ts";
import { OTHER_SPREADSHEET } from "../find-table-files.ts";
import { fileLiteral, literal } from "../intake-database.ts";
import { messageOf } from "../read-description.ts";
import type { AllSheetsAnswer } from "../sheet-worker.ts";
import { openDocuments, type RawDocument } from "./open-documents.ts";
import { openRawText } from "./open-raw-text.ts";
import type { RawPart } from "./raw-table.ts";

export interface RawFilesOptions {
  /** The folder that intake.sql will know as `data`; the files lie in or below it. */
  readonly dataFolder: string;
  readonly files: readonly string[];
  /** Where copies go, under the names that they will have in `converted`. */
  readonly converted: string;
  /** Of text that is not UTF-8, if it is known. */
  readonly encoding: SingleByteEncoding | null;
  /** The lines of the header of every table in the files; found out where none are given. */
  readonly header?: readonly number[] | null;
  readonly memoryMiB: number;
}

/** What was found in the files. */
export interface RawFiles {
  readonly parts: readonly RawPart[];
  /** Files, or parts of them, without rows that could be read, and why. */
  readonly unread: readonly string[];
  /** The encoding of files that are neither UTF-8 nor UTF-16, and values that show it. */
  readonly encoding: { readonly name: SingleByteEncoding; readonly examples: readonly string[] } | null;
}

const FILE = /\.(csv|tsv|txt|json|jsonl|ndjson|ya?ml|parquet|xlsx|xlsm)(?:\.(gz|zst))?$/iu;
/** SQL of the folders, as intake.sql has them. */
const [DATA, CONVERTED] = ["getvariable('data')", "getvariable('converted')"];
/** Larger documents are not looked into. */
const DOCUMENT_BYTES_MAX = 64 << 20;

interface Opened {
  readonly parts: readonly RawPart[];
  readonly document?: RawDocument;
  readonly unread?: readonly string[];
  readonly encoding?: RawFiles["encoding"];
}

/** Looks into every file: which tables it holds, and how intake.sql reads them. */
export async function openRawFiles(options: RawFilesOptions): Promise<RawFiles> {
  const parts: RawPart[] = [];
  const documents: RawDocument[] = [];
  const unread: string[] = [];
  let encoding: RawFiles["encoding"] = null;
  for (const file of options.files) {
    const label = path.relative(options.dataFolder, file).split(path.sep).join("/");
    let opened: Opened;
    try {
      if (!(await stat(file)).isFile()) throw new Error("not a file");
      opened = await openRawFile(file, label, options);
    } catch (error) {
      opened = { parts: [], unread: [`${label}: ${messageOf(error)}`] };
    }
    parts.push(...opened.parts);
    if (opened.document !== undefined) documents.push(opened.document);
    unread.push(...(opened.unread ?? []));
    encoding ??= opened.encoding ?? null;
  }
  const { parts: tables, without } = openDocuments(documents);
  const expected = "no list of objects and no map of objects with the same members";
  unread.push(...without.map((label) => `${label}: ${expected}`));
  return { parts: [...parts, ...tables], unread, encoding };
}

async function openRawFile(file: string, label: string, options: RawFilesOptions): Promise<Opened> {
  const [, extension = "", packed] = FILE.exec(label) ?? [];
  const kind = extension.toLowerCase();
  const title = path.posix.basename(label).replace(FILE, "");
  if (kind === "" && OTHER_SPREADSHEET.test(label))
    throw new Error("a spreadsheet of another kind; save it as .xlsx or CSV");
  if (kind === "") throw new Error("not a CSV, TSV, JSON, NDJSON, YAML, Parquet or XLSX file; save it as one of them");
  if (kind === "parquet") {
    const source = `(SELECT COLUMNS(*)::VARCHAR FROM read_parquet(${DATA} || ${fileLiteral(`/${label}`)}))`;
    const part = { label, title, files: [label], sheet: null, member: null, header: null, cells: null };
    return { parts: [{ ...part, source, columns: [], notes: ["all values are read as text"] }] };
  }
  if (kind.startsWith("xls")) return await openWorkbook(file, label, options);
  const compression: Compression = packed === undefined ? null : packed.toLowerCase() === "gz" ? "gzip" : "zstd";
  const text = await openText(file, label, compression, options);
  const { encoding } = text;
  if (kind === "json" || kind.startsWith("y")) {
    const document = await openDocument({ ...text, label, title, isYaml: kind !== "json" }, options.converted);
    return { parts: [], document, encoding };
  }
  const raw = { path: text.path, compression: text.compression, label, title, file: label, pathSql: text.pathSql };
  const isLines = kind === "jsonl" || kind === "ndjson";
  const part = isLines
    ? await openRawLines(raw)
    : await openRawText({
        ...raw,
        sheet: null,
        header: options.header ?? null,
        delimiter: kind === "tsv" ? "\t" : null,
      });
  const unread = part === null ? [`${label}: no table with a header and rows`] : [];
  return { parts: part === null ? [] : [part], unread, encoding };
}

interface OpenedText {
  readonly path: string;
  readonly compression: Compression;
  readonly pathSql: string;
  readonly encoding: RawFiles["encoding"];
}

async function openText(
  file: string,
  label: string,
  compression: Compression,
  { converted, encoding: named }: RawFilesOptions,
): Promise<OpenedText> {
  const name = label.replace(/\.(?:gz|zst)$/iu, "");
  const copyPath = path.join(converted, name);
  await mkdir(path.dirname(copyPath), { recursive: true });
  const source = { path: file, compression, copyPath };
  const checked = await checkEncoding(source);
  const copy = { path: copyPath, compression: null, pathSql: `${CONVERTED} || ${fileLiteral(`/${name}`)}` };
  if (checked.kind === "text") {
    if (checked.path === copyPath) return { ...copy, encoding: null };
    return { path: file, compression, pathSql: `${DATA} || ${fileLiteral(`/${label}`)}`, encoding: null };
  }
  const decoded = await decodeText(source, named);
  if (decoded?.kind !== "decoded") throw new Error(`${(decoded ?? checked).found}; name the encoding with --encoding`);
  return { ...copy, encoding: { name: decoded.encoding, examples: decoded.examples } };
}

interface DocumentFile extends OpenedText {
  readonly label: string;
  readonly title: string;
  readonly isYaml: boolean;
}

/** A JSON document, or a YAML one with a copy as JSON beside it. */
async function openDocument(
  { path: file, pathSql, label, title, isYaml }: DocumentFile,
  converted: string,
): Promise<RawDocument> {
  const text = await readShortText(file);
  if (!isYaml) return { label, title, pathSql, content: parseJson(text) };
  const content: unknown = parseYaml(text);
  const name = yamlCopyName(label);
  await mkdir(path.dirname(path.join(converted, name)), { recursive: true });
  await writeFile(path.join(converted, name), JSON.stringify(content));
  return { label, title, pathSql: `${CONVERTED} || ${fileLiteral(`/${name}`)}`, content };
}

/** The name of the JSON copy of a YAML document. */
export function yamlCopyName(label: string): string {
  return `${label}.json`;
}

async function readShortText(file: string): Promise<string> {
  if ((await stat(file)).size > DOCUMENT_BYTES_MAX) throw new Error(`larger than ${DOCUMENT_BYTES_MAX >> 20} MiB`);
  return (await readFile(file, "utf8")).replace(/^\ufeff/u, "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The rows of a file of JSON lines. Null where they are no objects. */
async function openRawLines(lines: Omit<OpenedText, "encoding"> & { label: string; title: string; file: string }) {
  const text = await readShortText(lines.path);
  const records = text.split("\n", LINES_LOOKED_AT).filter((line) => line.trim() !== "");
  const keys = new Set(
    records.flatMap((line) => {
      const value = parseJson(line);
      return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
    }),
  );
  if (keys.size === 0) return null;
  const types = [...keys].map((key) => `${literal(key)}: 'VARCHAR'`);
  const source = `read_json(${lines.pathSql}, format = 'newline_delimited', columns = {${types.join(", ")}})`;
  const { label, title, file } = lines;
  const part = { label, title, files: [file], sheet: null, member: null, header: null, cells: null };
  return { ...part, source, columns: [...keys], notes: ["one object a line"] };
}

const LINES_LOOKED_AT = 2000;

/** Copies all sheets as CSV, and opens those with rows. */
async function openWorkbook(
  file: string,
  label: string,
  { converted, memoryMiB, header = null }: RawFilesOptions,
): Promise<Opened> {
  const folder = path.join(converted, label);
  await mkdir(folder, { recursive: true });
  const answer = await askSheetWorker<AllSheetsAnswer>({ path: file, folder }, memoryMiB);
  if (answer.kind === "unreadable") throw new Error(answer.found);
  const parts: RawPart[] = [];
  const unread: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const title = name.replace(/\.csv$/u, "");
    const hidden = answer.hidden.find((each) => each.file === name);
    if (hidden?.rows === null) {
      unread.push(`${label} sheet "${title}": it is hidden; show it in the workbook if its rows count`);
      continue;
    }
    const part = await openRawText({
      path: path.join(folder, name),
      compression: null,
      label: `${label} sheet "${title}"`,
      title,
      file: label,
      sheet: title,
      header,
      pathSql: `${CONVERTED} || ${fileLiteral(`/${label}/${name}`)}`,
      delimiter: ",",
    });
    if (part === null) unread.push(`${label} sheet "${title}": no table with a header and rows`);
    else {
      const notes = part.notes.filter((note) => !note.endsWith("between the cells"));
      parts.push({ ...part, notes, hiddenRows: hidden?.rows ?? 0 });
    }
  }
  return { parts, unread };
}
