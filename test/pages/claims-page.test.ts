import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { faultsIn } from "./markup.ts";
import { openPage } from "./tab.ts";

/** The check of claims as a page. */

const EARLIER = "2026-01-01-bbbbbbbbbbbb";

describe("/claims", () => {
  let server: HttpServer;
  before(async () => {
    const earlier = buildMemorySnapshot(EARLIER, COMPANIES, FACTS, "2026-01-01T10:00:00Z");
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE), earlier);
    server = await openTestServer({ releases, baseUrl: null, now: () => new Date("2026-12-01T10:00:00Z") });
  });
  after(() => server.close());

  const visit = async (path: string) => {
    const { status, headers, body } = await send(server, path, { headers: { Accept: "text/html" } });
    return { status, location: headers.location, markup: body.toString() };
  };

  test("keeps of a sent form what completes the claim", async () => {
    const sent = `&value=high&number=3&than=country:germany&since=${EARLIER}&pillar=`;
    for (const [is, query] of [
      ["most", "&value=high"],
      ["rank", "&value=3"],
      ["above", "&than=country:germany"],
      ["best", ""],
      ["fallen", `&since=${EARLIER}`],
    ] as const) {
      const { status, location } = await visit(`/claims?subject=country:france&is=${is}${sent}`);
      assert.deepEqual([status, location], [308, `/claims?subject=country:france&is=${is}${query}`]);
      assert.equal((await visit(location ?? "")).status, 200, is);
    }
  });

  test("says whether it holds, on which figures, and what to say instead", async () => {
    for (const [query, verdict] of [
      ["is=at_least&value=very_low", "holds"],
      ["is=band&value=very_low", "does_not_hold"],
      ["is=above&than=country:brazil", "cannot_be_told"],
      [`is=unchanged&since=${EARLIER}`, "holds"],
    ] as const) {
      const answer = await send(server, `/api/v2/claims/check?subject=country:france&${query}`);
      const checked = JSON.parse(answer.body.toString()) as { verdict: string; say_instead: string | null };
      assert.equal(checked.verdict, verdict, query);
      const { markup } = await visit(`/claims?subject=country:france&${query}`);
      assert.equal(markup.includes("Say instead"), checked.say_instead !== null, query);
      const [title = ""] = /<h1>.*<\/h1>/u.exec(markup) ?? [];
      assert.match(
        title,
        { holds: / holds</u, does_not_hold: / does not hold</u, cannot_be_told: /cannot be told</u }[verdict],
      );
    }
    const { markup } = await visit(`/claims?subject=country:france&is=unchanged&since=${EARLIER}`);
    assert.match(markup, /<h1>“France’s median band has not changed since the release of 1 January 2026” holds</u);
    assert.ok(markup.includes(`href="/countries/france?release=${EARLIER}"`), "the earlier figures stand beside it");
  });

  test("takes a sentence as somebody wrote it: the verdict, and what was understood as the form", async () => {
    const ask = (sentence: string) => visit(`/claims?sentence=${encodeURIComponent(sentence)}`);
    const one = await ask("Germany is rated above France.");
    assert.match(one.markup, /<h1>“Germany is rated above France” (?:holds|does not hold|misleads)</u);
    assert.match(one.markup, /name="sentence" value="Germany is rated above France\."/u);
    assert.match(one.markup, /<option value="country:germany" selected>/u);
    assert.match(one.markup, /<option value="above" selected>/u);
    assert.ok(one.markup.indexOf("<h1>") < one.markup.indexOf('id="understood"'));
    assert.ok(one.markup.indexOf('id="understood"') < one.markup.indexOf('id="figures"'));
    const all = await ask("No country is rated Very low");
    assert.match(all.markup, /<h1>“None of the ranked countries are Very low” holds</u);
    assert.match(all.markup, /<option value="countries:ranked" selected>/u);
    assert.match(all.markup, /Say in the same sentence that only \w+ countries are ranked\./u);
    assert.match(all.markup, /href="\/rankings"[^>]*>Ranked countries</u);
    const denied = await ask("Germany is not rated above France");
    assert.match(denied.markup, /<h1>“Germany is not rated above France” (?:holds|does not hold|misleads)</u);
    assert.match(denied.markup, /It denies this\./u);
    const two = await ask("France and Germany are rated High");
    assert.equal([...two.markup.matchAll(/>Look it up<\/a>/gu)].length, 2);
    const strange = await ask("France <b>sings</b> beautifully");
    assert.equal(strange.status, 200);
    assert.match(strange.markup, /<h1>“France &lt;b&gt;sings&lt;\/b&gt; beautifully” is not understood/u);
    assert.match(strange.markup, /Not understood: /u);
    const early = await ask("France got worse since 2019");
    assert.match(early.markup, /<h1>“France got worse since 2019”: that cannot be told<\/h1>/u);
    const own = JSON.parse((await send(server, "/api/v2/countries/france")).body.toString()) as { summary: string };
    assert.match((await ask(own.summary)).markup, /<h1>“.+” holds</u);
    for (const { markup } of [one, denied, two, strange]) assert.deepEqual(await faultsIn(markup), []);
  });

  test("says every sentence once, and beside a claim that holds what belongs with it", async () => {
    for (const query of [
      "subject=country:france&is=rank&value=1",
      "subject=country:kosovo&is=above&than=country:france",
      "subject=country:france&is=above&than=country:germany",
      "subject=country:brazil&is=band&value=low",
      "subject=country:kosovo&is=average&value=3",
      "subject=bavaria&is=best",
      `subject=country:kosovo&is=fallen&since=${EARLIER}`,
    ]) {
      const { markup } = await visit(`/claims?${query}`);
      const text = (/<h1>.*id="another"/su.exec(markup) ?? [""])[0].replaceAll(
        /<svg.*?<\/svg>|<table.*?<\/table>/gsu,
        "",
      );
      const said = text.replaceAll(/<span class="whole">(.*?)<\/span>/gsu, "$1").split(/<[^>]*>|(?<=\.) /u);
      const whole = said.map((each) => each.trim()).filter((each) => each.endsWith("."));
      assert.deepEqual(
        whole.filter((each, index) => whole.indexOf(each) < index),
        [],
        query,
      );
    }
    const shared = await visit("/claims?subject=country:france&is=shares_rank&value=1");
    assert.match(
      shared.markup,
      /Say in the same sentence that one other country ties for the rank and that only three/u,
    );
    const alone = await visit("/claims?subject=country:france&is=rank&value=1");
    assert.doesNotMatch(alone.markup, /in the same sentence/u);
  });

  test("asks for a band, or a number, where one completes the claim", async () => {
    const { markup } = await visit("/claims?subject=country:france&is=most&value=high");
    const wordsOf = (label: string): string[] =>
      new RegExp(`<label data-completes="([^"]*)"><span>${label}<`, "u").exec(markup)?.[1]?.split(" ") ?? [];
    for (const word of ["band", "most", "share"]) assert.ok(wordsOf("Band").includes(word), word);
    assert.deepEqual(wordsOf("Number"), ["rank", "rank_alone", "shares_rank", "average"]);
    assert.match(markup, /<option value="high" selected>/u);
  });

  test("takes a company, and offers it again", async () => {
    const { markup } = await visit("/claims?subject=company:aster-energie&is=band&value=high");
    assert.match(markup, /<option value="company:aster-energie" selected>Áster Énergie<\/option>/u);
  });

  test("asks again where a part is missing, and refuses what is none", async () => {
    for (const path of ["/claims?subject=country:france", "/claims?subject=country:france&is=band"])
      assert.match((await visit(path)).markup, /<option value="country:france" selected>/u);
    assert.equal((await visit("/claims?subject=country:atlantis&is=best")).status, 404);
    assert.equal((await visit("/claims?subject=country:france&is=luck")).status, 400);
    assert.equal((await visit("/claims?subject=sector:energy&is=best")).status, 400);
  });

  test("proposes a sentence about the largest country of the data, here and on the start page", async () => {
    const ranking = await send(server, "/api/v2/intelligence/country-rankings");
    const { items } = JSON.parse(ranking.body.toString()) as { items: { name: string; judged_companies: number }[] };
    const [largest] = items.toSorted((a, b) => b.judged_companies - a.judged_companies);
    for (const path of ["/", "/claims"]) {
      const [, proposed] = /name="sentence"[^>]* placeholder="([^"]*)"/u.exec((await visit(path)).markup) ?? [];
      assert.equal(proposed, `${largest?.name} got worse since last year`, path);
    }
  });

  test("has no claim about earlier releases where there is none", async () => {
    const alone = await openTestServer();
    const { body } = await send(alone, "/claims", { headers: { Accept: "text/html" } });
    assert.doesNotMatch(body.toString(), /name="since"|value="risen"/u);
    await alone.close();
  });

  describe("in a browser", { skip: WITHOUT_BROWSER }, () => {
    test("a script shows only what completes the claim; without it the form works as well", async () => {
      for (const javaScriptEnabled of [true, false]) {
        const context = await openContext({ javaScriptEnabled });
        const { page, faults } = await openPage(context, `http://localhost:${server.port}/claims`);
        await page.selectOption("select[name=subject]", "country:germany");
        await page.selectOption("select[name=is]", "above");
        assert.equal(await page.isVisible("select[name=value]"), !javaScriptEnabled);
        assert.equal(await page.isVisible("select[name=than]"), true);
        await page.selectOption("select[name=than]", "country:france");
        await page.click("form.claim button");
        await page.waitForURL("**/claims?subject=country:germany&is=above&than=country:france");
        assert.match((await page.textContent("h1")) ?? "", /^“Germany is rated above France” /u);
        assert.deepEqual(faults, []);
        await context.close();
      }
    });
  });
});
