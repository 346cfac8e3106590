import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { bandColour } from "../../src/html/charts/band-colours.ts";
import { companyStrip } from "../../src/html/charts/company-strip.ts";
import { middleOf, segmentsOf } from "../../src/html/charts/figures.ts";
import { middleLineBar } from "../../src/html/charts/middle-line-bar.ts";
import { pairShares } from "../../src/html/charts/pair-shares.ts";
import { rankedBars } from "../../src/html/charts/ranked-bars.ts";
import { drawWorld, worldMap } from "../../src/html/charts/world-map.ts";
import { firmnessOf, lowerMedian } from "../../src/trust/statistics.ts";

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
      { numRuns: 300 },
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

test("the frame of shapes has a contrast of at least 3 to 1 with the page, by day and by night (WCAG 1.4.11)", () => {
  const sheet = readFileSync(new URL("../../src/html/assets/frame.css", import.meta.url), "utf8");
  const valuesOf = (name: string): string[] =>
    [...sheet.matchAll(new RegExp(`${name}: (#[0-9a-f]{3,6});`, "gu"))].map(([, value = ""]) => value);
  const [papers, frames] = [valuesOf("--paper"), valuesOf("--frame")];
  assert.deepEqual([papers.length, frames.length], [2, 2]);
  for (const [index, paper] of papers.entries()) {
    const [darker = 0, lighter = 0] = [paper, frames[index] ?? ""].map(luminanceOf).toSorted((a, b) => a - b);
    assert.ok((lighter + 0.05) / (darker + 0.05) >= 3, `${frames[index]} on ${paper}`);
  }
});

/** The relative luminance of a colour (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const full = colour.length === 4 ? colour.replaceAll(/[^#]/gu, "$&$&") : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

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
      { numRuns: 200 },
    );
  });

  test("has no line where there are too few, and is hatched where nothing is judged", () => {
    const thin = String(middleLineBar(BANDS, figuresOf([0, 1, 0, 1, 0]), true));
    assert.match(thin, /class="bar thin" role="img" aria-label="1 bad, 1 good; too few for a median to mean much"/u);
    assert.doesNotMatch(thin, /<line/u);
    assert.match(String(middleLineBar(BANDS, figuresOf([0, 0, 0, 0, 0]), true)), /aria-label="Not judged"/u);
  });
});

describe("a ranking", () => {
  const columns = { caption: "Countries", name: "Country" };
  const note = (level: number, count: number): string => `${count} at ${level}`;
  const row = (name: string, rank: number | null, counts: readonly number[]) => {
    return { ...figuresOf(counts), name, href: null, count: 3, rank, isThin: rank === null };
  };
  const rows = [
    row("Alone", 1, [0, 0, 0, 0, 3]),
    row("Tied", 2, [0, 0, 3, 0, 0]),
    row("Also tied", 2, [0, 1, 2, 0, 0]),
    row("Thin", null, [1, 0, 0, 0, 0]),
  ];

  test("names its columns and says each rank, a shared one as shared, and none of thin rows", () => {
    const markup = String(rankedBars(BANDS, rows, columns, { note, thinNote: "too few", hasCounts: false }));
    const heads = [...markup.matchAll(/<th scope="col"[^>]*>([^<]+)</gu)].map(([, text]) => text);
    assert.deepEqual(heads, ["Rank", "Country", "Companies by band", "Judged"]);
    const ranks = [...markup.matchAll(/<td class="rank">(.*?)<\/td><th scope="row">([^<]+)/gu)];
    assert.deepEqual(
      ranks.map(([, said = "", name]) => [name, said.replaceAll(/<[^>]+>/gu, "")]),
      [
        ["Alone", "1"],
        ["Tied", "2= (shared)"],
        ["Also tied", "2= (shared)"],
        ["Thin", "Not ranked"],
      ],
    );
    assert.doesNotMatch(markup, /<text/u);
  });

  test("says counts in its bars where it is asked to", () => {
    const markup = String(rankedBars(BANDS, rows, columns, { note, thinNote: "too few", hasCounts: true }));
    assert.equal(markup.split("<text").length - 1, 5);
  });
});

describe("the shares of pairs", () => {
  test("have the share in the middle named above it, and never beside the drawing", () => {
    for (const [higher, same, lower, side] of [
      [1, 1, 98, "start"],
      [40, 30, 30, "centre"],
      [98, 1, 1, "end"],
    ] as const) {
      const share = (numerator: number) => ({ numerator, denominator: 100 });
      const pairs = { higher: share(higher), same: share(same), lower: share(lower) };
      const markup = String(pairShares(pairs, "all of it", "the same"));
      assert.match(markup, /aria-label="all of it"/u);
      assert.match(markup, new RegExp(`<text class="${side}" x="${higher + same / 2}%" y="13">the same<`, "u"));
    }
  });
});

describe("the world map", () => {
  const antarctica = { iso2: "AQ", name: "Antarctica", href: null, level: 1, isThin: false, summary: "Cold." };

  test("shows Antarctica only where the data list it", () => {
    const [without, withIt] = [[], [antarctica]].map((countries) => String(drawWorld(BANDS, countries, () => "Land")));
    assert.ok(without !== undefined && withIt !== undefined);
    assert.doesNotMatch(without, /data-code="AQ"/u);
    assert.match(withIt, /data-code="AQ"><title>Cold\.</u);
    const heightOf = (markup: string): number => Number(/viewBox="0 0 1920 (\d+)"/u.exec(markup)?.[1]);
    assert.ok(heightOf(without) < heightOf(withIt));
  });

  test("has the scale below it, with how many countries have each band and how many have no rank", () => {
    const countries = [antarctica, { ...antarctica, iso2: "FR" }, { ...antarctica, iso2: "DE", isThin: true }];
    const text = String(worldMap(BANDS, countries, () => "Land")).replaceAll(/<[^>]+>/gu, " ");
    assert.match(text, /worst +2\s+bad +0\s+fair +0\s+good +0\s+best +0\s+Not ranked +1/u);
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
