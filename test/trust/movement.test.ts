import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import type { MethodChange } from "../../src/trust/method-change.ts";
import {
  type Area,
  type CompanyPair,
  explainMovement,
  type Movement,
  pairCompanies,
  type Standing,
} from "../../src/trust/movement.ts";
import { distributionOf, slowMedian } from "./distributions.ts";

const FRANCE: Area = { country: "FR", sector: null };
const NO_MINIMUM = { before: 0, after: 0 };
const SAME: MethodChange = { scale: false, pillars: false, rule: false };

function at(median: number | null, country = "FR", sector = "retail"): Standing {
  return { country, sector, median };
}

function explain(companies: readonly CompanyPair[], methodChange = SAME, area = FRANCE): Movement | null {
  return explainMovement({
    area,
    companies,
    bandCounts: { before: 3, after: 3 },
    minimumCompanies: NO_MINIMUM,
    methodChange,
  });
}

function unchanged(standing: Standing): CompanyPair {
  return { before: standing, after: standing };
}

function isWithin(area: Area, standing: Standing | null): standing is Standing {
  if (standing === null) return false;
  return (
    (area.country ?? standing.country) === standing.country && (area.sector ?? standing.sector) === standing.sector
  );
}

const anyStanding = fc.option(
  fc.record({
    country: fc.constantFrom("FR", "DE"),
    sector: fc.constantFrom("retail", "banking"),
    median: fc.constantFrom(null, 1, 2, 3),
  }),
);
const anyPairs = fc.array(fc.record({ before: anyStanding, after: anyStanding }), { maxLength: 12 });
const anyArea = fc.record({ country: fc.constantFrom(null, "FR"), sector: fc.constantFrom(null, "retail") });
const anyChange = fc.oneof(
  fc.constant(SAME),
  fc.record({ scale: fc.boolean(), pillars: fc.boolean(), rule: fc.boolean() }),
);

function partOf(standings: readonly (Standing | null)[]) {
  const medians = standings.map((standing) => standing?.median ?? null);
  const distribution = distributionOf(medians, 3);
  return {
    judgedCompanies: medians.filter((median) => median !== null).length,
    distribution,
    median: slowMedian(distribution),
  };
}

