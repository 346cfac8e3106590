import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import {
  type BandClaim,
  type ChangeClaim,
  checkAbove,
  checkBand,
  checkChange,
  checkRank,
  checkShare,
  type RankClaim,
} from "../../src/trust/claims.ts";
import {
  allRanked,
  cannotBeTold,
  deny,
  examine,
  type Statement,
  type StatementFigures,
} from "../../src/trust/statements.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { distributionsOf, slowMedian, writtenOut } from "./distributions.ts";
import { fewestOfBoth, fewestTo } from "./re-rating.ts";
import { isEverywhereAhead, leadOf } from "./what-readers-infer.ts";

/** Every distribution of up to `countMax` things over 2 to 4 bands. */
function* smallDistributions(countMin: number, countMax: number): Generator<Distribution> {
  for (let bandCount = 2; bandCount <= 4; bandCount++) {
    for (let count = countMin; count <= countMax; count++) yield* distributionsOf(bandCount, count);
  }
}

const BAND_CLAIMS: Readonly<Record<BandClaim, (median: number, level: number) => boolean>> = {
  band: (median, level) => median === level,
  at_least: (median, level) => median >= level,
  at_most: (median, level) => median <= level,
};

describe("claims about a band", () => {
  for (const [claim, says] of Object.entries(BAND_CLAIMS) as [BandClaim, (typeof BAND_CLAIMS)[BandClaim]][]) {
    test(`${claim}: the verdict, and the fewest re-ratings that turn it, as trying all finds them`, () => {
      for (const distribution of smallDistributions(1, 6)) {
        for (let level = 1; level <= distribution.length; level++) {
          const truth = (of: Distribution): boolean => says(slowMedian(of)!, level);
          const holds = truth(distribution);
          const { verdict, flipsToChange } = checkBand(distribution, claim, level);
          assert.equal(verdict, holds ? "holds" : "does_not_hold");
          assert.equal(
            flipsToChange,
            fewestTo(distribution, (outcome) => truth(outcome) !== holds),
          );
        }
      }
    });
  }

  for (const [claim, isMeant] of [
    ["share", (one: number, level: number) => one === level],
    ["share_at_least", (one: number, level: number) => one >= level],
    ["share_at_most", (one: number, level: number) => one <= level],
  ] as const) {
    test(`${claim} of more than half is not half`, () => {
      for (const distribution of smallDistributions(1, 7)) {
        for (let level = 1; level <= distribution.length; level++) {
          const truth = (of: Distribution): boolean => {
            const all = writtenOut(of);
            return all.filter((one) => isMeant(one, level)).length > all.length / 2;
          };
          const holds = truth(distribution);
          const { verdict, flipsToChange } = checkShare(distribution, { claim, level, percent: ">1/2" });
          assert.equal(verdict, holds ? "holds" : "does_not_hold");
          assert.equal(
            flipsToChange,
            fewestTo(distribution, (outcome) => truth(outcome) !== holds),
          );
        }
      }
    });
  }

  test("share: true as rounded as it is written, and the fewest re-ratings that turn it", () => {
    for (const distribution of smallDistributions(1, 7)) {
      for (let level = 1; level <= distribution.length; level++) {
        for (const percent of ["0", "33", "33.3", "33.33", "50", "67", "100"]) {
          const half = 0.5 / 10 ** (percent.split(".")[1] ?? "").length;
          const truth = (of: Distribution): boolean => {
            const all = writtenOut(of);
            const share = (100 * all.filter((one) => one === level).length) / all.length;
            return Math.abs(share - Number(percent)) <= half + 1e-9;
          };
          const holds = truth(distribution);
          const { verdict, reason, flipsToChange } = checkShare(distribution, {
            claim: "share",
            level: level,
            percent: percent,
          });
          const [there, all] = [distribution[level - 1] ?? 0, writtenOut(distribution).length];
          if (holds && ((percent === "0" && there > 0) || (percent === "100" && there < all))) {
            assert.deepEqual([verdict, reason, flipsToChange], ["misleading", "rounded", null]);
            continue;
          }
          assert.deepEqual([verdict, reason], holds ? ["holds", null] : ["does_not_hold", "other_share"]);
          assert.equal(
            flipsToChange,
            fewestTo(distribution, (outcome) => truth(outcome) !== holds),
          );
        }
      }
    }
    // One in eight is 12.5 percent, which is written as 12 and as 13.
    const verdicts = ["12", "12.5", "13", "14"].map(
      (percent) => checkShare([1, 7], { claim: "share", level: 1, percent: percent }).verdict,
    );
    assert.deepEqual(verdicts, ["holds", "holds", "holds", "does_not_hold"]);
  });

  test("share: fractions and bounds are exact, and mislead where there are none", () => {
    const of = (there: number, all: number, percent: string): string =>
      checkShare([there, all - there], { claim: "share", level: 1, percent }).verdict;
    for (let all = 1; all <= 12; all++) {
      for (let there = 0; there <= all; there++) {
        const isNone = there === 0;
        const truths: Readonly<Record<string, boolean>> = {
          "1/2": 2 * there === all,
          "2/3": 3 * there === 2 * all,
          "<1/2": 2 * there < all,
          "<=1/3": 3 * there <= all,
          ">80": 10 * there > 8 * all,
          ">=3/4": 4 * there >= 3 * all,
          "<100": there < all,
          all_but_1: there === all - 1,
          all_but_3: there === all - 3,
          "2_of_all": there === 2,
          ">=2_of_all": there >= 2,
          "2_of_7": there === 2 && all === 7,
          "<2_of_7": there < 2 && all === 7,
        };
        for (const [percent, isTrue] of Object.entries(truths)) {
          const expected = !isTrue ? "does_not_hold" : isNone ? "misleading" : "holds";
          assert.equal(of(there, all, percent), expected, `${there} of ${all}: ${percent}`);
        }
      }
    }
    // About half is no half.
    assert.deepEqual([of(223, 450, "1/2"), of(223, 450, "50")], ["does_not_hold", "holds"]);
  });

  test("nothing can be told of what is not judged", () => {
    const expected = { verdict: "cannot_be_told", reason: "not_judged", flipsToChange: null };
    assert.deepEqual(checkBand([0, 0], "at_least", 1), expected);
    assert.deepEqual(checkShare([0, 0], { claim: "share", level: 1, percent: "0" }), expected);
  });
});

