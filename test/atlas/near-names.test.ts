import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { buildNearTerritoryFinder, countTypos } from "../../src/atlas/near-names.ts";
import { TERRITORIES } from "../../src/atlas/territories.ts";

const findNear = buildNearTerritoryFinder(TERRITORIES);

test("countTypos agrees with a simple implementation", () => {
  const twin = (left: string, right: string): number => {
    if (left === "" || right === "") return left.length + right.length;
    const [leftRest, rightRest] = [left.slice(1), right.slice(1)];
    const ways = [
      twin(leftRest, right) + 1,
      twin(left, rightRest) + 1,
      twin(leftRest, rightRest) + (left[0] === right[0] ? 0 : 1),
    ];
    if (left.length > 1 && left[0] === right[1] && left[1] === right[0])
      ways.push(twin(left.slice(2), right.slice(2)) + 1);
    return Math.min(...ways);
  };
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
  fc.assert(fc.property(word, word, (left, right) => assert.equal(countTypos(left, right), twin(left, right))));
  fc.assert(
    fc.property(word, word, fc.nat(3), (left, right, limit) => {
      const [slips, exact] = [countTypos(left, right, limit), twin(left, right)];
      assert.ok(exact <= limit ? slips === exact : slips > limit);
    }),
  );
});

test("a typo in a long name finds its territory", () => {
  for (const territory of TERRITORIES.filter(({ name }) => name.length > 9)) {
    const { name } = territory;
    for (const slip of [name.slice(1), `${name}s`, `${name.slice(0, 3)}${name[4]}${name[3]}${name.slice(5)}`]) {
      const found = findNear(slip);
      assert.ok(found === territory || found === undefined, `${slip} → ${found?.name}`);
    }
  }
  assert.equal(findNear("Unted States")?.iso2, "US");
  assert.equal(findNear("Kazakstahn")?.iso2, "KZ");
});

test("sports codes are known, and none is a code of ISO 3166-1", () => {
  const codes = { GER: "DE", SUI: "CH", NED: "NL", ENG: "GB", ZIM: "ZW", TPE: "TW", KOS: "XK" };
  for (const [code, iso2] of Object.entries(codes)) assert.equal(findNear(code)?.iso2, iso2);
  for (const territory of TERRITORIES) {
    assert.ok([undefined, territory].includes(findNear(territory.iso3)), territory.iso3);
  }
});

test("a short, very different or very long text has no suggestion", () => {
  for (const text of ["", "fra", "Xyz", "London", "California", "日本国", "a".repeat(1000), "Austrlia"]) {
    assert.equal(findNear(text), undefined, text);
  }
});
