import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { getDashboard } from "../../src/topics/account/get-dashboard.ts";
import { checkAnswer } from "../topics/check-answer.ts";
import { type AccessServer, JSON_BODY, openAccessServer, remainingOf } from "./access-server.ts";
import { BASE, type Received, checkProblem, checkShared, openSharedServer, send } from "./test-server.ts";

/** Sign-up and dashboard, through the real server over a real access room: every status of each. */

let own: AccessServer;

before(async () => {
  own = await openAccessServer();
});

/** Sends ever from another address: a sign-up takes from the few of one. */
let client = 0;
const signUp = (body: unknown, headers: Record<string, string> = JSON_BODY): Promise<Received> =>
  own.from(`203.0.113.${++client}`, "/api/sign-up", {
    method: "POST",
    headers,
    body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });

const GOOD = { email: "ada@example.org", use_case: "A yearly report" };

describe("POST /api/sign-up", () => {
  test("201 with a key that works at once, kept by nobody", async () => {
    const received = await signUp({ ...GOOD, use_case: "  A yearly report\n" });
    checkShared(received);
    assert.equal(received.status, 201);
    assert.equal(received.headers["cache-control"], "no-store");
    assert.equal(received.headers["ratelimit-policy"], '"hour";q=5;w=3600, "day";q=20;w=86400');
    assert.equal(received.headers["ratelimit"], '"hour";r=4;t=2400, "day";r=19;t=56400');
    const { api_key: apiKey, ...rest } = JSON.parse(received.body.toString()) as Record<string, unknown>;
    assert.match(String(apiKey), /^ctds_live_[0-9A-Za-z]{38}$/u);
    assert.deepEqual(rest, {
      key_prefix: String(apiKey).slice(0, 16),
      tier: "free",
      email_confirmation: "not_required",
      limits: { per_hour: 1000, per_day: 10_000 },
      created_at: "2026-11-21T08:20:00.000Z",
      header: "X-SVC-API-Key",
    });
    const used = await own.from("192.0.2.1", "/api/v2/scale", { headers: { "X-SVC-API-Key": String(apiKey) } });
    assert.equal(remainingOf(used), 999);
  });

  test("201 in the same form for an address that is known, however often", async () => {
    for (let times = 0; times < 8; times++) {
      const received = await signUp({ email: "ADA@example.org", use_case: "again" });
      assert.equal(received.status, 201);
      assert.equal(Object.keys(JSON.parse(received.body.toString()) as object).length, 7);
    }
  });

  test("400 with every fault at once, each with its pointer and none with what was sent", async () => {
    for (const [body, pointers] of [
      [{}, ["#/email", "#/use_case"]],
      [{ email: "ada", use_case: "", colour: "red" }, ["#/colour", "#/email", "#/use_case"]],
      [{ ...GOOD, use_case: false }, ["#/use_case"]],
      [{ ...GOOD, use_case: 7 }, ["#/use_case"]],
      [{ ...GOOD, use_case: null }, ["#/use_case"]],
      [{ ...GOOD, use_case: ["x"] }, ["#/use_case"]],
      [{ ...GOOD, use_case: " \n\t " }, ["#/use_case"]],
      [{ ...GOOD, use_case: "x".repeat(501) }, ["#/use_case"]],
      [{ ...GOOD, email: { address: "ada@example.org" } }, ["#/email"]],
      [{ ...GOOD, email: `${"a".repeat(243)}@example.org` }, ["#/email"]],
      [["ada@example.org"], ["#"]],
      ['"ada@example.org"', ["#"]],
      ["null", ["#"]],
    ] as const) {
      const received = await signUp(body);
      const problem = checkProblem(received, 400, "invalid_request");
      const found = [...new Set(problem.errors!.map(({ pointer }) => String(pointer)))].toSorted();
      assert.deepEqual(found, pointers, JSON.stringify(body));
      assert.ok(!received.body.toString().includes("ada@"), received.body.toString());
    }
  });

  test("400 for what is no address, 201 for what is one", async () => {
    for (const email of [
      "ada",
      "ada@",
      "@example.org",
      "ada@example",
      "a b@example.org",
      " ada@example.org",
      "ada@-x.org",
      "ada@example..org",
      "ada@exämple.org",
      "ada@example.org\n",
    ])
      checkProblem(await signUp({ ...GOOD, email }), 400, "invalid_request");
    for (const email of [
      "a@b.co",
      "first.last+tag@sub.example.org",
      "o'neil@example.org",
      `${"a".repeat(242)}@example.org`,
    ])
      assert.equal((await signUp({ ...GOOD, email })).status, 201, email);
    for (const useCase of ["x", ` ${"x".repeat(500)} `, "🌍".repeat(500)])
      assert.equal((await signUp({ ...GOOD, use_case: useCase })).status, 201);
  });

  test("400 for a text that cannot be kept or deceives a reader, in a sentence that says why", async () => {
    for (const text of [
      "\\u0000",
      "\\ud800",
      "\\udfff x",
      "\\ufffe",
      "\\u202egpj.exe",
      "\\u001b[2J",
      "\\ud83f\\udfff",
    ]) {
      const body = `{"email":"ada@example.org","use_case":"A study ${text} of trade"}`;
      const problem = checkProblem(await signUp(body), 400, "invalid_request");
      assert.deepEqual(
        problem.errors?.map(({ pointer }) => pointer?.replace("#", "")),
        ["/use_case"],
      );
      assert.match(problem.errors?.[0]?.detail ?? "", /without control characters|cannot be kept/u);
      const email = `{"email":"ada${text}@example.org","use_case":"A study"}`;
      checkProblem(await signUp(email), 400, "invalid_request");
    }
    const stacked = checkProblem(await signUp({ ...GOOD, use_case: `Z${"\u0301".repeat(9)}` }), 400, "invalid_request");
    assert.match(stacked.errors?.[0]?.detail ?? "", /more than 8 combining marks in a row/u);
    for (const useCase of ["👩‍👩‍👧‍👦 and 🏴‍☠️", "שלום\u200f", "two\nlines\tand tabs", "e\u0301\u0323"])
      assert.equal((await signUp({ ...GOOD, use_case: useCase })).status, 201, useCase);
  });

  test("400 invalid_json for what is none, without repeating it", async () => {
    for (const body of [
      '{"email":"ada@example.org",',
      '{"email":"ada@example.org" "x"}',
      "ada@example.org",
      "",
      "[1,]",
    ]) {
      const received = await signUp(body);
      checkProblem(received, 400, "invalid_json");
      assert.ok(!received.body.toString().includes("ada@"), received.body.toString());
    }
  });

  test("400 for a parameter, 405 with Allow for another method, 406 for another form", async () => {
    const asked = { method: "POST", headers: JSON_BODY, body: JSON.stringify(GOOD) };
    checkProblem(await own.from("203.0.114.1", "/api/sign-up?x=1", asked), 400, "unknown_parameter");
    const unfit = await own.from("203.0.114.1", "/api/sign-up", { method: "PUT" });
    checkProblem(unfit, 405, "method_not_allowed");
    assert.equal(unfit.headers["allow"], "POST, OPTIONS");
    checkProblem(await signUp(GOOD, { ...JSON_BODY, Accept: "text/html" }), 406, "not_acceptable");
  });

  test("413 beyond 16 KiB, said or not", async () => {
    const long = JSON.stringify({ ...GOOD, use_case: "x".repeat(17_000) });
    checkProblem(await signUp(long), 413, "payload_too_large");
    checkProblem(await signUp(long, { ...JSON_BODY, "Transfer-Encoding": "chunked" }), 413, "payload_too_large");
  });

  test("415 with Accept-Post for another type", async () => {
    for (const headers of [
      { "Content-Type": "application/x-www-form-urlencoded" },
      {},
      { ...JSON_BODY, "Content-Encoding": "gzip" },
    ]) {
      const received = await signUp(gzipSync(JSON.stringify(GOOD)), headers);
      checkProblem(received, 415, "unsupported_media_type");
      assert.equal(received.headers["accept-post"], "application/json");
    }
  });

  test("429 for the sixth of an hour, in a window of its own", async () => {
    const ask = (body: unknown) =>
      own.from("203.0.114.2", "/api/sign-up", { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });
    for (let index = 0; index < 5; index++) assert.equal(remainingOf(await ask(GOOD)), 4 - index);
    const received = await ask(GOOD);
    const problem = checkProblem(received, 429, "rate_limited");
    assert.equal(received.headers["retry-after"], "2400");
    assert.deepEqual([problem["violated-policies"], problem["bulk_url"]], [["hour"], undefined]);
    assert.equal(remainingOf(await own.from("203.0.114.2", "/api/v2/scale")), 99, "sign-ups cost nothing else");
  });

  test("what is malformed costs none of the five, and is told of the quota only where it floods", async () => {
    const ask = (body: string, headers: Record<string, string> = JSON_BODY, query = "") =>
      own.from("203.0.114.3", `/api/sign-up${query}`, { method: "POST", headers, body });
    const good = JSON.stringify(GOOD);
    assert.equal(remainingOf(await ask(good)), 4);
    for (let times = 0; times < 10; times++) {
      checkProblem(await ask("{}"), 400, "invalid_request");
      checkProblem(await ask("{"), 400, "invalid_json");
      checkProblem(await ask(good, {}), 415, "unsupported_media_type");
      checkProblem(await ask(good, JSON_BODY, "?x=1"), 400, "unknown_parameter");
      checkProblem(await ask("x".repeat(20_000)), 413, "payload_too_large");
    }
    for (let left = 3; left >= 0; left--) assert.equal(remainingOf(await ask(good)), left);
    checkProblem(await ask(good), 429, "rate_limited");
    checkProblem(await ask("{}"), 400, "invalid_request");
    for (let times = 0; times < 3; times++) await ask("{}");
    const flooded = await ask("{}");
    const problem = checkProblem(flooded, 429, "rate_limited");
    assert.match(problem.detail, /60 requests per hour/u);
    assert.equal(flooded.headers["retry-after"], "2400");
    assert.equal(flooded.headers["ratelimit-policy"], '"hour";q=60;w=3600');
    const earlier = own.at;
    own.at = new Date("2026-11-21T09:00:00Z");
    checkProblem(await ask("{}"), 400, "invalid_request");
    assert.equal(remainingOf(await ask(good)), 4, "a new hour");
    own.at = earlier;
  });

  test("503 where there is no access room", async () => {
    const bare = await openSharedServer();
    const asked = { method: "POST", headers: JSON_BODY, body: JSON.stringify(GOOD) };
    const received = await send(bare, "/api/sign-up", asked);
    checkProblem(received, 503, "unavailable");
    assert.equal(received.headers["retry-after"], "5");
  });
});

