import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { DOCS_ENTRIES, DOCS_GROUPS, GUIDES } from "../../src/site/guides.ts";
import { openTestServer, send } from "../http/test-server.ts";

/** The documentation as readers go through it. */

const ASK_HTML = { headers: { Accept: "text/html" } };

let server: HttpServer;
before(async () => {
  server = await openTestServer();
});
after(() => server.close());

const read = async (path: string): Promise<string> => (await send(server, path, ASK_HTML)).body.toString();

describe("the list of pages", () => {
  for (const { file, title } of GUIDES) {
    test(`docs/${file} is headed as lists call it`, () => {
      const markdown = readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");
      assert.equal(/^# (.*)/u.exec(markdown)?.[1], title);
    });
  }

  test("every page lists all of them by group, and marks itself", async () => {
    const markup = await read("/docs/rate-limits");
    const [, navigation = ""] = /<nav id="pages"([\s\S]*?)<\/nav>/u.exec(markup) ?? [];
    const links = [...navigation.matchAll(/<a href="([^"]+)"/gu)].map(([, path]) => path);
    assert.deepEqual(
      links,
      DOCS_GROUPS.flatMap(({ id }) => DOCS_ENTRIES.filter(({ group }) => group === id).map(({ path }) => path)),
    );
    assert.deepEqual(
      [...navigation.matchAll(/href="([^"]+)" aria-current="page"/gu)].map(([, path]) => path),
      ["/docs/rate-limits"],
    );
  });
});

describe("former paths", () => {
  for (const [path, location] of [
    ["/docs/quotas", "/docs/rate-limits"],
    ["/docs/lists", "/docs/pagination"],
    ["/docs/geocoding", "/docs/reverse-geocoding"],
    ["/docs/many-nodes", "/docs/several-nodes"],
  ] as const) {
    test(`308: ${path} leads to ${location}`, async () => {
      const { status, headers } = await send(server, path, ASK_HTML);
      assert.deepEqual([status, headers.location], [308, location]);
      assert.equal((await send(server, location, ASK_HTML)).status, 200);
    });
  }
});
