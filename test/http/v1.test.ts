import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { parseItem, serializeItem } from "structured-headers";
import type { HttpServer } from "../../src/http/http-server.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import {
  BASE,
  type Received,
  RELEASE,
  checkProblem,
  checkShared,
  openSharedServer,
  openTestServer,
  readRaw,
  send,
  sendRaw,
} from "./test-server.ts";
import { readSettings } from "../../src/settings.ts";

/** Deprecated addresses with their successors. */
const ROUTES = [
  ["/api/v1/countries/preview", "/api/v2/countries/preview"],
  ["/api/v1/countries/france", "/api/v2/countries/france"],
  ["/api/v1/intelligence/country-rankings", "/api/v2/intelligence/country-rankings"],
  ["/api/v1/intelligence/country-sector-matrix", "/api/v2/intelligence/country-sector-matrix"],
  ["/api/v1/intelligence/country-data.csv", "/api/v2/intelligence/country-data.csv"],
] as const;

let server: HttpServer;

before(async () => {
  server = await openSharedServer();
});

/** The links of an answer (RFC 8288) by relation. */
function linksOf({ headers }: Received): Map<string, string> {
  const found = String(headers.link ?? "").matchAll(/<([^>]*)>((?:\s*;\s*[\w-]+="[^"]*")*)/gu);
  return new Map([...found].map(([, href = "", rest = ""]) => [/rel="([^"]*)"/u.exec(rest)?.[1] ?? "", href]));
}

/** Checks what every answer of a deprecated address says, whatever its status. */
function checkLifecycle(received: Received, successor: string): void {
  const { headers } = received;
  const [deprecation] = parseItem(String(headers["deprecation"]));
  assert.ok(deprecation instanceof Date, "Deprecation is a structured date");
  assert.equal(deprecation.getTime(), Date.UTC(2026, 9, 1));
  assert.equal(serializeItem([deprecation, new Map()]), "@1790812800");
  assert.equal(headers["sunset"], "Fri, 01 Oct 2027 00:00:00 GMT");
  const links = linksOf(received);
  assert.equal(links.get("successor-version"), `${BASE}${successor}`);
  assert.equal(links.get("deprecation"), `${BASE}/docs/migration`);
  assert.equal(links.get("sunset"), `${BASE}/docs/migration`);
}

function checkNoLifecycle({ headers }: Received, address: string): void {
  for (const name of ["deprecation", "sunset"]) assert.equal(headers[name], undefined, address);
  assert.doesNotMatch(String(headers.link), /successor-version|rel="(?:deprecation|sunset)"/u, address);
}

for (const [address, successor] of ROUTES) {
  describe(`GET ${address}`, () => {
    test("200 to GET and HEAD, in every coding", async () => {
      for (const suffix of ["", "?", `?release=${RELEASE}`]) {
        for (const method of ["GET", "HEAD"]) {
          for (const coding of ["identity", "br", "gzip"]) {
            const received = await send(server, address + suffix, { method, headers: { "Accept-Encoding": coding } });
            checkShared(received);
            assert.equal(received.status, 200);
            checkLifecycle(received, successor);
          }
        }
      }
    });

    test("304", async () => {
      const { headers } = await send(server, address);
      for (const suffix of ["", "?"]) {
        const held = { "If-None-Match": String(headers.etag) };
        const received = await send(server, address + suffix, { headers: held });
        assert.equal(received.status, 304);
        assert.equal(received.headers["content-type"], undefined);
        checkLifecycle(received, successor);
      }
    });

    test("204 to OPTIONS", async () => {
      const received = await send(server, address, { method: "OPTIONS" });
      assert.equal(received.status, 204);
      checkLifecycle(received, successor);
    });

    test("400 unknown_parameter and repeated parameter", async () => {
      const unknown = await send(server, `${address}?colour=red`);
      checkProblem(unknown, 400, "unknown_parameter");
      checkLifecycle(unknown, successor);
      const repeated = await send(server, `${address}?release=${RELEASE}&release=${RELEASE}`);
      checkProblem(repeated, 400, "invalid_request");
      checkLifecycle(repeated, successor);
    });

    test("404 release_not_found", async () => {
      const received = await send(server, `${address}?release=2020-01-01-0`);
      checkProblem(received, 404, "release_not_found");
      checkLifecycle(received, successor);
    });

    test("405 with Allow", async () => {
      const received = await send(server, address, { method: "POST" });
      checkProblem(received, 405, "method_not_allowed");
      checkLifecycle(received, successor);
    });

    test("406", async () => {
      for (const suffix of ["", "?"]) {
        const received = await send(server, address + suffix, { headers: { Accept: "image/png" } });
        checkProblem(received, 406, "not_acceptable");
        checkLifecycle(received, successor);
      }
    });

    test("400 without Host, 414", async () => {
      const raw = readRaw(await sendRaw(server, `GET ${address} HTTP/1.1\r\n\r\n`));
      checkProblem(raw, 400, "invalid_request");
      assert.equal(raw.headers["sunset"], "Fri, 01 Oct 2027 00:00:00 GMT");
      const long = await send(server, `${address}?x=${"x".repeat(9000)}`);
      checkProblem(long, 414, "uri_too_long");
      checkLifecycle(long, successor);
    });
  });
}

describe("a country of version 1", () => {
  test("308 from its other names to its address in version 1", async () => {
    const received = await send(server, `/api/v1/countries/FRA?release=${RELEASE}`);
    assert.equal(received.status, 308);
    assert.equal(received.headers.location, `/api/v1/countries/france?release=${RELEASE}`);
    checkLifecycle(received, "/api/v2/countries/FRA");
  });

  test("404 country_not_found", async () => {
    for (const slug of ["atlantis", "japan"]) {
      const received = await send(server, `/api/v1/countries/${slug}`);
      checkProblem(received, 404, "country_not_found");
      checkLifecycle(received, `/api/v2/countries/${slug}`);
    }
  });

  test("400 for a segment that cannot be decoded, and links that are addresses whatever is asked", async () => {
    const received = await send(server, "/api/v1/countries/%zz");
    checkProblem(received, 400, "invalid_request");
    checkLifecycle(received, "/api/v2/countries/%25zz");
    checkLifecycle(await send(server, "/api/v1/countries/a%3E%22%2Cb%252F"), "/api/v2/countries/a%3E%22%2Cb%252F");
    checkLifecycle(await send(server, `/api/v1/countries/${"x".repeat(900)}`), "/api/v2/countries");
  });

  test("an address is deprecated however it is written", async () => {
    const received = await send(server, "/api/v1/intelligence/country%2Drankings");
    checkLifecycle(received, "/api/v2/intelligence/country-rankings");
    const absolute = `GET http://a/api/v1/countries/preview HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    assert.equal(readRaw(await sendRaw(server, absolute)).headers["deprecation"], "@1790812800");
  });
});

test("nothing else is deprecated", async () => {
  for (const address of [
    ...ROUTES.map(([, successor]) => successor),
    "/api/v2/companies?limit=1",
    "/api/v2/unicorns",
    "/api",
    "/healthz",
    "/api/v1",
    "/api/v1/countries",
    "/api/v1/countries/",
    "/api/v1/countries/france/",
    "/api/v1/geocoding/reverse?lat=1&lng=2",
    "/api/v1/search?q=a",
  ]) {
    for (const received of [await send(server, address), await send(server, address, { method: "DELETE" })])
      checkNoLifecycle(received, address);
  }
});

describe("the sunset", () => {
  test("is kept by a running service, when it is enforced", async () => {
    const sunsetAt = new Date("2027-10-01T00:00:00Z");
    let now = new Date(sunsetAt.getTime() - 1);
    const settings = readSettings({ V1_SUNSET: "2027-10-01", V1_SUNSET_ENFORCED: "true" });
    const own = await openTestServer({ settings, now: () => now });
    const { etag } = (await send(own, ROUTES[0][0])).headers;
    for (const [address] of ROUTES) assert.equal((await send(own, address)).status, 200);
    now = sunsetAt;
    for (const [address, successor] of ROUTES) {
      for (const suffix of ["", "?", "?colour=red", `?release=${RELEASE}`]) {
        const received = await send(own, address + suffix, { headers: { "If-None-Match": String(etag) } });
        checkProblem(received, 410, "gone");
        checkLifecycle(received, successor);
      }
      assert.equal((await send(own, address, { method: "POST" })).status, 405);
      assert.equal((await send(own, address, { method: "OPTIONS" })).status, 204);
      assert.equal((await send(own, successor)).status, 200);
    }
    await own.close();
  });

  test("passes unnoticed when it is not enforced", async () => {
    const own = await openTestServer({ now: () => new Date("2030-01-01T00:00:00Z") });
    for (const [address] of ROUTES) assert.equal((await send(own, address)).status, 200);
    await own.close();
  });
});

interface Body {
  readonly meta: { readonly title: string; readonly citation: string; readonly retired_fields: readonly string[] };
  readonly items: readonly Record<string, unknown>[];
  readonly total: number;
  readonly [member: string]: unknown;
}

async function bodyOf(address: string, from = server): Promise<Body> {
  const received = await send(from, address);
  assert.equal(received.status, 200, received.body.toString());
  return JSON.parse(received.body.toString()) as Body;
}

describe("the answers of version 1", () => {
  test("have every number of old where it stood", async () => {
    const country = await bodyOf("/api/v1/countries/france");
    assert.deepEqual(country.meta.retired_fields, ["trust_score", "safety_score", "privacy_score"]);
    assert.deepEqual(country["metrics"], { trust_score: null, safety_score: null, privacy_score: null });
    for (const sector of country["sectors"] as object[]) assert.ok("trust_score" in sector);
    for (const item of (await bodyOf("/api/v1/countries/preview")).items) assert.equal(item["trust_score"], null);
    for (const item of (await bodyOf("/api/v1/intelligence/country-rankings")).items)
      assert.deepEqual([item["trust_score"], item["rank_score"]], [null, null]);
    for (const { cells } of (await bodyOf("/api/v1/intelligence/country-sector-matrix")).items)
      for (const cell of cells as object[]) assert.ok("trust_score" in cell);
  });

  test("the lists cover the monitored countries, judged or not, where the publisher names them", async () => {
    const facts = { ...FACTS, monitored: ["NA", "FR", "JP"] };
    const own = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES, facts)) });
    for (const address of ["/api/v1/countries/preview", "/api/v1/intelligence/country-sector-matrix"]) {
      const { items, total } = await bodyOf(address, own);
      assert.deepEqual([items.map(({ iso3 }) => iso3), total], [["FRA", "NAM"], 2]);
    }
    assert.equal((await bodyOf("/api/v1/intelligence/country-rankings", own)).total, 5);
    await own.close();
  });
});

describe("country-rankings?metric=", () => {
  const address = "/api/v1/intelligence/country-rankings";

  test("trust_score is the ranking over all pillars", async () => {
    assert.deepEqual(await bodyOf(`${address}?metric=trust_score`), await bodyOf(address));
  });

  test("a pillar's metric ranks by the median of the pillar's distribution", async () => {
    const { items, metric } = await bodyOf(`${address}?metric=privacy_score`);
    assert.equal(metric, "privacy_score");
    // France: Áster low (2), Café Fort very high (5); Germany: Fünf high (4). Nobody else is judged
    // in privacy.
    assert.deepEqual(
      items.map(({ iso3, median_band: band, judged_companies: judged, rank, reasons }) => [
        iso3,
        band,
        judged,
        rank,
        (reasons as Record<string, string>)["rank"],
      ]),
      [
        ["FRA", "low", 2, 1, undefined],
        ["DEU", "high", 1, null, "too_few_companies"],
        ["BRA", null, 0, null, "not_judged"],
        ["XKX", null, 0, null, "not_judged"],
        ["NAM", null, 0, null, "not_judged"],
      ],
    );
    for (const { median_level: median, distribution } of items) {
      const levels = Object.values(distribution as object).flatMap((count: number, index) =>
        Array.from({ length: count }, () => index + 1),
      );
      assert.equal(median, levels[Math.ceil(levels.length / 2) - 1] ?? null);
    }
  });

  test("400 lists the metrics there are", async () => {
    for (const metric of ["gdp", "", "safety", "trust_score "]) {
      const received = await send(server, `${address}?metric=${encodeURIComponent(metric)}`);
      const { errors } = checkProblem(received, 400, "invalid_request");
      assert.equal(errors?.[0]?.parameter, "metric");
      if (metric !== "") assert.match(errors[0].detail, /`trust_score`, `safety_score`, `privacy_score`/u);
      checkLifecycle(received, "/api/v2/intelligence/country-rankings");
    }
  });

  test("a pillar that is called trust does not take the name of the metric over all", async () => {
    const pillars = [{ id: "trust", label: "Trust", description: null }, FACTS.pillars[1]!];
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES, { ...FACTS, pillars }));
    const own = await openTestServer({ releases });
    assert.equal((await bodyOf(address, own)).total, 5);
    assert.deepEqual((await bodyOf("/api/v1/countries/france", own)).meta.retired_fields, [
      "trust_score",
      "privacy_score",
    ]);
    await own.close();
  });
});

test("the CSV keeps the columns of the numbers, empty", async () => {
  const { headers, body } = await send(server, "/api/v1/intelligence/country-data.csv");
  assert.equal(headers["content-disposition"], `attachment; filename="country-trust-scores-${RELEASE}.csv"`);
  assert.match(body.toString(), /^iso3,iso2,name,trust_score\r\n(?:[^,\r]+,[^,\r]+,[^,\r]+,\r\n)+$/u);
});
