import type { DuckDBConnection } from "@duckdb/node-api";
import { slugify } from "../../atlas/slug.ts";
import { readRows } from "../intake-database.ts";
import { messageOf } from "../read-description.ts";
import { TABLE_NAMES } from "../../tables/input-tables.ts";
import { loadRawTable, type RawPart, type RawTable } from "./raw-table.ts";

export interface LoadedTables {
  readonly tables: readonly RawTable[];
  /** Parts that DuckDB cannot read, and why. */
  readonly unread: readonly string[];
}

/** Reads all parts into tables; those with nearly the same columns become one. */
export async function loadRawTables(connection: DuckDBConnection, parts: readonly RawPart[]): Promise<LoadedTables> {
  const tables: RawTable[] = [];
  const unread: string[] = [];
  const described: RawPart[] = [];
  for (const part of parts) {
    try {
      described.push(await withColumns(connection, part));
    } catch (error) {
      unread.push(`${part.label}: ${firstLine(error)}`);
    }
  }
  const taken = new Set<string>(TABLE_NAMES);
  // The name of a member of a document is no name of a file.
  const files = described.toSorted((a, b) => Number(a.member !== null) - Number(b.member !== null));
  for (const group of groupAlike(files)) {
    const name = tableNameOf(group, taken);
    try {
      const table = await loadRawTable(connection, name, group);
      if (table.rows > 0) tables.push(table);
      else unread.push(`${group.map(({ label }) => label).join(", ")}: no rows`);
    } catch (error) {
      unread.push(`${group.map(({ label }) => label).join(", ")}: ${firstLine(error)}`);
    }
  }
  return { tables, unread };
}

/** Returns the first line of DuckDB's message; advice on its options follows. */
function firstLine(error: unknown): string {
  return messageOf(error).split("\n", 1).join("");
}

/** Adds the columns to a part; DuckDB alone knows those of some files. */
export async function withColumns(connection: DuckDBConnection, part: RawPart): Promise<RawPart> {
  if (part.columns.length > 0) return part;
  const rows = await readRows<{ column_name: string }>(connection, `DESCRIBE SELECT * FROM ${part.source}`);
  return { ...part, columns: rows.map(({ column_name }) => column_name) };
}

/** Groups parts with the same columns, or most of them if names differ in digits alone. */
function groupAlike(parts: readonly RawPart[]): RawPart[][] {
  const groups: RawPart[][] = [];
  for (const part of parts) {
    const near = groups.find(([first]) => first !== undefined && areAlike(first, part));
    if (near === undefined) groups.push([part]);
    else near.push(part);
  }
  return groups;
}

/** Returns true if two parts have nearly the same columns. */
export function areAlike(a: RawPart, b: RawPart): boolean {
  const [first, second] = [a, b].map(({ columns }) => new Set(columns.map((name) => name.toLowerCase())));
  if (first === undefined || second === undefined) return false;
  const shared = first.intersection(second).size / first.union(second).size;
  const withoutDigits = (label: string): string => label.replaceAll(/\d+/gu, "#");
  return shared === 1 || (shared >= 0.6 && withoutDigits(a.label) === withoutDigits(b.label));
}

/** Makes a name that needs no quotation marks and is no table of the dataset. */
export function tableNameOf(parts: readonly RawPart[], taken: Set<string>): string {
  const [first = ""] = parts.map(({ title }) => title);
  const title = parts.length > 1 ? first.replaceAll(/[-_. ]*(?:19|20)\d\d/gu, "") : first;
  const slug = slugify(title).replaceAll("-", "_").slice(0, 40).replace(/_$/u, "");
  const plain = /^[a-z]/u.test(slug) && !taken.has(slug) && !RESERVED.has(slug) ? slug : `raw_${slug || "rows"}`;
  let name = plain;
  for (let n = 2; taken.has(name); n++) name = `${plain}_${n}`;
  taken.add(name);
  return name;
}

/** Words of SQL that a file may well be called. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc case cast check column create default desc describe distinct do else end except
  false fetch for from grant group having in initially intersect into lambda leading limit not null offset on only or order pivot
  placing primary qualify references returning select show some summarize symmetric table then to trailing true union unique
  unpivot using variadic when where window with values`.split(/\s+/u),
);
