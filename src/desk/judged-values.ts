import { isNumber } from "../intake/guess/column-facts.ts";
import { saysNotJudged } from "../intake/guess/header-words.ts";
import { valueKey } from "../intake/guess/bands-answer.ts";
import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import type { BenchTable } from "../intake/workbench/open-workbench.ts";
import { columnOf } from "../intake/mapping/value-sql.ts";
import { countTexts, findTexts, type JudgedCells } from "../intake/workbench/read-cells.ts";
import type { Desk } from "./desk.ts";
import type { Draft, DraftEntry } from "./drafts.ts";
import { numberOf } from "./profiles.ts";
import { cellsOf, type JudgedUnit, unitsOf } from "./scales.ts";

/** What the values that judge are: words, a few points, or scores that are cut. */
export type ValueKind = "words" | "scores";

/** One text that stands where a judgement should, and how often. */
export interface JudgedText {
  readonly text: string;
  readonly count: number;
}

/** All that stands where judgements should, after corrections. */
export interface JudgedValues {
  /** The name of the conversion. */
  readonly scale: string;
  readonly kind: ValueKind;
  readonly conversion: MappedConversion | null;
  /** Texts that judge, most frequent first. */
  readonly judging: readonly JudgedText[];
  /** Texts that mean "not judged"; empty cells are "". */
  readonly notJudged: readonly JudgedText[];
  /** Texts that are in no band and mean nothing else. */
  readonly unread: readonly JudgedText[];
}

const TEXTS_MAX = 50_000;

/** Everything that judges at a desk. */
export function unitsAt({ draft: { mapping, dataset } }: Desk): readonly JudgedUnit[] {
  return unitsOf(mapping, dataset);
}

/** What was counted, by what it was counted in: other members of the mapping may change. */
const counted = new WeakMap<Desk, Map<string, ReadonlyMap<string, number>>>();
const COUNTS_KEPT = 1000;

async function countsIn(desk: Desk, table: BenchTable, cells: JudgedCells): Promise<ReadonlyMap<string, number>> {
  const { tables, corrections = [] } = desk.draft.mapping;
  const kept = counted.get(desk) ?? new Map<string, ReadonlyMap<string, number>>();
  counted.set(desk, kept);
  const key = JSON.stringify([await desk.bench.stamps(), tables, corrections, table.name, cells]);
  const before = kept.get(key);
  if (before !== undefined) return before;
  const counts = await countTexts(desk.bench, table, cells, corrections);
  if (kept.size >= COUNTS_KEPT) kept.clear();
  kept.set(key, counts);
  return counts;
}

/**
 * Counts what stands where judgements of one conversion should, and sorts it by what it means; in
 * `draft`, which may be one that is not written yet.
 */
export async function readJudgedValues(desk: Desk, scale: string, draft: Draft = desk.draft): Promise<JudgedValues> {
  const { mapping, dataset } = draft;
  const conversion = mapping.conversions?.[scale] ?? null;
  const counts = new Map<string, number>();
  const tables = (await desk.tablesNow())?.tables ?? [];
  for (const [name, all] of cellsOf(unitsOf(mapping, dataset), scale, conversion?.share_of)) {
    const table = tables.find((each) => each.name === name);
    if (table === undefined) continue;
    for (const cells of all.filter((each) => areThere(tables, table, each)))
      for (const [text, count] of await countsIn(desk, table, cells)) counts.set(text, (counts.get(text) ?? 0) + count);
  }
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
    scale,
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
export async function placesOf(
  desk: Desk,
  { scale, conversion }: JudgedValues,
  texts: readonly JudgedText[],
): Promise<ReadonlyMap<string, TextPlace[]>> {
  const wanted = new Set(texts.map(({ text }) => text));
  const places = new Map<string, TextPlace[]>();
  if (wanted.size === 0) return places;
  const tables = (await desk.tablesNow())?.tables ?? [];
  for (const [name, all] of cellsOf(unitsAt(desk), scale, conversion?.share_of)) {
    const table = tables.find((each) => each.name === name);
    if (table === undefined) continue;
    const there = all.filter((each) => areThere(tables, table, each));
    const found = await findTexts(desk.bench, table, there, desk.draft.mapping.corrections ?? [], (text) =>
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

/** Whether the files have all columns that cells are read by: next year's may lack one. */
function areThere(tables: readonly BenchTable[], table: BenchTable, { column, only, shareOf }: JudgedCells): boolean {
  const values = [column, only?.value, typeof shareOf === "number" ? undefined : shareOf];
  return values.every((value) => {
    if (!hasColumn(table, columnOf(value) ?? column)) return false;
    const lookup = typeof value === "object" && "lookup" in value ? value.lookup : undefined;
    const other = tables.find(({ name }) => name === lookup?.table);
    return (
      lookup === undefined || (other !== undefined && hasColumn(other, lookup.key) && hasColumn(other, lookup.value))
    );
  });
}
