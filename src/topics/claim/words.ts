import type { Part } from "../../atlas/atlas.ts";
import type { BandClaim, ChangeClaim } from "../../trust/claims.ts";
import type { Examination, Matched } from "../../trust/statements.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { Scale } from "../../trust/scale.ts";
import { countOf } from "../../trust/statistics.ts";
import type { ClaimSubject } from "./claim-subject.ts";
import { counted, countInWords, digits, partInWords, percent, possessive, stand } from "../../ask/grammar.ts";
import { describeAreaInWords, describeCompanyInWords, labelOf, sentences } from "../../ask/words.ts";
import { isMovedAlike } from "../../trust/statements.ts";
import { aboveInWords, compareInWords, startWithin } from "../comparison/words.ts";

/** The sentences of checked claims: the claim itself, the figures, and what is true instead. */

/** A claim about one subject. `level` is a level of the scale, from 1. */
export type Claim =
  | { readonly is: BandClaim | "most_at_least"; readonly level: number }
  | { readonly is: "share"; readonly level: number; readonly percent: string }
  | { readonly is: "average"; readonly average: string }
  | { readonly is: "above" | "below" | "companies_better" | "companies_worse"; readonly than: ClaimSubject }
  | { readonly is: "rank" | "rank_alone" | "shares_rank"; readonly rank: number }
  | { readonly is: "best" | "worst" }
  | { readonly is: ChangeClaim | "caused"; readonly since: Snapshot; readonly before: ClaimSubject | undefined };

/** What the sentences about a claim are made of. */
export interface ClaimInWords {
  readonly scale: Scale;
  readonly subject: ClaimSubject;
  readonly claim: Claim;
  /** What narrows the figures: `in Privacy`, or nothing. */
  readonly scope: string;
  /** The label of that pillar. */
  readonly pillar: string | null;
  /** What became of the companies between two releases, where that is known. */
  readonly matched: Matched | null;
}

/** The claim as a sentence, true or not, about what it names. */
export function claimInWords(words: ClaimInWords): string {
  const { subject, claim, scope } = words;
  const named = "than" in claim ? { ...claim, than: asNamed(claim.than) } : claim;
  return `${startWithin(scope, statementOf({ ...words, subject: asNamed(subject), claim: named }))}.`;
}

function asNamed(subject: ClaimSubject): ClaimSubject {
  return subject.part === null ? subject : { ...subject, name: subject.part.name };
}

/** The parts of countries that a claim names. */
export function partsOf(subject: ClaimSubject, claim: Claim): readonly Part[] {
  return [subject, ...("than" in claim ? [claim.than] : [])].flatMap(({ part }) => part ?? []);
}

function statementOf({ scale, subject, claim }: ClaimInWords): string {
  const { name } = subject;
  switch (claim.is) {
    case "band":
      return `${medianInWords(subject)} is ${labelOf(scale, claim.level)}`;
    case "at_least":
      return `${medianInWords(subject)} is ${orAbove(scale, claim.level)}`;
    case "at_most":
      return `${medianInWords(subject)} is ${orBelow(scale, claim.level)}`;
    case "most_at_least":
      return `more than half of ${possessive(name)} ${thingsOf(subject)} stand at ${orAbove(scale, claim.level)}`;
    case "share":
      return `${claim.percent}% of ${possessive(name)} ${thingsOf(subject)} stand at ${labelOf(scale, claim.level)}`;
    case "average":
      return `the average of ${name} is ${claim.average}`;
    case "companies_better":
    case "companies_worse":
      return `companies of ${name} in general do ${claim.is.slice("companies_".length)} than those of ${claim.than.name}`;
    case "above":
    case "below":
      return `${name} stands ${claim.is} ${claim.than.name}`;
    case "rank_alone":
      return `${name} alone has rank ${digits(claim.rank)}`;
    case "shares_rank":
      return `${name} shares rank ${digits(claim.rank)}`;
    case "rank":
      return `${name} has rank ${digits(claim.rank)}`;
    case "best":
    case "worst":
      return `${name} alone is ${claim.is === "best" ? "first" : "last"} of the ranked countries`;
    case "risen":
    case "fallen":
      return `${medianInWords(subject)} has ${claim.is} since release ${claim.since.manifest.id}`;
    case "moved":
      return `${medianInWords(subject)} differs from that in release ${claim.since.manifest.id}`;
    case "caused":
      return `${medianInWords(subject)} has moved since release ${claim.since.manifest.id} because its companies act differently`;
    case "unchanged":
    default:
      return `${medianInWords(subject)} has not changed since release ${claim.since.manifest.id}`;
  }
}

