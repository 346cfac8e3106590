import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";
import { TERRITORIES } from "../../src/atlas/territories.ts";

const borders = openBorders();

/** Latitude, longitude and the expected code; null where nobody's. */
type Example = readonly [place: string, lat: number, lng: number, iso2: string | null];

function expectAll(examples: readonly Example[]): void {
  for (const [place, lat, lng, iso2] of examples) {
    assert.equal(borders.claimsAt(lat, lng).iso2, iso2, place);
    assert.equal(borders.locate(lat, lng).iso2, iso2, place);
  }
}

describe("the 180th meridian and the poles", () => {
  test("180° and −180° are the same location", () => {
    expectAll([
      ["Chukotka", 68.5, 180, "RU"],
      ["Chukotka", 68.5, -180, "RU"],
      ["Taveuni", -16.8, 180, "FJ"],
      ["Taveuni", -16.8, -180, "FJ"],
      ["east of Taveuni", -16.8, -179.97, "FJ"],
      ["eastern Chukotka", 68.5, -179.5, "RU"],
    ]);
    for (let lat = -90; lat <= 90; lat += 0.37)
      assert.deepEqual(borders.locate(lat, 180), { ...borders.locate(lat, -180) }, String(lat));
  });

  test("no border runs along it", () => {
    for (const [lat, lng] of [
      [68.5, 180],
      [68.5, -179.999],
      [68.5, 179.999],
      [-16.8, 179.9999],
    ] as const)
      assert.equal(borders.locate(lat, lng).border, null);
  });

  test("the south pole is in Antarctica from every side, the north pole in no territory", () => {
    for (const lng of [-180, -77.3, 0, 33, 180]) {
      expectAll([
        ["south pole", -90, lng, "AQ"],
        ["north pole", 90, lng, null],
      ]);
    }
    assert.equal(borders.locate(90, 12).nearest, null);
  });

  test("everything south of 60° S is Antarctica", () => {
    expectAll([
      ["Southern Ocean", -61, 100, "AQ"],
      ["the limit", -60, 0, "AQ"],
      ["McMurdo", -77.846, 166.676, "AQ"],
      ["South Orkney", -60.7, -45, "AQ"],
      ["north of it", -59.9999999, 0, null],
    ]);
    assert.equal(borders.locate(-61, 100).zone, "antarctic");
    const { nearest } = borders.locate(-59.5, 100);
    assert.equal(nearest?.iso2, "AQ");
    assert.ok(Math.abs(nearest.distanceKm - 55.6) < 0.1);
  });
});

describe("the sea", () => {
  test("territorial sea belongs to the country", () => {
    expectAll([
      ["off Dover", 51.05, 1.5, "GB"],
      ["off Réunion", -20.8, 55.5, "RE"],
      ["off Guadeloupe", 16.1, -61.9, "GP"],
      ["off Martinique", 14.7, -61.3, "MQ"],
      ["off Bonaire", 12.2, -68.5, "BQ"],
    ]);
  });

  test("open sea belongs to nobody; the nearest territory is reported up to 370 km", () => {
    expectAll([
      ["Gulf of Guinea", 0, 0, null],
      ["Atlantic", 30, -40, null],
      ["English Channel", 50.2, -1.2, null],
    ]);
    const channel = borders.locate(50.2, -1.2);
    assert.equal(channel.zone, "open_sea");
    assert.equal(channel.nearest?.iso2, "GB");
    assert.ok(Math.abs(channel.nearest.distanceKm - 20) < 0.5, String(channel.nearest.distanceKm));
    assert.equal(borders.locate(30, -40).nearest, null);
    assert.equal(borders.locate(0, 0).nearest, null);
  });

  test("lakes are divided by treaty, and the Caspian is not", () => {
    expectAll([
      ["Superior, south", 47.5, -88, "US"],
      ["Superior, north", 48.3, -87, "CA"],
      ["Victoria", -0.2, 33, "UG"],
      ["middle of the Caspian", 42, 50.5, null],
    ]);
  });
});

