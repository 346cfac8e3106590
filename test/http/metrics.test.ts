import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pino } from "pino";
import { type Metrics, openMetrics, openMetricsServer } from "../../src/http/metrics.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { loggedPath } from "../../src/http/request-log.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { RELEASE, checkProblem, checkShared, openSharedServer, openTestServer, send, sendRaw } from "./test-server.ts";

const KEY = `ctds_live_${"a".repeat(38)}`;

describe("metrics and log lines", () => {
  const lines: string[] = [];
  let metrics: Metrics;
  let server: HttpServer;
  before(async () => {
    metrics = await openMetrics(() => RELEASE);
    const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    server = await openTestServer({ metrics: { metrics, path: "/metrics" }, logger });
  });
  after(() => server.close());

  /** The counts of answers by operation and class of status, from the text a scraper reads. */
  const counts = async (): Promise<Record<string, number>> => {
    const text = (await send(server, "/metrics")).body.toString();
    const pattern = /^country_trust_request_duration_seconds_count\{operation="([^"]*)",status="(\dxx)"\} (\d+)$/gmu;
    return Object.fromEntries(
      [...text.matchAll(pattern)].map(([, name, status, count]) => [`${name} ${status}`, Number(count)]),
    );
  };

  test("every answer is counted once under its operation, whoever made it", async () => {
    const earlier = await counts();
    const preview = await send(server, "/api/v2/countries/preview");
    await send(server, "/api/v2/countries/preview", { headers: { "If-None-Match": String(preview.headers.etag) } });
    await send(server, "/api/v2/countries/atlantis");
    await send(server, "/api/v2/companies?limit=1");
    await send(server, "/docs");
    await send(server, "/nowhere/at/all");
    await sendRaw(server, "NOT HTTP\r\n\r\n");
    const later = await counts();
    const grown = Object.fromEntries(
      Object.entries(later)
        .map(([name, count]) => [name, count - (earlier[name] ?? 0)] as const)
        .filter(([, count]) => count > 0),
    );
    assert.deepEqual(grown, {
      "preview_countries 2xx": 1,
      "preview_countries 3xx": 1,
      "get_country 4xx": 1,
      "list_companies 2xx": 1,
      "/docs 2xx": 1,
      "none 4xx": 2,
      // The look before this one.
      "/metrics 2xx": 1,
    });
  });

  test("a histogram adds up: every bucket holds those before it, the last one all", async () => {
    await send(server, "/api/v2/countries/preview");
    const text = (await send(server, "/metrics")).body.toString();
    const buckets = [...text.matchAll(/_bucket\{le="([^"]+)",operation="preview_countries",status="2xx"\} (\d+)/gu)];
    const values = buckets.map(([, , count]) => Number(count));
    assert.equal(buckets.at(-1)![1], "+Inf");
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
    );
    assert.equal(values.at(-1), (await counts())["preview_countries 2xx"]);
  });

  test("labels are those of the program, whatever callers send", async () => {
    for (const path of ["/a", "/b", "/api/v2/countries/x1", "/api/v2/countries/x2", `/api/v2/countries/${KEY}`])
      await send(server, path);
    const known = new Set([...OPERATIONS.map(({ id }) => id), "none", "/docs", "/metrics"]);
    for (const name of Object.keys(await counts())) assert.ok(known.has(name.split(" ")[0]!), name);
    assert.ok(!(await send(server, "/metrics")).body.toString().includes(KEY));
  });

  test("release, process and event loop are there, and nobody may keep them", async () => {
    const received = await send(server, "/metrics");
    checkShared(received);
    assert.equal(received.headers["cache-control"], "no-store");
    assert.match(String(received.headers["content-type"]), /^text\/plain; version=0\.0\.4/u);
    const text = received.body.toString();
    assert.ok(text.includes(`country_trust_release_info{release="${RELEASE}"} 1`));
    for (const name of [
      "process_resident_memory_bytes",
      "process_cpu_seconds_total",
      "nodejs_eventloop_lag_p99_seconds",
    ])
      assert.match(text, new RegExp(`^${name} [\\d.e+-]+$`, "mu"));
  });

  test("a request line names the request and holds no key, query, header or address", async () => {
    lines.length = 0;
    const headers = {
      "X-SVC-API-Key": KEY,
      Authorization: `Bearer ${KEY}`,
      "User-Agent": "somebody",
      Referer: "https://secret.example",
    };
    const received = await send(server, `/api/v2/countries/${KEY}?key=${KEY}&release=secret`, { headers });
    const line = JSON.parse(lines.at(-1)!) as Record<string, unknown>;
    assert.equal(line["requestId"], received.headers["x-request-id"]);
    assert.equal(line["status"], received.status);
    assert.equal(line["operation"], "get_country");
    for (const secret of [KEY, "aaaa", "secret", "somebody", "127.0.0.1", "Bearer"])
      assert.ok(!lines.join("\n").includes(secret), secret);
  });

  test("an address in absolute form, a fragment or an encoded key leaves nothing in the log", () => {
    assert.equal(loggedPath("http://user:pw@host/api?x=1"), "/api");
    assert.equal(loggedPath("/api/v2/countries/france#a?b"), "/api/v2/countries/france");
    assert.equal(loggedPath("/x/ctds%5Flive_abc/y"), "/x/ctds_…/y");
    assert.equal(loggedPath(`/${"a".repeat(500)}`).length, 200);
  });

  test("without metrics there is no page of them", async () => {
    checkProblem(await send(await openSharedServer(), "/metrics"), 404, "not_found");
  });

  test("a port of their own answers the metrics and nothing else", async () => {
    const own = await openMetricsServer(metrics, "127.0.0.1", 0);
    const ask = (path: string, method = "GET") => fetch(`http://127.0.0.1:${own.port}${path}`, { method });
    const received = await ask("/metrics");
    assert.equal(received.status, 200);
    assert.match(await received.text(), /country_trust_release_info/);
    for (const path of ["/", "/api", "/docs"]) assert.equal((await ask(path)).status, 404);
    assert.equal((await ask("/metrics", "POST")).status, 404);
    await own.close();
    await assert.rejects(ask("/metrics"));
  });
});