/** A ranking of these distributions; entry `i` has the code of its index. */
function ranked(distributions: readonly Distribution[], minimum = 1) {
  const entries = distributions.map((distribution, index) => ({
    code: String(index),
    name: String(index),
    distribution,
  }));
  const ranking = rankByMedian(entries, minimum);
  return { ranking, entryOf: (index: number) => ranking.find(({ entry }) => entry === entries[index])! };
}

describe("claims about two", () => {
  test("above: the verdict, and the fewest re-ratings of either that turn it, as trying all finds them", () => {
    for (const first of distributionsOf(3, 4)) {
      for (const second of distributionsOf(3, 3)) {
        const { entryOf } = ranked([first, second]);
        const truth = (a: Distribution, b: Distribution): boolean => slowMedian(a)! > slowMedian(b)!;
        const holds = truth(first, second);
        const { verdict, flipsToChange } = checkAbove(entryOf(0), entryOf(1));
        assert.equal(verdict, holds ? "holds" : "does_not_hold");
        assert.equal(
          flipsToChange,
          fewestOfBoth(first, second, (a, b) => truth(a, b) !== holds),
        );
      }
    }
  });

  test("a tie is not above, and thin or missing data cannot be told", () => {
    const { entryOf } = ranked(
      [
        [0, 3],
        [1, 3],
        [0, 1],
        [0, 0],
        [3, 0],
      ],
      2,
    );
    assert.equal(checkAbove(entryOf(0), entryOf(1)).reason, "same_median_band");
    assert.equal(checkAbove(entryOf(0), entryOf(1)).verdict, "does_not_hold");
    assert.equal(checkAbove(entryOf(4), entryOf(0)).reason, "other_median_band");
    assert.deepEqual(checkAbove(entryOf(2), entryOf(4)), {
      verdict: "cannot_be_told",
      reason: "too_few_companies",
      flipsToChange: null,
    });
    assert.equal(checkAbove(entryOf(4), entryOf(3)).reason, "not_judged");
  });
});

