import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ask, BASE, type Members, refusal, RELEASE } from "./asking.ts";

const search = (q: string, more: Readonly<Record<string, string>> = {}) => ask("search", { q, ...more });
const names = (answer: Members): string[] => answer.items.map(({ name }) => name);

describe("search", () => {
  test("a company says what it is, where it matched and how it is judged", () => {
    const { items, total, next, query, total_relation: relation, facets } = search("  ＡＳＴＥＲ ener");
    assert.deepEqual([query, total, relation, next], ["ASTER ener", 1, "exact", null]);
    const [item] = items;
    const { slug, name, highlights, matched_name: matched, likeness, country, sector, company, href } = item!;
    assert.deepEqual(
      { slug, name, highlights, matched, likeness, company, href, type: item!["type"], id: item!.id },
      {
        slug: "aster-energie",
        name: "Áster Énergie",
        highlights: [
          { start: 0, end: 5 },
          { start: 6, end: 10 },
        ],
        matched: null,
        likeness: "part",
        company: null,
        href: `${BASE}/api/v2/companies/aster-energie`,
        type: "company",
        id: "c-1",
      },
    );
    assert.equal((country as Members).slug, "france");
    assert.deepEqual(sector, { slug: "energy", label: "energy" });
    assert.equal(item!.median_band, ask("get_company", { slug: "aster-energie" }).median_band);
    assert.deepEqual(facets, {
      type: [{ type: "company", count: 1 }],
      country: [{ country, count: 1 }],
      sector: [{ sector, count: 1 }],
    });
  });

  test("a product says whose it is, and the brand it was found by", () => {
    const { items } = search("aster", { type: "product" });
    const [lamp] = items;
    assert.deepEqual([lamp!["type"], lamp!.id, lamp!.name, lamp!["matched_name"]], ["product", "p-1", "Lamp", "Aster"]);
    const { slug, name, href } = lamp!["company"] as Members & { href: string };
    assert.deepEqual([slug, name], ["aster-energie", "Áster Énergie"]);
    assert.equal(lamp!["href"], href);
    const [bulb] = search("light bulb").items;
    assert.deepEqual([bulb!.id, bulb!.reasons["id"]], [null, "not_given"]);
  });

  test("a hit says whether its name, an alias or its brand was meant", () => {
    const first = (q: string, more = {}) => {
      const [hit] = search(q, more).items;
      return [hit?.name, hit?.["matched"], hit?.["matched_name"]];
    };
    assert.deepEqual(first("luminaire"), ["Lamp", "alias", "Luminaire"]);
    assert.deepEqual(first("aster", { type: "product" }), ["Lamp", "brand", "Aster"]);
    assert.deepEqual(first("aster", { type: "company" }), ["Áster Énergie", "alias", "Aster"]);
    assert.deepEqual(first("light bulb"), ["Light bulb", "name", null]);
  });

  test("filters narrow by kind, country in any form, and sector", () => {
    assert.deepEqual(names(search("e", { country: "DEU" })), ["Eins"]);
    assert.deepEqual(names(search("e", { country: "germany", sector: "energy" })), []);
    assert.deepEqual(names(search("e", { type: "product" })), []);
    assert.deepEqual(names(search("e", { sector: "retail" })), ["Eins"]);
  });

  test("misspellings are found, and nothing is a syntax error", () => {
    assert.deepEqual(names(search("bios cliar")), ["Bois Clair"]);
    for (const q of ['"', "a AND (", "*", "name:x", "'; DROP TABLE names; --", "\0", "\ud800", "%"]) search(q);
  });

  test("pages follow each other by `next`, which belongs to its question and release", () => {
    const whole = names(search("a", { limit: "100" }));
    assert.ok(whole.length > 1);
    const paged: string[] = [];
    let more: Record<string, string> = {};
    for (;;) {
      const page = search("a", { limit: "1", ...more });
      paged.push(...names(page));
      if (page.next === null) break;
      const address = new URL(page.next);
      assert.equal(address.searchParams.get("release"), RELEASE);
      more = { cursor: address.searchParams.get("cursor")!, release: RELEASE };
    }
    assert.deepEqual(paged, whole);
    const cursor = new URL(search("a", { limit: "1" }).next!).searchParams.get("cursor")!;
    assert.match(refusal("search", { q: "b", cursor }, "invalid_request").message, /another list/u);
    assert.match(refusal("search", { q: "a", type: "company", cursor }, "invalid_request").message, /another list/u);
  });

  test("400 for a text that is empty or too long after trim and NFKC, and for other faults, all at once", () => {
    for (const q of [" ", "\u3000\t", "x".repeat(201), ` ${"x".repeat(199)} `, "ﷺ".repeat(12)]) {
      const { errors } = refusal("search", { q }, "invalid_request");
      assert.deepEqual(
        errors?.map(({ parameter }) => parameter),
        ["q"],
      );
    }
    search("x".repeat(200));
    search(` ${"x".repeat(198)} `);
    search("𝔘".repeat(200));
    assert.equal(refusal("search", {}, "invalid_request").errors?.[0]?.parameter, "q");
    const faults = { q: " ", type: "band", country: "atlantis", sector: "none", limit: "101" };
    const { errors } = refusal("search", faults, "invalid_request");
    const named = new Set(errors?.map(({ parameter }) => parameter));
    assert.deepEqual(named, new Set(["country", "limit", "q", "sector", "type"]));
  });
});
