import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import type { RawPart } from "../guess/raw-table.ts";
import { quoted } from "../counted.ts";
import { literal } from "../intake-database.ts";
import { messageOf } from "../read-description.ts";
import { isObject } from "../../is-object.ts";
import {
  kindOf,
  type OpenedFile,
  type OpenedText,
  openFile,
  type OpenFileOptions,
  readShortText,
} from "./open-file.ts";
import { openDocuments, type RawDocument } from "./open-documents.ts";
import { openRawText } from "./open-raw-text.ts";
import type { DecodedText } from "./utf8.ts";

interface RawFilesOptions extends OpenFileOptions {
  readonly files: readonly string[];
  /** The lines of the header of every table in the files; found out where none are given. */
  readonly header?: readonly number[] | null;
}

export interface RawFiles {
  readonly parts: readonly RawPart[];
  /** Files, or parts of them, without rows that could be read, and why. */
  readonly unread: readonly string[];
  /** The encoding in which the first file was read that is neither UTF-8 nor UTF-16. */
  readonly decoded: DecodedText | null;
}

interface OpenedParts {
  readonly parts: readonly RawPart[];
  readonly document?: RawDocument;
  readonly unread?: readonly string[];
  readonly decoded?: DecodedText | null;
}

type SheetCopies = Extract<OpenedFile, { format: "xlsx" }>["copies"];

const NO_TABLE = "no table with a header and rows";

/** Looks into every file: which tables it holds, and how intake.sql reads them. */
export async function openRawFiles(options: RawFilesOptions): Promise<RawFiles> {
  const parts: RawPart[] = [];
  const documents: RawDocument[] = [];
  const unread: string[] = [];
  let decoded: DecodedText | null = null;
  for (const label of options.files) {
    try {
      const opened = await openRawFile(label, options);
      parts.push(...opened.parts);
      if (opened.document !== undefined) documents.push(opened.document);
      unread.push(...(opened.unread ?? []));
      decoded ??= opened.decoded ?? null;
    } catch (error) {
      unread.push(`${label}: ${messageOf(error)}`);
    }
  }
  const { parts: tables, without } = openDocuments(documents);
  const expected = "no list of objects and no map of objects with the same members";
  unread.push(...without.map((label) => `${label}: ${expected}`));
  return { parts: [...parts, ...tables], unread, decoded };
}

async function openRawFile(label: string, options: RawFilesOptions): Promise<OpenedParts> {
  const { header = null } = options;
  const kind = kindOf(label);
  const title = path.posix.basename(kind?.stem ?? label);
  const opened = await openFile(label, options);
  switch (opened.format) {
    case "parquet": {
      const source = `(SELECT COLUMNS(*)::VARCHAR FROM read_parquet(${opened.pathSql}))`;
      const part = { label, title, files: [label], sheet: null, member: null, header: null, cells: null };
      return { parts: [{ ...part, source, columns: [], notes: ["all values are read as text"] }] };
    }
    case "xlsx":
      return await openSheets(label, opened.copies, header);
    case "yaml":
      return { parts: [], document: { label, title, ...opened }, decoded: opened.decoded };
    case "json": {
      const content = parseJson(await readShortText(opened.path));
      return { parts: [], document: { label, title, ...opened, content }, decoded: opened.decoded };
    }
    case "csv":
    case "ndjson": {
      const text = { ...opened, label, title, file: label };
      const part =
        opened.format === "ndjson"
          ? await openRawLines(text)
          : await openRawText({ ...text, sheet: null, header, delimiter: kind?.delimiter ?? null });
      const { decoded } = opened;
      return part === null ? { parts: [], unread: [`${label}: ${NO_TABLE}`], decoded } : { parts: [part], decoded };
    }
    default:
      return opened satisfies never;
  }
}

