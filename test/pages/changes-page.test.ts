import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import type { DatasetFacts } from "../../src/trust/dataset.ts";
import {
  COMPANIES,
  FACTS,
  type StatedCompany,
  buildMemoryReleases,
  buildMemorySnapshot,
} from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";
import { WITHOUT_BROWSER } from "./browser.ts";
import { lookAtPages } from "./look-at-pages.ts";
import { HOSTILE_COMPANIES, HOSTILE_FACTS, HOSTILE_TEXTS } from "./hostile-dataset.ts";
import { faultsIn } from "./markup.ts";

/** The changes between two releases as a page. */

const EARLIER = "2026-01-01-bbbbbbbbbbbb";
const TYPES = { Accept: "text/html,*/*;q=0.8" };

/** Serves what a publisher stated, after an earlier release in which companies stood otherwise. */
function openAfter(earlier: readonly StatedCompany[], facts = FACTS, now = COMPANIES, factsNow = facts) {
  const releases = buildMemoryReleases(
    buildMemorySnapshot(RELEASE, now, factsNow),
    buildMemorySnapshot(EARLIER, earlier, facts, "2026-01-01T10:00:00Z"),
  );
  return openTestServer({ releases, baseUrl: null, now: () => new Date() });
}

async function read(server: HttpServer, path: string) {
  const { status, body } = await send(server, path, { headers: TYPES });
  return { status, markup: body.toString() };
}

async function ranksIn(server: HttpServer, release: string) {
  const { body } = await send(server, `/api/v2/intelligence/country-rankings?release=${release}`);
  return JSON.parse(body.toString()) as { items: { name: string; rank: number | null }[] };
}

/** The companies with every band of one of them moved to another. */
const withBands = (companies: readonly StatedCompany[], country: string, band: number): StatedCompany[] =>
  companies.map((company) =>
    company.country === country
      ? { ...company, judgements: company.judgements.map(([pillar]) => [pillar, band] as const) }
      : company,
  );

