import type { WholeGuess } from "../intake/guess/answers.ts";
import { valueKey } from "../intake/guess/bands-answer.ts";
import { saysNotJudged } from "../intake/guess/header-words.ts";
import { inProbableOrder } from "../intake/guess/known-bands.ts";
import type { DatasetGuess, JudgementsGuess } from "../intake/guess/guess-dataset.ts";
import { type RawTable, type RawValue, SHEET_COLUMN, YEAR_COLUMN } from "../intake/guess/raw-table.ts";
import { counted, formatCount } from "./output.ts";

/** Recipes for what init cannot write. */
export const COOKBOOK = "docs/guides/cookbook.md";

/** What init found, in lines for its user. */
export function guessLines({ companies, judgements, products, unused, namedOtherwise }: DatasetGuess): string[] {
  const lines: string[] = [];
  if (companies !== null) {
    const { table, name, id, roles, leftOut } = companies;
    const named = [
      `name = "${name}"`,
      ...(id === name ? [] : [`id = "${id}"`]),
      ...(["country", "sector", "website", "lei"] as const).flatMap((role) =>
        roles[role] === undefined ? [] : [`${role} = "${roles[role]}"`],
      ),
    ];
    lines.push(`Companies: ${labelOf(table)} (${counted(table.rows, "row")}): ${named.join(", ")}`);
    if (leftOut.names.length > 0) lines.push(`  left out, because they are no companies: ${shorten(leftOut.names)}`);
    if (leftOut.emptyRows > 0)
      lines.push(`  left out, because they have neither a name nor a country: ${counted(leftOut.emptyRows, "row")}`);
  }
  for (const { table, judged, company, roles } of companies === null ? [] : judgements) {
    const columns =
      judged.shape === "wide"
        ? `${counted(judged.columns.length, "column")} of judgements: ${shorten(judged.columns)}`
        : `one row for each judgement: pillar = "${judged.pillar}", band = "${judged.band}"`;
    const further = (["criterion", "judge", "judged_on", "source_url"] as const).flatMap((role) =>
      roles[role] === undefined ? [] : [`${role} = "${roles[role]}"`],
    );
    lines.push(`Judgements: ${labelOf(table)}: company = "${company}", ${[columns, ...further].join(", ")}`);
  }
  if (products !== null)
    lines.push(`Products: ${labelOf(products.table)}: name = "${products.name}", company = "${products.company}"`);
  for (const table of tablesOf({ companies, judgements })) {
    const left = unreadColumns(table, { companies, judgements });
    if (left.length > 0) lines.push(`Columns of ${labelOf(table)} that are not read: ${shorten(left)}`);
  }
  for (const { table, column, key } of namedOtherwise)
    lines.push(
      `Not used: ${labelOf(table)}. Its column "${column}" names companies by "${key}", and what is read names them by "${companies?.id}".`,
    );
  const rest = unused.filter(({ name }) => !namedOtherwise.some(({ table }) => table.name === name));
  for (const table of rest)
    lines.push(`Not used: ${labelOf(table)} (columns ${shorten(table.columns.map(({ name }) => name))})`);
  return lines;
}

function tablesOf({ companies, judgements }: Pick<DatasetGuess, "companies" | "judgements">): RawTable[] {
  const tables = companies === null ? [] : [companies.table, ...judgements.map(({ table }) => table)];
  return [...new Map(tables.map((table) => [table.name, table])).values()];
}

/** Columns with cells that are for nothing, so that a judgement that was overlooked is seen. */
function unreadColumns({ name, columns }: RawTable, guess: Pick<DatasetGuess, "companies" | "judgements">): string[] {
  const read = new Set<string>([YEAR_COLUMN, SHEET_COLUMN]);
  const of = [guess.companies, ...guess.judgements].filter((each) => each?.table.name === name);
  for (const each of of) for (const column of Object.values(each?.roles ?? {})) read.add(column);
  for (const { table, judged, company } of guess.judgements) {
    if (table.name !== name) continue;
    for (const column of judged.shape === "wide" ? judged.columns : [judged.pillar, judged.band]) read.add(column);
    read.add(company);
  }
  if (guess.companies?.table.name === name) read.add(guess.companies.id);
  return columns.filter((column) => column.filled > 0 && !read.has(column.name)).map((column) => column.name);
}

