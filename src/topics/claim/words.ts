import type { Part } from "../../atlas/atlas.ts";
import { type BandClaim, bandsNamed, type ChangeClaim, type ShareClaim, wholeOf } from "../../trust/claims.ts";
import { rankAlone } from "../../trust/ranking.ts";
import type { Examination, MatchedDistributions, StatementFigures } from "../../trust/statements.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { countOf, emptyDistribution } from "../../trust/statistics.ts";
import { type ClaimSubject, overCommonPillars, subjectsApart } from "./claim-subject.ts";
import { digits, partInWords, percent } from "../../ask/grammar.ts";
import type { SubjectName } from "../../ask/said.ts";
import { labelOf, sentences, whereInWords } from "../../ask/words.ts";
import { shareInWords } from "./shares.ts";
import { moreInWords } from "../../say/counts.ts";
import { standing, thingsOf } from "../../say/standing.ts";
import { compareInWords, type SideInWords, startWithin } from "../../say/comparison.ts";
import { medianInWords } from "../../say/history.ts";
import { describeMove } from "../../say/moves.ts";

/** The sentences of checked claims: the claim itself, the figures, and what is true instead. */

/** A claim about one subject. `level` is a level of the scale, from 1. */
export type Claim =
  | { readonly is: BandClaim; readonly level: number }
  | { readonly is: ShareClaim; readonly level: number; readonly percent: string }
  | { readonly is: "average"; readonly average: string }
  | { readonly is: "above" | "below" | "alike" | "companies_better" | "companies_worse"; readonly than: ClaimSubject }
  | { readonly is: "rank" | "rank_alone" | "shares_rank"; readonly rank: number }
  | { readonly is: "best" | "worst" | "none_above" | "none_below" }
  | {
      readonly is: ChangeClaim | "caused";
      readonly since: Snapshot;
      /** True if the publisher withdrew one of the two releases. */
      readonly isTakenBack: boolean;
      readonly before: ClaimSubject | undefined;
    };

/** A claim with what its sentences need. */
export interface ClaimInWords {
  readonly subject: ClaimSubject;
  readonly claim: Claim;
  /** True if its opposite is claimed. */
  readonly isDenied: boolean;
  /** The phrase that narrows the figures, such as `in Privacy`, or an empty string. */
  readonly scope: string;
  /** Index of that pillar; null over all pillars. */
  readonly pillar: number | null;
  /** Why an earlier release cannot be compared; null where it can. */
  readonly incomparable: NonNullable<StatementFigures["incomparable"]> | null;
  /** The companies of both releases, matched; null where that is unknown. */
  readonly matched: MatchedDistributions | null;
}

/** The claim as a sentence, true or not, about what it names. */
export function claimInWords(words: ClaimInWords): string {
  const { subject, claim, scope } = words;
  const named = "than" in claim ? { ...claim, than: asNamed(claim.than) } : claim;
  const statement = statementOf({ ...words, subject: asNamed(subject), claim: named });
  const given = subject.kind === "company" ? subject.name : null;
  return `${startWithin(scope, words.isDenied ? `it is not the case that ${statement}` : statement, given)}.`;
}

function asNamed(subject: ClaimSubject): ClaimSubject {
  return subject.part === null ? subject : { ...subject, name: subject.part.name };
}

/** The parts of countries that a claim names. */
export function partsOf(subject: ClaimSubject, claim: Claim): readonly Part[] {
  return [subject, ...("than" in claim ? [claim.than] : [])].flatMap(({ part }) => part ?? []);
}

