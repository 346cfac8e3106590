import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { compareInHeadline, compareInWords, type SideInWords } from "../../src/say/comparison.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { buildMemoryReleases, buildMemorySnapshot, FACTS, type StatedCompany } from "../fixtures/memory-release.ts";
import { buildAgentSources, openAgent } from "../mcp/open-agent.ts";
import { ask, type Members, RELEASE } from "./asking.ts";

/*
 * Sentences about real and made data that earlier versions printed, each true as arithmetic and
 * false as readers take it. Each case is small, and has the same shape.
 */

const EARLIER = "2025-11-20-bbbbbbbbbbbb";

/** So many companies of a country in each band, the worst first; their ids go on from `from`. */
function companiesOf(country: string, counts: Distribution, { from = 0, sector = "energy" } = {}): StatedCompany[] {
  const levels = counts.flatMap((count, index) => Array.from({ length: count }, () => index + 1));
  return levels.map((level, index) => {
    const id = `${country}-${from + index}`;
    return { id, name: id, country, sector, judgements: [[0, level]] };
  });
}

const MINIMUM = 3;
const facts = { ...FACTS, minimumCompanies: MINIMUM };

function releasesOf(now: readonly StatedCompany[], before?: readonly StatedCompany[]) {
  const after: Snapshot = buildMemorySnapshot(RELEASE, now, facts);
  if (before === undefined) return buildMemoryReleases(after);
  return buildMemoryReleases(after, buildMemorySnapshot(EARLIER, before, facts, "2025-11-20T10:00:00Z"));
}

type Shelf = ReturnType<typeof releasesOf>;

function check(claim: string, from: Shelf): Members {
  return ask("check_claim", Object.fromEntries(new URLSearchParams(claim)), from);
}

function verdictOf(claim: string, from: Shelf): readonly unknown[] {
  const { verdict, reason, companions } = check(claim, from);
  return [verdict, reason, companions];
}

function movedIn(from: Shelf): Members {
  const { countries } = ask("list_changes", {}, from) as unknown as { countries: { moved: readonly Members[] } };
  const [moved] = countries.moved;
  assert.ok(moved);
  return moved;
}

