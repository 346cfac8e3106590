import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { describe, test } from "node:test";
import { pino } from "pino";
import type { Authorize } from "../../src/http/authorize.ts";
import { HttpProblem } from "../../src/http/http-problem.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { UnreadableRelease } from "../../src/release/snapshot.ts";
import { COMPANIES, type StatedCompany, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, checkProblem, openTestServer, send } from "./test-server.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** A logger that keeps its lines. */
function keepLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, logger: pino({ level: "info" }, stream) };
}

describe("a damaged release", () => {
  test("503 where it is asked for, with Retry-After; everything else goes on", async () => {
    const known = buildMemoryReleases(buildMemorySnapshot(RELEASE));
    const damaged = "2026-10-20-dddddddddddd";
    const byId = (id: string): Snapshot | undefined => {
      if (id === damaged) throw new UnreadableRelease("its database lies at /var/lib/secret");
      return known.byId(id);
    };
    const { lines, logger } = keepLog();
    const server = await openTestServer({ releases: { ...known, byId }, logger });
    for (const address of [
      "/api/v2/companies",
      "/api/v2/countries/france",
      "/api/v2/releases",
      "/api/v2/data/companies.csv",
    ]) {
      const received = await send(server, `${address}?release=${damaged}`);
      const problem = checkProblem(received, 503, "unavailable");
      assert.match(problem.detail, new RegExp(`release ${damaged} is damaged`));
      assert.equal(received.headers["retry-after"], "5");
      assert.ok(!received.body.includes("secret"));
      assert.equal((await send(server, `${address}?release=${RELEASE}`)).status, 200);
    }
    assert.ok(!lines.join("").includes("a request failed"));
    await server.close();
  });

  test("that should be current is named in /readyz, which stays at 200", async () => {
    const refused = { id: "2026-12-01-dddddddddddd", reason: "damaged" } as const;
    const releases = {
      ...buildMemoryReleases(buildMemorySnapshot(RELEASE)),
      refused: () => refused,
      troubles: () => ["release" as const],
    };
    const server = await openTestServer({ releases });
    const { status, body } = await send(server, "/readyz");
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(body.toString()), {
      status: "ready",
      release: RELEASE,
      refused_release: refused,
      degraded: ["release"],
      damaged_files: [],
    });
    await server.close();
  });
});

describe("our own mistakes", () => {
  test("500 tells nothing of them, and the log tells all under the request's id", async () => {
    const broken: Snapshot = {
      ...buildMemorySnapshot(RELEASE),
      companyById: () => {
        throw new Error("the secret of the store");
      },
    };
    const { lines, logger } = keepLog();
    const server = await openTestServer({ releases: buildMemoryReleases(broken), logger });
    const received = await send(server, "/api/v2/companies/anything", { headers: { Authorization: "Bearer hidden" } });
    const problem = checkProblem(received, 500, "internal_error");
    assert.ok(!received.body.includes("secret"));
    const line = lines.find((each) => each.includes("the secret of the store"));
    assert.ok(line?.includes(problem.instance.slice("urn:uuid:".length)));
    assert.ok(!lines.join("").includes("127.0.0.1") && !lines.join("").includes("hidden"));
    assert.equal((await send(server, "/api/v2/scale")).status, 200, "the others go on");
    await server.close();
  });

  test("an answer that cannot be made fails alone, for whoever asks", async () => {
    const cell = (): never => {
      throw new Error("no cells");
    };
    const releases = buildMemoryReleases({ ...buildMemorySnapshot(RELEASE), cell });
    const { lines, logger } = keepLog();
    const server = await openTestServer({ releases, logger });
    checkProblem(await send(server, "/api/v2/intelligence/country-sector-matrix"), 500, "internal_error");
    assert.ok(lines.some((line) => line.includes("no cells")));
    assert.equal((await send(server, "/api/v2/scale")).status, 200);
    await server.close();
  });

  test("a file that is gone is a 500, and nothing is kept of that", async () => {
    const snapshot = buildMemorySnapshot(RELEASE);
    const path = join(newTemporaryFolder(), "countries.csv");
    const file = { ...snapshot.tableFile("countries", "csv")!, path };
    const server = await openTestServer({ releases: buildMemoryReleases({ ...snapshot, tableFile: () => file }) });
    checkProblem(await send(server, "/api/v2/intelligence/country-data.csv"), 500, "internal_error");
    writeFileSync(path, "iso3\r\nFRA\r\n");
    assert.equal((await send(server, "/api/v2/intelligence/country-data.csv")).status, 200);
    await server.close();
  });
});