/** The figures that a verdict rests on. */
export function groundsInWords(words: ClaimInWords, { verdict, reason }: Examination): string {
  const { scale, subject, claim, scope } = words;
  if (reason === "part_of") return partsInWords(partsOf(subject, claim));
  if (reason === "different_pillars" && "than" in claim) return differentPillars(words, claim.than);
  if ("than" in claim) return comparisonOf(words, claim.than);
  if ("since" in claim) {
    const change = changeInWords(words, claim, reason);
    return verdict === "cannot_be_told" ? change : sentences(change, listInWords(words), standingInWords(words));
  }
  if (verdict === "cannot_be_told") return standingInWords(words);
  if (claim.is === "share") return shareInWords(words, claim.level);
  return claim.is === "most_at_least" ? mostInWords(scale, subject, claim.level, scope) : standingInWords(words);
}

/** A true sentence in the place of a claim that does not hold or cannot be told. */
export function insteadInWords(words: ClaimInWords, { verdict, reason }: Examination): string {
  const { scale, subject, claim, scope } = words;
  if (reason === "part_of") return wholesInWords(words);
  if ("since" in claim) {
    const known = verdict === "cannot_be_told" ? "" : listInWords(words);
    const change = sentences(changeInWords(words, claim, reason), known);
    return reason === "no_cause" ? sentences(change, "The data do not say why.") : change;
  }
  if ("than" in claim) {
    if (reason === "different_pillars") return differentPillars(words, claim.than);
    if (reason === "no_sample") return sentences(comparisonOf(words, claim.than), NO_SAMPLE);
    return verdict === "cannot_be_told" ? comparisonOf(words, claim.than) : orderInWords(words, claim.than);
  }
  if (verdict === "cannot_be_told") return standingInWords(words);
  if (claim.is === "average") return sentences(standingInWords(words), "Bands have an order and no average.");
  if (claim.is === "share") return shareInWords(words, claim.level);
  if (claim.is === "most_at_least") return mostInWords(scale, subject, claim.level, scope);
  if (!("level" in claim)) return rankInWords(words);
  return `${startWithin(scope, `${medianInWords(subject)} is ${bandOf(scale, subject)}`)}.`;
}

/** What is known of the subject by itself. */
function standingInWords({ scale, subject, pillar }: ClaimInWords): string {
  const { kind, label, name, ranked, ranking, listedCompanies } = subject;
  const { distribution } = ranked.entry;
  const within = pillar === null ? {} : { pillar };
  if (kind === "company") return describeCompanyInWords(scale, { name, distribution, ...within });
  const place = ranking === null ? {} : { place: { ...ranked, minimumCompanies: ranking.minimumCompanies } };
  const area = { kind, name: kind === "sector" ? label : name, distribution, listedCompanies: listedCompanies ?? 0 };
  return describeAreaInWords(scale, { ...area, ...within, ...place });
}

function comparisonOf({ scale, subject, scope }: ClaimInWords, than: ClaimSubject): string {
  const minimumCompanies = subject.ranking?.minimumCompanies ?? 1;
  const things = subject.kind === "company" ? { counted: "judgements" as const } : {};
  return compareInWords(scale, sideOf(subject), sideOf(than), { minimumCompanies, scope, ...things });
}

