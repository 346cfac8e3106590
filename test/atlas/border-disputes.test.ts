import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";
import { listOutlines } from "../../scripts/borders/list-disputes.ts";
import { type Policy, readDisputedAreas, readPolicy } from "../../scripts/borders/read-policy.ts";
import { readCountries } from "../../scripts/borders/read-sources.ts";
import { SUPPLEMENT } from "../../scripts/borders/source-files.ts";
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

/** The answers in the area of each dispute, from a grid over its outlines and the places above. */
async function answersByDispute(policy: Policy): Promise<Map<string, Set<string | null>>> {
  const older = await readCountries(SUPPLEMENT.file);
  const areas = await readDisputedAreas(new URL("disputed-areas.geo.json", DATA));
  const found = new Map<string, Set<string | null>>(policy.disputes.map(({ id }) => [id, new Set()]));
  const ask = (lat: number, lng: number): void => {
    const { iso2, disputes } = borders.locate(lat, lng);
    for (const { id } of disputes) found.get(id)!.add(iso2);
  };
  for (const [, lat, lng] of disputed) ask(lat, lng);
  for (const { polygon } of listOutlines(policy, { older, disputed: areas })) {
    const [lngs, lats] = [polygon.flat().map(([lng]) => lng), polygon.flat().map(([, lat]) => lat)];
    const [west, south] = [Math.min(...lngs), Math.min(...lats)];
    const [width, height] = [Math.max(...lngs) - west, Math.max(...lats) - south];
    for (let row = 0; row < SAMPLES; row += 1)
      for (let column = 0; column < SAMPLES; column += 1)
        ask(south + ((row + 0.5) / SAMPLES) * height, west + ((column + 0.5) / SAMPLES) * width);
  }
  return found;
}

/** Points along each side of an outline's box. */
const SAMPLES = 25;

describe("the stance", () => {
  let policy: Policy;
  let answers: Map<string, Set<string | null>>;
  before(async () => {
    policy = await readPolicy(new URL("policy.json", DATA));
    answers = await answersByDispute(policy);
  });

  test("every answer is the state that administers the land, or what the exception says", () => {
    const stateOf = (iso2: string | null): string | null => policy.states.territories[iso2 ?? ""] ?? iso2;
    for (const { id, administrators, country, exception, claimants } of policy.disputes) {
      const given = [...answers.get(id)!];
      assert.ok(given.length > 0, `${id} is nowhere`);
      if (exception !== undefined) {
        assert.deepEqual(given, [country ?? null], `${id}: the exception names one answer`);
        assert.notDeepEqual([stateOf(given[0]!)], administrators, `${id}: an exception that is none`);
      } else if (administrators.length === 1) {
        assert.deepEqual([...new Set(given.map(stateOf))], administrators, id);
      } else {
        assert.equal(country, undefined, `${id}: a country needs one administrator, or an exception`);
        const parties = administrators.length > 0 ? administrators : claimants.map(({ who }) => who);
        for (const answer of given) assert.ok(parties.includes(stateOf(answer)!), `${id}: ${answer}`);
      }
    }
  });

  test("land that is divided is answered on both sides of the line", () => {
    for (const [id, sides] of [
      ["kashmir", ["IN", "PK"]],
      ["demchok", ["CN", "IN"]],
      ["preah_vihear", ["KH", "TH"]],
      ["sir_creek", ["IN", "PK"]],
      ["koualou", ["BF", "BJ"]],
      ["spratly_islands", ["CN", "PH", "TW", "VN"]],
    ] as const)
      assert.deepEqual(answers.get(id), new Set(sides), id);
  });

  test("banks that are wholly under water are open sea, with who claims them", () => {
    for (const [lat, lng, id, claims] of [
      [15.8, 114.3, "macclesfield_bank", ["CN", "TW"]],
      [9.75, 115.87, "second_thomas_shoal", ["PH", "CN", "TW", "VN"]],
    ] as const) {
      const found = borders.locate(lat, lng);
      assert.deepEqual([found.iso2, found.zone, found.claims], [null, "open_sea", claims]);
      assert.deepEqual(
        found.disputes.map((dispute) => dispute.id),
        [id],
      );
    }
    assert.equal(borders.locate(3.97, 112.28).zone, "open_sea");
  });
});

describe("the policy", () => {
  test("names every dispute once, with who administers it and a dated document of each claimant", async () => {
    const { disputes, version } = await readPolicy(new URL("policy.json", DATA));
    const codes = new Set<string>(TERRITORIES.map(({ iso2 }) => iso2));
    assert.equal(new Set(disputes.map(({ id }) => id)).size, disputes.length);
    for (const { id, name, status, administrators, claimants, basis, country, exception, parts } of disputes) {
      assert.match(id, /^[a-z]+(?:_[a-z]+)*$/u);
      assert.ok(name && basis && claimants.length > 1 && parts.length > 0, id);
      assert.ok(status === "open" || status === "decided", `${id}: ended disputes are not listed`);
      for (const text of [basis, exception ?? ""]) assert.doesNotMatch(text, /[.]$|^Open\b/u, id);
      for (const { who, source, date } of claimants) {
        assert.match(date, /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/u, `${id}: ${source}`);
        assert.ok(source.length > 0 && date <= version, `${id}: ${who}`);
      }
      const named = claimants.map(({ who }) => who);
      assert.equal(new Set(named).size, named.length, id);
      for (const code of [...named, ...administrators, country ?? "FR"].filter((each) => each.length === 2))
        assert.ok(codes.has(code), `${id}: ${code}`);
      assert.deepEqual(
        administrators.filter((who) => !named.includes(who)),
        [],
        `${id}: who administers land claims it`,
      );
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
