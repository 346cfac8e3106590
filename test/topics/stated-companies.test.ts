import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { BASE, RELEASE, ask } from "./asking.ts";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });

const stated = fc.record({
  id: text,
  name: fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{5,12}$/u).chain((latin) => text.map((more) => `${latin} ${more}`)),
  country: fc.constantFrom("FR", "NA", "XK"),
  sector: fc.constantFrom("energy", "mining"),
  website: fc.webUrl(),
  aliases: fc.array(
    text.filter((alias) => !alias.includes("|")),
    { maxLength: 2 },
  ),
  judgements: fc.array(
    fc.tuple(
      fc.nat(1),
      fc.integer({ min: 1, max: 5 }),
      fc.record({
        criterion: fc.option(text),
        judge: fc.option(text),
        judged_on: fc.option(fc.constantFrom("2026-01-31", "1999-12-01")),
        source_url: fc.option(fc.webUrl()),
      }),
    ),
    { maxLength: 5 },
  ),
  products: fc.array(
    fc.record({
      id: fc.option(text),
      slug: fc.constant("a-product"),
      name: text,
      brand: fc.option(text),
      aliases: fc.array(text),
    }),
    { maxLength: 2 },
  ),
});

const companies = fc.uniqueArray(stated, { minLength: 1, maxLength: 6, selector: ({ name }) => name.slice(0, 6) });

/** Picks members of an object, in this order. */
const pick = (object: Readonly<Record<string, unknown>>, ...names: string[]) => names.map((name) => object[name]);

describe("companies in any script", () => {
  test("are answered as they were stated, in lists, details and search hits", () => {
    fc.assert(
      fc.property(companies, fc.nat(5), (all, which) => {
        const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, all));
        const { items, links } = ask("list_companies", {}, releases);
        const { href } = links as { readonly href: string };
        for (const [index, company] of all.entries()) {
          const item = items[index]!;
          const detail = ask("get_company", { slug: item.slug }, releases);
          for (const answer of [item, detail]) {
            assert.deepEqual(pick(answer, "id", "name", "judgement_count"), [
              company.id,
              company.name,
              company.judgements.length,
            ]);
          }
          assert.equal(href.replace("{slug}", item.slug), `${BASE}/api/v2/companies/${item.slug}`);
          assert.equal((detail["links"] as { self: string }).self, href.replace("{slug}", item.slug));
          assert.deepEqual(pick(detail, "website", "aliases"), [company.website, company.aliases]);
          assert.deepEqual(
            detail.products.map((product) => pick(product, "id", "slug", "name", "brand")),
            company.products.map((product) => pick(product, "id", "slug", "name", "brand")),
          );
          assert.deepEqual(
            detail.judgements.map((each) =>
              pick(each, "pillar", "band", "criterion", "judge", "judged_on", "source_url"),
            ),
            company.judgements.map(([pillar, band, more]) => [
              FACTS.pillars[pillar]!.id,
              FACTS.scale.bands[band - 1]!.id,
              ...pick(more, "criterion", "judge", "judged_on", "source_url"),
            ]),
          );
        }
        const { id, name, country } = all[which % all.length]!;
        const hit = ask("search", { q: name, type: "company" }, releases).items.find((item) => item.id === id);
        assert.ok(hit, `no hit for ${name}`);
        assert.equal(hit.name, name);
        assert.equal((hit["country"] as { iso2: string }).iso2, country);
      }),
      { numRuns: 25 },
    );
  });
});
