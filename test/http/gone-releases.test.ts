import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { ZipParts } from "../../src/xlsx/read-workbook.ts";
import { TestCli } from "../cli/run-cli.ts";
import { changed, writeEdition } from "../fixtures/edition.ts";
import { type ServiceHere, serveHere } from "../service/serve-here.ts";

const PAGE = { accept: "text/html" };
const HOSTILE = `<script>alert(1)</script> & "two" 'three' \\ =1+1`;

describe("what was decided about a published release", () => {
  const cli = new TestCli();
  const ids: string[] = [];
  let service: ServiceHere | null = null;
  const get = async (target: string, headers: Record<string, string> = {}): Promise<Response> =>
    await fetch(`${service?.url}${target}`, { headers });
  const settled = async (target: string, status: number, text = ""): Promise<void> => {
    for (let round = 0; round < 60; round += 1) {
      const response = await get(target, target.startsWith("/api/") ? {} : PAGE);
      if (response.status === status && (await response.text()).includes(text)) return;
      await wait(50);
    }
    assert.fail(`${target} never answered ${status} ${text}`);
  };

  before(async () => {
    for (const [index, day] of [20, 21, 22, 23].entries()) {
      cli.now = new Date(Date.UTC(2026, 10, day, 10));
      const { out } = await cli.run("publish", writeEdition(changed(index)), "--json");
      ids.push((JSON.parse(out) as { id: string }).id);
    }
    service = await serveHere(cli);
  });
  after(async () => {
    await service?.stop();
    await cli.remove();
  });

  test("a withdrawn release answers 410 with the note, as data, as a page and as a file, and is in no list", async () => {
    const [, second = ""] = ids;
    assert.equal((await get(`/api/v2/scale?release=${second}`)).status, 200);
    assert.equal((await cli.run("withdraw", second, "--note", HOSTILE)).status, 0);
    await settled(`/releases/${second}`, 410);
    for (const target of [
      `/api/v2/scale?release=${second}`,
      `/api/v2/data/countries.parquet?release=${second}`,
      `/api/v2/companies?format=csv&release=${second}`,
      "/api/v2/scale?as_of=2026-11-21T12:00:00Z",
      `/api/v2/changes?from=${second}`,
    ]) {
      const response = await get(target);
      assert.equal(response.status, 410, target);
      assert.equal(response.headers.get("cache-control"), "no-store", target);
      const problem = (await response.json()) as Record<string, unknown>;
      assert.equal(problem["code"], "release_withdrawn", target);
      assert.deepEqual([problem["release"], problem["note"]], [second, HOSTILE], target);
    }
    const page = await (await get(`/releases/${second}`, PAGE)).text();
    assert.match(page, /was withdrawn by its publisher on 2026-11-23: &lt;script&gt;alert\(1\)&lt;\/script&gt; &amp;/u);
    assert.ok(!page.includes("<script>alert"));
    for (const target of ["/api/v2/releases", "/releases", "/api/v2/countries/france/history", "/sitemap.xml"])
      assert.ok(!(await (await get(target, PAGE)).text()).includes(second), target);
    assert.equal((await get("/feeds/releases.atom")).status, 200);
    await cli.run("restore", second);
    await settled(`/releases/${second}`, 200);
  });

  test("a note stands above every page of its release, in its answers and in the lists, and nowhere else", async () => {
    const current = ids.at(-1) ?? "";
    const { headers } = await get("/api/v2/scale");
    const archiveTag = (await get("/api/v2/dataset.zip")).headers.get("etag");
    cli.now = new Date("2026-11-24T10:00:00Z");
    assert.equal((await cli.run("note", current, HOSTILE)).status, 0);
    await settled("/", 200, "Correction of 24 November 2026:");
    const shown = "&lt;script&gt;alert(1)&lt;/script&gt; &amp;";
    for (const target of ["/", "/rankings", "/countries/france", `/releases/${current}`, "/data"]) {
      const text = await (await get(target, PAGE)).text();
      assert.ok(text.includes(shown) && !text.includes("<script>alert"), target);
    }
    const scale = await get("/api/v2/scale", { "if-none-match": headers.get("etag") ?? "" });
    assert.equal(scale.status, 200, "the answer has changed");
    const { meta } = (await scale.json()) as { meta: { errata: { at: string; text: string }[]; is_draft: boolean } };
    assert.deepEqual(meta.errata, [{ at: "2026-11-24T10:00:00.000Z", text: HOSTILE }]);
    assert.equal(meta.is_draft, false);
    const modified = { "if-modified-since": headers.get("last-modified") ?? "" };
    assert.equal((await get("/api/v2/scale", modified)).status, 200, "it was modified by the note");
    const pinned = (await (await get(`/api/v2/scale?release=${current}`)).json()) as { meta: typeof meta };
    assert.deepEqual(pinned.meta.errata, meta.errata);
    const list = (await (await get("/api/v2/releases")).json()) as { items: { id: string; errata: object[] }[] };
    for (const { id, errata } of list.items) assert.equal(errata.length, id === current ? 1 : 0);
    const described = (await (await get("/api/v2/dataset.datapackage.json")).json()) as { description: string };
    assert.ok(described.description.endsWith(`Correction of 24 November 2026: ${HOSTILE}`));
    const archive = await get("/api/v2/dataset.zip");
    assert.notEqual(archive.headers.get("etag"), archiveTag, "the file has changed");
    const parts = await ZipParts.open(Buffer.from(await archive.arrayBuffer()));
    const readme = await buffer(parts.read(`country-trust-${current}/README.txt`));
    assert.ok(readme.toString().replaceAll("\n", " ").includes(`Correction of 24 November 2026: ${HOSTILE}`));
    const [first = ""] = ids;
    assert.ok(!(await (await get(`/rankings?release=${first}`, PAGE)).text()).includes(shown));
    await cli.run("note", current, "--remove", "1");
    await settled("/api/v2/scale", 200, '"errata":[]');
  });

  test("a removed release answers 410, and the lists, histories and feeds do without it", async () => {
    const [first = "", second = ""] = ids;
    const { said } = await cli.run("prune", "--keep", "1");
    const code = /--accept ([0-9a-f]{12})$/mu.exec(said)?.[1] ?? "";
    assert.equal((await cli.run("prune", "--keep", "1", "--accept", code)).status, 0);
    for (const id of [first, second]) {
      await settled(`/releases/${id}`, 410);
      const problem = (await (await get(`/api/v2/scale?release=${id}`)).json()) as Record<string, unknown>;
      assert.equal(problem["code"], "release_removed");
      assert.match(String(problem["detail"]), /was removed by its publisher on 2026-11-24; its data are not here/u);
    }
    for (const target of [
      "/api/v2/releases",
      "/api/v2/changes",
      "/api/v2/countries/france/history",
      "/feeds/releases.atom",
      "/api/v2/scale?release=previous",
    ])
      assert.equal((await get(target)).status, 200, target);
    assert.equal((await get("/api/v2/scale?release=2026-11-20-000000000000")).status, 404);
  });
});
