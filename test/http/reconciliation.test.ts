import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { before, describe, test } from "node:test";
import { HtmlValidate } from "html-validate/node";
import { pino } from "pino";
import { openMetrics } from "../../src/http/metrics.ts";
import { type AccessServer, openAccessServer, remainingOf } from "./access-server.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { HOSTILE_COMPANIES, HOSTILE_FACTS, HOSTILE_TEXTS } from "../pages/hostile-dataset.ts";
import {
  BASE,
  RELEASE,
  type Received,
  checkProblem,
  checkShared,
  openSharedServer,
  openTestServer,
  send,
} from "./test-server.ts";

/** The reconciliation service as a client in a browser and OpenRefine use it. */

const FORM = "application/x-www-form-urlencoded; charset=UTF-8";

const lines: string[] = [];
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

let own: AccessServer;
let client = 0;
const newAddress = (): string => `203.0.113.${(client += 1)}`;

before(async () => {
  const metrics = await openMetrics(() => RELEASE);
  own = await openAccessServer({
    logger: pino({ level: "trace" }, stream),
    metrics: { metrics, path: "/metrics" },
  });
});

const post = (
  fields: Readonly<Record<string, string>>,
  path = "/reconcile",
  from = newAddress(),
): Promise<Received> => {
  const body = new URLSearchParams(fields).toString();
  return own.from(from, path, {
    method: "POST",
    headers: { "Content-Type": FORM, Origin: "http://127.0.0.1:3333" },
    body,
  });
};

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:a11y"],
  rules: { "doctype-style": ["error", { style: "lowercase" }], "long-title": "off" },
});

async function faultsIn(markup: string): Promise<string[]> {
  const { results } = await validator.validateString(markup);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}

const jsonOf = ({ body }: Received): unknown => JSON.parse(body.toString());

describe("/reconcile", () => {
  test("200 for a form, open to every origin, kept by nobody", async () => {
    const received = await post({ queries: '{"q0":{"query":"bois clair"}}' });
    checkShared(received);
    assert.equal(received.status, 200);
    assert.equal(received.headers["access-control-allow-origin"], "*");
    assert.equal(received.headers["cache-control"], "no-store");
    assert.equal(received.headers["content-type"], "application/json");
    const { q0 } = jsonOf(received) as Record<string, { result: { id: string; match: boolean }[] }>;
    assert.deepEqual(
      q0!.result.map(({ id, match }) => [id, match]),
      [["bois-clair", true]],
    );
  });

  test("200 with the languages that Cocoda sends", async () => {
    const received = await post({ queries: '{"q0":{"query":"bois clair"}}' }, "/reconcile?language=en,de");
    assert.equal(received.status, 200);
    assert.equal((await own.from(newAddress(), "/reconcile?language=en")).status, 200);
  });

  test("a form needs no preflight, and a preflight allows it all the same", async () => {
    const headers = {
      Origin: "http://127.0.0.1:3333",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type",
    };
    for (const path of ["/reconcile", "/reconcile/suggest/entity"]) {
      const { status, headers: received } = await own.from(newAddress(), path, { method: "OPTIONS", headers });
      assert.equal(status, 204);
      assert.equal(received["access-control-allow-origin"], "*");
      assert.match(String(received["access-control-allow-methods"]), /POST/u);
      assert.match(String(received["access-control-allow-headers"]), /Content-Type/u);
    }
  });

  test("200 for GET and HEAD, with the manifest or an answer, kept by nobody either", async () => {
    const query = new URLSearchParams({ queries: '{"q0":{"query":"bois clair"}}' }).toString();
    for (const path of ["/reconcile", `/reconcile?${query}`]) {
      const received = await own.from(newAddress(), path);
      assert.equal(received.status, 200);
      assert.deepEqual([received.headers["cache-control"], received.headers.etag], ["no-store", undefined]);
      const head = await own.from(newAddress(), path, { method: "HEAD" });
      assert.deepEqual([head.status, head.body.length], [200, 0]);
    }
    const manifest = jsonOf(await own.from(newAddress(), "/reconcile")) as { versions: string[] };
    assert.deepEqual(manifest.versions, ["0.2"]);
  });

  test("400, 413 and 415 are problems, open to every origin", async () => {
    checkProblem(await post({ queries: "{" }), 400, "invalid_json");
    checkProblem(await post({ queries: "{}", extend: "{}" }), 400, "invalid_request");
    checkProblem(await post({ query: "bois clair" }), 400, "invalid_request");
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`q${at}`, { query: "a" }]));
    const refused = await post({ queries: JSON.stringify(many) });
    checkProblem(refused, 413, "payload_too_large");
    assert.equal(refused.headers["access-control-allow-origin"], "*");
    checkProblem(await post({ queries: " ".repeat(600_000) }), 413, "payload_too_large");
    const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"queries":{}}' };
    const { headers } = await own.from(newAddress(), "/reconcile", json);
    assert.equal(headers["accept-post"], "application/x-www-form-urlencoded");
    // What the specification leaves open, JSONP, is not offered: no script is ever answered.
    checkProblem(await own.from(newAddress(), "/reconcile?callback=jQuery1"), 400, "unknown_parameter");
    checkProblem(await own.from(newAddress(), "/reconcile", { method: "DELETE" }), 405, "method_not_allowed");
  });
});

