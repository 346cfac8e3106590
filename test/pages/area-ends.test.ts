import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type StatedCompany, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";

/** Companies of France, each with its levels in both pillars. */
function companiesOf(levels: Readonly<Record<string, readonly [number, number]>>): StatedCompany[] {
  return Object.entries(levels).map(([name, [one, other]]) => ({
    id: name,
    name,
    country: "FR",
    sector: "retail",
    judgements: [
      [0, one],
      [1, other],
    ],
  }));
}

async function readCompanies(companies: readonly StatedCompany[], query = ""): Promise<string> {
  const server = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, companies)) });
  const markup = (
    await send(server, `/countries/france${query}`, { headers: { Accept: "text/html" } })
  ).body.toString();
  await server.close();
  return /<div id="companies">[\s\S]*?<p class="take"|<h2 id="companies">[\s\S]*?<\/section>/u.exec(markup)?.[0] ?? "";
}

function namesIn(markup: string): string[] {
  return [...markup.matchAll(/<th scope="row"><a [^>]+>([^<]+)</gu)].map(([, name = ""]) => name);
}

describe("the best and the worst companies of a country", () => {
  const levels: Record<string, readonly [number, number]> = { Zeta: [1, 1], Alpha: [1, 4], Beta: [1, 2] };
  for (const name of ["m1", "m2", "m3", "m4", "m5", "m6"]) levels[name] = [3, 3];
  Object.assign(levels, { Able: [4, 5], Delta: [4, 4], Gamma: [5, 5] });

  test("those of the outermost bands, first those with more judgements there, not by name", async () => {
    const section = await readCompanies(companiesOf(levels));
    assert.match(section, /<h2 id="best">Gamma is rated best in France: Very high<\/h2>/u);
    assert.match(section, /<h2 id="worst">Zeta, Beta and Alpha are rated worst in France: Very low<\/h2>/u);
    assert.deepEqual(namesIn(section), ["Gamma", "Zeta", "Beta", "Alpha"]);
    // Dates and sources of the worst are one file away.
    assert.match(section, /href="\/api\/v2\/judgements\?format=csv&amp;country=france&amp;company=zeta,beta,alpha"/u);
  });

  test("a tie is not cut: more than eight alike are counted, with a link to them, and none is shown as the worst", async () => {
    const alike = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`w${index}`, [1, 1] as const]));
    const section = await readCompanies(companiesOf({ ...alike, One: [5, 5], Two: [3, 3], Three: [1, 3] }));
    assert.deepEqual(namesIn(section), ["One"]);
    assert.match(section, /Ten companies are rated worst in France: Very low/u);
    assert.match(section, /<a href="\/companies\?country=france&amp;band=[^"]+">All 10 companies<\/a>/u);
  });

  test("the table of all where an order is chosen", async () => {
    const section = await readCompanies(companiesOf(levels), "?sort=name");
    assert.match(section, /aria-sort="ascending"/u);
    assert.doesNotMatch(section, /rated best/u);
  });
});
