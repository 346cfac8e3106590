import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { COMPANIES, type StatedCompany, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { addBody, bytesHeld, prepareText } from "../../src/http/represent.ts";
import { ResponseCache } from "../../src/http/response-cache.ts";
import { RELEASE, openTestServer, send } from "./test-server.ts";

/** A snapshot that counts how often a company list is made. */
function countLists(companies: readonly StatedCompany[] = COMPANIES) {
  const snapshot = buildMemorySnapshot(RELEASE, companies);
  const counter = { lists: 0 };
  const counting: Snapshot = {
    ...snapshot,
    listCompanies(query) {
      counter.lists++;
      return snapshot.listCompanies(query);
    },
  };
  return { counter, releases: buildMemoryReleases(counting) };
}

describe("the cache of answers made on demand", () => {
  test("a response is made twice at most for each way to write its URL", async () => {
    const { counter, releases } = countLists();
    const server = await openTestServer({ releases });
    for (const query of [
      "limit=3&sort=-name",
      "sort=-name&limit=3",
      "sort=-name&limit=3&",
      `limit=3&sort=-name&release=${RELEASE}`,
    ]) {
      counter.lists = 0;
      for (const coding of ["identity", "br", "gzip", "zstd", "br"]) {
        const { status } = await send(server, `/api/v2/companies?${query}`, { headers: { "Accept-Encoding": coding } });
        assert.equal(status, 200);
      }
      // What is asked for once is not kept.
      assert.equal(counter.lists, 2);
    }
    await server.close();
  });

  test("keeps the newest answers in all their codings within its bytes, and no more", async () => {
    // Names that hardly compress, so that every coding takes its share.
    const companies = Array.from({ length: 60 }, (_, index) => {
      const name = createHash("shake256", { outputLength: 700 }).update(String(index)).digest("base64");
      return { ...COMPANIES[index % COMPANIES.length]!, id: `c${index}`, name };
    });
    const { counter, releases } = countLists(companies);
    const cacheBytesMax = 1_500_000;
    const server = await openTestServer({ releases, cacheBytesMax });
    const codings = ["identity", "br", "gzip", "zstd"];
    const addresses = Array.from({ length: 12 }, (_, index) => `/api/v2/companies?limit=${index + 20}`);
    const bodyIn = async (address: string, coding: string): Promise<number> =>
      (await send(server, address, { headers: { "Accept-Encoding": coding } })).body.length;
    let bytes = 0;
    const ask = async (address: string): Promise<void> => {
      for (const coding of codings) bytes += await bodyIn(address, coding);
    };
    for (const address of addresses.slice(0, -1)) await ask(address);
    await ask(addresses.at(-1)!);
    // The newest first: what is found kept takes no other's place.
    let kept = 0;
    bytes = 0;
    for (const address of addresses.toReversed()) {
      counter.lists = 0;
      const before = bytes;
      await ask(address);
      if (counter.lists === 0) kept++;
      else {
        bytes = before;
        break;
      }
    }
    assert.ok(kept >= 3, `${kept} kept`);
    assert.ok(bytes <= cacheBytesMax, `${bytes} bytes kept`);
    await server.close();
  });

  test("can be switched off", async () => {
    const { counter, releases } = countLists();
    const server = await openTestServer({ releases, cacheBytesMax: 0 });
    counter.lists = 0;
    for (let round = 0; round < 3; round++) await send(server, "/api/v2/companies?limit=3");
    assert.equal(counter.lists, 3);
    await server.close();
  });
});

describe("the cache of responses", () => {
  test("holds no more memory than it counts, of bodies of all sizes in every coding", async () => {
    const cache = new ResponseCache(50_000_000);
    const description = { mediaType: "text/plain", lastModified: null, keptFor: "minutes", headers: [] } as const;
    // A part of the pool of buffers, one compressed at once, and one compressed on the thread pool.
    for (const length of [100, 3000, 40_000, 300_000])
      for (const kind of [{}, { isPacked: true }] as const) {
        const key = `${length} ${JSON.stringify(kind)}`;
        const prepared = prepareText("a line of text\n".repeat(length / 10), { ...description, ...kind });
        for (let times = 0; times < 2; times += 1) cache.offer(key, prepared);
        const kept = cache.get(key) ?? assert.fail(key);
        for (const coding of ["zstd", "br", "gzip"] as const) await addBody(kept, coding);
        for (const body of Object.values(kept.bodies)) assert.equal(body.buffer.byteLength, body.length, key);
        const sum = Object.values(kept.bodies).reduce((all, { length: bytes }) => all + bytes, 0);
        assert.ok(bytesHeld(kept) >= sum && bytesHeld(kept) < sum + 5000);
      }
  });

  test("counts URLs as well: many long ones leave no room for what was asked for before", async () => {
    const description = { mediaType: "text/plain", keptFor: "minutes", lastModified: null, headers: [] } as const;
    const responses = new ResponseCache(100_000);
    const response = prepareText("short", description);
    const keep = (key: string): void => {
      responses.offer(key, response);
      responses.offer(key, response);
    };
    keep("first");
    assert.equal(responses.get("first"), response);
    for (let number = 0; number < 20; number += 1) keep(`${number}${"x".repeat(8000)}`);
    assert.equal(responses.get("first"), undefined);
    // The first of many long URLs is forgotten before it is asked for again.
    const once = new ResponseCache(100_000);
    for (let number = 0; number < 600; number += 1) once.offer(`${number}${"x".repeat(8000)}`, response);
    once.offer(`0${"x".repeat(8000)}`, response);
    assert.equal(once.get(`0${"x".repeat(8000)}`), undefined);
    once.offer(`599${"x".repeat(8000)}`, response);
    assert.notEqual(once.get(`599${"x".repeat(8000)}`), undefined);
  });
});