describe("explainMovement", () => {
  test("equals a recount of the area and its two parts", () => {
    fc.assert(
      fc.property(anyPairs, anyArea, anyChange, (pairs, area, change) => {
        const before = pairs.filter((pair) => isWithin(area, pair.before));
        const after = pairs.filter((pair) => isWithin(area, pair.after));
        const parts = (keep: (pair: CompanyPair) => boolean) => ({
          before: partOf(before.filter(keep).map((pair) => pair.before)),
          after: partOf(after.filter(keep).map((pair) => pair.after)),
        });
        const staysWithin = (pair: CompanyPair) => isWithin(area, pair.before) && isWithin(area, pair.after);
        const whole = parts(() => true);
        const movement = explain(pairs, change, area);
        if (movement === null) {
          assert.equal(whole.before.median, whole.after.median);
          return assert.ok(!change.scale || whole.before.median === null);
        }
        const { inBoth, rest, causes } = movement;
        assert.ok(change.scale || whole.before.median !== whole.after.median);
        assert.deepEqual({ before: movement.before, after: movement.after }, whole);
        assert.deepEqual(inBoth, parts(staysWithin));
        assert.deepEqual(
          rest,
          parts((pair) => !staysWithin(pair)),
        );
        const { counts } = movement;
        const judgedIn = (standing: Standing | null): standing is Standing =>
          isWithin(area, standing) && standing.median !== null;
        const of = (keep: (pair: CompanyPair) => boolean) => pairs.filter(keep).length;
        assert.deepEqual(counts, {
          judgedInBoth: of((pair) => judgedIn(pair.before) && judgedIn(pair.after)),
          reRated: of(
            (pair) => judgedIn(pair.before) && judgedIn(pair.after) && pair.before.median !== pair.after.median,
          ),
          firstJudged: of((pair) => staysWithin(pair) && !judgedIn(pair.before) && judgedIn(pair.after)),
          noLongerJudged: of((pair) => staysWithin(pair) && judgedIn(pair.before) && !judgedIn(pair.after)),
          added: of((pair) => pair.before === null && judgedIn(pair.after)),
          removed: of((pair) => judgedIn(pair.before) && pair.after === null),
          filedHere: of((pair) => pair.before !== null && !isWithin(area, pair.before) && judgedIn(pair.after)),
          filedElsewhere: of((pair) => judgedIn(pair.before) && pair.after !== null && !isWithin(area, pair.after)),
        });
        assert.ok(causes.length > 0);
        assert.equal(causes.includes("method_change"), change.scale || change.pillars || change.rule);
      }),
      { numRuns: 500 },
    );
  });

  test("a trend is told where method and minimum allow it and those judged in both moved the same way", () => {
    const minimum = fc.record({ before: fc.constantFrom(0, 2, 3), after: fc.constantFrom(0, 2, 3) });
    fc.assert(
      fc.property(anyPairs, anyArea, anyChange, minimum, (pairs, area, methodChange, minimumCompanies) => {
        const bandCounts = { before: 3, after: 3 };
        const movement = explainMovement({ area, companies: pairs, bandCounts, minimumCompanies, methodChange });
        if (movement === null) return;
        const { before, after, trend, trendReason } = movement;
        const isCounted = (standing: Standing | null) => isWithin(area, standing) && standing.median !== null;
        const both = pairs.filter((pair) => isCounted(pair.before) && isCounted(pair.after));
        const [then, now] = [partOf(both.map((pair) => pair.before)), partOf(both.map((pair) => pair.after))];
        const levels = both.map((pair) => pair.after!.median! - pair.before!.median!);
        assert.deepEqual(movement.matched, {
          before: then.distribution,
          after: now.distribution,
          left: before.judgedCompanies - both.length,
          joined: after.judgedCompanies - both.length,
          reJudged: 0,
          raised: levels.filter((steps) => steps > 0).length,
          lowered: levels.filter((steps) => steps < 0).length,
        });
        const expected =
          before.median === null || after.median === null
            ? "not_judged"
            : methodChange.scale || methodChange.pillars || methodChange.rule
              ? "method_change"
              : before.judgedCompanies < minimumCompanies.before || after.judgedCompanies < minimumCompanies.after
                ? "too_few_companies"
                : Math.sign((now.median ?? 0) - (then.median ?? 0)) === Math.sign(after.median - before.median)
                  ? null
                  : "composition";
        assert.equal(trendReason, expected);
        const direction = (after.median ?? 0) > (before.median ?? 0) ? "higher" : "lower";
        assert.equal(trend, expected === null ? direction : null);
      }),
      { numRuns: 1000 },
    );
  });

  test("a company is named with a cause exactly when the area's distribution would be another without it", () => {
    const reJudge = ({ before, after }: CompanyPair): CompanyPair =>
      before && after ? { before, after: { ...after, median: before.median } } : { before, after };
    const reclassify = ({ before, after }: CompanyPair): CompanyPair =>
      before && after ? { before, after: { ...before, median: after.median } } : { before, after };
    fc.assert(
      // One company at a time, so that no other can make up for it.
      fc.property(anyStanding, anyStanding, anyArea, (before, after, area) => {
        const pair = { before, after };
        const causes = explain([pair], SAME, area)?.causes ?? [];
        const band = (standing: Standing | null) => (isWithin(area, standing) ? standing.median : null);
        const moved = band(before) !== band(after);
        const undoing = (undo: (one: CompanyPair) => CompanyPair) => band(undo(pair).after) !== band(after);
        // Who left the area and is no longer judged at all would be gone either way: it left.
        const left = band(before) !== null && after !== null && !isWithin(area, after);
        assert.deepEqual(
          new Set(causes),
          new Set([
            ...(moved && undoing(reJudge) ? ["re_judged"] : []),
            ...(moved && before === null ? ["company_added"] : []),
            ...(moved && after === null ? ["company_removed"] : []),
            ...(moved && (undoing(reclassify) || left) ? ["reclassified"] : []),
          ]),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("worked example: one company re-judged tips three", () => {
    const movement = explain([unchanged(at(1)), { before: at(1), after: at(2) }, unchanged(at(3))]);
    assert.deepEqual(movement, {
      before: { judgedCompanies: 3, distribution: [2, 0, 1], median: 1 },
      after: { judgedCompanies: 3, distribution: [1, 1, 1], median: 2 },
      trend: "higher",
      trendReason: null,
      causes: ["re_judged"],
      inBoth: {
        before: { judgedCompanies: 3, distribution: [2, 0, 1], median: 1 },
        after: { judgedCompanies: 3, distribution: [1, 1, 1], median: 2 },
      },
      matched: { before: [2, 0, 1], after: [1, 1, 1], left: 0, joined: 0, reJudged: 0, raised: 1, lowered: 0 },
      rest: {
        before: { judgedCompanies: 0, distribution: [0, 0, 0], median: null },
        after: { judgedCompanies: 0, distribution: [0, 0, 0], median: null },
      },
      counts: {
        judgedInBoth: 3,
        reRated: 1,
        firstJudged: 0,
        noLongerJudged: 0,
        added: 0,
        removed: 0,
        filedHere: 0,
        filedElsewhere: 0,
      },
    } satisfies Movement);
  });

  test("worked example: the median drops, and the companies in both releases did not move at all", () => {
    const movement = explain([unchanged(at(3)), { before: null, after: at(1) }, { before: null, after: at(1) }]);
    assert.deepEqual(movement?.causes, ["company_added"]);
    assert.deepEqual([movement?.trend, movement?.trendReason], [null, "composition"]);
    assert.deepEqual([movement?.inBoth.before.median, movement?.inBoth.after.median], [3, 3]);
    assert.deepEqual(movement?.rest.after, { judgedCompanies: 2, distribution: [2, 0, 0], median: 1 });
  });

  test("a removed company is company_removed, one filed elsewhere now is reclassified", () => {
    assert.deepEqual(explain([{ before: at(1), after: null }, unchanged(at(3))])?.causes, ["company_removed"]);
    assert.deepEqual(explain([{ before: at(1), after: at(1, "DE") }, unchanged(at(3))])?.causes, ["reclassified"]);
  });

  test("a company that comes from elsewhere is reclassified, and re_judged as well when its band is another", () => {
    assert.deepEqual(explain([{ before: at(1, "DE"), after: at(1) }, unchanged(at(3))])?.causes, ["reclassified"]);
    assert.deepEqual(explain([{ before: at(2, "DE"), after: at(1) }, unchanged(at(3))])?.causes, [
      "re_judged",
      "reclassified",
    ]);
  });

  test("another sector moves the cell, and says nothing of the country", () => {
    const pairs = [{ before: at(1, "FR", "retail"), after: at(1, "FR", "banking") }, unchanged(at(3, "FR", "retail"))];
    assert.equal(explain(pairs), null);
    assert.deepEqual(explain(pairs, SAME, { country: "FR", sector: "retail" })?.causes, ["reclassified"]);
    assert.deepEqual(explain(pairs, SAME, { country: null, sector: "banking" })?.causes, ["reclassified"]);
  });

  test("all that applies is named, in one order", () => {
    const movement = explain([
      { before: at(1), after: at(1, "DE") },
      { before: at(1), after: null },
      { before: null, after: at(3) },
      { before: at(2), after: at(3) },
    ]);
    assert.deepEqual(movement?.causes, ["re_judged", "company_added", "company_removed", "reclassified"]);
  });

  test("a company that was not judged and is no cause, coming or going", () => {
    const idle = [
      { before: null, after: at(null) },
      { before: at(null), after: null },
      { before: at(null, "DE"), after: at(null) },
      { before: at(2, "DE"), after: at(null) },
    ];
    assert.deepEqual(explain([...idle, { before: at(1), after: at(2) }])?.causes, ["re_judged"]);
    assert.deepEqual(explain([...idle, { before: null, after: at(2) }])?.causes, ["company_added"]);
  });

  test("a first or a last judgement is re_judged, without a trend", () => {
    const first = explain([{ before: at(null), after: at(2) }]);
    assert.deepEqual([first?.causes, first?.trend, first?.trendReason], [["re_judged"], null, "not_judged"]);
    const last = explain([{ before: at(2), after: at(null) }]);
    assert.deepEqual([last?.causes, last?.trend, last?.trendReason], [["re_judged"], null, "not_judged"]);
  });

  test("a median that did not move is no movement, though every company was re-judged", () => {
    assert.equal(
      explain([
        { before: at(1), after: at(2) },
        { before: at(2), after: at(1) },
      ]),
      null,
    );
    assert.equal(explain([]), null);
  });

  test("across a method change no trend is claimed and no company is called re-judged", () => {
    for (const part of ["scale", "pillars", "rule"] as const) {
      const movement = explain([{ before: at(1), after: at(2) }], { ...SAME, [part]: true });
      assert.deepEqual(
        [movement?.causes, movement?.trend, movement?.trendReason],
        [["method_change"], null, "method_change"],
      );
    }
  });

  test("on another scale every judged area has moved, for the same rank is another band", () => {
    const input = {
      area: FRANCE,
      bandCounts: { before: 3, after: 5 },
      minimumCompanies: NO_MINIMUM,
      methodChange: { ...SAME, scale: true },
    };
    const movement = explainMovement({ ...input, companies: [unchanged(at(2))] });
    assert.deepEqual(movement?.causes, ["method_change"]);
    assert.deepEqual(
      [movement?.before.distribution, movement?.after.distribution],
      [
        [0, 1, 0],
        [0, 1, 0, 0, 0],
      ],
    );
    assert.equal(explainMovement({ ...input, companies: [unchanged(at(null))] }), null);
  });

  test("with the same rank, other pillars or another rule have not moved the median", () => {
    assert.equal(explain([unchanged(at(2))], { ...SAME, pillars: true, rule: true }), null);
  });

  test("companies of other areas are ignored", () => {
    assert.equal(explain([{ before: at(1, "DE"), after: at(3, "DE") }, unchanged(at(2))]), null);
  });

  test("refuses a median that is not on the release's scale", () => {
    assert.throws(() => explain([unchanged(at(4))]), /The median 4 is not on a scale of 3 bands/);
  });
});

describe("pairCompanies", () => {
  test("joins by id, with null where a release does not list the company", () => {
    const [stays, goes, comes] = ["stays", "goes", "comes"].map((id) => ({ ...at(1), id }));
    assert.deepEqual(pairCompanies([goes!, stays!], [comes!, stays!]), [
      { before: goes, after: null },
      { before: stays, after: stays },
      { before: null, after: comes },
    ]);
  });

  test("refuses an id that a release names twice", () => {
    const twice = [
      { ...at(1), id: "acme" },
      { ...at(2), id: "acme" },
    ];
    assert.throws(() => pairCompanies(twice, []), /earlier release names the company acme twice/);
    assert.throws(() => pairCompanies([], twice), /later release names the company acme twice/);
    assert.throws(
      () => pairCompanies(twice, [{ ...at(1), id: "acme" }]),
      /earlier release names the company acme twice/,
    );
  });
});
