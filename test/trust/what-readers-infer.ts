import assert from "node:assert/strict";
import { type RankedEntry, type Rankable, rankByMedian } from "../../src/trust/ranking.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import type {
  Companion,
  examine,
  MatchedDistributions,
  Statement,
  StatementFigures,
} from "../../src/trust/statements.ts";
import { distributionOf, distributionsOf, slowMedian, writtenOut } from "./distributions.ts";
import { fewestOfBoth } from "./re-rating.ts";

/*
 * The slow twin of `examine`: it writes all companies out, and says of each statement what readers
 * may infer from it. It looks at no figure that `examine` looks at but the companies themselves.
 */

type Examine = typeof examine;

/** What readers may infer: whether it may be printed, and what belongs in the same sentence. */
interface Inference {
  readonly verdict: "holds" | "misleading" | "does_not_hold" | "cannot_be_told";
  readonly companions?: readonly Companion[];
}

const CANNOT: Inference = { verdict: "cannot_be_told" };
const BANDS = 3;
const MINIMUM = 2;
/** The minimum of the release; the ranking is one that a caller asked for with less. */
const FEW = 6;

function rankedOf(distributions: readonly Distribution[], minimum = MINIMUM) {
  const entries = distributions.map((distribution, index) => ({
    code: String(index),
    name: String(index),
    distribution,
  }));
  const ranking = rankByMedian(entries, minimum);
  const entryOf = (index: number): RankedEntry<Rankable> => ranking.find(({ entry }) => entry === entries[index])!;
  return { ranking, entryOf };
}

function expectInference(examined: ReturnType<Examine>, expected: Inference, what: unknown): void {
  assert.equal(examined.verdict, expected.verdict, JSON.stringify(what));
  if (expected.verdict !== "holds") return;
  assert.deepEqual(examined.companions.toSorted(), (expected.companions ?? []).toSorted(), JSON.stringify(what));
}

/** A company in two releases; null where it is not judged. */
type Pair = readonly [before: number | null, after: number | null];

const PAIRS: readonly Pair[] = [null, 1, 2, 3].flatMap((before) =>
  [null, 1, 2, 3].map((after): Pair => [before, after]),
);

/** Every list of so many pairs, in one order. */
function listsOf(count: number, from = 0): readonly (readonly Pair[])[] {
  if (count === 0) return [[]];
  return PAIRS.slice(from).flatMap((pair, index) => listsOf(count - 1, from + index).map((rest) => [pair, ...rest]));
}

const medianOf = (levels: readonly (number | null)[]): number | null => slowMedian(distributionOf(levels, BANDS));

/** Every change between two releases of so many companies over three bands. */
export function checkChanges(examined: Examine, companies: number): void {
  for (const pairs of listsOf(companies)) {
    const [before, after] = [pairs.map(([then]) => then), pairs.map(([, now]) => now)];
    const both = pairs.filter(([then, now]) => then !== null && now !== null);
    const [judged, judgedNow] = [before, after].map((levels) => levels.filter((level) => level !== null).length);
    const own = rankedOf([distributionOf(after, BANDS)]).entryOf(0);
    const earlier = rankedOf([distributionOf(before, BANDS)]).entryOf(0);
    const matched: MatchedDistributions = {
      before: distributionOf(
        both.map(([then]) => then),
        BANDS,
      ),
      after: distributionOf(
        both.map(([, now]) => now),
        BANDS,
      ),
      left: judged! - both.length,
      joined: judgedNow! - both.length,
      reJudged: 0,
      raised: both.filter(([then, now]) => now! > then!).length,
      lowered: both.filter(([then, now]) => now! < then!).length,
    };
    const figures: StatementFigures = {
      own,
      before: earlier,
      ranking: null,
      listed: companies,
      thinBelow: FEW,
      matched,
    };
    const moved = Math.sign((medianOf(after) ?? 0) - (medianOf(before) ?? 0));
    const movedBoth = Math.sign(
      (medianOf(both.map(([, now]) => now)) ?? 0) - (medianOf(both.map(([then]) => then)) ?? 0),
    );
    const companions: Companion[] = [
      ...(judged! < FEW || judgedNow! < FEW ? (["thin"] as const) : []),
      ...(pairs.some(([then, now]) => (then === null) !== (now === null)) ? (["composition"] as const) : []),
    ];
    const isUnknown = judged! < MINIMUM || judgedNow! < MINIMUM;
    const infer = (isTrue: boolean, isReal = true): Inference =>
      isUnknown ? CANNOT : { verdict: isTrue ? (isReal ? "holds" : "misleading") : "does_not_hold", companions };
    const expected = {
      risen: infer(moved > 0, movedBoth > 0),
      fallen: infer(moved < 0, movedBoth < 0),
      unchanged: infer(moved === 0),
      moved: infer(moved !== 0),
      caused: CANNOT,
    } as const;
    for (const claim of ["risen", "fallen", "unchanged", "moved", "caused"] as const) {
      expectInference(examined({ claim }, figures), expected[claim], [claim, pairs]);
      for (const incomparable of ["method_change", "other_dataset"] as const)
        expectInference(examined({ claim }, { ...figures, incomparable }), CANNOT, [claim, incomparable, pairs]);
      expectInference(examined({ claim }, { ...figures, isOfPart: true }), CANNOT, [claim, "part", pairs]);
      const { before: _, ...onlyNow } = figures;
      expectInference(examined({ claim }, onlyNow), CANNOT, [claim, "not listed before", pairs]);
    }
  }
}

