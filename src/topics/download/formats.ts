import type { ProblemError } from "../../problem.ts";
import { csvFormParameters, PLAIN_CSV } from "./csv-form.ts";
import { CSV_TYPE, XLSX_TYPE } from "./downloads.ts";
import { oneOf } from "../../ask/json-shape.ts";
import type { AnswerForm, GivenParameters } from "../../ask/operation.ts";

/** What lists that also come as files have in common: how a format is asked for. */

const FORMATS = ["json", "csv", "xlsx"] as const;

/** Query parameters of a list that comes in several formats. */
export const formatParameters = {
  format: oneOf(FORMATS, {
    default: "json",
    description:
      "The format. Without it `Accept` decides, by default for JSON. CSV and XLSX are the whole list: `limit`, `cursor` and `fields` are of JSON alone.",
  }),
  ...csvFormParameters,
};

/** The forms of a list by the values of `format`. `rows` says what the rows of a file are. */
export function fileFormats(json: AnswerForm, rows: string): Readonly<Record<(typeof FORMATS)[number], AnswerForm>> {
  return {
    json,
    csv: { kind: "file", mediaType: CSV_TYPE, description: rows },
    xlsx: { kind: "file", mediaType: XLSX_TYPE, description: rows },
  };
}

/** Parameters of a page of a list. */
const OF_JSON = ["limit", "cursor", "fields"];

/** The errors of parameters that mean nothing in the format that was asked for. */
export function findFormatErrors(given: Readonly<Record<string, unknown>>, sent: GivenParameters): ProblemError[] {
  const { format } = given;
  if (format === undefined) return [];
  const errors = format === "csv" ? [] : findCsvErrors(given);
  if (format === "json") return errors;
  for (const [name] of sent.query) {
    if (!OF_JSON.includes(name)) continue;
    const detail = `\`${name}\` is of JSON alone; as a file the list is whole, with the columns of its table.`;
    errors.push({ parameter: name, detail });
  }
  return errors;
}

/** The errors of parameters that ask what is no CSV file to be written like one. */
export function findCsvErrors({ bom, separator }: Readonly<Record<string, unknown>>): ProblemError[] {
  const unfit = [
    ...(bom === true ? ["bom"] : []),
    ...(separator === undefined || separator === PLAIN_CSV.separator ? [] : ["separator"]),
  ];
  return unfit.map((parameter) => ({ parameter, detail: `\`${parameter}\` is of CSV files alone; leave it out.` }));
}
