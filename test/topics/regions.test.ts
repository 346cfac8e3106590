import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { ask, BASE, type Members, refusal, RELEASE } from "./asking.ts";

/** Two judged companies each, but Uganda, Taiwan and Antarctica, which have one. */
const LEVELS = { KE: 4, TZ: 3, ET: 3, UG: 5, ZA: 5, EG: 2, FR: 5, TW: 1, AQ: 1 };
const companies = Object.entries(LEVELS).flatMap(([country, level]) =>
  Array.from({ length: ["UG", "TW", "AQ"].includes(country) ? 1 : 2 }, (_, index) => ({
    id: `${country}-${index}`,
    name: `${country} ${index}`,
    country,
    sector: "energy",
    judgements: [[0, level]] as const,
  })),
);
const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, companies));

const slugs = ({ items }: Members): string[] => items.map(({ slug }) => slug);
const get = (id: string, given: Record<string, string> = {}): Members => ask(id, given, releases);

describe("regions", () => {
  test("200 are listed with counts of their countries, a continent before its parts", () => {
    const { items, note } = get("list_regions");
    assert.match(String(note), /Taiwan and Kosovo/u);
    assert.deepEqual(
      items.map(({ slug }) => slug),
      "africa northern-africa sub-saharan-africa eastern-africa southern-africa asia eastern-asia europe western-europe".split(
        " ",
      ),
    );
    const eastern = items.find(({ slug }) => slug === "eastern-africa");
    assert.deepEqual(eastern, {
      code: "014",
      slug: "eastern-africa",
      name: "Eastern Africa",
      within: { code: "202", slug: "sub-saharan-africa", name: "Sub-Saharan Africa" },
      reasons: {},
      territories: 22,
      listed_countries: 4,
      ranked_countries: 3,
      countries_by_band: { very_low: 0, low: 0, middle: 2, high: 1, very_high: 0 },
      rankings: `${BASE}/api/v2/intelligence/country-rankings?region=eastern-africa`,
    });
    assert.equal(items[0]?.["within"], null);
    assert.equal(items[0]?.reasons["within"], "is_a_continent");
  });

  test("200 a ranking of a region ranks its countries among each other", () => {
    const all = get("rank_countries");
    const own = get("rank_countries", { region: "eastern-africa" });
    assert.deepEqual(slugs(own), ["kenya", "ethiopia", "tanzania", "uganda"]);
    assert.deepEqual(
      own.items.map(({ rank, tied_with: ties }) => [rank, ties]),
      [
        [1, 0],
        [2, 1],
        [2, 1],
        [null, null],
      ],
    );
    assert.equal(all.items.find(({ slug }) => slug === "kenya")?.rank, 3);
    assert.deepEqual(own["region"], { code: "014", slug: "eastern-africa", name: "Eastern Africa" });
    assert.equal(all["region"], null);
    assert.equal(all.reasons["region"], "whole_world");
    for (const region of ["014", "Eastern Africa", "EASTERN-AFRICA"])
      assert.deepEqual(slugs(get("rank_countries", { region })), slugs(own), region);
    assert.deepEqual(slugs(get("rank_countries", { region: "melanesia" })), []);
  });

  test("sentences of a ranking of a region name it", () => {
    const said = get("rank_countries", { region: "eastern-africa", fields: "slug,summary" }).items;
    assert.match(
      String(said[0]?.["summary"]),
      / It ranks 1st of three ranked countries in Eastern Africa; one more is not ranked\.$/u,
    );
    assert.match(
      String(said[1]?.["summary"]),
      / Two countries tie for 2nd of three ranked countries in Eastern Africa; one more is not ranked\.$/u,
    );
    const alone = get("get_country", { slug: "france" })["in_region"] as Members;
    assert.match(String(alone["summary"]), / It is the only ranked country in Western Europe\.$/u);
  });

  test("a country has its region, its place there, and why it has none", () => {
    const kenya = get("get_country", { slug: "kenya" });
    assert.deepEqual(kenya["region"], {
      code: "014",
      slug: "eastern-africa",
      name: "Eastern Africa",
      continent: "Africa",
      is_assigned: true,
    });
    const place = kenya["in_region"] as Members;
    assert.deepEqual([place["listed_countries"], place["ranked_countries"], place.rank], [4, 3, 1]);
    const taiwan = get("get_country", { slug: "taiwan" });
    assert.equal((taiwan["region"] as Members)["is_assigned"], false);
    assert.equal((taiwan["in_region"] as Members).reasons["rank"], "too_few_companies");
    const antarctica = get("get_country", { slug: "antarctica" });
    assert.deepEqual([antarctica["region"], antarctica["in_region"]], [null, null]);
    assert.equal(antarctica.reasons["region"], "in_no_region");
    assert.equal(antarctica.reasons["in_region"], "in_no_region");
  });

  test("narrow lists of companies and of what they own, alone, together and with countries", () => {
    const found = (given: Record<string, string>): string[] =>
      get("list_companies", given).items.map(({ id }) => id.slice(0, 2));
    assert.deepEqual(new Set(found({ region: "africa" })), new Set(["KE", "TZ", "ET", "UG", "ZA", "EG"]));
    assert.deepEqual(new Set(found({ region: "southern-africa,europe" })), new Set(["ZA", "FR"]));
    assert.deepEqual(new Set(found({ region: "africa", country: "kenya,france" })), new Set(["KE"]));
    assert.deepEqual(found({ region: "africa", country: "none" }), []);
    assert.equal(get("list_judgements", { region: "eastern-africa" }).total, 7);
    assert.deepEqual(slugs(get("get_country_sector_matrix", { region: "northern-africa" })), ["egypt"]);
  });

  test("400 an unknown region is refused with what is expected", () => {
    for (const id of ["rank_countries", "list_companies", "get_country_sector_matrix", "list_judgements"]) {
      const problem = refusal(id, { region: "atlantis" }, "invalid_request", releases);
      assert.match(JSON.stringify(problem.errors), /`region` is .*atlantis.*eastern-africa/u, id);
    }
  });

  test("claims about a place in a ranking name the region that it is among", () => {
    const check = (claim: string): Members => get("check_claim", Object.fromEntries(new URLSearchParams(claim)));
    const best = check("subject=kenya&is=best&region=eastern-africa");
    assert.equal(best["verdict"], "holds");
    assert.equal(best["claim"], "Kenya alone is first of the ranked countries in Eastern Africa.");
    assert.deepEqual(best["companions"], ["coverage"]);
    assert.equal(best["ranked_countries"], 3);
    assert.equal(check("subject=kenya&is=best")["verdict"], "does_not_hold");
    const shared = check("subject=tanzania&is=rank&value=2&region=eastern-africa");
    assert.deepEqual([shared["verdict"], shared["reason"]], ["misleading", "shared_rank"]);
    assert.equal(
      shared["say_instead"],
      "Tanzania is rated Middle, like both of its judged companies. Two countries tie for 2nd of three ranked countries in Eastern Africa; one more is not ranked.",
    );
    const outside = refusal(
      "check_claim",
      { subject: "france", is: "best", region: "africa" },
      "invalid_request",
      releases,
    );
    assert.match(JSON.stringify(outside.errors), /M49\) do not count France there/u);
    const other = refusal(
      "check_claim",
      { subject: "kenya", is: "band", value: "high", region: "africa" },
      "invalid_request",
      releases,
    );
    assert.match(JSON.stringify(other.errors), /takes no `region`/u);
  });
});
