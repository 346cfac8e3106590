import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import type { PreviewedRelease } from "../../src/ask/page.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";
import { HOSTILE_COMPANIES, HOSTILE_FACTS } from "./hostile-dataset.ts";
import { BROWSER, faultsIn, textOf } from "./markup.ts";
import { DATA_PAGES } from "./paths.ts";

/** The pages of a preview; `test/cli/preview.test.ts` starts one as its user does. */

const EARLIER = "2026-01-01-bbbbbbbbbbbb";
const COMPARED: PreviewedRelease = { before: EARLIER, reason: null, notices: [] };

/** Pages whose changes are told each in its own way. */
const VALIDATED: readonly string[] = ["/", "/countries/france", "/companies/aster-energie", "/about"];

/** Previews the small test dataset in the place of a release that lacks some of it. */
function openPreview(preview: PreviewedRelease, facts = FACTS, companies = COMPANIES): Promise<HttpServer> {
  const earlier = companies
    .slice(2)
    .map((company, index) => ({ ...company, judgements: index === 0 ? [] : company.judgements }));
  const releases = buildMemoryReleases(
    buildMemorySnapshot(RELEASE, companies, facts),
    buildMemorySnapshot(EARLIER, earlier, { ...facts, pillars: facts.pillars.toReversed() }, "2026-01-01T10:00:00Z"),
  );
  return openTestServer({ releases, preview, baseUrl: null });
}

async function read(server: HttpServer, target: string) {
  // The description of the API is not that of a preview.
  const headers = { ...BROWSER, Host: `localhost:${server.port}` };
  const { status, body } = await send(server, target, { headers, authorizesItself: true });
  return { status, markup: body.toString() };
}

const boxesIn = (markup: string): string[] =>
  [...markup.matchAll(/<section class="preview".*?<\/section>/gsu)].map(([box]) =>
    textOf(box).replaceAll(/\s+/gu, " "),
  );

describe("every page of a preview", () => {
  test("says once what would change on it, in valid markup; that of a chosen release does not", async () => {
    const server = await openPreview(COMPARED);
    for (const target of DATA_PAGES) {
      const { status, markup } = await read(server, target);
      assert.equal(status, 200, target);
      const isChosen = target.startsWith("/releases/") || target.includes("release=");
      assert.equal(boxesIn(markup).length, isChosen ? 0 : 1, target);
      if (VALIDATED.includes(target)) assert.deepEqual(await faultsIn(markup), [], target);
    }
    await server.close();
  });

  test("leaves names as they are, whatever they hold", async () => {
    const server = await openPreview(COMPARED, HOSTILE_FACTS, HOSTILE_COMPANIES);
    for (const target of ["/", "/rankings", "/changes"]) {
      const { markup } = await read(server, target);
      assert.deepEqual(await faultsIn(markup), [], target);
      assert.equal(boxesIn(markup).length, 1, target);
    }
    await server.close();
  });

  for (const [preview, sentence] of [
    [{ before: null, reason: "first_release" }, "It is a first release: there is nothing to compare with."],
    [
      { before: EARLIER, reason: "unreadable_release" },
      "The current release cannot be read, so it cannot be said what changes.",
    ],
    [{ before: EARLIER, reason: "unchanged" }, "The dataset is that of the current release: nothing changes."],
  ] as const)
    test(`says why nothing is compared: ${preview.reason}`, async () => {
      const server = await openPreview({ ...preview, notices: [] });
      for (const target of ["/", "/countries/france", "/sign-up", "/about"]) {
        const [box = ""] = boxesIn((await read(server, target)).markup);
        assert.ok(box.includes(sentence), `${target}: ${box}`);
      }
      await server.close();
    });

  test("shows what was noticed in the dataset where it is about all of it", async () => {
    const server = await openPreview({ ...COMPARED, notices: ['companies: name of c1, "<b>"'] });
    for (const target of ["/", "/changes", "/sectors"]) {
      const { markup } = await read(server, target);
      assert.deepEqual(await faultsIn(markup), [], target);
      const isShown = boxesIn(markup)[0]?.includes("Noticed in the dataset:") ?? false;
      assert.equal(isShown, target !== "/sectors", target);
      assert.equal(markup.includes("name of c1, &quot;&lt;b&gt;&quot;"), isShown, target);
    }
    await server.close();
  });

  test("says on every page what changes in the release, with links to all changes and to the page as it is", async () => {
    const server = await openPreview(COMPARED);
    for (const target of ["/rankings?pillar=privacy", "/companies/aster-energie", "/sign-up"]) {
      const { markup } = await read(server, target);
      assert.match(boxesIn(markup)[0] ?? "", /two companies were added/iu, target);
      assert.ok(markup.includes(`href="/changes?from=${EARLIER}&amp;to=${RELEASE}"`), target);
      assert.match(markup, new RegExp(`release=${EARLIER}[^"]*">This page as it is now<`, "u"), target);
    }
    await server.close();
  });
});

test("a service that is no preview says nothing of it", async () => {
  const server = await openTestServer();
  const { headers, body } = await send(server, "/countries/france", { headers: BROWSER });
  assert.equal(headers["x-country-trust-preview"], undefined);
  assert.deepEqual(boxesIn(body.toString()), []);
  await server.close();
});
