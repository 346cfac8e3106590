import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { placeAt, project } from "../../src/html/charts/map-projection.ts";
import { readCoordinates } from "../../src/topics/place/read-coordinates.ts";
import { openTestServer, send } from "../http/test-server.ts";
import { faultsIn } from "./markup.ts";

/** The page of a place, as programs and browsers without scripts see it. */

const PIXELS = 640;

let server: HttpServer;
before(async () => {
  server = await openTestServer({ baseUrl: null });
});
after(() => server.close());

async function visit(query: Readonly<Record<string, string>>) {
  const path = `/where?${new URLSearchParams(query).toString()}`;
  const { status, headers, body } = await send(server, path, { headers: { Accept: "text/html" } });
  const markup = body.toString();
  const [, title = ""] = /<h1>(.*?)<\/h1>/u.exec(markup) ?? [];
  const [, lead = ""] = /<p class="standfirst">(.*?)<\/p>/u.exec(markup) ?? [];
  const [, fault = ""] = /<p id="at-fault"[^>]*>(.*?)<\/p>/u.exec(markup) ?? [];
  return { status, headers, markup, location: headers.location, title: plain(title), lead: plain(lead), fault };
}

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

describe("what is written as coordinates", () => {
  for (const [text, lat, lng] of [
    ["48.2, 16.37", 48.2, 16.37],
    ["48.2 16.37", 48.2, 16.37],
    ["(48.2, 16.37)", 48.2, 16.37],
    ["48,2 16,37", 48.2, 16.37],
    ["48,2; 16,37", 48.2, 16.37],
    ["48.2° N, 16.37° E", 48.2, 16.37],
    ["16.37E 48.2N", 48.2, 16.37],
    ["N 48.2 E 16.37", 48.2, 16.37],
    ["33.9S,151.2E", -33.9, 151.2],
    ["−33.9, −70.7", -33.9, -70.7],
    ["48°12′30″N 16°22′E", 48 + 12.5 / 60, 16 + 22 / 60],
    ["48°12'30\"N, 16°22'0\"W", 48 + 12.5 / 60, -16 - 22 / 60],
    ["geo:48.2,16.37", 48.2, 16.37],
    ["-90,180", -90, 180],
  ] as const) {
    test(`${text} is ${lat}, ${lng}`, () => {
      const found = readCoordinates(text);
      assert.ok(found !== null);
      assert.ok(Math.abs(found.lat - lat) < 1e-9 && Math.abs(found.lng - lng) < 1e-9, JSON.stringify(found));
    });
  }

  for (const text of [
    "",
    "48.2",
    "Vienna",
    "1e3, 4",
    "48.2N 16.3N",
    "48.2E 16.3E",
    "N48.2N E16",
    "-48S 3E",
    "48°61′N 16°E",
    "1 2 3",
    "0x10, 3",
    "NaN, NaN",
    `${"1".repeat(99)}, 1`,
  ])
    test(`${text.slice(0, 20)} is none`, () => assert.equal(readCoordinates(text), null));
});

describe("the map", () => {
  test("a point of the globe is projected and back; what lies beside the globe is no place", () => {
    for (let lat = -90; lat <= 90; lat += 7.5) {
      for (let lng = -180; lng <= 180; lng += 7.5) {
        const place = placeAt(project(lat, lng));
        assert.ok(place !== null, `${lat}, ${lng}`);
        assert.ok(Math.abs(place.lat - lat) < 1e-6, `${lat}, ${lng}`);
        assert.ok(Math.abs(lat) === 90 || Math.abs(place.lng - lng) < 1e-6, `${lat}, ${lng}`);
      }
    }
    for (const corner of [
      [0, 0],
      [1919, 0],
      [0, 934],
      [-1, 467],
      [1921, 467],
      [960, -1],
      [960, 936],
    ] as const)
      assert.equal(placeAt(corner), null, String(corner));
  });

  test("the pixel that a browser without scripts sends leads to the place", async () => {
    const [x, y] = project(48.8584, 2.2945).map((unit) => (unit * PIXELS) / 1920);
    const { status, location = "" } = await visit({ "map.x": String(Math.round(x!)), "map.y": String(Math.round(y!)) });
    assert.equal(status, 308);
    const place = new URL(location, "http://localhost").searchParams;
    assert.ok(Math.abs(Number(place.get("lat")) - 48.8584) < 0.6 && Math.abs(Number(place.get("lng")) - 2.2945) < 0.6);
    assert.match((await visit(Object.fromEntries(place))).title, /is in France$/u);
  });
});

