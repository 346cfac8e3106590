import assert from "node:assert/strict";
import { connect } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { before, describe, test } from "node:test";
import { openAtlas } from "../../src/atlas/atlas.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { BASE, RELEASE, checkProblem, checkShared, openSharedServer, openTestServer, send } from "./test-server.ts";

const ADDRESS = "/api/v1/geocoding/reverse";

let server: HttpServer;

before(async () => {
  server = await openSharedServer();
});

interface Located {
  readonly reasons: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

async function ask(query: string): Promise<Located> {
  const received = await send(server, `${ADDRESS}?${query}`);
  checkShared(received);
  assert.equal(received.status, 200, received.body.toString());
  return JSON.parse(received.body.toString()) as Located;
}

describe(`GET ${ADDRESS}`, () => {
  test("200 with the country, its names and the borders that answered", async () => {
    const { boundaries, ...place } = await ask("lat=48.8584&lng=2.2945");
    assert.deepEqual(place, {
      lat: 48.8584,
      lng: 2.2945,
      iso2: "FR",
      iso3: "FRA",
      slug: "france",
      name: "France",
      zone: "territory",
      disputed: null,
      disputes: [],
      claims: ["FR"],
      nearest: null,
      border_distance_km: null,
      border_point: null,
      neighbour: null,
      href: `${BASE}/api/v2/countries/france`,
      reasons: {
        disputed: "not_listed",
        nearest: "in_a_territory",
        border_distance_km: "too_far",
        border_point: "too_far",
        neighbour: "too_far",
      },
    });
    const { license, attribution, policy, policy_href: href } = boundaries as Record<string, string>;
    assert.equal(license, "ODbL-1.0");
    assert.equal(attribution, "© OpenStreetMap contributors, ODbL 1.0");
    assert.match(policy!, /^\d{4}-\d{2}-\d{2}$/u);
    assert.equal(href, `${BASE}/docs/disputed-land`);
    const page = await send(server, "/docs/disputed-land");
    assert.match(page.body.toString(), /Kashmir/u);
  });

  test("200 in open sea with the nearest territory, or none", async () => {
    const channel = await ask("lat=50.2&lng=-1.2");
    assert.deepEqual([channel["iso2"], channel["zone"], channel.reasons["iso2"]], [null, "open_sea", "open_sea"]);
    const { iso2, slug, distance_km: distance } = channel["nearest"] as Record<string, unknown>;
    assert.deepEqual([iso2, slug], ["GB", "united-kingdom"]);
    assert.ok(Number(distance) > 15 && Number(distance) < 25);
    const { lat, lng } = channel["nearest"] as { lat: number; lng: number };
    assert.equal((await ask(`lat=${lat}&lng=${lng}`))["border_distance_km"], 0, "where it is nearest is its border");
    const south = (await ask("lat=-59&lng=-40"))["nearest"] as Record<string, unknown>;
    assert.deepEqual([south["iso2"], south["lat"], south["lng"]], ["AQ", -60, -40]);
    const atlantic = await ask("lat=30&lng=-40");
    assert.equal(atlantic["nearest"], null);
    assert.deepEqual([atlantic.reasons["nearest"], atlantic.reasons["href"]], ["too_far", "no_country"]);
  });

  test("200 without anything of a release, also for a country that the release does not have", async () => {
    const tokyo = await ask("lat=35.68&lng=139.77");
    assert.deepEqual([tokyo["slug"], tokyo["href"]], ["japan", `${BASE}/api/v2/countries/japan`]);
    for (const name of ["meta", "scale", "median_band"]) assert.ok(!(name in tokyo), name);
    checkProblem(await send(server, `${ADDRESS}?lat=1&lng=1&release=${RELEASE}`), 400, "unknown_parameter");
  });

  test("200 with every claim, a near border, and the ends of the range", async () => {
    assert.deepEqual((await ask("lat=45&lng=34.1"))["claims"], ["UA", "RU"]);
    const rhine = await ask("lat=48.5736&lng=7.7975");
    assert.deepEqual([rhine["iso2"], (rhine["neighbour"] as { iso2: string }).iso2], ["FR", "DE"]);
    for (const [query, iso2] of [
      ["lat=-90&lng=0", "AQ"],
      ["lat=90&lng=-180", null],
      ["lat=68.5&lng=180", "RU"],
      ["lat=-16.8&lng=-180", "FJ"],
      ["lat=-0&lng=-0.0", null],
    ] as const)
      assert.equal((await ask(query))["iso2"], iso2, query);
  });

  test("200 with a border as far away as was asked for, and the point where it is nearest", async () => {
    const vienna = await ask("lat=48.2&lng=16.37&border_within_km=100");
    const { lat, lng } = vienna["border_point"] as { lat: number; lng: number };
    assert.equal((vienna["neighbour"] as { iso2: string }).iso2, "SK");
    const away = Math.hypot(lat - 48.2, (lng - 16.37) * Math.cos((48.2 * Math.PI) / 180)) * 111.195;
    assert.ok(Math.abs(away - Number(vienna["border_distance_km"])) < 0.5);
    const border = await ask(`lat=${lat}&lng=${lng}`);
    assert.ok(Number(border["border_distance_km"]) < 0.01);
    assert.equal((await ask("lat=48.2&lng=16.37&border_within_km=20")).reasons["border_point"], "too_far");
    assert.equal((await ask("lat=30&lng=-40&border_within_km=370")).reasons["border_point"], "no_country");
    for (const distance of ["0", "371", "far"]) {
      const { errors = [] } = checkProblem(
        await send(server, `${ADDRESS}?lat=1&lng=1&border_within_km=${distance}`),
        400,
        "invalid_request",
      );
      assert.deepEqual(
        errors.map(({ parameter }) => parameter),
        ["border_within_km"],
      );
    }
  });

  test("200 with the disputes that cover the location, and who claims it", async () => {
    const tiraspol = await ask("lat=46.84&lng=29.643");
    assert.equal(tiraspol["disputed"], true);
    assert.deepEqual(tiraspol["disputes"], [
      {
        id: "transnistria",
        name: "Transnistria",
        status: "open",
        administrators: ["Transnistria"],
        claimants: ["Moldova", "Transnistria"],
        documents: [
          { claimant: "Moldova", title: "Constitution, article 110", date: "1994-07-29" },
          { claimant: "Transnistria", title: "Declaration of independence", date: "1991-08-25" },
        ],
        basis: "Administered by its own authorities",
        rule: "An exception to the rule. No member of the UN recognises it; UN General Assembly resolution 72/282 (22 June 2018) counts it as Moldova.",
      },
    ]);
    assert.deepEqual(tiraspol["claims"], ["MD"]);
    assert.deepEqual((await ask("lat=34.084&lng=74.797"))["claims"], ["IN", "PK"]);
    const bank = await ask("lat=15.8&lng=114.3");
    assert.deepEqual([bank["iso2"], bank["zone"], bank["disputed"]], [null, "open_sea", true]);
    assert.deepEqual(bank["claims"], ["CN", "TW"]);
    const neutral = await ask("lat=11.01&lng=0.94");
    assert.deepEqual([neutral["zone"], neutral["claims"]], ["border_gap", ["BJ", "BF"]]);
    const pole = await ask("lat=-90&lng=0");
    assert.deepEqual([pole["disputed"], pole.reasons["disputed"]], [null, "antarctic_treaty"]);
  });

  test("200 in a gap between two outlines with the nearest of the two", async () => {
    const gap = await ask("lat=41.90034&lng=12.45205");
    assert.deepEqual([gap["iso2"], gap["zone"], gap["nearest"]], ["IT", "border_gap", null]);
    assert.deepEqual([gap["border_distance_km"], (gap["neighbour"] as { iso2: string }).iso2], [0.001, "VA"]);
  });

  test("no header of deprecated addresses", async () => {
    const { headers } = await send(server, `${ADDRESS}?lat=1&lng=1`);
    for (const name of ["deprecation", "sunset"]) assert.equal(headers[name], undefined);
    assert.equal(headers.vary, "Accept, Accept-Encoding, Authorization, X-SVC-API-Key");
  });

  test("400 naming every faulty parameter", async () => {
    for (const [query, names] of [
      ["", ["lat", "lng"]],
      ["lat=1", ["lng"]],
      ["lat=91&lng=100", ["lat"]],
      ["lat=0&lng=190", ["lng"]],
      ["lat=NaN&lng=Infinity", ["lat", "lng"]],
      ["lat=&lng=%201", ["lat", "lng"]],
      ["lat=1e&lng=0x1", ["lat", "lng"]],
      ["lat=1&lat=2&lng=1", ["lat"]],
      ["lat=1,2&lng=1&colour=red", ["colour", "lat"]],
    ] as const) {
      const { errors = [] } = checkProblem(await send(server, `${ADDRESS}?${query}`), 400, "invalid_request");
      assert.deepEqual(errors.map(({ parameter }) => String(parameter)).toSorted(), [...names], query);
    }
  });

  test("400 with a hint where the two would be right the other way round", async () => {
    const swapped = checkProblem(await send(server, `${ADDRESS}?lat=151.2&lng=-33.9`), 400, "invalid_request");
    assert.match(swapped.detail, /swapped.*lat=-33\.9&lng=151\.2/u);
    const neither = checkProblem(await send(server, `${ADDRESS}?lat=151.2&lng=-133.9`), 400, "invalid_request");
    assert.doesNotMatch(neither.detail, /swapped/u);
  });

  test("500 where the index is damaged, and everything else goes on", async () => {
    const own = await openTestServer({ atlas: openAtlas(path.join(import.meta.dirname, "geocoding.test.ts")) });
    checkProblem(await send(own, `${ADDRESS}?lat=1&lng=1`), 500, "internal_error");
    assert.equal((await send(own, "/api/v2/scale")).status, 200);
  });
});

const JSON_TYPE = { "Content-Type": "application/json" };

const post = (body: unknown, query = "") =>
  send(server, ADDRESS + query, {
    method: "POST",
    headers: JSON_TYPE,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

interface Item {
  readonly id: string | null;
  readonly iso2: string | null;
  readonly disputes: readonly { readonly id: string }[];
  readonly nearest: { readonly iso2: string; readonly [member: string]: unknown } | null;
  readonly neighbour: { readonly iso2: string } | null;
  readonly problem: {
    readonly code: string;
    readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  } | null;
  readonly reasons: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

interface Geocoded {
  readonly items: readonly Item[];
  readonly territories: Readonly<Record<string, object>>;
  readonly disputes: readonly { readonly id: string }[];
}

async function askAll(points: readonly unknown[]): Promise<Geocoded> {
  const received = await post({ points });
  checkShared(received);
  assert.equal(received.status, 200, received.body.toString());
  assert.equal(received.headers["cache-control"], "no-store");
  return JSON.parse(received.body.toString()) as Geocoded;
}

/** A single answer as a list has it: without what the list says once for all. */
function shorten({ reasons, ...location }: Located): object {
  const { lat: _lat, lng: _lng, iso3: _iso3, slug: _slug, name: _name, ...rest } = location;
  const { boundaries: _boundaries, href: _href, disputed: _disputed, ...members } = rest;
  const nulls = Object.entries(reasons).filter(([name]) => name in members);
  return { ...members, reasons: Object.fromEntries(nulls) };
}

describe(`POST ${ADDRESS}`, () => {
  test("200 with every point in its order, as the single question answers it", async () => {
    const points = [
      { lat: 48.8584, lng: 2.2945, id: "a" },
      { lat: 50.2, lng: -1.2 },
      { lat: 45, lng: 34.1, id: "" },
      { lat: 48.5736, lng: 7.7975 },
      { lat: 15.8, lng: 114.3 },
      { lat: 41.90034, lng: 12.45205 },
      { lat: 30, lng: -40 },
      { lat: -90, lng: 180, id: "a" },
    ];
    const { items, territories, disputes } = await askAll(points);
    const nothingNear = { nearest: null, border_distance_km: null, border_point: null, neighbour: null };
    const tooFar = { border_distance_km: "too_far", border_point: "too_far", neighbour: "too_far" };
    assert.deepEqual(items[0], {
      id: "a",
      iso2: "FR",
      zone: "territory",
      claims: ["FR"],
      disputes: [],
      ...nothingNear,
      problem: null,
      reasons: { nearest: "in_a_territory", ...tooFar, problem: "located" },
    });
    const { iso2: nowhere, zone, claims, reasons } = items[6]!;
    assert.deepEqual([nowhere, zone, claims, reasons["iso2"]], [null, "open_sea", [], "open_sea"]);
    assert.deepEqual([items[7]!.id, items[7]!.iso2, items[7]!["zone"]], ["a", "AQ", "antarctic"]);
    for (const [index, { lat, lng, id }] of points.entries()) {
      const alone = await ask(`lat=${lat}&lng=${lng}`);
      const { disputes: named, nearest, neighbour, id: given, problem, reasons: why, ...item } = items[index]!;
      const { id: noId, problem: noProblem, ...others } = why;
      assert.deepEqual([given, noId], id === undefined ? [null, "not_given"] : [id, undefined]);
      assert.deepEqual([problem, noProblem], [null, "located"]);
      const expand = ({ iso2, ...members }: { readonly iso2: string }) => {
        const { href: _, ...names } = territories[iso2] as { readonly href: string };
        return { iso2, ...names, ...members };
      };
      const whole = {
        ...item,
        disputes: named.map((each) => disputes.find((dispute) => dispute.id === each.id)),
        nearest: nearest && expand(nearest),
        neighbour: neighbour && expand(neighbour),
        reasons: others,
      };
      assert.deepEqual(whole, shorten(alone));
      if (item.iso2 === null) continue;
      const { iso3, slug, name, href } = alone;
      assert.deepEqual(territories[item.iso2], { iso3, slug, name, href });
    }
  });

  test("200 with every territory and dispute that an item names once, and no other", async () => {
    const crimea = { lat: 45, lng: 34.1 };
    const { territories, disputes } = await askAll([crimea, { lat: 50.2, lng: -1.2 }, crimea]);
    assert.deepEqual(Object.keys(territories), ["GB", "RU", "UA"]);
    assert.deepEqual(
      disputes.map(({ id }) => id),
      ["crimea"],
    );
  });

  test("200 with a problem in the place of each faulty point", async () => {
    const faulty: readonly [point: unknown, pointers: readonly string[]][] = [
      [{ lat: 91, lng: 100, id: "x" }, ["/lat"]],
      [{ lat: "1", lng: 0 }, ["/lat"]],
      [{ lng: null }, ["/lat", "/lng"]],
      [{ lat: 1, lng: 1, id: 7 }, ["/id"]],
      [{ lat: 1, lng: 1, id: "x".repeat(201) }, ["/id"]],
      [{ lat: 151.2, lng: -33.9 }, ["/lat", "/lat"]],
      [null, [""]],
      [[1, 2], [""]],
      ["1,2", [""]],
    ];
    const { items } = await askAll([
      { lat: 48.8584, lng: 2.2945 },
      ...faulty.map(([point]) => point),
      { lat: 45, lng: 34.1 },
    ]);
    assert.deepEqual([items[0]!.iso2, items.at(-1)!.iso2], ["FR", "UA"]);
    faulty.forEach(([point, pointers], index) => {
      const { id, problem, reasons, ...others } = items[index + 1]!;
      const { claims, disputes, ...nulls } = others;
      assert.deepEqual([claims, disputes, new Set(Object.values(nulls))], [[], [], new Set([null])]);
      const why = [...Object.keys(nulls), ...(id === null ? ["id"] : [])];
      assert.deepEqual(Object.keys(reasons).toSorted(), why.toSorted());
      assert.equal(reasons["iso2"], "not_located");
      assert.equal(problem?.code, "invalid_request");
      const wanted = pointers.map((pointer) => `#/points/${index + 1}${pointer}`);
      assert.deepEqual(problem.errors.map(({ pointer }) => pointer).toSorted(), wanted, JSON.stringify(point));
    });
    assert.equal(items[1]!.id, "x");
    assert.match(items[6]!.problem!.errors[1]!.detail, /swapped/u);
  });

  test("200 to a thousand points with all their digits, 400 to one more, none, or something else", async () => {
    const point = { lat: -12.345678901234567, lng: -123.45678901234567, id: "x".repeat(200) };
    const full = Array.from({ length: 1000 }, () => point);
    assert.equal((await askAll(full)).items.length, 1000);
    const faults: readonly [body: unknown, pointer: string][] = [
      [{ points: [...full, point] }, "#/points"],
      [{ points: [] }, "#/points"],
      [{ points: {} }, "#/points"],
      [{}, "#/points"],
      [{ points: [point], colour: "red" }, "#/colour"],
      [{ points: [point, { ...point, colour: "red" }] }, "#/points/1/colour"],
      [{ points: [{ lat: 91, lng: 0, "a/b~é": 1 }] }, "#/points/0/a~1b~0%C3%A9"],
      [[point], "#"],
    ];
    for (const [body, pointer] of faults) {
      const { errors = [] } = checkProblem(await post(body), 400, "invalid_request");
      assert.deepEqual(
        errors.map((error) => error.pointer),
        [pointer],
      );
    }
  });

  test("400 invalid_json, 400 unknown_parameter, 413, 415, 405, 406", async () => {
    checkProblem(await post('{"points":[{"lat":NaN}]}'), 400, "invalid_json");
    checkProblem(await post({ points: [{ lat: 1, lng: 1 }] }, "?colour=red"), 400, "unknown_parameter");
    checkProblem(await post({ points: [{ lat: 1, lng: 1 }] }, `?release=${RELEASE}`), 400, "unknown_parameter");
    checkProblem(await post(" ".repeat(1_100_000)), 413, "payload_too_large");
    const typeless = await send(server, ADDRESS, { method: "POST", body: "lat=1" });
    checkProblem(typeless, 415, "unsupported_media_type");
    assert.equal(typeless.headers["accept-post"], "application/json");
    checkProblem(await send(server, ADDRESS, { method: "PUT" }), 405, "method_not_allowed");
    const picky = { ...JSON_TYPE, Accept: "text/csv" };
    checkProblem(await send(server, ADDRESS, { method: "POST", headers: picky, body: "{}" }), 406, "not_acceptable");
  });

  test("200 with its own points to everybody, while who asked before has not read the answers yet", async () => {
    const bodyOf = (number: number): string => {
      const point = { lat: number, lng: number / 8, id: `${number} `.repeat(40) };
      return JSON.stringify({ points: Array.from({ length: 1000 }, () => point) });
    };
    const expected = await Promise.all(
      Array.from({ length: 16 }, async (_, number) => (await post(bodyOf(number))).body.toString("latin1")),
    );
    // More than the system takes from the service on one connection: 11 MB.
    const slow = connect(server.port, "127.0.0.1");
    slow.pause();
    for (let number = 0; number < expected.length; number += 1) {
      const body = bodyOf(number);
      const last = number === expected.length - 1 ? "Connection: close\r\n" : "";
      const head = `POST ${ADDRESS} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${last}`;
      slow.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    }
    const answers = await Promise.all(expected.map((_, number) => post(bodyOf(number))));
    answers.forEach(({ body }, number) => assert.ok(body.toString("latin1") === expected[number], String(number)));
    const received = (await buffer(slow)).toString("latin1");
    const bodies = received.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/su).slice(1);
    assert.equal(bodies.length, expected.length);
    bodies.forEach((body, number) => assert.ok(body === expected[number], String(number)));
  });
});
