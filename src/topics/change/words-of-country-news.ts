import type { CountryCounts } from "../../release/changes/count-changed.ts";
import { isOtherMethod } from "../../release/changes/release-changes.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import type { Movement, MovementCause } from "../../trust/movement.ts";
import { capitalized, countryInWords, possessive } from "../../ask/grammar.ts";
import type { ReleaseSwitch } from "./release-switches.ts";
import { describeAreaInWords, labelOf, sentences } from "../../ask/words.ts";
import { moveInWords } from "./changes-between.ts";
import { companyChangesInWords } from "../../say/moves.ts";
import type { News, Replacement } from "./words-of-switches.ts";

/** News in the feed of a country when another release becomes current, without the notice. */

/** Describes the figures of a country in a release. */
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
 * Describes one country of a release that is compared with no other: the first one, one that is
 * current again, or one of another dataset.
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

/** Describes the absence of a country in a release that is current again. */
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
