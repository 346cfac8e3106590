import { compareJudgedOn, isOlderThanTwoYears, parseJudgedOn, UNDATED } from "./judged-on.ts";
import type { Distribution } from "./scale.ts";
import { countOf, lowerMedian } from "./statistics.ts";
import { compareText } from "./text-order.ts";

/**
 * What figures rest on: when the judgements that they count were made, by whom, from which sources.
 */
export interface Provenance {
  /** How many judgements are counted. */
  readonly judgements: number;
  readonly dates: DateSpan;
  readonly judges: Origins;
  readonly sources: Origins;
}

/** The dates of judgements, as they were given; null where none is dated. */
export interface DateSpan {
  /** How many of the judgements have a date. */
  readonly dated: number;
  readonly oldest: string | null;
  /**
   * The lower median of the dates: with n of them the one at position ceil(n / 2), oldest first.
   */
  readonly middle: string | null;
  readonly newest: string | null;
  /**
   * How many of the judgements are older than two years at the day of the release; one without a
   * date is not. Null of areas in releases of a bundle format before 14, which do not say it.
   */
  readonly olderThanTwoYears: number | null;
}

/** The judges, or the sources, of judgements. */
export interface Origins {
  /** How many of the judgements name one. */
  readonly given: number;
  /** How many different ones they name. */
  readonly different: number;
  /** The one that most of them name, and how many do; of several the first in text order. */
  readonly largest: { readonly name: string; readonly judgements: number } | null;
}

/** What nothing rests on. */
export const NO_PROVENANCE: Provenance = {
  judgements: 0,
  dates: { dated: 0, oldest: null, middle: null, newest: null, olderThanTwoYears: 0 },
  judges: { given: 0, different: 0, largest: null },
  sources: { given: 0, different: 0, largest: null },
};

/**
 * The span of some dates, oldest first, with how many judgements are of each. `releasedOn` is the
 * day of the release, in days since 1970-01-01.
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
 * Counts what some judgements, few enough for memory, rest on. `releasedOn` is the day of their
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

/** The newest of the dates of some judgements; null where none is dated. */
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

/** How often each text is there, in text order. */
function countTexts(texts: readonly (string | null)[]): (readonly [text: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => compareText(a, b));
}
