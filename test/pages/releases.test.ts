import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sizeInWords } from "../../src/ask/grammar.ts";
import type { Manifest } from "../../src/release/manifest.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { BASE, RELEASE, checkProblem, openTestServer, send } from "../http/test-server.ts";
import { HOSTILE_COMPANIES, HOSTILE_FACTS } from "./hostile-dataset.ts";

const OLDER = "2026-01-01-bbbbbbbbbbbb";
const BROWSER = { Accept: "text/html" };

function buildOlder() {
  return buildMemorySnapshot(OLDER, COMPANIES, FACTS, "2026-01-01T10:00:00Z");
}

async function openTwo() {
  const [newer, older] = [buildMemorySnapshot(RELEASE), buildOlder()];
  const releases = buildMemoryReleases(newer, older);
  const server = await openTestServer({ releases });
  const read = async (path: string) => (await send(server, path, { headers: BROWSER })).body.toString();
  return { releases, older, server, read };
}

describe("the list of releases", () => {
  test("says of each what became of it, by the history", async () => {
    const { releases, older, read } = await openTwo();
    const before = await read("/releases");
    assert.match(before, /<h1>Two releases so far, the newest of 20 November 2026<\/h1>/u);
    assert.match(before, /aaaaaaaaaaaa<\/a> <span class="state soft current">Current since 20 November 2026</u);
    assert.match(
      before,
      /bbbbbbbbbbbb<\/a> <span class="state soft superseded">Became current on 1 January 2026, replaced/u,
    );
    assert.match(before, /<a class="button quiet" href="\/follow">Follow releases</u);
    releases.swapTo(older);
    const after = await read("/releases");
    assert.match(after, /aaaaaaaaaaaa<\/a> <span class="state soft withdrawn">Withdrawn on 1 January 2026</u);
    assert.match(after, /bbbbbbbbbbbb<\/a> <span class="state soft current">/u);
  });

  test("goes on by links", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `2026-01-${String(index).padStart(2, "0")}-cccccccccccc`);
    const [first, ...others] = ids.map((id) => buildMemorySnapshot(id));
    assert.ok(first !== undefined);
    const server = await openTestServer({ releases: buildMemoryReleases(first, ...others) });
    const seen: string[] = [];
    let path: string | undefined = "/releases";
    while (path !== undefined) {
      const markup = (await send(server, path, { headers: BROWSER })).body.toString();
      seen.push(...[...markup.matchAll(/class="id" href="\/releases\/([^"?]+)"/gu)].map(([, id = ""]) => id));
      path = /href="([^"]+)" rel="next"/u.exec(markup)?.[1]?.replaceAll("&amp;", "&");
    }
    assert.deepEqual(seen, ids);
  });
});

