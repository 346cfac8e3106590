import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Releases } from "../../src/release/snapshot.ts";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES } from "../fixtures/memory-release.ts";
import { checkAnyDerivations, checkLinks, list } from "./any-derivations.ts";
import { ask, BASE, type Members, operationOf, RELEASE, refusal, releases as shared, sourcesOf } from "./asking.ts";

const country = (slug: string, from: Releases = shared): Members => ask("derive_country", { slug }, from);

/** Where in the line companies stand, with their bands. */
const standing = (body: Members, name: string): string[] =>
  list(body, name).map(({ position, name: own, median_band: band }) => `${String(position)} ${own}: ${band}`);

describe("the derivation of a country", () => {
  test("has its figures and its summary, as its own answer has them", () => {
    const own = ask("get_country", { slug: "france" });
    const body = country("france");
    for (const name of ["judged_companies", "median_band", "distribution", "flips_to_lower", "rank", "summary"])
      assert.deepEqual(body[name], own[name], name);
    assert.deepEqual(body.reasons, {});
  });

  test("counts to the middle, band by band, and shows who stands there", () => {
    const body = country("france");
    assert.equal(body["middle"], 2);
    assert.deepEqual(
      list(body, "bands").map((band) => [band["band"], band["count"], band["cumulative"], band["holds_middle"]]),
      [
        ["very_low", 0, 0, false],
        ["low", 0, 0, false],
        ["middle", 1, 1, false],
        ["high", 1, 2, true],
        ["very_high", 1, 3, false],
      ],
    );
    assert.deepEqual(standing(body, "below"), ["1 Bois Clair: middle"]);
    assert.deepEqual(standing(body, "around_middle"), ["2 Áster Énergie: high"]);
    assert.deepEqual(standing(body, "above"), ["3 Café Fort: very_high"]);
    assert.equal(
      list(body, "below")[0]?.["href"],
      `${BASE}/api/v2/companies/bois-clair?release=${RELEASE}`,
      "in the release of the figures",
    );
  });

  test("says what is left without each pillar", () => {
    const body = country("france");
    assert.deepEqual(
      list(body, "without_pillar").map(({ id, count, median_band: band }) => [id, count, band]),
      [
        ["safety", 2, "low"],
        ["privacy", 2, "middle"],
      ],
    );
    assert.equal(
      body["without_pillar_summary"],
      "Safety holds France up: without it France would be Low. Some of its companies are judged in Privacy alone, so it cannot be said whether that holds France up or down.",
    );
  });

  test("says when the judgements were made, by whom and from what, and what is not known of them", () => {
    const body = country("france");
    assert.equal(body.judgement_count, 5);
    const day = "2026-03-01";
    assert.deepEqual(body["judged_on"], { dated: 1, undated: 4, oldest: day, middle: day, newest: day, reasons: {} });
    const largest = { numerator: 1, denominator: 1, share: 1 };
    assert.deepEqual(body["judges"], {
      named: 1,
      unnamed: 4,
      different: 1,
      largest: { name: "J. Doe", label: "J. Doe", ...largest },
      reasons: {},
    });
    const { sources } = country("germany") as unknown as { sources: object };
    const missing = { different: "not_given", largest: "not_given" };
    assert.deepEqual(sources, { named: 0, unnamed: 3, different: null, largest: null, reasons: missing });
  });

  test("counts the companies that fewest re-ratings would move, none at the end of the scale", () => {
    const { flips, count, href } = country("france")["nearest_to_lower"] as Members;
    // Judged 2, 4 and 5: one judgement moves it either way.
    assert.deepEqual([flips, count], [1, 1]);
    assert.match(String(href), /\/companies\?.*sort=flips_to_lower/u);
    const brazil = country("brazil");
    assert.deepEqual([brazil["nearest_to_lower"], brazil.reasons["nearest_to_lower"]], [null, "scale_end"]);
  });

  test("that is not judged has nulls with reasons, and never a band", () => {
    const body = country("namibia");
    for (const name of ["middle", "median_band", "without_pillar_summary", "nearest_to_lower", "nearest_to_higher"])
      assert.deepEqual([body[name], body.reasons[name]], [null, "not_judged"], name);
    assert.deepEqual([body["below"], body["around_middle"], body["above"]], [[], [], []]);
    assert.ok(list(body, "bands").every((band) => band["count"] === 0 && band["holds_middle"] === false));
    const { reasons, ...dates } = body["judged_on"] as Members;
    assert.deepEqual(dates, { dated: 0, undated: 0, oldest: null, middle: null, newest: null });
    assert.deepEqual(reasons, { oldest: "not_judged", middle: "not_judged", newest: "not_judged" });
    checkLinks(body, shared);
  });

  test("is found by every name of the country, and is redirected to its slug", () => {
    const answer = operationOf("derive_country").answer(sourcesOf(shared), { slug: "FR" }, undefined);
    assert.deepEqual(answer, { kind: "redirect", path: { slug: "france" } });
    assert.deepEqual(country("FRA"), country("france"));
  });

  test("that is unknown, or has no company, is a problem that says what to do", () => {
    assert.match(
      refusal("derive_country", { slug: "atlantis" }, "country_not_found").message,
      /expected a slug, an ISO 3166-1 code or a name/u,
    );
    assert.match(
      refusal("derive_country", { slug: "japan" }, "country_not_found").message,
      /Japan \(JPN\) has no company in release/u,
    );
  });

  test("comes from the release that is named, or was in force at a time", () => {
    const older = buildMemorySnapshot("2026-10-01-cccccccccccc", COMPANIES.slice(1), undefined, "2026-10-01T00:00:00Z");
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE), older);
    assert.equal(country("france", releases).judged_companies, 3);
    for (const query of [{ release: "previous" }, { as_of: "2026-10-15" }]) {
      const body = ask("derive_country", { slug: "france", ...query }, releases);
      assert.deepEqual([body.meta.release, body.judged_companies], ["2026-10-01-cccccccccccc", 2]);
      checkLinks(body, releases);
    }
    refusal("derive_country", { slug: "france", release: "none" }, "release_not_found");
  });
});

