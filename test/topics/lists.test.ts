import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { openAtlas } from "../../src/atlas/atlas.ts";
import {
  COMPANIES,
  FACTS,
  type StatedCompany,
  buildMemoryReleases,
  buildMemorySnapshot,
} from "../fixtures/memory-release.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { ask, BASE, type Members, operationOf, RELEASE, refusal, releases } from "./asking.ts";

/** Follows `next` to the end, as a client does, and returns all pages. */
function walk(id: string, parameters: Record<string, string>, from = releases): Members[] {
  const needed = neededOf(id);
  const pages = [ask(id, { ...needed, ...parameters }, from)];
  for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) {
    assert.ok(pages.length < 200, "the walk does not end");
    pages.push(ask(id, { ...needed, ...Object.fromEntries(new URL(next).searchParams) }, from));
  }
  return pages;
}

/** Every list that comes in pages of whole items. */
const LISTS = OPERATIONS.filter(({ parameters }) => "fields" in parameters.query.properties).map(({ id }) => id);

/** Everything in pages; search has no `fields` and an order of its own. */
const PAGED = OPERATIONS.filter(({ parameters }) => "cursor" in parameters.query.properties).map(({ id }) => id);

/** Histories are lists of releases, each of one thing. */
const HISTORIES: Readonly<Record<string, string>> = {
  get_country_history: "france",
  get_sector_history: "energy",
  get_company_history: "eins",
};

const neededOf = (id: string): Record<string, string> => {
  const slug = HISTORIES[id];
  return slug === undefined ? {} : { slug };
};

/** Lists of two or more releases, in one order. */
const isOfReleases = (id: string): boolean => id === "list_changes" || id in HISTORIES;

/** They need an earlier release, which lacks some companies. */
const two = buildMemoryReleases(
  buildMemorySnapshot(RELEASE),
  buildMemorySnapshot("2026-05-20-bbbbbbbbbbbb", COMPANIES.slice(4), FACTS, "2026-05-20T10:00:00Z"),
);

function releasesOf(id: string): typeof releases {
  return isOfReleases(id) ? two : releases;
}

