import type { LabelChange } from "../trust/method-change.ts";
import { capitalized, counted, inARow, labelInWords } from "../ask/grammar.ts";
import { sentences } from "../ask/words.ts";
import { countKinds } from "./moves.ts";

/** The sentences about all that differs between two releases. */

/** What differs between two releases. */
export interface ChangesInWords {
  readonly counts: Readonly<Record<"added" | "removed" | "renamed" | "reclassified", number>> &
    // Null where the method changed.
    Readonly<Record<"movedMedian" | "pillarMoved", number | null>>;
  readonly methodChange: Readonly<Record<"scale" | "pillars" | "rule", boolean>>;
  readonly labels: readonly LabelChange[];
  /** The countries and sectors with another median band. */
  readonly countries: { readonly moved: readonly unknown[] };
  readonly sectors: { readonly moved: readonly unknown[] };
}

interface ReleaseInWords {
  readonly id: string;
  /** The title of its dataset. */
  readonly title: string;
}

/** Says what changed between two releases, in one to six sentences. */
export function changesInWords({
  before,
  after: { id, title },
  changes,
  isUnchanged,
  takenBack,
  where,
}: {
  /** Null where none is kept. */
  readonly before: ReleaseInWords | null;
  readonly after: ReleaseInWords;
  /** Null for two datasets. */
  readonly changes: ChangesInWords | null;
  readonly isUnchanged: boolean;
  /** Id of the one that its publisher withdrew; null for none. */
  readonly takenBack: string | null;
  /** Where a filter looks, such as ` in Germany`, or nothing; null where no company is listed. */
  readonly where: string | null;
}): string {
  if (before === null) return `No release before ${id} is kept, so it cannot be said what changed.`;
  if (changes === null)
    return `${before.id} is of another dataset (${before.title}) than ${id} (${title}), so it cannot be said what changed.`;
  if (before.id === id) return `Both are the release ${id}, so nothing changed.`;
  if (where === null)
    return `Neither ${before.id} nor ${id} lists a company there, so nothing is known of it and it cannot be said what changed.`;
  if (isUnchanged) return `From ${before.id} to ${id}, nothing changed: both releases say the same of every company.`;
  const method = methodInWords(changes);
  const counts = [changes.countries.moved.length, changes.sectors.moved.length] as const;
  // Of what a filter names, each is told by itself.
  const moved = where !== "" && counts[0] + counts[1] === 0 ? "" : `${capitalized(movedInWords(...counts))}.`;
  return sentences(
    `From ${before.id} to ${id}, ${companiesInWords(changes)}${where}.`,
    takenBack === null ? "" : `Release ${takenBack} was taken back, so nothing rose or fell.`,
    labelsInWords(changes),
    method === "" ? moved : method,
  );
}

/** Counts changes of companies, as the end of a sentence; the first kind names them. */
export function companiesInWords({ counts }: Pick<ChangesInWords, "counts">): string {
  const { added, removed, renamed, reclassified, movedMedian, pillarMoved } = counts;
  const kinds = countKinds([
    [added, "was added"],
    [removed, "was removed"],
    [renamed, "was renamed"],
    [reclassified, "was reclassified"],
    [movedMedian ?? 0, "has another median band"],
    [pillarMoved ?? 0, "has another median band in a pillar alone"],
  ]);
  if (kinds.length > 0) return inARow(kinds);
  return movedMedian === null
    ? "no company was added, removed, renamed or reclassified"
    : "no company was added, removed, renamed, reclassified or re-rated";
}

/** Says how the method changed, and what follows; empty if it did not. */
export function methodInWords({ methodChange: { scale, pillars, rule } }: ChangesInWords): string {
  const parts = [scale ? "the scale" : "", pillars ? "the pillars" : "", rule ? "the rule" : ""];
  const changed = inARow(parts.filter((part) => part !== ""));
  if (changed === "") return "";
  return `${capitalized(changed)} changed, so it cannot be said which bands rose or fell.`;
}

/** Counts countries and sectors with another median band, as the end of a sentence. */
function movedInWords(countries: number, sectors: number): string {
  const moved = [
    ...(countries > 0 ? [counted(countries, "country", "countries")] : []),
    ...(sectors > 0 ? [counted(sectors, "sector", "sectors")] : []),
  ];
  if (moved.length === 0) return "the median band of every country and sector stayed the same";
  return `the median band differs in ${inARow(moved)}`;
}

/** Names the bands and pillars with other labels, in a sentence; empty if there are none. */
export function labelsInWords({ labels }: Pick<ChangesInWords, "labels">): string {
  const all = labels.flatMap(({ before, after }) => [before, after]);
  const names = labels.map(
    ({ of, before, after }) => `the ${of} ${labelInWords(before, all)} is now called ${labelInWords(after, all)}`,
  );
  return names.length === 0 ? "" : `${capitalized(inARow(names))}.`;
}
