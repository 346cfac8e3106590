import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { comingsOf, describeMove, type MoveInWords } from "../../src/say/moves.ts";
import { type CompanyPair, explainMovement } from "../../src/trust/movement.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import type { JudgedStatistics } from "../../src/trust/statistics.ts";
import { checkAnyPairsSaid } from "../topics/any-pairs-said.ts";
import { LADDER } from "./sentences.ts";

const MINIMUM = 3;
const same = { scale: false, pillars: false, rule: false };
const standing = (median: number | null) => ({ country: "FR", sector: "energy", median });
const kept = (count: number, median: number): CompanyPair[] =>
  Array.from({ length: count }, () => ({ before: standing(median), after: standing(median) }));
const reRated = (count: number, from: number, to: number): CompanyPair[] =>
  Array.from({ length: count }, () => ({ before: standing(from), after: standing(to) }));
const removed = (count: number, median: number): CompanyPair[] =>
  Array.from({ length: count }, () => ({ before: standing(median), after: null }));
const added = (count: number, median: number): CompanyPair[] =>
  Array.from({ length: count }, () => ({ before: null, after: standing(median) }));

function rankedOf({ distribution }: JudgedStatistics) {
  const [ranked] = rankByMedian([{ code: "FR", name: "Italy", distribution }], MINIMUM);
  assert.ok(ranked);
  return ranked;
}

function move(companies: readonly CompanyPair[], methodChange = same, rest: Partial<MoveInWords> = {}) {
  const minimumCompanies = { before: MINIMUM, after: MINIMUM };
  const area = { country: "FR", sector: null };
  const bandCounts = { before: 5, after: 5 };
  const movement = explainMovement({ area, companies, bandCounts, minimumCompanies, methodChange });
  assert.ok(movement);
  return describeMove({
    about: { subject: "country:FR", pillar: null, since: "earlier" },
    name: "Italy",
    things: "companies",
    scales: { before: LADDER, after: LADDER },
    before: rankedOf(movement.before),
    after: rankedOf(movement.after),
    minimumCompanies: MINIMUM,
    incomparable: methodChange.scale ? "method_change" : null,
    matched: movement.matched,
    cameAndWent: comingsOf(movement.counts),
    ...rest,
  });
}

const claimsOf = ({ statements }: ReturnType<typeof move>) => statements.map(({ claim }) => claim);

describe("a median band in two releases, in words", () => {
  test("rose or fell, by how many companies, and how firmly", () => {
    const fallen = move([...kept(4, 1), ...kept(2, 3), ...reRated(3, 3, 1)]);
    assert.equal(
      fallen.text,
      "Italy fell from Moderate to Very low: of its 9 companies three were re-rated lower. Three changed ratings would undo the fall.",
    );
    assert.equal(fallen.first, "Italy fell from Moderate to Very low: of its 9 companies three were re-rated lower.");
    assert.match(move(reRated(16, 3, 1)).text, /: all 16 of its companies were re-rated lower\./u);
    assert.deepEqual(claimsOf(fallen), ["fallen"]);
  });

  test("by the list alone neither rose nor fell", () => {
    const listed = move([...removed(48, 4), ...kept(14, 2)]);
    assert.equal(
      listed.text,
      "Italy is now Low (High before): 48 companies were removed; of the 14 judged in both releases none was re-rated.",
    );
    assert.equal(listed.first, listed.text);
    assert.deepEqual(claimsOf(listed), ["moved"]);
  });

  test("by the list and by ratings says both", () => {
    assert.equal(
      move([...kept(4, 2), ...reRated(4, 2, 3), ...added(2, 3), ...removed(1, 2)]).text,
      "Italy is now Moderate (Low before): two companies were added and one was removed; of the 8 judged in both releases four were re-rated higher, and their median did not change.",
    );
    assert.match(
      move([...kept(3, 2), ...reRated(4, 2, 3), ...reRated(1, 3, 2), ...added(2, 3)]).text,
      /^Italy .*: two companies were added; of the 8 judged in both releases four were re-rated higher and one lower, and their median /u,
    );
  });

  test("of few companies says so, and of too few says nothing else", () => {
    assert.equal(
      move([...kept(2, 2), ...reRated(1, 4, 2), ...reRated(1, 4, 2), ...kept(1, 4)]).text,
      "Italy fell from High to Low: of its 5 companies two were re-rated lower. Two changed ratings would undo the fall.",
    );
    const few = move(reRated(2, 3, 2));
    assert.equal(
      few.text,
      "Italy has two judged companies (two before); at least three in both are needed to say whether it rose or fell.",
    );
    assert.deepEqual(few.statements, []);
  });

  test("of a first or last judgement, and across another method", () => {
    assert.equal(
      move(added(7, 2)).text,
      "Italy is rated for the first time of the two releases: Low, from seven judged companies.",
    );
    assert.equal(move(added(2, 2)).text, "Italy has two judged companies for the first time, too few to rate it.");
    assert.equal(move(removed(12, 2)).text, "Italy has no judged company any more (12 before).");
    const other = move([...kept(3, 1), ...reRated(4, 1, 2)], { ...same, scale: true });
    assert.equal(
      other.text,
      "The method changed between these releases, so it cannot be said whether Italy rose or fell.",
    );
    assert.deepEqual(other.statements, []);
  });

  test("names the earlier release where the text stands alone", () => {
    const earlier = { earlier: "2025-11-20-bbbbbbbbbbbb" };
    assert.match(
      move([...kept(5, 1), ...reRated(6, 1, 2)], same, { ...earlier, scope: "in Privacy" }).text,
      /^In Privacy, Italy rose from Very low in release 2025-11-20-bbbbbbbbbbbb to Low: of its 11 companies six /u,
    );
  });
});

test("of any two releases what is said of changes and of two is what the companies say", () => checkAnyPairsSaid(20));
