import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { ByteSheet } from "../../src/contract/byte-sheet.ts";
import { locatorOf } from "../../src/operations/location.ts";
import { readJson, writeJson } from "../../src/contract/written-json.ts";
import { BASE, releases } from "./asking.ts";

const { describe: tell, write } = locatorOf({
  releases,
  snapshot: releases.current(),
  atlas: openAtlas(),
  access: null,
  caller: null,
  at: new Date(0),
  site: { baseUrl: BASE, versionOneEndsAt: new Date(0) },
});

/** Names beyond ASCII, borders, sea, disputed land, ends of the range. */
const TELLING: [number, number][] = [
  [-21.1, 55.5],
  [5.35, -4],
  [48.5736, 7.7975],
  [41.9029, 12.4534],
  [50.2, -1.2],
  [30, -40],
  [45, 34.1],
  [-0, -0],
  [-90, 180],
  [90, -180],
  [21.87, 33.75],
];

test("what is written of a place is what is described, byte for byte", () => {
  const place = fc.tuple(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
  );
  fc.assert(
    fc.property(place, ([lat, lng]) => {
      const sheet = new ByteSheet();
      write(sheet, lat, lng);
      const written = Buffer.concat([Buffer.from("{"), sheet.written(), Buffer.from("}")]);
      assert.equal(written.toString("latin1"), writeJson(tell(lat, lng)));
      assert.ok(typeof readJson(written) === "object");
    }),
    { numRuns: 3000, seed: 20_261_121, examples: TELLING.map((each) => [each]) },
  );
});
