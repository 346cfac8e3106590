import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { COMPANIES, type StatedCompany, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { prepareText } from "../../src/http/represent.ts";
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
    await server.whenWarm;
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
    await server.whenWarm;
    const codings = ["identity", "br", "gzip", "zstd"];
    const addresses = Array.from({ length: 12 }, (_, index) => `/api/v2/companies?limit=${index + 20}`);
    const bodyIn = async (address: string, coding: string): Promise<number> =>
      (await send(server, address, { headers: { "Accept-Encoding": coding } })).body.length;
    let bytes = 0;
    const ask = async (address: string): Promise<void> => {
      for (const coding of codings) bytes += await bodyIn(address, coding);
    };
    for (const address of addresses.slice(0, -1)) await ask(address);
    // The second request for a response keeps it, compressed quickly. They are compressed again in
    // the order they were kept: the newest last.
    const newest = addresses.at(-1)!;
    await bodyIn(newest, "identity");
    const quick = await bodyIn(newest, "gzip");
    while ((await bodyIn(newest, "gzip")) === quick) await wait(20);
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
    await server.whenWarm;
    counter.lists = 0;
    for (let round = 0; round < 3; round++) await send(server, "/api/v2/companies?limit=3");
    assert.equal(counter.lists, 3);
    await server.close();
  });
});

describe("the cache of responses", () => {
  test("counts URLs as well: many long ones leave no room for what was asked for before", async () => {
    const description = { mediaType: "text/plain", keptFor: "minutes", lastModified: null, headers: [] } as const;
    const responses = new ResponseCache(100_000, assert.ifError);
    const response = prepareText("short", description);
    await responses.keep("first", response);
    for (let number = 0; number < 20; number += 1) await responses.keep(`${number}${"x".repeat(8000)}`, response);
    assert.equal(responses.get("first"), undefined);
    // The first of many long URLs is forgotten before it is asked for again.
    const once = new ResponseCache(100_000, assert.ifError);
    for (let number = 0; number < 600; number += 1) once.offer(`${number}${"x".repeat(8000)}`, response);
    once.offer(`0${"x".repeat(8000)}`, response);
    assert.equal(once.get(`0${"x".repeat(8000)}`), undefined);
    once.offer(`599${"x".repeat(8000)}`, response);
    assert.notEqual(once.get(`599${"x".repeat(8000)}`), undefined);
  });

  test("holds a page from its first request, in a share where pages push out each other alone", async () => {
    const description = { mediaType: "text/html", keptFor: "minutes", lastModified: null, headers: [] } as const;
    const answer = prepareText("x".repeat(8000), description);
    const page = prepareText("x".repeat(8000), { ...description, isPage: true });
    const responses = new ResponseCache(200_000, assert.ifError);
    responses.offer("answer", answer);
    assert.equal(responses.get("answer"), undefined, "an answer is kept from its second request on");
    responses.offer("answer", answer);
    responses.offer("asked again", page);
    assert.equal(responses.get("asked again"), page);
    for (let number = 0; number < 200; number += 1) responses.offer(`once ${number}`, page);
    assert.equal(responses.get("once 0"), undefined);
    assert.equal(responses.get("once 199"), page);
    assert.notEqual(responses.get("answer"), undefined);
    assert.notEqual(responses.get("asked again"), undefined);
    // What was pushed out before it was asked for again is known by its key.
    responses.offer("once 1", page);
    for (let number = 200; number < 400; number += 1) responses.offer(`once ${number}`, page);
    assert.notEqual(responses.get("once 1"), undefined);
  });
});
