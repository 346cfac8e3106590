import type { CountryCounts } from "../../release/changes/changed-companies.ts";
import { isOtherMethod, isUnchanged, type ReleaseChanges } from "../../release/changes/release-changes.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import type { Movement, MovementCause } from "../../trust/movement.ts";
import { capitalized, counted, countryInWords, inARow, labelInWords, possessive } from "../../ask/grammar.ts";
import { labelOf, sentences } from "../../ask/words.ts";
import { companiesInWords, labelsInWords, methodInWords } from "../../say/changes.ts";
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
    all.map(({ code, movement: { trend, trendReason, matched, after: now } }) => {
      const { inWords: name } = nameArea(before, after, "country", code);
      const hasOtherList = matched.left + matched.joined > 0;
      return { name, trend, trendReason, hasOtherList, judged: now.judgedCompanies, bands: null };
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
  if (kind === "first") {
    return { title: `${capitalized(name)} is in the first release.`, paragraphs: [figures], tags: [kind] };
  }
  if (kind === "published") {
    const title = `${capitalized(name)} is in a release of another dataset.`;
    return { title, paragraphs: [figures], tags: [kind, "other_dataset"] };
  }
  return returnInWords(change, name, figures);
}

/** Describes a country of a release that is current again, or its absence without figures. */
export function returnInWords({ kind, release, before }: ReleaseSwitch, name: string, figures: string | null): News {
  const isWithdrawn = kind === "withdrawn";
  const again = `${isWithdrawn ? `Release ${before} was withdrawn, and release` : "Release"} ${release} is current again`;
  const what = isWithdrawn
    ? `${again}. What release ${before} said of ${name} no longer holds.`
    : `${again}, instead of release ${before}.`;
  return {
    title: isWithdrawn
      ? `What release ${before} said of ${name} was withdrawn.`
      : `What release ${release} says of ${name} holds again.`,
    paragraphs: [figures === null ? `${again}. It has no company of ${name}.` : sentences(what, figures)],
    tags: [kind],
  };
}

/** Changes of one country in a release that replaced another one. */
export interface CountryChange {
  readonly iso2: string;
  /** Null if its median band is the same. */
  readonly movement: Movement | null;
  /** Null if its companies did not change. */
  readonly counts: CountryCounts | null;
}

/** Describes what is new in a country of either release; null if nothing is. */
export function changeInWords({ before, after, changes }: Replacement, change: CountryChange): News | null {
  const { iso2, movement, counts } = change;
  const country = after.countryByIso2(iso2);
  const known = country ?? before.countryByIso2(iso2);
  if (changes === null || known === undefined || (movement === null && counts === null)) return null;
  const name = countryInWords(known);
  const happened = counts === null ? "" : companyChangesInWords(counts);
  const replyTags = counts === null || counts.replyChanged === 0 ? [] : ["reply_changed"];
  const gone = country === undefined ? `The release has no company of ${name}.` : "";
  if (movement !== null) {
    const trend = [movement.trend ?? movement.trendReason ?? []].flat();
    const { title, whole } = moveInWords(before, after, "country", { code: iso2, movement });
    return {
      title: title.text,
      paragraphs: country === undefined ? [sentences(whole.text, gone)] : [whole.text, areaInWords(after, country)],
      tags: [...new Set(["published", ...trend, ...movement.causes, ...replyTags])],
    };
  }
  if (country === undefined) {
    const title = `${capitalized(name)} is not in the data any more.`;
    return { title, paragraphs: [sentences(happened, gone)], tags: ["published", ...causesOf(counts)] };
  }
  const isOther = isOtherMethod(changes.methodChange);
  const unknown = `The method changed between these releases, so it cannot be said whether ${name} rose or fell.`;
  const isOfReplies = counts !== null && companyChangesInWords({ ...counts, replyChanged: 0 }) === "";
  const what = isOfReplies ? `Replies of ${possessive(name)}` : capitalized(possessive(name));
  return {
    title: isOther ? unknown : `${what} companies changed${sameBand(before, after, country)}.`,
    paragraphs: [sentences(happened, isOther ? unknown : areaInWords(after, country))],
    tags: ["published", ...causesOf(counts), ...replyTags, ...(isOther ? ["method_change"] : [])],
  };
}

/** Says that the band is the same, but nothing where a release judges too few companies. */
function sameBand(before: Snapshot, after: Snapshot, { iso2, median, judgedCompanies }: CountryRecord): string {
  if (median === null) return "; it has no median band";
  const earlier = before.countryByIso2(iso2)?.judgedCompanies ?? 0;
  const isFew =
    earlier < before.manifest.dataset.minimumCompanies || judgedCompanies < after.manifest.dataset.minimumCompanies;
  return isFew ? "" : `; its median band is ${labelOf(after.manifest.dataset.scale, median)} as before`;
}

/** Returns the changes of companies that moved no median, as causes of a movement. */
function causesOf(counts: CountryCounts | null): MovementCause[] {
  if (counts === null) return [];
  const { added, removed, filedHere, filedElsewhere, reRated, firstJudged, noLongerJudged, pillarMoved } = counts;
  return [
    ...(reRated + firstJudged + noLongerJudged + pillarMoved > 0 ? (["re_judged"] as const) : []),
    ...(added > 0 ? (["company_added"] as const) : []),
    ...(removed > 0 ? (["company_removed"] as const) : []),
    ...(filedHere + filedElsewhere > 0 ? (["reclassified"] as const) : []),
  ];
}
