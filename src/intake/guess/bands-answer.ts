import { slugify } from "../../atlas/slug.ts";
import { firstOf } from "../counted.ts";
import { BY_ITSELF, isNumber, PRINTED, readNumber } from "../numbers.ts";
import type { JudgedColumns } from "./guess-columns.ts";
import type { RawValue } from "./raw-table.ts";
import { areCodes } from "../sources/open-raw-text.ts";

interface BandAnswer {
  readonly id: string;
  readonly label: string;
  /** The values of the files that it stands for; none where scores are cut. */
  readonly values: readonly string[];
}

export interface ScaleAnswer {
  /** Worst first. */
  readonly bands: readonly BandAnswer[];
  /**
   * The limits between a band and the next; a score of exactly the number is in the better one of
   * rising cuts, and in the worse one of falling cuts. Null without cuts.
   */
  readonly cuts: readonly number[] | null;
}

/** Splits `Poor < Fair < Good`, also with `;` or `,` between. */
export function splitList(text: string): string[] {
  const separator = ["<", ";", ","].find((each) => text.includes(each)) ?? ",";
  const parts = text.split(separator).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

/** Reads the numbers in a list; null where it has none, or anything else. */
export function numbersIn(text: string): number[] | null {
  const numbers = splitList(text).flatMap((part) => readNumber(part, PRINTED) ?? []);
  return numbers.length > 0 && numbers.length === splitList(text).length ? numbers : null;
}

/** Reads bands, worst first; each is a value, or a label with its values: `Low=0|1`. */
export function readBands(text: string): BandAnswer[] {
  const taken = new Set<string>();
  return splitList(text).map((part) => {
    const [label = "", ...values] = part.split("=").map((each) => each.trim());
    const named = values.length === 0 ? [label] : values.join("=").split("|");
    return { id: idOf(label, "band", taken), label, values: named.map((value) => value.trim()) };
  });
}

/** Makes an id for dataset.json that no other has. */
export function idOf(label: string, kind: string, taken: Set<string>): string {
  // A+ and A- are told apart by their signs, which slugs drop.
  const signed = label
    .replace(/^([\p{L}\p{N}]{1,3})\+$/u, "$1 plus")
    .replace(/^([\p{L}\p{N}]{1,3})[-−–]$/u, "$1 minus");
  const base = slugify(signed).slice(0, 50).replace(/-$/u, "") || kind;
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}

export function findBandProblems(
  { bands, cuts }: ScaleAnswer,
  values: readonly RawValue[],
  notJudged: readonly string[],
  kind: JudgedColumns["kind"],
): string[] {
  const problems: string[] = [];
  if (bands.length < 2 || bands.length > 20) problems.push(`a scale has 2 to 20 bands; found ${bands.length}`);
  const labels = bands.map(({ label }) => label.toLowerCase());
  const repeated = labels.filter((label, i) => labels.indexOf(label) !== i);
  if (repeated.length > 0) problems.push(`bands named twice: ${repeated.join(", ")}`);
  if (cuts !== null) {
    const isRising = cuts.every((cut, i) => i === 0 || cut > (cuts[i - 1] ?? cut));
    if (cuts.length !== bands.length - 1 || !(isRising || areFalling(cuts)))
      problems.push(
        `${bands.length} bands need ${bands.length - 1} ${bands.length === 2 ? "cut" : "cuts"}, all rising or all falling, as in "${exampleCuts(values, bands.length)}"; found ${cuts.join(", ")}`,
      );
    return problems;
  }
  if (kind === "scores")
    return [
      ...problems,
      `the values are scores; say with --cuts where one band ends and the next begins, as in --cuts "${exampleCuts(values, Math.max(2, bands.length))}"`,
    ];
  const known = new Set(bands.flatMap((band) => band.values.map(valueKey)));
  const left = values.filter(({ value }) => !known.has(valueKey(value)) && !notJudged.includes(value.toLowerCase()));
  const texts = left.map(({ value, count }) => `"${value}" (${count})`);
  if (left.length > 0)
    problems.push(
      `values of no band: ${firstOf(texts, 20)}; add them to a band, as in Good=Good|Fine, or name in mapping.json /not_judged what judges nothing`,
    );
  const found = new Set(values.map(({ value }) => valueKey(value)));
  const absent = bands.flatMap((band) => band.values).filter((value) => !found.has(valueKey(value)));
  // A band that nobody is in is a band all the same; a typing error leaves a value over as well.
  if (left.length > 0 && absent.length > 0)
    problems.push(`no cell has ${absent.map((value) => `"${value}"`).join(", ")}`);
  return problems;
}

/** Suggests cuts for so many bands, at even distances over the scores: `40, 70`. */
export function exampleCuts(values: readonly RawValue[], bands: number): string {
  const { low, high } = rangeOf(values);
  if (!(low < high)) return Array.from({ length: bands - 1 }, (_, i) => 10 * (i + 1)).join(", ");
  const step = (high - low) / bands;
  const digits = step >= 2 ? 0 : step >= 0.2 ? 1 : 2;
  return Array.from({ length: bands - 1 }, (_, i) => String(Number((low + step * (i + 1)).toFixed(digits)))).join(", ");
}

/** Finds the lowest and the highest number; infinite where there is none. */
export function rangeOf(values: readonly RawValue[]): { readonly low: number; readonly high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const { number } of values) {
    if (number !== null) [low, high] = [Math.min(low, number), Math.max(high, number)];
  }
  return { low, high };
}

