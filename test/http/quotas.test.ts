import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../access/cluster/eventually.ts";
import { CHALLENGES } from "../../src/http/read-request.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { type AccessServer, openAccessServer, remainingOf } from "./access-server.ts";
import { BASE, checkProblem, sendRaw } from "./test-server.ts";

/** Quotas and credentials on every counted route, as callers see them. */

let own: AccessServer;

before(async () => {
  own = await openAccessServer();
});

const SCALE = "/api/v2/scale";

describe("a caller without a key", () => {
  test("200 with the quota of the address, and what is left of it", async () => {
    const { headers } = await own.from("192.0.2.1", SCALE);
    assert.equal(headers["ratelimit-policy"], '"hour";q=100;w=3600, "day";q=1000;w=86400');
    assert.equal(headers["ratelimit"], '"hour";r=99;t=2400, "day";r=999;t=56400');
    assert.equal(headers["cache-control"], "public, max-age=300, stale-while-revalidate=3600");
    assert.equal(headers["vary"], "Accept, Accept-Encoding, Authorization, X-SVC-API-Key");
  });

  test("every status is counted and says what is left; HEAD is, too", async () => {
    const address = "192.0.2.2";
    const etag = String((await own.from("192.0.2.3", SCALE)).headers.etag);
    const asked = [
      [SCALE, {}, 200],
      [SCALE, { method: "HEAD" }, 200],
      [SCALE, { headers: { "If-None-Match": etag } }, 304],
      [SCALE, { headers: { Accept: "image/png" } }, 406],
      [SCALE, { method: "DELETE" }, 405],
      [`${SCALE}?`, {}, 200],
      [`${SCALE}?colour=red`, {}, 400],
      ["/api/v2/companies?limit=1", {}, 200],
      ["/api/v2/countries/fr", {}, 308],
      ["/api/v2/countries/atlantis", {}, 404],
      ["/api/v2/countries/%zz", {}, 400],
      [`/api/v2/countries/${"x".repeat(2000)}`, {}, 414],
      [`/api/v2/companies?country=${"x".repeat(9000)}`, {}, 414],
      ["/api/v2/nowhere", {}, 404],
      ["/api/v2/nowhere", { method: "POST" }, 404],
      ["/api/v2", {}, 404],
      ["/api/%76%32/scale", {}, 200],
      ["/api/v1/countries/preview", {}, 200],
    ] as const;
    let left = 100;
    for (const [path, options, status] of asked) {
      const received = await own.from(address, path, options);
      assert.equal(received.status, status, path);
      assert.equal(remainingOf(received), --left, `${status} ${path}`);
    }
  });

  test("whole files have a window of their own, so an office that downloads can still ask", async () => {
    const address = "192.0.2.90";
    for (const [path, left] of [
      ["/api/v2/data/countries.csv", 599],
      ["/api/v2/data/countries.xlsx", 598],
      ["/api/v2/dataset.zip", 597],
    ] as const) {
      const { status, headers } = await own.from(address, path, { method: "HEAD" });
      assert.deepEqual([status, headers["ratelimit-policy"]], [200, '"hour";q=600;w=3600'], path);
      assert.match(String(headers["ratelimit"]), new RegExp(`^"hour";r=${left};`, "u"), path);
      assert.match(String(headers["cache-control"]), /^public/u, path);
    }
    for (const [index, path] of [
      "/api/v2/intelligence/country-data.csv",
      "/api/v1/intelligence/country-data.csv",
      "/api/v2/companies?format=csv",
    ].entries())
      assert.equal(remainingOf(await own.from(address, path)), 99 - index, path);
    await own.access.consumeOwn("file", own.access.findAddress(address), 597);
    const refused = await own.from(address, "/api/v2/data/countries.csv");
    checkProblem(refused, 429, "rate_limited");
    assert.match(refused.body.toString(), /limit of whole files/u);
    // A browser that was led here by a click sends this.
    const shown = await own.from(address, "/api/v2/data/countries.csv", {
      headers: { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" },
      // The document describes what programs get.
      authorizesItself: true,
    });
    assert.deepEqual([shown.status, shown.headers["content-type"]], [429, "text/html; charset=utf-8"]);
    assert.match(shown.body.toString(), /limit of whole files/u);
    assert.equal((await own.from(address, SCALE)).status, 200);
  });

  test("a key in the URL is kept in a redirect, and never stands in the answer", async () => {
    const key = await own.giveKey();
    const release = "release=2026-11-20-aaaaaaaaaaaa";
    const { status, headers } = await own.from("192.0.2.91", `/api/v2/countries/FR?key=${key}&${release}`);
    assert.deepEqual([status, headers.location], [308, `/api/v2/countries/france?${release}&key=${key}`]);
    assert.match(String(headers["cache-control"]), /private/u);
    const bare = await own.from("192.0.2.91", `/api/v2/countries/FR?key=${key}`);
    assert.equal(bare.headers.location, `/api/v2/countries/france?key=${key}`);
    const list = await own.from("192.0.2.91", `/api/v2/companies?limit=1&key=${key}`);
    assert.ok(!list.body.toString().includes(key));
    assert.match(String(list.headers.link), /rel="help"/u);
  });

  test("what is free takes nothing and says nothing of quotas", async () => {
    const address = "192.0.2.4";
    for (const [path, method, status] of [
      [SCALE, "OPTIONS", 204],
      ["/api", "GET", 200],
      ["/api/openapi.json", "GET", 200],
      ["/api/postman-collection.json", "GET", 200],
      ["/docs", "GET", 200],
      ["/docs/reference", "GET", 200],
      ["/.well-known/api-catalog", "GET", 200],
      ["/llms.txt", "GET", 200],
      ["/healthz", "GET", 200],
      ["/readyz", "GET", 200],
      ["/nowhere", "GET", 404],
      ["/api/v3/scale", "GET", 404],
    ] as const) {
      const received = await own.from(address, path, { method });
      assert.equal(received.status, status, path);
      assert.equal(received.headers["ratelimit"], undefined, path);
    }
    assert.equal(remainingOf(await own.from(address, SCALE)), 99);
  });

  test("429 says when, why, and what answers the loop at once; it is free, and over with the hour", async () => {
    const address = "192.0.2.5";
    for (let asked = 0; asked < 30; asked++) await own.from(address, SCALE);
    for (let asked = 0; asked < 70; asked++) await own.from(address, "/api/v2/companies?limit=1");
    for (const path of [SCALE, "/api/v2/nowhere", "/api/v2/companies?limit=0", `${SCALE}?`]) {
      const received = await own.from(address, path);
      const problem = checkProblem(received, 429, "rate_limited");
      const { headers } = received;
      assert.equal(headers["retry-after"], "2400");
      assert.equal(headers["ratelimit"], '"hour";r=0;t=2400, "day";r=900;t=56400');
      assert.equal(problem.type, "https://iana.org/assignments/http-problem-types#quota-exceeded");
      assert.deepEqual(problem["violated-policies"], ["hour"]);
      assert.equal(problem["tier"], "anonymous");
      assert.equal(problem["retry_after"], 2400);
      assert.equal(problem["bulk_url"], `${BASE}/api/v2/companies?format=csv`);
      assert.match(
        problem.detail,
        /100 requests per hour .* 2400 seconds.*`list_companies`.*companies\?format=csv has the data of all of them/u,
      );
      assert.match(
        String(headers["link"]),
        /<https:\/\/trust\.example\/api\/v2\/companies\?format=csv>; rel="collection"/u,
      );
    }
    assert.equal((await own.from(address, SCALE, { method: "OPTIONS" })).status, 204);
    const unfit = await own.from(address, SCALE, { method: "DELETE" });
    checkProblem(unfit, 405, "method_not_allowed");
    assert.equal(remainingOf(unfit), 0);
    const earlier = own.at;
    own.at = new Date("2026-11-21T09:00:00Z");
    assert.equal((await own.from(address, SCALE)).headers["ratelimit"], '"hour";r=99;t=3600, "day";r=899;t=54000');
    own.at = earlier;
  });

  test("429 to a loop over countries, sectors, names or claims leads to what answers many", async () => {
    const loops = [
      ["/api/v2/countries/france", "/api/v2/data/countries.csv"],
      ["/api/v2/sectors/mining", "/api/v2/data/sectors.csv"],
      ["/api/v2/countries/france/history", "/api/v2/intelligence/country-history.csv"],
      ["/api/v2/sectors/mining/history", "/api/v2/data/sectors.csv"],
      ["/api/v2/countries/france/derivation", "/api/v2/data/companies.csv"],
      ["/api/v2/intelligence/comparison?countries=france,spain", "/api/v2/data/countries.csv"],
      ["/api/v1/countries/france", "/api/v1/intelligence/country-data.csv"],
      ["/api/v1/search?q=a", "/api/v2/portfolios"],
      ["/api/v2/claims/check?subject=france&is=best", "/api/v2/claims/check"],
    ] as const;
    for (const [index, [path, bulk]] of loops.entries()) {
      const address = `192.0.2.${200 + index}`;
      for (let asked = 0; asked < 100; asked++) await own.from(address, path);
      const problem = checkProblem(await own.from(address, path), 429, "rate_limited");
      assert.equal(problem["bulk_url"], BASE + bulk, path);
    }
  });

  test("429 to a loop that nothing else answers advises nothing instead", async () => {
    const loops = ["scale", "releases"];
    for (const [index, path] of loops.entries()) {
      const address = `192.0.2.${210 + index}`;
      for (let asked = 0; asked < 100; asked++) await own.from(address, `/api/v2/${path}`);
      const received = await own.from(address, `/api/v2/${path}`);
      const problem = checkProblem(received, 429, "rate_limited");
      assert.equal(problem["bulk_url"], undefined, path);
      assert.doesNotMatch(String(received.headers["link"]), /collection/u);
      assert.match(problem.detail, /Cache-Control/u);
    }
  });

  test("429 to a loop over companies leads to the list, which `company` narrows to those of the loop", async () => {
    const address = "192.0.2.213";
    const { items } = JSON.parse((await own.from(address, "/api/v2/companies?limit=3")).body.toString()) as {
      items: { id: string; slug: string }[];
    };
    const detail = `/api/v2/companies/${items[0]!.slug}`;
    for (let asked = 0; asked < 99; asked++) await own.from(address, detail);
    const problem = checkProblem(await own.from(address, detail), 429, "rate_limited");
    assert.equal(problem["bulk_url"], `${BASE}/api/v2/companies?format=csv`);
    const ids = items.map(({ id }) => id);
    const file = await own.from("192.0.2.214", `/api/v2/companies?format=csv&company=${ids.join(",")}`);
    const [, ...rows] = file.body.toString().trimEnd().split("\r\n");
    assert.deepEqual(
      rows.map((row) => row.split(",", 1)[0]),
      ids,
    );
  });

  test("429 to a loop over points leads to the POST of many; every address that is advised answers", async () => {
    for (const { id, bulkPath } of OPERATIONS) {
      if (bulkPath === undefined) continue;
      const isTaken = OPERATIONS.some(({ path, method }) => `${method} ${path}` === bulkPath);
      const isGiven = isTaken || (await own.from("192.0.2.220", bulkPath, { method: "HEAD" })).status === 200;
      assert.ok(isGiven, id);
    }
    const address = "192.0.2.9";
    for (let asked = 0; asked < 100; asked++)
      await own.from(address, `/api/v1/geocoding/reverse?lat=${asked / 10}&lng=8`);
    const problem = checkProblem(await own.from(address, SCALE), 429, "rate_limited");
    assert.match(
      problem.detail,
      /`reverse_geocode`: POST to https:\/\/trust\.example\/api\/v1\/geocoding\/reverse answers them all/u,
    );
  });

  test("the day ends later than the hour, and is what Retry-After says when both are used up", async () => {
    const key = await own.giveKey({ kind: "limits", limits: { perHour: 2, perDay: 2 } });
    const headers = { "X-SVC-API-Key": key };
    for (let asked = 0; asked < 2; asked++) assert.equal((await own.from("192.0.2.6", SCALE, { headers })).status, 200);
    const received = await own.from("192.0.2.6", SCALE, { headers });
    assert.deepEqual(checkProblem(received, 429, "rate_limited")["violated-policies"], ["hour", "day"]);
    assert.equal(received.headers["retry-after"], "56400");
    assert.equal(received.headers["cache-control"], "no-store");
  });

  test("addresses of one /64 share a quota, IPv4 in IPv6 is IPv4, and a forged front gains nothing", async () => {
    assert.equal(remainingOf(await own.from("2001:db8:0:1::1", SCALE)), 99);
    assert.equal(remainingOf(await own.from("2001:db8:0:1:ffff::2", SCALE)), 98);
    assert.equal(remainingOf(await own.from("2001:db8:0:2::1", SCALE)), 99);
    assert.equal(remainingOf(await own.from("192.0.2.7", SCALE)), 99);
    assert.equal(remainingOf(await own.from("::ffff:192.0.2.7", SCALE)), 98);
    assert.equal(remainingOf(await own.from("203.0.113.1, 192.0.2.7", SCALE)), 97);
    assert.equal(remainingOf(await own.from("'; drop, 192.0.2.7", SCALE)), 96);
  });

  test("of 160 requests at once exactly 100 pass", async () => {
    const paths = ["/api/v2/scale", "/api/v2/companies?limit=1", "/api/v2/nowhere", "/api/v2/countries/france?"];
    const received = await Promise.all(
      Array.from({ length: 160 }, (_, index) => own.from("192.0.2.8", paths[index % paths.length]!)),
    );
    assert.equal(received.filter(({ status }) => status === 429).length, 60);
    const left = received.filter(({ status }) => status !== 429).map(remainingOf);
    assert.deepEqual(
      left.toSorted((a, b) => a - b),
      Array.from({ length: 100 }, (_, index) => index),
    );
  });
});

describe("a caller with a key", () => {
  test("200 with the key's quota, private, from any of three places", async () => {
    const key = await own.giveKey();
    const ways: readonly (readonly [path: string, headers: Record<string, string>])[] = [
      [SCALE, { "X-SVC-API-Key": key }],
      [SCALE, { Authorization: `Bearer ${key}` }],
      [`${SCALE}?key=${key}`, {}],
      [`${SCALE}?%6Bey=${key}`, {}],
      ["/api/v2/companies?limit=1", { "X-SVC-API-Key": key }],
      [`/api/v2/companies?key=${key}&limit=1`, { "X-SVC-API-Key": key }],
    ];
    for (const [index, [path, headers]] of ways.entries()) {
      const received = await own.from(`192.0.2.${20 + index}`, path, { headers });
      assert.equal(received.status, 200, path);
      assert.equal(received.headers["ratelimit-policy"], '"hour";q=1000;w=3600, "day";q=10000;w=86400');
      assert.equal(remainingOf(received), 999 - index);
      assert.equal(received.headers["cache-control"], "private, max-age=300");
      assert.equal(received.headers["vary"], "Accept, Accept-Encoding, Authorization, X-SVC-API-Key");
      const help = `<${BASE}/docs/errors-and-limits#keys>; rel="help"; type="text/html"`;
      assert.equal(String(received.headers["link"]).includes(help), path.includes("ey="), path);
    }
  });

  test("a key in the address is in no link, error or entity tag", async () => {
    const key = await own.giveKey();
    const plain = await own.from("192.0.2.30", "/api/v2/companies?limit=1");
    const keyed = await own.from("192.0.2.30", `/api/v2/companies?limit=1&key=${key}`);
    assert.equal(keyed.headers.etag, plain.headers.etag);
    assert.deepEqual(keyed.body, plain.body);
    for (const path of [
      "/api/v2/companies?colour=red&limit=0",
      "/api/v2/nowhere?x=1",
      "/api/v2/countries/%zz?x",
      "/nowhere?x",
    ]) {
      const refused = await own.from("192.0.2.30", `${path}&key=${key}`);
      assert.ok(refused.status >= 400);
      assert.ok(!refused.body.toString().includes(key) && !refused.rawHeaders.join("\n").includes(key), path);
    }
    const document = await own.from("192.0.2.30", `/api?key=${key}`);
    assert.equal(document.headers["cache-control"], "private, max-age=300");
  });

  test("a key without limits has no quota headers, one with a limit of the hour has that", async () => {
    const free = await own.giveKey({ kind: "tier", tier: "enterprise" });
    const unlimited = await own.from("192.0.2.31", SCALE, { headers: { "X-SVC-API-Key": free } });
    assert.deepEqual([unlimited.headers["ratelimit"], unlimited.headers["ratelimit-policy"]], [undefined, undefined]);
    const key = await own.giveKey({ kind: "limits", limits: { perHour: 3, perDay: null } });
    const limited = await own.from("192.0.2.31", SCALE, { headers: { "X-SVC-API-Key": key } });
    assert.equal(limited.headers["ratelimit-policy"], '"hour";q=3;w=3600');
    assert.equal(limited.headers["ratelimit"], '"hour";r=2;t=2400');
  });

  test("401 for a key nobody has, at the cost of the address, and first of all when that is used up", async () => {
    const wrong = "ctds_live_00000000000000000000000000000000000000";
    const address = "192.0.2.32";
    let left = 100;
    for (const headers of [
      { "X-SVC-API-Key": wrong },
      { "X-SVC-API-Key": "x" },
      { Authorization: `Bearer ${wrong}` },
      { Authorization: "Bearer a b" },
      { Authorization: "Basic YTpi" },
      { Authorization: wrong },
    ]) {
      for (const path of [SCALE, "/api/v2/companies?limit=1", "/api/v2/nowhere", "/api/dashboard"]) {
        const received = await own.from(address, path, { headers });
        checkProblem(received, 401, "unknown_api_key");
        assert.equal(received.headers["www-authenticate"], CHALLENGES);
        assert.equal(remainingOf(received), --left);
      }
    }
    assert.equal(CHALLENGES, 'ApiKey realm="ctds", header="X-SVC-API-Key", Bearer realm="ctds", error="invalid_token"');
    while (left-- > 0) await own.from(address, SCALE);
    // The key is what can be mended, so it is named first, a hundred times an hour.
    for (let told = 0; told < 100; told++) {
      const over = await own.from(address, SCALE, { headers: { "X-SVC-API-Key": told % 2 === 0 ? wrong : "x" } });
      checkProblem(over, 401, "unknown_api_key");
      assert.equal(over.headers["www-authenticate"], CHALLENGES);
      assert.equal(remainingOf(over), 0);
    }
    const flooding = await own.from(address, SCALE, { headers: { "X-SVC-API-Key": wrong } });
    assert.match(checkProblem(flooding, 429, "rate_limited").detail, /Besides: The API key is malformed, revoked/u);
    checkProblem(await own.from(address, SCALE), 429, "rate_limited");
    const other = await own.from("192.0.2.220", SCALE, { headers: { "X-SVC-API-Key": wrong } });
    checkProblem(other, 401, "unknown_api_key");
    const key = await own.giveKey();
    assert.equal(
      (await own.from(address, SCALE, { headers: { "X-SVC-API-Key": key } })).status,
      200,
      "a right key goes on",
    );
  });

  test("401 for a key that was revoked beside the running service", async () => {
    const key = await own.giveKey();
    const ask = () => own.from("192.0.2.33", SCALE, { headers: { "X-SVC-API-Key": key } });
    assert.equal((await ask()).status, 200);
    await own.change(key, { kind: "revoke", at: own.at });
    await eventually("the key ends", async () => (await ask()).status === 401);
    checkProblem(await ask(), 401, "unknown_api_key");
  });

  test("400 for conflicting credentials, at the cost of the address", async () => {
    const key = await own.giveKey();
    const other = await own.giveKey();
    const sent: readonly (readonly [path: string, headers: Record<string, string | string[]>])[] = [
      [SCALE, { "X-SVC-API-Key": key, Authorization: `Bearer ${other}` }],
      [SCALE, { "X-SVC-API-Key": [key, key] }],
      [SCALE, { "X-SVC-API-Key": "" }],
      [SCALE, { Authorization: "Bearer" }],
      [SCALE, { Authorization: "Basic YTpi", "X-SVC-API-Key": key }],
      [`${SCALE}?key=${key}&key=${key}`, {}],
      [`${SCALE}?key=`, {}],
      [`/api/v2/companies?key=${key}`, { "X-SVC-API-Key": other }],
      [`/api/dashboard?key=${key}&%6bey=${other}`, {}],
    ];
    for (const [index, [path, headers]] of sent.entries()) {
      const received = await own.from("192.0.2.34", path, { headers });
      const problem = checkProblem(received, 400, "conflicting_credentials");
      assert.equal(remainingOf(received), 99 - index);
      assert.ok(!problem.detail.includes(key) && !problem.detail.includes(other));
    }
  });

  test("the method comes first: 405 whatever the key, counted for whoever it is", async () => {
    const key = await own.giveKey();
    const known = await own.from("192.0.2.35", SCALE, { method: "DELETE", headers: { "X-SVC-API-Key": key } });
    checkProblem(known, 405, "method_not_allowed");
    assert.equal(remainingOf(known), 999);
    const unknown = await own.from("192.0.2.35", SCALE, { method: "DELETE", headers: { "X-SVC-API-Key": "x" } });
    checkProblem(unknown, 405, "method_not_allowed");
    assert.equal(remainingOf(unknown), 99);
    assert.equal(unknown.headers["www-authenticate"], undefined);
  });

  test("answers to pipelined requests keep their order while a key is looked up", async () => {
    const key = await own.giveKey();
    const line = (path: string, header: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: trust.example\r\n${header}\r\n`;
    const text = await sendRaw(
      own.server,
      [
        line(SCALE, `X-SVC-API-Key: ${key}\r\n`),
        line("/api/v2/nowhere", "X-Forwarded-For: 192.0.2.36\r\n"),
        line("/api/dashboard", "X-Forwarded-For: 192.0.2.36\r\n"),
        line("/healthz", ""),
        "nonsense\r\n\r\n",
      ].join(""),
    );
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => status),
      ["200", "404", "200", "200", "400"],
    );
  });
});

describe("a service that is reached by https", () => {
  test("403 for a key that a trusted proxy says came by plain HTTP, and for a sign-up that did", async () => {
    const key = await own.giveKey();
    const plainly = { "X-Forwarded-Proto": "http" };
    for (const path of [SCALE, "/api/v2/companies?limit=1", "/api/dashboard", "/docs"]) {
      const received = await own.from("192.0.2.40", path, { headers: { ...plainly, "X-SVC-API-Key": key } });
      checkProblem(received, 403, "insecure_transport");
    }
    const body = JSON.stringify({ email: "a@example.org", use_case: "x" });
    const headers = { ...plainly, "Content-Type": "application/json" };
    checkProblem(
      await own.from("192.0.2.40", "/api/sign-up", { method: "POST", headers, body }),
      403,
      "insecure_transport",
    );
    assert.equal(
      (await own.from("192.0.2.41", SCALE, { headers: plainly })).status,
      200,
      "nothing was sent in the clear",
    );
    const secure = { "X-Forwarded-Proto": "https", "X-SVC-API-Key": key };
    assert.equal((await own.from("192.0.2.41", SCALE, { headers: secure })).status, 200);
  });

  test("on a machine of one's own plain HTTP is fine", async () => {
    const local = await openAccessServer({ baseUrl: null });
    const key = await local.giveKey();
    const headers = { "X-Forwarded-Proto": "http", "X-SVC-API-Key": key };
    assert.equal((await local.from("192.0.2.42", SCALE, { headers })).status, 200);
  });
});
