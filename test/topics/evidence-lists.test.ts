import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { ask, type Members, refusal, RELEASE } from "./asking.ts";

const dated = buildMemoryReleases(
  buildMemorySnapshot(
    RELEASE,
    COMPANIES.map((company, index) => ({
      ...company,
      judgements: company.judgements.map(
        ([pillar, band, rest], at) =>
          [pillar, band, { ...(at === 0 ? { judged_on: `2026-03-0${(index % 9) + 1}` } : {}), ...rest }] as const,
      ),
      products:
        index < 3
          ? [{ id: `p-${index}`, slug: `thing-${index}`, name: `Thing ${index}`, brand: null, aliases: [] }]
          : [],
    })),
  ),
);

/** Company and band of each judgement. */
const shown = (parameters: Record<string, string>): string[] =>
  ask("list_judgements", parameters, dated).items.map(
    ({ company, band, judged_on: day }) => `${(company as Members).id} ${String(band)} ${String(day)}`,
  );

describe("the list of judgements", () => {
  test("has each with its company, country, sector, source and date", () => {
    const { items, total } = ask("list_judgements");
    assert.equal(total, COMPANIES.flatMap(({ judgements }) => judgements).length);
    const [first, second] = items;
    assert.deepEqual(first!["company"], {
      id: "c-1",
      slug: "aster-energie",
      name: "Áster Énergie",
      href: "https://trust.example/api/v2/companies/aster-energie",
    });
    assert.deepEqual(
      [first!["source_url"], first!["judged_on"], first!["band"], first!["band_level"], first!["reasons"]],
      ["https://source.example/1", "2026-03-01", "high", 4, { archived_url: "not_given" }],
    );
    assert.equal((first!["country"] as Members).iso3, "FRA");
    assert.equal((first!.sector as Members).slug, "energy");
    assert.deepEqual(Object.values(second!["reasons"] as object), [
      "not_given",
      "not_given",
      "not_given",
      "not_given",
      "not_given",
      "not_given",
      "not_given",
      "not_asked",
    ]);
  });

  test("has the labels of judges and criteria beside their texts", () => {
    const facts = { ...FACTS, judgeLabels: { "J. Doe": "Jane Doe" }, criterionLabels: { recalls: "Recalls" } };
    const labelled = buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES, facts));
    const lists = [
      ask("list_judgements", { company: "c-1" }, labelled).items,
      ask("get_company", { slug: "aster-energie" }, labelled).judgements,
    ];
    for (const [first] of lists) {
      const { judge, judge_label, criterion, criterion_label } = first as Record<string, unknown>;
      assert.deepEqual([judge, judge_label, criterion, criterion_label], ["J. Doe", "Jane Doe", "recalls", "Recalls"]);
    }
    const { largest } = ask("derive_company", { slug: "aster-energie" }, labelled)["judges"] as { largest: object };
    assert.partialDeepStrictEqual(largest, { name: "J. Doe", label: "Jane Doe" });
  });

  test("is the evidence for a country in one walk", () => {
    const own = ask("list_judgements", { country: "France", limit: "1000" });
    const details = ["aster-energie", "bois-clair", "cafe-fort"].flatMap(
      (slug) => ask("get_company", { slug }).judgements,
    );
    assert.deepEqual(
      own.items.map(({ company: _c, country: _k, sector: _s, ...judgement }) => judgement),
      details,
    );
  });

  test("is narrowed by country, sector, company, pillar, band and date, together", () => {
    assert.deepEqual(shown({ company: "c-1" }).length, 3);
    assert.deepEqual(shown({ company: "ASTER-ENERGIE" }), shown({ company: "áster énergie" }));
    assert.deepEqual(shown({ company: "C-1,Eins" }), [...shown({ company: "c-1" }), "c-5 low 2026-03-05"]);
    assert.deepEqual(shown({ pillar: "privacy" }).length, 3);
    assert.deepEqual(shown({ sector: "retail", band: "Low,Middle" }), ["c-2 middle 2026-03-02", "c-5 low 2026-03-05"]);
    assert.deepEqual(shown({ country: "de", pillar: "safety", band: "high" }), ["c-4 high 2026-03-04"]);
    assert.deepEqual(shown({ judged_from: "2026-03-05", judged_to: "2026-03-06" }), [
      "c-5 low 2026-03-05",
      "c-6 high 2026-03-06",
    ]);
    assert.deepEqual(shown({ company: "c-1", judged_to: "2026-12-31" }), ["c-1 high 2026-03-01"]);
    assert.deepEqual(shown({ country: "japan" }), []);
    assert.deepEqual(shown({ judged_from: "2026-03-06", judged_to: "2026-03-05" }), []);
  });

  test("is sorted by company, date or band, undated ones last", () => {
    const byDate = shown({ sort: "judged_on" }).map((line) => line.split(" ")[2]);
    assert.deepEqual(byDate.slice(0, 2), ["2026-03-01", "2026-03-01"]);
    assert.deepEqual(byDate.slice(-2), ["null", "null"]);
    const newest = shown({ sort: "-judged_on" }).map((line) => line.split(" ")[2]);
    assert.equal(newest[0], "2026-03-09");
    assert.deepEqual(newest.slice(-2), ["null", "null"]);
    assert.match(shown({ sort: "band" })[0]!, /very_low/u);
    assert.match(shown({ sort: "-band" })[0]!, /very_high/u);
    assert.deepEqual(shown({ sort: "-company" }), shown({}).toReversed());
  });

  test("refuses what means nothing, all at once", () => {
    const given = { company: "nobody", judged_from: "2026-02-30", judged_to: "yesterday!", band: "red" };
    const { errors } = refusal("list_judgements", given, "invalid_request");
    assert.deepEqual(
      errors.map(({ parameter }) => parameter),
      ["company", "band", "judged_from", "judged_to"],
    );
    assert.match(errors[0]!.detail, /"nobody"; expected the slug, the id, the LEI or the unshared name of a company/u);
  });

  test("finds a company by its LEI, unless several have it", () => {
    const lei = "5493001KJTIIGC8Y1R12";
    const snapshot = buildMemorySnapshot(RELEASE, COMPANIES);
    const withLei = (...positions: number[]) =>
      buildMemoryReleases({
        ...snapshot,
        findCompanies: (key, value) => (key === "lei" && value === lei ? positions : []),
      });
    const first = snapshot.findCompany(COMPANIES[0]!.id) ?? 0;
    const { total } = ask("list_judgements", { company: COMPANIES[0]!.id });
    assert.equal(ask("list_judgements", { company: lei.toLowerCase() }, withLei(first)).total, total);
    refusal("list_judgements", { company: lei }, "invalid_request", withLei(first, first + 1));
  });

  test("does not guess which of several companies of one name is meant", () => {
    const twins = COMPANIES.slice(0, 3).map((company, index) => ({ ...company, id: `t-${index}`, name: "Twin Ltd" }));
    const snapshot = buildMemorySnapshot(RELEASE, twins);
    const own = buildMemoryReleases({ ...snapshot, findCompany: (text) => (text === "t-1" ? 1 : undefined) });
    refusal("list_judgements", { company: "Twin Ltd" }, "invalid_request", own);
    assert.equal(ask("list_judgements", { company: "t-1" }, own).total, 1);
  });
});

