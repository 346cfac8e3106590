import { isHeader } from "./list-file.ts";

/**
 * Turns a list as people paste it into the CSV file that the API reads: names alone, one in each
 * line, get a header row, and cells copied from a spreadsheet get commas. Everything else stays as
 * it is, for the API to read or refuse.
 */
export function listAsCsv(text: string): string {
  const lines = text.replace(/^\ufeff/u, "").split(/\r\n|\n|\r/u);
  const first = lines.find((line) => line.trim() !== "") ?? "";
  if (first.includes("\t")) return lines.map((line) => line.split("\t").map(csvField).join(",")).join("\n");
  if (/[,;"]/u.test(first) || isHeader(first)) return text;
  return ["name", ...lines.filter((line) => line.trim() !== "").map(csvField)].join("\n");
}

/** A field of a CSV file (RFC 4180), as it is. */
export function csvField(text: string): string {
  return /[",;\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
