import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { bandColour } from "../../src/html/charts/band-colours.ts";
import { isLined } from "../../src/html/charts/band-patterns.ts";
import { companyStrip } from "../../src/html/charts/company-strip.ts";
import { middleOf, segmentsOf } from "../../src/html/charts/figures.ts";
import { middleLineBar } from "../../src/html/charts/middle-line-bar.ts";
import { balance, cutIntoColumns, plainBars, rankedBars } from "../../src/html/charts/ranked-bars.ts";
import { drawWorld, worldMap } from "../../src/html/charts/world-map.ts";
import { inColumns } from "../../src/html/components.ts";
import { html } from "../../src/html/html.ts";
import { firmnessOf, lowerMedian } from "../../src/trust/statistics.ts";
import { VISIONS, colourDifference, labOf, simulate } from "./colour-vision.ts";

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

describe("the colours of bands", () => {
  const sheetOf = (name: string): string =>
    readFileSync(new URL(`../../src/html/assets/${name}`, import.meta.url), "utf8");
  const contrastOf = (one: string, other: string): number => {
    const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const scales = [2, 3, 4, 5, 6, 7, 8, 9];
  const rampOf = (count: number, theme: "day" | "night"): string[] =>
    Array.from({ length: count }, (_, index) => bandColour(index + 1, count, theme));

  test("by night, the worst has 3 to 1 against paper and land, and no other has less (WCAG 1.4.11)", () => {
    const [paper, land] = ["--paper", "--land"].map(
      (name) => [...sheetOf("frame.css").matchAll(new RegExp(`${name}: (#[0-9a-f]{6});`, "gu"))].at(-1)?.[1] ?? "",
    );
    for (const count of scales)
      for (const colour of rampOf(count, "night"))
        for (const ground of [paper ?? "", land ?? ""])
          assert.ok(contrastOf(colour, ground) >= 3, `${colour} on ${ground}: ${contrastOf(colour, ground)}`);
  });

  test("each has 1.5 to 1 against paper and land, or an outline that has it on both sides, also in grey", () => {
    const sheet = sheetOf("frame.css");
    const valueOf = (name: string, at: number): string =>
      [...sheet.matchAll(new RegExp(`${name}: (#[0-9a-f]{3,6});`, "gu"))].at(at)?.[1]?.replace(/^#fff$/u, "#ffffff") ??
      "";
    for (const count of scales)
      for (const [at, theme] of (["day", "night"] as const).entries())
        for (const colour of rampOf(count, theme))
          for (const ground of [valueOf("--paper", at), valueOf("--land", at)]) {
            const outline = valueOf("--frame", at);
            // A grey picture keeps luminance, which contrast is made of.
            const isOutlined = [colour, ground].every((side) => contrastOf(outline, side) >= 1.5);
            assert.ok(contrastOf(colour, ground) >= 1.5 || isOutlined, `${colour} on ${ground} by ${theme}`);
          }
    const outlined = sheetOf("data.css");
    assert.match(
      outlined,
      /\.world-map \.banded :is\(path, \.dot\) \{\s+stroke: var\(--frame\);\s+stroke-width: 1px;/u,
    );
    assert.match(outlined, /\.inset \.banded \{\s+stroke: var\(--frame\);\s+stroke-width: 1px;/u);
    assert.match(outlined, /\n\.frame \{\s+stroke: var\(--frame\);/u);
  });

  test("the style sheet puts each colour of the night in the place of that of the day", () => {
    const rules = new Map(
      [...sheetOf("data.css").matchAll(/\[fill="(#\w{6})"\] \{\s+fill: (#\w{6});/gu)].map(([, day, night]) => [
        day,
        night,
      ]),
    );
    for (const count of scales)
      assert.deepEqual(
        rampOf(count, "day").map((colour) => rules.get(colour)),
        rampOf(count, "night"),
      );
  });

  test("neighbours are 8 apart under each colour blindness (CIEDE2000), from seven bands on those of one texture", () => {
    for (const count of scales)
      for (const theme of ["day", "night"] as const) {
        const ramp = rampOf(count, theme);
        for (const [at, colour] of ramp.entries())
          for (const [other, next] of ramp.entries()) {
            if (other <= at || isLined(at + 1, count) !== isLined(other + 1, count)) continue;
            for (const vision of VISIONS) {
              const apart = colourDifference(labOf(simulate(colour, vision)), labOf(simulate(next, vision)));
              assert.ok(apart >= 8, `${count} bands by ${theme}: ${colour} and ${next} are ${apart} apart`);
            }
          }
      }
  });

  test("CIEDE2000 is the published one: pairs 1, 7, 17 and 25 of its test data (Sharma, Wu and Dalal 2005)", () => {
    for (const [one, other, expected] of [
      [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
      [[50, 0, 0], [50, -1, 2], 2.3669],
      [[50, 2.5, 0], [73, 25, -18], 27.1492],
      [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    ] as const)
      assert.ok(Math.abs(colourDifference(one, other) - expected) < 1e-4);
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
        checkNotch(markup, rectangles, total, figures.median_level ?? 0);
      }),
      // In the example, rounding takes a ten-thousandth of the three pixels in sight.
      { numRuns: 200, examples: [[[35, 4, 5, 9, 33]]] },
    );
  });

  /** What the notch covers at the narrowest width of the bar, in pixels from its left. */
  function checkNotch(markup: string, rectangles: ReturnType<typeof rectanglesIn>, total: number, level: number): void {
    const width = 86;
    const end = width / 2;
    const ticks = [
      ...markup.matchAll(/class="tick" x="50%" y="(\d+)" width="2" height="6" transform="translate\(-2\)"/gu),
    ];
    // Both outside the bar, which is from 7 to 19.
    assert.deepEqual(
      ticks.map(([, y]) => Number(y)),
      [0, 20],
    );
    const hairline = markup.includes('class="hairline"') ? 1 : 0;
    assert.ok(hairline === 0 || width / total >= 1, "never wider than one company");
    const over =
      /class="median-band" x="50%" y="7" width="(\d)" height="12" transform="translate\(-(\d)\)" fill="(#\w{6})"/u;
    const [, covered, left, fill] = over.exec(markup) ?? [];
    assert.equal(covered, left);
    assert.equal(fill ?? bandColour(level, BANDS.length), bandColour(level, BANDS.length));
    // The segment of the lower middle one reaches half the width, or further.
    const own = rectangles.find((each) => each.x + each.width >= 49.999);
    const shown = Math.max(end - ((own?.x ?? 0) * width) / 100, Number(covered ?? 0)) - hairline;
    // Places are written in percent, to three digits after the point.
    const rounding = (0.0005 * width) / 100 + 1e-6;
    assert.ok(shown >= 3 - rounding, `${shown} pixels of the median's colour: ${markup}`);
  }

  test("has no line where there are too few, and is hatched where nothing is judged", () => {
    const thin = String(middleLineBar(BANDS, figuresOf([0, 1, 0, 1, 0]), true));
    assert.match(thin, /class="bar thin" role="img" aria-label="1 “bad”, 1 “good”; too few for a median"/u);
    const quoted = BANDS.map((band, index) => ({
      ...band,
      label: index === 4 ? "Best (2026)" : band.id.toUpperCase(),
    }));
    assert.match(
      String(middleLineBar(quoted, figuresOf([0, 0, 1701, 2, 0]), false)),
      /aria-label="1,701 “FAIR”, 2 “GOOD”; the middle one is rated “FAIR”"/u,
    );
    assert.doesNotMatch(thin, /class="(?:tick|hairline)"/u);
    assert.match(thin, /fill="url\(#few-5-2\)"/u);
    assert.match(String(middleLineBar(BANDS, figuresOf([0, 0, 0, 0, 0]), true)), /aria-label="Not judged"/u);
  });
});

describe("a ranking", () => {
  const columns = { caption: "Countries", name: "Country" };
  const note = (level: number, count: number): string => `${count} at ${level}`;
  const thinNote = (count: number): string => `${count} thin:`;
  const row = (name: string, counts: readonly number[], isThin = false) => {
    return { ...figuresOf(counts), name, href: `/${name}`, count: 3, isThin };
  };
  const rows = [
    row("Alone", [0, 0, 0, 0, 3]),
    row("Tied", [0, 0, 3, 0, 0]),
    row("Also tied", [0, 1, 2, 0, 0]),
    row("Thin", [1, 0, 0, 0, 0], true),
    row("Another", [1, 0, 0, 0, 0], true),
  ];

  test("has up to three groups in a column each, says what they share once, and folds thin rows", () => {
    const markup = String(rankedBars(BANDS, rows, columns, { note, thinNote, hasCounts: false }));
    const tables = markup.split("<table").slice(1);
    const textsOf = (table: string): string[] =>
      [...table.matchAll(/<th scope="(?:rowgroup|row)"[^>]*>(.*?)<\/th>/gu)].map(([, text = ""]) =>
        text.replaceAll(/<[^>]+>/gu, ""),
      );
    assert.deepEqual(tables.map(textsOf), [
      ["best 1 at 5", "Alone"],
      ["fair 2 at 3", "Tied", "Also tied"],
    ]);
    assert.match(markup, /<b>2 thin:<\/b> <a href="\/Another">Another<\/a>, <a href="\/Thin">Thin<\/a>\./u);
    assert.doesNotMatch(markup, /<text/u);
  });

  test("has more groups in three columns of about the same height, each row once and in its order", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 4, maxLength: 9 });
    fc.assert(
      fc.property(sizes, (counts) => {
        const groups = counts.map((count, index) => {
          const own = Array.from({ length: count }, (_, at) => row(`${index}-${at}`, [1, 0, 0, 0, 0]));
          return { level: index + 1, note: "", rows: own };
        });
        const cut = balance(groups);
        assert.deepEqual(
          cut.flat().flatMap((part) => part.rows.map(({ name }) => name)),
          groups.flatMap((group) => group.rows.map(({ name }) => name)),
        );
        const heights = cut.map((column) => column.reduce((sum, part) => sum + 2 + part.rows.length, 0));
        const total = counts.reduce((sum, count) => sum + count + 2, 0);
        assert.ok(cut.length <= 3 && Math.max(...heights) <= total / 3 + 10, String(heights));
        for (const column of cut)
          for (const [index, part] of column.entries())
            assert.equal(part.note === null, index === 0 && part.rows[0] !== groups[part.level - 1]?.rows[0]);
      }),
      { numRuns: 200 },
    );
  });

  test("of a world of countries draws six of each band, and names every other after them", () => {
    const many = Array.from({ length: 130 }, (_, at) => row(`Land ${at}`, at < 10 ? [0, 0, 0, 0, 3] : [3, 0, 0, 0, 0]));
    const markup = String(rankedBars(BANDS, many, columns, { note, thinNote, hasCounts: false }));
    assert.equal(markup.split('<svg class="bar"').length - 1, 12);
    assert.match(markup, /<td class="others" colspan="3">and <a href="\/Land 6">Land 6<\/a>, /u);
    for (const { href } of many) assert.equal(markup.split(`href="${href}"`).length, 2, href);
    const fewer = String(rankedBars(BANDS, many.slice(0, 120), columns, { note, thinNote, hasCounts: false }));
    assert.equal(fewer.split('<svg class="bar"').length - 1, 120);
  });

  test("cuts one or two groups, too, where one is high and columns are free", () => {
    const groupOf = (level: number, count: number) => {
      return { level, note: "", rows: Array.from({ length: count }, (_, at) => `${level}-${at}`) };
    };
    for (const [counts, columnCount, highest] of [
      [[15], 1, 15],
      [[44], 3, 16],
      [[3, 3], 2, 3],
      [[2, 40], 3, 16],
      [[1, 40, 1], 3, 40],
    ] as const) {
      const cut = cutIntoColumns(counts.map((count, index) => groupOf(index + 1, count)));
      const heights = cut.map((column) => column.reduce((sum, { rows: own }) => sum + own.length, 0));
      assert.equal(cut.length, columnCount);
      assert.ok(Math.max(...heights) <= highest, `${counts.join()}: ${heights.join()}`);
    }
  });

  test("says counts in its bars where it is asked to", () => {
    const markup = String(rankedBars(BANDS, rows, columns, { note, thinNote, hasCounts: true }));
    assert.equal(markup.split("<table").length - 1, 1);
    assert.ok(markup.includes("<text"));
  });
});

const WESTERN_EUROPE = "AT BE CH CZ DE DK ES FR GB IT NL PL PT SE".split(" ");

describe("bars with the label of each median", () => {
  const drawn = (label: string, isTall: boolean): string => {
    const bands = BANDS.map((band) => ({ ...band, label }));
    const row = { ...figuresOf([0, 0, 5, 0, 0]), name: "Italy", href: null, count: 5, isThin: false };
    return String(plainBars(bands, [row], { caption: "Countries", name: "Country" }, isTall));
  };

  test("have a short label beside them, and a longer one only where they take the whole width", () => {
    assert.doesNotMatch(drawn("Very high trust", false), /"bars labelled[^"]* long/u);
    assert.match(drawn("Same as the national avera", false), /"bars labelled[^"]* long/u);
    assert.doesNotMatch(drawn("Same as the national avera", true), /"bars labelled[^"]* long/u);
    assert.match(drawn("Same as the national average", true), /"bars labelled[^"]* long/u);
  });
});