describe("claims about a place", () => {
  const truths: readonly [RankClaim, (own: number, others: readonly number[]) => boolean][] = [
    [1, (own, others) => others.every((other) => other <= own)],
    [2, (own, others) => others.filter((other) => other > own).length === 1],
    [{ alone: 2 }, (own, others) => others.filter((other) => other > own).length === 1 && !others.includes(own)],
    ["best", (own, others) => others.every((other) => other < own)],
    ["worst", (own, others) => others.every((other) => other > own)],
  ];
  for (const [claim, says] of truths) {
    test(`${JSON.stringify(claim)}: the verdict, and the fewest re-ratings of its own companies that turn it`, () => {
      const any = fc.tuple(...[4, 4, 4].map((count) => fc.constantFrom(...distributionsOf(4, count))));
      fc.assert(
        fc.property(any, ([own, ...others]) => {
          const { ranking, entryOf } = ranked([own!, ...others]);
          const medians = others.map((other) => slowMedian(other)!);
          const truth = (of: Distribution): boolean => says(slowMedian(of)!, medians);
          const holds = truth(own!);
          const { verdict, flipsToChange } = checkRank(ranking, entryOf(0), claim);
          assert.equal(verdict, holds ? "holds" : "does_not_hold");
          assert.equal(
            flipsToChange,
            fewestTo(own!, (outcome) => truth(outcome) !== holds),
          );
        }),
      );
    });
  }

  test("the first place that is shared is not the best, and says so", () => {
    const { ranking, entryOf } = ranked([
      [0, 3],
      [0, 5],
      [3, 0],
    ]);
    assert.equal(checkRank(ranking, entryOf(0), 1).verdict, "holds");
    assert.equal(checkRank(ranking, entryOf(0), "best").reason, "shared_rank");
    assert.equal(checkRank(ranking, entryOf(2), "worst").verdict, "holds");
    assert.equal(checkRank(ranking, entryOf(2), "best").reason, "other_rank");
  });

  test("what has no rank has no place, and counts for nobody else's", () => {
    const { ranking, entryOf } = ranked(
      [
        [0, 2],
        [3, 0],
        [0, 0],
      ],
      3,
    );
    assert.equal(checkRank(ranking, entryOf(0), 1).reason, "too_few_companies");
    assert.equal(checkRank(ranking, entryOf(2), 1).reason, "not_judged");
    assert.equal(checkRank(ranking, entryOf(1), "best").verdict, "holds");
  });
});

describe("claims about two releases", () => {
  const truths: Readonly<Record<ChangeClaim, (before: number, after: number) => boolean>> = {
    risen: (before, after) => after > before,
    fallen: (before, after) => after < before,
    unchanged: (before, after) => after === before,
    moved: (before, after) => after !== before,
  };
  for (const [claim, says] of Object.entries(truths) as [ChangeClaim, (typeof truths)[ChangeClaim]][]) {
    test(`${claim}: the verdict, and the fewest re-ratings in the later release that turn it`, () => {
      for (const before of distributionsOf(3, 3)) {
        for (const after of distributionsOf(3, 5)) {
          const truth = (of: Distribution): boolean => says(slowMedian(before)!, slowMedian(of)!);
          const holds = truth(after);
          const { verdict, flipsToChange } = checkChange({ before, after }, claim);
          assert.equal(verdict, holds ? "holds" : "does_not_hold");
          assert.equal(
            flipsToChange,
            fewestTo(after, (outcome) => truth(outcome) !== holds),
          );
        }
      }
    });
  }
});

