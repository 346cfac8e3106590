import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findRegion, isInRegion, REGIONS, regionAndAbove } from "../../src/atlas/regions.ts";
import { TERRITORIES } from "../../src/atlas/territories.ts";

const there = (slug: string): string[] =>
  TERRITORIES.filter(({ region }) => isInRegion(region, findRegion(slug)?.code ?? "")).map(({ iso2 }) => iso2);

describe("regions of M49", () => {
  test("five continents hold every territory but Antarctica, each once", () => {
    const continents = REGIONS.filter(({ within }) => within === null);
    assert.deepEqual(
      continents.map(({ name }) => name),
      ["Africa", "Americas", "Asia", "Europe", "Oceania"],
    );
    // As counted by the United Nations, with Taiwan in Asia and Kosovo in Europe added; the Channel
    // Islands' third, Sark, has no code of ISO 3166-1.
    const sizes = continents.map(({ slug }) => there(slug).length);
    assert.deepEqual(sizes, [60, 57, 51, 52, 29]);
    assert.deepEqual(
      TERRITORIES.filter(({ region }) => region === null).map(({ iso2 }) => iso2),
      ["AQ"],
    );
  });

  test("a territory is in a region without parts", () => {
    for (const { iso2, region } of TERRITORIES)
      assert.ok(!REGIONS.some(({ within }) => within !== null && within === region), iso2);
  });

  test("parts lie within the wholes of M49", () => {
    const above = (slug: string) => regionAndAbove(findRegion(slug) ?? null).map(({ name }) => name);
    assert.deepEqual(above("eastern-africa"), ["Eastern Africa", "Sub-Saharan Africa", "Africa"]);
    assert.deepEqual(above("northern-africa"), ["Northern Africa", "Africa"]);
    assert.deepEqual(above("caribbean"), ["Caribbean", "Latin America and the Caribbean", "Americas"]);
    assert.deepEqual(above("northern-america"), ["Northern America", "Americas"]);
    assert.deepEqual(there("southern-africa"), ["BW", "LS", "NA", "SZ", "ZA"]);
    assert.deepEqual(there("eastern-asia"), ["CN", "HK", "JP", "KP", "KR", "MN", "MO", "TW"]);
    assert.deepEqual(there("northern-america"), ["BM", "CA", "GL", "PM", "US"]);
    assert.deepEqual(there("western-europe"), ["AT", "BE", "CH", "DE", "FR", "LI", "LU", "MC", "NL"]);
  });

  test("M49 assigns all but Taiwan and Kosovo, which are in the region they lie in", () => {
    const others = TERRITORIES.filter(({ region, isRegionAssigned }) => region !== null && !isRegionAssigned);
    assert.deepEqual(
      others.map(({ iso2, region }) => [iso2, region?.slug]),
      [
        ["TW", "eastern-asia"],
        ["XK", "southern-europe"],
      ],
    );
  });

  test("are found by slug, code and name, in any case", () => {
    for (const region of REGIONS)
      for (const text of [region.slug, region.code, region.name, region.name.toUpperCase(), ` ${region.name} `])
        assert.equal(findRegion(text), region, text);
    assert.equal(findRegion("atlantis"), undefined);
    assert.equal(findRegion(""), undefined);
  });
});