describe("lists", () => {
  test("are these, and all of them take the same parameters", () => {
    assert.deepEqual(LISTS, [
      "get_country_history",
      "rank_countries",
      "list_changes",
      "list_sectors",
      "get_sector_history",
      "list_companies",
      "get_company_history",
      "list_products",
      "list_judgements",
      "list_replies",
      "list_releases",
    ]);
    assert.deepEqual(
      PAGED.filter((id) => !LISTS.includes(id)),
      // Those of reconciliation are as their specification says.
      ["search", "suggest_entities", "suggest_properties"],
    );
    for (const id of LISTS) {
      const { properties } = operationOf(id).parameters.query;
      const own = isOfReleases(id) ? ["from", "to"] : ["sort", "release", "as_of"];
      for (const name of ["limit", "cursor", "fields", ...own]) assert.ok(name in properties, name);
    }
  });

  /** An entry of a history is read from a release of its own. */
  const maximumOf = (id: string): number => (id in HISTORIES ? 100 : 1000);

  for (const id of LISTS) {
    test(`${id}: a walk of any page size gives the whole list once, in order, with the same total`, () => {
      const whole = ask(id, { ...neededOf(id), limit: String(maximumOf(id)) }, releasesOf(id));
      assert.equal(whole.total, whole.items.length);
      assert.equal(whole.next, null);
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 12 }), (limit) => {
          const pages = walk(id, { limit: String(limit) }, releasesOf(id));
          assert.deepEqual(
            pages.flatMap(({ items }) => items),
            whole.items,
          );
          for (const page of pages) assert.equal(page.total, whole.total);
          assert.equal(pages.length, Math.ceil(whole.total / limit));
        }),
      );
    });
  }

  test("next is an absolute address that keeps filters and names the release", () => {
    const { next } = ask("list_companies", { sector: "retail", sort: "-name", limit: "1", fields: "name" });
    const url = new URL(next!);
    assert.equal(url.origin + url.pathname, `${BASE}/api/v2/companies`);
    const { cursor, ...others } = Object.fromEntries(url.searchParams);
    assert.ok(cursor);
    assert.deepEqual(others, { sector: "retail", sort: "-name", limit: "1", fields: "name", release: RELEASE });
  });

  test("a walk stays in its release whatever is published meanwhile", () => {
    const own = buildMemoryReleases(buildMemorySnapshot(RELEASE));
    const first = ask("list_companies", { limit: "4" }, own);
    own.swapTo(buildMemorySnapshot("2026-12-01-bbbbbbbbbbbb", COMPANIES.slice(3)));
    const second = ask("list_companies", Object.fromEntries(new URL(first.next!).searchParams), own);
    assert.equal(second.meta.release, RELEASE);
    assert.deepEqual(
      second.items.map(({ id }) => id),
      COMPANIES.slice(4, 8).map(({ id }) => id),
    );
  });

  test("a cursor of other filters, another sort, another list or another release is refused, and says so", () => {
    const cursorOf = (body: Members): string => new URL(body.next!).searchParams.get("cursor")!;
    const cursor = cursorOf(ask("list_companies", { sector: "retail", limit: "1" }));
    const foreign = [
      { cursor },
      { cursor, sector: "energy" },
      { cursor, sector: "retail", sort: "-name" },
      { cursor: `${cursor}0`, sector: "retail" },
      { cursor: cursorOf(ask("list_sectors", { limit: "1" })) },
    ];
    for (const parameters of foreign) {
      const problem = refusal("list_companies", parameters, "invalid_request");
      assert.match(problem.message, /belongs to another list/u);
      assert.deepEqual(
        problem.errors.map(({ parameter }) => parameter),
        ["cursor"],
      );
    }
    for (const none of ["1", "abc", `${cursor}-`, "a".repeat(28)]) {
      const problem = refusal("list_companies", { cursor: none, sector: "retail" }, "invalid_request");
      assert.match(problem.message, new RegExp(`^\`cursor\` is "${none}", which is no cursor\\. Follow`, "u"));
    }
    const own = buildMemoryReleases(buildMemorySnapshot("2026-12-01-bbbbbbbbbbbb"), buildMemorySnapshot(RELEASE));
    assert.throws(() => ask("list_companies", { cursor, sector: "retail" }, own), /belongs to another list/u);
  });

  test("a cursor of another list is told together with what else is wrong, as far as that leaves open no other list", () => {
    const cursor = new URL(ask("list_companies", { sector: "retail", limit: "1" }).next!).searchParams.get("cursor")!;
    const faultsOf = (parameters: Record<string, string>): unknown[] =>
      refusal("list_companies", parameters, "invalid_request").errors.map(({ parameter }) => parameter);
    const page = { limit: "0", fields: "colour", colour: "red" };
    assert.deepEqual(faultsOf({ ...page, cursor }), ["colour", "limit", "fields", "cursor"]);
    assert.deepEqual(faultsOf({ ...page, cursor, sector: "retail" }), ["colour", "limit", "fields"]);
    assert.deepEqual(faultsOf({ cursor, sector: "nothing", limit: "0" }), ["limit", "sector"]);
    assert.deepEqual(faultsOf({ cursor: "", limit: "0" }), ["limit", "cursor"]);
    refusal("list_sectors", { cursor, colour: "red" }, "invalid_request");
  });

  test("the page size may change along the way", () => {
    const first = ask("list_companies", { limit: "3" });
    const cursor = new URL(first.next!).searchParams.get("cursor")!;
    assert.deepEqual(
      ask("list_companies", { cursor, limit: "100" }).items.map(({ id }) => id),
      COMPANIES.slice(3).map(({ id }) => id),
    );
  });

  for (const id of LISTS) {
    test(`${id}: with fields, the answer says so, fits its own schema, and has the fields in the order of the item`, () => {
      const from = releasesOf(id);
      const needed = neededOf(id);
      const [whole] = ask(id, needed, from).items;
      const names = Object.keys(whole!);
      assert.ok(!("fields" in ask(id, needed, from)));
      for (const name of names) {
        const body = ask(id, { ...needed, fields: name }, from);
        assert.deepEqual(body["fields"], [name]);
        const { reasons, ...chosen } = body.items[0]!;
        if (name !== "reasons") assert.deepEqual(chosen, { [name]: whole![name] });
        assert.deepEqual(reasons?.[name], whole!.reasons?.[name]);
      }
      const all = ask(id, { ...needed, fields: names.toReversed().join(",") }, from);
      assert.deepEqual(all.items[0], whole);
      assert.deepEqual(Object.keys(all.items[0]!), names);
    });

    test(`${id}: a limit over the maximum is refused, and the maximum is taken`, () => {
      const { maximum } = operationOf(id).parameters.query.properties["limit"] as { maximum?: number };
      assert.equal(maximum, maximumOf(id));
      refusal(id, { ...neededOf(id), limit: String(maximumOf(id) + 1) }, "invalid_request");
      ask(id, { ...neededOf(id), limit: String(maximumOf(id)) });
    });
  }

  test("list_companies: fields that take no sentence are as in whole items, and in their order", () => {
    const fields = ["median_level", "name", "slug", "median_band", "judgement_count", "id"];
    const chosen = (item: object) => Object.entries(item).filter(([name]) => fields.includes(name));
    const { items } = ask("list_companies", { fields: fields.join(",") });
    assert.deepEqual(
      items.map(({ reasons: _, ...members }) => Object.entries(members)),
      ask("list_companies", {}).items.map(chosen),
    );
    assert.ok(items.some(({ median_level: level }) => level === null));
    assert.ok(items.some(({ median_level: level }) => level !== null));
  });

  test("fields that can be null bring their reasons, and those of no other field", () => {
    for (const fields of ["slug,rank", "slug,rank,reasons"]) {
      const { items } = ask("rank_countries", { fields, country: "namibia,france" });
      assert.deepEqual(items, [
        { rank: 1, slug: "france", reasons: {} },
        { rank: null, slug: "namibia", reasons: { rank: "not_judged" } },
      ]);
    }
    assert.deepEqual(ask("rank_countries", { fields: "slug", country: "namibia" }).items, [{ slug: "namibia" }]);
  });

  test("companies are listed by their ids, names or slugs", () => {
    const { items, total } = ask("list_companies", { company: "c-7,aster-energie", fields: "id,slug" });
    assert.equal(total, 2);
    assert.deepEqual(items.map(({ id }) => id).toSorted(), ["c-1", "c-7"]);
  });

  test("fields give only these members, in the order of the item", () => {
    const { items } = ask("list_companies", { fields: "name,slug", limit: "1" });
    assert.deepEqual(items, [{ slug: "aster-energie", name: "Áster Énergie" }]);
    assert.deepEqual(Object.keys(items[0]!), ["slug", "name"]);
  });

  test("rows of companies say in the head, or where fields ask, what would repeat in each of them", () => {
    const { items, links } = ask("list_companies", { country: "NA" });
    assert.deepEqual(links, { href: `${BASE}/api/v2/companies/{slug}`, page: `${BASE}/companies/{slug}` });
    const asked = ask("list_companies", { country: "NA", fields: "slug,href,page" }).items[0]!;
    for (const name of ["href", "page"]) {
      assert.equal(name in items[0]!, false);
      assert.ok(name in asked);
    }
  });

  test("a company that is not judged has every band with 0, and says why it has no median", () => {
    const distribution = { very_low: 0, low: 0, middle: 0, high: 0, very_high: 0 };
    const [himba] = ask("list_companies", { country: "NA" }).items;
    assert.deepEqual(himba!.distribution, distribution);
    assert.equal(himba!.reasons["median_band"], "not_judged");
    const { items } = ask("list_companies", { fields: "median_band,distribution", country: "NA" });
    assert.deepEqual(items, [{ median_band: null, distribution, reasons: { median_band: "not_judged" } }]);
  });

  test("an unknown field is refused with the allowed ones", () => {
    assert.match(refusal("list_sectors", { fields: "slug,colour" }, "invalid_request").message, /`slug`, `label`/u);
  });

  test("companies match any combination of filters exactly as picked by hand", () => {
    const rows = fc.array(
      fc.record({
        country: fc.constantFrom("FR", "DE", "NA"),
        sector: fc.constantFrom("energy", "retail"),
        judgements: fc.array(fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: 1, max: 5 })), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const filters = fc.record(
      {
        country: fc.constantFrom("fr", "germany", "NAM"),
        sector: fc.constantFrom("energy", "retail"),
        band: fc.constantFrom("very_low", "middle", "high"),
        pillar: fc.constantFrom("safety", "privacy"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(rows, filters, (stated, filter) => {
        const companies: StatedCompany[] = stated.map((row, index) => ({
          id: `c${index}`,
          name: `Company ${index + 10}`,
          ...row,
        }));
        if (filter.sector !== undefined && !companies.some(({ sector }) => sector === filter.sector)) return;
        const body = ask("list_companies", filter, buildMemoryReleases(buildMemorySnapshot(RELEASE, companies)));
        const expected = companies.filter((company) => fits(company, filter)).map(({ id }) => id);
        assert.deepEqual(
          body.items.map(({ id }) => id),
          expected,
        );
        assert.equal(body.total, expected.length);
      }),
      { numRuns: 60 },
    );
  });
});

const BANDS = ["very_low", "low", "middle", "high", "very_high"];

function fits(
  company: StatedCompany,
  filter: { country?: string; sector?: string; band?: string; pillar?: string },
): boolean {
  const pillar = filter.pillar === undefined ? undefined : ["safety", "privacy"].indexOf(filter.pillar);
  const ranks = company.judgements.filter(([own]) => pillar === undefined || own === pillar).map(([, band]) => band);
  const median = ranks.toSorted((a, b) => a - b)[Math.ceil(ranks.length / 2) - 1];
  const country = filter.country && openAtlas().findBySegment(filter.country)!.territory.iso2;
  return (
    (country === undefined || company.country === country) &&
    (filter.sector === undefined || company.sector === filter.sector) &&
    (pillar === undefined || ranks.length > 0) &&
    (filter.band === undefined || (median !== undefined && BANDS[median - 1] === filter.band))
  );
}