/** Statements of one subject over a scale of three bands, among up to three ranked ones. */
const STATEMENTS: readonly Statement[] = [
  ...[1, 2, 3].flatMap((level): Statement[] => [
    { claim: "band", level },
    { claim: "at_least", level },
    { claim: "at_most", level },
    ...["0", "33", "50", "100", ">1/2", "<=2/3", "all_but_1"].map((percent): Statement => ({
      claim: "share",
      level,
      percent,
    })),
  ]),
  ...[1, 2, 3].flatMap((rank): Statement[] => [
    { claim: "rank", rank },
    { claim: "rank_alone", rank },
    { claim: "shares_rank", rank },
  ]),
  ...[1, 2, 3].flatMap((level): Statement[] => [
    { claim: "no_higher_than", level },
    ...[0, 1, 2].map((count): Statement => ({ claim: "count", level, count })),
  ]),
  { claim: "unranked" },
  { claim: "best" },
  { claim: "worst" },
  { claim: "average" },
  { claim: "above" },
  { claim: "below" },
  { claim: "pairs_higher" },
  { claim: "pairs_more" },
  { claim: "pairs_alike" },
  { claim: "spread_alike" },
  { claim: "risen" },
  { claim: "fallen" },
  { claim: "unchanged" },
  { claim: "moved" },
  { claim: "caused" },
];