function partsInWords([first, second]: readonly Part[]): string {
  if (first === undefined) return "";
  if (first.whole === second?.whole) return `${partInWords(first, second)}.`;
  return sentences(`${partInWords(first)}.`, second === undefined ? "" : `${partInWords(second)}.`);
}

/** What is known of the countries whose parts a claim names. */
function wholesInWords(words: ClaimInWords): string {
  const { subject, claim } = words;
  return "than" in claim && claim.than.id !== subject.id ? comparisonOf(words, claim.than) : standingInWords(words);
}

function differentPillars({ subject }: ClaimInWords, than: ClaimSubject): string {
  return `${startWithin("", subject.name)} and ${than.name} are judged in no pillar in common, so they cannot be compared.`;
}

/** How two medians that are known stand to each other. */
function orderInWords({ scale, subject, scope }: ClaimInWords, than: ClaimSubject): string {
  const [own, other] = [subject.ranked.median ?? 0, than.ranked.median ?? 0];
  if (own === other) {
    const tie = `${subject.name} and ${than.name} share the band ${bandOf(scale, subject)}`;
    return `${startWithin(scope, tie)}; neither stands above the other.`;
  }
  const [higher, lower] = own > other ? [subject, than] : [than, subject];
  return `${startWithin(scope, aboveInWords(scale, sideOf(higher), sideOf(lower)))}.`;
}

function sideOf({ name, ranked, listedCompanies }: ClaimSubject) {
  const { median, rankReason, entry } = ranked;
  return { name, median, rankReason, listedCompanies, distribution: entry.distribution };
}

function mostInWords(scale: Scale, subject: ClaimSubject, level: number, scope: string): string {
  const { distribution } = subject.ranked.entry;
  const there = countOf(distribution.slice(level - 1));
  const some = there === 0 ? "none" : digits(there);
  const own = `${possessive(subject.name)} ${digits(countOf(distribution))} ${thingsOf(subject)}`;
  return `${startWithin(scope, `${some} of ${own} ${stand(there === 0 ? 1 : there)} at ${orAbove(scale, level)}`)}.`;
}

/** How many stand in one band, as a count: a share of few companies sounds like more. */
function shareInWords({ scale, subject, scope }: ClaimInWords, level: number): string {
  const { distribution } = subject.ranked.entry;
  const there = distribution[level - 1] ?? 0;
  const count = countOf(distribution);
  const some = there === 0 ? "none" : digits(there);
  const own = `${possessive(subject.name)} ${digits(count)} ${thingsOf(subject)}`;
  const share = `${some} of ${own} (${percent(there, count)}) ${stand(there === 0 ? 1 : there)} at ${labelOf(scale, level)}`;
  const unjudged = (subject.listedCompanies ?? count) - count;
  const more = unjudged <= 0 ? "" : ` ${digits(unjudged)} more ${unjudged === 1 ? "is" : "are"} listed and not judged.`;
  return `${startWithin(scope, share)}.${more}`;
}

function rankInWords({ subject, scope }: ClaimInWords): string {
  const { rank, tiedWith } = subject.ranked;
  const ranked = counted(subject.ranking?.rankedCountries ?? 0, "ranked country", "ranked countries");
  const own = `rank ${digits(rank ?? 0)}`;
  if (tiedWith === null || tiedWith === 0) {
    return `${startWithin(scope, `${subject.name} alone has ${own} of ${ranked}`)}.`;
  }
  const others = counted(tiedWith, "other country", "other countries");
  return `${startWithin(scope, `${subject.name} shares ${own} of ${ranked} with ${others}`)}; the data do not order them.`;
}

