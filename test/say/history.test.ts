import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { METHOD_BREAKS } from "../../src/topics/history/release-range.ts";
import { describeHistoryInWords, type EntryInWords, type HistoryInWords } from "../../src/say/history.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { countOf, lowerMedian } from "../../src/trust/statistics.ts";
import { LADDER, numbersIn } from "./sentences.ts";

const LOW = [0, 9, 0, 0, 0];
const HIGH = [0, 0, 0, 9, 0];
const NOBODY = [0, 0, 0, 0, 0];

function isDistribution(given: Partial<EntryInWords> | Distribution): given is Distribution {
  return Array.isArray(given);
}

/** A release of every month from January 2026 on. */
function say(
  entries: readonly (Partial<EntryInWords> | Distribution | null)[],
  subject: Pick<HistoryInWords, "kind" | "name"> = { kind: "country", name: "France" },
): string {
  const described = entries.map((given, index): EntryInWords => {
    const month = String(index + 1).padStart(2, "0");
    const own = given === null || isDistribution(given) ? { distribution: given } : given;
    const { distribution = null } = own;
    return {
      release: `2026-${month}-20-aaaaaaaaaaaa`,
      publishedAt: `2026-${month}-20T10:00:00.000Z`,
      scale: LADDER,
      methodBreak: null,
      distribution,
      median: distribution && lowerMedian(distribution),
      minimum: subject.kind === "company" ? 1 : 3,
      ...own,
    };
  });
  return describeHistoryInWords({ ...subject, entries: described });
}

describe("a history in words", () => {
  test("that stays where it was", () => {
    assert.equal(say([LOW]), "France’s median band is Low in the release of 20 January 2026, the only one here.");
    assert.equal(
      say([LOW, LOW]),
      "France’s median band has been Low in both releases from 20 January 2026 to 20 February 2026.",
    );
    assert.equal(
      say([LOW, LOW, LOW], { kind: "sector", name: "the sector Mining" }),
      "The median band of the sector Mining has been Low in all three releases from 20 January 2026 to 20 March 2026.",
    );
    assert.equal(
      say([LOW, LOW, LOW], { kind: "company", name: "Acme" }),
      "Acme has been Low in all three releases from 20 January 2026 to 20 March 2026.",
    );
  });

  test("that has no release on a page", () => {
    assert.equal(say([]), "The history ends before this page.");
  });

  test("that moved: nothing is called a rise or a fall, which the list may have caused", () => {
    assert.equal(
      say([LOW, LOW, HIGH]),
      "France’s median band is High in the release of 20 March 2026, the newest here; before that it was Low.",
    );
    assert.equal(
      say([HIGH, LOW, LOW], { kind: "company", name: "Acme" }),
      "Acme has been Low since the release of 20 February 2026; before that it was High.",
    );
  });

  test("whose label changed twice, under each of its names", () => {
    const named = (label: string): Partial<EntryInWords> => {
      const bands = LADDER.bands.map((band, index) => (index === 1 ? { ...band, label } : band));
      return { distribution: LOW, scale: { ...LADDER, bands } };
    };
    assert.equal(
      say([named("Fair"), named("Good"), named("Good"), named("Strong")], { kind: "company", name: "Acme" }),
      "Acme has been Strong (called Fair until the release of 20 February 2026 and Good until the release of 20 April 2026) in all four releases from 20 January 2026 to 20 April 2026.",
    );
  });

  test("that begins, ends or is interrupted", () => {
    assert.equal(
      say([null, LOW]),
      "France’s median band is Low in the release of 20 February 2026, the newest here; the release before does not list it.",
    );
    assert.equal(
      say([NOBODY, LOW, LOW]),
      "France’s median band has been Low since the release of 20 February 2026; in the release before it had no band.",
    );
    assert.equal(
      say([LOW, null]),
      "The release of 20 February 2026, the newest here, lists no company of France. It last had a band in the release of 20 January 2026: Low.",
    );
    assert.equal(
      say([LOW, NOBODY], { kind: "company", name: "Acme" }),
      "In the release of 20 February 2026, the newest here, Acme has not been judged, so it has no band. It last had a band in the release of 20 January 2026: Low.",
    );
    assert.equal(
      say([null, NOBODY], { kind: "sector", name: "the sector Mining" }),
      "In the release of 20 February 2026, the newest here, no company of the sector Mining has been judged, so it has no band. No release before gives it a band.",
    );
  });

  test("across a break claims no trend", () => {
    assert.equal(
      say([LOW, { distribution: HIGH, methodBreak: "scale" }]),
      "France’s median band is High in the release of 20 February 2026, the newest here. The scale changed with that release, so earlier bands cannot be compared.",
    );
    assert.equal(
      say([LOW, { distribution: HIGH, methodBreak: "pillars" }, LOW, LOW]),
      "France’s median band has been Low since the release of 20 March 2026; before that it was High. The pillars changed with the release of 20 February 2026, so bands before it cannot be compared with those after.",
    );
  });

  test("of few companies is no trend, and says how few", () => {
    assert.equal(
      say([
        [0, 2, 0, 0, 0],
        [0, 0, 0, 2, 0],
      ]),
      "In the release of 20 February 2026, the newest here, France has two judged companies, too few to rate it. No release before gives it a band.",
    );
    assert.equal(
      say([[0, 2, 0, 0, 0], HIGH]),
      "France’s median band is High in the release of 20 February 2026, the newest here; in the release before too few companies were judged.",
    );
  });

  test("names releases of one day by their ids", () => {
    const publishedAt = "2026-01-20T12:00:00.000Z";
    assert.equal(
      say([LOW, { distribution: HIGH, publishedAt }]),
      "France’s median band is High in release 2026-02-20-aaaaaaaaaaaa, the newest here; before that it was Low.",
    );
    assert.match(
      say([LOW, { distribution: LOW, publishedAt }]),
      /has been Low in both releases of 20 January 2026\.$/u,
    );
  });

  test("is true of any releases: numbers are figures, and nothing rises or falls that does not", () => {
    const counts = fc.array(fc.nat({ max: 4 }), { minLength: 5, maxLength: 5 });
    const entry = fc.record({
      distribution: fc.option(counts),
      methodBreak: fc.option(fc.constantFrom(...METHOD_BREAKS), { freq: 5 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 9 }), (entries) => {
        const sentence = say(entries, { kind: "company", name: "Acme" });
        const judged = countOf(entries.at(-1)?.distribution ?? NOBODY);
        const figures = new Set([entries.length, judged, 2026, 20]);
        for (const number of numbersIn(sentence.replaceAll("the only one", ""))) {
          assert.ok(figures.has(number), `${number} in ${sentence}`);
        }
        const [, verb, from, to] = /(rose|fell) from (.+?) to (.+?) with/u.exec(sentence) ?? [];
        if (verb === undefined) return;
        const levelOf = (label: string | undefined) => LADDER.bands.findIndex((band) => band.label === label) + 1;
        assert.equal(verb === "rose", levelOf(to) > levelOf(from));
        // Some two neighbours did so, without a break, and everything after stayed there.
        const medians = entries.map(({ distribution }) => distribution && lowerMedian(distribution));
        const at = medians.findLastIndex((median) => median !== levelOf(to)) + 1;
        assert.deepEqual([medians[at - 1], medians[at]], [levelOf(from), levelOf(to)]);
        assert.ok(entries.slice(at).every(({ methodBreak }) => methodBreak === null));
      }),
      { numRuns: 2000 },
    );
  });
});
