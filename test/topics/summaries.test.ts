import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FACTS } from "../fixtures/memory-release.ts";
import { checkAnySummaries } from "./any-summaries.ts";
import { ask } from "./asking.ts";

test("the figures of any release in words have no number that is not in the answer beside them", () => {
  checkAnySummaries(15);
});

describe("a summary", () => {
  const of = (id: string, parameters: Record<string, string>) => ask(id, parameters)["summary"];

  test("of a country says its rank, and in its own answer the same as in a list that is asked for it", () => {
    const summary =
      "France is rated High, like 1 of its 3 judged companies; 1 is rated higher and 1 lower. Two countries tie for 1st of three ranked countries; two more are not ranked.";
    assert.equal(of("get_country", { slug: "france" }), summary);
    const { items } = ask("rank_countries", { fields: "slug,summary" });
    assert.equal(items.find(({ slug }) => slug === "france")?.["summary"], summary);
  });

  test("of a ranking in a pillar names the pillar, and the minimum of the request", () => {
    const [first, ...rest] = ask("rank_countries", {
      pillar: "privacy",
      min_companies: "2",
      fields: "slug,summary",
    }).items;
    assert.match(
      String(first?.["summary"]),
      /^In Privacy, France is rated Low, like 1 of its 2 judged companies; 1 is rated higher, and one more/u,
    );
    assert.match(
      String(rest.find(({ slug }) => slug === "germany")?.["summary"]),
      /^In Privacy, Germany has one judged company, too few to be ranked \(two are needed\); two more are listed and not judged\./u,
    );
  });

  test("of a sector names no rank", () => {
    const summary =
      "The sector “energy” is rated High, like 2 of its 4 judged companies; 1 is rated higher and 1 lower.";
    assert.equal(of("get_sector", { slug: "energy" }), summary);
    assert.equal(ask("list_sectors", { fields: "summary" }).items[0]?.["summary"], summary);
  });

  test("of a company has in its own answer what only that one shows: pillars and the newest date", () => {
    assert.equal(
      of("get_company", { slug: "aster-energie" }),
      "Áster Énergie is rated High, from three judgements in two pillars, the newest of March 2026.",
    );
    assert.equal(
      ask("list_companies", { fields: "summary" }).items[0]?.["summary"],
      "Áster Énergie is rated High, from three judgements.",
    );
    assert.equal(of("get_company", { slug: "himba" }), "Himba is listed and not judged.");
  });

  test("is a field that a list can be narrowed to", () => {
    for (const list of ["list_companies", "list_sectors", "rank_countries"]) {
      const [item] = ask(list, { fields: "summary" }).items;
      assert.deepEqual(Object.keys(item ?? {}), ["summary"]);
    }
  });

  test("is in no item that was not asked for it, and has no notice, which is in `meta`", () => {
    for (const list of ["preview_countries", "list_companies", "list_sectors", "rank_countries"])
      for (const item of ask(list).items) assert.equal("summary" in item, false, list);
    assert.equal(ask("get_company", { slug: "himba" }).meta.notice, FACTS.notice);
  });
});
