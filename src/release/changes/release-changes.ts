import type { Manifest } from "../manifest.ts";
import { changesOf, type CompanyCounts, countChanges, sharedPillars } from "../../trust/company-changes.ts";
import { findLabelChanges, type LabelChange, type MethodChange, methodChangeOf } from "../../trust/method-change.ts";
import {
  type Area,
  type CompanyPair,
  explainMovement,
  type Movement,
  pairCompanies,
  type Standing,
} from "../../trust/movement.ts";
import type { CriterionCounts, ReleaseContents } from "../../trust/release-contents.ts";
import { type ChangedCompanies, listChanged } from "./changed-companies.ts";

/** The part of a release that a comparison needs; a snapshot has it. */
export interface ComparedRelease {
  readonly manifest: Pick<Manifest, "id" | "method" | "dataset" | "asOf" | "counts">;
  /** Everything that is compared; each call may read it again. */
  contents(): ReleaseContents;
}

/** A country or a sector whose median band is another one. */
export interface MovedArea {
  /** ISO 3166-1 alpha-2 of a country, slug of a sector. */
  readonly code: string;
  readonly movement: Movement;
}

/** The countries, or the sectors, of two releases; codes are in order. */
export interface AreaChanges {
  /** Areas with a listed company in one of the two releases only. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Areas of either release whose median band is another one. */
  readonly moved: readonly MovedArea[];
}

export interface JudgementTotals {
  readonly judgements: number;
  /** Number of judgements that name a source. */
  readonly sources: number;
  /** The date of the newest, as it was given; null where none is dated. */
  readonly newest: string | null;
}

/** The differences between the judgements of two releases. */
export interface JudgementChanges {
  readonly before: JudgementTotals;
  readonly after: JudgementTotals;
  /** Criteria that are judged in one of the two releases only. */
  readonly criteriaAdded: readonly NamedCriterion[];
  readonly criteriaRemoved: readonly NamedCriterion[];
}

/** A criterion of a pillar; null stands for the judgements that name none. */
export type NamedCriterion = Pick<CriterionCounts, "pillar" | "criterion">;

/** Everything that differs between two releases of one dataset. */
export interface ReleaseChanges {
  readonly methodChange: MethodChange;
  readonly counts: CompanyCounts;
  readonly countries: AreaChanges;
  readonly sectors: AreaChanges;
  readonly companies: ChangedCompanies;
  readonly judgements: JudgementChanges;
  /** The bands and pillars whose labels differ. */
  readonly labels: readonly LabelChange[];
}

/** Finds the parts of the method that differ between two releases. */
export function methodChangeBetween(
  before: Pick<ComparedRelease, "manifest">,
  after: Pick<ComparedRelease, "manifest">,
): MethodChange {
  const [earlier, later] = [before, after].map(({ manifest: { dataset, method } }) => ({ ...dataset, rule: method }));
  if (earlier === undefined || later === undefined) throw new RangeError("there are two releases");
  return methodChangeOf(earlier, later);
}

/** Returns true if scale, pillars or rule differ: bands of the two cannot be compared then. */
export function isOtherMethod({ scale, pillars, rule }: MethodChange): boolean {
  return scale || pillars || rule;
}

/** Returns true if two releases say the same of every company, in the same words. */
export function isUnchanged({ methodChange, companies, labels }: ReleaseChanges): boolean {
  return !isOtherMethod(methodChange) && companies.changes.length === 0 && labels.length === 0;
}

/**
 * Compares two releases of one dataset, company by company, country by country and sector by
 * sector. Takes two or three seconds for 100,000 companies with a million judgements: in a service,
 * `Releases.compare` does it aside, once.
 */