function statementOf({ subject, claim }: ClaimInWords): string {
  const { name, ranking } = subject;
  const where = whereInWords(ranking?.region ?? null);
  if ("percent" in claim) return claimOfShare(subject, claim);
  if ("level" in claim) return `${medianInWords(subject)} is ${bandsInWords(subject, claim)}`;
  if ("average" in claim) return `the average of ${name} is ${claim.average}`;
  if ("rank" in claim) return `${name} ${HAS_RANK[claim.is]} rank ${digits(claim.rank)}${where}`;
  if ("since" in claim) {
    const because = claim.is === "caused" ? " because its companies act differently" : "";
    return `${medianInWords(subject)} ${HAS_MOVED[claim.is]} release ${claim.since.manifest.id}${because}`;
  }
  if (claim.is === "alike") return `${name} and ${claim.than.name} are rated alike`;
  if (claim.is === "above" || claim.is === "below") return `${name} is rated ${claim.is} ${claim.than.name}`;
  if ("than" in claim)
    return `companies of ${name} in general do ${claim.is.slice("companies_".length)} than those of ${claim.than.name}`;
  if (claim.is === "best" || claim.is === "worst")
    return `${name} alone is ${claim.is === "best" ? "first" : "last"} of the ranked countries${where}`;
  return `no ranked country${where} is rated ${claim.is.slice("none_".length)} ${name}`;
}

const HAS_RANK = { rank: "has", rank_alone: "alone has", shares_rank: "ties for" } as const;

const HAS_MOVED = {
  risen: "has risen since",
  fallen: "has fallen since",
  unchanged: "has not changed since",
  moved: "differs from that in",
  caused: "has moved since",
} as const;

function claimOfShare(subject: ClaimSubject, claim: CountedClaim): string {
  const { percent: share } = claim;
  const whole = wholeOf(share);
  const things = `${whole === null ? "" : `${digits(whole)} `}${nounOf(subject)}`;
  const own = thingsOf(subjectNameOf(subject), subject.name, things);
  return `${shareInWords(share)} of ${own} ${/^[<>=]*1_/u.test(share) ? "is" : "are"} ${bandsInWords(subject, claim)}`;
}

/** The figures that a verdict rests on. */
export function groundsInWords(words: ClaimInWords, { verdict, reason }: Examination): string {
  const { subject, claim } = words;
  if (reason === "part_of") return partsInWords(partsOf(subject, claim));
  const text = knownInWords(words, verdict);
  return "since" in claim && verdict !== "cannot_be_told" ? sentences(text, standingInWords(words)) : text;
}

/** Says what is true instead of a claim that does not hold or cannot be told. */
export function sayInstead(words: ClaimInWords, { verdict, reason }: Examination): string {
  const { subject, claim } = words;
  if (reason === "part_of" && !("than" in claim && claim.than.id !== subject.id)) return standingInWords(words);
  return sentences(knownInWords(words, verdict), reason === null ? "" : (BESIDES[reason] ?? ""));
}

/** Caveats that follow what is true, by the reason why a claim may not be printed. */
const BESIDES: Readonly<Partial<Record<NonNullable<Examination["reason"]>, string>>> = {
  no_cause: "The data do not say why.",
  no_sample: "The judged companies are no sample of all, so nothing follows for the others.",
  no_average: "Bands have an order and no average.",
};

/** Says what the data tell about the subject of a claim. */
function knownInWords(words: ClaimInWords, verdict: Examination["verdict"]): string {
  const { claim } = words;
  if ("than" in claim) return comparisonOf(words, claim.than);
  if ("since" in claim) return changeOf(words, claim);
  const isOfCounts = verdict !== "cannot_be_told" && "level" in claim && "percent" in claim;
  return isOfCounts ? sharesInWords(words, claim) : standingInWords(words);
}

/** The pillar that a claim is about; undefined over all pillars. */
function pillarOf({ pillar, subject }: ClaimInWords) {
  return pillar === null ? undefined : subject.snapshot.manifest.dataset.pillars[pillar];
}

const subjectNameOf = ({ kind, id }: ClaimSubject): SubjectName => (kind === "countries" ? kind : `${kind}:${id}`);

/** Describes the figures of the subject alone. */
function standingInWords(words: ClaimInWords): string {
  const { subject } = words;
  const { kind, name, ranked, ranking, listedCompanies, snapshot } = subject;
  const { distribution } = ranked.entry;
  const { scale, minimumCompanies } = snapshot.manifest.dataset;
  const pillar = pillarOf(words);
  const rated = {
    subject: subjectNameOf(subject),
    name,
    distribution,
    listedCompanies,
    minimumCompanies: kind === "company" ? 1 : minimumCompanies,
    ...(pillar === undefined ? {} : { pillar }),
    ...(ranking === null ? {} : { place: { own: ranked, ranking: ranking.entries, region: ranking.region } }),
  };
  return standing(scale, rated, "summary").text;
}

