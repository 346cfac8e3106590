import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Releases } from "../../src/release/snapshot.ts";
import { CompanyEntry, CountryEntry, SectorEntry } from "../../src/ask/components.ts";
import { numbersIn } from "../say/sentences.ts";
import { buildMemoryReleases, buildMemorySnapshot, type FACTS } from "../fixtures/memory-release.ts";
import { anyCompanies } from "./any-companies.ts";
import { ask, type Members, RELEASE } from "./asking.ts";

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A sentence without the names, labels and the date in it, which may have digits of their own. */
function withoutNames(item: Members, facts: typeof FACTS): string {
  const { summary, judgements } = item;
  assert.ok(typeof summary === "string" && !summary.includes(String(facts.notice)), String(summary));
  // The answers of companies alone have judgements.
  const dates = [judgements ?? []].flat().flatMap(({ judged_on: date }) => (typeof date === "string" ? date : []));
  const [year = "", month = ""] = dates.toSorted().at(-1)?.split("-") ?? [];
  const labels = [...facts.scale.bands, ...facts.pillars].map(({ label }) => label);
  const named = [item.name, item["label"], `of ${MONTHS[Number(month) - 1]} ${year}`, ...labels];
  return named.reduce<string>((text, name) => (typeof name === "string" ? text.replaceAll(name, "…") : text), summary);
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
  return new Set([...parts, ...own, Number(item["tied_with"]) + 1, listed, listed - sumOf(counts), judged, minimum]);
}

function checkSummary(item: Members, facts: typeof FACTS, all: readonly number[], minimum: number): void {
  const sentence = withoutNames(item, facts);
  const figures = figuresOf(item, minimum).union(new Set([...all, facts.scale.bands.length]));
  for (const number of numbersIn(sentence)) assert.ok(figures.has(number), `${number} in ${String(item["summary"])}`);
}

/** Every field of the items of a list, the sentence included. */
const fieldsOf = ({ properties }: { readonly properties: object }): string => Object.keys(properties).join(",");

/**
 * Checks the sentence of every country, sector and company of a release, wherever it stands;
 * returns how many.
 */
export function checkSummaries(releases: Releases): number {
  const { dataset } = releases.current().manifest;
  let checked = 0;
  const check = (items: readonly Members[], all: readonly number[] = [], minimum = dataset.minimumCompanies): void => {
    for (const item of items) checkSummary(item, dataset, all, minimum);
    checked += items.length;
  };
  const countries = ask("preview_countries", {}, releases).items;
  const sectors = ask("list_sectors", { limit: "1000", fields: fieldsOf(SectorEntry) }, releases).items;
  const companies = ask("list_companies", { limit: "1000", fields: fieldsOf(CompanyEntry) }, releases).items;
  check([...sectors, ...companies]);
  for (const pillar of ["", ...dataset.pillars.map(({ id }) => id)]) {
    const fields = fieldsOf(CountryEntry);
    const parameters = { limit: "1000", min_companies: "4", fields, ...(pillar === "" ? {} : { pillar }) };
    const { items } = ask("rank_countries", parameters, releases);
    const ranked = items.filter(({ rank }) => rank !== null).length;
    check(items, [ranked, items.length - ranked], 4);
  }
  for (const { slug } of countries) {
    const country = ask("get_country", { slug }, releases);
    const ranked = Number(country["ranked_countries"]);
    check([country], [ranked, countries.length - ranked]);
  }
  check(sectors.map(({ slug }) => ask("get_sector", { slug }, releases)));
  check(companies.map(({ slug }) => ask("get_company", { slug }, releases)));
  return checked;
}

/** Checks the sentences of any release. */
export function checkAnySummaries(numRuns: number): void {
  fc.assert(
    fc.property(anyCompanies, (companies) => {
      assert.ok(checkSummaries(buildMemoryReleases(buildMemorySnapshot(RELEASE, companies))) > 0);
    }),
    { numRuns },
  );
}
