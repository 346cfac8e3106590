import assert from "node:assert/strict";
import { test } from "node:test";
import countries from "i18n-iso-countries";
import { regionByCode } from "../../src/atlas/regions.ts";
import { TERRITORIES } from "../../src/atlas/territories.ts";

test("the table has the 249 entries of ISO 3166-1 and Kosovo, in the order of alpha-2", () => {
  assert.equal(TERRITORIES.length, 250);
  assert.equal(TERRITORIES.filter(({ codeStatus }) => codeStatus === "official").length, 249);
  const iso2s = TERRITORIES.map(({ iso2 }) => iso2);
  assert.deepEqual(iso2s, [...new Set(iso2s)].sort());
});

test("the codes are those of i18n-iso-countries, which has its own for Kosovo", () => {
  const ours = TERRITORIES.filter(({ iso2 }) => iso2 !== "XK");
  assert.deepEqual(
    Object.fromEntries(ours.map(({ iso2, iso3 }) => [iso2, iso3])),
    Object.fromEntries(Object.entries(countries.getAlpha2Codes()).filter(([iso2]) => iso2 !== "XK")),
  );
  for (const { iso2, numeric } of ours) assert.equal(numeric, countries.alpha2ToNumeric(iso2), iso2);
});

test("Kosovo has user-assigned codes and no numeric one", () => {
  const kosovo = TERRITORIES.find(({ iso2 }) => iso2 === "XK");
  assert.deepEqual(kosovo, {
    iso2: "XK",
    iso3: "XKX",
    numeric: null,
    name: "Kosovo",
    slug: "kosovo",
    codeStatus: "user_assigned",
    region: regionByCode("039"),
    isRegionAssigned: false,
    formerNames: [],
  });
});

test("alpha-3 codes, names and slugs are unique and well-formed", () => {
  for (const field of ["iso3", "name", "slug"] as const) {
    assert.equal(new Set(TERRITORIES.map((territory) => territory[field])).size, TERRITORIES.length, field);
  }
  for (const { iso3, numeric, slug, name } of TERRITORIES) {
    assert.match(iso3, /^[A-Z]{3}$/);
    assert.match(numeric ?? "000", /^\d{3}$/);
    assert.match(slug, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    assert.ok(slug.length > 3, `the slug of ${name} could be taken for a code`);
    assert.doesNotMatch(name, /[’‘`´<&]|^The |\bSt\.|\s\s|^\s|\s$/, "one spelling of apostrophes, Saint, and");
  }
});

test("everyday English names", () => {
  const names = Object.fromEntries(TERRITORIES.map(({ iso2, name }) => [iso2, name]));
  const { TR, CZ, KR, KP, US, GB, RU, CI, SZ, CD, CG, MK, VA, TW, CV, NA } = names;
  assert.deepEqual(
    { TR, CZ, KR, KP, US, GB, RU, CI, SZ, CD, CG, MK, VA, TW, CV, NA },
    {
      TR: "Türkiye",
      CZ: "Czechia",
      KR: "South Korea",
      KP: "North Korea",
      US: "United States",
      GB: "United Kingdom",
      RU: "Russia",
      CI: "Côte d'Ivoire",
      SZ: "Eswatini",
      CD: "DR Congo",
      CG: "Congo-Brazzaville",
      MK: "North Macedonia",
      VA: "Vatican City",
      TW: "Taiwan",
      CV: "Cabo Verde",
      NA: "Namibia",
    },
  );
});

test("the table is frozen", () => {
  assert.ok(TERRITORIES.every((territory) => Object.isFrozen(territory) && Object.isFrozen(territory.formerNames)));
});
