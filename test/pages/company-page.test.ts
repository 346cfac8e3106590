import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import {
  COMPANIES,
  FACTS,
  type StatedCompany,
  buildMemoryReleases,
  buildMemorySnapshot,
} from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";

/** The page of one company. */

const EARLIER = "2026-01-01-bbbbbbbbbbbb";

const reader = (server: HttpServer) => async (path: string) =>
  (await send(server, path, { headers: { Accept: "text/html" } })).body.toString();

/** A company with as many judgements as are asked for, in turns of all bands and both pillars. */
function company(count: number, rest: Partial<StatedCompany> = {}): StatedCompany {
  const judgements = Array.from({ length: count }, (_, index) => {
    const judge = `Judge ${String(index).padStart(3, "0")}`;
    return [index % 2, 1 + (index % 5), { judge, judged_on: "2026-03-01" }] as const;
  });
  return { id: "many", name: "Many", country: "FR", sector: "energy", judgements, ...rest };
}

async function readCompany(stated: StatedCompany): Promise<string> {
  const server = await openTestServer({
    releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, [...COMPANIES, stated])),
  });
  const markup = await reader(server)(`/companies/${stated.name.toLowerCase()}`);
  await server.close();
  return markup;
}

describe("the page of a company", () => {
  let server: HttpServer;
  let read: (path: string) => Promise<string>;
  before(async () => {
    const [first, ...others] = COMPANIES;
    assert.ok(first !== undefined);
    const changed = [{ ...first, judgements: first.judgements.slice(1) }, ...others.slice(0, -1)];
    const earlier = buildMemorySnapshot(EARLIER, changed, FACTS, "2026-01-01T10:00:00Z");
    server = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE), earlier) });
    read = reader(server);
  });
  after(() => server.close());

  test("says where it stands as a finding, and among the companies of its country and sector", async () => {
    const markup = await read("/companies/aster-energie");
    assert.match(markup, /<h1>Áster Énergie is rated High; one judgement could change that<\/h1>/u);
    // The standfirst says what the headline does not: judgements, dates, judges, sources.
    assert.match(
      markup,
      /<p class="standfirst">Its rating rests on three judgements in two pillars from [^<]+, by [^<]+\. [^<]+ named\.<\/p>/u,
    );
    assert.match(markup, /Among France’s 3 judged companies, Áster Énergie alone is rated High, 1 higher and 1 lower/u);
    assert.match(
      markup,
      /Among the 4 judged companies of the sector “energy”, it and one other are rated High, 1 higher and 1 lower\./u,
    );
    const [, place = ""] = /<section aria-labelledby="place">([\s\S]*?)<\/section>/u.exec(markup) ?? [];
    assert.equal(place.match(/<svg class="bar/gu)?.length, 2);
  });

  test("lists the judgements of the API with band, pillar, date, judge and source", async () => {
    const markup = await read("/companies/aster-energie");
    const [table = ""] = /<table class="evidence">[\s\S]*?<\/table>/u.exec(markup) ?? [];
    assert.equal(table.match(/<th scope="row">/gu)?.length, 3);
    assert.match(table, /<th scope="row">Safety<\/th><td><bdi>recalls<\/bdi><\/td>[\s\S]*?High[\s\S]*?J\. Doe/u);
    assert.match(table, /<time datetime="2026-03-01">1 March 2026<\/time>/u);
    const source = "https://source.example/1";
    assert.ok(table.includes(`<a href="${source}" rel="nofollow noopener" title="${source}">source.example</a>`));
  });

  test("links products, files, citation, claim, and the answer it is made from", async () => {
    const markup = await read("/companies/aster-energie");
    for (const part of [
      "<li>Lamp <small>Aster · also known as Luminaire</small></li>",
      'href="/api/v2/judgements?format=csv&amp;company=aster-energie"',
      'href="/api/v2/products?format=csv&amp;company=aster-energie"',
      'href="/api/v2/companies/aster-energie">JSON</a>',
      'href="/claims?subject=company:aster-energie"',
      'href="https://aster.example" rel="nofollow noopener"',
      "Aster",
    ])
      assert.ok(markup.includes(part), part);
    assert.match(markup, /Test Publisher \(2026\)\. A small test of trust, Áster Énergie/u);
  });

  test("shows one bar for each release, and what moved since the one before", async () => {
    const markup = await read("/companies/aster-energie");
    assert.ok(markup.includes(`href="/companies/aster-energie?release=${EARLIER}"`));
    assert.match(markup, / High in the release of [^.]*, the newest here; before that it was Low\./u);
    assert.ok(markup.includes(`/api/v2/judgements?release=${EARLIER}&amp;format=csv&amp;company=aster-energie`));
    assert.match(await read("/companies/jade"), /the release before does not list it\./u);
    assert.match(await read("/companies/bois-clair"), / has been Middle in both releases/u);
  });

  test("says what is not judged", async () => {
    assert.match(await read("/companies/bois-clair"), /It has no current judgement in Privacy\./u);
    const none = await read("/companies/himba");
    assert.match(none, /<h1>Himba is listed and not judged<\/h1>/u);
    assert.match(none, /no current judgement in any pillar/u);
    assert.doesNotMatch(none, /id="judgements"|id="place"|id="median"/u);
  });

  test("goes on by links where there are many judgements, all of one pillar if asked for", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, [...COMPANIES, company(500)]));
    const long = await openTestServer({ releases });
    for (const [first, expected] of [
      ["/companies/many", 500],
      ["/companies/many?pillar=privacy&sort=band", 250],
    ] as const) {
      const seen = new Set<string>();
      const rows = (await reader(long)(first)).split('<time datetime="').length - 1;
      assert.equal(rows, first.includes("?") ? 25 : 8, "few before a reader asks for more");
      let path: string | undefined = first;
      while (path !== undefined) {
        const markup = await reader(long)(path);
        for (const [judge] of markup.matchAll(/(?<=<td><bdi>)Judge \d{3}/gu)) seen.add(judge);
        path = /href="([^"#]+)#judgements" rel="next"/u.exec(markup)?.[1]?.replaceAll("&amp;", "&");
      }
      assert.equal(seen.size, expected, first);
    }
    await long.close();
  });

  test("folds many products, and draws very many judgements as a bar", async () => {
    const products = Array.from({ length: 30 }, (_, index) => {
      return { id: null, slug: `p-${index}`, name: `Product ${index}`, brand: null, aliases: [] };
    });
    const markup = await readCompany(company(400, { products }));
    assert.match(markup, /<details><summary>22 more<\/summary>/u);
    assert.match(markup, /All judgements, worst to best; the middle one gives the band/u);
  });

  test("links an archived copy beside its source, and alone where there is no source", async () => {
    const archived_url = "https://archive.example/2026/https://source.example/7";
    const link = `<a href="${archived_url}" rel="nofollow noopener" title="${archived_url}">archived</a>`;
    for (const [more, expected] of [
      [{ source_url: "https://source.example/7" }, `>source.example</a> ${link}</td>`],
      [{}, `<td> ${link}</td>`],
    ] as const) {
      const markup = await readCompany(company(0, { judgements: [[0, 1, { ...more, archived_url }]] }));
      assert.ok(markup.includes(expected), expected);
    }
  });

  test("links nothing but addresses of the web", async () => {
    const source_url = "javascript:alert(1)";
    const markup = await readCompany(
      company(0, { judgements: [[0, 1, { source_url }]], website: "ftp://files.example" }),
    );
    assert.doesNotMatch(markup, /href="(?:javascript|ftp):/u);
    assert.ok(markup.includes(`<td>${source_url}</td>`));
  });

  test("400 for a pillar, an order or a cursor that there is not, 404 for a company", async () => {
    const statusOf = async (path: string) => (await send(server, path, { headers: { Accept: "text/html" } })).status;
    for (const query of ["pillar=luck", "sort=luck", "cursor=luck"])
      assert.equal(await statusOf(`/companies/aster-energie?${query}`), 400, query);
    assert.equal(await statusOf("/companies/nobody"), 404);
    const { headers } = await send(server, "/companies/c-1", { headers: { Accept: "text/html" } });
    assert.equal(headers.location, "/companies/aster-energie");
  });
});

test("a claim about a company begins with it", async () => {
  const server = await openTestServer();
  const markup = await reader(server)("/claims?subject=company:aster-energie");
  assert.match(markup, /<option value="company:aster-energie" selected>Áster Énergie<\/option>/u);
  for (const path of ["/countries/france", "/sectors/energy"]) {
    const subject = path.replace("/countries/", "country:").replace("/sectors/", "sector:");
    assert.ok((await reader(server)(path)).includes(`href="/claims?subject=${subject}"`), path);
  }
  await server.close();
});