describe("the preview of a company", () => {
  test("what the manifest names for a candidate answers: its page, and a page for a frame", async () => {
    const { view, preview } = jsonOf(await own.from(newAddress(), "/reconcile")) as Record<string, { url: string }>;
    for (const { url } of [view!, preview!]) {
      const path = url.replace("{{id}}", "aster-energie").slice(BASE.length);
      const { status, headers } = await own.from(newAddress(), path, { headers: { Accept: "text/html,*/*;q=0.8" } });
      assert.deepEqual([status, headers["content-type"]], [200, "text/html; charset=utf-8"], path);
    }
  });

  test("the logo and the documentation that the manifest names answer", async () => {
    const site = await openSharedServer();
    const { logo, documentation } = jsonOf(await send(site, "/reconcile")) as Record<string, string>;
    for (const url of [logo, documentation])
      assert.equal((await send(site, url!.slice(BASE.length), { headers: { Accept: "*/*" } })).status, 200, url);
  });

  test("200 with band, counts, sentence, release and notice, well-formed, for frames of everybody", async () => {
    const { status, headers, body } = await own.from(newAddress(), "/embed/companies/aster-energie");
    const markup = body.toString();
    assert.equal(status, 200);
    const policy = String(headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; style-src 'self';.* frame-ancestors \*$/u);
    assert.equal(headers["x-frame-options"], undefined);
    for (const text of [
      "Áster Énergie",
      "energy</bdi>, France",
      "High",
      "1 Low, 1 High, 1 Very high",
      RELEASE,
      "All companies are fictional.",
    ])
      assert.ok(markup.includes(text), text);
    assert.equal(markup.match(/All companies are fictional/gu)?.length, 1);
    assert.doesNotMatch(markup, /<script|<style| style="| on\w+="/u);
    assert.deepEqual(await faultsIn(markup), []);
    for (const [, href = ""] of markup.matchAll(/ href="([^"]+)"/gu))
      assert.equal((await own.from(newAddress(), href)).status, 200, href);
  });

  test("a company that is not judged says so", async () => {
    const { body } = await own.from(newAddress(), "/embed/companies/himba");
    assert.match(body.toString(), /Not judged[^]*listed and not judged/u);
    assert.deepEqual(await faultsIn(body.toString()), []);
  });

  test("308 from the publisher's id, 404 for nobody", async () => {
    const { status, headers } = await own.from(newAddress(), "/embed/companies/c-1");
    assert.deepEqual([status, headers.location], [308, "/embed/companies/aster-energie"]);
    checkProblem(await own.from(newAddress(), "/embed/companies/nobody"), 404, "company_not_found");
  });

  test("texts of a publisher are text, whatever is in them", async () => {
    const snapshot = buildMemorySnapshot(RELEASE, HOSTILE_COMPANIES, HOSTILE_FACTS);
    const hostile = await openTestServer({ releases: buildMemoryReleases(snapshot) });
    const { rows: companies } = snapshot.listCompanies({ limit: 100, offset: 0, sort: "name" });
    assert.equal(companies.length, HOSTILE_COMPANIES.length);
    // A publication cuts slugs; those of this release in memory are as long as the names.
    for (const { slug } of companies.filter((company) => company.slug.length <= 300)) {
      const { status, body } = await send(hostile, `/embed/companies/${encodeURIComponent(slug)}`);
      assert.equal(status, 200, slug);
      assert.deepEqual(await faultsIn(body.toString()), [], slug);
      for (const text of HOSTILE_TEXTS.filter((each) => each.includes("<"))) assert.ok(!body.toString().includes(text));
    }
    await hostile.close();
  });
});

