import { isOtherMethod, isUnchanged, type ReleaseChanges } from "../../release/changes/release-changes.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { Movement } from "../../trust/movement.ts";
import { moveInWords, nameArea } from "./changes-between.ts";
import { capitalized, counted, inARow, labelInWords } from "../../ask/grammar.ts";
import { describeMovesInHeadline } from "../../say/headlines.ts";
import type { ReleaseSwitch } from "./release-switches.ts";
import { companiesInWords, methodInWords } from "./words-of-changes.ts";
import { labelsInWords } from "./changed-labels.ts";
import { sentences } from "../../ask/words.ts";

/** News in the feed of releases when another one becomes current, without the notice. */

/** One piece of news. */
export interface News {
  /** One sentence. */
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** The kind of news, and its causes. */
  readonly tags: readonly string[];
}

/** A release that replaced another one. */
export interface Replacement {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Null for releases of two datasets. */
  readonly changes: ReleaseChanges | null;
}

/** Maximum number of countries or sectors named in one entry. */
const NAMED_MAX = 10;

/** Describes a switch where the release before is irrelevant or no longer readable. */
export function switchInWords({ kind, release, before }: ReleaseSwitch, after: Snapshot): News {
  const texts: Readonly<Record<typeof kind, readonly [title: string, ...paragraphs: string[]]>> = {
    first: [`Release ${release} is the first one.`, sizeInWords(after)],
    published: [
      `Release ${release} replaced release ${before}.`,
      `Release ${before} cannot be read any more, so what changed cannot be said.`,
      sizeInWords(after),
    ],
    withdrawn: [
      `Release ${before} was withdrawn.`,
      `The publisher went back from release ${before} to release ${release}, which is current again. Release ${before} no longer holds.`,
    ],
    restored: [
      `Release ${release} is current again.`,
      `The publisher went forward again, from release ${before} to release ${release}.`,
    ],
  };
  const [title, ...paragraphs] = texts[kind];
  return { title, paragraphs, tags: [kind] };
}

/** Describes what is new in a release that replaced another one. */
export function replacementInWords({ before, after, changes }: Replacement): News {
  const release = after.manifest.id;
  const replaced = `Release ${release} replaced release ${before.manifest.id}.`;
  if (changes === null) {
    return {
      title: `Release ${release} is of another dataset.`,
      paragraphs: [`${replaced} They belong to two datasets, so they cannot be compared.`, sizeInWords(after)],
      tags: ["published", "other_dataset"],
    };
  }
  const companies = sentences(
    replaced,
    isUnchanged(changes)
      ? "Nothing changed: both say the same of every company."
      : `${capitalized(companiesInWords(changes))}.`,
    labelsInWords(changes),
  );
  if (isOtherMethod(changes.methodChange)) {
    return {
      title: `Release ${release}: the method changed.`,
      paragraphs: [companies, methodInWords(changes)],
      tags: ["published", "method_change"],
    };
  }
  // Movements come first; countries that only left the data are less important.
  const all = changes.countries.moved.toSorted((one, other) => newsRank(one.movement) - newsRank(other.movement));
  const headline = describeMovesInHeadline(
    all.map(({ code, movement: { trend, trendReason, matched } }) => {
      const { inWords: name } = nameArea(before, after, "country", code);
      return { name, trend, trendReason, hasOtherList: matched.left + matched.joined > 0 };
    }),
  );
  const more = counted(all.length - NAMED_MAX, "more country", "more countries");
  return {
    title: `Release ${release}: ${headline}.`,
    paragraphs: [
      companies,
      ...all.slice(0, NAMED_MAX).map((area) => moveInWords(before, after, "country", area).whole.text),
      ...(all.length > NAMED_MAX ? [`${capitalized(more)} changed, too.`] : []),
      ...sectorsInWords({ before, after, changes }),
    ],
    tags: ["published"],
  };
}

/** Returns the order of a movement in an entry: a lower number is named earlier. */
function newsRank({ trend, trendReason, before }: Movement): number {
  if (trend !== null) return 0;
  if (trendReason === "composition") return 1;
  if (trendReason === "too_few_companies") return 2;
  return before.median === null ? 3 : 4;
}

/** Names the sectors that moved, in a sentence, if there are any. */
function sectorsInWords({ before, after, changes }: Replacement): string[] {
  const moved = changes?.sectors.moved ?? [];
  if (moved.length === 0) return [];
  const names = moved.slice(0, NAMED_MAX).map(({ code }) => labelInWords(nameArea(before, after, "sector", code).name));
  const others = moved.length - names.length;
  const listed = others === 0 ? names : [...names, counted(others, "other", "others")];
  const number = counted(moved.length, "sector has", "sectors have");
  return [`${capitalized(number)} another median band: ${inARow(listed)}.`];
}

/** Says how many countries, sectors and companies a release has. */
function sizeInWords({ manifest: { counts } }: Snapshot): string {
  const parts = [
    counted(counts.countries, "country", "countries"),
    counted(counts.sectors, "sector", "sectors"),
    counted(counts.companies, "listed company", "listed companies"),
  ];
  const judged = counted(counts.judgedCompanies, "of the companies has", "of the companies have");
  return `It holds ${inARow(parts)}. ${capitalized(judged)} been judged.`;
}
