import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as fc from "fast-check";
import type { Releases } from "../../src/snapshot/snapshot.ts";
import { numbersIn } from "../contract/sentences.ts";
import { publishReleases } from "../downloads/published-demo.ts";
import { effort } from "../fixtures/effort.ts";
import { buildMemoryReleases, buildMemorySnapshot, FACTS } from "../fixtures/memory-release.ts";
import { anyCompanies } from "./any-companies.ts";
import { ask, type Members, RELEASE } from "./asking.ts";

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A sentence without the names, labels and the date in it, which may have digits of their own. */
function withoutNames(item: Members, facts: typeof FACTS): string {
  const { summary, judgements } = item;
  const { notice } = facts;
  assert.ok(typeof summary === "string" && notice !== null && summary.endsWith(` ${notice}`), String(summary));
  // The answers of companies alone have judgements.
  const dates = [judgements ?? []].flat().flatMap(({ judged_on: date }) => (typeof date === "string" ? date : []));
  const [year = "", month = ""] = dates.toSorted().at(-1)?.split("-") ?? [];
  const labels = [...facts.scale.bands, ...facts.pillars].map(({ label }) => label);
  const named = [item.name, item["label"], `of ${MONTHS[Number(month) - 1]} ${year}`, ...labels];
  return named.reduce<string>(
    (text, name) => (typeof name === "string" ? text.replaceAll(name, "…") : text),
    summary.slice(0, -notice.length),
  );
}

/** Every number that the members of an answer have, or that adding some of them up gives. */
function figuresOf(item: Members, minimum: number): Set<number> {
  const counts = Object.values(item.distribution);
  const level = item.median_level ?? 1;
  const sumOf = (some: readonly number[]): number => some.reduce((sum, count) => sum + count, 0);
  const parts = [counts, counts.slice(0, level - 1), counts.slice(level - 1, level), counts.slice(level)].map(sumOf);
  const own = ["flips_to_lower", "flips_to_higher", "rank", "tied_with"].map((name) => Number(item[name]));
  const { listed_companies: listed } = item;
  const judged = Object.values(item["pillars"] ?? {}).filter((pillar) => pillar.median_level !== null).length;
  return new Set([...parts, ...own, listed, listed - sumOf(counts), judged, minimum]);
}

function checkSummary(item: Members, facts: typeof FACTS, minimum = facts.minimumCompanies): void {
  const sentence = withoutNames(item, facts);
  const figures = figuresOf(item, minimum);
  for (const number of numbersIn(sentence)) assert.ok(figures.has(number), `${number} in ${String(item["summary"])}`);
}

/** Checks the sentence of every country, sector and company of a release, wherever it stands. */
function checkRelease(releases: Releases): number {
  const { dataset } = releases.current().manifest;
  let checked = 0;
  const check = (items: readonly Members[], minimum?: number): void => {
    for (const item of items) checkSummary(item, dataset, minimum);
    checked += items.length;
  };
  const countries = ask("preview_countries", {}, releases).items;
  const sectors = ask("list_sectors", { limit: "1000" }, releases).items;
  const companies = ask("list_companies", { limit: "1000" }, releases).items;
  check([...countries, ...sectors, ...companies]);
  for (const pillar of ["", ...dataset.pillars.map(({ id }) => id)]) {
    const parameters = { limit: "1000", min_companies: "4", ...(pillar === "" ? {} : { pillar }) };
    check(ask("rank_countries", parameters, releases).items, 4);
  }
  check(countries.map(({ slug }) => ask("get_country", { slug }, releases)));
  check(sectors.map(({ slug }) => ask("get_sector", { slug }, releases)));
  check(companies.map(({ slug }) => ask("get_company", { slug }, releases)));
  return checked;
}

describe("the figures of the demonstration data in words", () => {
  let demo: Awaited<ReturnType<typeof publishReleases>>;
  before(async () => {
    demo = await publishReleases();
  });
  after(() => demo.close());

  test("have no number that is not in the answer beside them, and keep the notice", () => {
    const { countries, sectors } = demo.releases.current().manifest.counts;
    assert.ok(checkRelease(demo.releases) >= 2000 + 2 * (countries + sectors));
  });
});

describe("the figures of any release in words", () => {
  test("have no number that is not in the answer beside them", () => {
    fc.assert(
      fc.property(anyCompanies, (companies) => {
        assert.ok(checkRelease(buildMemoryReleases(buildMemorySnapshot(RELEASE, companies))) > 0);
      }),
      { numRuns: effort(15, 400) },
    );
  });
});

describe("a summary", () => {
  const of = (id: string, parameters: Record<string, string>) => ask(id, parameters)["summary"];

  test("of a country says its rank, and in its own answer the same as in lists", () => {
    const summary =
      "France’s median band is High, from three judged companies. That says little about a country: one re-rated company would be enough to change it. It shares rank 1 with one other country; the data do not order them. All companies are fictional.";
    assert.equal(of("get_country", { slug: "france" }), summary);
    for (const list of ["preview_countries", "rank_countries"]) {
      assert.equal(ask(list).items.find(({ slug }) => slug === "france")?.["summary"], summary);
    }
  });

  test("of a ranking in a pillar names the pillar, and the minimum of the request", () => {
    const [first, ...rest] = ask("rank_countries", { pillar: "privacy", min_companies: "2" }).items;
    assert.match(String(first?.["summary"]), /^In Privacy, France’s median band is Low, from two judged companies\./u);
    assert.match(
      String(rest.find(({ slug }) => slug === "germany")?.["summary"]),
      /^Germany has one judged company in Privacy, which stands at High\. Two more listed companies have not been judged in Privacy\. With fewer than two the country is not ranked in Privacy\./u,
    );
  });

  test("of a sector names no rank", () => {
    const summary =
      "The median band of the sector energy is High, from four judged companies. That says little about a sector: one re-rated company would be enough to change it. All companies are fictional.";
    assert.equal(of("get_sector", { slug: "energy" }), summary);
    assert.equal(ask("list_sectors").items[0]?.["summary"], summary);
  });

  test("of a company has in its own answer what only that one shows: pillars and the newest date", () => {
    assert.equal(
      of("get_company", { slug: "aster-energie" }),
      "Áster Énergie stands at High: the median of three judgements in two pillars, the newest of March 2026. One judgement re-rated lower or higher would be enough to change it. All companies are fictional.",
    );
    assert.equal(
      ask("list_companies").items[0]?.["summary"],
      "Áster Énergie stands at High: the median of three judgements. One judgement re-rated lower or higher would be enough to change it. All companies are fictional.",
    );
    assert.equal(
      of("get_company", { slug: "himba" }),
      "Himba is listed and has not been judged, so it has no band. All companies are fictional.",
    );
  });

  test("is a field that a list can be narrowed to", () => {
    for (const list of ["list_companies", "list_sectors", "rank_countries"]) {
      const [item] = ask(list, { fields: "summary" }).items;
      assert.deepEqual(Object.keys(item ?? {}), ["summary"]);
    }
  });

  test("ends without a notice where the publisher gives none", () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, undefined, { ...FACTS, notice: null }));
    assert.match(String(ask("get_company", { slug: "himba" }, releases)["summary"]), /so it has no band\.$/u);
  });
});