export function compareReleases(before: ComparedRelease, after: ComparedRelease): ReleaseChanges {
  const methodChange = methodChangeBetween(before, after);
  const { pillars: pillarsBefore, scale: scaleBefore } = before.manifest.dataset;
  const { pillars: pillarsAfter, scale: scaleAfter } = after.manifest.dataset;
  const method = { isSame: !isOtherMethod(methodChange), pillars: sharedPillars(pillarsBefore, pillarsAfter) };
  const contents = { before: before.contents(), after: after.contents() };
  const { companies: earlier } = contents.before;
  const { companies: later } = contents.after;
  const pairs = pairCompanies(earlier, later);
  const changes = pairs.map((pair) => changesOf(pair, method));
  const bandCounts = {
    before: scaleBefore.bands.length,
    after: scaleAfter.bands.length,
  };
  const minimumCompanies = {
    before: before.manifest.dataset.minimumCompanies,
    after: after.manifest.dataset.minimumCompanies,
  };
  const codes = { country: codesOf("country", earlier, later), sector: codesOf("sector", earlier, later) };
  const compareAreas = (kind: keyof Area): AreaChanges => {
    const byCode = pairsByCode(pairs, kind);
    const moved: MovedArea[] = [];
    for (const code of codes[kind].all) {
      const area = { country: null, sector: null, [kind]: code };
      const companies = byCode.get(code)?.map(({ pair }) => pair) ?? [];
      const movement = explainMovement({ area, companies, bandCounts, minimumCompanies, methodChange });
      if (movement) moved.push({ code, movement });
    }
    return { added: codes[kind].added, removed: codes[kind].removed, moved };
  };
  return {
    methodChange,
    counts: countChanges(changes, method.isSame),
    countries: compareAreas("country"),
    sectors: compareAreas("sector"),
    companies: listChanged({
      before: earlier,
      after: later,
      pairs,
      changes,
      codes: { country: codes.country.all, sector: codes.sector.all },
    }),
    judgements: {
      before: totalsOf(before.manifest, contents.before),
      after: totalsOf(after.manifest, contents.after),
      criteriaAdded: criteriaMissing(contents.after.criteria, contents.before.criteria),
      criteriaRemoved: criteriaMissing(contents.before.criteria, contents.after.criteria),
    },
    labels: findLabelChanges(before.manifest.dataset, after.manifest.dataset),
  };
}

function totalsOf({ counts, asOf }: ComparedRelease["manifest"], { companies }: ReleaseContents): JudgementTotals {
  const sources = companies.reduce((sum, { sourceCount }) => sum + sourceCount, 0);
  return { judgements: counts.judgements, sources, newest: asOf };
}

/** The criteria of a release that another one does not have. */
function criteriaMissing(criteria: readonly CriterionCounts[], others: readonly CriterionCounts[]): NamedCriterion[] {
  const keyOf = ({ pillar, criterion }: NamedCriterion): string => JSON.stringify([pillar, criterion]);
  const known = new Set(others.map(keyOf));
  return criteria.filter((each) => !known.has(keyOf(each))).map(({ pillar, criterion }) => ({ pillar, criterion }));
}

/** The countries or the sectors of two releases, in order. */
function codesOf(kind: keyof Area, before: readonly Standing[], after: readonly Standing[]) {
  const earlier = new Set(before.flatMap((standing) => standing[kind] ?? []));
  const later = new Set(after.flatMap((standing) => standing[kind] ?? []));
  return {
    all: [...earlier.union(later)].toSorted(),
    added: [...later.difference(earlier)].toSorted(),
    removed: [...earlier.difference(later)].toSorted(),
  };
}

/** The companies filed under each code in either release. */
function pairsByCode(pairs: readonly CompanyPair[], kind: keyof Area): Map<string, { readonly pair: CompanyPair }[]> {
  const filed = pairs.flatMap((pair) => {
    const [was, is] = [pair.before?.[kind] ?? null, pair.after?.[kind] ?? null];
    return [was, was === is ? null : is].flatMap((code) => (code === null ? [] : { code, pair }));
  });
  return Map.groupBy(filed, ({ code }) => code);
}
