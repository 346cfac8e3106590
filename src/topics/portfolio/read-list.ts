import { linesOf } from "../../ask/read-records.ts";
import { namedDelimiter } from "../../csv/csv-scanner.ts";
import { isHeader } from "./list-file.ts";

/**
 * Turns a list as people paste it into the CSV file that the API reads: names alone, one in each
 * line, get a header row, and cells copied from a spreadsheet get commas. Everything else stays as
 * it is, for the API to read or refuse. Throws `invalid_request` for more lines than a list has.
 */
export function listAsCsv(text: string): string {
  const [, first = ""] = /^\s*([^\r\n]*)/u.exec(text) ?? [];
  if (namedDelimiter(text) !== null) return text;
  if (first.includes("\t")) return withCommas(linesOf(text.replace(/^\ufeff/u, "")));
  if (/[,;"]/u.test(first) || first.split("|").some(isHeader)) return text;
  return ["name", ...linesOf(text).map(([, line]) => csvField(line))].join("\n");
}

/** Turns lines with tabs into lines with commas, each at its place in the list. */
function withCommas(lines: ReturnType<typeof linesOf>): string {
  let before = 1;
  const written = lines.map(([line, text]) => {
    const breaks = "\n".repeat(line - before);
    before = line;
    return breaks + text.split("\t").map(csvField).join(",");
  });
  return written.join("");
}

/** Writes a field of a CSV file (RFC 4180) without any change to its text. */
export function csvField(text: string): string {
  return /[",;\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