describe("two columns of sections", () => {
  const section = (name: string, rows: number) => html`<section>${name}${Array(rows).fill(html`<tr></tr>`)}</section>`;
  const laidOut = (...sections: readonly ReturnType<typeof section>[]): string[] =>
    String(inColumns(sections))
      .split("<div>")
      .slice(1)
      .map((side) => [...side.matchAll(/<section>(\w)/gu)].map(([, name]) => name).join(""));

  test("are as alike in height as can be, in turns where all are alike", () => {
    assert.deepEqual(laidOut(section("a", 5), section("b", 5), section("c", 5), section("d", 5)), ["ac", "bd"]);
    assert.deepEqual(laidOut(section("a", 5), section("b", 4), section("c", 14), section("d", 2)), ["ab", "cd"]);
    assert.deepEqual(laidOut(section("a", 12), section("b", 5), section("c", 5), section("d", 2)), ["ad", "bc"]);
    assert.deepEqual(laidOut(section("a", 5), section("b", 3), section("c", 12)), ["ab", "c"]);
    assert.deepEqual(laidOut(section("a", 5), section("b", 20)), ["a", "b"]);
  });

  test("are none where there is one section", () => {
    assert.doesNotMatch(String(inColumns([section("a", 5), null, false])), /<div/u);
  });
});

