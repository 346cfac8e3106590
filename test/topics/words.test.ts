import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { describeAreaInWords, describeCompanyInWords, withNotice, type AreaInWords } from "../../src/ask/words.ts";
import { describeMoveInWords } from "../../src/topics/comparison/words.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import { explainMovement, type CompanyPair } from "../../src/trust/movement.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { countOf, firmnessOf } from "../../src/trust/statistics.ts";
import { LADDER, numbersIn } from "./sentences.ts";

const MINIMUM = 3;

function countryOf(name: string, distribution: Distribution, others: readonly Distribution[] = [], listed?: number) {
  const all = [distribution, ...others].map((each, index) => ({ code: `${index}`, name, distribution: each }));
  const own = rankByMedian(all, MINIMUM).find(({ entry }) => entry.code === "0")!;
  const place = { ...own, minimumCompanies: MINIMUM };
  return { kind: "country", name, distribution, listedCompanies: listed ?? countOf(distribution), place } as const;
}

const say = (area: AreaInWords): string => describeAreaInWords(LADDER, area);

describe("a country or a sector in words", () => {
  test("that is firm, fragile, tied or thin", () => {
    assert.equal(
      say(countryOf("South Korea", [2, 4, 6, 8, 28])),
      "South Korea’s median band is Very high. 28 of its 48 judged companies stand there, and four would have to be re-rated lower before the median drops. It stands alone at rank 1.",
    );
    assert.match(
      say(countryOf("Türkiye", [5, 6, 6, 18, 0])),
      /^Türkiye’s median band is High, by one company: 17 of its 35 judged companies stand below\. If one more did, the median would be Moderate\./u,
    );
    assert.match(
      say(
        countryOf(
          "Italy",
          [0, 0, 0, 9, 0],
          [
            [0, 0, 0, 8, 0],
            [0, 0, 0, 0, 7],
          ],
        ),
      ),
      /It shares rank 2 with one other country; the data do not order them\.$/u,
    );
    assert.match(
      say(countryOf("Namibia", [0, 1, 1, 3, 0])),
      /^Namibia’s median band is High, from five judged companies\. That says little about a country: one re-rated company would be enough to change it\./u,
    );
    assert.match(
      say(countryOf("Fiji", [0, 0, 19, 0, 0])),
      /^Fiji’s median band is Moderate\. All 19 of its judged companies stand there, and ten would have to be re-rated/u,
    );
  });

  test("that is not ranked, not judged, or judged in part", () => {
    assert.equal(
      say(countryOf("Iceland", [0, 1, 0, 0, 0])),
      "Iceland has one judged company, which stands at Low. With fewer than three the country is not ranked.",
    );
    assert.equal(
      say(countryOf("Russia", [0, 0, 0, 0, 0], [], 9)),
      "None of Russia’s nine listed companies has been judged, so it has no band.",
    );
    assert.match(say(countryOf("Peru", [0, 0, 8, 0, 0], [], 10)), /Two more listed companies have not been judged\./u);
    const mining = { kind: "sector", name: "Mining", distribution: [0, 0, 0, 0, 0], listedCompanies: 2 } as const;
    assert.equal(
      say({ ...mining, pillar: "Privacy" }),
      "Neither of the two listed companies of the sector Mining has been judged in Privacy, so the sector has no band.",
    );
    assert.match(
      say({ ...mining, pillar: "Privacy", distribution: [0, 0, 9, 0, 0], listedCompanies: 9 }),
      /^In Privacy, the median band of the sector Mining is Moderate\./u,
    );
  });

  test("has no number that is not a figure", () => {
    const counts = fc.array(fc.nat({ max: 30 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(counts, fc.array(counts, { maxLength: 5 }), fc.nat({ max: 5 }), (distribution, others, unjudged) => {
        const area = countryOf("Denmark", distribution, others, countOf(distribution) + unjudged);
        const { flipsToLower, flipsToHigher } = firmnessOf(distribution) ?? {};
        const median = area.place.median ?? 1;
        const parts = [
          distribution.slice(0, median - 1),
          distribution.slice(median),
          distribution.slice(median - 1, median),
        ];
        const { rank, tiedWith } = area.place;
        const figures = [...parts.map(countOf), countOf(distribution), area.listedCompanies, unjudged, rank, tiedWith];
        // `by one company` says that one flip moves the median.
        const known = new Set([...figures, flipsToLower, flipsToHigher, MINIMUM]);
        for (const number of numbersIn(say(area))) assert.ok(known.has(number), `${number} in ${say(area)}`);
      }),
    );
  });
});

/** How many companies a sentence says would have to be re-rated before the median moves. */
function saidFirmness(sentence: string): number {
  if (sentence.includes(", by one company")) return 1;
  const said = /and (\S+) would have to be re-rated|country: (\S+) re-rated compan/u.exec(sentence);
  return numbersIn(said?.[1] ?? said?.[2] ?? "")[0] ?? assert.fail(sentence);
}

/** The same, found by re-rating one company after the other, to either end of the scale. */
function fewestReRatings(distribution: Distribution): number {
  const levels = distribution.flatMap((count, index) => Array.from({ length: count }, () => index + 1));
  const median = (sorted: readonly number[]): number | undefined => sorted[Math.ceil(sorted.length / 2) - 1];
  for (let moved = 1; moved <= levels.length; moved += 1) {
    // Those that stand highest fall, or those that stand lowest rise.
    const fallen = [...levels.slice(0, -moved), ...levels.slice(-moved).map(() => 1)].toSorted((a, b) => a - b);
    const risen = [...levels.slice(0, moved).map(() => distribution.length), ...levels.slice(moved)];
    const own = median(levels);
    if (median(fallen) !== own || median(risen.toSorted((a, b) => a - b)) !== own) return moved;
  }
  return assert.fail("no re-rating moves the median");
}

describe("of two distributions of the same band", () => {
  test("the one that is called firmer is", () => {
    const counts = fc.array(fc.nat({ max: 12 }), { minLength: 5, maxLength: 5 });
    const judged = counts.filter((each) => countOf(each) >= MINIMUM);
    fc.assert(
      fc.property(judged, judged, (a, b) => {
        const [first, second] = [a, b].map((each) => saidFirmness(say(countryOf("Denmark", each))));
        const [real, other] = [a, b].map(fewestReRatings);
        assert.deepEqual([first, second], [real, other]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a company in words", () => {
  test("that is judged often, once or not", () => {
    const company = { name: "Broufignac Construction", distribution: [12, 3, 3, 0, 0] };
    assert.equal(
      describeCompanyInWords(LADDER, { ...company, pillars: 6, newest: "2026-03-14" }),
      "Broufignac Construction stands at Very low: the median of 18 judgements in six pillars, the newest of March 2026.",
    );
    assert.equal(
      describeCompanyInWords(LADDER, {
        name: "Acme",
        distribution: [0, 1, 0, 0, 0],
        newest: "2026-03-14",
        pillar: "Privacy",
      }),
      "Acme stands at Low in Privacy, by one judgement of March 2026.",
    );
    assert.equal(
      describeCompanyInWords(LADDER, { name: "Acme", distribution: [0, 0, 0, 0, 0] }),
      "Acme is listed and has not been judged, so it has no band.",
    );
  });

  test("keeps the publisher's notice behind it", () => {
    assert.equal(withNotice("Acme stands at Low.", "Fictional."), "Acme stands at Low. Fictional.");
    assert.equal(withNotice("Acme stands at Low.", null), "Acme stands at Low.");
  });
});

describe("a change in words", () => {
  const same = { scale: false, pillars: false, rule: false };
  const standing = (median: number | null) => ({ country: "FR", sector: "energy", median });

  function move(companies: readonly CompanyPair[], methodChange = same): string {
    const area = { country: "FR", sector: null };
    const movement = explainMovement({
      area,
      companies,
      bandCounts: { before: 5, after: 5 },
      minimumCompanies: { before: 1, after: 1 },
      methodChange,
    });
    assert.ok(movement);
    return describeMoveInWords({ name: "France", scales: { before: LADDER, after: LADDER }, movement });
  }

  test("by re-rating, by composition, and across a break", () => {
    const kept = [1, 3, 3].map((median) => ({ before: standing(median), after: standing(median) }));
    const fallen = { before: standing(3), after: standing(1) };
    assert.equal(
      move([...kept, fallen]),
      "France moved from Moderate to Very low: 1 of its 4 companies judged in both releases was re-rated. From four judged companies, that says little.",
    );
    const added = [1, 1].map((median) => ({ before: null, after: standing(median) }));
    assert.equal(
      move([...kept, ...added]),
      "France is Very low now (Moderate before) because the list of its companies changed: two companies were added. Among the companies judged in both releases the median did not change. From five judged companies, that says little.",
    );
    assert.equal(
      move([...kept, fallen], { ...same, scale: true }),
      "The method changed between these releases, so it cannot be said whether France rose or fell.",
    );
  });

  test("of few companies says so, and all or one of them are no fraction", () => {
    const from = (before: number, after: number) => ({ before: standing(before), after: standing(after) });
    assert.equal(
      move([from(2, 3)]),
      "France moved from Low to Moderate: the one company judged in both releases was re-rated. From one judged company, that says little.",
    );
    const two = [from(2, 3), from(2, 3)];
    const more = Array.from({ length: 5 }, () => ({ before: null, after: standing(3) }));
    assert.equal(
      move([...two, ...more]),
      "France moved from Low to Moderate: all two companies judged in both releases were re-rated and five were added. Among the companies judged in both releases the median rose, too. There were only two judged companies before, so that says little.",
    );
  });

  test("by companies that were reclassified", () => {
    const elsewhere = { ...standing(1), country: "DE" };
    const kept = Array.from({ length: 6 }, () => ({ before: standing(3), after: standing(3) }));
    const come = Array.from({ length: 8 }, () => ({ before: elsewhere, after: standing(1) }));
    assert.equal(
      move([...kept, ...come, { before: standing(3), after: elsewhere }]),
      "France is Very low now (Moderate before) because the list of its companies changed: eight companies were reclassified into it and one was reclassified out of it. Among the companies judged in both releases the median did not change.",
    );
  });
});