test("enclaves and exclaves are found", () => {
  expectAll([
    ["Lesotho", -29.6, 28.2, "LS"],
    ["Vatican", 41.9029, 12.4534, "VA"],
    ["San Marino", 43.94, 12.45, "SM"],
    ["Monaco", 43.7384, 7.4246, "MC"],
    ["Baarle-Hertog", 51.4417, 4.9306, "BE"],
    ["Baarle-Nassau", 51.4475, 4.9255, "NL"],
    ["Büsingen", 47.697, 8.691, "DE"],
    ["Campione", 45.9686, 8.9703, "IT"],
    ["Llívia", 42.4637, 1.981, "ES"],
    ["Jungholz", 47.573, 10.447, "AT"],
    ["Sokh", 39.96, 71.13, "UZ"],
    ["Vorukh", 39.85, 70.58, "TJ"],
    ["Madha", 25.29, 56.33, "OM"],
    ["Nahwa", 25.2722, 56.2789, "AE"],
  ]);
});

test("dependent territories always have their own code", () => {
  expectAll([
    ["Puerto Rico", 18.22, -66.4, "PR"],
    ["Guam", 13.44, 144.78, "GU"],
    ["Réunion", -21.1, 55.5, "RE"],
    ["French Guiana", 4, -53, "GF"],
    ["Mayotte", -12.82, 45.15, "YT"],
    ["Martinique", 14.65, -61, "MQ"],
    ["Guadeloupe", 16.2, -61.6, "GP"],
    ["Hong Kong", 22.3, 114.17, "HK"],
    ["Macao", 22.19, 113.54, "MO"],
    ["Åland", 60.2, 20, "AX"],
    ["Svalbard", 78.2, 15.6, "SJ"],
    ["Jan Mayen", 71, -8.3, "SJ"],
    ["Bouvet Island", -54.42, 3.36, "BV"],
    ["Wake Island", 19.28, 166.65, "UM"],
    ["Bonaire", 12.18, -68.25, "BQ"],
    ["Saba", 17.63, -63.24, "BQ"],
    ["Curaçao", 12.17, -69, "CW"],
    ["Sint Maarten", 18.03, -63.05, "SX"],
    ["Saint Martin", 18.08, -63.05, "MF"],
    ["Saint Barthélemy", 17.9, -62.83, "BL"],
    ["Falkland Islands", -51.7, -58, "FK"],
    ["Gibraltar", 36.14, -5.35, "GI"],
    ["Greenland", 72, -40, "GL"],
    ["Faroe Islands", 62.01, -6.77, "FO"],
    ["Isle of Man", 54.2, -4.5, "IM"],
    ["Jersey", 49.2, -2.1, "JE"],
    ["Guernsey", 49.46, -2.58, "GG"],
    ["Diego Garcia", -7.3, 72.4, "IO"],
    ["Kerguelen", -49.35, 70.2, "TF"],
    ["Wallis", -13.28, -176.2, "WF"],
    ["Tahiti", -17.65, -149.45, "PF"],
    ["New Caledonia", -21.3, 165.4, "NC"],
    ["Saint Pierre", 46.78, -56.18, "PM"],
  ]);
  assert.deepEqual(borders.claimsAt(18.22, -66.4), { iso2: "PR", claims: ["PR", "US"], disputes: [] });
});

