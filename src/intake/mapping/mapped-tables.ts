import path from "node:path";
import { hiddenRowsNotice, listFiles, type OpenFileOptions } from "../sources/open-file.ts";
import { FILE_COLUMN } from "../sources/open-documents.ts";
import { openRawFiles } from "../sources/open-raw-files.ts";
import { type RawPart, YEAR_COLUMN, yearIn } from "../guess/raw-table.ts";
import { quoted } from "../counted.ts";
import { identifier, literal } from "../intake-database.ts";
import type { Mapping, MappingTable } from "./mapping-schema.ts";

export interface MappingFault {
  readonly pointer: string;
  readonly found: string;
  readonly expected: string;
  readonly advice?: string;
}

export function faultAt(pointer: string, found: string, expected: string): MappingFault {
  return { pointer, found, expected };
}

export interface MappedTable {
  readonly name: string;
  readonly settings: MappingTable;
  readonly parts: readonly RawPart[];
  /** The names of its columns; null where only the database knows them. */
  readonly columns: readonly string[] | null;
  readonly select: string;
  /** The column of its waves; null where it has none. */
  readonly wave: string | null;
}

export interface MappedFiles {
  readonly mapping: Mapping;
  readonly tables: readonly MappedTable[];
  /** Ids of the bands of dataset.json, worst first. */
  readonly bands: readonly string[];
}

interface MappedTables {
  readonly tables: readonly MappedTable[];
  readonly faults: readonly MappingFault[];
  readonly notices: readonly string[];
}

export async function openMappedTables(
  mapping: Pick<Mapping, "tables">,
  options: OpenFileOptions,
): Promise<MappedTables> {
  const names = await listFiles(options.data);
  const tables: MappedTable[] = [];
  const faults: MappingFault[] = [];
  const notices: string[] = [];
  for (const [name, settings] of Object.entries(mapping.tables)) {
    const pointer = `/tables/${name}`;
    if (settings.sql !== undefined) {
      tables.push({ name, settings, parts: [], columns: null, select: settings.sql.trim(), wave: waveOf(settings) });
      continue;
    }
    const files = (settings.files ?? []).flatMap((pattern, i) => {
      const found = names.filter((file) => matches(pattern, file));
      if (found.length === 0) faults.push(faultAt(`${pointer}/files/${i}`, `no file ${pattern}`, "a file of the data"));
      return found;
    });
    const opened = await openRawFiles({
      ...options,
      files: [...new Set(files)],
      header: settings.header ?? null,
    });
    const parts = opened.parts.filter((part) => isMeant(part, settings));
    const missing = files.filter((file) => !parts.some((part) => part.files.includes(file)));
    for (const file of missing)
      faults.push({
        pointer,
        found: opened.unread.find((line) => line.startsWith(file)) ?? `${file} has no such table`,
        expected: tableInWords(settings),
        ...(opened.parts.length === 0
          ? {}
          : { advice: `It has: ${opened.parts.map(({ label }) => label).join("; ")}.` }),
      });
    if (parts.length > 0 && missing.length === 0) {
      const table = tableOf(name, settings, parts, faults);
      tables.push(table);
      notices.push(...columnNotices(table));
    }
  }
  return { tables, faults, notices: [...new Set([...notices, ...tables.flatMap(hiddenNotices)])] };
}

function hiddenNotices({ parts }: MappedTable): string[] {
  return parts.flatMap(({ label, hiddenRows = 0 }) => (hiddenRows > 0 ? [hiddenRowsNotice(label, hiddenRows)] : []));
}

/**
 * Returns true if a name matches a pattern, in which * stands for any characters but /. They are
 * compared part by part: an expression with many stars takes for ever.
 */
export function matches(pattern: string, name: string): boolean {
  const [patterns, names] = [pattern, name].map((text) => text.normalize("NFC").split("/"));
  return (
    patterns?.length === names?.length && patterns?.every((each, i) => matchesPart(each, names?.[i] ?? "")) === true
  );
}

