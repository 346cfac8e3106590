import type { Manifest } from "../manifest.ts";
import { changesOf, type CompanyCounts, countChanges, sharedPillars } from "../../trust/company-changes.ts";
import { type FactChange, findFactChanges, type StatedFacts } from "../../trust/fact-changes.ts";
import { type MethodChange, methodChangeOf } from "../../trust/method-change.ts";
import {
  type Area,
  type CompanyPair,
  explainMovement,
  type Movement,
  pairCompanies,
  type Standing,
} from "../../trust/movement.ts";
import type { CriterionCounts, ReleaseContents } from "../../trust/release-contents.ts";
import { compareText } from "../../trust/text-order.ts";
import { type ChangedCompanies, listChanged } from "./changed-companies.ts";

/** What a comparison needs of a release; a snapshot is one. */
export interface ComparedRelease {
  readonly manifest: Pick<Manifest, "id" | "method" | "dataset" | "branding" | "files" | "asOf" | "counts">;
  /** All that it says; each call reads it again. */
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
  /** With a listed company in one of the two releases only. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Of those in either release. */
  readonly moved: readonly MovedArea[];
}

/** A pillar in which the median bands of countries are others. */
export interface MovedPillar {
  readonly id: string;
  /** By ISO 3166-1 alpha-2; levels, or null where the country is not judged in the pillar. */
  readonly countries: readonly {
    readonly iso2: string;
    readonly before: number | null;
    readonly after: number | null;
  }[];
}

/** How much a release is judged by. */
export interface JudgementTotals {
  readonly judgements: number;
  /** How many of them name a source. */
  readonly sources: number;
  /** The date of the newest, as it was given; null where none is dated. */
  readonly newest: string | null;
}

/** What differs in the judgements of two releases. */
export interface JudgementChanges {
  readonly before: JudgementTotals;
  readonly after: JudgementTotals;
  /** Judged in one of the two releases only. */
  readonly criteriaAdded: readonly NamedCriterion[];
  readonly criteriaRemoved: readonly NamedCriterion[];
}

/** Null for the judgements of a pillar that name no criterion. */
export type NamedCriterion = Pick<CriterionCounts, "pillar" | "criterion">;

/** Everything that differs between two releases of one dataset. */
export interface ReleaseChanges {
  readonly methodChange: MethodChange;
  readonly counts: CompanyCounts;
  readonly countries: AreaChanges;
  readonly sectors: AreaChanges;
  readonly companies: ChangedCompanies;
  /** Those that moved; none across another method. */
  readonly pillars: readonly MovedPillar[];
  readonly judgements: JudgementChanges;
  /** What the releases say about themselves. */
  readonly facts: readonly FactChange[];
}

/** Which parts of the method differ between two releases. */
export function methodChangeBetween(
  before: Pick<ComparedRelease, "manifest">,
  after: Pick<ComparedRelease, "manifest">,
): MethodChange {
  const [earlier, later] = [before, after].map(({ manifest: { dataset, method } }) => ({ ...dataset, rule: method }));
  if (earlier === undefined || later === undefined) throw new RangeError("there are two releases");
  return methodChangeOf(earlier, later);
}

/** Whether scale, pillars or rule differ, so that the bands of two releases cannot be compared. */
export function isOtherMethod({ scale, pillars, rule }: MethodChange): boolean {
  return scale || pillars || rule;
}

/** Whether two releases say the same, but for their names. */
export function isUnchanged({ methodChange, companies, facts }: ReleaseChanges): boolean {
  return !isOtherMethod(methodChange) && companies.changes.length === 0 && facts.length === 0;
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
      const companies = byCode.get(code) ?? [];
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
    pillars: method.isSame
      ? method.pillars.flatMap((indexes) => movedPillar(pillarsAfter[indexes[1]]?.id ?? "", indexes, contents))
      : [],
    judgements: {
      before: totalsOf(before.manifest, contents.before),
      after: totalsOf(after.manifest, contents.after),
      criteriaAdded: criteriaMissing(contents.after.criteria, contents.before.criteria),
      criteriaRemoved: criteriaMissing(contents.before.criteria, contents.after.criteria),
    },
    facts: findFactChanges(statedFacts(before.manifest, contents.before), statedFacts(after.manifest, contents.after)),
  };
}

/** Two releases, as they were read. */
interface TwoContents {
  readonly before: ReleaseContents;
  readonly after: ReleaseContents;
}

/** The countries of both releases whose median in a pillar is another one. */
function movedPillar(id: string, [was, is]: readonly [number, number], { before, after }: TwoContents): MovedPillar[] {
  const later = new Map(after.countries.map((country) => [country.iso2, country.pillars[is] ?? null]));
  const countries = before.countries
    .flatMap(({ iso2, pillars }) => {
      const [then, now] = [pillars[was] ?? null, later.get(iso2)];
      return now === undefined || now === then ? [] : [{ iso2, before: then, after: now }];
    })
    .toSorted((a, b) => compareText(a.iso2, b.iso2));
  return countries.length === 0 ? [] : [{ id, countries }];
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

function statedFacts(
  { dataset, branding, files }: ComparedRelease["manifest"],
  { sectors }: ReleaseContents,
): StatedFacts {
  const { accent, logos, texts } = branding;
  const hashOf = (file: string | null): string | null =>
    file === null ? null : (files.find(({ path }) => path === file)?.sha256 ?? null);
  return {
    dataset,
    sectors,
    site: {
      about: hashOf(texts.about),
      privacy: hashOf(texts.privacy),
      terms: hashOf(texts.terms),
      accent,
      logo: hashOf(logos.light?.path ?? null),
      logo_dark: hashOf(logos.dark?.path ?? null),
    },
  };
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
function pairsByCode(pairs: readonly CompanyPair[], kind: keyof Area): Map<string, CompanyPair[]> {
  const byCode = new Map<string, CompanyPair[]>();
  const add = (code: string, pair: CompanyPair): void => {
    const list = byCode.get(code);
    if (list) list.push(pair);
    else byCode.set(code, [pair]);
  };
  for (const pair of pairs) {
    const codes = { before: pair.before?.[kind] ?? null, after: pair.after?.[kind] ?? null };
    if (codes.before !== null) add(codes.before, pair);
    if (codes.after !== null && codes.after !== codes.before) add(codes.after, pair);
  }
  return byCode;
}
