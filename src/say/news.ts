import type { MovementCounts } from "../trust/movement.ts";
import type { Scale } from "../trust/scale.ts";
import { capitalized, counted, inARow, possessive } from "../ask/grammar.ts";
import { labelOf, sentences } from "../ask/words.ts";
import { comingsOf, countKinds, unsaidOf } from "./moves.ts";

/** The news in feeds when another release becomes current, without the notice. */

/** One piece of news. */
export interface News {
  /** One sentence. */
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** The kind of news, and its causes. */
  readonly tags: readonly string[];
}

/** A release that became current instead of another one. */
interface SwitchInWords {
  readonly kind: "first" | "published" | "withdrawn" | "restored";
  readonly release: string;
  readonly before: string | null;
}

type Size = Readonly<Record<"countries" | "sectors" | "companies" | "judgedCompanies", number>>;

/** Describes a switch where the release before is irrelevant or no longer readable. */
export function describeSwitch({ kind, release, before }: SwitchInWords, size: Size): News {
  const texts: Readonly<Record<typeof kind, readonly [title: string, ...paragraphs: string[]]>> = {
    first: [`Release ${release} is the first one.`, sizeInWords(size)],
    published: [
      `Release ${release} replaced release ${before}.`,
      `Release ${before} cannot be read any more, so what changed cannot be said.`,
      sizeInWords(size),
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

/** Says how many countries, sectors and companies a release has. */
function sizeInWords({ countries, sectors, companies, judgedCompanies }: Size): string {
  const parts = [
    counted(countries, "country", "countries"),
    counted(sectors, "sector", "sectors"),
    counted(companies, "listed company", "listed companies"),
  ];
  const judged = counted(judgedCompanies, "of the companies has", "of the companies have");
  return `It holds ${inARow(parts)}. ${capitalized(judged)} been judged.`;
}

/** Maximum number of countries or sectors named in one entry. */
const NAMED_MAX = 10;

/** Why bands cannot be compared, or what was found and how each area moved. */
type Found = "other_dataset" | "method_change" | { readonly finding: string; readonly moves: readonly string[] };

/** Describes a release that replaced another one; `summary` says what differs. */
export function describeReplacement(release: string, size: Size, summary: string, found: Found): News {
  const say = (what: string, others: readonly string[] = []): News => ({
    title: `Release ${release}${what}.`,
    paragraphs: [summary, ...others],
    tags: ["published", ...(typeof found === "string" ? [found] : [])],
  });
  if (found === "other_dataset") return say(" is of another dataset", [sizeInWords(size)]);
  if (found === "method_change") return say(": the method changed");
  const left = found.moves.length - NAMED_MAX;
  const more = left > 0 ? [`${capitalized(counted(left, "more", "more"))} changed, too.`] : [];
  return say(`: ${found.finding}`, [...found.moves.slice(0, NAMED_MAX), ...more]);
}

/**
 * Describes one country of a release that is compared with no other; null for none of one that is
 * new. `figures` is null where the release has no company of the country.
 */
export function describeArrival(
  { kind, release, before }: SwitchInWords,
  name: string,
  figures: string | null,
): News | null {
  if (kind === "first" || kind === "published") {
    if (figures === null) return null;
    const which = kind === "first" ? "the first release" : "a release of another dataset";
    const tags = kind === "first" ? [kind] : [kind, "other_dataset"];
    return { title: `${capitalized(name)} is in ${which}.`, paragraphs: [figures], tags };
  }
  const title =
    kind === "withdrawn"
      ? `What release ${before} said of ${name} was withdrawn.`
      : `What release ${release} says of ${name} holds again.`;
  const again = `Release ${release} is current again, instead of release ${before}.`;
  return { title, paragraphs: [sentences(again, figures ?? noneIn(name, "It"))], tags: [kind] };
}

/** Says that a release has no company of a country. */
export function noneIn(name: string, release = "The release"): string {
  return `${release} has no company of ${name}.`;
}

/** A country of which companies changed, and not its median band. */
interface ChangedCountry {
  readonly name: string;
  readonly counts: Omit<MovementCounts, "judgedInBoth"> &
    Readonly<Record<"pillarMoved" | "renamed" | "replyChanged", number>>;
  /** What the release says of it; null where it has no company of it. */
  readonly figures: string | null;
  readonly isOtherMethod: boolean;
  /** The level of its median band; null where one of the releases judges too few companies. */
  readonly level: number | null;
}

export function describeChangedCountry(scale: Scale, country: ChangedCountry): News {
  const { name, counts, figures, isOtherMethod, level } = country;
  const kinds = countKinds([
    ...comingsOf(counts),
    [counts.reRated, "has another band"],
    [counts.pillarMoved, "has another band in a pillar alone"],
    [counts.renamed, "was renamed"],
    [counts.replyChanged, "has other replies than before"],
  ]);
  const happened = kinds.length === 0 ? "" : `${capitalized(inARow(kinds))}.`;
  const say = (title: string, besides: string): News => ({
    title,
    paragraphs: [sentences(happened, besides)],
    tags: ["published", ...(isOtherMethod ? ["method_change"] : [])],
  });
  if (figures === null) return say(`${capitalized(name)} is not in the data any more.`, noneIn(name));
  const unknown = `The method changed between these releases, ${unsaidOf(name)}`;
  if (isOtherMethod) return say(unknown, unknown);
  const same = level === null ? "" : `; its median band is ${labelOf(scale, level)} as before`;
  return say(`${capitalized(possessive(name))} companies changed${same}.`, figures);
}
