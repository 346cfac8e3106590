import assert from "node:assert/strict";
import { after } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { openTestServer } from "../http/test-server.ts";

/** The demonstration data, published and served under its own address. */
export interface PublishedDemo {
  readonly server: HttpServer;
  /** `http://localhost:<port>`: every link in an answer begins with it. */
  readonly url: string;
  readonly snapshot: Snapshot;
  close(): Promise<void>;
}

let shared: Promise<PublishedDemo> | undefined;
after(async () => (await shared)?.close());

/** The demonstration, published and served once for all test files of this process. */
export function sharedDemo(): Promise<PublishedDemo> {
  return (shared ??= publishReleases().then(serve));
}

/** Any dataset, published with these words of the command line, and served. */
export async function publishAndServe(...words: readonly [string, ...string[]]): Promise<PublishedDemo> {
  return serve(await publishReleases(...words));
}

interface PublishedReleases {
  readonly releases: KeptReleases;
  readonly close: () => Promise<void>;
}

async function serve({ releases, close }: PublishedReleases): Promise<PublishedDemo> {
  const server = await openTestServer({ releases, baseUrl: null });
  return {
    server,
    url: `http://localhost:${server.port}`,
    snapshot: releases.current(),
    async close() {
      await server.close();
      await close();
    },
  };
}

/**
 * A dataset, published with these words of the command line, or the demonstration without any, for
 * whatever server.
 */
export async function publishReleases(...words: readonly string[]): Promise<PublishedReleases> {
  const cli = words.length === 0 ? await openDemonstration() : await publish(words);
  const onError = (error: unknown): void => assert.fail(String(error));
  const releases = new KeptReleases({
    store: new ReleaseStore(cli.dataFolder, () => cli.now),
    pollMilliseconds: 60_000,
    onError,
  });
  return {
    releases,
    async close() {
      releases.close();
      await cli.remove();
    },
  };
}

async function publish(words: readonly string[]): Promise<TestCli> {
  const cli = new TestCli();
  const { status, said } = await cli.run("publish", ...words);
  assert.equal(status, 0, said);
  return cli;
}

/**
 * The records of a CSV file by RFC 4180, read the slow and obvious way; fails where it is not one.
 */
export function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = "";
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        assert.ok(at < text.length, "a quotation mark is not closed");
        if (text[at] !== '"') value += text[at]!;
        else if (text[at + 1] === '"') value += text[at++]!;
        else break;
      }
      at += 1;
    } else {
      for (; at < text.length && text[at] !== "," && text[at] !== "\r"; at += 1) {
        assert.ok(text[at] !== '"' && text[at] !== "\n", `a bare ${JSON.stringify(text[at])} at ${at}`);
        value += text[at]!;
      }
    }
    record.push(value);
    if (text[at] === ",") {
      at += 1;
      assert.ok(at < text.length, "the file ends inside a record");
      continue;
    }
    assert.equal(text.slice(at, at + 2), "\r\n", "a record ends in CRLF");
    at += 2;
    records.push(record);
    record = [];
  }
  assert.deepEqual(record, [], "the last record ends in CRLF");
  return records;
}