export function labelOf({ parts }: RawTable): string {
  const labels = parts.map(({ label }) => label);
  return labels.length > 4 ? `${labels.slice(0, 3).join(", ")} and ${labels.length - 3} more` : labels.join(", ");
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, 30).map((name) => `"${name}"`);
  return shown.join(", ") + (names.length > shown.length ? ` and ${names.length - shown.length} more` : "");
}

/** What is missing before anything can be written: for each, what to pass or to do. */
export function missingLines(guess: DatasetGuess, tables: readonly string[]): string[] {
  if (tables.length === 0) return ["No file could be read as a table. Save them as is said above, and run init again."];
  const lines: string[] = [];
  if (guess.companies === null)
    lines.push(
      `No table has a column of company names with a column of countries. Say which they are, --column name=… --column country=…, ` +
        `or, if all companies are of one country, --country FR, or of none, --country none. ` +
        `If countries are judged themselves, one column is both: --column name=Country --column country=Country. Columns: ${tables.join("; ")}.`,
    );
  if (guess.judgements.length === 0)
    lines.push(
      `No column of judgements was found. Name each that has some, --pillar "Water" --pillar "Waste", ` +
        `or, with a row for each judgement, --column pillar=… --column band=….`,
    );
  const { countryRows: rows } = guess;
  if (rows !== null)
    lines.push(
      `The countries seem to stand in rows: in ${rows.table}, where "${rows.column}" is "${rows.value}", the column "${rows.countries}" has them. ` +
        `${COOKBOOK} has the recipe, "A country among the answers".`,
    );
  return lines;
}

/** The values of all judgements, those that say "not judged" apart. */
export function judgedValues(
  judgements: readonly JudgementsGuess[],
  notJudged: readonly string[] | null,
): { readonly values: readonly RawValue[]; readonly marks: readonly string[] } {
  const counts = new Map<string, RawValue>();
  for (const { value, count } of judgements.flatMap(({ values }) => values)) {
    const key = valueKey(value);
    const found = counts.get(key);
    counts.set(key, { value: found?.value ?? value, count: count + (found?.count ?? 0) });
  }
  const isMark = (key: string): boolean => (notJudged === null ? saysNotJudged(key) : notJudged.includes(key));
  const marks = [...counts.keys()].filter(isMark);
  const byValue = new Map([...counts].filter(([key]) => !isMark(key)).map(([, each]) => [each.value, each]));
  const values = inProbableOrder([...byValue.keys()]).flatMap((value) => byValue.get(value) ?? []);
  return { values, marks };
}

/** `"Poor" (12), "Good" (3)`. */
export function valuesText(values: readonly RawValue[]): string {
  const shown = values.slice(0, 40).map(({ value, count }) => `"${value}" (${formatCount(count)})`);
  return shown.join(", ") + (values.length > shown.length ? ` and ${values.length - shown.length} more` : "");
}

/** The lowest and highest of scores. */
export function rangeText(values: readonly RawValue[]): string {
  const numbers = values.map(({ value }) => Number(value.replace(",", "."))).filter((number) => !Number.isNaN(number));
  const [low, high] = numbers.reduce(
    ([a, b], number) => [Math.min(a, number), Math.max(b, number)],
    [Infinity, -Infinity],
  );
  return `${values.length} different scores from ${low} to ${high}`;
}

/** A title made of the name of a file: `Water survey`. */
export function titleOf({ companies }: WholeGuess): string {
  const [part] = companies.table.parts;
  const words = (part?.label ?? "").replace(/^.*\//u, "").replace(/\..*$/u, "").replaceAll(/[-_]+/gu, " ").trim();
  return words === "" ? "Dataset" : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