describe("disputed land", () => {
  for (const [place, lat, lng, claims] of [
    ["Srinagar", 34.084, 74.797, ["IN", "PK"]],
    ["Muzaffarabad", 34.37, 73.471, ["PK", "IN"]],
    ["Aksai Chin", 35.1, 79.2, ["CN", "IN"]],
    ["Kosovo", 42.66, 21.16, ["XK", "RS"]],
    ["Stanley", -51.694, -57.858, ["FK", "GB", "AR"]],
    ["Kyrenia", 35.337, 33.319, ["CY"]],
    ["Crimea", 45, 34.1, ["UA", "RU"]],
    ["Laâyoune", 27.15, -13.2, ["EH", "MA"]],
    ["Abyei", 9.6, 28.43, ["SS", "SD"]],
    ["Navassa", 18.4, -75.01, ["UM", "HT", "US"]],
    ["East Jerusalem, Old City", 31.7767, 35.2342, ["PS", "IL"]],
    ["Golan Heights", 33, 35.8, ["SY", "IL"]],
    ["Akrotiri", 34.58, 32.98, ["GB", "CY"]],
    ["Dhekelia", 34.9843, 33.7338, ["GB", "CY"]],
    ["Uotsuri", 25.74, 123.47, ["JP", "CN", "TW"]],
    ["Taisho", 25.92, 124.56, ["JP", "CN", "TW"]],
    ["Ilemi Triangle", 4.8, 35, ["KE", "SS"]],
    ["Kafia Kingi", 9.27, 24.42, ["SD", "SS"]],
    ["Machias Seal Island", 44.502, -67.101, ["CA", "US"]],
    ["Mbanié", 0.81, 9.38, ["GQ", "GA"]],
    ["Wadi Halfa salient", 22.12, 31.4, ["EG", "SD"]],
    ["Guantánamo Bay", 19.93, -75.15, ["CU", "US"]],
    ["Swallow Reef", 7.374, 113.83, ["MY", "CN", "TW", "VN"]],
  ] as const) {
    test(`${place}: ${claims.join(", ")}`, () => {
      const found = borders.claimsAt(lat, lng);
      assert.equal(found.iso2, claims[0]);
      assert.deepEqual(found.claims, claims);
      assert.equal(found.disputes.length, 1);
    });
  }

  test("the country beside a line of dispute stays the same", () => {
    expectAll([
      ["Kosovo", 42.66, 21.16, "XK"],
      ["Taiwan", 25.03, 121.5, "TW"],
      ["Northern Cyprus", 35.3, 33.36, "CY"],
      ["Somaliland", 9.56, 44.06, "SO"],
      ["Abkhazia", 43, 41, "GE"],
      ["western Jerusalem", 31.78, 35.2, "IL"],
      ["Ramallah", 31.9, 35.2, "PS"],
      ["Tiberias", 32.79, 35.53, "IL"],
      ["Damascus", 33.51, 36.29, "SY"],
      ["Larnaca", 34.92, 33.62, "CY"],
    ]);
  });

  test("unclaimed land belongs to nobody", () => {
    expectAll([
      ["Bir Tawil", 21.87, 33.75, null],
      ["Gornja Siga", 45.7747, 18.8801, null],
    ]);
    for (const [lat, lng] of [
      [21.87, 33.75],
      [45.7747, 18.8801],
    ] as const) {
      const { zone, nearest } = borders.locate(lat, lng);
      assert.equal(zone, "unclaimed_land");
      assert.ok(nearest !== null);
    }
  });
});

describe("a border nearby", () => {
  test("is reported with its distance and the neighbour", () => {
    // Bridge over the Rhine between Strasbourg and Kehl: the border runs in the middle of the
    // river.
    const strasbourg = borders.locate(48.5736, 7.7975);
    assert.equal(strasbourg.iso2, "FR");
    assert.equal(strasbourg.border?.neighbour, "DE");
    assert.ok(strasbourg.border.distanceKm < 0.6);
    assert.equal(borders.locate(41.9029, 12.4534).border?.neighbour, "IT");
    assert.equal(borders.locate(51.4417, 4.9306).border?.neighbour, "NL");
    assert.equal(borders.locate(48.85, 2.35).border, null);
  });

  test("a point on a border is in one territory, and the other is its neighbour at distance 0", () => {
    const { facts } = borders;
    assert.ok(facts.areas.length >= 249);
    let found = 0;
    // Down the middle of the Rhine, step by step across.
    for (let lng = 7.79; lng < 7.81; lng += 0.00001) {
      const { iso2, border } = borders.locate(48.5736, lng);
      if (border === null || border.distanceKm > 0.002) continue;
      found += 1;
      assert.deepEqual([String(iso2), String(border.neighbour)].toSorted(), ["DE", "FR"]);
    }
    assert.ok(found > 2, String(found));
  });
});

test("every code of ISO 3166-1 and XK can be found", () => {
  const { facts } = borders;
  const reachable = new Set([...facts.areas, "AQ"]);
  assert.deepEqual(
    TERRITORIES.map(({ iso2 }) => iso2).filter((iso2) => !reachable.has(iso2)),
    [],
  );
  assert.equal(reachable.size, 250);
});
