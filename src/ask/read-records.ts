import { type CsvRecord, CsvScanner, DELIMITERS, fieldTexts, namedDelimiter } from "../csv/csv-scanner.ts";
import { Problem } from "../problem.ts";
import { BOUNDS } from "./bounds.ts";
import { digits } from "./grammar.ts";

/** A row of somebody's CSV file that says something. */
export interface ListRecord {
  /** Number of its first line in the file, from 1. */
  readonly line: number;
  /** Its cells as they were written, up to the last that says something; none with an error. */
  readonly cells: readonly string[];
  /** The reason why it cannot be read, or null. */
  readonly error: string | null;
}

/**
 * Reads a list that somebody sent as CSV (RFC 4180), header and rows. Rows of delimiters alone are
 * left out.
 *
 * Throws `invalid_request` at the first row, column or cell beyond the bounds, and reads nothing
 * behind it.
 */
export function readRecords(text: string): readonly ListRecord[] {
  const named = namedDelimiter(text);
  const records: ListRecord[] = [];
  let cells = 0;
  const scanner = new CsvScanner(
    named ?? delimiterOf(text),
    (record) => {
      const { line, error } = record;
      const width = widthOf(record);
      if ((error === null && width === 0) || (named !== null && line === 1)) return;
      expectWithin("listColumns", width, `Line ${line} of the list has more than`, "columns");
      // One row more is allowed: the first may be a header.
      expectWithin("listRows", records.length, "The list has more than", "rows");
      expectWithin("listCells", (cells += width), "The list has more than", "cells");
      records.push({ line, cells: error === null ? fieldTexts(record, width) : [], error });
    },
    BOUNDS.rowBytes.most,
  );
  scanner.push(Buffer.from(text));
  scanner.end();
  return records;
}

/** Throws `invalid_request` for a list that has more of something than its bound. */
export function expectWithin(
  bound: "listRows" | "listColumns" | "listCells",
  found: number,
  begin: string,
  noun: string,
): void {
  const { most } = BOUNDS[bound];
  if (found > most) {
    const detail = `${begin} ${digits(most)} ${noun}; send it in parts, or less of it.`;
    throw new Problem("invalid_request", detail, [{ detail }]);
  }
}

/** Counts the fields of a record without the empty ones at its end, which spreadsheets write. */
function widthOf({ bytes, starts, ends, fieldCount }: CsvRecord): number {
  let width = fieldCount;
  while (width > 0 && isBlank(bytes, starts[width - 1] ?? 0, ends[width - 1] ?? 0)) width -= 1;
  return width;
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  return start >= end || bytes.toString("utf8", start, end).trim() === "";
}

/**
 * The delimiter by the first line that has anything: tabs come from spreadsheets, whose cells may
 * hold any of the others, and names of columns hold no semicolons.
 */
function delimiterOf(text: string): string {
  const [, first = ""] = /^\s*([^\r\n]*)/u.exec(text) ?? [];
  return ["\t", ";", ...DELIMITERS].find((delimiter) => first.includes(delimiter)) ?? ",";
}

/**
 * The lines of a list that say something, each with its number, from 1. Throws as `readRecords`
 * does.
 */
export function linesOf(text: string): readonly (readonly [line: number, text: string])[] {
  const lines: (readonly [number, string])[] = [];
  let [line, start] = [1, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at] ?? "\n";
    if (character !== "\n" && character !== "\r") continue;
    if (start < at && text.slice(start, at).trim() !== "") {
      expectWithin("listRows", lines.length, "The list has more than", "rows");
      lines.push([line, text.slice(start, at)]);
    }
    if (character === "\r" && text[at + 1] === "\n") at += 1;
    line += 1;
    start = at + 1;
  }
  return lines;
}
