import { Type } from "../../ask/type.ts";
import { Problem, type ProblemError, quote } from "../../problem.ts";
import { type ChangedFilter, findChanged } from "../../release/changes/changed-companies.ts";
import { type AreaChanges, isOtherMethod, type ReleaseChanges } from "../../release/changes/release-changes.ts";
import { NO_COUNTRY } from "../../release/queries.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { type CompanyChange, countChanges } from "../../trust/company-changes.ts";
import { changesBetween, nameArea, type TwoSnapshots } from "./changes-between.ts";
import { isTakenBack } from "./release-switches.ts";
import { findBefore, findRelease, isLater } from "../../ask/choose-release.ts";
import { findRangeErrors } from "../history/release-range.ts";
import { type GivenFilters, readFilters } from "../../ask/filters.ts";
import { releaseName } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";

/** Reads the two releases that a request compares. */

const NAMES = "Its id, `current`, `previous`, or a date or time at which it was in force.";

export const comparedParameters = {
  from: Type.Optional(releaseName(`The earlier release; by default the one that was current before \`to\`. ${NAMES}`)),
  to: Type.Optional(releaseName(`The later release; by default the current one. ${NAMES}`)),
};

interface Given {
  readonly from?: string;
  readonly to?: string;
}

/** The releases of a request; `before` is null where none was named and none is kept. */
interface Chosen {
  readonly before: Snapshot | null;
  readonly after: Snapshot;
}

function chooseReleases(sources: Sources, given: Given): Chosen & { errors: ProblemError[] } {
  const { releases } = sources;
  const { from, to } = given;
  const errors = findRangeErrors(sources, given);
  if (errors.length > 0) return { before: null, after: releases.current(), errors };
  const after = to === undefined ? releases.current() : findRelease(releases, to);
  const before = from === undefined ? findBefore(releases, after) : findRelease(releases, from);
  if (before !== null && isLater(releases, before, after)) {
    const names = `\`from\` is ${quote(from ?? "")}, which became current after ${after.manifest.id}`;
    errors.push({ parameter: "from", detail: `${names}; expected an earlier release than that of \`to\`.` });
  }
  return { before, after, errors };
}

/**
 * Finds errors in the releases and filters of a request. A missing release is reported by the
 * answer, if nothing else is wrong.
 */
export function findComparedErrors(sources: Sources, given: Given & GivenFilters): ProblemError[] {
  try {
    const { errors, ...chosen } = chooseReleases(sources, given);
    return errors.length > 0 ? errors : readFilters(sourcesOf(sources, chosen), given).errors;
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

/** Two releases and their differences. */
export interface Comparison extends TwoSnapshots {
  readonly changes: ReleaseChanges;
}

/** The releases that a request compares. */
export interface ComparedReleases extends Chosen {
  /** The reason why they cannot be compared; null if they can. */
  readonly reason: "no_release_before" | "other_dataset" | null;
  /** Null if they cannot be compared. */
  readonly comparison: Comparison | null;
  /** Id of the one that its publisher withdrew; null for none. */
  readonly takenBack: string | null;
  /** Sources of `after` that know the sectors of `before` too. */
  readonly sources: Sources;
}

/**
 * Compares the releases of a checked request. Returns no promise where nothing has to be waited
 * for.
 */
export function readCompared(sources: Sources, given: Given): ComparedReleases | Promise<ComparedReleases> {
  const { before, after } = chooseReleases(sources, given);
  const takenBack = [before, after].find((each) => each !== null && isTakenBack(sources.releases, each.manifest.id));
  const together = (changes: ReleaseChanges | null): ComparedReleases => ({
    before,
    after,
    sources: sourcesOf(sources, { before, after }),
    reason: before === null ? "no_release_before" : changes === null ? "other_dataset" : null,
    comparison: before === null || changes === null ? null : { before, after, changes },
    takenBack: takenBack?.manifest.id ?? null,
  });
  const changes = before === null ? null : changesBetween(sources.releases, before, after, takenBack !== undefined);
  return changes instanceof Promise ? changes.then(together) : together(changes);
}

/** Compared releases, with the changes of a filter alone. */
export interface NarrowedReleases extends Omit<ComparedReleases, "reason"> {
  readonly reason: ComparedReleases["reason"] | "not_listed";
  /** Where the filter looks, as the end of a sentence; empty without a filter. */
  readonly where: string;
}

/**
 * Narrows the changes to those of the countries and sectors of a filter: one for countries leaves
 * no sector.
 */
export function narrowCompared(compared: ComparedReleases, { countries, sectors }: ChangedFilter): NarrowedReleases {
  const { comparison } = compared;
  const isFiltered = countries !== undefined || sectors !== undefined;
  if (!isFiltered || comparison === null) return { ...compared, where: "" };
  const { changes } = comparison;
  const { rows } = findChanged(
    changes.companies,
    { ...(countries && { countries }), ...(sectors && { sectors }) },
    EVERY_ROW,
  );
  const own = {
    ...changes,
    counts: countChanges(
      rows.map((row) => row.changes),
      !isOtherMethod(changes.methodChange),
    ),
    countries: chooseAreas(changes.countries, countries),
    sectors: chooseAreas(changes.sectors, sectors),
  };
  const isListed = [comparison.before, comparison.after].some(
    (release) =>
      (countries?.some((code) => code === NO_COUNTRY || release.countryByIso2(code) !== undefined) ?? true) &&
      (sectors?.some((slug) => release.sectorBySlug(slug) !== undefined) ?? true),
  );
  const [only, ...others] = [...(countries ?? []), ...(sectors ?? [])];
  const where =
    only === undefined || others.length > 0 || !isListed || only === NO_COUNTRY
      ? " among those asked for"
      : ` in ${nameArea(comparison.before, comparison.after, countries === undefined ? "sector" : "country", only).inWords}`;
  return {
    ...compared,
    comparison: { ...comparison, changes: own },
    ...(isListed ? {} : { reason: "not_listed" }),
    where,
  };
}

const EVERY_ROW = { offset: 0, limit: Infinity };

function chooseAreas({ added, removed, moved }: AreaChanges, codes: readonly string[] = []): AreaChanges {
  return {
    added: added.filter((code) => codes.includes(code)),
    removed: removed.filter((code) => codes.includes(code)),
    moved: moved.filter(({ code }) => codes.includes(code)),
  };
}

/** Reads the filter of the list of changed companies. */
export function readChangeFilter(
  { sources }: ComparedReleases,
  given: GivenFilters & { readonly change?: readonly CompanyChange[] },
): ChangedFilter {
  const { countries, sectors } = readFilters(sources, given).query;
  return { countries, sectors, changes: given.change };
}

function sourcesOf(sources: Sources, { before, after }: Chosen): Sources {
  const gone = (before?.sectors ?? []).filter(({ slug }) => after.sectorBySlug(slug) === undefined);
  return { ...sources, snapshot: gone.length === 0 ? after : { ...after, sectors: [...after.sectors, ...gone] } };
}
