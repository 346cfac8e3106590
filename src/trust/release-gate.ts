import type { DatasetFacts } from "./dataset.ts";
import type { Scale } from "./scale.ts";

/** The most that may differ from the current release without being accepted. */
export interface GateLimits {
  /**
   * Of the companies of the current release; also those that no longer name another sector, and
   * those that are no longer judged where they were.
   */
  readonly companiesGonePercent: number;
  readonly countriesGone: number;
  /** Of the countries that both releases judge. */
  readonly mediansMovedPercent: number;
  /** By which one country may move. */
  readonly bandsMoved: number;
}

export const DEFAULT_GATE_LIMITS: GateLimits = {
  companiesGonePercent: 10,
  countriesGone: 0,
  mediansMovedPercent: 20,
  bandsMoved: 1,
};

/** What the gate looks at in a release. */
export interface GatedRelease {
  readonly dataset: Pick<DatasetFacts, "title" | "publisher" | "year" | "scale" | "pillars">;
  /** The publisher's ids of all listed companies. */
  readonly companies: ReadonlySet<string>;
  /** Those that name other sectors besides the one in which they are counted. */
  readonly inOtherSectors: ReadonlySet<string>;
  /** The ids of the pillars in which a company is judged, by its id; none for one that is not. */
  readonly judgedIn: ReadonlyMap<string, readonly string[]>;
  /** Every country with a listed company; `median` is a level, or null when none is judged. */
  readonly countries: readonly { readonly iso2: string; readonly median: number | null }[];
}

export type TriggerKind =
  | "title"
  | "publisher"
  | "year"
  | "scale_order"
  | "scale"
  | "pillars"
  | "companies_gone"
  | "other_sectors_gone"
  | "no_longer_judged"
  | "countries_gone"
  | "medians_moved"
  | "bands_moved"
  | "demonstration"
  | "unreadable_release";

/** One thing that differs: a fact of the dataset by its name, a company or a country by its id. */
export interface GateChange {
  readonly id: string;
  /** A median is the id of its band. */
  readonly before: string;
  readonly after: string;
}

/** A difference that has to be accepted: `count` is more than `limit`. */
export interface Trigger {
  readonly kind: TriggerKind;
  /** How many changed; of `bands_moved`, by how many bands the country that moved the most. */
  readonly count: number;
  readonly limit: number;
  /** How many could have changed at most. */
  readonly of: number;
  readonly changes: readonly GateChange[];
}

/**
 * Finds what is dangerous in a release that is to replace another one, in a fixed order. Medians
 * are not compared across another scale, whose levels mean something else.
 */
export function findTriggers(before: GatedRelease, after: GatedRelease, limits: GateLimits): Trigger[] {
  const scales = findScaleTriggers(before.dataset.scale, after.dataset.scale);
  return [
    ...findFactTriggers(before, after),
    ...scales,
    ...findPillarTriggers(before, after),
    ...findCompanyTriggers(before, after, limits),
    ...findOtherSectorTriggers(before, after, limits),
    ...findUnjudgedTriggers(before, after, limits),
    ...findCountryTriggers(before, after, limits),
    ...(scales.length === 0 ? findMedianTriggers(before, after, limits) : []),
  ];
}

/** The trigger of a current release that cannot be read, so that nothing can be compared. */
export function unreadableRelease(id: string, why: string): Trigger {
  return {
    kind: "unreadable_release",
    count: 1,
    limit: 0,
    of: 1,
    changes: [{ id, before: why, after: "not compared" }],
  };
}

/** The bands of a scale in words, worst first: `Poor < Fair < Good`. */
export function scaleInWords({ bands }: Scale): string {
  return bands.map(({ label }) => label).join(" < ");
}

/**
 * Whether two scales have the same bands in another order. The labels count, too: to readers, two
 * labels that changed places reverse the scale although its ids are in order.
 */
export function isReordered(before: Scale, after: Scale): boolean {
  return (["id", "label"] as const).some((member) => {
    const [earlier, later] = [before, after].map(({ bands }) => bands.map((band) => band[member]));
    const isSameSet = JSON.stringify(earlier?.toSorted()) === JSON.stringify(later?.toSorted());
    return isSameSet && JSON.stringify(earlier) !== JSON.stringify(later);
  });
}

/** The trigger of a fact that may not differ at all. */
function factTrigger(kind: TriggerKind, before: string | number, after: string | number): Trigger {
  const change = { id: kind, before: String(before), after: String(after) };
  return { kind, count: 1, limit: 0, of: 1, changes: [change] };
}

function findFactTriggers({ dataset: before }: GatedRelease, { dataset: after }: GatedRelease): Trigger[] {
  return [
    ...(before.title === after.title ? [] : [factTrigger("title", before.title, after.title)]),
    ...(before.publisher === after.publisher ? [] : [factTrigger("publisher", before.publisher, after.publisher)]),
    ...(after.year < before.year ? [factTrigger("year", before.year, after.year)] : []),
  ];
}

function findScaleTriggers(before: Scale, after: Scale): Trigger[] {
  if (isReordered(before, after)) return [factTrigger("scale_order", scaleInWords(before), scaleInWords(after))];
  const idsOf = ({ id, bands }: Scale): string => `${id}: ${bands.map((band) => band.id).join(" < ")}`;
  return idsOf(before) === idsOf(after) ? [] : [factTrigger("scale", idsOf(before), idsOf(after))];
}

