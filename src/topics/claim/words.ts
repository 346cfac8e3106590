import type { Part } from "../../atlas/atlas.ts";
import { type BandClaim, bandsOfMost, type ChangeClaim, type MostClaim } from "../../trust/claims.ts";
import { type Rankable, type RankedEntry, rankByMedian } from "../../trust/ranking.ts";
import type { Examination, Matched, Statement } from "../../trust/statements.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { Scale } from "../../trust/scale.ts";
import { countOf, emptyDistribution } from "../../trust/statistics.ts";
import { type ClaimSubject, overCommonPillars } from "./claim-subject.ts";
import { counted, digits, partInWords, percent, possessive } from "../../ask/grammar.ts";
import { type FullStatement, type Said, state, type SubjectName } from "../../ask/said.ts";
import { describeAreaInWords, describeCompanyInWords, labelOf, sentences, whereInWords } from "../../ask/words.ts";
import { compareInWords, type SideInWords, startWithin } from "../comparison/words.ts";
import { describeMove } from "../change/words-of-moves.ts";

/** The sentences of checked claims: the claim itself, the figures, and what is true instead. */

/** A claim about one subject. `level` is a level of the scale, from 1. */
export type Claim =
  | { readonly is: BandClaim; readonly level: number }
  | { readonly is: MostClaim; readonly level: number }
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
  /** Whether its opposite is claimed. */
  readonly isDenied: boolean;
  /** What narrows the figures: `in Privacy`, or nothing. */
  readonly scope: string;
  /** The label of that pillar, and its id. */
  readonly pillar: string | null;
  readonly pillarId: string | null;
  /** Why an earlier release cannot be compared; null where it can. */
  readonly incomparable: "other_dataset" | "method_change" | null;
  /** What became of the companies between two releases, where that is known. */
  readonly matched: Matched | null;
}

