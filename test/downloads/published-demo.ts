import assert from "node:assert/strict";
import type { HttpServer } from "../../src/http/http-server.ts";
import { ReleaseStore } from "../../src/release/release-store.ts";
import { KeptReleases } from "../../src/snapshot/kept-releases.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { DEMO, TestCli } from "../cli/run-cli.ts";
import { openTestServer } from "../http/test-server.ts";

/** The demonstration data, published and served under its own address. */
export interface PublishedDemo {
  readonly server: HttpServer;
  /** `http://localhost:<port>`: every link in an answer begins with it. */
  readonly url: string;
  readonly snapshot: Snapshot;
  close(): Promise<void>;
}

export function publishDemo(): Promise<PublishedDemo> {
  return publishAndServe(DEMO);
}

/** Any dataset, published with these words of the command line, and served. */
export async function publishAndServe(...words: readonly string[]): Promise<PublishedDemo> {
  const { releases, close } = await publishReleases(...words);
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

/** Any dataset, published with these words of the command line, for whatever server. */
export async function publishReleases(
  ...words: readonly string[]
): Promise<{ readonly releases: KeptReleases; readonly close: () => Promise<void> }> {
  const cli = new TestCli();
  const { status, said } = await cli.run("publish", ...words);
  assert.equal(status, 0, said);
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

/**
 * The records of a CSV file by RFC 4180, read the slow and obvious way; fails where it is not one.
 */
export function readCsv(text: string, separator = ","): string[][] {
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
      for (; at < text.length && text[at] !== separator && text[at] !== "\r"; at += 1) {
        assert.ok(text[at] !== '"' && text[at] !== "\n", `a bare ${JSON.stringify(text[at])} at ${at}`);
        value += text[at]!;
      }
    }
    record.push(value);
    if (text[at] === separator) {
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
