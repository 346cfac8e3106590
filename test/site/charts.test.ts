import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { bandColour } from "../../src/site/charts/band-colours.ts";
import { companyStrip } from "../../src/site/charts/company-strip.ts";
import { middleOf, segmentsOf } from "../../src/site/charts/figures.ts";
import { middleLineBar } from "../../src/site/charts/middle-line-bar.ts";
import { firmnessOf, lowerMedian } from "../../src/trust/statistics.ts";
import { effort } from "../fixtures/effort.ts";

const BANDS = ["worst", "bad", "fair", "good", "best"].map((id, index) => ({ id, level: index + 1, label: id }));

/** Figures as the API publishes them for these counts. */
function figuresOf(counts: readonly number[]) {
  const firmness = firmnessOf(counts);
  return {
    median_level: lowerMedian(counts),
    distribution: Object.fromEntries(BANDS.map(({ id }, index) => [id, counts[index] ?? 0])),
    flips_to_lower: firmness?.flipsToLower ?? null,
    flips_to_higher: firmness?.flipsToHigher ?? null,
  };
}

const distributions = fc.array(fc.nat(60), { minLength: 5, maxLength: 5 });

/** The `x` and `width` of rectangles that have a colour of a band, in percent. */
function rectanglesIn(markup: string): { x: number; width: number; fill: string }[] {
  return [...markup.matchAll(/<rect x="([\d.]+)%"[^>]* width="([\d.]+)%"[^>]*fill="(#\w{6})"/gu)].map(
    ([, x, width, fill = ""]) => ({ x: Number(x), width: Number(width), fill }),
  );
}

describe("figures of charts", () => {
  test("the middle one is the one that a count from the worst up finds", () => {
    fc.assert(
      fc.property(distributions, (counts) => {
        // The slow twin: everything in a row, and the one at the middle of it.
        const row = counts.flatMap((count, index) => Array.from({ length: count }, () => index + 1));
        const expected = row.length === 0 ? null : Math.ceil(row.length / 2);
        const figures = figuresOf(counts);
        assert.equal(middleOf(segmentsOf(BANDS, figures), figures), expected);
        if (expected !== null) assert.equal(row[expected - 1], figures.median_level);
      }),
      { numRuns: effort(300, 5000) },
    );
  });

  test("scales of 2 to 12 bands have a colour for every level, the first the darkest", () => {
    for (let count = 2; count <= 12; count++) {
      const colours = Array.from({ length: count }, (_, index) => bandColour(index + 1, count));
      assert.deepEqual([colours[0], colours.at(-1)], ["#440154", "#fde725"]);
      assert.equal(new Set(colours).size, Math.min(count, 9));
      assert.throws(() => bandColour(count + 1, count), RangeError);
    }
  });
});

describe("the bar with the middle line", () => {
  test("is filled from end to end, each band as wide as its share, the median under the line", () => {
    fc.assert(
      fc.property(distributions, (counts) => {
        const figures = figuresOf(counts);
        const total = counts.reduce((sum, count) => sum + count, 0);
        const markup = String(middleLineBar(BANDS, figures, false));
        const rectangles = rectanglesIn(markup);
        if (total === 0) return assert.match(markup, /url\(#hatch\)/u);
        let end = 0;
        for (const { x, width } of rectangles) {
          assert.ok(Math.abs(x - end) < 0.01, markup);
          end = x + width;
        }
        assert.ok(Math.abs(end - 100) < 0.01, markup);
        // With an even number the line stands at the border of two, and the lower one counts.
        const under = rectangles.find(({ x, width }) => x + width >= 49.999);
        assert.equal(under?.fill, bandColour(figures.median_level ?? 0, BANDS.length));
        assert.match(markup, /<line class="middle" x1="50%" x2="50%"/u);
      }),
      { numRuns: effort(200, 3000) },
    );
  });

  test("has no line where there are too few, and is hatched where nothing is judged", () => {
    const thin = String(middleLineBar(BANDS, figuresOf([0, 1, 0, 1, 0]), true));
    assert.match(thin, /class="bar thin" role="img" aria-label="1 bad, 1 good; too few for a median to mean much"/u);
    assert.doesNotMatch(thin, /<line/u);
    assert.match(String(middleLineBar(BANDS, figuresOf([0, 0, 0, 0, 0]), true)), /aria-label="Not judged"/u);
  });
});

describe("the row of companies", () => {
  const counts = [1, 2, 0, 2, 0];
  const companies = [1, 2, 2, 4, 4].map((level, index) => ({ name: `<${index}>`, href: `/c/${index}`, level }));

  test("has a link for each company, marks the middle one and says both distances", () => {
    const markup = String(companyStrip(BANDS, figuresOf(counts), companies, 3, false));
    assert.equal(markup.split("<a href=").length - 1, 5);
    assert.ok(markup.includes("<title>&lt;0&gt;</title>"));
    assert.match(
      markup,
      /the 3rd of 5[\s\S]*2 re-rated below bad, and it drops[\s\S]*1 re-rated above bad, and it rises/u,
    );
    assert.match(markup, /<rect class="mark" x="40%" width="20%"/u);
    assert.match(markup, /3 more are listed and not judged/u);
  });

  test("is one rectangle for each band where the companies are too many, and has no mark where they are too few", () => {
    const many = String(companyStrip(BANDS, figuresOf([100, 200, 0, 0, 100]), [], 0, false));
    assert.deepEqual(
      rectanglesIn(many).map(({ width }) => width),
      [25, 50, 25],
    );
    assert.doesNotMatch(String(companyStrip(BANDS, figuresOf(counts), companies, 0, true)), /class="mark|re-rated/u);
  });
});
