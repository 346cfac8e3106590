import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Releases } from "../../src/release/snapshot.ts";
import { buildMemoryReleases, buildMemorySnapshot, type COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { anyCompanies } from "./any-companies.ts";
import { ask, type Members, refusal } from "./asking.ts";

export const idOf = (number: number): string =>
  `2026-${String(number).padStart(2, "0")}-01-${String(number).repeat(12).slice(0, 12)}`;
export const dayOf = (number: number): string => `2026-${String(number).padStart(2, "0")}-01T10:00:00Z`;

/** A release of each list of companies, the first one of January, and the facts of each. */
export function shelf(
  lists: readonly (readonly (typeof COMPANIES)[number][])[],
  facts: readonly (typeof FACTS)[] = [],
) {
  const [newest, ...older] = lists
    .map((companies, index) => buildMemorySnapshot(idOf(index + 1), companies, facts[index] ?? FACTS, dayOf(index + 1)))
    .toReversed();
  assert.ok(newest);
  return buildMemoryReleases(newest, ...older);
}

export const KINDS = [
  ["countries", "get_country_history", "get_country", "country_not_found"],
  ["sectors", "get_sector_history", "get_sector", "sector_not_found"],
  ["companies", "get_company_history", "get_company", "company_not_found"],
] as const;

const FIGURES = ["median_band", "median_level", "distribution", "flips_to_lower", "flips_to_higher"];
const OWN = {
  countries: ["listed_companies", "judged_companies", "rank", "tied_with"],
  sectors: ["listed_companies", "judged_companies"],
  companies: ["judgement_count"],
};

const pick = (item: Members, names: readonly string[]) => names.map((name) => item[name]);

/** Holds every entry against the answer that its release gives by itself. */
function checkEntries(
  releases: Releases,
  [collection, history, single, missing]: (typeof KINDS)[number],
  slug: string,
) {
  const { items, total } = ask(history, { slug }, releases);
  const oldestFirst = releases.list().toReversed();
  assert.deepEqual(
    items.map((item) => [item["release"], item["published_at"]]),
    oldestFirst.map(({ id, publishedAt }) => [id, publishedAt]),
  );
  assert.equal(total, oldestFirst.length);
  for (const item of items) {
    const release = String(item["release"]);
    const names = [...OWN[collection], ...FIGURES];
    if (item.reasons["href"] === "not_in_release") {
      refusal(single, { slug, release }, missing, releases);
      assert.deepEqual([item.median_band, item["flips_to_lower"], item["href"]], [null, null, null]);
      assert.deepEqual(Object.values(item.distribution), [0, 0, 0, 0, 0]);
      continue;
    }
    const alone = ask(single, { slug, release }, releases);
    assert.deepEqual(pick(item, names), pick(alone, names));
    for (const name of names) assert.equal(item.reasons[name], alone.reasons[name], name);
    assert.deepEqual(item.scale, alone.scale);
    const self = (alone["links"] as { readonly self: string }).self;
    assert.equal(item["href"], `${self}?release=${release}`);
  }
}

/** Checks that the history of anything has one entry a release, each as that release answers. */
export function checkAnyHistory(kind: (typeof KINDS)[number], numRuns: number): void {
  const [collection] = kind;
  fc.assert(
    fc.property(fc.array(anyCompanies, { minLength: 1, maxLength: 4 }), (lists) => {
      const releases = shelf(lists);
      const listed = lists.at(-1) ?? [];
      const [first] = listed;
      assert.ok(first);
      const slug = {
        countries: releases.current().countryByIso2(first.country ?? "")?.slug,
        sectors: first.sector,
        companies: releases.current().companyById(first.id)?.slug,
      }[collection];
      checkEntries(releases, kind, slug ?? "");
    }),
    { numRuns },
  );
}