describe("the list of products", () => {
  const names = (parameters: Record<string, string>): string[] =>
    ask("list_products", parameters, dated).items.map(({ name }) => name);

  test("has each with its company", () => {
    const [lamp] = ask("list_products").items;
    assert.deepEqual([lamp!.id, lamp!.name, lamp!["brand"]], ["p-1", "Lamp", "Aster"]);
    assert.equal((lamp!["company"] as Members).slug, "aster-energie");
  });

  test("is narrowed by country, sector and company, and reversed", () => {
    assert.deepEqual(names({}), ["Thing 0", "Thing 1", "Thing 2"]);
    assert.deepEqual(names({ sort: "-company" }), ["Thing 2", "Thing 1", "Thing 0"]);
    assert.deepEqual(names({ sector: "retail" }), ["Thing 1", "Thing 2"]);
    assert.deepEqual(names({ company: "c-3,c-1" }), ["Thing 0", "Thing 2"]);
    assert.deepEqual(names({ country: "germany" }), []);
  });
});

describe("a pillar", () => {
  test("of the ranking counts the companies judged in it, for ranks, ties and the minimum as well", () => {
    const { items, pillar, ...head } = ask("rank_countries", { pillar: "PRIVACY" });
    assert.equal(pillar, "privacy");
    assert.equal(head["ranked_countries"], 1);
    const [france, germany, ...others] = items;
    assert.deepEqual(
      [france!.slug, france!.rank, france!.judged_companies, france!.median_band],
      ["france", 1, 2, "low"],
    );
    // Germany has one company judged in privacy, the minimum is two.
    assert.deepEqual(
      [germany!.slug, germany!.rank, germany!["reasons"]],
      [
        "germany",
        null,
        {
          rank: "too_few_companies",
          tied_with: "too_few_companies",
          tie_first: "too_few_companies",
          tie_last: "too_few_companies",
          ...(germany!["reasons"] as object),
        },
      ],
    );
    assert.ok(others.every(({ judged_companies: judged }) => judged === 0));
    const all = ask("rank_countries");
    assert.equal(all["pillar"], null);
    assert.equal((all["reasons"] as Record<string, string>)["pillar"], "all_pillars");
    assert.equal(ask("rank_countries", { pillar: "Privacy", min_companies: "1" })["ranked_countries"], 2);
  });

  test("of the matrix counts the companies judged in it", () => {
    const { items, pillar, sectors } = ask("get_country_sector_matrix", { pillar: "privacy" });
    assert.equal(pillar, "privacy");
    const retail = sectors.findIndex(({ slug }) => slug === "retail");
    const cells = Object.fromEntries(items.map(({ slug, cells: own }) => [slug, own[retail]!]));
    assert.deepEqual(
      [cells["france"]!.listed_companies, cells["france"]!.judged_companies, cells["france"]!.median_band],
      [2, 1, "very_high"],
    );
    assert.deepEqual(
      [cells["germany"]!.listed_companies, cells["germany"]!.judged_companies, cells["germany"]!.median_band],
      [2, 1, "high"],
    );
    const whole = ask("get_country_sector_matrix");
    assert.equal(whole["pillar"], null);
  });

  test("that is none is refused", () => {
    for (const id of ["rank_countries", "get_country_sector_matrix"])
      assert.match(
        refusal(id, { pillar: "beauty" }, "invalid_request").message,
        /expected one of `safety`, `privacy`/u,
      );
  });
});
