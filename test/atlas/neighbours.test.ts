import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openAtlas } from "../../src/atlas/atlas.ts";

const atlas = openAtlas();

/** As "Land boundaries" of The World Factbook has it, but for what the borders' policy decides. */
const KNOWN: Readonly<Record<string, string>> = {
  BR: "AR BO CO GF GY PE PY SR UY VE",
  BW: "NA ZA ZM ZW",
  CD: "AO BI CF CG RW SS TZ UG ZM",
  CN: "AF BT HK IN KG KP KZ LA MM MN MO NP PK RU TJ VN",
  DE: "AT BE CH CZ DK FR LU NL PL",
  ES: "AD FR GI MA PT",
  FR: "AD BE CH DE ES IT LU MC",
  GB: "IE",
  IT: "AT CH FR SI SM VA",
  LS: "ZA",
  RS: "BA BG HR HU ME MK RO XK",
  RU: "AZ BY CN EE FI GE KP KZ LT LV MN NO PL UA",
  SX: "MF",
  TR: "AM AZ BG GE GR IQ IR SY",
  US: "CA MX",
};

describe("neighbours on land", () => {
  for (const [code, expected] of Object.entries(KNOWN))
    test(code, () => assert.equal(atlas.neighboursOf(code).join(" "), expected));

  test("islands have none, also where only a strait or a bridge is between", () => {
    for (const code of ["AU", "BH", "CU", "CY", "IS", "JP", "MG", "NZ", "SG", "TW"])
      assert.deepEqual(atlas.neighboursOf(code), [], code);
  });

  test("each is a neighbour of its neighbours, and a territory of the atlas", () => {
    for (const { iso2 } of atlas.territories)
      for (const other of atlas.neighboursOf(iso2)) {
        assert.ok(atlas.byIso2(other) !== undefined && other !== iso2, `${iso2} ${other}`);
        assert.ok(atlas.neighboursOf(other).includes(iso2), `${other} ${iso2}`);
      }
  });
});