describe("the quota of reconciliation", () => {
  test("a batch counts as one request, however many queries it has", async () => {
    const from = newAddress();
    const before50 = remainingOf(await own.from(from, "/api/v2/scale"));
    const batch = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`q${at}`, { query: "bois clair" }]));
    assert.equal(remainingOf(await post({ queries: JSON.stringify(batch) }, "/reconcile", from)), before50 - 1);
    assert.equal(remainingOf(await own.from(from, "/reconcile")), before50 - 2);
  });

  test("a key in the URL is the one counted, as a client that can send no header has it", async () => {
    const key = await own.giveKey();
    const from = newAddress();
    const received = await post({ queries: "{}" }, `/reconcile?key=${key}`, from);
    assert.equal(received.status, 200);
    assert.match(String(received.headers["ratelimit-policy"]), /"hour";q=1000/u);
    assert.equal(remainingOf(received), 999);
    assert.equal(remainingOf(await own.from(from, "/api/v2/scale")), 99);
    assert.ok(!received.body.toString().includes(key));
    const manifest = await own.from(from, `/reconcile?key=${key}`);
    assert.ok(!manifest.body.toString().includes("key="));
    checkProblem(await post({ queries: "{}" }, "/reconcile?key=nonsense"), 401, "unknown_api_key");
  });

  test("429 with CORS when it is used up", async () => {
    const from = newAddress();
    for (let asked = 0; asked < 100; asked++) await own.from(from, "/api/v2/scale");
    const refused = await post({ queries: "{}" }, "/reconcile", from);
    checkProblem(refused, 429, "rate_limited");
    assert.equal(refused.headers["access-control-allow-origin"], "*");
    // Who types goes on being helped.
    assert.equal((await own.from(from, "/reconcile/suggest/entity?prefix=bo")).status, 200);
    assert.equal((await own.from(from, "/reconcile/properties")).status, 200);
  });

  test("suggestions have a limit of their own, which takes nothing from the quota", async () => {
    const from = newAddress();
    const paths = [
      "/reconcile/suggest/entity?prefix=bo",
      "/reconcile/suggest/property?prefix=me",
      "/reconcile/properties",
    ];
    const left: number[] = [];
    for (const path of paths) left.push(remainingOf(await own.from(from, path)));
    assert.deepEqual(left, [999, 998, 997]);
    assert.equal(remainingOf(await own.from(from, "/api/v2/scale")), 99);
    for (let asked = 0; asked < 997; asked++) await own.from(from, paths[2]!);
    const { detail } = checkProblem(await own.from(from, paths[0]!), 429, "rate_limited");
    assert.match(detail, /1000 requests per hour/u);
  });
});

describe("what is reconciled", () => {
  test("is in no log line, no figure and no refusal", async () => {
    const secret = "Marked Customer of Ours";
    const queries = JSON.stringify({ q0: { query: secret, properties: [{ pid: "country", v: secret }] } });
    const wrong = JSON.stringify({ q0: { query: secret, limit: secret, type_strict: secret, type: [1] } });
    const extend = JSON.stringify({ ids: [secret], properties: [{ id: "country" }] });
    const written = encodeURIComponent(secret);
    const refusals = [
      await post({ queries: wrong }),
      await post({ queries: `{"q0":{"query":"${secret}"` }),
      await post({ queries: `["${secret}"]` }),
      await post({ queries, extend }),
      await own.from(newAddress(), `/reconcile?queries=${encodeURIComponent(wrong)}`),
    ];
    for (const refused of refusals) {
      assert.ok(refused.status >= 400, String(refused.status));
      assert.ok(!refused.body.toString().includes("Marked"), refused.body.toString());
    }
    await post({ queries });
    await own.from(newAddress(), `/reconcile?queries=${encodeURIComponent(queries)}`);
    await own.from(newAddress(), `/reconcile/suggest/entity?prefix=${written}`);
    const { body } = await own.from(newAddress(), "/metrics");
    assert.ok(lines.some((line) => line.includes('"operation":"reconcile"')));
    assert.ok(!`${lines.join("")}${body.toString()}`.includes("Marked"));
  });
});
