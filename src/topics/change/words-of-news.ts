import type { CountryCounts } from "../../release/changes/changed-companies.ts";
import { isOtherMethod, isUnchanged, type ReleaseChanges } from "../../release/changes/release-changes.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import type { Movement } from "../../trust/movement.ts";
import { capitalized, counted, countryInWords, inARow, possessive } from "../../ask/grammar.ts";
import { labelOf, sentences } from "../../ask/words.ts";
import { changesInWords } from "../../say/changes.ts";
import { describeMovesInHeadline } from "../../say/moved-headlines.ts";
import { companyChangesInWords } from "../../say/moves.ts";
import { ratedCountry, standing } from "../../say/standing.ts";
import { moveInWords, nameArea } from "./changes-between.ts";
import type { ReleaseSwitch } from "./release-switches.ts";

/** News in feeds when another release becomes current, without the notice. */

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
  const named = ({ manifest: { id, dataset } }: Snapshot) => ({ id, title: dataset.title });
  const summary = changesInWords({
    before: named(before),
    after: named(after),
    changes,
    isUnchanged: changes !== null && isUnchanged(changes),
    takenBack: null,
    where: "",
  });
  const say = (what: string, tags: readonly string[], ...others: readonly string[]): News => ({
    title: `Release ${after.manifest.id}${what}.`,
    paragraphs: [summary, ...others],
    tags: ["published", ...tags],
  });
  if (changes === null) return say(" is of another dataset", ["other_dataset"], sizeInWords(after));
  if (isOtherMethod(changes.methodChange)) return say(": the method changed", ["method_change"]);
  // Movements come first; countries that only left the data are less important.
  const countries = changes.countries.moved.toSorted((one, other) => newsRank(one.movement) - newsRank(other.movement));
  const headline = describeMovesInHeadline(
    countries.map(({ code, movement: { trend, trendReason, matched, after: now } }) => {
      const { inWords: name } = nameArea(before, after, "country", code);
      const hasOtherList = matched.left + matched.joined > 0;
      return { name, trend, trendReason, hasOtherList, judged: now.judgedCompanies, bands: null };
    }),
  );
  const moved = [
    ...countries.map((area) => ["country", area] as const),
    ...changes.sectors.moved.map((area) => ["sector", area] as const),
  ];
  const left = moved.length - NAMED_MAX;
  return say(
    `: ${headline}`,
    [],
    ...moved.slice(0, NAMED_MAX).map(([kind, area]) => moveInWords(before, after, kind, area).whole.text),
    ...(left > 0 ? [`${capitalized(counted(left, "more", "more"))} changed, too.`] : []),
  );
}

/** Returns the order of a movement in an entry: a lower number is named earlier. */
function newsRank({ trend, trendReason, before }: Movement): number {
  if (trend !== null) return 0;
  if (trendReason === "composition") return 1;
  if (trendReason === "too_few_companies") return 2;
  return before.median === null ? 3 : 4;
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

/** Describes the figures of a country in a release. */
function areaInWords({ manifest }: Snapshot, country: CountryRecord): string {
  const { scale, minimumCompanies } = manifest.dataset;
  return standing(scale, ratedCountry(country, minimumCompanies), "summary").text;
}

/**
 * Describes one country of a release that is compared with no other: the first one, one that is
 * current again, or one of another dataset.
 */
export function standingInWords(change: ReleaseSwitch, after: Snapshot, country: CountryRecord): News {
  const name = countryInWords(country);
  const figures = areaInWords(after, country);
  const { kind } = change;
  if (kind !== "first" && kind !== "published") return returnInWords(change, name, figures);
  const which = kind === "first" ? "the first release" : "a release of another dataset";
  const tags = kind === "first" ? [kind] : [kind, "other_dataset"];
  return { title: `${capitalized(name)} is in ${which}.`, paragraphs: [figures], tags };
}

/** Describes a country of a release that is current again, or its absence without figures. */
export function returnInWords({ kind, release, before }: ReleaseSwitch, name: string, figures: string | null): News {
  const isWithdrawn = kind === "withdrawn";
  const title = isWithdrawn
    ? `What release ${before} said of ${name} was withdrawn.`
    : `What release ${release} says of ${name} holds again.`;
  const again = `Release ${release} is current again, instead of release ${before}.`;
  return { title, paragraphs: [sentences(again, figures ?? `It has no company of ${name}.`)], tags: [kind] };
}

/**
 * Describes what is new in a country of either release: how its median band moved, if it did, and
 * how many of its companies changed. Null if nothing is.
 */
export function changeInWords(
  { before, after, changes }: Replacement,
  iso2: string,
  movement: Movement | null,
  counts: CountryCounts | null,
): News | null {
  const country = after.countryByIso2(iso2);
  const known = country ?? before.countryByIso2(iso2);
  if (changes === null || known === undefined || (movement === null && counts === null)) return null;
  const name = countryInWords(known);
  const isOther = isOtherMethod(changes.methodChange);
  const unknown = `The method changed between these releases, so it cannot be said whether ${name} rose or fell.`;
  const left = country === undefined ? `The release has no company of ${name}.` : areaInWords(after, country);
  if (movement !== null) {
    const trend = [movement.trend ?? movement.trendReason ?? []].flat();
    const { title, whole } = moveInWords(before, after, "country", { code: iso2, movement });
    const tags = [...new Set(["published", ...trend, ...movement.causes])];
    return { title: title.text, paragraphs: [whole.text, left], tags };
  }
  const happened = counts === null ? "" : companyChangesInWords(counts);
  const tags = ["published", ...(isOther ? ["method_change"] : [])];
  if (country !== undefined && isOther) return { title: unknown, paragraphs: [sentences(happened, unknown)], tags };
  const title =
    country === undefined
      ? `${capitalized(name)} is not in the data any more.`
      : `${capitalized(possessive(name))} companies changed${sameBand(before, after, country)}.`;
  return { title, paragraphs: [sentences(happened, left)], tags };
}

/** Says that the band is the same, but nothing where a release judges too few companies. */
function sameBand(before: Snapshot, after: Snapshot, { iso2, median, judgedCompanies }: CountryRecord): string {
  if (median === null) return "; it has no median band";
  const earlier = before.countryByIso2(iso2)?.judgedCompanies ?? 0;
  const isFew =
    earlier < before.manifest.dataset.minimumCompanies || judgedCompanies < after.manifest.dataset.minimumCompanies;
  return isFew ? "" : `; its median band is ${labelOf(after.manifest.dataset.scale, median)} as before`;
}
