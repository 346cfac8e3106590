import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { send } from "../http/test-server.ts";
import { BROWSER, faultsIn } from "./markup.ts";
import { DATA_PAGES, DOCS_PAGES } from "./paths.ts";
import { HOSTILE_PAGES, openHostileSite, openSite } from "./sites.ts";

/** Every page is well-formed HTML; `npm test` looks at one of each template. */

describe("well-formed HTML", () => {
  let site: HttpServer;
  let hostile: HttpServer;
  before(async () => {
    [site, hostile] = await Promise.all([openSite(), openHostileSite()]);
  });

  const read = async (server: HttpServer, path: string): Promise<string> =>
    (await send(server, path, { headers: BROWSER })).body.toString();

  for (const path of [...DOCS_PAGES, ...DATA_PAGES])
    test(path, async () => assert.deepEqual(await faultsIn(await read(site, path)), []));

  for (const path of HOSTILE_PAGES)
    test(`${path}, with hostile texts`, async () => assert.deepEqual(await faultsIn(await read(hostile, path)), []));
});
