import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";
import { faultsIn } from "./markup.ts";

/** Companies of a country, all of one band. */
const companiesOf = (country: string, band: number, count = FACTS.minimumCompanies) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${country}-${index}`,
    name: `${country} ${index}`,
    country,
    sector: "energy",
    judgements: [[1, band]] as const,
  }));

const COMPANIES = [
  ...companiesOf("FR", 3),
  ...companiesOf("DE", 4),
  ...companiesOf("ES", 2),
  ...companiesOf("LU", 5, 1),
  ...companiesOf("JP", 1),
  ...companiesOf("KR", 2),
  ...companiesOf("US", 2),
];

let server: HttpServer;
before(async () => {
  server = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES)) });
});
after(() => server.close());

/** The section of a country's page, and the names of its rows. */
async function visit(slug: string) {
  const markup = (await send(server, `/countries/${slug}`, { headers: { Accept: "text/html" } })).body.toString();
  assert.deepEqual(await faultsIn(markup), []);
  const [, from = ""] = markup.split('<section aria-labelledby="neighbours">');
  const [part = ""] = from.split("</section>", 1);
  const rows = [...part.matchAll(/<th scope="row"[^>]*>(?:<[^>]+>)*([^<]+)/gu)].map(([, name]) => name);
  return { part, rows, text: part.replaceAll(/<[^>]+>/gu, "") };
}

describe("a country among its neighbours", () => {
  test("those with a border on land, by band; the thin and the missing are named", async () => {
    const { rows, text, part } = await visit("france");
    assert.match(text, /Germany is rated higher than France; Spain is lower/u);
    assert.deepEqual(rows, ["Germany", "France", "Spain"]);
    assert.match(text, /One country with fewer than \w+ judged companies is not ranked: Luxembourg\./u);
    assert.match(text, /Andorra, Belgium, Switzerland, Italy and Monaco have no company/u);
    assert.match(part, /href="\/rankings\?region=western-europe"/u);
  });

  test("of an island, and where fewer than two neighbours are in the data, those of its region", async () => {
    for (const [slug, finding] of [
      ["japan", /South Korea is rated higher than Japan; no other country in \w+(?: \w+)? is lower/u],
      ["south-korea", /No other country in [^;]+ is rated higher than South Korea; Japan is lower/u],
    ] as const) {
      const { text, rows } = await visit(slug);
      assert.match(text, finding);
      assert.doesNotMatch(text, /By land/u);
      assert.deepEqual(rows, ["South Korea", "Japan"]);
    }
  });

  test("of a country without others in its region nothing", async () => {
    assert.equal((await visit("united-states")).part, "");
  });
});
