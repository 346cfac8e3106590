import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { type Rankable, type RankedEntry, rankByMedian } from "../../src/trust/ranking.ts";
import { anyDistribution, distributionOf, distributionsOf, slowMedian, writtenOut } from "./distributions.ts";

/** Names that tie and nearly tie, with the place a reader expects them at. */
const NAMES = ["Aland", "Åland", "åland", "Albania", "Côte", "Cote", "Czechia"];
const PLAIN: Record<string, string> = { Åland: "aland", åland: "aland", Côte: "cote" };

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** (p − q) / (1 − p − q) in exact fractions, as the paper writes it. */
function usualJudgment(entry: Rankable): Fraction {
  const ranks = writtenOut(entry.distribution);
  const median = slowMedian(entry.distribution)!;
  const n = BigInt(ranks.length);
  const p = BigInt(ranks.filter((rank) => rank > median).length);
  const q = BigInt(ranks.filter((rank) => rank < median).length);
  return { over: (p - q) * n, under: (n - p - q) * n };
}

/** The slow twin: whether `a` is listed before `b`, rule by rule. */
function isBefore(a: Rankable, b: Rankable, minimumCompanies: number): boolean {
  const ranked = (entry: Rankable): boolean => {
    const count = writtenOut(entry.distribution).length;
    return count > 0 && count >= minimumCompanies;
  };
  if (ranked(a) !== ranked(b)) return ranked(a);
  const [medianA, medianB] = [slowMedian(a.distribution) ?? 0, slowMedian(b.distribution) ?? 0];
  if (medianA !== medianB) return medianA > medianB;
  if (medianA > 0) {
    const [fractionA, fractionB] = [usualJudgment(a), usualJudgment(b)];
    const [left, right] = [fractionA.over * fractionB.under, fractionB.over * fractionA.under];
    if (left !== right) return left > right;
  }
  const plain = (name: string): string => PLAIN[name] ?? name.toLowerCase();
  if (plain(a.name) !== plain(b.name)) return plain(a.name) < plain(b.name);
  return a.name === b.name ? a.code < b.code : a.name < b.name;
}

/** Every outcome of re-rating up to `most` of some companies by one band. */
function* reRatings(ranks: readonly number[], bandCount: number, most: number): Generator<readonly number[]> {
  const [first, ...rest] = ranks;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const others of reRatings(rest, bandCount, most)) yield [first, ...others];
  const moved = most === 0 ? [] : [first - 1, first + 1].filter((rank) => rank >= 1 && rank <= bandCount);
  for (const rank of moved) {
    for (const others of reRatings(rest, bandCount, most - 1)) yield [rank, ...others];
  }
}

/** The best and the worst rank of all outcomes; `medians` are those of all ranked, its own too. */
function slowRange(ranks: readonly number[], bandCount: number, medians: readonly number[]) {
  const reRated = Math.max(1, Math.floor(ranks.length / 10));
  const own = slowMedian(distributionOf(ranks, bandCount))!;
  const rivals = medians.toSpliced(medians.indexOf(own), 1);
  const places = [...reRatings(ranks, bandCount, reRated)].map((outcome) => {
    const median = slowMedian(distributionOf(outcome, bandCount))!;
    return rivals.filter((rival) => rival > median).length + 1;
  });
  return { best: Math.min(...places), worst: Math.max(...places), reRated };
}

function rankSlowly(entries: readonly Rankable[], minimumCompanies: number): RankedEntry<Rankable>[] {
  const lines: RankedEntry<Rankable>[] = [];
  for (const entry of entries) {
    const ranks = writtenOut(entry.distribution);
    const median = slowMedian(entry.distribution);
    const place = entries.filter((other) => isBefore(other, entry, minimumCompanies)).length;
    const reason = median === null ? "not_judged" : ranks.length < minimumCompanies ? "too_few_companies" : null;
    const rivals = entries
      .filter(({ distribution }) => writtenOut(distribution).length >= Math.max(1, minimumCompanies))
      .map(({ distribution }) => slowMedian(distribution)!);
    const better = rivals.filter((rival) => rival > median!).length;
    const same = rivals.filter((rival) => rival === median).length;
    lines[place] = {
      entry,
      median,
      rank: reason === null ? better + 1 : null,
      rankReason: reason,
      tieFirst: reason === null ? better + 1 : null,
      tieLast: reason === null ? better + same : null,
      tiedWith: reason === null ? same - 1 : null,
      rankRange: reason === null ? slowRange(ranks, entry.distribution.length, rivals) : null,
      shareAbove: median === null ? null : ranks.filter((rank) => rank > median).length / ranks.length,
      shareBelow: median === null ? null : ranks.filter((rank) => rank < median).length / ranks.length,
    };
  }
  return lines;
}

const anyEntries = fc
  .integer({ min: 2, max: 5 })
  .chain((bandCount) =>
    fc.array(fc.record({ name: fc.constantFrom(...NAMES), distribution: anyDistribution(bandCount, 3) }), {
      maxLength: 12,
    }),
  )
  .map((entries) => entries.map((entry, i) => ({ ...entry, code: `C${10 + i}` })));

function codes(lines: readonly RankedEntry<Rankable>[]): string {
  return lines.map(({ entry }) => entry.code).join(" ");
}

function country(code: string, distribution: readonly number[], name = code): Rankable {
  return { code, name, distribution };
}

