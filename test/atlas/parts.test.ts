import assert from "node:assert/strict";
import { test } from "node:test";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { nameKey } from "../../src/atlas/name-key.ts";
import { listParts } from "../../src/atlas/parts.ts";

const atlas = openAtlas();

test("no name of a part is that of another part or of another country", () => {
  const owners = new Map<string, string>();
  for (const [part, names] of listParts()) {
    for (const name of [part.code, ...names]) {
      const key = nameKey(name);
      assert.equal(owners.get(key) ?? part.code, part.code, name);
      owners.set(key, part.code);
      assert.deepEqual(atlas.findPart(name), part, name);
      assert.equal(atlas.findBySegment(name), undefined, name);
      const meaning = atlas.resolveCountry(name);
      if (meaning.kind === "country") assert.equal(meaning.territory, part.whole, name);
      else assert.equal(meaning.kind, "unknown", name);
    }
  }
});

test("every name of a country stays the country", () => {
  for (const territory of atlas.territories) {
    for (const name of [territory.name, territory.slug, territory.iso2, territory.iso3, ...territory.formerNames]) {
      assert.equal(atlas.findPart(name), undefined, name);
      assert.equal(atlas.findBySegment(name)?.territory, territory, name);
    }
  }
});

test("parts are known in any spelling, and places that are more than a part are not", () => {
  const parts = { scotland: "GB-SCT", "northern-ireland": "GB-NIR", "gb-wls": "GB-WLS", BAVIÈRE: "DE-BY" };
  for (const [text, code] of Object.entries(parts)) assert.equal(atlas.findPart(text)?.code, code);
  const others = ["Georgia", "Luxembourg", "Punjab", "Berlin", "New York", "Washington", "Victoria", "Britain", ""];
  for (const text of [...others, "x".repeat(200)]) assert.equal(atlas.findPart(text), undefined, text);
});
