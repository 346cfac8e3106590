import { CONVERSION } from "../desk/scales.ts";
import { exampleCuts, PILLARS_MAX, rangeOf } from "../intake/guess/bands-answer.ts";
import { findDateForms, findNumberQuestions, valuesOfDates } from "../intake/guess/number-questions.ts";
import { type Draft, missingOf } from "../intake/guess/drafts.ts";
import type { DatasetGuess } from "../intake/guess/guess-dataset.ts";
import type { JudgedColumns } from "../intake/guess/guess-columns.ts";
import { type RawTable, type RawValue, SHEET_COLUMN, YEAR_COLUMN } from "../intake/guess/raw-table.ts";
import type { BenchGuess } from "../intake/workbench/open-workbench.ts";
import { counted, formatCount } from "../intake/counted.ts";

/** The values that judge, with their kind. */
export interface JudgedValues {
  readonly kind: JudgedColumns["kind"];
  /** In the order that bands of these names probably have. */
  readonly values: readonly RawValue[];
  /** Values that say "not judged". */
  readonly marks: readonly string[];
}

/** Describes the findings of init, in lines for its user. */
export function guessLines({ guess, unread, decoded }: BenchGuess): string[] {
  const { companies, judgements, products, unused, namedOtherwise } = guess;
  const lines = unread.map((line) => `Not read: ${line}`);
  if (decoded !== null)
    lines.push(
      `Read as ${decoded.encoding}: ${decoded.examples.map((each) => `"${each}"`).join(", ")}. If that is wrong, name another with --encoding.`,
    );
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
  const read = companies === null ? [] : [companies.table, ...judgements.map(({ table }) => table)];
  for (const table of distinct(read)) {
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

function distinct(tables: readonly RawTable[]): RawTable[] {
  return [...new Map(tables.map((table) => [table.name, table])).values()];
}

/** Columns with values that nothing reads; their list shows judgements that were overlooked. */
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

function labelOf({ parts }: RawTable): string {
  const labels = parts.map(({ label }) => label);
  return labels.length > 4 ? `${labels.slice(0, 3).join(", ")} and ${labels.length - 3} more` : labels.join(", ");
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, 30).map((name) => `"${name}"`);
  return shown.join(", ") + (names.length > shown.length ? ` and ${names.length - shown.length} more` : "");
}

/** A question that nobody has answered yet. */
export interface OpenPoint {
  /** The step of the desk that asks it. */
  readonly step: "Files" | "Columns" | "Bands";
  /** The file and the member that answer it. */
  readonly member: string;
  readonly said: string;
}

/** Maximum number of points that are listed for a step. */
const POINTS_SHOWN = 12;

/** Lists open points by the steps of the desk. */
export function openLines(points: readonly OpenPoint[]): string[] {
  return [...Map.groupBy(points, ({ step }) => step)].flatMap(([step, own]) => {
    const left = own.length - POINTS_SHOWN;
    return [
      `${step}: ${counted(own.length, "question")}`,
      ...own.slice(0, POINTS_SHOWN).map(({ member, said }) => `- ${member}   ${said}`),
      ...(left > 0 ? [`- … and ${formatCount(left)} more; the desk lists all`] : []),
    ];
  });
}

/** Companies whose names were found, but not their countries. */
export type NamedCompanies = Pick<NonNullable<DatasetGuess["companies"]>, "table" | "name">;

/** Finds the open points, with the option or the member that answers each. */
export function openPoints(
  draft: Draft,
  guess: DatasetGuess,
  named: NamedCompanies | null,
  judged: JudgedValues,
): OpenPoint[] {
  const { mapping, dataset } = draft;
  const points: OpenPoint[] = [];
  const add = (step: OpenPoint["step"], member: string, said: string): unknown => points.push({ step, member, said });
  if (named === null)
    for (const { pointer, said } of missingOf(draft))
      add("Columns", `mapping.json ${pointer}`, `${said}${hintOf(pointer, guess)}`);
  else add("Columns", "mapping.json /companies", countryMissing(named));
  for (const { table, pointer, column, said } of Object.values(draft.marks.questions ?? {}))
    add("Columns", `mapping.json ${pointer}`, `${said} "${column}" there if so; in /tables/${table}/not_used if not.`);
  const { pillars = [], scale } = dataset;
  if (pillars.length > PILLARS_MAX)
    add("Columns", "mapping.json /judgements/0/pillar", tooManyPillars(pillars.length, guess.judgements));
  if (scale === undefined && judged.values.length > 0)
    add("Bands", "dataset.json /scale, mapping.json /conversions", bandsMissing(judged));
  const judging = guess.judgements.flatMap(({ judged: own, facts }) => {
    const names = own.shape === "wide" ? own.columns : [own.band];
    return facts.flatMap(({ column }) => (names.includes(column.name) ? [column] : []));
  });
  const isRead = judged.kind !== "words" || mapping.conversions?.[CONVERSION]?.cuts !== undefined;
  for (const { member, said, choices } of isRead ? findNumberQuestions(judging, {}) : []) {
    const answers = choices.map(([answer, meaning]) => `with "${answer}", ${meaning}`).join(", or ");
    add("Bands", `mapping.json /numbers/${member}`, `${said}: ${answers}.`);
  }
  const dates = valuesOfDates(guess.judgements);
  const forms = findDateForms(dates) ?? [];
  if (forms.length > 1) {
    const shown = valuesText(dates.slice(0, 5));
    add("Files", "dataset.json /dates", `"${forms.join('" or "')}": nothing tells day and month apart in ${shown}.`);
  }
  if (dataset.title === undefined) add("Files", "dataset.json /title", '--title "…"   What the dataset is called.');
  if (dataset.publisher === undefined) add("Files", "dataset.json /publisher", '--publisher "…"   Who answers for it.');
  return points;
}

/** Says that no column has countries, and what to write where one country, or none, is meant. */
function countryMissing({ table, name }: NamedCompanies): string {
  const member = JSON.stringify({ table: table.name, name, country: { value: "FR" } });
  return (
    `No column has the countries of companies; their names are in "${name}" of ${labelOf(table)}. ` +
    `Where all are of one: --country FR, or ${member}; where they are of none: --country none, ` +
    'or "companies_without_country": "keep" in dataset.json. Otherwise add a column with the country of each.'
  );
}

function bandsMissing({ kind, values }: JudgedValues): string {
  return kind === "scores"
    ? `--bands "worst < … < best" --cuts "${exampleCuts(values, 3)}"   There are ${rangeText(values)}: name bands, and where each next one begins; three bands have two cuts.`
    : `--bands "worst < … < best"   Values found, in no order you may rely on: ${valuesText(values)}. One band may hold several: "Low=0|1 < High=2".`;
}

/** More advice on a missing member; empty where there is none. */
function hintOf(pointer: string, { companies, judgements, unused, countryRows }: DatasetGuess): string {
  if (companies !== null || pointer !== "/companies/name") return "";
  const tables = distinct([...judgements.map(({ table }) => table), ...unused]);
  const rows =
    countryRows === null
      ? ""
      : ` Countries seem to stand in rows: in ${countryRows.table}, where "${countryRows.column}" is "${countryRows.value}", the column "${countryRows.countries}" has them; docs/guides/cookbook.md has the recipe, "A country among the answers".`;
  return ` If countries are judged themselves, one column is both name and country. Columns: ${tables.map(({ name, columns }) => `${name} (${shorten(columns.map((column) => column.name))})`).join("; ")}.${rows}`;
}

/** Names the tables of the pillars, the one with the most first, and says what to do. */
function tooManyPillars(count: number, judgements: DatasetGuess["judgements"]): string {
  const found = judgements
    .toSorted((a, b) => b.pillars.length - a.pillars.length)
    .map(({ table, pillars }) => `${labelOf(table)} has ${pillars.length}`);
  return (
    `There are ${count} pillars, and a dataset may have ${PILLARS_MAX}: ${found.join(", ")}. ` +
    "If a column groups them into fewer, it is the pillar, and the present one the criterion."
  );
}

/** `"Poor" (12), "Good" (3)`. */
export function valuesText(values: readonly Pick<RawValue, "value" | "count">[]): string {
  const shown = values.slice(0, 40).map(({ value, count }) => `"${value}" (${formatCount(count)})`);
  return shown.join(", ") + (values.length > shown.length ? ` and ${values.length - shown.length} more` : "");
}

/** The lowest and highest of scores. */
export function rangeText(values: readonly RawValue[]): string {
  const { low, high } = rangeOf(values);
  return `${values.length} different scores from ${low} to ${high}`;
}

/** A title made of the name of a file: `Water survey`. */
export function titleOf({ companies, judgements }: DatasetGuess): string {
  const [part] = (companies ?? judgements[0])?.table.parts ?? [];
  const words = (part?.label ?? "").replace(/^.*\//u, "").replace(/\..*$/u, "").replaceAll(/[-_]+/gu, " ").trim();
  return words === "" ? "Dataset" : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