async function openSheets(label: string, copies: SheetCopies, header: readonly number[] | null): Promise<OpenedParts> {
  const parts: RawPart[] = [];
  const unread: string[] = [];
  const originals = await findOriginals(copies);
  for (const copy of copies.toSorted((a, b) => (a.file < b.file ? -1 : 1))) {
    const title = copy.file.replace(/\.csv$/u, "");
    const named = `${label} sheet "${title}"`;
    const { path: copyPath, pathSql, hiddenRows, isHidden } = copy;
    const where = { path: copyPath, compression: null, pathSql, file: label, sheet: title };
    const part = await openRawText({ ...where, label: named, title, header, delimiter: "," });
    if (part === null) {
      unread.push(`${named}: ${NO_TABLE}`);
      continue;
    }
    const original = originals.get(copy.sheet);
    const apart = isHidden
      ? "it is hidden"
      : original !== undefined
        ? `it is a copy of "${original}"`
        : isPivot(part.cells ?? [])
          ? "it is a pivot table"
          : null;
    const notes = part.notes.filter((note) => !note.endsWith("between the cells"));
    const hiddenColumns = part.columns.filter((_, at) => copy.hiddenColumns.includes(at));
    parts.push({ ...part, notes, hiddenRows, hiddenColumns, ...(apart === null ? {} : { apart }) });
  }
  return { parts, unread };
}

/** Returns true if a sheet is called as spreadsheet programs call the copy of another one. */
function isCopyOf(name: string, original: string): boolean {
  const [, before, after] = /^(.+?) ?\(\d+\)$|^(?:copy of|kopie von|copie de|copia de) (.+)$/iu.exec(name) ?? [];
  return (before ?? after)?.toLowerCase() === original.toLowerCase();
}

/** Finds the sheets that are copies, by their name or with the same cells, and of which one. */
async function findOriginals(copies: SheetCopies): Promise<ReadonlyMap<string, string>> {
  const originals = new Map<string, string>();
  const first = new Map<string, string>();
  for (const { sheet, path: file, isHidden } of copies) {
    const digest = await digestOf(file);
    const original = copies.find((other) => isCopyOf(sheet, other.sheet))?.sheet ?? first.get(digest);
    if (original !== undefined) originals.set(sheet, original);
    else if (!isHidden) first.set(digest, sheet);
  }
  return originals;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

const PIVOT_LABELS =
  /^(?:(?:row|column) labels|(?:zeilen|spalten)beschriftungen|étiquettes de (?:lignes|colonnes)|etiquetas de (?:filas?|columnas?))$/iu;

/** Returns true for a summary of another table, with the words that spreadsheet programs write. */
function isPivot(rows: readonly (readonly string[])[]): boolean {
  return rows.slice(0, 10).some((cells) => cells.some((cell) => PIVOT_LABELS.test(cell.trim())));
}

/** Names the sheets and columns that a guess leaves out, in sentences. */
export function apartLines(parts: readonly RawPart[]): string[] {
  return parts.flatMap(({ label, apart, hiddenColumns = [] }) => {
    if (apart !== undefined) return [`${label}: ${apart}; name the sheet in mapping.json if its rows count`];
    if (hiddenColumns.length === 0) return [];
    return [
      `${label}: nothing is guessed of what is hidden: the column ${quoted(hiddenColumns)}; give it a role if it counts`,
    ];
  });
}

function parseJson(text: string): unknown {
  for (const each of [text, text.replaceAll(NOT_IN_JSON, "null")]) {
    try {
      return JSON.parse(each);
    } catch {
      // The notation of Python is tried next.
    }
  }
  return null;
}

/** Matches numbers of Python that JSON does not have. DuckDB reads them, as texts. */
const NOT_IN_JSON = /(?<=[:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,}\]])/gu;

/** Reads the rows of a file of JSON lines. Null where they are no objects. */
async function openRawLines(lines: OpenedText & { label: string; title: string; file: string }) {
  const text = await readShortText(lines.path);
  const records = text.split("\n", LINES_LOOKED_AT).filter((line) => line.trim() !== "");
  const keys = new Set(
    records.flatMap((line) => {
      const value = parseJson(line);
      return isObject(value) ? Object.keys(value) : [];
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
