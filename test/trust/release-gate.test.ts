import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { DEFAULT_GATE_LIMITS, GATE_LIMITS, type GateLimits, gateLimits } from "../../src/trust/gate-limits.ts";
import type { GatedCompany, GatedRelease, TriggerKind } from "../../src/trust/gate-trigger.ts";
import { findTriggers } from "../../src/trust/release-gate.ts";

type Dataset = GatedRelease["dataset"];

const named = (id: string) => ({ id, label: id.toUpperCase(), description: null });
const scaleOf = (...ids: string[]) => ({ id: "four", bands: ids.map(named) });

const DATASET: Dataset = {
  title: "Water",
  publisher: "Institute",
  year: 2026,
  licence: "CC-BY-4.0",
  notice: null,
  mark: null,
  scale: scaleOf("poor", "weak", "fair", "good"),
  pillars: [named("use"), named("waste")],
  minimumCompanies: 5,
};

const ids = (count: number, from = 0): string[] => Array.from({ length: count }, (_, i) => `c${from + i}`);

/** A company that is judged in both pillars, in no country. */
const companyOf = (id: string, facts: Partial<GatedCompany> = {}): GatedCompany => {
  const name = `Company ${id}`;
  return {
    id,
    name,
    nameAsSeen: (facts.name ?? name).toLowerCase(),
    nameKey: id,
    slug: id,
    lei: null,
    country: null,
    sector: "food",
    median: 2,
    pillars: [2, 2],
    judgementCount: 4,
    sourceCount: 2,
    otherSectors: null,
    replies: null,
    judgements: id,
    ratings: new Int32Array(),
    details: null,
    ...facts,
  };
};

/** A release whose countries, AA, AB, and so on, have these medians, also in both pillars. */
function release(
  medians: readonly (number | null)[],
  companies: readonly string[] = ids(100),
  dataset = DATASET,
): GatedRelease {
  const countries = medians.map((median, i) => {
    return { iso2: `A${String.fromCodePoint(65 + i)}`, median, pillars: [null, null] };
  });
  const listed = companies.map((id) => companyOf(id));
  return { dataset, asOf: null, texts: new Map<string, string>(), companies: listed, countries, criteria: [] };
}

/** The usual release with some of its companies in another way. */
const withCompanies = (
  some: readonly string[],
  facts: Partial<GatedCompany> | ((id: string) => Partial<GatedCompany>),
) => ({
  ...BEFORE,
  companies: BEFORE.companies.map((company) =>
    some.includes(company.id)
      ? companyOf(company.id, typeof facts === "function" ? facts(company.id) : facts)
      : company,
  ),
});

const TEN = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2];
const BEFORE = release(TEN);

const kindsOf = (after: GatedRelease, limits: Partial<GateLimits> = {}, before: GatedRelease = BEFORE): TriggerKind[] =>
  findTriggers(before, after, { ...DEFAULT_GATE_LIMITS, ...limits }).map(({ kind }) => kind);

const withFacts = (facts: Partial<Dataset>): GatedRelease => release(TEN, ids(100), { ...DATASET, ...facts });

