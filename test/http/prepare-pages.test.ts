import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { describe, test } from "node:test";
import { pino } from "pino";
import type { Page } from "../../src/ask/page.ts";
import { preparePages } from "../../src/http/prepare-pages.ts";
import { searchDocsOf } from "../../src/topics/docs/page-docs-index.ts";
import { openApiOf } from "../../src/topics/docs/openapi-document.ts";
import { DOCS_SEARCH_PAGE } from "../../src/topics/docs/page-search.ts";
import { openSharedServer, send } from "./test-server.ts";

const DESCRIPTIONS = { openapi: { paths: {} }, postman: {} };

/** A page that only prepares, by what is given. */
function preparing(path: string, prepare?: Page["prepare"]): Page {
  return {
    path,
    mediaType: "text/plain",
    contentSecurityPolicy: "",
    dependsOn: "release",
    answer: () => Promise.resolve({ kind: "text", text: "" }),
    ...(prepare === undefined ? {} : { prepare }),
  };
}

/** What is logged, and the parts that log it. */
function partsOf(pages: readonly Page[]) {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, parts: { pages, describe: () => Promise.resolve(DESCRIPTIONS), logger: pino(stream) } };
}

describe("pages that prepare", () => {
  test("are asked one after the other, with the OpenAPI document; one that fails stops no other", async () => {
    const asked: unknown[] = [];
    const { parts, lines } = partsOf([
      preparing("/plain"),
      preparing("/broken", () => Promise.reject(new Error("no paper"))),
      preparing("/good", async (openapi) => void asked.push(await openapi())),
    ]);
    await preparePages(parts, new AbortController().signal, 1);
    assert.deepEqual(asked, [DESCRIPTIONS.openapi]);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /no paper.*"path":"\/broken"/u);
  });

  test("are not asked once the server stops", async () => {
    const { parts, lines } = partsOf([preparing("/late", () => assert.fail("it was asked"))]);
    const controller = new AbortController();
    const prepared = preparePages(parts, controller.signal, 60_000);
    controller.abort();
    await prepared;
    assert.deepEqual(lines, []);
  });

  test("the search over the documentation prepares its index, which its first request finds", async () => {
    const server = await openSharedServer();
    const openapi: object = JSON.parse((await send(server, "/api/openapi.json")).body.toString());
    await DOCS_SEARCH_PAGE.prepare?.(() => Promise.resolve(openapi));
    const search = await Promise.race([searchDocsOf(openApiOf({ openapi })), Promise.resolve(null)]);
    assert.ok(search !== null, "the index was still to be made");
    assert.ok(search("median").length > 0);
  });
});