function comparisonOf(words: ClaimInWords, than: ClaimSubject): string {
  const { subject, scope } = words;
  const { scale, minimumCompanies } = subject.snapshot.manifest.dataset;
  const { commonPillars } = overCommonPillars(subject, than);
  const pillar = pillarOf(words)?.id ?? null;
  const by = { minimumCompanies, scope, pillar, commonPillars, apart: subjectsApart(subject, than) };
  return compareInWords(scale, sideOf(subject), sideOf(than), by).text;
}

export function sideOf(subject: ClaimSubject): SideInWords {
  const { name, ranked, listedCompanies } = subject;
  return { subject: subjectNameOf(subject), name, ranked, listedCompanies };
}

function partsInWords([first, second]: readonly Part[]): string {
  if (first === undefined) return "";
  if (first.whole === second?.whole) return `${partInWords(first, second)}.`;
  return sentences(`${partInWords(first)}.`, second === undefined ? "" : `${partInWords(second)}.`);
}

/** Claims about how many companies are in bands. */
type CountedClaim = Extract<Claim, { readonly is: ShareClaim }>;

/** The bands that a claim names: `High`, `High or above`. */
function bandsInWords({ snapshot }: ClaimSubject, { is, level }: Extract<Claim, { level: number }>): string {
  const { scale } = snapshot.manifest.dataset;
  const isAbove = is.endsWith("at_least") && level < scale.bands.length;
  const isBelow = is.endsWith("at_most") && level > 1;
  return `${labelOf(scale, level)}${isAbove ? " or above" : isBelow ? " or below" : ""}`;
}

/** Counts companies in the bands of the claim: a percentage of few sounds like more. */
function sharesInWords({ subject, scope }: ClaimInWords, claim: CountedClaim): string {
  const { distribution } = subject.ranked.entry;
  const there = countOf(bandsNamed(distribution, claim.is, claim.level));
  const count = countOf(distribution);
  const own = thingsOf(subjectNameOf(subject), subject.name, `${digits(count)} ${nounOf(subject)}`);
  const share = `${there === 0 ? "none" : digits(there)} of ${own} (${percent(there, count)}) ${there < 2 ? "is" : "are"} ${bandsInWords(subject, claim)}`;
  const others = subject.kind === "countries" ? "is not ranked" : "is listed and not judged";
  const more = moreInWords((subject.listedCompanies ?? count) - count, others, digits);
  return `${startWithin(scope, `${share}${more}`)}.`;
}

/** Says how the median moved since an earlier release, or why that is not known. */
function changeOf(words: ClaimInWords, { since, before }: ChangeOfClaim): string {
  const { subject, scope, matched, incomparable } = words;
  const { id, dataset } = since.manifest;
  const { scale, minimumCompanies } = subject.snapshot.manifest.dataset;
  return describeMove({
    about: { subject: subjectNameOf(subject), pillar: pillarOf(words)?.id ?? null, since: id },
    name: subject.name,
    things: subject.kind === "company" ? "judgements" : "companies",
    scales: { before: dataset.scale, after: scale },
    before: before?.ranked ?? rankAlone(emptyDistribution(dataset.scale.bands.length)),
    after: subject.ranked,
    minimumCompanies: Math.max(minimumCompanies, dataset.minimumCompanies),
    incomparable,
    matched,
    cameAndWent: [
      [matched?.left ?? 0, "is no longer counted"],
      [matched?.joined ?? 0, "is new"],
    ],
    earlier: id,
    scope,
  }).text;
}

type ChangeOfClaim = Extract<Claim, { readonly since: Snapshot }>;

function nounOf({ kind }: ClaimSubject): string {
  return kind === "countries" ? "ranked countries" : kind === "company" ? "judgements" : "judged companies";
}
