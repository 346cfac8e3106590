import { CsvScanner, EXPECTED_RECORD, fieldTexts } from "../../csv/csv-scanner.ts";
import { Problem, quote } from "../../problem.ts";

/** What a row of a list may say. */
export const LIST_MEMBERS = ["id", "name", "country", "lei", "company_id", "slug"] as const;

export type ListMember = (typeof LIST_MEMBERS)[number];

/** A row of a CSV file: what it says, or why it cannot be read. */
export class FileRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly values: Partial<Readonly<Record<ListMember, string>>>;
  readonly error: string | null;

  constructor(line: number, values: FileRow["values"], error: string | null) {
    this.line = line;
    this.values = values;
    this.error = error;
  }
}

/**
 * Reads a list from a CSV file (RFC 4180) with a header row, whose fields are separated by commas
 * or semicolons. Rows of delimiters alone are passed over. Throws `invalid_request` for a header
 * with other columns than lists have.
 */
export function readListFile(text: string): { readonly rows: readonly FileRow[] } {
  const bytes = Buffer.from(text);
  const rows: FileRow[] = [];
  let columns: readonly ListMember[] | null = null;
  const scanner = new CsvScanner(delimiterOf(text), (record) => {
    const { line, error } = record;
    const fields = error === null ? fieldTexts(record) : [];
    if (columns === null) columns = readHeader(error === null ? fields : [], error);
    else if (error !== null) rows.push(new FileRow(line, {}, `it has ${error}; expected ${EXPECTED_RECORD}`));
    else if (fields.some((field) => field.trim() !== "")) rows.push(readFields(line, columns, fields));
  });
  scanner.push(bytes);
  scanner.end();
  if (columns === null) throw new Problem("invalid_request", `The file is empty; expected ${EXPECTED_HEADER}.`);
  return { rows };
}

const EXPECTED_HEADER = `a header row with some of the columns ${LIST_MEMBERS.map((name) => `\`${name}\``).join(", ")}`;

/** No name of a column has either. */
function delimiterOf(text: string): string {
  const [header = ""] = text.trimStart().split(/[\r\n]/u, 1);
  return header.includes(";") ? ";" : ",";
}

function readHeader(fields: readonly string[], error: string | null): readonly ListMember[] {
  const written = fields.map((field) => field.trim().toLowerCase());
  // Spreadsheets end lines with delimiters.
  const names = written.slice(0, written.findLastIndex((name) => name !== "") + 1);
  const known = names.filter(isMember);
  const unknown = names.filter((name) => !isMember(name)).map((name) => quote(name));
  const repeated = known.filter((name, at) => known.indexOf(name) !== at).map((name) => quote(name));
  const faults = [
    ...(error === null ? [] : [`has ${error}`]),
    ...(unknown.length === 0 ? [] : [`has ${unknown.slice(0, SHOWN_MAX).join(", ")}, which lists do not have`]),
    ...(repeated.length === 0 ? [] : [`has ${repeated.slice(0, SHOWN_MAX).join(", ")} more than once`]),
  ];
  if (faults.length === 0) return known;
  const detail = `The header row ${faults.join(" and ")}; expected ${EXPECTED_HEADER}, and no others.`;
  throw new Problem("invalid_request", detail);
}

/** How many wrong columns are named. */
const SHOWN_MAX = 10;

/** Whether a row may have a member of this name. */
export function isMember(name: string): name is ListMember {
  return LIST_MEMBERS.some((member) => member === name);
}

function readFields(line: number, columns: readonly ListMember[], fields: readonly string[]): FileRow {
  if (fields.slice(columns.length).some((field) => field.trim() !== "")) {
    return new FileRow(line, {}, `it has ${fields.length} fields; expected ${columns.length}, as the header row has`);
  }
  const values = columns.flatMap((column, at): [string, string][] => {
    const field = fields[at] ?? "";
    return field.trim() === "" ? [] : [[column, field]];
  });
  return new FileRow(line, Object.fromEntries(values), null);
}
