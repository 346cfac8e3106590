import { readFile } from "node:fs/promises";
import { literal } from "../intake-database.ts";
import type { RawPart } from "./raw-table.ts";

/** Larger files are not looked into. */
const JSON_BYTES_MAX = 64 << 20;
const RECORDS_LOOKED_AT = 2000;
/** A key that fewer of the records have is no column. */
const SHARE_MIN = 0.3;

type JsonObject = Readonly<Record<string, unknown>>;

interface RawJson {
  /** A copy in UTF-8, without compression. */
  readonly path: string;
  readonly label: string;
  readonly title: string;
  /** SQL: where intake.sql reads it. */
  readonly pathSql: string;
}

/** The rows of a file of JSON lines. Null where they are no objects. */
export async function openRawLines(json: RawJson): Promise<RawPart | null> {
  const lines = (await readJsonText(json.path)).split("\n").filter((line) => line.trim() !== "");
  const columns = columnsOfRecords(lines.slice(0, RECORDS_LOOKED_AT).map(parse));
  if (columns.length === 0) return null;
  const types = columns.map(({ key }) => `${literal(key)}: 'VARCHAR'`);
  const source = `read_json(${json.pathSql}, format = 'newline_delimited', columns = {${types.join(", ")}})`;
  return {
    label: json.label,
    title: json.title,
    source,
    columns: columns.map(({ key }) => key),
    notes: ["one object a line"],
  };
}

/**
 * The tables in a JSON file: lists of records, and maps whose keys are ids or names, at its top or
 * one level below.
 */
export async function openRawJson(json: RawJson): Promise<RawPart[]> {
  const content = parse(await readJsonText(json.path));
  const whole = partOf(json, content, []);
  if (whole !== null) return [whole];
  if (!isObject(content)) return [];
  return Object.entries(content).flatMap(([member, value]) => partOf(json, value, [member]) ?? []);
}

async function readJsonText(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (bytes.length > JSON_BYTES_MAX) return "";
  return bytes.toString("utf8").replace(/^\ufeff/u, "");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function partOf(json: RawJson, value: unknown, members: readonly string[]): RawPart | null {
  const isList = Array.isArray(value);
  if (!isList && !isObject(value)) return null;
  const entries: unknown[] = isList ? value : Object.values(value);
  if (entries.length < 2) return null;
  const columns = columnsOfRecords(entries.slice(0, RECORDS_LOOKED_AT));
  const [type] = entries.map((entry) => typeof entry);
  const areScalars =
    !isList && members.length > 0 && entries.every((entry) => isScalar(entry) && typeof entry === type);
  if (columns.length === 0 && !areScalars) return null;
  const selected = areScalars
    ? [`e.value ->> '$' AS "value"`]
    : columns.map(({ key, path }) => `e.value ->> ${literal(pathText(path))} AS ${quote(key)}`);
  const keys = isList ? [] : ["key"];
  const each = members.length === 0 ? "json_each(content)" : `json_each(content, ${literal(pathText(members))})`;
  const select = [...keys.map((key) => `e.key AS ${quote(key)}`), ...selected].join(", ");
  return {
    label: members.length === 0 ? json.label : `${json.label}, member "${members.join(".")}"`,
    title: members.at(-1) ?? json.title,
    source: `(SELECT ${select}\n    FROM read_text(${json.pathSql}), ${each} AS e)`,
    columns: [...keys, ...(areScalars ? ["value"] : columns.map(({ key }) => key))],
    notes: isList ? ["a list of objects"] : ["a map: each key is a value too, in the column key"],
  };
}

interface JsonColumn {
  readonly key: string;
  readonly path: readonly string[];
}

/** The members that enough records have, those of objects inside them too. */
function columnsOfRecords(records: readonly unknown[]): JsonColumn[] {
  const objects = records.filter(isObject);
  if (objects.length < 2 || objects.length < 0.9 * records.length) return [];
  const counts = new Map<string, { readonly column: JsonColumn; count: number }>();
  for (const object of objects)
    for (const column of membersOf(object, [])) {
      const found = counts.get(column.key) ?? { column, count: 0 };
      found.count += 1;
      counts.set(column.key, found);
    }
  const isShared = (count: number): boolean => count >= 2 && count >= SHARE_MIN * objects.length;
  const taken = new Set(["key"]);
  return [...counts.values()].flatMap(({ column, count }) => {
    if (!isShared(count)) return [];
    let { key } = column;
    for (let n = 2; taken.has(key.toLowerCase()); n++) key = `${column.key} (${n})`;
    taken.add(key.toLowerCase());
    return [{ ...column, key }];
  });
}

function membersOf(object: JsonObject, above: readonly string[]): JsonColumn[] {
  return Object.entries(object).flatMap(([member, value]): JsonColumn[] => {
    // A path of DuckDB has no way to write it.
    if (member.includes('"')) return [];
    const path = [...above, member];
    if (isObject(value)) return above.length === 0 ? membersOf(value, path) : [];
    return isScalar(value) ? [{ key: path.join(" "), path }] : [];
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** A JSON path: `$."Water use"."2025"`. */
function pathText(path: readonly string[]): string {
  return `$${path.map((member) => `.${quote(member)}`).join("")}`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
