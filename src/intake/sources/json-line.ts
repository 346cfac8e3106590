import { columnKey } from "../../tables/input-tables.ts";
import { isObject } from "../../is-object.ts";

/** Matches a line that may hold a number; the reviver that keeps its digits is slow. */
const NUMBER_VALUE = /[:[,]\s*-?\d/;

/** The fault for which a record is no row, and what was expected of it. */
export interface RecordError {
  readonly found: string;
  readonly expected: string;
}

/** The values of a row, by the key of their column. */
type JsonValues = Map<string, unknown>;

/**
 * Reads a line of NDJSON: one JSON object whose members are values, each of the `wanted` columns at
 * most once. Numbers are kept as written: an id of twenty digits is no double.
 */
export function readJsonLine(text: string, wanted: ReadonlySet<string>): JsonValues | RecordError {
  const row = readObject(text);
  if (row === null)
    return {
      found: text.length > 100 ? `${text.slice(0, 100)}…` : text,
      expected: "one JSON object in one line",
    };
  const values: JsonValues = new Map();
  for (const [name, value] of Object.entries(row)) {
    const key = columnKey(name);
    if (wanted.has(key) && values.has(key))
      return { found: `the column ${key} in several spellings`, expected: "every column once in a line" };
    values.set(key, value);
  }
  return values;
}

/** Returns the text of a value; a list of texts is divided by `|`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  const isTextList = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isTextList ? value.join("|") : JSON.stringify(value);
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text, NUMBER_VALUE.test(text) ? keepDigits : undefined);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function keepDigits(this: unknown, _name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" ? (context?.source ?? String(value)) : value;
}
