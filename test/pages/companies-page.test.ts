import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";
import { openSite } from "./sites.ts";

const BROWSER = { Accept: "text/html" };

describe("the page of all companies", () => {
  let server: HttpServer;
  before(async () => {
    server = await openSite();
  });

  const read = async (path: string): Promise<string> =>
    (await send(server, path, { headers: BROWSER })).body.toString();
  const namesIn = (markup: string): string[] =>
    [...markup.matchAll(/<th scope="row"><a href="\/companies\/[^"]+">([^<]+)</gu)].map(([, name = ""]) => name);
  const headlineOf = (markup: string): string => /<h1>([^<]+)<\/h1>/u.exec(markup)?.[1] ?? "";

  interface CompanyList {
    readonly items: readonly { readonly name: string }[];
    readonly total: number;
  }

  for (const query of [
    "",
    "country=france",
    "country=france&sector=&band=&pillar=",
    "country=Germany,FRA&band=high",
    "sector=retail&pillar=privacy",
    "band=very_low&sort=-name",
    "country=namibia&band=high",
  ]) {
    test(`?${query} lists what the API lists, worst first by default, and counts by band what it counts`, async () => {
      const markup = await read(`/companies?${query}`);
      const given = [...new URLSearchParams(query)].filter(([, value]) => value !== "");
      const list = async (more: Record<string, string>): Promise<CompanyList> => {
        const wanted = new URLSearchParams({ ...Object.fromEntries(given), ...more }).toString();
        return JSON.parse((await send(server, `/api/v2/companies?${wanted}`)).body.toString()) as CompanyList;
      };
      assert.deepEqual(
        namesIn(markup),
        (await list(query.includes("sort=") ? {} : { sort: "median_band" })).items.map(({ name }) => name),
      );
      const counts = [
        ...markup.matchAll(/<a href="[^"]*"[^>]*><span class="band">[\s\S]*?<td class="number">(\d+)</gu),
      ];
      const expected: number[] = [];
      for (const band of ["very_high", "high", "middle", "low", "very_low"])
        expected.push((await list({ band })).total);
      assert.deepEqual(
        counts.map(([, count]) => Number(count)),
        expected,
      );
    });
  }

  test("the headline is the finding, and names countries with their article", async () => {
    assert.equal(
      headlineOf(await read("/companies?country=fr")),
      "Of 3 judged companies in France, no two are rated alike",
    );
    assert.equal(headlineOf(await read("/companies?country=namibia")), "No company in Namibia is judged");
    assert.equal(
      headlineOf(await read("/companies?country=brazil&sector=mining&band=Very%20low")),
      "The one judged company of the sector “mining” in Brazil is rated Very low",
    );
  });

  test("the form shows what was chosen, whatever it was called, and keeps order and release", async () => {
    const markup = await read(`/companies?country=FRA&band=Low&sort=-name&release=${RELEASE}`);
    assert.match(markup, /<option value="france" selected>France</u);
    assert.match(markup, /<option value="low" selected>Low</u);
    assert.match(markup, /<input type="hidden" name="sort" value="-name">/u);
    assert.ok(markup.includes(`<input type="hidden" name="release" value="${RELEASE}">`));
    const several = await read("/companies?country=FRA,Germany");
    assert.match(several, /<option value="france,germany" selected>France, Germany</u);
  });

  test("a country of which nothing is listed is named in the headline, and chosen in the form", async () => {
    const cases = [
      ["none", "no country", "No country given"],
      ["NO", "Norway", "Norway"],
      ["NL,none", "the Netherlands and no country", "Netherlands, No country given"],
    ] as const;
    for (const [country, inWords, label] of cases) {
      const markup = await read(`/companies?country=${country}`);
      assert.ok(headlineOf(markup).includes(` in ${inWords}`), headlineOf(markup));
      assert.match(markup, new RegExp(`<option value="[^"]+" selected>${label}</option>`, "u"));
    }
  });
  test("400 for a name that means nothing", async () => {
    for (const query of ["country=atlantis", "band=luck", "sort=luck", "cursor=luck"])
      assert.equal((await send(server, `/companies?${query}`, { headers: BROWSER })).status, 400, query);
  });

  test("links of other releases keep the filters", async () => {
    const older = buildMemorySnapshot("2026-01-01-bbbbbbbbbbbb");
    const two = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE), older) });
    const path = `/companies?country=france&release=${older.manifest.id}`;
    const markup = (await send(two, path, { headers: BROWSER })).body.toString();
    assert.ok(markup.includes(`/companies?release=${older.manifest.id}&amp;country=france&amp;band=high"`));
    await two.close();
  });
});
