import { createHash } from "node:crypto";
import { findChanged } from "../release/changes/changed-companies.ts";
import { isOtherMethod, type ReleaseChanges } from "../release/changes/release-changes.ts";
import type { ComparedFigures } from "../release/changes/read-contents.ts";
import { sharedPillars } from "../trust/company-changes.ts";
import type { ComparedCompany } from "../trust/release-contents.ts";
import { compareText } from "../trust/text-order.ts";

/** The changes of one company in a release. */
export interface CompanyDifference {
  /** The publisher's own id. */
  readonly id: string;
  readonly name: string;
  /** The changes, a phrase each. */
  readonly said: readonly string[];
  /** Size in bands; a company that comes, goes, or has another name or country moves by all. */
  readonly size: number;
  /** Digest of the difference: with another one, a person has to look at it again. */
  readonly digest: string;
}

/** The companies that would change, the largest differences first. */
export interface CompanyDifferences {
  readonly total: number;
  /** At most `DIFFERENCES_MAX`. */
  readonly largest: readonly CompanyDifference[];
}

/** Maximum number of differences that people look at one by one. */
export const DIFFERENCES_MAX = 2000;

/** Lists the companies that the comparison of the gate and of /changes found. */
export function companyDifferences(
  changes: ReleaseChanges,
  before: ComparedFigures,
  after: ComparedFigures,
): CompanyDifferences {
  const { rows, total } = findChanged(changes.companies, {}, { offset: 0, limit: Number.MAX_SAFE_INTEGER });
  const [then, now] = [before.contents().companies, after.contents().companies];
  const words = wordsOf(changes, before, after);
  const all = rows.flatMap((row) => {
    const [was, is] = [row.before === null ? null : then[row.before], row.after === null ? null : now[row.after]];
    return was === undefined || is === undefined ? [] : (words(was, is) ?? []);
  });
  const largest = all.toSorted((a, b) => b.size - a.size || compareText(a.name, b.name)).slice(0, DIFFERENCES_MAX);
  return { total, largest };
}

type Words = (was: ComparedCompany | null, is: ComparedCompany | null) => CompanyDifference | null;

function wordsOf({ methodChange }: ReleaseChanges, before: ComparedFigures, after: ComparedFigures): Words {
  const bands = Math.max(before.manifest.dataset.scale.bands.length, after.manifest.dataset.scale.bands.length);
  const isOther = isOtherMethod(methodChange);
  const shared = sharedPillars(before.manifest.dataset.pillars, after.manifest.dataset.pillars);
  const bandOf = (release: ComparedFigures, level: number | null): string =>
    level === null ? "not judged" : (release.manifest.dataset.scale.bands[level - 1]?.label ?? String(level));
  const areaOf = (release: ComparedFigures, { country, sector }: ComparedCompany): string => {
    const place = release.countries.find(({ iso2 }) => iso2 === country)?.name ?? "no country";
    return `${place}, ${release.sectors.find(({ slug }) => slug === sector)?.label ?? sector}`;
  };
  const movedBy = (was: number | null, is: number | null): number =>
    was === is ? 0 : was === null || is === null ? bands : Math.abs(was - is);
  return (was, is) => {
    const company = is ?? was;
    if (company === null) return null;
    const said: string[] = [];
    let size = 0;
    const add = (text: string, by: number): void => {
      said.push(text);
      size = Math.max(size, by);
    };
    if (was === null && is !== null) add(`New: ${areaOf(after, is)}, ${bandOf(after, is.median)}`, bands);
    if (was !== null && is === null) add(`Gone: ${areaOf(before, was)}, ${bandOf(before, was.median)} before`, bands);
    if (was !== null && is !== null) {
      const fromTo = (then: string, now: string): string => `${then} before, ${now} now`;
      if (was.name !== is.name) add(`Name: ${fromTo(was.name, is.name)}`, bands);
      if (was.country !== is.country || was.sector !== is.sector)
        add(fromTo(areaOf(before, was), areaOf(after, is)), was.country === is.country ? 1 : bands);
      if (isOther) add(fromTo(bandOf(before, was.median), bandOf(after, is.median)), 1);
      else if (was.median !== is.median)
        add(fromTo(bandOf(before, was.median), bandOf(after, is.median)), movedBy(was.median, is.median));
      for (const [earlier, later] of isOther ? [] : shared) {
        const [a = null, b = null] = [was.pillars[earlier], is.pillars[later]];
        const label = after.manifest.dataset.pillars[later]?.label ?? "";
        if (a !== b) add(`${label}: ${fromTo(bandOf(before, a), bandOf(after, b))}`, movedBy(a, b));
      }
      if (was.judgementCount !== is.judgementCount)
        add(`Judgements: ${fromTo(String(was.judgementCount), String(is.judgementCount))}`, 0);
      else if (was.judgements !== is.judgements) add("Other judgements, dates or sources", 0);
      if (was.sourceCount !== is.sourceCount)
        add(`With a source: ${fromTo(String(was.sourceCount), String(is.sourceCount))}`, 0);
      if (was.otherSectors !== is.otherSectors) add("Names other sectors besides", 0);
      if (was.replies !== is.replies) add("Other replies", 0);
      if (was.details !== is.details) add("Another website, LEI, other names or products", 0);
    }
    const content = JSON.stringify([said, was?.judgements, is?.judgements, was?.details, is?.details]);
    const digest = createHash("sha256").update(content).digest("hex").slice(0, 16);
    return { id: company.id, name: company.name, said, size, digest };
  };
}