/** Every comparison of two with up to so many companies over three bands. */
export function checkComparisons(examined: Examine, companies: number): void {
  const all = Array.from({ length: companies + 1 }, (_, count) => distributionsOf(BANDS, count)).flat();
  for (const first of all) {
    for (const second of all) {
      const { entryOf } = rankedOf([first, second]);
      const [a, b] = [writtenOut(first), writtenOut(second)];
      const lead = leadOf(a, b);
      const isAhead = isEverywhereAhead(a, b);
      const [own, other] = [slowMedian(first) ?? 0, slowMedian(second) ?? 0];
      const isUnknown = a.length < MINIMUM || b.length < MINIMUM;
      const isNarrow =
        !isUnknown &&
        own !== other &&
        fewestOfBoth(first, second, (x, y) => Math.sign(slowMedian(x)! - slowMedian(y)!) !== Math.sign(own - other)) ===
          1;
      for (const commonPillars of [null, { common: 1, all: 2 }, { common: 2, all: 2 }, { common: 0, all: 2 }]) {
        const shared: Companion[] = ["thin", ...(commonPillars?.common === 1 ? (["common_pillars"] as const) : [])];
        const infer = (isTrue: boolean, companions: readonly Companion[] = []): Inference =>
          isUnknown || commonPillars?.common === 0
            ? CANNOT
            : { verdict: isTrue ? "holds" : "does_not_hold", companions: [...shared, ...companions] };
        const order = (isTrue: boolean, opposite: boolean): Inference =>
          infer(isTrue, [
            ...(isNarrow ? (["narrow"] as const) : []),
            ...(opposite ? (["opposite_pairs"] as const) : []),
          ]);
        const expected = {
          above: order(own > other, lead <= -0.1),
          below: order(own < other, lead >= 0.1),
          pairs_higher: infer(lead >= 0.1 && isAhead),
          pairs_more: infer(lead >= 0.1 && !isAhead),
          pairs_alike: infer(Math.abs(lead) < 0.1),
          spread_alike: infer(first.every((there, index) => there * b.length === second[index]! * a.length)),
          companies_better: CANNOT,
          companies_worse: CANNOT,
        } as const;
        for (const [claim, inference] of Object.entries(expected) as [keyof typeof expected, Inference][]) {
          const figures = {
            own: entryOf(0),
            than: entryOf(1),
            ranking: null,
            listed: companies,
            thinBelow: FEW,
            commonPillars,
          };
          expectInference(examined({ claim }, figures), inference, [claim, first, second, commonPillars]);
        }
      }
    }
  }
}

/** In how many more of all pairs the first is higher, from -1 to 1. */
export function leadOf(first: readonly number[], second: readonly number[]): number {
  const signs = first.flatMap((one) => second.map((other) => Math.sign(one - other)));
  return signs.reduce((sum, sign) => sum + sign, 0) / signs.length;
}

/** Whether no band has a larger share of the second at it or above, and one of the first. */
export function isEverywhereAhead(first: readonly number[], second: readonly number[]): boolean {
  const leads = [...new Set([...first, ...second])].map((level) => {
    const [own, others] = [first, second].map((all) => all.filter((one) => one >= level).length);
    return own! * second.length - others! * first.length;
  });
  return leads.every((lead) => lead >= 0) && leads.some((lead) => lead > 0);
}