describe("rankByMedian", () => {
  test("equals the slow twin with exact fractions", () => {
    fc.assert(
      fc.property(anyEntries, fc.integer({ min: 0, max: 6 }), (entries, minimumCompanies) => {
        assert.deepEqual(rankByMedian(entries, minimumCompanies), rankSlowly(entries, minimumCompanies));
      }),
      { numRuns: 400 },
    );
  });

  test("does not depend on the order of the entries, and leaves them as they are", () => {
    fc.assert(
      fc.property(
        anyEntries.chain((entries) =>
          fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
        ),
        ([entries, shuffled]) => {
          const before = [...shuffled];
          assert.deepEqual(rankByMedian(shuffled, 3), rankByMedian(entries, 3));
          assert.deepEqual(shuffled, before);
        },
      ),
    );
  });

  test("worked example: two share the first place and the next is third", () => {
    const lines = rankByMedian([country("C", [3, 0, 0]), country("A", [0, 1, 2]), country("B", [0, 0, 3])], 3);
    assert.deepEqual(
      lines.map(({ entry: { code }, rank, tieFirst, tieLast, tiedWith }) => [code, rank, tieFirst, tieLast, tiedWith]),
      [
        ["B", 1, 1, 2, 1],
        ["A", 1, 1, 2, 1],
        ["C", 3, 3, 3, 0],
      ],
    );
  });

  test("the possible ranks of every distribution are those that trying every re-rating finds", () => {
    for (const [bandCount, counts] of [
      [2, [1, 2, 3, 9, 10, 19, 20, 21]],
      [3, [1, 2, 3, 4, 5, 20]],
      [4, [1, 2, 3, 4]],
    ] as const) {
      const rivals = Array.from({ length: bandCount }, (_, band) =>
        country(`R${band}`, distributionOf([band + 1], bandCount)),
      );
      const medians = rivals.map((_, band) => band + 1);
      for (const distribution of counts.flatMap((count) => distributionsOf(bandCount, count))) {
        const lines = rankByMedian([...rivals, country("X", distribution)], 1);
        const found = lines.find(({ entry }) => entry.code === "X")?.rankRange;
        const all = [...medians, slowMedian(distribution)!];
        assert.deepEqual(found, slowRange(writtenOut(distribution), bandCount, all), distribution.join());
      }
    }
  });

  test("worked example: usual judgment inside a tie", () => {
    // All have the median 2. A: p = 2/5, q = 1/5, (0.4 − 0.2) / (1 − 0.6) = 0.5. B: p = 1/5, q = 0:
    // 0.2 / 0.8 = 0.25.
    // C: p = q = 1/3: 0. D: p = 0, q = 2/5: −0.4 / 0.6 = −0.67.
    const lines = rankByMedian(
      [country("D", [2, 3, 0]), country("C", [1, 1, 1]), country("B", [0, 4, 1]), country("A", [1, 2, 2])],
      3,
    );
    assert.equal(codes(lines), "A B C D");
    assert.deepEqual(new Set(lines.map(({ rank }) => rank)), new Set([1]));
    assert.deepEqual([lines[0]?.shareAbove, lines[0]?.shareBelow], [0.4, 0.2]);
  });

  test("equal quotients of unequal counts are a tie that the name decides", () => {
    // Austria: (2 − 1) / 3. Zambia: (3 − 0) / 9. Both are a third.
    const lines = rankByMedian([country("X", [0, 9, 3], "Zambia"), country("Y", [1, 3, 2], "Austria")], 3);
    assert.equal(codes(lines), "Y X");
  });

  test("quotients closer than a float can tell are still told apart", () => {
    // A: 99999998 / 99999999. B: 99999999 / 100000000, larger by 0.0000000000000001.
    const lines = rankByMedian(
      [country("A", [0, 99_999_999, 99_999_998]), country("B", [0, 100_000_000, 99_999_999])],
      3,
    );
    assert.equal(codes(lines), "B A");
  });

  test("equal names fall back to the code, and accents don't send a name to the end", () => {
    const same = [0, 3, 0];
    const lines = rankByMedian(
      [
        country("ZW", same, "Zimbabwe"),
        country("AX", same, "Åland"),
        country("AL", same, "Albania"),
        country("AA", same, "Åland"),
      ],
      3,
    );
    assert.equal(codes(lines), "AA AX AL ZW");
  });

  test("too few companies are listed after the ranked ones, in the same order, the not judged last", () => {
    const lines = rankByMedian(
      [
        country("none", [0, 0, 0]),
        country("two-low", [2, 0, 0]),
        country("low", [3, 0, 0]),
        country("two-high", [0, 0, 2]),
      ],
      3,
    );
    assert.equal(codes(lines), "low two-high two-low none");
    assert.deepEqual(
      lines.map(({ rank, rankReason }) => rank ?? rankReason),
      [1, "too_few_companies", "too_few_companies", "not_judged"],
    );
    assert.deepEqual(lines[1], {
      entry: country("two-high", [0, 0, 2]),
      median: 3,
      rank: null,
      rankReason: "too_few_companies",
      tieFirst: null,
      tieLast: null,
      tiedWith: null,
      rankRange: null,
      shareAbove: 0,
      shareBelow: 0,
    });
  });

  test("no minimum ranks a single company, but never a country without one", () => {
    const lines = rankByMedian([country("one", [1, 0]), country("none", [0, 0])], 0);
    assert.deepEqual(
      lines.map(({ rank, rankReason }) => rank ?? rankReason),
      [1, "not_judged"],
    );
    assert.deepEqual([lines[1]?.median, lines[1]?.shareAbove, lines[1]?.shareBelow], [null, null, null]);
  });

  test("the minimum itself is enough", () => {
    assert.equal(rankByMedian([country("A", [0, 3])], 3)[0]?.rank, 1);
    assert.equal(rankByMedian([country("A", [0, 3])], 4)[0]?.rank, null);
  });

  test("no entries give no lines", () => {
    assert.deepEqual(rankByMedian([], 3), []);
  });
});
