import type { CountryCounts } from "../../release/changes/count-changed.ts";
import { isOtherMethod } from "../../release/changes/release-changes.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import type { Movement, MovementCause } from "../../trust/movement.ts";
import { capitalized, countryInWords, possessive } from "../../ask/grammar.ts";
import type { ReleaseSwitch } from "./release-switches.ts";
import { describeAreaInWords, labelOf, sentences } from "../../ask/words.ts";
import { changedRepliesInWords, findChangedReplies } from "./words-of-changed-replies.ts";
import { moveInWords } from "./changes-between.ts";
import { companyChangesInWords } from "./words-of-moves.ts";
import type { News, Replacement } from "./words-of-switches.ts";

/** What the feed of a country says when another release becomes current, without the notice. */

/** What is known of a country in a release. */
function areaInWords({ manifest }: Snapshot, country: CountryRecord): string {
  const { scale, minimumCompanies } = manifest.dataset;
  const { iso2, listedCompanies, distribution } = country;
  const area = { kind: "country", subject: `country:${iso2}`, name: countryInWords(country) } as const;
  return describeAreaInWords(scale, {
    ...area,
    listedCompanies,
    distribution,
    minimumCompanies,
    thinBelow: minimumCompanies,
  }).text;
}

/**
 * What a release that nothing is compared with says of one of its countries: the first one, one
 * that is current again, or one of another dataset.
 */
export function standingInWords(change: ReleaseSwitch, after: Snapshot, country: CountryRecord): News {
  const name = countryInWords(country);
  const figures = areaInWords(after, country);
  const { kind, release, before } = change;
  if (kind === "first") {
    return { title: `${capitalized(name)} is in the first release.`, paragraphs: [figures], tags: [kind] };
  }
  if (kind === "published") {
    const title = `${capitalized(name)} is in a release of another dataset.`;
    return { title, paragraphs: [figures], tags: [kind, "other_dataset"] };
  }
  return {
    title: returnInWords(change, name),
    paragraphs: [
      sentences(
        kind === "withdrawn"
          ? `Release ${before} was withdrawn, and release ${release} is current again. What release ${before} said of ${name} no longer holds.`
          : `Release ${release} is current again, instead of release ${before}.`,
        figures,
      ),
    ],
    tags: [kind],
  };
}

/** The same of a country that the release, current again, does not have. */
export function absenceInWords(change: ReleaseSwitch, country: Pick<CountryRecord, "iso2" | "name">): News {
  const name = countryInWords(country);
  const { kind, release, before } = change;
  return {
    title: returnInWords(change, name),
    paragraphs: [
      `${kind === "withdrawn" ? `Release ${before} was withdrawn, and release` : "Release"} ${release} is current again. It has no company of ${name}.`,
    ],
    tags: [kind],
  };
}

function returnInWords({ kind, release, before }: ReleaseSwitch, name: string): string {
  return kind === "withdrawn"
    ? `What release ${before} said of ${name} was withdrawn.`
    : `What release ${release} says of ${name} holds again.`;
}

/** What a release says of a country to which nothing happened. */
export function unchangedInWords(after: Snapshot, country: CountryRecord): News {
  const title = `Nothing about ${countryInWords(country)} changed.`;
  return { title, paragraphs: [areaInWords(after, country)], tags: [] };
}

/** What happened to one country in a release that replaced another one. */
export interface CountryChange {
  readonly iso2: string;
  /** Null where its median band is the same. */
  readonly movement: Movement | null;
  /** Null where nothing happened to its companies. */
  readonly counts: CountryCounts | null;
}

/** What is new in a country of either release; null where nothing is. */
export function changeInWords({ before, after, changes }: Replacement, change: CountryChange): News | null {
  const { iso2, movement, counts } = change;
  const country = after.countryByIso2(iso2);
  const known = country ?? before.countryByIso2(iso2);
  if (changes === null || known === undefined || (movement === null && counts === null)) return null;
  const name = countryInWords(known);
  const scales = { before: before.manifest.dataset.scale, after: after.manifest.dataset.scale };
  const happened = counts === null ? "" : companyChangesInWords(counts);
  const replies = changedRepliesInWords(findChangedReplies({ before, after }, changes, iso2));
  const repliesIfAny = replies === "" ? [] : [replies];
  const replyTags = replies === "" ? [] : ["reply_changed"];
  const gone = country === undefined ? `The release has no company of ${name}.` : "";
  if (movement !== null) {
    const { title, whole } = moveInWords(before, after, "country", { code: iso2, movement });
    return {
      title: title.text,
      paragraphs: [
        ...(country === undefined ? [sentences(whole.text, gone)] : [whole.text, areaInWords(after, country)]),
        ...repliesIfAny,
      ],
      tags: [
        ...new Set([
          "published",
          ...[movement.trend ?? movement.trendReason ?? []].flat(),
          ...movement.causes,
          ...replyTags,
        ]),
      ],
    };
  }
  if (country === undefined) {
    const title = `${capitalized(name)} is not in the data any more.`;
    return { title, paragraphs: [sentences(happened, gone)], tags: ["published", ...causesOf(counts)] };
  }
  const isOther = isOtherMethod(changes.methodChange);
  const unknown = `The method changed between these releases, so it cannot be said whether ${name} rose or fell.`;
  const what = happened === "" ? `Replies of ${possessive(name)}` : capitalized(possessive(name));
  return {
    title: isOther ? unknown : `${what} companies changed; ${sameBand(scales.after, country)}.`,
    paragraphs: [sentences(happened, isOther ? unknown : areaInWords(after, country)), ...repliesIfAny],
    tags: ["published", ...causesOf(counts), ...replyTags, ...(isOther ? ["method_change"] : [])],
  };
}

function sameBand(scale: Parameters<typeof labelOf>[0], { median }: CountryRecord): string {
  return median === null ? "it has no median band" : `its median band is ${labelOf(scale, median)} as before`;
}

/** The causes of a movement, of companies that moved no median. */
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