interface Dashboard {
  readonly subject: string;
  readonly usage: { readonly last_hour: number; readonly last_day: number; readonly total: number | null };
  readonly remaining: { readonly hour: number | null; readonly day: number | null };
  readonly operations: readonly { readonly operation: string; readonly requests: number }[];
  readonly [member: string]: unknown;
}

async function dashboard(address: string, headers: Record<string, string> = {}): Promise<Dashboard> {
  const received = await own.from(address, "/api/dashboard", { headers });
  checkShared(received);
  assert.equal(received.status, 200);
  assert.equal(received.headers["cache-control"], "no-store");
  assert.equal(received.headers.etag, undefined);
  const body = JSON.parse(received.body.toString()) as Dashboard;
  checkAnswer(getDashboard, body);
  return body;
}

describe("GET /api/dashboard", () => {
  test("200 with the key's own: counts, limits, what is left, by operation", async () => {
    const headers = { "X-SVC-API-Key": await own.giveKey() };
    for (const path of [
      "/api/v2/scale",
      "/api/v2/scale",
      "/api/v2/countries/france",
      "/api/v2/countries/fr",
      "/api/v2/nowhere",
    ])
      await own.from("192.0.2.10", path, { headers });
    const { operations, email, scope, keys, ...rest } = await dashboard("192.0.2.11", headers);
    assert.deepEqual([typeof email, scope], ["string", "key"]);
    assert.deepEqual(
      (keys as { key_prefix: string; usage: { total: number } }[]).map((key) => [key.key_prefix, key.usage.total]),
      [[headers["X-SVC-API-Key"].slice(0, 16), 5]],
    );
    const file = await own.from("192.0.2.11", "/api/dashboard?format=json", { headers });
    assert.equal(file.headers["content-disposition"], 'attachment; filename="account.json"');
    assert.deepEqual((JSON.parse(file.body.toString()) as { keys: unknown }).keys, keys);
    assert.deepEqual(operations.map(({ operation, requests }) => `${operation} ${requests}`).toSorted(), [
      "get_country 2",
      "get_scale 2",
      "unknown 1",
    ]);
    assert.deepEqual(rest, {
      subject: "key",
      tier: "free",
      key_prefix: headers["X-SVC-API-Key"].slice(0, 16),
      created_at: "2026-11-21T08:20:00.000Z",
      email_confirmation: "not_required",
      usage: { last_hour: 5, last_day: 5, total: 5, reasons: {} },
      limits: { per_hour: 1000, per_day: 10_000, reasons: {} },
      remaining: { hour: 995, day: 9995, reasons: {} },
      resets_at: { hour: "2026-11-21T09:00:00.000Z", day: "2026-11-22T00:00:00.000Z" },
      deprecated: [],
      read_at: "2026-11-21T08:20:00.000Z",
      webhooks: [],
      reasons: {},
    });
  });

  test("200 without a key: the address's own, nothing of which is kept", async () => {
    await own.from("192.0.2.12", "/api/v2/scale");
    const { usage, remaining, subject, ...rest } = await dashboard("192.0.2.12");
    assert.deepEqual(
      [subject, usage, remaining],
      [
        "address",
        { last_hour: 1, last_day: 1, total: null, reasons: { total: "addresses_are_not_kept" } },
        { hour: 99, day: 999, reasons: {} },
      ],
    );
    assert.deepEqual(
      [rest["key_prefix"], rest["keys"], rest["reasons"]],
      [null, [], { key_prefix: "no_key", created_at: "no_key", email: "no_key", scope: "no_key" }],
    );
    assert.equal((await dashboard("192.0.2.13")).usage.last_hour, 0, "of this address alone");
  });

  test("the rolling hour is more than what the new hour has used", async () => {
    const headers = { "X-SVC-API-Key": await own.giveKey() };
    await own.from("192.0.2.14", "/api/v2/scale", { headers });
    const earlier = own.at;
    own.at = new Date("2026-11-21T09:05:00Z");
    const { usage, remaining } = await dashboard("192.0.2.14", headers);
    assert.deepEqual([usage.last_hour, remaining.hour, remaining.day], [1, 1000, 9999]);
    own.at = earlier;
  });

  test("deprecated addresses that are still asked, with what takes their place and how long they last", async () => {
    const headers = { "X-SVC-API-Key": await own.giveKey() };
    await own.from("192.0.2.15", "/api/v1/countries/france", { headers });
    await own.from("192.0.2.15", "/api/v1/countries/preview", { headers });
    const found = (await dashboard("192.0.2.15", headers))["deprecated"];
    const shared = {
      requests: 1,
      last_at: "2026-11-21T08:20:00.000Z",
      sunset: "2027-10-01T00:00:00.000Z",
      days_left: 314,
    };
    assert.deepEqual(found, [
      {
        operation: "preview_monitored_countries",
        path: "/api/v1/countries/preview",
        successor: `${BASE}/api/v2/countries/preview`,
        ...shared,
      },
      {
        operation: "get_country_scores",
        path: "/api/v1/countries/{slug}",
        successor: `${BASE}/api/v2/countries/{slug}`,
        ...shared,
      },
    ]);
  });

  test("429 beyond 120 an hour, in a window of its own that neither quota nor sign-up shares", async () => {
    const headers = { "X-SVC-API-Key": await own.giveKey() };
    const ask = () => own.from("192.0.2.16", "/api/dashboard", { headers });
    const first = await ask();
    assert.equal(first.headers["ratelimit-policy"], '"hour";q=120;w=3600');
    assert.equal(first.headers["ratelimit"], '"hour";r=119;t=2400');
    await Promise.all(Array.from({ length: 119 }, ask));
    const refused = await ask();
    const problem = checkProblem(refused, 429, "rate_limited");
    assert.deepEqual([refused.headers["retry-after"], problem["tier"]], ["2400", "free"]);
    const counted = await own.from("192.0.2.16", "/api/v2/scale", { headers });
    assert.deepEqual([counted.status, remainingOf(counted)], [200, 999]);
    assert.equal((await own.from("192.0.2.16", "/api/dashboard")).status, 200, "its address has another window");
  });

  test("no limit is null", async () => {
    const headers = { "X-SVC-API-Key": await own.giveKey({ kind: "tier", tier: "enterprise" }) };
    const { limits, remaining } = await dashboard("192.0.2.16", headers);
    const reason = "unlimited";
    assert.deepEqual(limits, { per_hour: null, per_day: null, reasons: { per_hour: reason, per_day: reason } });
    assert.deepEqual(remaining, { hour: null, day: null, reasons: { hour: reason, day: reason } });
  });

  test("HEAD without a body; 400 for a parameter, 405, 406; 503 where there is no access room", async () => {
    const head = await own.from("192.0.2.17", "/api/dashboard", { method: "HEAD" });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    checkProblem(await own.from("192.0.2.17", "/api/dashboard?x=1"), 400, "unknown_parameter");
    checkProblem(await own.from("192.0.2.17", "/api/dashboard", { method: "POST" }), 405, "method_not_allowed");
    checkProblem(
      await own.from("192.0.2.17", "/api/dashboard", { headers: { Accept: "text/csv" } }),
      406,
      "not_acceptable",
    );
    checkProblem(await send(await openSharedServer(), "/api/dashboard"), 503, "unavailable");
  });
});
