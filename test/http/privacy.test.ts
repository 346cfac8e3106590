import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { before, describe, test } from "node:test";
import { pino } from "pino";
import { openMetrics } from "../../src/http/metrics.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { type AccessServer, JSON_BODY, openAccessServer } from "./access-server.ts";
import { RELEASE, type Received, sendRaw } from "./test-server.ts";

/**
 * No key, e-mail address or address of a caller in any log line, figure, error, header or file:
 * everything is asked, then looked for.
 */

const EMAIL = "marked-person@marked.example";
const USE_CASE = "MarkedUseCase";
const CLIENT = "203.0.113.77";

const lines: string[] = [];
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

let own: AccessServer;
let key: string;
let unknown: string;
/** Everything that was answered, but the one answer that gives out the key. */
const answers: Received[] = [];

before(async () => {
  const metrics = await openMetrics(() => RELEASE);
  own = await openAccessServer({
    logger: pino({ level: "trace" }, stream),
    metrics: { metrics, path: "/metrics" },
  });
  const body = JSON.stringify({ email: EMAIL, use_case: USE_CASE });
  const signedUp = await own.from(CLIENT, "/api/sign-up", { method: "POST", headers: JSON_BODY, body });
  ({ api_key: key } = JSON.parse(signedUp.body.toString()) as { api_key: string });
  unknown = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
  await askEverything();
});

const EVERY_WAY = new Set(
  "/ /docs /nowhere /healthz /api/v2/scale /api/v2/countries/fr /api/dashboard /api/sign-up /api/keys/rotate".split(
    " ",
  ),
);

/** Every route and every way to send a key, right and wrong, with what is refused besides. */
async function askEverything(): Promise<void> {
  const places = (sent: string): readonly (readonly [query: string, headers: Record<string, string>])[] => [
    ["", { "X-SVC-API-Key": sent }],
    ["", { Authorization: `Bearer ${sent}` }],
    [`key=${sent}`, {}],
    [`%6b%65y=${sent}&colour=red`, {}],
    [`key=${sent}&key=${sent}`, {}],
  ];
  const paths = [
    // The dashboard repeats to the holder of a key what is stored about it; that is what it is for.
    ...OPERATIONS.filter(({ id, endsKey }) => endsKey !== true && id !== "get_dashboard").map(({ path: template }) =>
      template.replaceAll(/\{\w+\}/gu, "france"),
    ),
    "/",
    "/api",
    "/docs",
    "/docs/reference",
    "/api/openapi.json",
    "/problems/gone",
    "/healthz",
    "/readyz",
    "/nowhere",
    "/api/v2/nowhere",
    "/api/v2/countries/%zz",
    "/api/v2/countries/fr",
    // The last ones, because the key works no longer then.
    ...OPERATIONS.filter(({ endsKey }) => endsKey === true).map((operation) => operation.path),
  ];
  let client = 0;
  for (const sent of [key, unknown]) {
    for (const [index, target] of paths.entries()) {
      const all = places(sent);
      // Every way for one path of each kind, one way for each of the others, in turn.
      for (const [query, headers] of EVERY_WAY.has(target) ? all : [all[index % all.length]!]) {
        const address = query === "" ? target : `${target}?${query}`;
        client += 1;
        const from = `203.0.${113 + Math.floor(client / 200)}.${(client % 200) + 1}`;
        const body = JSON.stringify({ email: EMAIL, use_case: USE_CASE, [sent]: 1 });
        const posted = { method: "POST", headers: { ...headers, ...JSON_BODY }, body, authorizesItself: true };
        answers.push(await own.from(from, address, { headers, authorizesItself: true }));
        answers.push(await own.from(from, address, posted));
      }
    }
  }
  for (const body of [`{"email":"${EMAIL}",`, `"${EMAIL}"`, `{"email":"${EMAIL}","use_case":["${USE_CASE}"]}`, EMAIL]) {
    answers.push(await own.from(CLIENT, "/api/sign-up", { method: "POST", headers: JSON_BODY, body }));
  }
  // A wrong key is named a hundred times an hour, and only then the quota that it used up.
  for (let asked = 0; asked < 210; asked++)
    answers.push(await own.from(CLIENT, `/api/v2/scale?key=${unknown}`, { authorizesItself: true }));
  for (const raw of [
    `GET /api/v2/scale?key=${key} HTTP/9\r\n\r\n`,
    `BREW /api/v2/scale?key=${key} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /api/v2/scale?key=${key} HTTP/1.1\r\n\r\n`,
    `GET http://x/api/v2/countries/france?key=${key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `GET /api/v2/scale?key=${key} HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
  ]) {
    const received = await sendRaw(own.server, raw);
    answers.push({ status: 0, headers: {}, rawHeaders: [], body: Buffer.from(received) });
  }
}

/** What must be nowhere: whole, or as much of a key as could be used. */
function secretsIn(text: string): string[] {
  const secrets = { key, "the wrong key": unknown, "rest of the key": key.slice(16, -1), EMAIL, USE_CASE };
  return Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
}

describe("after everything was asked with a marked key and e-mail address", () => {
  test("enough was asked to say so", () => {
    assert.ok(answers.length > 600, String(answers.length));
    const statuses = new Set(answers.map(({ status }) => status));
    for (const status of [200, 308, 400, 401, 404, 405, 429]) assert.ok(statuses.has(status), String(status));
  });

  test("no log line at level trace holds any of it, nor the address of a caller", () => {
    assert.ok(lines.length > 600, String(lines.length));
    for (const line of lines) {
      assert.deepEqual(secretsIn(line), [], line);
      assert.doesNotMatch(line, /203\.0\.11\d\./u);
    }
  });

  test("no answer repeats it, in its head or its body, but a redirect of an address that had it", () => {
    for (const { status, rawHeaders, body } of answers) {
      const head = rawHeaders.filter((_, index) => !(status === 308 && rawHeaders[index - 1] === "Location"));
      assert.deepEqual(secretsIn(head.join("\n")), []);
      const text = body.toString();
      assert.deepEqual(secretsIn(text), [], text.slice(0, 600));
    }
  });

  test("no figure holds any of it", async () => {
    const { body } = await own.from(CLIENT, "/metrics");
    assert.ok(body.length > 5000);
    assert.deepEqual(secretsIn(body.toString()), []);
    assert.doesNotMatch(body.toString(), /203\.0\.11\d\.|ctds_live/u);
  });

  test("no file holds a key or the address of a caller; the e-mail address stands in the store alone", async () => {
    await own.access.usageOf(own.access.findAddress(CLIENT));
    const files = readdirSync(own.dataFolder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    assert.ok(files.length > 1);
    for (const { name, parentPath } of files) {
      const content = readFileSync(path.join(parentPath, name), "latin1");
      const found = secretsIn(content).filter((secret) => secret !== "EMAIL" && secret !== "USE_CASE");
      assert.deepEqual(found, [], name);
      assert.ok(!content.includes(CLIENT), name);
      if (!name.startsWith("access.sqlite")) assert.ok(!content.includes(EMAIL), name);
    }
  });
});