describe("the triggers of the gate", () => {
  test("the same release has none, nor has one with more companies, countries and judged countries", () => {
    assert.deepEqual(kindsOf(BEFORE), []);
    assert.deepEqual(kindsOf(release([...TEN, 1, null], ids(200))), []);
    assert.deepEqual(kindsOf(BEFORE, {}, release([null, ...TEN.slice(1)])), []);
  });

  test("title and publisher: any other one; other facts may differ", () => {
    assert.deepEqual(kindsOf(withFacts({ title: "Water " })), ["title"]);
    assert.deepEqual(kindsOf(withFacts({ publisher: "institute" })), ["publisher"]);
  });

  test("year: one less, not one more", () => {
    assert.deepEqual(kindsOf(withFacts({ year: 2025 })), ["year"]);
    assert.deepEqual(kindsOf(withFacts({ year: 2027 })), []);
  });

  test("minimum of companies for a rank: fewer, not more", () => {
    const [fewer] = findTriggers(BEFORE, withFacts({ minimumCompanies: 4 }), DEFAULT_GATE_LIMITS);
    assert.deepEqual(fewer?.changes, [{ id: "minimum_companies", before: "5", after: "4" }]);
    assert.deepEqual(kindsOf(withFacts({ minimumCompanies: 6 })), []);
  });

  test("scale: another order is told from other bands, another id and other labels", () => {
    assert.deepEqual(kindsOf(withFacts({ scale: scaleOf("poor", "fair", "weak", "good") })), ["scale_order"]);
    assert.deepEqual(kindsOf(withFacts({ scale: scaleOf("poor", "weak", "good") })), ["scale"]);
    assert.deepEqual(kindsOf(withFacts({ scale: { ...DATASET.scale, id: "other" } })), ["scale"]);
    const relabelled = DATASET.scale.bands.map((band) => (band.id === "fair" ? { ...band, label: "Middling" } : band));
    assert.deepEqual(kindsOf(withFacts({ scale: { id: "four", bands: relabelled } })), ["labels"]);
  });

  test("scale: labels that changed places are another order, although the ids are in order", () => {
    const labels = ["GOOD", "FAIR", "WEAK", "POOR"];
    const bands = DATASET.scale.bands.map((band, i) => ({ ...band, label: labels[i] ?? "" }));
    const [trigger] = findTriggers(BEFORE, withFacts({ scale: { id: "four", bands } }), DEFAULT_GATE_LIMITS);
    assert.equal(trigger?.kind, "scale_order");
    assert.deepEqual(trigger.changes, [
      { id: "scale_order", before: "POOR < WEAK < FAIR < GOOD", after: "GOOD < FAIR < WEAK < POOR" },
    ]);
  });

  test("pillars: one more or one less, not another order", () => {
    assert.deepEqual(kindsOf(withFacts({ pillars: [named("use")] })), ["pillars"]);
    assert.deepEqual(kindsOf(withFacts({ pillars: [...DATASET.pillars, named("air")] })), ["pillars"]);
    assert.deepEqual(kindsOf(withFacts({ pillars: DATASET.pillars.toReversed() })), []);
  });

  test("companies: 11 of 100 gone, not 10, however many are added", () => {
    assert.deepEqual(kindsOf(release(TEN, ids(100, 10))), []);
    const [trigger] = findTriggers(BEFORE, release(TEN, ids(500, 11)), DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit, trigger?.of], ["companies_gone", 11, 10, 100]);
    assert.deepEqual(
      trigger?.changes.map(({ id }) => id),
      ids(11).toSorted(),
    );
    const of9 = release(TEN, ids(9));
    assert.deepEqual(kindsOf(release(TEN, ids(9, 1)), {}, of9), ["companies_gone"], "a tenth of 9 is none");
    assert.deepEqual(kindsOf(release(TEN, ids(10, 1)), {}, release(TEN, ids(10))), []);
  });

  test("other sectors: companies that lost all of them, measured by all companies", () => {
    const inOthers = (...some: readonly string[]) => withCompanies(some, { otherSectors: "retail" });
    const all = inOthers(...ids(12));
    assert.deepEqual(kindsOf(inOthers(...ids(2)), {}, all), []);
    assert.deepEqual(kindsOf(all, {}, BEFORE), []);
    const [trigger] = findTriggers(all, inOthers("c0"), DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit, trigger?.of], ["other_sectors_gone", 11, 10, 12]);
    const gone = { ...BEFORE, companies: BEFORE.companies.slice(12) };
    assert.deepEqual(kindsOf(gone, {}, all), ["companies_gone"], "a company that is gone is said once");
  });

  test("judgements: 11 of 100 companies without one pillar, not 10, however many are judged for the first time", () => {
    const judged = (unjudged: readonly string[], now: readonly string[]) =>
      withCompanies(unjudged, { pillars: [now.includes("use") ? 2 : null, now.includes("waste") ? 2 : null] });
    assert.deepEqual(kindsOf(judged(ids(10), ["use"])), []);
    const [trigger] = findTriggers(BEFORE, judged(ids(11), ["use"]), DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit, trigger?.of], ["no_longer_judged", 11, 10, 100]);
    assert.deepEqual(trigger?.changes[0], { id: "c0", before: "use, waste", after: "use" });
    const [none] = findTriggers(BEFORE, judged(ids(11), []), DEFAULT_GATE_LIMITS);
    assert.deepEqual(none?.changes[0], { id: "c0", before: "use, waste", after: "not_judged" });
    const few = judged(ids(50), []);
    assert.deepEqual(kindsOf(BEFORE, {}, few), [], "companies that were not judged before");
    assert.deepEqual(kindsOf(judged(ids(56), []), {}, few), ["no_longer_judged"], "6 of the 50 that were judged");
    assert.deepEqual(kindsOf(judged(ids(55), []), {}, few), []);
    const gone = { ...BEFORE, companies: BEFORE.companies.slice(11) };
    assert.deepEqual(kindsOf(gone), ["companies_gone"], "a company that is gone is said once");
    const other = { ...judged(ids(100), ["use"]), dataset: { ...DATASET, pillars: [named("use")] } };
    assert.deepEqual(kindsOf(other), ["pillars"], "a pillar that is gone is said once");
  });

  test("countries: one that is not listed or not judged any more", () => {
    assert.deepEqual(kindsOf(release(TEN.slice(0, 9))), ["countries_gone"]);
    assert.deepEqual(kindsOf(release([null, ...TEN.slice(1)])), ["countries_gone"]);
    assert.deepEqual(kindsOf(release(TEN.slice(0, 9)), { countriesGone: 1 }), []);
    assert.deepEqual(kindsOf(release(TEN.slice(0, 8)), { countriesGone: 1 }), ["countries_gone"]);
  });

  test("medians: 3 of 10 countries by one band, not 2", () => {
    assert.deepEqual(kindsOf(release([2, 3, ...TEN.slice(2)])), []);
    const [trigger] = findTriggers(BEFORE, release([2, 3, 2, ...TEN.slice(3)]), DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit, trigger?.of], ["medians_moved", 3, 2, 10]);
    assert.deepEqual(trigger?.changes.at(-1), { id: "AC", before: "fair", after: "weak" });
  });

  test("bands: one country by 2 bands, up or down, not by 1", () => {
    assert.deepEqual(kindsOf(release([2, ...TEN.slice(1)])), []);
    assert.deepEqual(kindsOf(release([3, ...TEN.slice(1)])), ["bands_moved"]);
    assert.deepEqual(kindsOf(release([1, 2, 1, ...TEN.slice(3)])), ["bands_moved"]);
    assert.deepEqual(kindsOf(release([3, ...TEN.slice(1)]), { bandsMoved: 2 }), []);
    assert.deepEqual(kindsOf(release([4, ...TEN.slice(1)]), { bandsMoved: 2 }), ["bands_moved"]);
  });

  test("medians on another scale are not compared, those of other pillars are", () => {
    const turned = TEN.map((level) => 5 - level);
    const scale = scaleOf("good", "fair", "weak", "poor");
    assert.deepEqual(kindsOf(release(turned, ids(100), { ...DATASET, scale })), ["scale_order"]);
    assert.deepEqual(kindsOf(release(turned, ids(100), { ...DATASET, pillars: [named("use")] })), [
      "pillars",
      "medians_moved",
      "bands_moved",
    ]);
  });

  test("licence, notice and texts: any other one, unless the limit lets it", () => {
    assert.deepEqual(kindsOf(withFacts({ licence: "CC0-1.0" })), ["licence"]);
    assert.deepEqual(kindsOf(withFacts({ licence: "CC0-1.0" }), { licencesChanged: 1 }), []);
    assert.deepEqual(kindsOf(withFacts({ notice: "TODO" })), ["notice"]);
    assert.deepEqual(kindsOf(withFacts({ notice: "TODO" }), { noticesChanged: 1 }), []);
    const texts = (...entries: [string, string][]): GatedRelease => ({ ...BEFORE, texts: new Map(entries) });
    const both = texts(["about.md", "aa"], ["terms.md", "bb"]);
    assert.deepEqual(kindsOf(both, {}, both), []);
    assert.deepEqual(kindsOf(texts(["about.md", "aa"]), {}, both), ["texts"]);
    assert.deepEqual(kindsOf(both, { textsChanged: 1 }), ["texts"], "two are new");
    assert.deepEqual(kindsOf(texts(["about.md", "cc"], ["terms.md", "bb"]), { textsChanged: 1 }, both), []);
  });

  test("newest judgement: one day older, not the same day; none is older than all", () => {
    const newest = (asOf: string | null): GatedRelease => ({ ...BEFORE, asOf });
    const before = newest("2026-03-10");
    assert.deepEqual(kindsOf(newest("2026-03-10"), {}, before), []);
    assert.deepEqual(kindsOf(newest("2026-03-09"), {}, before), ["newest_date"]);
    assert.deepEqual(kindsOf(newest("2026-03-09"), { daysOlder: 1 }, before), []);
    assert.deepEqual(kindsOf(newest("2026-03-08"), { daysOlder: 1 }, before), ["newest_date"]);
    assert.deepEqual(kindsOf(newest(null), { daysOlder: 100_000 }, before), ["newest_date"]);
    assert.deepEqual(kindsOf(before, {}, newest(null)), []);
    // A month may end later than the day before it.
    assert.deepEqual(kindsOf(newest("2026-03"), {}, before), []);
    assert.deepEqual(kindsOf(newest("2026-02"), {}, before), ["newest_date"]);
    assert.deepEqual(kindsOf(newest("2026-01-01"), {}, newest("2026")), []);
    assert.deepEqual(kindsOf(newest("2025"), {}, newest("2026")), ["newest_date"]);
  });

  test("pillars: another label", () => {
    const labelled = (use: string, waste: string) =>
      withFacts({
        pillars: [
          { ...named("use"), label: use },
          { ...named("waste"), label: waste },
        ],
      });
    assert.deepEqual(kindsOf(labelled("Water use", "WASTE")), ["labels"]);
    assert.deepEqual(kindsOf(labelled("WASTE", "USE")), ["labels"]);
    assert.deepEqual(kindsOf(labelled("USE", "Spills"), { labelsChanged: 1 }), []);
  });

  test("pillars: the judgements that another one had, in three companies and more than half", () => {
    const before = withCompanies(ids(5), { pillars: [1, 3] });
    const swapped = (count: number) => ({
      ...before,
      companies: before.companies.map((each, i) => (i < count ? { ...each, pillars: [3, 1] } : each)),
    });
    assert.deepEqual(kindsOf(swapped(2), {}, before), []);
    assert.deepEqual(kindsOf(swapped(3), {}, before), ["pillar_judgements_swapped"]);
    const [trigger] = findTriggers(before, swapped(5), DEFAULT_GATE_LIMITS);
    assert.deepEqual(trigger?.changes, [
      { id: "use", before: "use", after: "waste" },
      { id: "waste", before: "waste", after: "use" },
    ]);
    const many = withCompanies(ids(7), { pillars: [1, 3] });
    assert.deepEqual(
      kindsOf({ ...many, companies: [...swapped(3).companies.slice(0, 3), ...many.companies.slice(3)] }, {}, many),
      [],
    );
  });

  test("companies of a country: 3 of 10 gone, not 2, and none of 9; not where all are gone", () => {
    const limits = { companiesGonePercent: 100 };
    const inCountry = (count: number) => withCompanies(ids(count), { country: "AA" });
    const without = (all: GatedRelease, gone: number) => ({ ...all, companies: all.companies.slice(gone) });
    const ten = inCountry(10);
    assert.deepEqual(kindsOf(without(ten, 2), limits, ten), []);
    const [trigger] = findTriggers(ten, without(ten, 3), { ...DEFAULT_GATE_LIMITS, ...limits });
    const { kind, within, count, limit, of } = trigger ?? {};
    assert.deepEqual([kind, within, count, limit, of], ["companies_gone_in_country", "AA", 3, 2, 10]);
    assert.deepEqual(kindsOf(without(inCountry(9), 8), limits, inCountry(9)), []);
    const notListed = { ...without(ten, 10), countries: ten.countries.slice(1) };
    assert.deepEqual(kindsOf(notListed, limits, ten), ["countries_gone"]);
  });

  test("names: one that another id has now, not one that two companies share", () => {
    const limits = { renamedPercent: 100 };
    const swapped = withCompanies(["c0", "c1"], (id) => ({ name: `COMPANY C${id === "c0" ? 1 : 0}` }));
    const [trigger] = findTriggers(BEFORE, swapped, { ...DEFAULT_GATE_LIMITS, ...limits });
    assert.deepEqual([trigger?.kind, trigger?.count], ["names_moved", 2]);
    assert.deepEqual(trigger?.changes[0], { id: "c0", before: "c1", after: "COMPANY C1" });
    assert.deepEqual(kindsOf(swapped, { ...limits, namesMoved: 2 }), []);
    assert.deepEqual(kindsOf(withCompanies(["c0"], { name: "Company c1" }), limits), [], "c1 still has it");
    const taken = withCompanies(["c0", "c1"], (id) => ({ name: id === "c0" ? "Company c1" : "Other" }));
    assert.deepEqual(kindsOf(taken, limits), ["names_moved"]);
    const reIssued = { ...BEFORE, companies: [companyOf("d0", { name: "Company c0" }), ...BEFORE.companies.slice(1)] };
    assert.deepEqual(kindsOf(reIssued), ["names_moved"], "another id for the same name");
  });

  test("renamed: 3 of 100, not 2", () => {
    const renamed = (count: number) => withCompanies(ids(count), (id) => ({ name: `Firm ${id}` }));
    assert.deepEqual(kindsOf(renamed(2)), []);
    const [trigger] = findTriggers(BEFORE, renamed(3), DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit, trigger?.of], ["renamed", 3, 2, 100]);
    assert.deepEqual(trigger?.changes[0], { id: "c0", before: "Company c0", after: "Firm c0" });
  });

  test("reclassified: 11 of 100 in another country or sector, not 10", () => {
    const moved = (count: number) =>
      withCompanies(ids(count), (id) => (id === "c0" ? { country: "AA" } : { sector: "retail" }));
    assert.deepEqual(kindsOf(moved(10)), []);
    const [trigger] = findTriggers(BEFORE, moved(11), DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit], ["reclassified", 11, 10]);
    assert.deepEqual(trigger?.changes[0], { id: "c0", before: "none, food", after: "AA, food" });
  });

  test("duplicates: a new pair, in one country, or by its LEI; not one that was there", () => {
    const pair = withCompanies(["c0", "c1"], { nameKey: "acme" });
    const [trigger] = findTriggers(BEFORE, pair, DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count], ["new_duplicates", 1]);
    assert.deepEqual(trigger?.changes, [{ id: "c1", before: "c0", after: "Company c1" }]);
    assert.deepEqual(kindsOf(pair, {}, pair), []);
    assert.deepEqual(kindsOf(withCompanies(["c0", "c1", "c2"], { nameKey: "acme" }), {}, pair), ["new_duplicates"]);
    assert.deepEqual(kindsOf(pair, { newDuplicates: 1 }), []);
    const abroad = {
      ...pair,
      companies: pair.companies.map((each) => (each.id === "c0" ? { ...each, country: "AA" } : each)),
    };
    assert.deepEqual(kindsOf(abroad), []);
    assert.deepEqual(kindsOf(withCompanies(["c0", "c1"], { lei: "529900T8BM49AURSDO55" })), ["new_duplicates"]);
    assert.deepEqual(kindsOf(withCompanies(["c0", "c1"], { nameKey: "" })), [], "names without a letter");
  });

  test("two companies that their publisher told apart are no new duplicates", () => {
    const alike = withCompanies(["c0", "c1"], { lei: "529900T8BM49AURSDO55" });
    const [one = "", other = ""] = alike.companies.map(({ name }) => name);
    assert.deepEqual(findTriggers(BEFORE, alike, DEFAULT_GATE_LIMITS, [[other, one]]), []);
    assert.equal(findTriggers(BEFORE, alike, DEFAULT_GATE_LIMITS, [[one, "Another"]]).length, 1);
  });

  test("judgements and sources: 41 of 400 gone, 21 of 200, not one less, however few companies lost them", () => {
    const fewer = (member: "judgementCount" | "sourceCount", lost: number) =>
      withCompanies(ids(lost), { [member]: member === "judgementCount" ? 3 : 1 });
    assert.deepEqual(kindsOf(fewer("judgementCount", 40)), []);
    const [trigger] = findTriggers(BEFORE, fewer("judgementCount", 41), DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit, trigger?.of], ["judgements_gone", 41, 40, 400]);
    assert.deepEqual(trigger?.changes[0], { id: "c0", before: "4", after: "3" });
    assert.deepEqual(kindsOf(fewer("sourceCount", 20)), []);
    assert.deepEqual(kindsOf(fewer("sourceCount", 21)), ["sources_gone"]);
    assert.deepEqual(kindsOf(BEFORE, {}, fewer("sourceCount", 100)), []);
    const gone = { ...BEFORE, companies: BEFORE.companies.slice(10) };
    assert.deepEqual(kindsOf(gone), [], "those of companies that are gone are not counted again");
  });

  test("criteria: one that is gone or renamed, not one that is new", () => {
    const judgedBy = (...criteria: readonly (string | null)[]): GatedRelease => ({
      ...BEFORE,
      criteria: criteria.map((criterion) => ({ pillar: "use", criterion, distribution: [1, 0, 2, 0] })),
    });
    assert.deepEqual(kindsOf(judgedBy("spills", "leaks"), {}, judgedBy("spills")), []);
    assert.deepEqual(kindsOf(judgedBy("leaks"), {}, judgedBy(null)), [], "those that named none name one");
    assert.deepEqual(kindsOf(judgedBy("spills"), {}, judgedBy("spills", "leaks")), ["criteria_gone"]);
    assert.deepEqual(kindsOf(judgedBy("spills"), { criteriaGone: 1 }, judgedBy("spills", "leaks")), []);
    const changesOf = (after: GatedRelease) => findTriggers(judgedBy("spills"), after, DEFAULT_GATE_LIMITS)[0]?.changes;
    assert.deepEqual(changesOf(judgedBy("Spills")), [{ id: "use", before: "spills", after: "Spills" }]);
    assert.deepEqual(changesOf(judgedBy(null)), [{ id: "use", before: "spills", after: "gone" }]);
    const without = { ...judgedBy(), dataset: { ...DATASET, pillars: [named("waste")] } };
    assert.ok(!kindsOf(without, {}, judgedBy("spills")).includes("criteria_gone"), "with its pillar");
  });

  test("medians of companies: 21 of 100, not 20, and of those alone that both releases judge", () => {
    const moved = (count: number) => withCompanies(ids(count), { median: 3 });
    assert.deepEqual(kindsOf(moved(20)), []);
    const [trigger] = findTriggers(BEFORE, moved(21), DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit], ["company_medians_moved", 21, 20]);
    assert.deepEqual(trigger?.changes[0], { id: "c0", before: "weak", after: "fair" });
    assert.deepEqual(kindsOf(withCompanies(ids(50), { median: null })), []);
  });

  test("a company that fell to the worst band in each of its pillars, by more than a band in one", () => {
    const [before, after] = [withCompanies(ids(1), { pillars: [2, 3] }), withCompanies(ids(1), { pillars: [1, 1] })];
    const [trigger] = findTriggers(before, after, DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit], ["worst_in_all_pillars", 1, 0]);
    assert.deepEqual(trigger?.changes, [{ id: "c0", before: "use, waste", after: "poor" }]);
    assert.deepEqual(findTriggers(before, after, { ...DEFAULT_GATE_LIMITS, worstInAllPillars: 1 }), []);
    assert.deepEqual(kindsOf(after), [], "a band in each pillar");
    assert.deepEqual(kindsOf(after, {}, after), [], "it was before");
    const partly = withCompanies(ids(1), { pillars: [1, 2] });
    assert.deepEqual(findTriggers(before, partly, DEFAULT_GATE_LIMITS), [], "in one of two");
    const inOne = withCompanies(ids(1), { pillars: [1, 3] });
    const [again] = findTriggers(inOne, after, DEFAULT_GATE_LIMITS);
    assert.equal(again?.changes[0]?.before, "waste", "it was in the worst band of the other before");
  });

  test("medians of countries in a pillar: 3 of 10, not 2, in each pillar by itself", () => {
    const inWaste = (levels: readonly number[]): GatedRelease => ({
      ...BEFORE,
      countries: BEFORE.countries.map((country, i) => ({ ...country, pillars: [1, levels[i] ?? null] })),
    });
    const before = inWaste(TEN);
    assert.deepEqual(kindsOf(inWaste([2, 3, ...TEN.slice(2)]), {}, before), []);
    const [trigger] = findTriggers(before, inWaste([2, 3, 4, ...TEN.slice(3)]), DEFAULT_GATE_LIMITS);
    assert.deepEqual(
      [trigger?.kind, trigger?.within, trigger?.count, trigger?.limit],
      ["pillar_medians_moved", "waste", 3, 2],
    );
  });

  test("every limit is set by its member of `gate`, and is its default without", () => {
    for (const [name, { setting, default: standard }] of Object.entries(GATE_LIMITS)) {
      const limits: Readonly<Record<string, number>> = gateLimits({ [setting]: 7 });
      assert.equal(limits[name], 7, name);
      assert.deepEqual(gateLimits({ [setting]: standard }), DEFAULT_GATE_LIMITS);
    }
  });

  test("of any two releases: exactly what exceeds its limit, and it names as many as it counts", () => {
    const releases = fc
      .record({ medians: fc.array(fc.option(fc.integer({ min: 1, max: 4 })), { maxLength: 12 }), from: fc.nat(30) })
      .map(({ medians, from }) => release(medians, ids(20, from)));
    const limits = fc.record({
      companiesGonePercent: fc.integer({ min: 0, max: 100 }),
      countriesGone: fc.nat(5),
      mediansMovedPercent: fc.integer({ min: 0, max: 100 }),
      bandsMoved: fc.nat(4),
    });
    fc.assert(
      fc.property(releases, releases, limits, (before, after, limit) => {
        const found = findTriggers(before, after, { ...DEFAULT_GATE_LIMITS, ...limit });
        for (const { kind, count, limit: most, changes } of found) {
          assert.ok(count > most, kind);
          if (kind !== "bands_moved") assert.equal(changes.length, count, kind);
        }
        // Counted once more, the slow way.
        const later = new Set(after.companies.map(({ id }) => id));
        const gone = before.companies.filter(({ id }) => !later.has(id)).length;
        assert.equal(
          found.some(({ kind }) => kind === "companies_gone"),
          gone * 100 > limit.companiesGonePercent * 20,
        );
        const both = before.countries.flatMap(({ iso2, median }) => {
          const now = after.countries.find((country) => country.iso2 === iso2)?.median ?? null;
          return median === null || now === null ? [] : [now - median];
        });
        const moved = both.filter((steps) => steps !== 0).length;
        const isOver = moved * 100 > limit.mediansMovedPercent * both.length;
        assert.equal(
          found.some(({ kind }) => kind === "medians_moved"),
          isOver,
        );
        const isFar = both.some((steps) => Math.abs(steps) > limit.bandsMoved);
        assert.equal(
          found.some(({ kind }) => kind === "bands_moved"),
          isFar,
        );
      }),
    );
  });
});
