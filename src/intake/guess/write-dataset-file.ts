import type { Answers } from "./answers.ts";
import { pillarsOf } from "./group-pillars.ts";

/** One member of dataset.json, and what it is for. */
export interface ExplainedLine {
  readonly field: string;
  readonly value: unknown;
  readonly why: string;
}

/** The members of dataset.json in their order, each with what it is for. */
export function describeDatasetFile(answers: Answers): ExplainedLine[] {
  const { title, publisher, year, licence, mark, measures, doesNotMeasure } = answers;
  const { scale, pillars, dates, encoding, keepsWithoutCountry } = answers;
  const lines: (ExplainedLine | null)[] = [
    { field: "title", value: title, why: "shown on every page and in citations" },
    { field: "publisher", value: publisher, why: "who answers for the judgements; part of the citation" },
    { field: "year", value: year, why: "the year of publication, for the citation" },
    licence === null ? null : { field: "licence", value: licence, why: "what readers may do with the data" },
    mark === null ? null : { field: "mark", value: mark, why: "what sentences begin with where they are copied" },
    measures === null ? null : { field: "measures", value: measures, why: "what the bands measure" },
    doesNotMeasure.length === 0
      ? null
      : { field: "does_not_measure", value: doesNotMeasure, why: "what readers must not take them for" },
    encoding === null
      ? null
      : { field: "encoding", value: encoding, why: "how the text files are encoded that are not UTF-8" },
    keepsWithoutCountry
      ? { field: "companies_without_country", value: "keep", why: "companies without a country are published, in none" }
      : null,
    dates === null ? null : { field: "dates", value: dates, why: "how the files write dates" },
    {
      field: "scale",
      value: {
        id: scaleId(answers),
        bands: scale.bands.map(({ id, label }) => ({ id, label })),
      },
      why: "the bands, WORST FIRST; only their order has meaning",
    },
    {
      field: "pillars",
      value: pillarsOf(pillars),
      why: "what is judged, in the order in which it is shown; labels are what readers see",
    },
  ];
  return lines.filter((line) => line !== null);
}

/** The text of dataset.json, with each band and each pillar on one line. */
export function writeDatasetFile(lines: readonly ExplainedLine[]): string {
  return writeDatasetMembers(Object.fromEntries(lines.map(({ field, value }) => [field, value])));
}

/** The text of a dataset.json with these members. */
export function writeDatasetMembers(members: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(members, null, 2);
  return `${text.replaceAll(/\{\n +("id": "[^\n]*",)\n +("label": [^\n]*)\n +\}/gu, "{ $1 $2 }")}\n`;
}

function scaleId({ scale }: Answers): string {
  return scale.bands
    .map(({ id }) => id)
    .join("-")
    .slice(0, 60)
    .replace(/-+$/u, "");
}