describe("the page of a release", () => {
  test("shows that release, whichever is current or chosen, and links nothing of another one", async () => {
    const { read } = await openTwo();
    for (const path of [`/releases/${OLDER}`, `/releases/${OLDER}?release=${RELEASE}`, `/releases/${OLDER}?as_of=x`]) {
      const markup = await read(path);
      assert.match(markup, /<h1>Release of 1 January 2026: /u);
      assert.match(markup, /older release[\s\S]*href="\/releases\/current">See what is so now/u);
      assert.ok(markup.includes(`href="/api/v2/data/companies.csv?release=${OLDER}"`));
      assert.ok(markup.includes(`href="/api/v2/citation.bib?release=${OLDER}"`));
      assert.ok(!markup.includes(RELEASE));
    }
    const current = await read("/releases/current");
    assert.match(current, /This is the current release\./u);
    assert.ok(current.includes(`href="/rankings?release=${RELEASE}"`));
    assert.ok(current.includes(`href="/changes?release=${RELEASE}"`));
    const changes = await read(`/changes?release=${RELEASE}`);
    for (const id of [OLDER, RELEASE]) assert.match(changes, new RegExp(`<option value="${id}" selected>`, "u"));
  });

  test("says that a release was withdrawn, and when", async () => {
    const { releases, older, read } = await openTwo();
    releases.swapTo(older);
    const markup = await read(`/releases/${RELEASE}`);
    assert.match(markup, /countries\.parquet/u);
    const [, sums = ""] = /href="([^"]*SHA256SUMS[^"]*)">SHA-256 of each file/u.exec(markup) ?? [];
    assert.ok(sums.includes(`release=${RELEASE}`), sums);
    assert.match(markup, /class="standfirst withdrawn">The publisher went back from this release/u);
    assert.match(markup, /Became current on 20 November 2026, 10:00 UTC\./u);
    assert.match(markup, /Withdrawn on 1 January 2026, 10:00 UTC\./u);
  });

  test("lists what was left out, and says where that is nothing", async () => {
    const whole = buildMemorySnapshot(RELEASE);
    const manifest: Manifest = {
      ...whole.manifest,
      counts: {
        ...whole.manifest.counts,
        skippedRows: { companies: 1, products: 2, judgements: 3, replies: 4 },
        skippedKinds: [
          { table: "companies", kind: "missing_value", column: "country", rows: 1 },
          { table: "products", kind: "company_left_out", column: null, rows: 2 },
          { table: "judgements", kind: "unknown_band", column: "band", rows: 3 },
        ],
        duplicateCompanies: 4,
        duplicateProducts: 5,
        duplicateJudgements: 6,
        supersededJudgements: 7000,
      },
    };
    const server = await openTestServer({ releases: buildMemoryReleases({ ...whole, manifest }) });
    const markup = (await send(server, `/releases/${RELEASE}`, { headers: BROWSER })).body.toString();
    const rows = [...markup.matchAll(/<th scope="row">(\w+)<\/th>((?:<td class="number">[^<]+<\/td>)+)/gu)].map(
      ([, name, cells = ""]) => [
        name,
        ...cells
          .replaceAll(/<[^>]+>/gu, " ")
          .trim()
          .split(/ +/u),
      ],
    );
    assert.deepEqual(rows, [
      ["Companies", "1", "4", "–"],
      ["Products", "2", "5", "–"],
      ["Judgements", "3", "6", "7,000"],
      ["Replies", "4", "0", "–"],
    ]);
    assert.ok(markup.includes("<li>Companies: country missing, 1</li>"));
    assert.ok(markup.includes("<li>Products: of a company left out, 2</li>"));
    assert.ok(markup.includes("<li>Judgements: band unknown, 3</li>"));
    const { read } = await openTwo();
    assert.match(await read(`/releases/${RELEASE}`), /Nothing: every row/u);
  });

  test("404 for a release that there is not", async () => {
    const { server, read } = await openTwo();
    checkProblem(await send(server, "/releases/1999-01-01-aaaaaaaaaaaa"), 404, "release_not_found");
    assert.match(await read("/releases/%3Cb%3E"), /No release is called `?.*&lt;b&gt;/u);
  });
});

describe("the page of the files", () => {
  test("has every file of the data package as a button with its size", async () => {
    const { server, read } = await openTwo();
    interface Package {
      readonly resources: readonly { readonly path: string; readonly format: string; readonly bytes: number }[];
    }
    const { resources } = JSON.parse(
      (await send(server, "/api/v2/dataset.datapackage.json")).body.toString(),
    ) as Package;
    const markup = await read("/data");
    assert.equal(resources.length, 14);
    for (const { path, bytes } of resources) {
      const own = path.slice(BASE.length).replace(/\?.*/u, "");
      assert.ok(new RegExp(`href="${own}"><span[^>]+>[^<]+</span>\\w+ <small>${bytes} bytes<`, "u").test(markup), own);
    }
    for (const file of ["dataset.datapackage.json", "dataset.jsonld"])
      assert.ok(markup.includes(`href="/api/v2/${file}"`));
  });

  test("describes the dataset for search engines, and no text of it ends the element", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, HOSTILE_COMPANIES, HOSTILE_FACTS));
    const server = await openTestServer({ releases });
    const markup = (await send(server, "/data", { headers: BROWSER })).body.toString();
    const scripts = [...markup.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gsu)];
    assert.equal(scripts.length, 1);
    const shown: unknown = JSON.parse(scripts[0]?.[1] ?? "");
    const asked: unknown = JSON.parse((await send(server, "/api/v2/dataset.jsonld")).body.toString());
    assert.deepEqual(shown, asked);
    assert.equal((asked as { name: string }).name, HOSTILE_FACTS.title);
  });
});

test("/methodology leads to the guide", async () => {
  const { server } = await openTwo();
  const { status, headers } = await send(server, "/methodology", { headers: BROWSER });
  assert.deepEqual([status, headers.location], [308, "/docs/methodology"]);
});

test("sizes are in decimal units with three digits, and never 1,000 of one", () => {
  const sizes = [0, 1, 999, 1000, 1234, 999_499, 999_500, 2_130_000, 5e12, 5e15].map(sizeInWords);
  const expected = "0 bytes|1 byte|999 bytes|1 kB|1.23 kB|999 kB|1 MB|2.13 MB|5 TB|5,000 TB";
  assert.equal(sizes.join("|"), expected);
});
