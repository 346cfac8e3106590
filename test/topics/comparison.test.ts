import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ask, refusal, type Members } from "./asking.ts";
import { checkAnyComparisons } from "./any-comparisons.ts";

const compare = (countries: string, rest: Record<string, string> = {}): readonly Members[] =>
  ask("compare_countries", { countries, ...rest }).items;

const shareOf = (numerator: number, denominator: number) => ({
  numerator,
  denominator,
  share: numerator / denominator,
});

describe("a comparison of countries", () => {
  test("has every pair in the order of the request, and each country with its figures", () => {
    const body = ask("compare_countries", { countries: "DE, France,kosovo" });
    assert.deepEqual(
      body.items.map(({ first, second }) => [first, second]),
      [
        ["germany", "france"],
        ["germany", "kosovo"],
        ["france", "kosovo"],
      ],
    );
    assert.deepEqual([body.total, body.next], [3, null]);
    assert.deepEqual(
      body.countries.map(({ slug, median_band: band, judged_companies: judged }) => [slug, band, judged]),
      [
        ["germany", "high", 3],
        ["france", "high", 3],
        ["kosovo", "middle", 2],
      ],
    );
    assert.equal(body["minimum_companies"], 2);
  });

  test("of different median bands is higher or lower, with pairs, dominance and flips to a tie", () => {
    const [pair] = compare("fr,xk");
    assert.deepEqual([pair?.["by_median"], pair?.["reason"]], ["higher", "different_median_bands"]);
    assert.deepEqual(pair?.["pairs"], { higher: shareOf(2, 6), same: shareOf(2, 6), lower: shareOf(2, 6) });
    assert.deepEqual([pair?.["dominance"], pair?.["flips_to_tie"]], ["neither", 1]);
    const summary =
      "France is narrowly rated above Kosovo (High against Middle). In pairs of their companies neither is clearly ahead (33% each). One changed rating would make it a tie.";
    assert.equal(pair?.["summary"], summary);
    const [turned] = compare("xk,fr");
    assert.deepEqual([turned?.["by_median"], turned?.["summary"]], ["lower", summary]);
  });

  test("cannot tell apart what shares a band, is thin or is not judged, and says why", () => {
    const reasons = compare("fr,de,br,na").map((pair) => [
      `${String(pair["first"])} ${String(pair["second"])}`,
      pair["by_median"],
      pair["reason"],
    ]);
    const cannot = "cannot_be_told_apart";
    assert.deepEqual(reasons, [
      ["france germany", cannot, "same_median_band"],
      ["france brazil", cannot, "too_few_companies"],
      ["france namibia", cannot, "not_judged"],
      ["germany brazil", cannot, "too_few_companies"],
      ["germany namibia", cannot, "not_judged"],
      ["brazil namibia", cannot, "not_judged"],
    ]);
    const [tied] = compare("fr,de");
    assert.equal(tied?.["flips_to_tie"], 0);
    const [unjudged] = compare("fr,na");
    assert.deepEqual([unjudged?.["pairs"], unjudged?.["dominance"], unjudged?.["flips_to_tie"]], [null, null, null]);
  });

  test("in a sector and in a pillar counts those companies alone", () => {
    const energy = ask("compare_countries", { countries: "fr,xk", sector: "Energy" });
    assert.deepEqual(
      [energy["sectors"], energy["pillar"], energy.reasons],
      [["energy"], null, { pillar: "all_pillars", next: "last_page" }],
    );
    assert.deepEqual(
      energy.countries.map(({ listed_companies: listed }) => listed),
      [1, 2],
    );
    const several = ask("compare_countries", { countries: "fr,de", sector: "energy,retail" });
    const all = ask("compare_countries", { countries: "fr,de" });
    assert.deepEqual(several.countries, all.countries);
    assert.match(
      String(several.items[0]?.["summary"]),
      /^In the sectors “energy” and “retail”, France and Germany are both/u,
    );
    const privacy = ask("compare_countries", { countries: "fr,de", pillar: "privacy" });
    assert.deepEqual(
      privacy.countries.map(({ median_band: band }) => band),
      ["low", "high"],
    );
    assert.match(String(privacy.items[0]?.["summary"]), /^In Privacy, Germany has one judged company;/u);
    const both = ask("compare_countries", { countries: "fr,br", pillar: "privacy", sector: "energy" });
    assert.deepEqual(
      both.countries.map(({ judged_companies: judged }) => judged),
      [1, 0],
    );
    assert.match(
      String(both.items[0]?.["summary"]),
      /^In the sector “energy” and in Privacy, Brazil has no listed company, so it cannot be compared\./u,
    );
  });

  test("refuses unknown, absent, repeated, too few and too many countries, with every error", () => {
    const details = (countries: string): string =>
      refusal("compare_countries", { countries }, "invalid_request").message;
    assert.match(details("fr,atlantis"), /"atlantis"; expected .* the name of a country\./u);
    assert.match(details("fr,iceland"), /`iceland`, which has no company in release/u);
    assert.match(details("fr,de,France"), /`france` more than once/u);
    assert.match(details("fr,FR"), /`france` more than once/u);
    assert.match(details("fr"), /expected 2 to 8 names/u);
    assert.match(details("fr,de,xk,br,na,fr,de,xk,br"), /expected 2 to 8 names/u);
    const errors = refusal(
      "compare_countries",
      { countries: "fr,de", sector: "x", pillar: "y" },
      "invalid_request",
    ).errors;
    assert.deepEqual(
      errors.map(({ parameter }) => parameter),
      ["sector", "pillar"],
    );
  });

  test("of any release: turned round it says the opposite, and its numbers fit together", () => {
    checkAnyComparisons(60);
  });
});