describe("the derivation of a sector", () => {
  test("is that of its companies in all countries", () => {
    const body = ask("derive_sector", { slug: "retail" });
    assert.deepEqual([body.slug, body.median_band, body["middle"]], ["retail", "middle", 2]);
    assert.deepEqual(standing(body, "below"), ["1 Eins: low"]);
    assert.deepEqual(standing(body, "around_middle"), ["2 Bois Clair: middle"]);
    assert.deepEqual(standing(body, "above"), ["3 Fünf: high", "4 Café Fort: very_high"]);
    assert.match(
      String(body["without_pillar_summary"]),
      /^Some of its companies are judged in Safety or Privacy alone, so /u,
    );
    checkLinks(body, shared);
  });

  test("that is unknown is a problem", () => {
    const { extension } = refusal("derive_sector", { slug: "alchemy" }, "sector_not_found");
    assert.equal(extension.listedIn, "sectors");
  });
});

describe("the derivation of a company", () => {
  test("is that of its judgements, with what they say of themselves", () => {
    const body = ask("derive_company", { slug: "aster-energie" });
    assert.deepEqual(
      [body.median_band, body["middle"], body["summary"]],
      ["high", 2, ask("get_company", { slug: "aster-energie" })["summary"]],
    );
    const judged = (name: string) => list(body, name).map((each) => [each["position"], each["pillar"], each["band"]]);
    assert.deepEqual(judged("below"), [[1, "privacy", "low"]]);
    assert.deepEqual(judged("around_middle"), [[2, "safety", "high"]]);
    assert.deepEqual(judged("above"), [[3, "safety", "very_high"]]);
    assert.equal(list(body, "around_middle")[0]?.["criterion"], "recalls");
    assert.deepEqual(
      list(body, "without_pillar").map(({ id, count, median_band: band }) => [id, count, band]),
      [
        ["safety", 1, "low"],
        ["privacy", 2, "high"],
      ],
    );
    assert.equal(
      body["without_pillar_summary"],
      "Safety holds Áster Énergie up: without it Áster Énergie would be Low. No other pillar changes the result.",
    );
    checkLinks(body, shared);
  });

  test("that is judged in one pillar has no band without it", () => {
    const body = ask("derive_company", { slug: "goiaba" });
    assert.match(String(body["without_pillar_summary"]), /^Goiaba is judged in Safety alone\./u);
    const [safety] = list(body, "without_pillar");
    assert.deepEqual([safety?.["count"], safety?.median_band, safety?.reasons["median_band"]], [0, null, "not_judged"]);
  });

  test("that is not judged has nulls with reasons", () => {
    const body = ask("derive_company", { slug: "himba" });
    assert.deepEqual([body["middle"], body["without_pillar_summary"], body.median_band], [null, null, null]);
    assert.deepEqual([body["below"], body["around_middle"], body["above"]], [[], [], []]);
    checkLinks(body, shared);
  });

  test("its id answers like its slug, and an unknown one is a problem", () => {
    assert.deepEqual(ask("derive_company", { slug: "c-1" }), ask("derive_company", { slug: "aster-energie" }));
    const { extension } = refusal("derive_company", { slug: "nobody" }, "company_not_found");
    assert.equal(extension.listedIn, "companies");
  });
});

test("of any release: every count can be opened, and the line is the list it links to", () => {
  checkAnyDerivations(12);
});
