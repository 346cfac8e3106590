import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { readPolicy } from "../../scripts/borders/read-policy.ts";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";
import { TERRITORIES } from "../../src/atlas/territories.ts";
import { DISPUTED_PLACES } from "../fixtures/disputed-places.ts";

const borders = openBorders();
const DATA = new URL("../../data/borders/", import.meta.url);

function disputesAt(lat: number, lng: number): string[] {
  return borders.locate(lat, lng).disputes.map(({ id }) => id);
}

const disputed = DISPUTED_PLACES.filter(([, , , dispute]) => dispute !== null);
const controls = DISPUTED_PLACES.filter(([, , , dispute]) => dispute === null);

describe("well-known places", () => {
  test(`${disputed.length} disputed ones name their dispute`, () => {
    const wrong = disputed.filter(([, lat, lng, dispute]) => !disputesAt(lat, lng).includes(String(dispute)));
    assert.deepEqual(wrong, []);
    assert.ok(disputed.length >= 61);
  });

  test(`${controls.length} undisputed ones near them name none`, () => {
    const wrong = controls.filter(([, lat, lng]) => disputesAt(lat, lng).length > 0);
    assert.deepEqual(wrong, []);
    assert.ok(controls.length >= 61);
  });
});

describe("where outlines of neighbours overlap by some metres", () => {
  test("no dispute of either is reported", () => {
    const { iso2, claims, disputes } = borders.locate(31.39207, 35.25126);
    assert.equal(iso2, "PS");
    assert.deepEqual(claims, ["PS", "IL"]);
    assert.deepEqual(disputes, []);
  });

  test("a dispute over both is: Kashmir on the Line of Control", () => {
    let overlaps = 0;
    for (let lat = 34.4; lat < 34.7; lat += 0.0005) {
      for (let lng = 73.85; lng < 74; lng += 0.0005) {
        const { claims } = borders.claimsAt(lat, lng);
        if (claims.length < 2) continue;
        overlaps += 1;
        assert.deepEqual(disputesAt(lat, lng), ["kashmir"], `${lat},${lng}`);
      }
    }
    assert.ok(overlaps > 0);
  });
});

describe("the policy", () => {
  test("names every dispute once, with its claimants and what it rests on", async () => {
    const { disputes } = await readPolicy(new URL("policy.json", DATA));
    const codes = new Set<string>(TERRITORIES.map(({ iso2 }) => iso2));
    assert.equal(new Set(disputes.map(({ id }) => id)).size, disputes.length);
    for (const { id, name, claimants, basis, country, parts } of disputes) {
      assert.match(id, /^[a-z]+(?:_[a-z]+)*$/u);
      assert.ok(name && basis && claimants.length > 1 && parts.length > 0, id);
      for (const code of [...claimants, country ?? "FR"].filter((each) => each.length === 2))
        assert.ok(codes.has(code), `${id}: ${code}`);
      for (const { over = [], each = [], within, outline, accuracy } of parts) {
        for (const code of [...over, ...each]) assert.ok(codes.has(code), `${id}: ${code}`);
        if (within !== undefined || outline !== undefined) assert.ok(accuracy, id);
      }
    }
  });

  test("is the one in the index", async () => {
    const { disputes, version } = await readPolicy(new URL("policy.json", DATA));
    assert.equal(borders.facts.policy, version);
    assert.deepEqual(
      borders.facts.disputes.map(({ id }) => id),
      disputes.map(({ id }) => id),
    );
  });

  test("uses every outline beside it, each with its source", async () => {
    const { disputes } = await readPolicy(new URL("policy.json", DATA));
    const { features } = JSON.parse(await readFile(new URL("disputed-areas.geo.json", DATA), "utf8")) as {
      features: { properties: { id: string; source: string } }[];
    };
    const used = disputes.flatMap(({ parts }) => parts.map(({ outline }) => outline));
    for (const { properties } of features) {
      assert.ok(used.includes(properties.id), properties.id);
      assert.match(properties.source, /^Natural Earth/u);
    }
  });
});
