import type { Snapshot } from "../snapshot/snapshot.ts";
import type { JudgedStatistics } from "../trust/statistics.ts";
import { methodChangeOf } from "../trust/method-change.ts";
import {
  type BeforeAndAfter,
  type CompanyPair,
  explainMovement,
  type Movement,
  pairCompanies,
} from "../trust/movement.ts";
import { countedCompanies, countedCountries, distributionJson, formatCount, withReasons } from "./output.ts";

interface CountryChange {
  readonly iso2: string;
  readonly name: string;
  readonly movement: Movement;
}

/** The differences between two releases that readers see. */
interface ReleaseChanges {
  readonly companies: {
    readonly added: number;
    readonly removed: number;
    readonly reclassified: number;
    /** Null where the bands of the two releases cannot be compared. */
    readonly movedMedian: number | null;
  };
  /** Another scale, other pillars or another rule: bands cannot be compared. */
  readonly hasOtherMethod: boolean;
  readonly countriesAdded: readonly string[];
  readonly countriesRemoved: readonly string[];
  /** Countries in either release whose median band differs, by ISO2. */
  readonly moved: readonly CountryChange[];
}

/** Compares two releases, company by company and country by country. */
export function compareReleases(before: Snapshot, after: Snapshot): ReleaseChanges {
  const pairs = pairCompanies(before.standings(), after.standings());
  const codes = { before: codesOf(before), after: codesOf(after) };
  const methodChange = methodChangeOf(methodOf(before), methodOf(after));
  const bandCounts = { before: methodOf(before).scale.bands.length, after: methodOf(after).scale.bands.length };
  const hasOtherMethod = Object.values(methodChange).includes(true);
  const counts = countChanges(pairs);
  const byCountry = pairsByCountry(pairs);
  const moved: CountryChange[] = [];
  for (const iso2 of [...codes.before.union(codes.after)].toSorted()) {
    const companies = byCountry.get(iso2) ?? [];
    const movement = explainMovement({ area: { country: iso2, sector: null }, companies, bandCounts, methodChange });
    const name = (after.countryByIso2(iso2) ?? before.countryByIso2(iso2))?.name ?? iso2;
    if (movement) moved.push({ iso2, name, movement });
  }
  return {
    companies: hasOtherMethod ? { ...counts, movedMedian: null } : counts,
    hasOtherMethod,
    countriesAdded: [...codes.after.difference(codes.before)].toSorted(),
    countriesRemoved: [...codes.before.difference(codes.after)].toSorted(),
    moved,
  };
}

/** The changes as lines of text. Each release uses the labels of its own scale. */
export function changeLines(changes: ReleaseChanges, before: Snapshot, after: Snapshot): string[] {
  const { added, removed, reclassified, movedMedian } = changes.companies;
  const band = (snapshot: Snapshot, level: number | null): string =>
    level === null ? "not judged" : (snapshot.manifest.dataset.scale.bands[level - 1]?.label ?? String(level));
  return [
    `Compared with ${before.manifest.id}: ${countedCompanies(added)} added, ${formatCount(removed)} removed, ` +
      `${formatCount(reclassified)} reclassified` +
      (movedMedian === null ? "." : `, ${formatCount(movedMedian)} with a different median band.`),
    ...(changes.hasOtherMethod
      ? ["The method is another one (scale, pillars or rule): the bands of the two releases cannot be compared."]
      : []),
    ...(changes.countriesAdded.length > 0 ? [`New countries: ${changes.countriesAdded.join(", ")}.`] : []),
    ...(changes.countriesRemoved.length > 0
      ? [`Countries no longer covered: ${changes.countriesRemoved.join(", ")}.`]
      : []),
    changes.moved.length === 0
      ? "No country changes its median band."
      : changes.hasOtherMethod
        ? `Median bands before and now of ${countedCountries(changes.moved.length)}:`
        : `Median band changes in ${countedCountries(changes.moved.length)}:`,
    ...changes.moved.map(({ iso2, name, movement }) => {
      const fromTo = (part: BeforeAndAfter): string =>
        changes.hasOtherMethod
          ? `${band(before, part.before.median)} before, ${band(after, part.after.median)} now`
          : `${band(before, part.before.median)} → ${band(after, part.after.median)}`;
      const { causes, inBoth, rest } = movement;
      const hasRest = rest.before.judgedCompanies + rest.after.judgedCompanies > 0;
      const hasBoth = inBoth.before.judgedCompanies + inBoth.after.judgedCompanies > 0;
      const split = hasRest && hasBoth ? `; companies in both: ${fromTo(inBoth)}` : "";
      return `  ${iso2} ${name}: ${fromTo(movement)} (${causes.join(", ")})${split}`;
    }),
  ];
}

/** The changes for scripts. Each release uses the band ids of its own scale. */
export function changesJson(changes: ReleaseChanges, before: Snapshot, after: Snapshot): Record<string, unknown> {
  const { added, removed, reclassified, movedMedian } = changes.companies;
  const both = (part: BeforeAndAfter): Record<string, unknown> => ({
    before: statisticsJson(before, part.before),
    after: statisticsJson(after, part.after),
  });
  return {
    companies: withReasons(
      { added, removed, reclassified, moved_median: movedMedian },
      { moved_median: "method_change" },
    ),
    method_change: changes.hasOtherMethod,
    countries_added: changes.countriesAdded,
    countries_removed: changes.countriesRemoved,
    moved: changes.moved.map(({ iso2, name, movement: { causes, trend, trendReason, ...movement } }) =>
      withReasons(
        {
          iso2,
          name,
          causes,
          trend,
          ...both(movement),
          in_both: both(movement.inBoth),
          rest: both(movement.rest),
        },
        { trend: trendReason },
      ),
    ),
  };
}

function statisticsJson({ manifest }: Snapshot, statistics: JudgedStatistics): Record<string, unknown> {
  const { median, judgedCompanies, distribution } = statistics;
  return withReasons(
    {
      median_band: median === null ? null : manifest.dataset.scale.bands[median - 1]!.id,
      median_level: median,
      judged_companies: judgedCompanies,
      distribution: distributionJson(manifest.dataset, distribution),
    },
    { median_band: "not_judged", median_level: "not_judged" },
  );
}

function methodOf(snapshot: Snapshot): Parameters<typeof methodChangeOf>[0] {
  const { scale, pillars } = snapshot.manifest.dataset;
  return { scale, pillars, rule: snapshot.manifest.method };
}

function codesOf(snapshot: Snapshot): Set<string> {
  return new Set(snapshot.countries.map(({ iso2 }) => iso2));
}

function pairsByCountry(pairs: readonly CompanyPair[]): Map<string, CompanyPair[]> {
  const byCountry = new Map<string, CompanyPair[]>();
  for (const pair of pairs) {
    for (const iso2 of new Set([pair.before?.country, pair.after?.country])) {
      if (iso2 === undefined) continue;
      const list = byCountry.get(iso2);
      if (list) list.push(pair);
      else byCountry.set(iso2, [pair]);
    }
  }
  return byCountry;
}

function countChanges(pairs: readonly CompanyPair[]) {
  const counts = { added: 0, removed: 0, reclassified: 0, movedMedian: 0 };
  for (const { before, after } of pairs) {
    if (!before || !after) {
      counts[before ? "removed" : "added"] += 1;
      continue;
    }
    if (before.country !== after.country || before.sector !== after.sector) counts.reclassified += 1;
    if (before.median !== after.median) counts.movedMedian += 1;
  }
  return counts;
}
