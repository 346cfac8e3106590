import type { ReleaseChanges } from "../../release/changes/release-changes.ts";
import { isOtherMethod, isUnchanged } from "../../release/changes/release-changes.ts";
import { capitalized, counted, inARow } from "../../ask/grammar.ts";
import type { ComparedReleases } from "./compared-releases.ts";
import { countKinds } from "../../say/moves.ts";
import { labelsInWords } from "./changed-labels.ts";
import { sentences } from "../../ask/words.ts";

/** Says what changed between two releases, in one to six sentences. */
export function changesInWords({ before, after, reason, comparison, takenBack }: ComparedReleases): string {
  const { id, dataset } = after.manifest;
  if (before === null) return `No release before ${id} is kept, so it cannot be said what changed.`;
  const earlier = before.manifest;
  if (comparison === null || reason !== null) {
    return `${earlier.id} is of another dataset (${earlier.dataset.title}) than ${id} (${dataset.title}), so it cannot be said what changed.`;
  }
  if (earlier.id === id) return `Both are the release ${id}, so nothing changed.`;
  const { changes } = comparison;
  if (isUnchanged(changes))
    return `From ${earlier.id} to ${id}, nothing changed: both releases say the same of every company.`;
  return sentences(
    `From ${earlier.id} to ${id}, ${companiesInWords(changes)}.`,
    takenBack === null ? "" : `Release ${takenBack} was taken back, so nothing rose or fell.`,
    labelsInWords(changes),
    methodInWords(changes),
    areasInWords(changes),
  );
}

/** Counts changes of companies, as the end of a sentence; the first kind names them. */
export function companiesInWords({ counts }: ReleaseChanges): string {
  const { added, removed, renamed, reclassified, movedMedian, pillarMoved } = counts;
  const kinds = countKinds([
    [added, "was added", "were added"],
    [removed, "was removed", "were removed"],
    [renamed, "was renamed", "were renamed"],
    [reclassified, "was reclassified", "were reclassified"],
    [movedMedian ?? 0, "has another median band", "have another median band"],
    [pillarMoved ?? 0, "has another median band in a pillar alone", "have another median band in a pillar alone"],
  ]);
  if (kinds.length > 0) return inARow(kinds);
  return movedMedian === null
    ? "no company was added, removed, renamed or reclassified"
    : "no company was added, removed, renamed, reclassified or re-rated";
}

/** Says how the method changed, and what follows; empty if it did not. */
export function methodInWords({ methodChange }: ReleaseChanges): string {
  if (!isOtherMethod(methodChange)) return "";
  const { scale, pillars, rule } = methodChange;
  const parts = [scale ? "the scale" : "", pillars ? "the pillars" : "", rule ? "the rule" : ""];
  const changed = inARow(parts.filter((part) => part !== ""));
  return `${capitalized(changed)} changed, so it cannot be said which bands rose or fell.`;
}

function areasInWords({ methodChange, countries, sectors }: ReleaseChanges): string {
  if (isOtherMethod(methodChange)) return "";
  return `${capitalized(movedInWords(countries.moved.length, sectors.moved.length))}.`;
}

/** Counts countries and sectors with another median band, as the end of a sentence. */
export function movedInWords(countries: number, sectors: number): string {
  const moved = [
    ...(countries > 0 ? [counted(countries, "country", "countries")] : []),
    ...(sectors > 0 ? [counted(sectors, "sector", "sectors")] : []),
  ];
  if (moved.length === 0) return "the median band of every country and sector stayed the same";
  return `the median band differs in ${inARow(moved)}`;
}
