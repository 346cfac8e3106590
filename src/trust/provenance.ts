import { compareJudgedOn, isOlderThanTwoYears, parseJudgedOn, UNDATED } from "./judged-on.ts";
import type { Distribution } from "./scale.ts";
import { countOf, lowerMedian } from "./statistics.ts";
import { compareText } from "./text-order.ts";

/**
 * The provenance of figures: the dates, judges and sources of the judgements that they count.
 */
export interface Provenance {
  readonly judgements: number;
  readonly dates: DateSpan;
  readonly judges: Origins;
  readonly sources: Origins;
}

/** The dates of judgements, as they were given; null where none is dated. */
export interface DateSpan {
  readonly dated: number;
  readonly oldest: string | null;
  /**
   * The lower median of the dates: with n of them the one at position ceil(n / 2), oldest first.
   */
  readonly middle: string | null;
  readonly newest: string | null;
  /**
   * Number of judgements that are older than two years at the day of the release; one without a
   * date is not.
   */
  readonly olderThanTwoYears: number;
}

/** The judges, or the sources, of judgements. */
export interface Origins {
  /** Number of judgements that name one. */
  readonly given: number;
  /** Number of different ones that they name. */
  readonly different: number;
  /** The one that most of them name, with their number; of several, the first in text order. */
  readonly largest: { readonly name: string; readonly judgements: number } | null;
}

export const NO_PROVENANCE: Provenance = {
  judgements: 0,
  dates: { dated: 0, oldest: null, middle: null, newest: null, olderThanTwoYears: 0 },
  judges: { given: 0, different: 0, largest: null },
  sources: { given: 0, different: 0, largest: null },
};

/**
 * Returns the span of dates, oldest first, with the number of judgements of each. `releasedOn` is
 * the day of the release, in days since 1970-01-01.
 */
export function spanOfDates(dates: readonly string[], counts: Distribution, releasedOn: number): DateSpan {
  const middle = lowerMedian(counts);
  return {
    dated: countOf(counts),
    oldest: dates[0] ?? null,
    middle: middle === null ? null : (dates[middle - 1] ?? null),
    newest: dates.at(-1) ?? null,
    olderThanTwoYears: countOf(
      counts.filter((_, index) => isOlderThanTwoYears(parseJudgedOn(dates[index] ?? ""), releasedOn)),
    ),
  };
}

type DatedJudgement = Readonly<Record<"judged_on" | "judge" | "source_url", string | null>>;

/**
 * Counts the provenance of judgements, few enough for memory. `releasedOn` is the day of their
 * release, in days since 1970-01-01.
 */
export function provenanceOf(judgements: readonly DatedJudgement[], releasedOn: number): Provenance {
  const dates = countTexts(judgements.map(({ judged_on: date }) => date))
    .map((counted) => ({ counted, judgedOn: parseJudgedOn(counted[0]) }))
    .toSorted((a, b) => compareJudgedOn(a.judgedOn, b.judgedOn))
    .map(({ counted }) => counted);
  return {
    judgements: judgements.length,
    dates: spanOfDates(
      dates.map(([date]) => date),
      dates.map(([, count]) => count),
      releasedOn,
    ),
    judges: originsOf(judgements.map(({ judge }) => judge)),
    sources: originsOf(judgements.map(({ source_url: source }) => source)),
  };
}

/** Finds the newest date of some judgements; null where none is dated. */
export function newestOf(judgements: readonly Pick<DatedJudgement, "judged_on">[]): string | null {
  let newest: string | null = null;
  let newestOn = UNDATED;
  for (const text of new Set(judgements.map(({ judged_on: date }) => date))) {
    const judgedOn = text === null ? UNDATED : parseJudgedOn(text);
    if (compareJudgedOn(judgedOn, newestOn) > 0) [newest, newestOn] = [text, judgedOn];
  }
  return newest;
}

function originsOf(names: readonly (string | null)[]): Origins {
  const counted = countTexts(names);
  const [largest] = counted.toSorted(([, a], [, b]) => b - a);
  return {
    given: names.filter((name) => name !== null).length,
    different: counted.length,
    largest: largest === undefined ? null : { name: largest[0], judgements: largest[1] },
  };
}

function countTexts(texts: readonly (string | null)[]): (readonly [text: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => compareText(a, b));
}
