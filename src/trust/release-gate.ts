import { sharedPillars } from "./company-changes.ts";
import type { DatasetFacts } from "./dataset.ts";
import { findCompanyTriggers } from "./gate-companies.ts";
import { findJudgementTriggers } from "./gate-judgements.ts";
import type { GateLimits } from "./gate-limits.ts";
import { findCountryTriggers, findMedianTriggers } from "./gate-medians.ts";
import { findLabelTriggers, findPillarTriggers, findScaleTriggers, findSwappedJudgements } from "./gate-method.ts";
import {
  byId,
  factTrigger,
  type GateChange,
  type GatedCompany,
  type GatedPair,
  type GatedRelease,
  moreThan,
  type Trigger,
  whereMore,
} from "./gate-trigger.ts";
import { firstDayOf, lastDayOf, parseJudgedOn } from "./judged-on.ts";

/**
 * Finds dangerous changes in a release that is to replace another one, in a fixed order. Medians
 * are not compared across another scale, whose levels mean something else. `toldApart` are pairs of
 * names of companies that look alike and are two.
 */
export function findTriggers(
  before: GatedRelease,
  after: GatedRelease,
  limits: GateLimits,
  toldApart: readonly (readonly string[])[] = [],
): Trigger[] {
  const pair = pairOf(before, after);
  const scales = findScaleTriggers(pair);
  const isOneScale = scales.length === 0;
  return [
    ...findFactTriggers(pair, limits),
    ...scales,
    ...findPillarTriggers(pair),
    ...(isOneScale ? [...findLabelTriggers(pair, limits), ...findSwappedJudgements(pair, limits)] : []),
    ...findCompanyTriggers(pair, limits),
    ...findDuplicateTriggers(pair, limits, toldApart),
    ...findJudgementTriggers(pair, limits),
    ...findCountryTriggers(pair, limits),
    ...(isOneScale ? findMedianTriggers(pair, limits) : []),
  ];
}

function pairOf(before: GatedRelease, after: GatedRelease): GatedPair {
  const [earlier, later] = [before, after].map(({ companies }) => new Map(companies.map((each) => [each.id, each])));
  if (earlier === undefined || later === undefined) throw new RangeError("there are two releases");
  const inBoth = before.companies.flatMap((was) => {
    const is = later.get(was.id);
    return is === undefined ? [] : [{ was, is }];
  });
  const pillars = sharedPillars(before.dataset.pillars, after.dataset.pillars).map(([was, is]) => ({
    id: before.dataset.pillars[was]?.id ?? "",
    was,
    is,
  }));
  return { before, after, earlier, later, inBoth, pillars };
}

/** Returns the trigger of an unreadable current release, with which nothing can be compared. */
export function unreadableRelease(id: string, why: string): Trigger {
  return {
    kind: "unreadable_release",
    count: 1,
    limit: 0,
    of: 1,
    changes: [{ id, before: why, after: "not compared" }],
  };
}

/**
 * Finds probable duplicates that were none before: the same name in the same country but for its
 * legal form and spelling, or the same LEI. Each is named with another one.
 */
function findDuplicateTriggers(
  { after, earlier }: GatedPair,
  limits: GateLimits,
  toldApart: readonly (readonly string[])[],
): Trigger[] {
  const found = new Map<string, GateChange>();
  const areTwo = (one: string, other: string): boolean =>
    toldApart.some((names) => names.includes(one) && names.includes(other));
  for (const keyOf of [nameAndCountry, ({ lei }: GatedCompany) => lei]) {
    for (const [key, alike] of Map.groupBy(after.companies, keyOf)) {
      if (key === null) continue;
      // These are one of the companies that were alike before, and each that was not there.
      const seen = new Map<string, GatedCompany>();
      for (const company of alike) {
        const was = earlier.get(company.id);
        const wasKey = was === undefined ? `new ${company.id}` : `key ${keyOf(was) ?? company.id}`;
        const [first, second] = seen.keys();
        const other = seen.get((first === wasKey ? second : first) ?? "");
        if (other !== undefined && !areTwo(company.name, other.name))
          found.set(company.id, { id: company.id, before: other.id, after: company.name });
        if (!seen.has(wasKey)) seen.set(wasKey, company);
      }
    }
  }
  return moreThan("new_duplicates", byId([...found.values()]), after.companies.length, limits.newDuplicates);
}

function nameAndCountry({ nameKey, country }: GatedCompany): string | null {
  return nameKey === "" ? null : `${country ?? ""} ${nameKey}`;
}

function findFactTriggers({ before, after }: GatedPair, limits: GateLimits): Trigger[] {
  const [was, is] = [before.dataset, after.dataset];
  return [
    ...factTrigger("title", was.title, is.title),
    ...factTrigger("publisher", was.publisher, is.publisher),
    ...(is.year < was.year ? factTrigger("year", was.year, is.year) : []),
    ...(is.minimumCompanies < was.minimumCompanies
      ? factTrigger("minimum_companies", was.minimumCompanies, is.minimumCompanies)
      : []),
    ...factTrigger("licence", was.licence, is.licence, limits.licencesChanged),
    ...factTrigger("notice", noticeOf(was), noticeOf(is), limits.noticesChanged),
    ...findTextTriggers({ before, after }, limits),
    ...findDateTriggers({ before, after }, limits),
  ];
}

const NONE = "none";

function noticeOf({ mark, notice }: Pick<DatasetFacts, "mark" | "notice">): string {
  const parts = [mark, notice].filter((part) => part !== null);
  return parts.length === 0 ? NONE : parts.join(": ");
}

function findTextTriggers({ before, after }: Pick<GatedPair, "before" | "after">, limits: GateLimits): Trigger[] {
  const names = [...new Set([...before.texts.keys(), ...after.texts.keys()])].toSorted();
  const changes = names
    .map((id) => ({ id, before: before.texts.get(id) ?? NONE, after: after.texts.get(id) ?? NONE }))
    .filter((change) => change.before !== change.after);
  return moreThan("texts", changes, names.length, limits.textsChanged);
}

/** Age in days of a release without any date: older than every date. */
const DAYS_MAX = 1_000_000;

/** Finds older dates: of months and years, every day of one must precede every day of the other. */
function findDateTriggers({ before, after }: Pick<GatedPair, "before" | "after">, limits: GateLimits): Trigger[] {
  if (before.asOf === null) return [];
  const days =
    after.asOf === null ? DAYS_MAX : firstDayOf(parseJudgedOn(before.asOf)) - lastDayOf(parseJudgedOn(after.asOf));
  const change = { id: "newest_date", before: before.asOf, after: after.asOf ?? NONE };
  return whereMore({ kind: "newest_date", count: days, limit: limits.daysOlder, of: DAYS_MAX, changes: [change] });
}