describe("examine", () => {
  test("tells nothing of a part, whatever the figures of the whole are", () => {
    const { ranking, entryOf } = ranked([
      [0, 0, 3],
      [3, 0, 0],
    ]);
    const figures: StatementFigures = {
      own: entryOf(0),
      ranking,
      listed: 3,
      thinBelow: 6,
      than: entryOf(1),
      before: entryOf(1),
    };
    for (const statement of STATEMENTS) {
      assert.deepEqual(examine(statement, { ...figures, isOfPart: true }), cannotBeTold("part_of"));
      assert.notEqual(examine(statement, figures).reason, "part_of");
    }
  });

  test("a shared rank misleads without its tie, and holds with it", () => {
    const { ranking, entryOf } = ranked([
      [0, 2],
      [0, 3],
      [2, 0],
    ]);
    const figures = { own: entryOf(0), ranking, listed: 2, thinBelow: 6 };
    const alone = examine({ claim: "rank", rank: 1 }, figures);
    assert.deepEqual([alone.verdict, alone.reason, alone.companions], ["misleading", "shared_rank", ["thin", "tie"]]);
    assert.equal(examine({ claim: "shares_rank", rank: 1 }, figures).verdict, "holds");
    const last = { own: entryOf(2), ranking, listed: 2, thinBelow: 6 };
    assert.deepEqual(examine({ claim: "shares_rank", rank: 3 }, last).reason, "not_shared");
    assert.deepEqual(examine({ claim: "rank", rank: 3 }, last).companions, ["thin"]);
  });

  test("of all in a ranking it counts those with a rank, and says how many have none", () => {
    const { ranking } = ranked(
      [
        [0, 2, 0],
        [0, 3, 0],
        [2, 0, 0],
        [0, 0, 1],
      ],
      2,
    );
    const all = allRanked(ranking, 3);
    assert.deepEqual(all.own.entry.distribution, [1, 2, 0]);
    const highest = examine({ claim: "no_higher_than", level: 2 }, all);
    assert.deepEqual([highest.verdict, highest.companions], ["holds", ["coverage"]]);
    assert.equal(examine({ claim: "no_higher_than", level: 1 }, all).verdict, "does_not_hold");
    assert.equal(examine({ claim: "count", level: 2, count: 2 }, all).verdict, "holds");
    assert.equal(examine({ claim: "count", level: 2, count: 3 }, all).verdict, "does_not_hold");
    assert.equal(examine({ claim: "unranked" }, all).verdict, "does_not_hold");
    assert.equal(examine({ claim: "unranked" }, allRanked(ranked([[0, 1, 0]], 2).ranking, 3)).verdict, "holds");
  });

  test("a median of fewer companies than the release asks for is thin, and one of as few judgements is not", () => {
    const { entryOf } = ranked([
      [0, 5],
      [0, 6],
    ]);
    const band = (index: number, listed: number | null) =>
      examine({ claim: "band", level: 2 }, { own: entryOf(index), ranking: null, listed, thinBelow: 6 }).companions;
    assert.deepEqual([band(0, 5), band(1, 6), band(0, null)], [["thin"], [], []]);
    const own = { own: entryOf(0), ranking: null, listed: 5, thinBelow: 3 };
    assert.deepEqual(examine({ claim: "band", level: 2 }, own).companions, []);
    const two = { own: entryOf(1), than: entryOf(0), ranking: null, listed: 6, thinBelow: 6 };
    assert.ok(!examine({ claim: "above" }, { ...two, than: entryOf(1) }).companions.includes("thin"));
    assert.ok(examine({ claim: "above" }, two).companions.includes("thin"));
  });

  test("rose and fell are said of those judged in both releases alone", () => {
    const { entryOf } = ranked([
      [14, 0, 0],
      [14, 0, 48],
    ]);
    const two = { own: entryOf(0), before: entryOf(1), ranking: null, listed: 14, thinBelow: 6 };
    const list = { before: [14, 0, 0], after: [14, 0, 0], left: 48, joined: 0, reJudged: 0, raised: 0, lowered: 0 };
    const fallen = examine({ claim: "fallen" }, { ...two, matched: list });
    assert.deepEqual([fallen.verdict, fallen.reason], ["misleading", "composition"]);
    assert.deepEqual(fallen.companions, ["composition"]);
    assert.equal(examine({ claim: "moved" }, { ...two, matched: list }).verdict, "holds");
    assert.equal(examine({ claim: "risen" }, { ...two, matched: list }).verdict, "does_not_hold");
    const both = { ...list, before: [4, 0, 10], lowered: 10 };
    const really = examine({ claim: "fallen" }, { ...two, matched: both });
    assert.deepEqual([really.verdict, really.companions], ["holds", ["composition"]]);
  });

  test("across another method or dataset nothing is told, whatever the figures are", () => {
    const { entryOf } = ranked([
      [0, 3],
      [3, 0],
      [0, 0],
    ]);
    for (const own of [entryOf(0), entryOf(2)]) {
      for (const claim of ["risen", "fallen", "unchanged", "moved", "caused"] as const) {
        for (const incomparable of ["method_change", "other_dataset"] as const) {
          const figures = { own, before: entryOf(1), ranking: null, listed: 3, thinBelow: 6, incomparable };
          assert.deepEqual(examine({ claim }, figures), cannotBeTold(incomparable));
        }
      }
    }
  });

  test("of all pairs says who leads clearly, as counting them finds it", () => {
    // Of five and two companies there are ten pairs: some lead in exactly one of ten.
    for (const a of distributionsOf(3, 5)) {
      for (const b of distributionsOf(3, 2)) {
        const { entryOf } = ranked([a, b]);
        const [own, others] = [writtenOut(a), writtenOut(b)];
        const lead = leadOf(own, others);
        const figures = { own: entryOf(0), than: entryOf(1), ranking: null, listed: 5, thinBelow: 6 };
        const holding = (["pairs_higher", "pairs_more", "pairs_alike"] as const).filter(
          (claim) => examine({ claim }, figures).verdict === "holds",
        );
        const ahead = isEverywhereAhead(own, others) ? "pairs_higher" : "pairs_more";
        assert.deepEqual(holding, lead >= 0.1 ? [ahead] : lead > -0.1 ? ["pairs_alike"] : []);
        const isAlike = a.every((there, index) => there / 5 === b[index]! / 2);
        assert.equal(examine({ claim: "spread_alike" }, figures).verdict === "holds", isAlike);
        const above = examine({ claim: "above" }, figures);
        if (above.verdict === "holds") assert.equal(above.companions.includes("opposite_pairs"), lead <= -0.1);
      }
    }
  });

  test("who leads in 34% of pairs against 30%, or not at every band, is not said to be higher", () => {
    const { entryOf } = ranked([
      [30, 36, 34],
      [31, 38, 31],
      [40, 0, 60],
      [30, 50, 20],
    ]);
    const two = (own: number, than: number): StatementFigures => {
      return { own: entryOf(own), than: entryOf(than), ranking: null, listed: 100, thinBelow: 6 };
    };
    assert.equal(examine({ claim: "pairs_higher" }, two(0, 1)).verdict, "does_not_hold");
    assert.equal(examine({ claim: "pairs_alike" }, two(0, 1)).verdict, "holds");
    assert.equal(examine({ claim: "pairs_higher" }, two(2, 3)).verdict, "does_not_hold");
    assert.equal(examine({ claim: "pairs_more" }, two(2, 3)).verdict, "holds");
  });

  test("the only ranked one is neither the best nor the worst, and the last of many is not denied to be it", () => {
    const { ranking, entryOf } = ranked([[0, 3], [0, 1]], 2); // prettier-ignore
    const only = { own: entryOf(0), ranking, listed: 3, thinBelow: 2 };
    for (const claim of ["best", "worst"] as const) {
      const { verdict, reason } = examine({ claim }, only);
      assert.deepEqual([verdict, reason], ["misleading", "only_ranked"]);
    }
    const tied = ranked([[3, 0], [3, 0], [0, 3]]); // prettier-ignore
    const last = { own: tied.entryOf(0), ranking: tied.ranking, listed: 3, thinBelow: 2 };
    const { verdict, reason } = deny(examine({ claim: "worst" }, last), "worst");
    assert.deepEqual([verdict, reason], ["misleading", "shared_rank"]);
    assert.equal(deny(examine({ claim: "rank_alone", rank: 2 }, last), "rank_alone").verdict, "holds");
  });

  test("companies spread as [2,2,0] and [3,2,1] are not spread alike", () => {
    const { entryOf } = ranked([
      [2, 2, 0],
      [3, 2, 1],
      [4, 4, 0],
    ]);
    const spread = (than: number) =>
      examine(
        { claim: "spread_alike" },
        { own: entryOf(0), than: entryOf(than), ranking: null, listed: 4, thinBelow: 6 },
      );
    assert.equal(spread(1).verdict, "does_not_hold");
    assert.equal(spread(2).verdict, "holds");
  });

  test("two are compared over the pillars they share, and a lead that a few undo is narrow", () => {
    const { entryOf } = ranked([
      [49, 51],
      [51, 49],
      [0, 100],
    ]);
    const figures = { own: entryOf(0), than: entryOf(1), ranking: null, listed: null, thinBelow: 6 };
    assert.deepEqual(examine({ claim: "above" }, figures).companions, ["narrow"]);
    assert.deepEqual(examine({ claim: "above" }, { ...figures, own: entryOf(2) }).companions, ["narrow"]);
    const some = examine({ claim: "above" }, { ...figures, commonPillars: { common: 1, all: 3 } });
    assert.deepEqual(some.companions, ["common_pillars", "narrow"]);
    const none = examine({ claim: "above" }, { ...figures, commonPillars: { common: 0, all: 3 } });
    assert.deepEqual([none.verdict, none.reason], ["cannot_be_told", "different_pillars"]);
  });
});
