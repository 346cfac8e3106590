import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { ask, operationOf, refusal, RELEASE } from "./asking.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";

const facts = { ...FACTS, sectorLabels: { energy: "Energy & heat", retail: "Shops, stalls and markets" } };
const labelled = buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES, facts));

const idsOf = (filters: Record<string, string>): string[] =>
  ask("list_companies", filters, labelled).items.map(({ id }) => id);

/** Ways to write the same filters. */
const ALIKE: readonly Record<string, string>[][] = [
  [
    { country: "france" },
    { country: "FR" },
    { country: "fra" },
    { country: "250" },
    { country: "FRANCE" },
    { country: " France " },
  ],
  [{ country: "fr,germany" }, { country: "Deutschland,fra" }, { country: "DE,France,de" }],
  [{ country: "brazil,kosovo" }, { country: "XK,Brazil" }],
  [{ sector: "energy" }, { sector: "ENERGY" }, { sector: "energy & HEAT" }],
  [{ sector: "retail" }, { sector: "Shops, stalls and markets" }, { sector: "shops, stalls AND markets" }],
  [{ sector: "retail,energy" }, { sector: "Energy & heat,Shops, stalls and markets" }],
  [{ sector: "mining,retail" }, { sector: "Shops, stalls and markets,Mining" }],
  [{ band: "very_low" }, { band: "Very low" }, { band: "VERY_LOW" }],
  [{ band: "very_low,low" }, { band: "Low, Very low" }],
  [{ pillar: "safety" }, { pillar: "Safety" }],
  [{ pillar: "safety,privacy" }, { pillar: "PRIVACY,safety" }],
  [
    { pillar: "privacy", band: "high" },
    { pillar: "Privacy", band: "High" },
  ],
];

describe("filters", () => {
  test("take ids, slugs, codes and labels in any case, and several of them", () => {
    for (const [first, ...others] of ALIKE) {
      const expected = idsOf(first!);
      assert.ok(expected.length > 0, JSON.stringify(first));
      for (const other of others) assert.deepEqual(idsOf(other), expected, JSON.stringify(other));
    }
  });

  test("of countries whose names are joined in that of a third are read as what is written", () => {
    const shared = { id: "c", sector: "energy", judgements: [] };
    const companies = ["CN", "HK", "MF", "NL", "SX"].map((country) => ({
      ...shared,
      id: country,
      name: country,
      country,
    }));
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, companies));
    const listed = (country: string) => ask("list_companies", { country }, releases).items.map(({ id }) => id);
    assert.deepEqual(listed("hong-kong,china"), ["CN", "HK"]);
    assert.deepEqual(listed("china,hong-kong"), ["CN", "HK"]);
    assert.deepEqual(listed("Hong Kong, China"), ["HK"]);
    assert.deepEqual(listed("saint-martin,netherlands"), ["MF", "NL"]);
    const compared = ask("compare_countries", { countries: "china,hong-kong" }, releases).countries;
    assert.deepEqual(
      compared.map(({ slug }) => slug),
      ["china", "hong-kong"],
    );
  });

  test("of several values list what matches any of them", () => {
    assert.deepEqual(idsOf({ country: "fr,br" }), ["c-1", "c-2", "c-3", "c-7"]);
    assert.deepEqual(idsOf({ band: "very_low,low" }), ["c-5", "c-7"]);
    // Áster Énergie is low in privacy and high in safety.
    assert.deepEqual(idsOf({ pillar: "privacy", band: "low" }), ["c-1"]);
    assert.deepEqual(idsOf({ pillar: "privacy,safety", band: "low" }), ["c-1", "c-5"]);
    assert.deepEqual(
      idsOf({ pillar: "privacy,safety" }),
      COMPANIES.map(({ id }) => id).filter((id) => id !== "c-8"),
    );
  });

  test("in other words are the same list: equal next links, and cursors that fit", () => {
    for (const alike of ALIKE) {
      const nexts = alike.map((filters) => ask("list_companies", { ...filters, limit: "1" }, labelled).next);
      assert.equal(new Set(nexts).size, 1, JSON.stringify(alike));
      if (nexts[0] === null) continue;
      const cursor = new URL(nexts[0]!).searchParams.get("cursor")!;
      for (const filters of alike)
        assert.equal(ask("list_companies", { ...filters, cursor }, labelled).items[0]!.id, idsOf(filters)[1]);
    }
  });

  test("in the next link have their ids", () => {
    const { next } = ask("list_companies", { sector: "Shops, stalls and markets,energy & heat", limit: "1" }, labelled);
    assert.equal(new URL(next!).searchParams.get("sector"), "energy,retail");
  });

  test("that mean nothing are refused all at once, with what is meant instead", () => {
    const given = {
      country: "Frannce,atlantis",
      sector: "retail,alchemy",
      band: "hgh,low",
      pillar: "beauty",
      limit: "0",
    };
    const { errors } = refusal("list_companies", given, "invalid_request");
    const details = Object.fromEntries(errors.map(({ parameter, detail }) => [parameter, detail]));
    assert.deepEqual(Object.keys(details), ["limit", "country", "sector", "band", "pillar"]);
    assert.match(details["country"], /"Frannce", "atlantis"; expected .*France/u);
    assert.match(details["sector"], /"alchemy"; expected one of `energy`/u);
    assert.match(details["band"], /"hgh"; expected one of `very_low`/u);
    assert.match(details["pillar"], /`safety`, `privacy`/u);
  });

  test("refuse empty values and more values than a URL should have", () => {
    for (const country of ["", "fr,", ",fr", "fr,,de", Array.from({ length: 101 }, () => "fr").join(",")])
      assert.match(refusal("list_companies", { country }, "invalid_request").message, /up to 100 names separated by/u);
  });

  test("of many sectors suggest the nearest and name their list", () => {
    const companies = Array.from({ length: 70 }, (_, index) => ({
      ...COMPANIES[1]!,
      id: `m-${index}`,
      name: `Company ${index}`,
      sector: index === 0 ? "forestry" : `sector-${index}`,
    }));
    const many = buildMemoryReleases(buildMemorySnapshot(RELEASE, companies));
    const { message } = refusal("list_companies", { sector: "forrestry" }, "invalid_request", many);
    assert.match(message, /expected `forestry` or another one\./u);
    assert.doesNotMatch(message, /sector-1/u);
  });

  test("never guess between two labels that differ in case alone", () => {
    const twins = { ...FACTS, sectorLabels: { energy: "Power", retail: "POWER" } };
    const own = buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES, twins));
    refusal("list_companies", { sector: "power" }, "invalid_request", own);
    assert.equal(ask("list_companies", { sector: "energy" }, own).total, 4);
  });

  test("are described alike wherever an operation has them", () => {
    const described = new Map<string, Set<string>>();
    for (const { parameters } of OPERATIONS) {
      for (const name of ["country", "sector", "company"]) {
        const schema = parameters.query.properties[name];
        if (schema !== undefined) described.set(name, (described.get(name) ?? new Set()).add(JSON.stringify(schema)));
      }
    }
    for (const [name, schemas] of described) assert.equal(schemas.size, 1, name);
    assert.ok(operationOf("search").parameters.query.properties["country"]);
  });
});
