import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { send } from "../http/test-server.ts";
import { openSite } from "./sites.ts";

/** The comparison of countries as a page. */

describe("/compare", () => {
  let server: HttpServer;
  before(async () => {
    server = await openSite();
  });

  const visit = async (path: string) => {
    const { status, headers, body } = await send(server, path, { headers: { Accept: "text/html" } });
    return { status, location: headers.location, markup: body.toString() };
  };

  for (const [path, location] of [
    ["/compare?c1=france&c2=germany&c3=&pillar=&sector=", "/compare?countries=france,germany"],
    ["/compare?c1=france&c2=france&c3=germany", "/compare?countries=france,germany"],
    ["/compare?c1=&c2=france&pillar=privacy", "/compare?countries=france&pillar=privacy"],
    ["/compare?c1=&c2=&pillar=", "/compare"],
    ["/compare?countries=FR,de", "/compare?countries=france,germany"],
    ["/compare?countries=FRA", "/compare?countries=france"],
    [
      "/compare?c1=france&c2=germany&release=2026-11-20-aaaaaaaaaaaa",
      "/compare?release=2026-11-20-aaaaaaaaaaaa&countries=france,germany",
    ],
  ] as const) {
    test(`${path} → ${location}`, async () => {
      const answer = await visit(path);
      assert.deepEqual([answer.status, answer.location], [308, location]);
    });
  }

  test("shows of two countries what the API answers", async () => {
    const { markup } = await visit("/compare?countries=france,brazil");
    assert.match(markup, /<h1>Brazil has one judged company; a comparison needs at least two<\/h1>/u);
    const tie = await visit("/compare?countries=france,kosovo");
    const body = (await send(server, "/api/v2/intelligence/comparison?countries=france,kosovo")).body.toString();
    const { items } = JSON.parse(body) as { items: { pairs: { higher: { denominator: number } } }[] };
    assert.ok(tie.markup.includes(`Of all ${items[0]?.pairs.higher.denominator} pairs`));
    assert.equal([...tie.markup.matchAll(/class="tick"/gu)].length, 4, "ticks above and below both bars");
    const narrow = await visit("/compare?countries=france,kosovo&sector=energy");
    assert.match(narrow.markup, /<option value="energy" selected>/u);
  });

  test("has a row for each pair of more countries, which leads to the pair", async () => {
    const { markup } = await visit("/compare?countries=france,germany,kosovo,namibia&pillar=safety");
    const pairs = [...markup.matchAll(/<th scope="row"><a href="(\/compare\?[^"]+)">/gu)].map(([, href]) => href);
    assert.equal(pairs.length, 6);
    assert.equal(pairs[0], "/compare?countries=france,germany&amp;pillar=safety");
  });

  test("offers the countries there are, one more than were chosen, and never more than eight", async () => {
    const { markup } = await visit("/compare?countries=france,germany");
    assert.deepEqual(
      [...markup.matchAll(/<option value="([^"]+)" selected>/gu)].map(([, value]) => value),
      ["france", "germany"],
    );
    assert.match(markup, /<select name="c3">/u);
    assert.doesNotMatch(markup, /<select name="c4">/u);
  });

  test("refuses what is no country, as the API does", async () => {
    assert.equal((await visit("/compare?countries=atlantis")).status, 404);
    assert.equal((await visit("/compare?countries=france,atlantis")).status, 400);
    assert.equal((await visit("/compare?countries=france,germany&pillar=luck")).status, 400);
  });
});