describe("what was once said wrongly", () => {
  test("a country fell, when its best companies left the list and nobody was re-rated", () => {
    const stayed = companiesOf("IT", [0, 14, 0, 0, 0]);
    const shelf = releasesOf(stayed, [...stayed, ...companiesOf("IT", [0, 0, 0, 48, 0], { from: 14 })]);
    assert.deepEqual(verdictOf(`subject=it&is=fallen&since=${EARLIER}`, shelf), [
      "misleading",
      "composition",
      ["composition"],
    ]);
    assert.equal(check(`subject=it&is=moved&since=${EARLIER}`, shelf)["verdict"], "holds");
    const moved = movedIn(shelf);
    assert.deepEqual([moved["trend"], moved.reasons["trend"]], [null, "composition"]);
    assert.match(
      String(moved["summary"]),
      /^Italy is now Low \(High before\): 48 companies were removed; of the 14 judged in both releases none was re-rated/u,
    );
  });

  test("a country of two judged companies moved", () => {
    const shelf = releasesOf(companiesOf("KW", [2, 0, 0, 0, 0]), companiesOf("KW", [0, 0, 2, 0, 0]));
    assert.deepEqual(verdictOf(`subject=kw&is=fallen&since=${EARLIER}`, shelf), [
      "cannot_be_told",
      "too_few_companies",
      [],
    ]);
    const moved = movedIn(shelf);
    assert.deepEqual([moved["trend"], moved.reasons["trend"]], [null, "too_few_companies"]);
    assert.doesNotMatch(String(moved["summary"]), /\bfell from|\brose from|Very low/u);
  });

  test("a country has rank 1, when all countries are in the worst band", async () => {
    const codes = ["ES", "FR", "DE", "IT"];
    const shelf = releasesOf(codes.flatMap((code) => companiesOf(code, [3, 0, 0, 0, 0])));
    assert.deepEqual(verdictOf("subject=es&is=rank&value=1", shelf), ["misleading", "shared_rank", ["tie"]]);
    const { items } = ask("rank_countries", { fields: "name,summary" }, shelf);
    for (const { summary } of items) {
      assert.match(String(summary), /All four ranked countries are rated Very low, the lowest of five bands\.$/u);
      assert.doesNotMatch(String(summary), /1st|ranks? 1/u);
    }
    const agent = await openAgent(buildAgentSources(shelf));
    const { summary } = await agent.call("list", { of: "countries" });
    assert.equal(summary, "4 of 4 countries have a rank. All of those are rated Very low, the lowest of five bands.");
    await agent.client.close();
  });

  test("all or none of its companies, when it is nearly all or none", () => {
    const shelf = releasesOf(companiesOf("US", [448, 0, 0, 0, 2]));
    for (const claim of ["value=very_low&percent=100", "value=very_high&percent=0"])
      assert.deepEqual(verdictOf(`subject=us&is=share&${claim}`, shelf).slice(0, 2), ["misleading", "rounded"]);
    const { say_instead: instead } = check("subject=us&is=share&value=very_low&percent=100", shelf);
    assert.match(String(instead), /448 of .*450 judged companies \(over 99%\)/u);
  });

  test("one company is rated higher than another, when they were judged in different pillars", () => {
    const [one, other] = companiesOf("FR", [1, 1, 0, 0, 0]);
    assert.ok(one && other);
    const shelf = releasesOf([one, { ...other, judgements: [[1, 5]] }]);
    assert.deepEqual(verdictOf(`subject=company:${other.id}&is=above&than=company:${one.id}`, shelf), [
      "cannot_be_told",
      "different_pillars",
      [],
    ]);
  });

  test("neither of two is ahead, when the pairs of their companies say who is", () => {
    const [text, headline] = compared("France", [11, 40, 43, 6, 0], "Germany", [47, 40, 16, 0, 0]);
    assert.match(text, /^France and Germany are both rated Low\. France’s companies rate higher \(\d+% of pairs/u);
    assert.equal(headline, "France and Germany are both rated Low; France’s companies rate higher");
  });

  test("one is above the other, when re-rating one in fifty would undo it", () => {
    const [text, headline] = compared("the United States", [0, 0, 96, 104, 0], "France", [0, 0, 103, 97, 0]);
    assert.equal(headline, "The United States is narrowly rated above France");
    assert.match(text, /Four changed ratings would make it a tie\.$/u);
    const [, firm] = compared("the United States", [0, 0, 90, 110, 0], "France", [0, 0, 110, 90, 0]);
    assert.equal(firm, "The United States is rated above France");
  });

  test("one is the worst, without those that have no rank", () => {
    const others = ["FR", "DE"].flatMap((code) => companiesOf(code, [0, 0, 0, 3, 0]));
    const shelf = releasesOf([...others, ...companiesOf("NL", [3, 0, 0, 0, 0]), ...companiesOf("IS", [1, 0, 0, 0, 0])]);
    assert.deepEqual(verdictOf("subject=nl&is=worst", shelf), ["holds", null, ["coverage"]]);
    assert.match(String(check("subject=nl&is=worst", shelf)["because"]), /3rd of three ranked.*; one more is not/u);
  });

  test("the figures of the whole, when a part of it was asked for", () => {
    const shelf = releasesOf(companiesOf("GB", [0, 0, 0, 3, 0]));
    for (const part of ["Scotland", "Wales", "Northern Ireland"]) {
      const { verdict, reason, say_instead: instead } = check(`subject=country:${part}&is=band&value=high`, shelf);
      assert.deepEqual([verdict, reason], ["cannot_be_told", "part_of"]);
      assert.match(String(instead), /^The United Kingdom is rated High/u);
    }
  });

  test("the band of a sector within a country of few companies, to an agent without a caution", async () => {
    const many = companiesOf("FR", [0, 0, 0, 3, 0]);
    const few = companiesOf("FR", [1, 0, 0, 0, 0], { from: 3, sector: "mining" });
    const agent = await openAgent(buildAgentSources(releasesOf([...many, ...few])));
    const { must_say: say } = await agent.call("get", { ids: ["france"], include: ["sectors"] });
    assert.ok(
      say.some((text) => /\bfewer than three judged companies, too few to be rated\.$/u.test(text)),
      say.join("\n"),
    );
    await agent.client.close();
  });

  test("two are spread alike, when their shares are not the same", () => {
    const [text] = compared("France", [2, 2, 0, 0, 0], "Spain", [3, 2, 1, 0, 0]);
    assert.doesNotMatch(text, /spread alike/u);
  });
});

/** What is said of two countries, as a text and as a headline. */
function compared(first: string, own: Distribution, second: string, others: Distribution): readonly [string, string] {
  const sideOf = (name: string, distribution: Distribution): SideInWords => {
    const [ranked] = rankByMedian([{ code: name, name, distribution }], MINIMUM);
    assert.ok(ranked);
    const listedCompanies = distribution.reduce((sum, count) => sum + count, 0);
    return { subject: "country:FR", name, ranked, listedCompanies };
  };
  const by = { minimumCompanies: MINIMUM, pillar: null };
  const sides = [sideOf(first, own), sideOf(second, others)] as const;
  return [compareInWords(FACTS.scale, ...sides, by).text, compareInHeadline(FACTS.scale, ...sides, by).text];
}
