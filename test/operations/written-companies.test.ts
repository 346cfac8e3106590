import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { openEnvelope } from "../../src/contract/envelope.ts";
import { describeBands, describeDistribution, describeMedian } from "../../src/contract/figures.ts";
import { nameCountry } from "../../src/contract/places.ts";
import type { Sources } from "../../src/contract/sources.ts";
import type { FoundName, SearchAnswer } from "../../src/search/search-names.ts";
import type { CompanySummary, Snapshot } from "../../src/snapshot/snapshot.ts";
import { FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { operationOf } from "./asking.ts";

// What is written from pieces against the same laid out as objects and written whole: the slow twin.

const atlas = openAtlas();
const BASE = "https://trust.example";

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
        judgedOn: fc.option(fc.constantFrom("2026-01-31", "1999-12-01")),
        sourceUrl: fc.option(fc.webUrl()),
      }),
    ),
    { maxLength: 5 },
  ),
  products: fc.array(
    fc.record({ id: fc.option(text), slug: fc.constant("a-product"), name: text, brand: fc.option(text) }),
    { maxLength: 2 },
  ),
});

const given = (name: string, value: string | null) => ({
  [name]: value,
  [`${name}_reason`]: value === null ? "not_given" : null,
});

function describeCompany({ snapshot }: Sources, company: CompanySummary): object {
  const { id, slug, name, judgementCount } = company;
  return {
    id,
    slug,
    name,
    country: nameCountry(atlas, snapshot.countryByIso2(company.country)!),
    sector: { slug: company.sector, label: company.sector },
    judgement_count: judgementCount,
    ...describeBands(FACTS.scale, company),
  };
}

function describeEntry(sources: Sources, company: CompanySummary): object {
  return { ...describeCompany(sources, company), href: `${BASE}/api/v2/companies/${company.slug}` };
}

function describeDetail(sources: Sources, { slug }: CompanySummary): object {
  const { snapshot } = sources;
  const company = snapshot.companyBySlug(slug)!;
  const address = (path: string) => `${BASE}/api/v2/${path}`;
  return {
    ...openEnvelope(sources),
    ...describeCompany(sources, company),
    ...given("website", company.website),
    ...given("lei", company.lei),
    aliases: company.aliases,
    pillars: company.pillars.map((figures, index) => ({
      id: FACTS.pillars[index]!.id,
      label: FACTS.pillars[index]!.label,
      judgement_count: figures.distribution.reduce((sum, count) => sum + count, 0),
      ...describeBands(FACTS.scale, figures),
    })),
    products: company.products.map(({ id, slug, name, brand }) => ({
      ...given("id", id),
      slug,
      name,
      ...given("brand", brand),
    })),
    judgements: company.judgements.map(({ pillar, band, criterion, judge, judgedOn, sourceUrl }) => ({
      pillar: FACTS.pillars[pillar]!.id,
      band: FACTS.scale.bands[band - 1]!.id,
      band_rank: band,
      ...given("criterion", criterion),
      ...given("judge", judge),
      ...given("judged_on", judgedOn),
      ...given("source_url", sourceUrl),
    })),
    links: {
      self: address(`companies/${company.slug}`),
      country: address(`countries/${snapshot.countryByIso2(company.country)!.slug}`),
      sector: address(`sectors/${company.sector}`),
    },
  };
}

function describeHit({ snapshot }: Sources, { kind, place, name, highlights, alias }: FoundName): object {
  const product = kind === "product" ? snapshot.productAt(place) : null;
  const company = snapshot.companyAt(product?.company ?? place);
  const href = `${BASE}/api/v2/companies/${company.slug}`;
  const { id, slug } = product ?? company;
  return {
    type: kind,
    ...given("id", id),
    slug,
    name,
    highlights,
    matched_name: alias,
    matched_name_reason: alias === null ? "name_matched" : null,
    country: nameCountry(atlas, snapshot.countryByIso2(company.country)!),
    sector: { slug: company.sector, label: company.sector },
    company: product === null ? null : { id: company.id, slug: company.slug, name: company.name, href },
    company_reason: product === null ? "is_a_company" : null,
    ...describeMedian(FACTS.scale, company.median),
    distribution: describeDistribution(FACTS.scale, company.distribution),
    href,
  };
}

function describeSearch(sources: Sources, query: string, { names, total, isExact, facets }: SearchAnswer): object {
  const countryOf = (iso2: string) => nameCountry(atlas, sources.snapshot.countryByIso2(iso2)!);
  return {
    ...openEnvelope(sources),
    query,
    facets: {
      type: facets.kind.map(([type, count]) => ({ type, count })),
      country: facets.country.map(([iso2, count]) => ({ country: countryOf(iso2), count })),
      sector: facets.sector.map(([slug, count]) => ({ sector: { slug, label: slug }, count })),
    },
    total_relation: isExact ? "exact" : "at_least",
    items: names.map((name) => describeHit(sources, name)),
    total,
    next: null,
  };
}

function write(id: string, sources: Sources, parameters: object): string {
  const answer = operationOf(id).answer(sources, parameters as never, undefined);
  assert.ok(!(answer instanceof Promise) && answer.kind === "written");
  return answer.sheet.written().toString();
}

function sourcesOver(snapshot: Snapshot): Sources {
  return {
    snapshot,
    releases: buildMemoryReleases(snapshot),
    atlas,
    caller: null,
    access: null,
    at: new Date(0),
    site: { baseUrl: BASE, versionOneEndsAt: new Date("2027-10-01T00:00:00Z") },
  };
}

describe("companies written from pieces", () => {
  test("are byte for byte what JSON.stringify writes of them", () => {
    const companies = fc.uniqueArray(stated, { minLength: 1, maxLength: 6, selector: ({ name }) => name.slice(0, 6) });
    fc.assert(
      fc.property(companies, (list) => {
        const snapshot = buildMemorySnapshot("2026-11-20-aaaaaaaaaaaa", list);
        const sources = sourcesOver(snapshot);
        const { companies: records } = snapshot.listCompanies({ sort: "name", limit: 10, offset: 0 });
        const items = records.map((record) => describeEntry(sources, record));
        assert.equal(
          write("list_companies", sources, { sort: "name", limit: 10 }),
          JSON.stringify({ ...openEnvelope(sources), items, total: items.length, next: null }),
        );
        for (const record of records) {
          assert.equal(
            write("get_company", sources, { slug: record.slug }),
            JSON.stringify(describeDetail(sources, record)),
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("what a search finds, written from pieces", () => {
  test("is byte for byte what JSON.stringify writes of it", () => {
    const companies = fc.uniqueArray(stated, { minLength: 1, maxLength: 6, selector: ({ name }) => name.slice(0, 6) });
    fc.assert(
      fc.property(companies, fc.nat(5), fc.nat(2), (list, which, kind) => {
        const snapshot = buildMemorySnapshot("2026-11-20-aaaaaaaaaaaa", list);
        const sources = sourcesOver(snapshot);
        const { name, aliases, products } = list[which % list.length]!;
        const query = ([name, aliases[0], products[0]?.name][kind] ?? name).normalize("NFKC").trim() || "a";
        const found = snapshot.search!.find({ text: query, offset: 0, limit: 20 });
        assert.ok(!(found instanceof Promise));
        assert.equal(
          write("search", sources, { q: query, limit: 20 }),
          JSON.stringify(describeSearch(sources, query, found)),
        );
      }),
      { numRuns: 100 },
    );
  });
});
