import { Type } from "../../ask/type.ts";
import type { CsvForm } from "../../ask/csv.ts";
import { oneOf } from "../../ask/json-shape.ts";
import { releaseParameter } from "../../ask/parameters.ts";

/** Parameters and rules of CSV files, and the form that parameters ask for. */

/** The form of a CSV file if nothing else is asked for. */
export const PLAIN_CSV: CsvForm = { bom: false, separator: "comma" };

/** Whether a CSV file begins with a byte order mark. */
export const bomParameter = {
  bom: Type.Boolean({
    default: PLAIN_CSV.bom,
    description:
      "Begin the file with a byte order mark, by which spreadsheets recognise UTF-8. Other programs may read it as part of the first column name.",
  }),
};

/** The form of a CSV file. */
export const csvFormParameters = {
  ...bomParameter,
  separator: oneOf(["comma", "semicolon"], {
    default: PLAIN_CSV.separator,
    description:
      "What stands between values. `semicolon` also writes numbers with a decimal comma: Excel expects both where its language has a decimal comma.",
  }),
};

/** Query parameters of a CSV file. */
export const csvParameters = { ...csvFormParameters, ...releaseParameter };

/** The form that parameters ask for; files that cannot be had in another one lack some of them. */
export function csvFormOf(given: Readonly<Record<string, unknown>>): CsvForm {
  return { bom: given["bom"] === true, separator: given["separator"] === "semicolon" ? "semicolon" : "comma" };
}

/** The parameters of a form that are not those of a plain file. */
export function csvQueryOf({ bom, separator }: CsvForm): Readonly<Record<string, string>> {
  return { ...(bom ? { bom: "true" } : {}), ...(separator === PLAIN_CSV.separator ? {} : { separator }) };
}

/** The rules of a CSV file. */
export function csvRules({ bom, separator }: CsvForm): string {
  const written =
    separator === "semicolon"
      ? "Semicolons between values, a decimal comma in numbers, otherwise RFC 4180"
      : "RFC 4180";
  return `${written} with CRLF and a header line, UTF-8 ${bom ? "with a" : "without"} byte order mark. ${CELL_RULES}`;
}

const CELL_RULES =
  "An empty value is null. A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return has an apostrophe in front, so that no spreadsheet runs it. Columns are only ever appended.";

/** The rules of every CSV file as it comes if nothing else is asked for. */
export const CSV_RULES: string = csvRules(PLAIN_CSV);