function findPillarTriggers(before: GatedRelease, after: GatedRelease): Trigger[] {
  const [earlier, later] = [before, after].map(({ dataset }) => dataset.pillars.map(({ id }) => id).toSorted());
  const [were, are] = [earlier?.join(", ") ?? "", later?.join(", ") ?? ""];
  return were === are ? [] : [factTrigger("pillars", were, are)];
}

function findCompanyTriggers(before: GatedRelease, after: GatedRelease, limits: GateLimits): Trigger[] {
  const gone = [...before.companies].filter((id) => !after.companies.has(id));
  const of = before.companies.size;
  const changes = gone.toSorted().map((id) => ({ id, before: "listed", after: "gone" }));
  return whereMore({
    kind: "companies_gone",
    count: gone.length,
    limit: shareOf(of, limits.companiesGonePercent),
    of,
    changes,
  });
}

/** An export without the further sectors takes companies out of the lists of these sectors. */
function findOtherSectorTriggers(before: GatedRelease, after: GatedRelease, limits: GateLimits): Trigger[] {
  const gone = [...before.inOtherSectors].filter((id) => after.companies.has(id) && !after.inOtherSectors.has(id));
  return whereMore({
    kind: "other_sectors_gone",
    count: gone.length,
    limit: shareOf(before.companies.size, limits.companiesGonePercent),
    of: before.inOtherSectors.size,
    changes: gone.toSorted().map((id) => ({ id, before: "named", after: "gone" })),
  });
}

/**
 * An export that lost judgements leaves companies, and often medians, where they are. Companies
 * that are gone and pillars that only one release has are triggers of their own.
 */
function findUnjudgedTriggers(before: GatedRelease, after: GatedRelease, limits: GateLimits): Trigger[] {
  const kept = new Set(after.dataset.pillars.map(({ id }) => id));
  const judged = [...before.judgedIn].flatMap(([id, all]) => {
    const pillars = all.filter((pillar) => kept.has(pillar));
    return pillars.length === 0 ? [] : [{ id, pillars }];
  });
  const changes = judged.flatMap(({ id, pillars }): GateChange[] => {
    const now = new Set(after.judgedIn.get(id));
    const still = pillars.filter((pillar) => now.has(pillar));
    if (!after.companies.has(id) || still.length === pillars.length) return [];
    return [{ id, before: pillars.join(", "), after: still.length === 0 ? "not_judged" : still.join(", ") }];
  });
  return whereMore({
    kind: "no_longer_judged",
    count: changes.length,
    limit: shareOf(judged.length, limits.companiesGonePercent),
    of: judged.length,
    changes: changes.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  });
}

/** A country is gone for readers, too, when none of its companies is judged any more. */
function findCountryTriggers(before: GatedRelease, after: GatedRelease, limits: GateLimits): Trigger[] {
  const later = mediansOf(after);
  const changes = before.countries.flatMap(({ iso2, median }): GateChange[] => {
    const now = later.get(iso2);
    if (now === undefined) return [{ id: iso2, before: median === null ? "listed" : "judged", after: "gone" }];
    return now === null && median !== null ? [{ id: iso2, before: "judged", after: "not_judged" }] : [];
  });
  const of = before.countries.length;
  return whereMore({ kind: "countries_gone", count: changes.length, limit: limits.countriesGone, of, changes });
}

function findMedianTriggers(before: GatedRelease, after: GatedRelease, limits: GateLimits): Trigger[] {
  const later = mediansOf(after);
  const { bands } = before.dataset.scale;
  const inBoth = before.countries.flatMap(({ iso2, median }) => {
    const now = later.get(iso2) ?? null;
    return median === null || now === null ? [] : [{ iso2, median, now, distance: Math.abs(now - median) }];
  });
  const moved = inBoth.filter(({ distance }) => distance > 0);
  const far = inBoth.filter(({ distance }) => distance > limits.bandsMoved);
  const bandOf = (level: number): string => bands[level - 1]?.id ?? String(level);
  const changesOf = (list: typeof inBoth): GateChange[] =>
    list.map(({ iso2, median, now }) => ({ id: iso2, before: bandOf(median), after: bandOf(now) }));
  return [
    ...whereMore({
      kind: "medians_moved",
      count: moved.length,
      limit: shareOf(inBoth.length, limits.mediansMovedPercent),
      of: inBoth.length,
      changes: changesOf(moved),
    }),
    ...whereMore({
      kind: "bands_moved",
      count: Math.max(0, ...far.map(({ distance }) => distance)),
      limit: limits.bandsMoved,
      of: bands.length - 1,
      changes: changesOf(far),
    }),
  ];
}

function mediansOf({ countries }: GatedRelease): Map<string, number | null> {
  return new Map(countries.map(({ iso2, median }) => [iso2, median]));
}

function whereMore(trigger: Trigger): Trigger[] {
  return trigger.count > trigger.limit ? [trigger] : [];
}

/** How many of a number a percentage lets pass: whole ones. */
function shareOf(of: number, percent: number): number {
  // Without the small part, 0.29 % of 10,000 would be 28.
  return Math.floor((of * percent) / 100 + 1e-9);
}
