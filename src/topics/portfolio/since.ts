import { findFutureErrors, findRelease, isLater } from "../../ask/choose-release.ts";
import { sentences } from "../../ask/words.ts";
import type { Sources } from "../../ask/sources.ts";
import { Problem, type ProblemError, quote } from "../../problem.ts";
import { type ChangedCompany, findChanged } from "../../release/changes/changed-companies.ts";
import { isOtherMethod } from "../../release/changes/release-changes.ts";
import { countChanges } from "../../trust/company-changes.ts";
import { isSameDataset } from "../../trust/dataset.ts";
import { changesBetween } from "../change/changes-between.ts";
import { isTakenBack } from "../change/release-switches.ts";
import { companiesInWords, methodInWords } from "../../say/changes.ts";
import { matchCompanies } from "../reconciliation/match-companies.ts";
import type { ListRow } from "./list-rows.ts";
import { joinMatches, type MatchedRow, type RowsSince } from "./portfolio.ts";

/** Finds what happened to the companies of a list since an earlier release. Nothing is kept. */

/** Finds the errors of `since`. A release that is missing is reported by the answer. */
export function findSinceErrors({ releases, snapshot, at }: Sources, since: string | undefined): ProblemError[] {
  if (since === undefined) return [];
  const errors = findFutureErrors("since", since, at);
  if (errors.length > 0) return errors;
  const refuse = (detail: string): ProblemError[] => [{ parameter: "since", detail }];
  try {
    const before = findRelease(releases, since);
    const named = `\`since\` is ${quote(since)}`;
    if (isTakenBack(releases, before.manifest.id))
      return refuse(`${named}, which its publisher took back: no change since can be told.`);
    if (isLater(releases, before, snapshot))
      return refuse(`${named}, which became current after ${snapshot.manifest.id}; expected an earlier release.`);
    return isSameDataset(before.manifest.dataset, snapshot.manifest.dataset)
      ? []
      : refuse(`${named}, which is of another dataset (${before.manifest.dataset.title}).`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === "release_withdrawn" ? refuse(error.message) : [];
  }
}

/**
 * Compares the companies that a list means with an earlier release, in which the rows without a
 * certain company are looked up, too: theirs may have left the list.
 */
export async function compareRows(
  sources: Sources,
  given: readonly ListRow[],
  matched: readonly MatchedRow[],
  since: string,
): Promise<RowsSince> {
  const { releases, snapshot: after, signal } = sources;
  const before = findRelease(releases, since);
  const changes = await changesBetween(releases, before, after);
  if (changes === null) throw new RangeError("releases of two datasets were to be compared");
  const earlier = joinMatches(given, await matchCompanies(before, given, signal));
  const { rows: changed } = findChanged(changes.companies, {}, { offset: 0, limit: Infinity });
  const byPosition = new Map(changed.map((company) => [company.after ?? `gone ${company.before}`, company]));
  const rows = matched.map(({ match }, index): ChangedCompany | null => {
    if (match.status === "matched") {
      const [position = null] = before.findCompanies("id", after.companyAt(match.position).id);
      return byPosition.get(match.position) ?? { before: position, after: match.position, changes: [] };
    }
    const then = earlier[index]?.match;
    return then?.status === "matched" ? (byPosition.get(`gone ${then.position}`) ?? null) : null;
  });
  // Rows of one company share its change, which counts once.
  const all = [...new Set(rows)].flatMap((row) => (row === null ? [] : [row.changes]));
  const counts = countChanges(all, !isOtherMethod(changes.methodChange));
  const happened = `Since release ${before.manifest.id}, ${companiesInWords({ ...changes, counts })}.`;
  return { before, methodChange: changes.methodChange, rows, summary: sentences(happened, methodInWords(changes)) };
}