describe("/changes", () => {
  let server: HttpServer;
  before(async () => {
    // Germany was at Very low, Kosovo at Very high, and one company was not there.
    server = await openAfter(withBands(withBands(COMPANIES.slice(0, -2), "DE", 1), "FR", 5));
  });
  after(() => server.close());

  test("says who rose and fell since the release before, each with two bars and how firm that is", async () => {
    const { status, markup } = await read(server, "/changes");
    assert.equal(status, 200);
    assert.match(markup, /<h1>Germany rose from Very low to [^;<]+; France fell from Very high to [^;<]+<\/h1>/u);
    assert.match(markup, /Between the releases of [^<]+<a href="#others">/u);
    assert.doesNotMatch(markup, /world-map/u);
    const [, countries = ""] = /<h2 id="countries">(.*?)<\/section>/su.exec(markup) ?? [];
    assert.match(countries, /^(?:In |One |Two )[^<]* would undo the move<\/h2>/u);
    const moved = [...countries.matchAll(/<th scope="row"><a href="([^"]+)">/gu)].map(([, href]) => href);
    assert.deepEqual(moved, ["/countries/germany", "/countries/france"]);
    assert.equal([...countries.matchAll(/<div class="pair"><svg .*?<svg /gu)].length, 2);
    assert.match(countries, /<small>Very low → [^<]+<\/small>.*?<td>\d changed band/su);
    assert.deepEqual(await faultsIn(markup), []);
  });

  test("counts the companies that rose and fell by the band they reached, and names few", async () => {
    const { markup } = await read(server, "/changes");
    const [, companies = ""] = /<h2 id="companies">(.*?)<\/section>/su.exec(markup) ?? [];
    assert.match(companies, /^\d companies have a higher band, \d a lower one<\/h2>/u);
    const answer = await send(server, "/api/v2/changes?change=re_rated");
    const { items } = JSON.parse(answer.body.toString()) as { items: { name: string }[] };
    const named = [...companies.matchAll(/<a href="\/companies\/[^"]+">([^<]+)</gu)].map(([, name = ""]) => name);
    assert.deepEqual(named.toSorted(), items.map(({ name }) => name.replaceAll("&", "&amp;")).toSorted());
    assert.match(companies, /change=added#companies">2 added</u);
  });

  test("says which country has too few companies now for its rank, and which labels are others", async () => {
    const scale = {
      ...FACTS.scale,
      bands: FACTS.scale.bands.map((band, at) => (at === 0 ? { ...band, label: "Poor" } : band)),
    };
    const fewer = COMPANIES.filter(({ country }, index) => country !== "DE" || index % 2 === 0);
    const own = await openAfter(COMPANIES, { ...FACTS, scale, minimumCompanies: 2 }, fewer, {
      ...FACTS,
      minimumCompanies: 2,
    });
    try {
      const { markup } = await read(own, "/changes");
      assert.match(markup, /The band Poor is now called Very low\./u);
      const [then, now] = [await ranksIn(own, EARLIER), await ranksIn(own, RELEASE)];
      const lost = then.items.filter(
        ({ rank, name }) => rank !== null && !now.items.some((one) => one.name === name && one.rank !== null),
      );
      assert.ok(lost.length > 0);
      for (const { name } of lost) {
        assert.match(markup, new RegExp(`<h1>[^<]*${name}[^<]* too few companies now to be ranked`, "u"));
      }
    } finally {
      await own.close();
    }
  });

  test("names former names, and nothing of pillars or of what the releases say of themselves", async () => {
    const renamed = COMPANIES.map((company): StatedCompany => {
      if (company.id === "c-1") return { ...company, name: "Sold <b>Ltd</b>" };
      return company.id === "c-2" ? { ...company, judgements: [[1, 3]] } : company;
    });
    const own = await openAfter(renamed, FACTS, COMPANIES, { ...FACTS, licence: "CC0-1.0", notice: null });
    try {
      const { markup } = await read(own, "/changes?list=all");
      assert.match(markup, /<td>renamed, before: Sold &lt;b&gt;Ltd&lt;\/b&gt;<\/td>/u);
      assert.doesNotMatch(markup, /In Privacy|CC0-1\.0<\/td>/u);
      assert.deepEqual(await faultsIn(markup), []);
    } finally {
      await own.close();
    }
  });

  test("every link to its data and to other releases answers", async () => {
    const { markup } = await read(server, `/changes?release=${RELEASE}`);
    const hrefs = [...markup.matchAll(/ href="(\/[^"#]*)/gu)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
    assert.ok(hrefs.some((href) => href.startsWith("/api/v2/changes?format=csv&")));
    for (const href of new Set(hrefs.filter((each) => /^\/(?:api\/v2|changes|releases)\b/u.test(each)))) {
      const { status } = await send(server, href, { headers: TYPES });
      assert.ok(status === 200 || status === 308, `${href}: ${status}`);
    }
  });

  test("lists the companies page by page, or those that one thing happened to", async () => {
    const many = Array.from({ length: 60 }, (_, index): StatedCompany => {
      return { id: `m-${index}`, name: `Company ${index}`, country: "FR", sector: "energy", judgements: [[0, 3]] };
    });
    const long = await openAfter(COMPANIES, FACTS, [...COMPANIES, ...many]);
    const seen: string[] = [];
    let path: string | undefined = "/changes?change=added";
    while (path !== undefined) {
      const { markup } = await read(long, path);
      assert.match(markup, /aria-current="true">60 added</u);
      seen.push(
        ...[...markup.matchAll(/<th scope="row"><a href="[^"]*">(Company \d+)</gu)].map(([, name = ""]) => name),
      );
      path = /href="([^"#]+)#companies" rel="next"/u.exec(markup)?.[1]?.replaceAll("&amp;", "&");
    }
    assert.deepEqual(seen.toSorted(), many.map(({ name }) => name).toSorted());
    const { markup: empty } = await read(long, "/changes?change=removed");
    assert.match(empty, /<span>No company<\/span>/u);
    assert.doesNotMatch(empty, /<caption class="hidden">Companies/u, "no table of no companies");
    await long.close();
  });

  test("says so where nothing can be told", async () => {
    const alone = await openTestServer();
    const first = await read(alone, "/changes");
    assert.match(first.markup, /<h1>Nothing to compare with yet<\/h1>/u);
    assert.doesNotMatch(first.markup, /world-map|name="from"/u);
    await alone.close();
    const rescaled = { ...FACTS, scale: { ...FACTS.scale, id: "test-other" } };
    const changed = await openAfter(COMPANIES, rescaled, COMPANIES, FACTS);
    assert.match((await read(changed, "/changes")).markup, /<h1>The method changed, so it cannot be said/u);
    await changed.close();
    const unrelated = await openAfter(COMPANIES, { ...FACTS, title: "Another" }, COMPANIES, FACTS);
    assert.match((await read(unrelated, "/changes")).markup, /<h1>These releases are of two datasets<\/h1>/u);
    await unrelated.close();
    const same = await read(server, `/changes?from=${RELEASE}&to=${RELEASE}`);
    assert.match(same.markup, /<h1>One release is not compared with itself<\/h1>/u);
  });

  test("refuses releases there are not, the wrong way round, and changes of no kind", async () => {
    assert.equal((await read(server, "/changes?from=1999-01-01-aaaaaaaaaaaa")).status, 404);
    assert.equal((await read(server, `/changes?from=${RELEASE}&to=${EARLIER}`)).status, 400);
    assert.equal((await read(server, "/changes?change=luck")).status, 400);
  });

  test("hostile texts are text", async () => {
    const facts: DatasetFacts = HOSTILE_FACTS;
    const hostile = await openAfter(withBands(HOSTILE_COMPANIES, "FR", 1), facts, HOSTILE_COMPANIES);
    const { status, markup } = await read(hostile, "/changes");
    assert.equal(status, 200);
    for (const text of HOSTILE_TEXTS.filter((each) => each.includes("<"))) assert.ok(!markup.includes(text), text);
    await hostile.close();
  });

  test("in a browser: no fault, nothing beside the window", { skip: WITHOUT_BROWSER }, async () => {
    const phone = { viewport: { width: 375, height: 900 } };
    await lookAtPages(`http://localhost:${server.port}`, ["/changes"], phone);
    const hostile = await openAfter(withBands(HOSTILE_COMPANIES, "FR", 1), HOSTILE_FACTS, HOSTILE_COMPANIES);
    await lookAtPages(`http://localhost:${hostile.port}`, ["/changes"], phone, { layoutAlone: true });
    await hostile.close();
  });
});
