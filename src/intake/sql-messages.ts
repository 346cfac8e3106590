import path from "node:path";
import { messageOf } from "./read-description.ts";
import type { SqlStatement } from "./closed-database.ts";

/** A failure of a statement of intake.sql, in words that its author can act on. */
export interface SqlFailure {
  readonly found: string;
  readonly advice: string | null;
  readonly line: number | null;
}

/** A file whose layout DuckDB could not find out. */
const SNIFFED = /Error when sniffing file "([^"]+)"/u;
/** Matches DuckDB's error for a function, a setting or a file that needs an extension. */
const EXTENSION = /exists in the (\w+) extension|requires the extension (\w+)/u;
/** The line of a statement, what stands there, and a mark below. */
const NAMED_LINE = /(?<!\n)\n+LINE (\d+): ([^\n]*)[^]*$/u;
/** From here on the message advises what is refused here. */
const ADVICE =
  /(?<!\n)\n+(?:Possible solutions:|Please try installing|It is possible that the encoding|Did you mean "pg_)[^]*$/u;

const INSTEAD: Readonly<Record<string, string>> = {
  excel:
    "A workbook is there as CSV files, one for each sheet: read_csv(getvariable('converted') || '/book.xlsx/Sheet1.csv').",
  encodings: "The file is there as UTF-8: read_csv(getvariable('converted') || '/file.csv').",
  httpfs: "Nothing is fetched from other hosts: download the file into the folder of the dataset.",
  spatial: "Look up places before, or give the country of each company in a column.",
  fts: "Do without the function: intake.sql has no full-text search.",
};
const DATABASES = /^(?:sqlite|postgres|mysql|odbc)/u;

/**
 * Rewords an error of DuckDB. Files are named as in the folders of the dataset, and advice that
 * cannot be followed here, such as to load an extension, is replaced by what to do instead.
 * `statement` is null where the lines that DuckDB names are those of a query of our own.
 */
export function explainFailure(error: unknown, folders: readonly string[], statement: SqlStatement | null): SqlFailure {
  const message = folders.reduce((text, folder) => text.replaceAll(folder + path.sep, ""), messageOf(error));
  const [, sniffed] = SNIFFED.exec(message) ?? [];
  if (sniffed !== undefined)
    return {
      found: `the file ${sniffed} is not laid out as the statement says, or in no way that DuckDB recognizes`,
      advice:
        "Look at its first lines, and say how it is laid out: read_csv(…, delim = ';', skip = 0, header = true, all_varchar = true), without `columns`.",
      line: null,
    };
  const [, number = "1", text] = NAMED_LINE.exec(message) ?? [];
  const what = message
    .replace(/^Failed to extract statements: /u, "")
    .replace(NAMED_LINE, "")
    .replace(ADVICE, "")
    .trim();
  const advice = adviceOn(message);
  if (statement === null) return { found: what, advice, line: null };
  return {
    found: `${what}\nin: ${shorten(text ?? statement.text)}`,
    advice,
    line: statement.line + Number(number) - 1,
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

function adviceOn(message: string): string | null {
  // DuckDB's own advice is to change its settings, which is refused here; ours has the same effect.
  if (message.startsWith("Out of Memory Error")) return "The setting INTAKE_MEMORY_MIB allows more memory.";
  const [, known, needed] = EXTENSION.exec(message) ?? [];
  const extension = known ?? needed;
  if (extension !== undefined) return insteadOf(extension);
  if (/Cannot access file "https?:/u.test(message)) return insteadOf("httpfs");
  if (/Table with name \S*\.(?:xlsx|xls|ods) does not exist/iu.test(message)) return insteadOf("excel");
  return null;
}

export function insteadOf(extension: string): string {
  const instead = DATABASES.test(extension)
    ? "Export the table as CSV or Parquet, and put that file into the folder."
    : (INSTEAD[extension] ?? "Convert such a file to CSV or Parquet before, or do without the function.");
  return `Extensions of DuckDB are not loaded. ${instead}`;
}
