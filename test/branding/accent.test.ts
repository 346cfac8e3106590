import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { BACKGROUNDS, darkAccentOf, findAccentFault } from "../../src/branding/accent.ts";
import { contrastOf } from "../../src/branding/accent.ts";

const STYLE = readFileSync(new URL("../../src/html/assets/frame.css", import.meta.url), "utf8");

/** Every colour whose channels are multiples of 51. */
const COLOURS = Array.from({ length: 6 ** 3 }, (_, index) => {
  const channels = [index % 6, Math.floor(index / 6) % 6, Math.floor(index / 36)];
  return `#${channels.map((step) => (51 * step).toString(16).padStart(2, "0")).join("")}`;
});

const leastOn = (mode: "light" | "dark", colour: string): number =>
  Math.min(...BACKGROUNDS[mode].map((background) => contrastOf(colour, background)));

describe("contrast", () => {
  test("is that of WCAG 2.2", () => {
    assert.equal(contrastOf("#000000", "#ffffff"), 21);
    assert.equal(contrastOf("#ffffff", "#ffffff"), 1);
    // The best known grey of all: the lightest that is legible on white.
    assert.ok(contrastOf("#767676", "#ffffff") >= 4.5);
    assert.ok(contrastOf("#777777", "#ffffff") < 4.5);
  });

  test("is measured on the colours that pages have", () => {
    const declared = (name: string): string[] =>
      [...STYLE.matchAll(new RegExp(`--${name}: (#[0-9a-f]+);`, "gu"))].map(([, colour = ""]) =>
        colour.length === 4 ? colour.replaceAll(/[0-9a-f]/gu, "$&$&") : colour,
      );
    const [papers, washes] = [declared("paper"), declared("wash")];
    assert.deepEqual(BACKGROUNDS, { light: [papers[0], washes[0]], dark: [papers[1], washes[1]] });
  });
});

describe("an accent", () => {
  test("is taken exactly where links can be read", () => {
    for (const colour of COLOURS)
      assert.equal(findAccentFault(colour) === null, leastOn("light", colour) >= 4.5, colour);
  });

  test("is refused with its ratio, the one it needs and a colour that has it", () => {
    assert.deepEqual(findAccentFault("#F0a000"), {
      line: null,
      found: '"#F0a000", which has a contrast of 1.99:1 with the background of light pages',
      expected:
        "a contrast of at least 4.5:1, so that links can be read; the nearest darker colour of this hue that has it is #996600",
    });
    for (const colour of COLOURS) {
      const [proposed] = /#[0-9a-f]{6}$/u.exec(findAccentFault(colour)?.expected ?? "") ?? [];
      if (proposed !== undefined) assert.equal(findAccentFault(proposed), null, `${colour} → ${proposed}`);
    }
  });

  test("never reads as if it had the ratio it lacks", () => {
    const fault = findAccentFault("#717472");
    assert.match(fault?.found ?? "", / 4\.\d+:1/u);
    assert.doesNotMatch(fault?.found ?? "", / 4\.5/u);
  });

  test("is lightened for dark pages, and no more than needed", () => {
    for (const colour of COLOURS) {
      const dark = darkAccentOf(colour);
      assert.ok(leastOn("dark", dark) >= 6, `${colour} → ${dark}`);
      if (leastOn("dark", colour) >= 6) assert.equal(dark, colour);
      else assert.ok(leastOn("dark", dark) < 6.3, `${colour} → ${dark}`);
    }
  });
});