describe("the world map", () => {
  const antarctica = {
    iso2: "AQ",
    name: "Antarctica",
    href: null,
    level: 1,
    isThin: false,
    summary: "Cold.",
    judged: 3,
  };

  test("shows Antarctica only where the data list it", () => {
    const [without, withIt] = [[], [antarctica]].map((countries) =>
      String(drawWorld({ bands: BANDS, countries, nameOf: () => "Land" })),
    );
    assert.ok(without !== undefined && withIt !== undefined);
    assert.doesNotMatch(without, /data-code="AQ"/u);
    assert.match(withIt, /data-code="AQ"><title>Cold\.</u);
    const heightOf = (markup: string): number => Number(/viewBox="0 0 1920 (\d+)"/u.exec(markup)?.[1]);
    assert.ok(heightOf(without) < heightOf(withIt));
  });

  test("draws each territory once, and the sea around small countries that are listed", () => {
    const monaco = { ...antarctica, iso2: "MC", href: "/countries/monaco" };
    const markup = String(drawWorld({ bands: BANDS, countries: [monaco], nameOf: () => "Land" }));
    const codes = [...markup.matchAll(/data-code="(\w\w)"/gu)].map(([, iso2 = ""]) => iso2);
    assert.equal(new Set(codes).size, 249);
    assert.deepEqual(codes, ["MC", ...new Set(codes.slice(1))]);
  });

  test("enlarges the densest region of the whole world, of the same shapes", () => {
    const iso2s = [...WESTERN_EUROPE, "BR", "IN", "LI", "RU"];
    const countries = iso2s.map((iso2) => ({ ...antarctica, iso2, href: `/countries/${iso2}` }));
    const [map = "", inset = ""] = String(worldMap(BANDS, countries, () => "Land")).split('<div class="inset">');
    assert.match(inset, /^<p>Europe, enlarged<\/p>/u);
    const uses = [...inset.matchAll(/href="#map-(\w\w)"/gu)].map(([, iso2 = ""]) => iso2);
    for (const iso2 of [...WESTERN_EUROPE, "MA", "RU"]) assert.ok(uses.includes(iso2), iso2);
    assert.ok(!uses.includes("BR") && !uses.includes("IN"));
    for (const iso2 of uses) assert.equal(map.split(`id="map-${iso2}"`).length, 2, iso2);
    assert.match(inset, /<a href="\/countries\/LI"[^>]*data-code="LI">.*<circle /u);
    assert.doesNotMatch(inset, /<title>|aria-label/u);
  });

  test("enlarges nothing of one continent, and where the ocean is taken", () => {
    const draw = (iso2s: readonly string[]): string =>
      String(
        worldMap(
          BANDS,
          iso2s.map((iso2) => ({ ...antarctica, iso2 })),
          () => "Land",
        ),
      );
    for (const others of [["BR"], ["BR", "IN", "WS"]])
      assert.doesNotMatch(draw([...WESTERN_EUROPE, ...others]), /class="inset"|id="map-[A-Z]/u, String(others));
    assert.doesNotMatch(draw(["DE", "FR", "BR", "IN"]), /class="inset"/u);
  });

  test("its strip is about the largest country until a reader points at another", () => {
    const large = { ...antarctica, iso2: "DE", summary: "Large.", judged: 4 };
    assert.match(String(worldMap(BANDS, [antarctica, large], () => "Land")), /data-first="DE">Large\.<\/p>/u);
  });

  test("has the scale below it, with how many countries have each band and how many have too few companies or none", () => {
    const [few, none] = [
      { ...antarctica, iso2: "DE", isThin: true },
      { ...antarctica, iso2: "IT", isThin: true, level: null },
    ];
    const countries = [antarctica, { ...antarctica, iso2: "FR" }, few, none];
    const text = String(worldMap(BANDS, countries, () => "Land")).replaceAll(/<[^>]+>/gu, " ");
    assert.match(text, /worst +2\s+bad +0\s+fair +0\s+good +0\s+best +0\s+Too few to rate +1\s+Not judged +1/u);
  });
});

describe("the row of companies", () => {
  const counts = [1, 2, 0, 2, 0];
  const companies = [1, 2, 2, 4, 4].map((level, index) => ({ name: `<${index}>`, href: `/c/${index}`, level }));

  test("has a link for each company, marks the middle one and says both distances", () => {
    const markup = String(companyStrip(BANDS, figuresOf(counts), companies, 3, false));
    assert.equal(markup.split("<a href=").length - 1, 5);
    assert.ok(markup.includes("<title>&lt;0&gt;</title>"));
    assert.match(markup, /the 3rd of 5[\s\S]*2 downgrades make it <bdi>[\s\S]*1 upgrade makes it <bdi>/u);
    assert.equal(markup.split('<line class="near"').length - 1, 1);
    assert.match(markup, /<svg class="pointer" x="50%"><path d="M-7 17h14l-7 10zM-4 86h8l-4-7z"\/>/u);
    assert.match(markup, /3 more are listed and not judged/u);
  });

  test("is one rectangle for each band where the companies are too many, and has no mark where they are too few", () => {
    const many = String(companyStrip(BANDS, figuresOf([100, 200, 0, 0, 100]), [], 0, false));
    assert.deepEqual(
      rectanglesIn(many).map(({ width }) => width),
      [25, 50, 25],
    );
    assert.doesNotMatch(String(companyStrip(BANDS, figuresOf(counts), companies, 0, true)), /class="pointer|re-rated/u);
  });
});
