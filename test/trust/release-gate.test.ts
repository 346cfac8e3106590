import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import {
  DEFAULT_GATE_LIMITS,
  findTriggers,
  type GatedRelease,
  type GateLimits,
  type TriggerKind,
} from "../../src/trust/release-gate.ts";

type Dataset = GatedRelease["dataset"];

const named = (id: string) => ({ id, label: id.toUpperCase(), description: null });
const scaleOf = (...ids: string[]) => ({ id: "four", bands: ids.map(named) });

const DATASET: Dataset = {
  title: "Water",
  publisher: "Institute",
  year: 2026,
  scale: scaleOf("poor", "weak", "fair", "good"),
  pillars: [named("use"), named("waste")],
};

const ids = (count: number, from = 0): string[] => Array.from({ length: count }, (_, i) => `c${from + i}`);

/** A release whose countries, AA, AB, and so on, have these medians. */
function release(medians: readonly (number | null)[], companies: readonly string[] = ids(100), dataset = DATASET) {
  const countries = medians.map((median, i) => ({ iso2: `A${String.fromCodePoint(65 + i)}`, median }));
  const judgedIn = new Map(companies.map((id) => [id, ["use", "waste"]]));
  return { dataset, companies: new Set(companies), inOtherSectors: new Set<string>(), judgedIn, countries };
}

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

  test("scale: another order is told from other bands and another id; a better label is neither", () => {
    assert.deepEqual(kindsOf(withFacts({ scale: scaleOf("poor", "fair", "weak", "good") })), ["scale_order"]);
    assert.deepEqual(kindsOf(withFacts({ scale: scaleOf("poor", "weak", "good") })), ["scale"]);
    assert.deepEqual(kindsOf(withFacts({ scale: { ...DATASET.scale, id: "other" } })), ["scale"]);
    const relabelled = DATASET.scale.bands.map((band) => (band.id === "fair" ? { ...band, label: "Middling" } : band));
    assert.deepEqual(kindsOf(withFacts({ scale: { id: "four", bands: relabelled } })), []);
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
    const inOthers = (...inOtherSectors: readonly string[]): GatedRelease => ({
      ...BEFORE,
      inOtherSectors: new Set(inOtherSectors),
    });
    const all = inOthers(...ids(12));
    assert.deepEqual(kindsOf(inOthers(...ids(2)), {}, all), []);
    assert.deepEqual(kindsOf(all, {}, BEFORE), []);
    const [trigger] = findTriggers(all, inOthers("c0"), DEFAULT_GATE_LIMITS);
    assert.deepEqual([trigger?.kind, trigger?.count, trigger?.limit, trigger?.of], ["other_sectors_gone", 11, 10, 12]);
    const gone = { ...BEFORE, companies: new Set(ids(88, 12)) };
    assert.deepEqual(kindsOf(gone, {}, all), ["companies_gone"], "a company that is gone is said once");
  });

  test("judgements: 11 of 100 companies without one pillar, not 10, however many are judged for the first time", () => {
    const judged = (unjudged: readonly string[], now: readonly string[]): GatedRelease => ({
      ...BEFORE,
      judgedIn: new Map([...BEFORE.judgedIn, ...unjudged.map((id) => [id, now] as const)]),
    });
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
    const gone = { ...judged(ids(11), []), companies: new Set(ids(89, 11)) };
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
        const found = findTriggers(before, after, limit);
        for (const { kind, count, limit: most, changes } of found) {
          assert.ok(count > most, kind);
          if (kind !== "bands_moved") assert.equal(changes.length, count, kind);
        }
        // Counted once more, the slow way.
        const gone = [...before.companies].filter((id) => !after.companies.has(id)).length;
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