/** How the median of a subject moved since an earlier release, or why that is not known. */
function changeInWords(
  { scale, subject, scope, matched }: ClaimInWords,
  { since: earlierRelease, before }: { readonly since: Snapshot; readonly before: ClaimSubject | undefined },
  reason: Examination["reason"],
): string {
  const { name } = subject;
  const since = earlierRelease.manifest.id;
  const unsaid = `so it cannot be said whether ${name} rose or fell.`;
  if (reason === "other_dataset") return `Release ${since} belongs to another dataset, ${unsaid}`;
  if (reason === "method_change") return `The method changed since release ${since}, ${unsaid}`;
  const now = subject.ranked;
  const earlier = before?.ranked ?? NOT_JUDGED;
  const things = thingsOf(subject);
  if (now.median === null || now.rankReason !== null) {
    return startWithin(scope, `${name} has ${fewOrNo(now)} ${things}, ${unsaid}`);
  }
  if (earlier.median === null || earlier.rankReason !== null) {
    return startWithin(scope, `${name} had ${fewOrNo(earlier)} ${things} in release ${since}, ${unsaid}`);
  }
  const band = labelOf(scale, now.median);
  if (now.median === earlier.median) {
    return `${startWithin(scope, `${medianInWords(subject)} is ${band}, as in release ${since}`)}.`;
  }
  if (!isMovedAlike(matched, now.median - earlier.median)) {
    return `${startWithin(scope, `${medianInWords(subject)} is ${band} now, and was ${labelOf(scale, earlier.median)} in release ${since}: the list of its companies changed`)}.`;
  }
  const moved = now.median > earlier.median ? "rose" : "fell";
  return `${startWithin(scope, `${medianInWords(subject)} ${moved} from ${labelOf(scale, earlier.median)} in release ${since} to ${band}`)}.`;
}

/** Which companies came and went between two releases, and what became of the others. */
function listInWords({ matched }: ClaimInWords): string {
  if (matched === null || matched.left + matched.joined === 0) return "";
  const { left, joined, raised, lowered } = matched;
  const both = countOf(matched.after);
  const gone = left === 0 ? "" : counted(left, "company is no longer counted", "companies are no longer counted");
  const come = joined === 0 ? "" : counted(joined, "company is new", "companies are new");
  const list = `${startWithin("", [gone, come].filter((part) => part !== "").join(", "))}.`;
  if (both === 0) return `${list} None is judged in both releases.`;
  const rated =
    raised + lowered === 0
      ? "none was re-rated"
      : `${countInWords(raised)} ${raised === 1 ? "was" : "were"} rated higher and ${countInWords(lowered)} lower`;
  return both === 1
    ? `${list} One is judged in both releases; ${raised + lowered === 0 ? "it was not re-rated" : `it was rated ${raised === 1 ? "higher" : "lower"}`}.`
    : `${list} Of the ${digits(both)} judged in both releases ${rated}.`;
}

const NO_SAMPLE = "The judged companies are no sample of all, so nothing follows for the others.";

const NOT_JUDGED = { median: null, rankReason: "not_judged" } as const;

function fewOrNo({ rankReason }: Pick<ClaimSubject["ranked"], "rankReason">): string {
  return rankReason === "too_few_companies" ? "too few" : "no";
}

function medianInWords({ kind, name }: ClaimSubject): string {
  return kind === "sector" ? `the median band of ${name}` : `${possessive(name)} median band`;
}

function bandOf(scale: Scale, { ranked }: ClaimSubject): string {
  return ranked.median === null ? "" : labelOf(scale, ranked.median);
}

function thingsOf({ kind }: ClaimSubject): string {
  return kind === "company" ? "judgements" : "judged companies";
}

function orAbove(scale: Scale, level: number): string {
  return level === scale.bands.length ? labelOf(scale, level) : `${labelOf(scale, level)} or above`;
}

function orBelow(scale: Scale, level: number): string {
  return level === 1 ? labelOf(scale, level) : `${labelOf(scale, level)} or below`;
}
