import { columnKey } from "../tables/input-tables.ts";

/** Whether a line may hold a number; the reviver that keeps its digits is slow. */
const NUMBER_VALUE = /[:[,]\s*-?\d/;
/** Strings and punctuation of a JSON text; all else is a number, a literal or white space. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gu;
const [QUOTE, SPACE] = [0x22, 0x20] as const;

/** Why a record is no row, and what was expected of it. */
export interface RecordError {
  readonly found: string;
  readonly expected: string;
}

/** The values of a row, by the key of their column. */
export type JsonValues = Map<string, unknown>;

/**
 * Reads a line of NDJSON: one JSON object whose members are values, each of the `wanted` columns at
 * most once.
 *
 * Numbers, and objects where a plain value should be, are kept as written: an id of twenty digits
 * is no double.
 */
export function readJsonLine(text: string, wanted: ReadonlySet<string>): JsonValues | RecordError {
  const row = readObject(text);
  if (row === null) {
    return {
      found: text.length > 100 ? `${text.slice(0, 100)}…` : text,
      expected: "one JSON object in one line",
    };
  }
  const values = new Map<string, unknown>();
  let hasNested = false;
  for (const [name, value] of Object.entries(row)) {
    values.set(columnKey(name), value);
    hasNested ||= typeof value === "object" && value !== null && !isTextList(value);
  }
  const mayRepeat = countKeys(text) > values.size;
  if (!hasNested && !mayRepeat) return values;
  const members = membersOf(text);
  const repeated = mayRepeat ? findRepeated(members, wanted) : null;
  if (repeated !== null) return repeated;
  for (const { name, value } of members)
    if (/^[{[]/u.test(value) && !isTextList(row[name])) values.set(columnKey(name), value);
  return values;
}

/** A value as the text of a value; a list of texts is divided by `|`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  return isTextList(value) ? value.join("|") : JSON.stringify(value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text, NUMBER_VALUE.test(text) ? keepDigits : undefined);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function keepDigits(this: unknown, _name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" ? (context?.source ?? String(value)) : value;
}

/**
 * How often a quotation mark precedes a colon: at least once for each member, where `JSON.parse`
 * hides a repeated one.
 */
function countKeys(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon >= 0; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= SPACE) before--;
    if (text.charCodeAt(before) === QUOTE) count++;
  }
  return count;
}

interface Member {
  readonly name: string;
  /** As written. */
  readonly value: string;
}

/** The members of the object that a line is known to hold, repeated ones included. */
function membersOf(text: string): Member[] {
  const members: Member[] = [];
  let depth = 0;
  let name: string | null = null;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (depth === 1 && name !== null && (token === "," || token === "}")) {
      members.push({ name, value: text.slice(start, index).trim() });
      name = null;
    } else if (depth === 1 && token === ":") start = index + 1;
    else if (depth === 1 && name === null && token.startsWith('"')) name = JSON.parse(token) as string;
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
  }
  return members;
}

function findRepeated(members: readonly Member[], wanted: ReadonlySet<string>): RecordError | null {
  for (const [column, group] of Map.groupBy(members, ({ name }) => columnKey(name))) {
    if (group.length === 1 || !wanted.has(column)) continue;
    const names = group.map(({ name }) => JSON.stringify(name)).join(", ");
    return { found: `the column ${column} ${group.length} times: ${names}`, expected: "every column once in a line" };
  }
  return null;
}
