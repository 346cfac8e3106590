import { mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { askSheetWorker } from "../ask-sheet-worker.ts";
import type { Compression } from "../byte-stream.ts";
import { checkEncoding } from "../check-encoding.ts";
import { decodeText, type SingleByteEncoding } from "../decode-text.ts";
import { OTHER_SPREADSHEET } from "../find-table-files.ts";
import { fileLiteral } from "../intake-database.ts";
import { messageOf } from "../read-description.ts";
import type { AllSheetsAnswer } from "../sheet-worker.ts";
import { openRawJson, openRawLines } from "./open-raw-json.ts";
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

const FILE = /\.(csv|tsv|txt|json|jsonl|ndjson|parquet|xlsx|xlsm)(?:\.(gz|zst))?$/iu;
/** SQL of the folders, as intake.sql has them. */
const [DATA, CONVERTED] = ["getvariable('data')", "getvariable('converted')"];

interface Opened {
  readonly parts: readonly RawPart[];
  readonly unread?: readonly string[];
  readonly encoding?: RawFiles["encoding"];
}

/** Looks into every file: which tables it holds, and how intake.sql reads them. */
export async function openRawFiles(options: RawFilesOptions): Promise<RawFiles> {
  const parts: RawPart[] = [];
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
    unread.push(...(opened.unread ?? []));
    encoding ??= opened.encoding ?? null;
  }
  return { parts, unread, encoding };
}

async function openRawFile(file: string, label: string, options: RawFilesOptions): Promise<Opened> {
  const [, extension = "", packed] = FILE.exec(label) ?? [];
  const kind = extension.toLowerCase();
  const title = path.posix.basename(label).replace(FILE, "");
  if (kind === "" && OTHER_SPREADSHEET.test(label))
    throw new Error("a spreadsheet of another kind; save it as .xlsx or CSV");
  if (kind === "") throw new Error("not a CSV, TSV, JSON, NDJSON, Parquet or XLSX file; save it as one of them");
  if (kind === "parquet") {
    const source = `(SELECT COLUMNS(*)::VARCHAR FROM read_parquet(${DATA} || ${fileLiteral(`/${label}`)}))`;
    return { parts: [{ label, title, source, columns: [], notes: ["all values are read as text"] }] };
  }
  if (kind.startsWith("xls")) return await openWorkbook(file, label, options);
  const compression: Compression = packed === undefined ? null : packed.toLowerCase() === "gz" ? "gzip" : "zstd";
  const text = await openText(file, label, compression, options);
  const { encoding } = text;
  const raw = { path: text.path, compression: text.compression, label, title, pathSql: text.pathSql };
  if (kind === "json") return whole(label, await openRawJson(raw), encoding);
  const isLines = kind === "jsonl" || kind === "ndjson";
  const part = isLines
    ? await openRawLines(raw)
    : await openRawText({ ...raw, delimiter: kind === "tsv" ? "\t" : null });
  return whole(label, part === null ? [] : [part], encoding);
}

function whole(label: string, parts: readonly RawPart[], encoding: RawFiles["encoding"]): Opened {
  if (parts.length > 0) return { parts, encoding };
  const expected = label.endsWith(".json")
    ? "no list of objects and no map of objects with the same members"
    : "no table with a header and rows";
  return { parts, unread: [`${label}: ${expected}`], encoding };
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

/** Copies all sheets as CSV, and opens those with rows. */
async function openWorkbook(file: string, label: string, { converted, memoryMiB }: RawFilesOptions): Promise<Opened> {
  const folder = path.join(converted, label);
  await mkdir(folder, { recursive: true });
  const answer = await askSheetWorker<AllSheetsAnswer>({ path: file, folder }, memoryMiB);
  if (answer.kind === "unreadable") throw new Error(answer.found);
  const parts: RawPart[] = [];
  const unread: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const title = name.replace(/\.csv$/u, "");
    if (answer.hidden.some(({ file: hidden, rows }) => hidden === name && rows === null)) {
      unread.push(`${label} sheet "${title}": it is hidden; show it in the workbook if its rows count`);
      continue;
    }
    const part = await openRawText({
      path: path.join(folder, name),
      compression: null,
      label: `${label} sheet "${title}"`,
      title,
      pathSql: `${CONVERTED} || ${fileLiteral(`/${label}/${name}`)}`,
      delimiter: ",",
    });
    if (part === null) unread.push(`${label} sheet "${title}": no table with a header and rows`);
    else parts.push({ ...part, notes: part.notes.filter((note) => !note.endsWith("between the cells")) });
  }
  return { parts, unread };
}