/** Returns true if a higher score is worse, so that the cuts of the bands, worst first, fall. */
export function areFalling(cuts: readonly number[]): boolean {
  return cuts.length > 1 && cuts.every((cut, i) => i === 0 || cut < (cuts[i - 1] ?? cut));
}

/** Returns a key that values of the same band share: `2`, `2.0` and `2,0`. */
export function valueKey(value: string): string {
  return String(readNumber(value, BY_ITSELF) ?? value.toLowerCase());
}

/** A column of judgements, or a value of the column of pillars; several may be of one pillar. */
export interface PillarAnswer {
  readonly id: string;
  readonly label: string;
  /** The name of its column, or its value in the column of pillars. */
  readonly value: string;
  /** The criterion within the pillar; null where it is all of the pillar. */
  readonly criterion: string | null;
}

type PillarPart = Pick<PillarAnswer, "value" | "criterion"> & { readonly pillar: string };

export const PILLARS_MAX = 100;
/** The one pillar of columns that are too many to be pillars. */
const OVERALL = "Overall";

/**
 * Groups columns to pillars: by their upper heading (`Water – Use`), or by the first number of
 * their codes (`1.2 Wells`), where that makes several groups of which one has several. More columns
 * than a dataset may have pillars are criteria of one. Otherwise each is a pillar.
 */
export function groupPillars(values: readonly string[], areColumns: boolean): PillarAnswer[] {
  const taken = new Set<string>();
  const ids = new Map<string, string>();
  return partsOf(values, areColumns).map(({ value, pillar, criterion }) => {
    const label = pillar.length > 120 ? `${pillar.slice(0, 119)}…` : pillar;
    const id = ids.get(pillar) ?? idOf(label, "pillar", taken);
    ids.set(pillar, id);
    return { id, label, value, criterion: criterion?.slice(0, 300) ?? null };
  });
}

function partsOf(values: readonly string[], areColumns: boolean): PillarPart[] {
  const byHeading = values.map((value): PillarPart => {
    const [, pillar = "", criterion = ""] = /^(.+?) – (.+)$/u.exec(value) ?? [];
    return pillar === "" ? { value, pillar: value, criterion: null } : { value, pillar, criterion };
  });
  if (areGroups(byHeading)) return byHeading;
  const numbers = values.map((value) => /^\s*(\d{1,2})\.\d{1,2}(?:\.\d{1,2})*\.?(?=\s|$)/u.exec(value)?.[1]);
  const byNumber = values.map((value, i): PillarPart => ({ value, pillar: numbers[i] ?? "", criterion: value }));
  // Numbers alone, of which some are left out, are no list of questions by their groups.
  const areGrouped = !numbers.includes(undefined) && (!values.every(isNumber) || areCodes(values));
  if (areGrouped && areGroups(byNumber)) return byNumber;
  const isOne = areColumns && values.length > PILLARS_MAX;
  return values.map((value) => ({ value, pillar: isOne ? OVERALL : value, criterion: isOne ? value : null }));
}

function areGroups(parts: readonly PillarPart[]): boolean {
  const groups = Map.groupBy(parts, ({ pillar }) => pillar).size;
  return groups > 1 && groups < parts.length && groups <= PILLARS_MAX;
}
