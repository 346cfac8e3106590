import { saysNotJudged } from "../intake/guess/header-words.ts";
import { valueKey } from "../intake/guess/bands-answer.ts";
import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import { isNotFinite, isNumber, numberForm, PRINTED, readNumber } from "../intake/numbers.ts";
import type { BenchTable } from "../intake/workbench/open-workbench.ts";
import { columnOf } from "../intake/mapping/value-sql.ts";
import { countTexts, findTexts, type JudgedCells } from "../intake/workbench/read-cells.ts";
import type { Desk } from "./desk.ts";
import type { Draft, DraftEntry } from "../intake/guess/drafts.ts";
import { cellsOf, type JudgedUnit, unitsOf } from "./scales.ts";
import { namedMember } from "../intake/mapping/mapping-text.ts";

/** The kind of the values that judge: words or a few points, or scores that are cut. */
export type ValueKind = "words" | "scores";

/** One text in the cells of judgements, and its count. */
export interface JudgedText {
  readonly text: string;
  readonly count: number;
  /** Its number as the column writes numbers; null where it is none, or two. */
  readonly number: number | null;
}

/** All texts in the cells of judgements, after corrections. */
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

/** Returns all that judges at a desk. */
export function unitsAt({ draft: { mapping, dataset } }: Desk): readonly JudgedUnit[] {
  return unitsOf(mapping, dataset);
}

/** Cached counts by the cells and settings they depend on: other members may change. */
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
 * Counts the texts in cells that one conversion reads, and sorts them by their meaning in `draft`,
 * which may be one that is not written yet.
 */
export async function readJudgedValues(desk: Desk, scale: string, draft: Draft = desk.draft): Promise<JudgedValues> {
  const { mapping, dataset } = draft;
  const conversion = namedMember(mapping.conversions, scale) ?? null;
  const found = new Map<string, JudgedText>();
  const tables = (await desk.tablesNow())?.tables ?? [];
  for (const [name, all] of cellsOf(unitsOf(mapping, dataset), scale, conversion?.share_of, mapping.numbers)) {
    const table = tables.find((each) => each.name === name);
    if (table === undefined) continue;
    for (const cells of all.filter((each) => areThere(tables, table, each))) {
      const facts = table.columns.find(({ name: own }) => own.toLowerCase() === cells.column.toLowerCase());
      const isPrinted = cells.shareOf !== undefined || facts === undefined;
      const form = isPrinted ? PRINTED : numberForm(facts.numbers, mapping.numbers);
      for (const [text, count] of await countsIn(desk, table, cells)) {
        const number = readNumber(text, form);
        const key = JSON.stringify([text, number]);
        found.set(key, { text, number, count: count + (found.get(key)?.count ?? 0) });
      }
    }
  }
  const marks = new Set((mapping.not_judged ?? []).map((word) => word.trim().toLowerCase()));
  const all = [...found.values()].slice(0, TEXTS_MAX);
  const split = conversion?.list === undefined ? all : severalOf(all);
  const banded = new Set(
    Object.values(conversion?.values ?? {})
      .flat()
      .map(valueKey),
  );
  const isMarked = ({ text }: JudgedText): boolean =>
    !banded.has(valueKey(text)) && (text === "" || marks.has(text.toLowerCase()));
  const sorted = split.toSorted((a, b) => b.count - a.count);
  const kind = kindOf(
    conversion,
    sorted.filter((each) => !isMarked(each)),
  );
  const isLeftOut = (each: JudgedText): boolean => isMarked(each) || (kind === "scores" && isNotFinite(each.text));
  const rest = sorted.filter((each) => !isLeftOut(each));
  const isRead = ({ text, number }: JudgedText): boolean =>
    kind === "scores" ? number !== null : conversion?.values === undefined || banded.has(valueKey(text));
  return {
    scale,
    kind,
    conversion,
    judging: rest.filter(isRead),
    notJudged: sorted.filter(isLeftOut),
    unread: rest.filter((each) => !isRead(each)),
  };
}

function kindOf(conversion: MappedConversion | null, texts: readonly JudgedText[]): ValueKind {
  if (conversion?.cuts !== undefined) return "scores";
  if (conversion?.values !== undefined) return "words";
  const judging = texts.filter(({ text }) => !saysNotJudged(text) && !isNotFinite(text));
  const numbers = judging.filter(({ text }) => isNumber(text));
  return numbers.length > 20 && numbers.length >= 0.9 * judging.length ? "scores" : "words";
}

/** Splits the texts of cells that have several values, with ; between them. */
function severalOf(texts: readonly JudgedText[]): JudgedText[] {
  const counts = new Map<string, number>();
  for (const { text, count } of texts)
    for (const part of text === "" ? [""] : text.split(";").map((each) => each.trim()))
      counts.set(part, (counts.get(part) ?? 0) + count);
  return [...counts].map(([text, count]) => ({ text, count, number: readNumber(text, PRINTED) }));
}

/** The bands of dataset.json, worst first; none where nobody has named any. */
export function bandsOf({ draft: { dataset } }: Desk): readonly DraftEntry[] {
  return dataset.scale?.bands ?? [];
}

/** The place of a text in the files. */
export interface TextPlace {
  readonly table: string;
  readonly column: string;
  readonly rows: readonly number[];
  readonly names: readonly string[];
}

/** Finds the first places of texts, by text. */
export async function placesOf(
  desk: Desk,
  { scale, conversion }: JudgedValues,
  texts: readonly JudgedText[],
): Promise<ReadonlyMap<string, TextPlace[]>> {
  const wanted = new Set(texts.map(({ text }) => text));
  const places = new Map<string, TextPlace[]>();
  if (wanted.size === 0) return places;
  const tables = (await desk.tablesNow())?.tables ?? [];
  const { numbers } = desk.draft.mapping;
  for (const [name, all] of cellsOf(unitsAt(desk), scale, conversion?.share_of, numbers)) {
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

/** The scores, each with its count in the files. */
export function numbersOf({ judging }: Pick<JudgedValues, "judging">): { number: number; count: number }[] {
  return judging.flatMap(({ number, count }) => (number === null ? [] : [{ number, count }]));
}

/** Returns true if the files of a table still have a column that the mapping names. */
export function hasColumn({ columns }: BenchTable, column: string): boolean {
  return columns.some(({ name }) => name.toLowerCase() === column.toLowerCase());
}

/** Returns true if the files have all columns that cells need: next year's may lack one. */
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