/** Every place among three with up to two companies over two bands, and every share of one. */
export function checkPlacesAndShares(examined: Examine): void {
  const all = [0, 1, 2].flatMap((count) => distributionsOf(2, count));
  for (const [own, second, third] of all.flatMap((a) => all.flatMap((b) => all.map((c) => [a, b, c] as const)))) {
    for (const minimum of [1, 2]) {
      const { ranking, entryOf } = rankedOf([own, second, third], minimum);
      const counts = [own, second, third].map((each) => writtenOut(each).length);
      const isUnknown = counts[0]! < minimum;
      const medians = [second, third].flatMap((each, index) => (counts[index + 1]! < minimum ? [] : slowMedian(each)!));
      const median = slowMedian(own) ?? 0;
      const place = 1 + medians.filter((other) => other > median).length;
      const tied = medians.includes(median);
      const isLast = medians.every((other) => other >= median);
      const companions: Companion[] = [
        "thin",
        ...(tied ? (["tie"] as const) : []),
        ...(counts.some((count) => count < minimum) ? (["coverage"] as const) : []),
      ];
      const infer = (isTrue: boolean, isReal = true): Inference =>
        isUnknown ? CANNOT : { verdict: isTrue ? (isReal ? "holds" : "misleading") : "does_not_hold", companions };
      const expect = (statement: Statement, inference: Inference): void =>
        expectInference(examined(statement, { own: entryOf(0), ranking, listed: 3, thinBelow: FEW }), inference, [
          statement,
          own,
          second,
          third,
          minimum,
        ]);
      for (const rank of [1, 2, 3]) {
        expect({ claim: "rank", rank }, infer(place === rank, !tied));
        expect({ claim: "rank_alone", rank }, infer(place === rank && !tied));
        expect({ claim: "shares_rank", rank }, infer(place === rank && tied));
      }
      // Who is ranked alone is first and last.
      expect({ claim: "best" }, infer(place === 1 && !tied, medians.length > 0));
      expect({ claim: "worst" }, infer(isLast && !tied, medians.length > 0));
    }
  }
  for (const own of distributionsOf(2, 250).filter(([low]) => low! < 3 || low! > 247)) {
    for (const [percent, listed] of [
      ["0", 250],
      ["100", 251],
      ["0.8", 250],
      ["1", 251],
    ] as const) {
      const share = (100 * own[0]!) / 250;
      const half = 0.5 / 10 ** (percent.split(".")[1] ?? "").length;
      const isTrue = Math.abs(share - Number(percent)) <= half;
      const isExact = (percent !== "0" || own[0] === 0) && (percent !== "100" || own[0] === 250);
      const companions: readonly Companion[] = listed > 250 ? ["coverage"] : [];
      const verdict = isTrue ? (isExact ? "holds" : "misleading") : "does_not_hold";
      const figures = { own: rankedOf([own]).entryOf(0), ranking: null, listed, thinBelow: FEW };
      expectInference(examined({ claim: "share", level: 1, percent }, figures), { verdict, companions }, [
        own,
        percent,
      ]);
    }
    const figures = { own: rankedOf([own]).entryOf(0), ranking: null, listed: 250, thinBelow: FEW };
    assert.equal(examined({ claim: "average" }, figures).verdict, "does_not_hold");
  }
}

/** Every band, count and majority of up to so many companies over three bands. */
export function checkBands(examined: Examine, companies: number): void {
  for (const own of Array.from({ length: companies + 1 }, (_, count) => distributionsOf(BANDS, count)).flat()) {
    const levels = writtenOut(own);
    const median = slowMedian(own);
    const isUnknown = levels.length < MINIMUM || median === null;
    for (const unjudged of [0, 1]) {
      const figures = {
        own: rankedOf([own]).entryOf(0),
        ranking: null,
        listed: levels.length + unjudged,
        thinBelow: FEW,
      };
      const expect = (statement: Statement, isTrue: boolean, companion: "thin" | "coverage"): void => {
        const isThere = companion === "thin" ? levels.length < FEW : unjudged > 0;
        const verdict = isUnknown ? "cannot_be_told" : isTrue ? "holds" : "does_not_hold";
        const companions = isThere ? [companion] : [];
        expectInference(examined(statement, figures), { verdict, companions }, [statement, own, unjudged]);
      };
      for (const level of [1, 2, 3]) {
        const band = median ?? 0;
        expect({ claim: "band", level }, band === level, "thin");
        expect({ claim: "at_least", level }, band >= level, "thin");
        expect({ claim: "at_most", level }, band <= level, "thin");
        const most = (isThere: (one: number) => boolean): boolean => levels.filter(isThere).length * 2 > levels.length;
        expect(
          { claim: "share", level, percent: ">1/2" },
          most((one) => one === level),
          "coverage",
        );
        expect(
          { claim: "share_at_least", level, percent: ">1/2" },
          most((one) => one >= level),
          "coverage",
        );
        expect(
          { claim: "share_at_most", level, percent: ">1/2" },
          most((one) => one <= level),
          "coverage",
        );
        expect(
          { claim: "no_higher_than", level },
          levels.every((one) => one <= level),
          "coverage",
        );
        for (const count of [0, 1, 2]) {
          const areSo = (isThere: (one: number) => boolean): boolean => levels.filter(isThere).length === count;
          expect(
            { claim: "count", level, count },
            areSo((one) => one === level),
            "coverage",
          );
          expect(
            { claim: "count_at_least", level, count },
            areSo((one) => one >= level),
            "coverage",
          );
        }
      }
      const { verdict, companions } = examined({ claim: "unranked" }, figures);
      assert.deepEqual([verdict, companions], [isUnknown ? "holds" : "does_not_hold", []], JSON.stringify(own));
    }
  }
}

/** All of it, over lists of up to so many companies. */
export function checkAll(examined: Examine, companies: number): void {
  checkBands(examined, companies);
  for (let count = 0; count <= companies; count++) checkChanges(examined, count);
  checkComparisons(examined, companies);
  checkPlacesAndShares(examined);
}