describe("large answers", () => {
  const companies: StatedCompany[] = Array.from({ length: 400 }, (_, index) => ({
    ...COMPANIES[index % COMPANIES.length]!,
    id: `big-${index}`,
    name: `Größe ${index} 会社`,
  }));

  test("arrive whole, whatever letters they hold", async () => {
    const server = await openTestServer({
      releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, companies)),
      cacheBytesMax: 0,
    });
    for (const limit of [20, 1000]) {
      const { body } = await send(server, `/api/v2/companies?limit=${limit}`);
      const { items } = JSON.parse(body.toString()) as { items: { name: string }[] };
      assert.deepEqual(
        items.map(({ name }) => name),
        companies.slice(0, limit).map(({ name }) => name),
      );
    }
    await server.close();
  });

  test("a file too large to hold is streamed with the same headers, to HEAD and 304 as well", async () => {
    const snapshot = buildMemorySnapshot(RELEASE);
    const path = join(newTemporaryFolder(), "countries.csv");
    const content = Buffer.alloc(5 * 1024 * 1024, "iso3\r\nFRA\r\n");
    writeFileSync(path, content);
    const file = { path, bytes: content.length, sha256: "a".repeat(64) };
    const server = await openTestServer({ releases: buildMemoryReleases({ ...snapshot, tableFile: () => file }) });
    const address = "/api/v2/intelligence/country-data.csv";
    const received = await send(server, address);
    assert.ok(received.body.equals(content));
    assert.equal(received.headers["content-length"], String(content.length));
    assert.equal(received.headers.etag, `"${"a".repeat(64)}"`);
    assert.match(String(received.headers["content-disposition"]), /attachment/u);
    assert.equal((await send(server, address, { method: "HEAD" })).headers["content-length"], String(content.length));
    assert.equal((await send(server, address, { headers: { "If-None-Match": received.headers.etag } })).status, 304);
    await server.close();
  });
});

describe("authorization", () => {
  const refuse: Authorize = () =>
    Promise.resolve({
      caller: null,
      isPrivate: false,
      headers: ["RateLimit", '"hour";r=0;t=10'],
      refusal: new HttpProblem("rate_limited", "Enough for this hour.", ["Retry-After", "10"]),
    });

  test("stands before parameters and answers on every path, and its headers stay", async () => {
    const server = await openTestServer({ authorize: refuse });
    const asked = [
      "/api/v2/scale",
      "/api/v2/companies?colour=red",
      "/api/v2/nowhere",
      "/api/openapi.json",
      "/api/v2/countries/fr",
    ];
    for (const address of asked) {
      const received = await send(server, address, { authorizesItself: true });
      checkProblem(received, 429, "rate_limited");
      assert.equal(received.headers["retry-after"], "10");
      assert.equal(received.headers["ratelimit"], '"hour";r=0;t=10');
    }
    assert.equal((await send(server, "/api/v2/scale", { method: "OPTIONS" })).status, 204, "preflights pass");
    const unfit = await send(server, "/api/v2/scale", { method: "POST", authorizesItself: true });
    checkProblem(unfit, 405, "method_not_allowed");
    assert.equal(unfit.headers["ratelimit"], '"hour";r=0;t=10', "the method is looked at first, and the quota is told");
    assert.equal(unfit.headers["retry-after"], undefined);
    assert.equal((await send(server, "/healthz")).status, 200, "health passes");
    await server.close();
  });

  test("adds its headers to every response, makes data private, and counts under the operation", async () => {
    const counted: string[] = [];
    const limits = { perHour: 10, perDay: null };
    const caller = { kind: "address", id: "a_test", tier: "anonymous", limits } as const;
    const authorize: Authorize = (_request, _admission, operation) => {
      counted.push(operation);
      return Promise.resolve({ caller, isPrivate: true, headers: ["RateLimit", '"hour";r=9;t=10'], refusal: null });
    };
    const server = await openTestServer({ authorize });
    let expected = 0;
    const asked = [
      ["/api/v2/scale", "get_scale"],
      ["/api/v2/companies?limit=1", "list_companies"],
      ["/api/v2/companies?limit=0", "list_companies"],
      ["/api/v2/nowhere", "unknown"],
      ["/api/v2/countries/fr", "get_country"],
      ["/api/v2/countries/%zz", "unknown"],
      [`/api/v2/${"x".repeat(9000)}`, "unknown"],
    ] as const;
    for (const [address, operation] of asked) {
      const { headers, status } = await send(server, address, { authorizesItself: true });
      assert.equal(headers["ratelimit"], '"hour";r=9;t=10', address);
      if (status < 400) assert.equal(headers["cache-control"], "private, max-age=300");
      assert.equal(counted.at(-1), operation, address);
      assert.equal(counted.length, ++expected, "counted once");
    }
    await server.close();
  });
});
