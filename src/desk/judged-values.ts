import { isNumber } from "../intake/guess/column-facts.ts";
import { saysNotJudged } from "../intake/guess/header-words.ts";
import { valueKey } from "../intake/guess/bands-answer.ts";
import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import type { BenchTable } from "../intake/workbench/open-workbench.ts";
import { countTexts, findTexts } from "../intake/workbench/read-cells.ts";
import type { Desk } from "./desk.ts";
import type { DraftEntry, DraftMapping } from "./drafts.ts";
import { numberOf } from "./profiles.ts";

/** What the values that judge are: words, a few points, or scores that are cut. */
export type ValueKind = "words" | "scores";

/** One text that stands where a judgement should, and how often. */
export interface JudgedText {
  readonly text: string;
  readonly count: number;
}

/** All that stands where judgements should, after corrections. */
export interface JudgedValues {
  readonly kind: ValueKind;
  readonly conversion: MappedConversion | null;
  /** Texts that judge, most frequent first. */
  readonly judging: readonly JudgedText[];
  /** Texts that mean "not judged"; empty cells are "". */
  readonly notJudged: readonly JudgedText[];
  /** Texts that are in no band and mean nothing else. */
  readonly unread: readonly JudgedText[];
}

/** The conversion that the desk edits: that of the judgements without one of their own. */
export const CONVERSION = "bands";

/** The columns with judgements, by table. */
export function judgedColumns({ judgements = [] }: DraftMapping): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { table, columns, value } of judgements) {
    const own = found.get(table) ?? [];
    own.push(...Object.keys(columns ?? {}), ...(value === undefined ? [] : [value]));
    found.set(table, own);
  }
  return found;
}

const TEXTS_MAX = 50_000;

/** Counts what stands where judgements should, and sorts it by what it means. */
export async function readJudgedValues(desk: Desk): Promise<JudgedValues> {
  const { mapping } = desk.draft;
  const counts = new Map<string, number>();
  for (const [name, columns] of judgedColumns(mapping)) {
    const table = await desk.table(name);
    if (table === null) continue;
    const there = columns.filter((column) => hasColumn(table, column));
    const own = await countTexts(desk.bench, table, there, mapping.corrections ?? []);
    for (const [text, count] of own) counts.set(text, (counts.get(text) ?? 0) + count);
  }
  const conversion = mapping.conversions?.[CONVERSION] ?? null;
  const marks = new Set((mapping.not_judged ?? []).map((word) => word.trim().toLowerCase()));
  const all = [...counts].slice(0, TEXTS_MAX).map(([text, count]) => ({ text, count }));
  const split = conversion?.list === undefined ? all : severalOf(all);
  const banded = new Set(
    Object.values(conversion?.values ?? {})
      .flat()
      .map(valueKey),
  );
  const isMarked = ({ text }: JudgedText): boolean =>
    !banded.has(valueKey(text)) && (text === "" || marks.has(text.toLowerCase()));
  const sorted = split.toSorted((a, b) => b.count - a.count);
  const rest = sorted.filter((each) => !isMarked(each));
  const kind = kindOf(conversion, rest);
  const isRead = ({ text }: JudgedText): boolean =>
    kind === "scores" ? !Number.isNaN(numberOf(text)) : conversion?.values === undefined || banded.has(valueKey(text));
  return {
    kind,
    conversion,
    judging: rest.filter(isRead),
    notJudged: sorted.filter(isMarked),
    unread: rest.filter((each) => !isRead(each)),
  };
}

function kindOf(conversion: MappedConversion | null, texts: readonly JudgedText[]): ValueKind {
  if (conversion?.cuts !== undefined) return "scores";
  if (conversion?.values !== undefined) return "words";
  const judging = texts.filter(({ text }) => !saysNotJudged(text));
  const numbers = judging.filter(({ text }) => isNumber(text.replace(/\s*%$/u, "")));
  return numbers.length > 20 && numbers.length >= 0.9 * judging.length ? "scores" : "words";
}

/** The values in cells that have several, with ; between them. */
function severalOf(texts: readonly JudgedText[]): JudgedText[] {
  const counts = new Map<string, number>();
  for (const { text, count } of texts)
    for (const part of text === "" ? [""] : text.split(";").map((each) => each.trim()))
      counts.set(part, (counts.get(part) ?? 0) + count);
  return [...counts].map(([text, count]) => ({ text, count }));
}

/** The bands of dataset.json, worst first; none where nobody has said any. */
export function bandsOf({ draft: { dataset } }: Desk): readonly DraftEntry[] {
  return dataset.scale?.bands ?? [];
}

/** Where a text stands. */
export interface TextPlace {
  readonly table: string;
  readonly column: string;
  readonly rows: readonly number[];
  readonly names: readonly string[];
}

/** The first places of texts, by text. */
export async function placesOf(desk: Desk, texts: readonly JudgedText[]): Promise<ReadonlyMap<string, TextPlace[]>> {
  const wanted = new Set(texts.map(({ text }) => text));
  const places = new Map<string, TextPlace[]>();
  if (wanted.size === 0) return places;
  for (const [name, columns] of judgedColumns(desk.draft.mapping)) {
    const table = await desk.table(name);
    if (table === null) continue;
    const found = await findTexts(desk.bench, table, columns, desk.draft.mapping.corrections ?? [], (text) =>
      wanted.has(text),
    );
    for (const each of found) places.set(each.text, [...(places.get(each.text) ?? []), each]);
  }
  return places;
}

/** The scores, each with how often it stands in the files. */
export function numbersOf(values: JudgedValues): { number: number; count: number }[] {
  return values.judging.map(({ text, count }) => ({ number: numberOf(text), count }));
}

/** Whether the files of a table still have a column that the mapping names. */
export function hasColumn({ columns }: BenchTable, column: string): boolean {
  return columns.some(({ name }) => name.toLowerCase() === column.toLowerCase());
}
