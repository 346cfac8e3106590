import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as fc from "fast-check";
import { openAtlas } from "../../src/atlas/atlas.ts";

const atlas = openAtlas();

test("byIso2 finds every territory, and nothing else", () => {
  for (const territory of atlas.territories) assert.equal(atlas.byIso2(territory.iso2), territory);
  for (const code of ["", "fr", "FRA", "XX", "__proto__", "constructor"]) assert.equal(atlas.byIso2(code), undefined);
});

test("only the slug is canonical; codes, names and former names find the territory too", () => {
  for (const territory of atlas.territories) {
    assert.deepEqual(atlas.findBySegment(territory.slug), { territory, canonical: true });
    const others = [territory.iso2, territory.iso3, territory.iso2.toLowerCase(), territory.iso3.toLowerCase()];
    for (const segment of [...others, territory.slug.toUpperCase(), ...territory.formerNames]) {
      assert.deepEqual(atlas.findBySegment(segment), { territory, canonical: false }, segment);
    }
  }
});

const SEGMENTS: readonly (readonly [segment: string, slug: string, canonical: boolean])[] = [
  ["france", "france", true],
  ["fr", "france", false],
  ["FRA", "france", false],
  ["France", "france", false],
  ["na", "namibia", false],
  ["turkey", "turkiye", false],
  ["Türkiye", "turkiye", false],
  ["swaziland", "eswatini", false],
  ["burma", "myanmar", false],
  ["ivory-coast", "cote-divoire", false],
  ["cote-d-ivoire", "cote-divoire", false],
  ["czech-republic", "czechia", false],
  ["korea-rep", "south-korea", false],
  ["uk", "united-kingdom", false],
  ["usa", "united-states", false],
  ["united-states-of-america", "united-states", false],
  ["democratic-republic-of-the-congo", "dr-congo", false],
  ["republic-of-the-congo", "congo-brazzaville", false],
  ["St. Lucia", "saint-lucia", false],
  ["250", "france", false],
  ["004", "afghanistan", false],
  ["guam (us)", "guam", false],
  ["deutschland", "germany", false],
];

for (const [segment, slug, canonical] of SEGMENTS) {
  test(`segment "${segment}" finds ${slug}`, () => {
    const territory = atlas.territories.find((each) => each.slug === slug);
    assert.deepEqual(atlas.findBySegment(segment), { territory, canonical });
  });
}

for (const segment of [
  "",
  "__proto__",
  "constructor",
  "-",
  "congo",
  "korea",
  "european-union",
  "soviet-union",
  "atlantis",
  "xx",
  "null",
  "4",
  "04",
  "4.0",
  "000",
  "999",
  "gibralter (uk)",
  "scotland",
  "a".repeat(5000),
]) {
  test(`segment "${segment.slice(0, 20)}" finds nothing`, () => assert.equal(atlas.findBySegment(segment), undefined));
}

test("a cell of a list has what a country column has, a slug, or a part of a country", () => {
  const cells = { 4: "AF", "004": "AF", "4.0": "AF", FRA: "FR", "north-korea": "KP", Bavaria: "DE", "Guam (US)": "GU" };
  for (const [cell, iso2] of Object.entries(cells)) assert.equal(atlas.findByCell(cell)?.iso2, iso2, cell);
  for (const cell of ["", "n/a", "Korea", "Gibralter (UK)", "FR, DE", "Paris (France)", "a".repeat(5000)])
    assert.equal(atlas.findByCell(cell), undefined, cell);
  for (const territory of atlas.territories) assert.equal(atlas.findByCell(territory.slug), territory);
});

test("a segment of 100 characters is looked up, a longer one is not", () => {
  assert.equal(atlas.findBySegment("fra".padEnd(100))?.territory.iso2, "FR");
  assert.equal(atlas.findBySegment("fra".padEnd(101)), undefined);
});

test("findBySegment never throws, and finds a canonical slug only as itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (segment) => {
      const found = atlas.findBySegment(segment);
      assert.ok(found === undefined || found.canonical === (found.territory.slug === segment));
    }),
  );
});

test("every slug that was ever published still finds its territory", () => {
  const published = readFileSync(new URL("published-slugs.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const listed = new Set<string>();
  for (const line of published) {
    const [iso2, slug] = line.split(" ");
    listed.add(slug!);
    assert.equal(atlas.findBySegment(slug!)?.territory.iso2, iso2, `the slug ${slug} must still find ${iso2}`);
  }
  const unlisted = atlas.territories.filter(({ slug }) => !listed.has(slug));
  assert.deepEqual(unlisted, [], "add a new slug to published-slugs.txt, and never take one away");
});