/** The claim as a sentence, true or not, about what it names. */
export function claimInWords(words: ClaimInWords): string {
  const { subject, claim, scope } = words;
  const named = "than" in claim ? { ...claim, than: asNamed(claim.than) } : claim;
  const statement = statementOf({ ...words, subject: asNamed(subject), claim: named });
  return `${startWithin(scope, words.isDenied ? `it is not the case that ${statement}` : statement)}.`;
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
  const where = whereInWords(subject.ranking?.region ?? null);
  switch (claim.is) {
    case "band":
      return `${medianInWords(subject)} is ${labelOf(scale, claim.level)}`;
    case "at_least":
      return `${medianInWords(subject)} is ${orAbove(scale, claim.level)}`;
    case "at_most":
      return `${medianInWords(subject)} is ${orBelow(scale, claim.level)}`;
    case "most":
    case "most_at_least":
    case "most_at_most":
      return `more than half of ${possessive(name)} ${thingsOf(subject)} are ${BANDS_OF[claim.is](scale, claim.level)}`;
    case "share":
      return `${claim.percent}% of ${possessive(name)} ${thingsOf(subject)} are ${labelOf(scale, claim.level)}`;
    case "average":
      return `the average of ${name} is ${claim.average}`;
    case "companies_better":
    case "companies_worse":
      return `companies of ${name} in general do ${claim.is.slice("companies_".length)} than those of ${claim.than.name}`;
    case "above":
    case "below":
      return `${name} is rated ${claim.is} ${claim.than.name}`;
    case "rank_alone":
      return `${name} alone has rank ${digits(claim.rank)}${where}`;
    case "shares_rank":
      return `${name} ties for rank ${digits(claim.rank)}${where}`;
    case "rank":
      return `${name} has rank ${digits(claim.rank)}${where}`;
    case "best":
    case "worst":
      return `${name} alone is ${claim.is === "best" ? "first" : "last"} of the ranked countries${where}`;
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
  const { subject, claim } = words;
  if (reason === "part_of") return partsInWords(partsOf(subject, claim));
  if ("than" in claim) return comparisonOf(words, claim.than).text;
  if ("since" in claim) {
    const change = changeOf(words, claim).text;
    return verdict === "cannot_be_told" ? change : sentences(change, standingInWords(words).text);
  }
  return verdict === "cannot_be_told" || !("level" in claim) || !isOfShare(claim)
    ? standingInWords(words).text
    : sharesInWords(words, claim).text;
}

/** What is true in the place of a claim that does not hold or cannot be told. */
export function sayInstead(words: ClaimInWords, { verdict, reason }: Examination): Said {
  const { scale, subject, claim, scope } = words;
  const standing = standingInWords(words);
  const withSentence = ({ text, statements }: Said, more: string): Said => ({
    text: sentences(text, more),
    statements,
  });
  if (reason === "part_of")
    return "than" in claim && claim.than.id !== subject.id ? comparisonOf(words, claim.than) : standing;
  if ("since" in claim) {
    const change = changeOf(words, claim);
    return reason === "no_cause" ? withSentence(change, "The data do not say why.") : change;
  }
  if ("than" in claim) {
    const comparison = comparisonOf(words, claim.than);
    return reason === "no_sample" ? withSentence(comparison, NO_SAMPLE) : comparison;
  }
  if (verdict === "cannot_be_told") return standing;
  if (claim.is === "average") return withSentence(standing, "Bands have an order and no average.");
  if (!("level" in claim)) return rankInWords(words);
  if (isOfShare(claim)) return sharesInWords(words, claim);
  const band = { claim: "band", level: subject.ranked.median ?? 0 } as const;
  const text = `${startWithin(scope, `${medianInWords(subject)} is ${labelOf(scale, band.level)}`)}.`;
  return { text, statements: stateOf(words, band) };
}

/** A statement about the subject, where it may be printed. */
function stateOf({ subject, pillarId: pillar }: ClaimInWords, statement: Statement): readonly FullStatement[] {
  const { ranked: own, ranking, listedCompanies: listed } = subject;
  const region = ranking?.region?.slug;
  const about = { subject: subjectNameOf(subject), pillar, ...(region === undefined ? {} : { region }) };
  const { minimumCompanies: thinBelow } = subject.snapshot.manifest.dataset;
  const stated = state(about, statement, { own, ranking: ranking?.entries ?? null, listed, thinBelow });
  return stated === null ? [] : [stated];
}

function subjectNameOf({ kind, id }: ClaimSubject): SubjectName {
  return `${kind}:${id}`;
}

/** What is known of the subject by itself. */
function standingInWords({ scale, subject, pillar }: ClaimInWords): Said {
  const { kind, id, name, ranked, ranking, listedCompanies, snapshot } = subject;
  const { distribution } = ranked.entry;
  const { pillars, minimumCompanies } = snapshot.manifest.dataset;
  const chosen = pillars.find(({ label }) => label === pillar);
  const within = chosen === undefined ? {} : { pillar: chosen };
  if (kind === "company") return describeCompanyInWords(scale, { id, name, distribution, ...within });
  const place = ranking === null ? {} : { place: { own: ranked, ranking: ranking.entries, region: ranking.region } };
  const area = { kind, subject: `${kind}:${id}`, name, distribution, listedCompanies: listedCompanies ?? 0 } as const;
  return describeAreaInWords(scale, { ...area, minimumCompanies, thinBelow: minimumCompanies, ...within, ...place });
}

function comparisonOf({ scale, subject, scope, pillarId: pillar }: ClaimInWords, than: ClaimSubject): Said {
  const minimumCompanies = subject.snapshot.manifest.dataset.minimumCompanies;
  const { commonPillars } = overCommonPillars(subject, than);
  return compareInWords(scale, sideOf(subject), sideOf(than), { minimumCompanies, scope, pillar, commonPillars });
}

function sideOf(subject: ClaimSubject): SideInWords {
  const { name, ranked, listedCompanies } = subject;
  return { subject: subjectNameOf(subject), name, ranked, listedCompanies };
}

function partsInWords([first, second]: readonly Part[]): string {
  if (first === undefined) return "";
  if (first.whole === second?.whole) return `${partInWords(first, second)}.`;
  return sentences(`${partInWords(first)}.`, second === undefined ? "" : `${partInWords(second)}.`);
}

/** Claims about how many companies are in bands. */
type ShareClaim = Extract<Claim, { readonly is: "share" | MostClaim }>;

function isOfShare(claim: Claim): claim is ShareClaim {
  return Object.hasOwn(BANDS_OF, claim.is);
}

/** The bands that a claim about companies names. */
const BANDS_OF: Readonly<Record<ShareClaim["is"], (scale: Scale, level: number) => string>> = {
  share: labelOf,
  most: labelOf,
  most_at_least: orAbove,
  most_at_most: orBelow,
};

/** How many are in the bands that the claim names; a share of few sounds like more. */
function sharesInWords(words: ClaimInWords, { is, level }: ShareClaim): Said {
  const { scale, subject, scope } = words;
  const { distribution } = subject.ranked.entry;
  const there = countOf(bandsOfMost(distribution, is === "share" ? "most" : is, level));
  const count = countOf(distribution);
  const some = there === 0 ? "none" : digits(there);
  const own = `${possessive(subject.name)} ${digits(count)} ${thingsOf(subject)}`;
  const band = BANDS_OF[is](scale, level);
  const share = `${some} of ${own} (${percent(there, count)}) ${there < 2 ? "is" : "are"} ${band}`;
  const unjudged = (subject.listedCompanies ?? count) - count;
  const more = unjudged <= 0 ? "" : `; ${digits(unjudged)} more ${unjudged === 1 ? "is" : "are"} listed and not judged`;
  const statement: Statement =
    is === "most_at_most"
      ? { claim: "count_at_least", level: level + 1, count: count - there }
      : { claim: is === "most_at_least" ? "count_at_least" : "count", level, count: there };
  return { text: `${startWithin(scope, `${share}${more}`)}.`, statements: stateOf(words, statement) };
}

/** The rank, with who ties for it, and how many countries have none. */
function rankInWords(words: ClaimInWords): Said {
  const { subject, scope } = words;
  const { rank, tiedWith } = subject.ranked;
  if (rank === null || tiedWith === null) return standingInWords(words);
  const { rankedCountries = 0, entries = [], region = null } = subject.ranking ?? {};
  const ranked = counted(rankedCountries, "ranked country", "ranked countries") + whereInWords(region);
  const unranked = entries.length - rankedCountries;
  const others = unranked === 0 ? "" : `; ${counted(unranked, "more has", "more have")} no rank`;
  const own =
    tiedWith === 0
      ? `${subject.name} alone has rank ${digits(rank)}`
      : `${subject.name} ties with ${counted(tiedWith, "other country", "other countries")} for rank ${digits(rank)}`;
  const text = `${startWithin(scope, `${own} of ${ranked}${others}`)}.`;
  return { text, statements: stateOf(words, { claim: tiedWith === 0 ? "rank" : "shares_rank", rank }) };
}

/** How the median of a subject moved since an earlier release, or why that is not known. */
function changeOf(words: ClaimInWords, { since, before }: ChangeOfClaim): Said {
  const { scale, subject, scope, matched, pillarId: pillar, incomparable } = words;
  const { id, dataset } = since.manifest;
  const { minimumCompanies } = subject.snapshot.manifest.dataset;
  const counts: readonly (readonly [number, string, string])[] = [
    [matched?.left ?? 0, "company is no longer counted", "companies are no longer counted"],
    [matched?.joined ?? 0, "company is new", "companies are new"],
  ];
  return describeMove({
    about: { subject: subjectNameOf(subject), pillar, since: id },
    name: subject.name,
    things: subject.kind === "company" ? "judgements" : "companies",
    scales: { before: dataset.scale, after: scale },
    before: before?.ranked ?? noFigures(subject, dataset.scale),
    after: subject.ranked,
    minimumCompanies: Math.max(minimumCompanies, dataset.minimumCompanies),
    incomparable,
    matched,
    cameAndWent: counts.flatMap(([count, one, many]) => (count === 0 ? [] : [counted(count, one, many)])),
    earlier: id,
    scope,
  }).whole;
}

type ChangeOfClaim = Extract<Claim, { readonly since: Snapshot }>;

/** The figures in a release that does not list the subject. */
function noFigures({ ranked }: ClaimSubject, { bands }: Scale): RankedEntry<Rankable> {
  const [nothing] = rankByMedian([{ ...ranked.entry, distribution: emptyDistribution(bands.length) }], 1);
  return nothing ?? ranked;
}

const NO_SAMPLE = "The judged companies are no sample of all, so nothing follows for the others.";

function medianInWords({ kind, name }: ClaimSubject): string {
  return kind === "sector" ? `the median band of ${name}` : `${possessive(name)} median band`;
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