function matchesPart(pattern: string, name: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const text of others) {
    const found = name.indexOf(text, at);
    if (found < 0) return false;
    at = found + text.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function isMeant(part: RawPart, { sheet, member }: MappingTable): boolean {
  if (part.apart !== undefined) return part.sheet !== null && [sheet].flat().includes(part.sheet);
  if (part.sheet !== null && sheet !== undefined)
    return [sheet].flat().some((pattern) => matches(pattern, part.sheet ?? ""));
  if (part.header !== null) return true;
  return member === undefined ? part.member === null : [member].flat().includes(part.member ?? "");
}

function tableInWords({ sheet, member, header }: MappingTable): string {
  if (member !== undefined) return `rows in the member ${[member].flat().join(", ")}`;
  if (sheet !== undefined) return `the sheet ${[sheet].flat().join(", ")}`;
  return header === undefined ? "a table with a header and rows" : `a header in line ${header.join(" and ")}`;
}

function waveOf({ wave }: MappingTable): string | null {
  if (wave === undefined) return null;
  return typeof wave === "string" ? wave : YEAR_COLUMN;
}

function tableOf(name: string, settings: MappingTable, parts: readonly RawPart[], faults: MappingFault[]): MappedTable {
  const selects: string[] = [];
  const columns = new Map<string, string>();
  let isKnown = true;
  for (const part of parts) {
    const renamed = renamedIn(part, settings);
    const added = addedTo(name, part, settings, faults);
    const own = part.columns.filter((column) => !renamed.some(([was]) => was === column));
    if (part.columns.length === 0) isKnown = false;
    for (const column of [...own, ...renamed.map(([, now]) => now), ...added.map(([each]) => each)])
      if (!columns.has(column.toLowerCase())) columns.set(column.toLowerCase(), column);
    const rename =
      renamed.length === 0
        ? ""
        : ` RENAME (${renamed.map(([was, now]) => `${identifier(was)} AS ${identifier(now)}`).join(", ")})`;
    const extra = added.map(([column, text]) => `, ${literal(text)} AS ${identifier(column)}`).join("");
    selects.push(`SELECT *${rename}${extra} FROM ${part.source}`);
  }
  const select = selects.join("\n  UNION ALL BY NAME ");
  return { name, settings, parts, columns: isKnown ? [...columns.values()] : null, select, wave: waveOf(settings) };
}

/** Finds the columns of a part that have one of their other names. */
function renamedIn({ columns }: RawPart, { also = {} }: MappingTable): [was: string, now: string][] {
  const here = new Map(columns.map((column) => [column.toLowerCase(), column]));
  return Object.entries(also).flatMap(([now, others]): [string, string][] => {
    if (here.has(now.toLowerCase())) return [];
    const was = others.map((other) => here.get(other.toLowerCase())).find((column) => column !== undefined);
    return was === undefined ? [] : [[was, now]];
  });
}

/** Returns the columns added to a part, with the text of all of their cells. */
function addedTo(
  table: string,
  part: RawPart,
  { wave, add = {} }: MappingTable,
  faults: MappingFault[],
): [column: string, text: string][] {
  const added: [string, string][] = [];
  if (typeof wave === "object") {
    const year = wave.from === "file" ? yearIn(part.files.join(" ")) : yearIn(part.sheet ?? "");
    if (year === null)
      faults.push(
        faultAt(
          `/tables/${table}/wave`,
          `not one year in the name of the ${wave.from} of ${part.label}`,
          "what names the wave",
        ),
      );
    added.push([YEAR_COLUMN, year ?? ""]);
  }
  for (const [column, source] of Object.entries(add)) {
    const text =
      "cell" in source
        ? cellIn(part, source.cell)
        : source.from === "sheet"
          ? (part.sheet ?? part.member)
          : fileTitle(part);
    if (text === null)
      faults.push(
        faultAt(
          `/tables/${table}/add/${column}`,
          `nothing in ${"cell" in source ? source.cell : `the ${source.from}`} of ${part.label}`,
          "a value for all rows",
        ),
      );
    added.push([column, text ?? ""]);
  }
  // A document has the column of its file already.
  return added.filter(([column]) => !(column === FILE_COLUMN && part.columns.includes(FILE_COLUMN)));
}

function fileTitle({ files }: RawPart): string {
  return path.posix.basename(files[0] ?? "").replace(/\.[^.]*$/u, "");
}

/** Returns the text of a cell such as B2; null where it is empty. */
function cellIn({ cells }: RawPart, name: string): string | null {
  const [, letters = "", row = ""] = /^([A-Z]+)(\d+)$/u.exec(name) ?? [];
  const column = Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
  return cells?.[Number(row) - 1]?.[column]?.trim() || null;
}

/** Notices a column that one file has and another of the same table lacks. */
function columnNotices({ name, parts, columns, settings }: MappedTable): string[] {
  if (columns === null || parts.length < 2) return [];
  return parts.flatMap((part) => {
    const here = new Set(part.columns.map((column) => column.toLowerCase()));
    for (const [, now] of renamedIn(part, settings)) here.add(now.toLowerCase());
    const added = new Set(addedTo(name, part, settings, []).map(([column]) => column.toLowerCase()));
    const lacking = columns.filter((column) => !here.has(column.toLowerCase()) && !added.has(column.toLowerCase()));
    if (lacking.length === 0) return [];
    return [
      `${part.label} lacks ${quoted(lacking)}, which other files of ${name} have; if it has another name there, name it under "also"`,
    ];
  });
}