describe("/where", () => {
  test("308 from what is typed to the coordinates as the page writes them", async () => {
    for (const [query, target] of [
      [{ at: " 48.8584, 2.2945 " }, "lat=48.8584&lng=2.2945"],
      [{ at: "48°51′30″N 2°17′40″E" }, "lat=48.858333&lng=2.294444"],
      [{ lat: "48.850", lng: "2" }, "lat=48.85&lng=2"],
      [{ lat: "-0", lng: "-0.0" }, "lat=0&lng=0"],
    ] as const) {
      const { status, location } = await visit(query);
      assert.deepEqual([status, location], [308, `/where?${target}`]);
    }
  });

  for (const [name, lat, lng, title, lead] of [
    [
      "land",
      48.8584,
      2.2945,
      "48.8584° N, 2.2945° E is in France",
      /^No border with another country is nearer than 170 km\.$/u,
    ],
    ["a close border", 48.5736, 7.7975, /is in France$/u, /with Germany, 313 m away\. .*may lie on the other side\.$/u],
    [
      "disputed land",
      45,
      34.1,
      "45° N, 34.1° E is in Ukraine, and the place is disputed",
      /^Crimea: claimed by Ukraine and Russia\. /u,
    ],
    ["a gap", 41.90034, 12.45205, /is on the border between Italy and Vatican City$/u, /Italy is nearer, 1 m away\.$/u],
    [
      "open sea",
      50.2,
      -1.2,
      "50.2° N, 1.2° W is in the open sea",
      /^The nearest territory is the United Kingdom, 20 km away/u,
    ],
    ["far out", 30, -40, /is in the open sea$/u, /^No territory is within 370 km\.$/u],
    ["unclaimed land", 21.87, 33.74, /is on land that no state claims$/u, /^The nearest territory is Sudan/u],
    ["the middle of a continent", 61, 100, /is in Russia$/u, /^No border is within 370 km\.$/u],
    ["the North Pole", 90, 0, "The North Pole is in the open sea", /^No territory/u],
    ["the South Pole", -90, 0, "The South Pole is in Antarctica", /suspends every claim\.$/u],
    ["the sea before Antarctica", -59, -40, /is in the open sea$/u, /Antarctica, 111 km away, counted from 60° S/u],
    [
      "the 180th meridian",
      68.5,
      180,
      "68.5° N, 180° is in Russia",
      /No border with another country is nearer than 71 km\.$/u,
    ],
    [
      "the same meridian",
      68.5,
      -180,
      "68.5° N, 180° is in Russia",
      /No border with another country is nearer than 71 km\.$/u,
    ],
    ["the equator", 0, 0, "0°, 0° is in the open sea", /^No territory is within 370 km\.$/u],
  ] as const) {
    test(`200 for ${name}: in words, and on one map`, async () => {
      const page = await visit({ lat: String(lat), lng: String(lng) });
      assert.equal(page.status, 200);
      if (typeof title === "string") assert.equal(page.title, title);
      else assert.match(page.title, title);
      assert.match(page.lead, lead);
      const [x, y] = project(lat, lng).map((unit) => unit.toFixed(2));
      assert.equal(page.markup.split(`class="marker" d="M${x} ${y}h0"`).length - 1, 1);
      const [, ...view] = /viewBox="(\d+) (\d+) (140) (90)"/u.exec(page.markup) ?? [];
      const [left = 0, top = 0, width = 0, height = 0] = view.map(Number);
      assert.ok(left <= Number(x) && Number(x) <= left + width && top <= Number(y) && Number(y) <= top + height);
    });
  }

  test("the country’s band and sentence are those of its page; what is not listed has none", async () => {
    const france = await visit({ lat: "48.8584", lng: "2.2945" });
    assert.match(
      france.markup,
      /<h2 id="judged">How France is judged<\/h2>[\s\S]*France is rated [\s\S]*href="\/countries\/france"/u,
    );
    const austria = await visit({ lat: "48.2", lng: "16.37" });
    assert.match(austria.markup, /The data have no company in Austria, so it has no band\./u);
    const sea = await visit({ lat: "-22", lng: "-38" });
    assert.match(
      sea.markup,
      /<h2 id="judged">The nearest: how Brazil is judged<\/h2>[\s\S]*href="\/countries\/brazil"/u,
    );
  });

  test("disputed land: who claims it, on what basis, and why a country is named", async () => {
    const { markup } = await visit({ lat: "34.084", lng: "74.797" });
    assert.match(
      markup,
      /<dt>Kashmir<\/dt><dd>Administered by India and Pakistan\. Claimed by India and Pakistan\. Divided by the Line of Control/u,
    );
    assert.match(markup, /Where they claim it: India, Instrument of Accession \(26 October 1947\); Pakistan, /u);
    assert.match(markup, /Which country is named follows a rule[\s\S]*href="\/docs\/disputed-land"/u);
    assert.doesNotMatch((await visit({ lat: "48.2", lng: "16.37" })).markup, /Who claims it/u);
    const mbanie = (await visit({ lat: "0.81", lng: "9.38" })).markup;
    assert.match(
      mbanie,
      /Decided by a court or a tribunal[\s\S]*An exception to the rule\. The judgment of the Inter/u,
    );
    const bank = (await visit({ lat: "15.8", lng: "114.3" })).markup;
    assert.match(
      bank,
      /in the open sea[\s\S]*<dt>Macclesfield Bank<\/dt><dd>Administered by nobody\. Claimed by China/u,
    );
  });

  test("a line leads to the nearest border, unless that is too near to be drawn", async () => {
    assert.match((await visit({ lat: "48.2", lng: "16.37" })).markup, /class="way" d="M[^"]+"\/><text [^>]*>39\s?km</u);
    assert.doesNotMatch((await visit({ lat: "48.5736", lng: "7.7975" })).markup, /class="way"/u);
  });

  test("400 with a sentence beside the field, and what was typed in it", async () => {
    for (const [query, fault, typed] of [
      [{ at: "Vienna" }, /“Vienna” is no pair of coordinates\. .*48\.2, 16\.37/u, "Vienna"],
      [{ at: "500, 500" }, /not on the globe: the latitude goes from −90 to 90/u, "500, 500"],
      [{ at: "151.2, -33.9" }, /Latitude comes first: is it -33\.9, 151\.2\?/u, "151.2, -33.9"],
      [{ lat: "91", lng: "181" }, /not on the globe/u, "91, 181"],
      [{ lat: "x", lng: "1" }, /no pair of coordinates/u, "x, 1"],
      [{ lat: "48.2" }, /One coordinate is missing/u, "48.2"],
      [{ "map.x": "0", "map.y": "0" }, /beside the map/u, ""],
      [{ "map.x": "1", "map.y": "much" }, /beside the map/u, ""],
    ] as const) {
      const page = await visit(query);
      assert.deepEqual([page.status, page.headers["cache-control"]], [400, "no-store"]);
      assert.match(page.fault, fault);
      assert.match(
        page.markup,
        new RegExp(`name="at" value="${typed}"[^>]* aria-invalid="true" aria-describedby="at-fault"`, "u"),
      );
    }
    assert.equal((await visit({ at: " " })).status, 200, "an empty field is no fault");
  });

  test("hostile texts stay text, and the page is well-formed", async () => {
    for (const text of ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "W".repeat(5000), "\u202e😀"]) {
      const { status, markup } = await visit({ at: text });
      assert.equal(status, 400);
      assert.doesNotMatch(markup, /<script>|<img|W{101}/u);
      assert.deepEqual(await faultsIn(markup), []);
    }
  });
});
