import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Problem } from "../../src/problem.ts";
import { countPairs, flipsToTie } from "../../src/trust/compare.ts";
import { distributionOf, slowMedian } from "../trust/distributions.ts";
import { numbersIn } from "../say/sentences.ts";
import { buildMemoryReleases, buildMemorySnapshot, FACTS, type StatedCompany } from "../fixtures/memory-release.ts";
import { anyCompanies, judgedAlike } from "./any-companies.ts";
import { ask, type Members, RELEASE } from "./asking.ts";

const EARLIER = "2025-11-20-bbbbbbbbbbbb";

const BANDS = ["very_low", "low", "middle", "high", "very_high"];
const PILLARS = FACTS.pillars.map(({ id }) => id);
const SUBJECTS = ["fr", "de", "nl", "us", "sector:energy", "sector:retail", "company:c-0", "company:c-1"];

const anyClaim = fc.oneof(
  fc.record({ is: fc.constantFrom("band", "at_least", "at_most"), value: fc.constantFrom(...BANDS) }),
  fc.record({ is: fc.constantFrom("most", "most_at_least", "most_at_most"), value: fc.constantFrom(...BANDS) }),
  fc.record({ is: fc.constant("share"), value: fc.constantFrom(...BANDS), percent: fc.constantFrom("0", "33", "50") }),
  fc.record({ is: fc.constant("average"), value: fc.constantFrom("1", "3") }),
  fc.record({ is: fc.constantFrom("companies_better", "companies_worse"), than: fc.constantFrom(...SUBJECTS) }),
  fc.record({ is: fc.constant("caused"), since: fc.constant(EARLIER) }),
  fc.record({ is: fc.constantFrom("above", "below"), than: fc.constantFrom(...SUBJECTS) }),
  fc.record({ is: fc.constantFrom("rank", "rank_alone", "shares_rank"), value: fc.constantFrom("1", "2", "3") }),
  fc.record({ is: fc.constantFrom("best", "worst") }),
  fc.record({ is: fc.constantFrom("risen", "fallen", "unchanged", "moved"), since: fc.constant(EARLIER) }),
);

interface Figures {
  readonly type: string;
  readonly median_level: number | null;
  readonly distribution: Readonly<Record<string, number>>;
  readonly rank: number | null;
  readonly tied_with: number | null;
}

const countOf = ({ distribution }: Figures): number =>
  Object.values(distribution).reduce((sum, count) => sum + count, 0);

/** Whether the figures of an answer bear the claim out; null where they cannot. */
function isTrue(claim: Readonly<Record<string, string>>, body: Members, ranked: number, last: number): boolean | null {
  const subject = body["subject"] as Figures;
  const than = body["than"] as Figures | null;
  const before = body["before"] as Figures | null;
  if (["companies_better", "companies_worse", "caused"].includes(claim["is"]!)) return null;
  const needed = [subject, than, ...("since" in claim ? [before] : [])];
  const isThin = (each: Figures | null, index: number): boolean =>
    each === null
      ? index !== 1
      : each.median_level === null || (each.type !== "company" && countOf(each) < Number(body["minimum_companies"]));
  if (needed.some(isThin)) return null;
  const median = subject.median_level!;
  const level = BANDS.indexOf(claim["value"] ?? "") + 1;
  const atLeast = Object.values(subject.distribution).slice(level - 1);
  const isMost = (counts: readonly number[]): boolean =>
    2 * counts.reduce((sum, count) => sum + count, 0) > countOf(subject);
  const truths: Readonly<Record<string, () => boolean>> = {
    band: () => median === level,
    at_least: () => median >= level,
    at_most: () => median <= level,
    most: () => isMost(atLeast.slice(0, 1)),
    most_at_least: () => isMost(atLeast),
    most_at_most: () => isMost(Object.values(subject.distribution).slice(0, level)),
    share: () => Math.abs((100 * (atLeast[0] ?? 0)) / countOf(subject) - Number(claim["percent"])) <= 0.5 + 1e-9,
    average: () => false,
    above: () => median > than!.median_level!,
    below: () => median < than!.median_level!,
    rank: () => subject.rank === Number(claim["value"]),
    shares_rank: () => subject.rank === Number(claim["value"]) && subject.tied_with! > 0,
    rank_alone: () => subject.rank === Number(claim["value"]) && subject.tied_with === 0,
    best: () => subject.rank === 1 && subject.tied_with === 0,
    worst: () => subject.rank === last && last === ranked,
    risen: () => median > before!.median_level!,
    fallen: () => median < before!.median_level!,
    unchanged: () => median === before!.median_level!,
    moved: () => median !== before!.median_level!,
  };
  return truths[claim["is"]!]!();
}

/** The companies of two releases. */
interface TwoLists {
  readonly now: readonly StatedCompany[];
  readonly earlier: readonly StatedCompany[];
}

/** The companies of an area, or one company. */
function companiesOf(stated: readonly StatedCompany[], subject: string): readonly StatedCompany[] {
  const [kind, name] = subject.includes(":") ? subject.split(":") : ["country", subject.toUpperCase()];
  return stated.filter(({ id, country, sector }) => ({ country, sector, company: id })[kind!] === name);
}

/** Whether two subjects are judged, and in no pillar both. */
function areApart(stated: readonly StatedCompany[], subjects: readonly string[]): boolean {
  const [own, other] = subjects.map(
    (subject) =>
      new Set(companiesOf(stated, subject).flatMap(({ judgements }) => judgements.map(([pillar]) => pillar))),
  );
  return own!.size > 0 && other!.size > 0 && own!.isDisjointFrom(other!);
}

/** The companies of an area, or one company, with their levels; null where they are not judged. */
function levelsOf(stated: readonly StatedCompany[], subject: string, pillar: string): Map<string, number | null> {
  const own = companiesOf(stated, subject).map(({ id, judgements }) => {
    const counted = judgements.filter(([of]) => pillar === "" || of === PILLARS.indexOf(pillar));
    return [
      id,
      slowMedian(
        distributionOf(
          counted.map(([, band]) => band),
          BANDS.length,
        ),
      ),
    ] as const;
  });
  return new Map(own);
}

/** Whether a true claim says to readers what the figures do not: a list, a tie or a rounding. */
function misleads(claim: Readonly<Record<string, string>>, body: Members, { now, earlier: then }: TwoLists): boolean {
  const subject = body["subject"] as Figures;
  if (claim["is"] === "rank") return subject.tied_with! > 0;
  if (claim["is"] === "share") {
    const there = subject.distribution[claim["value"]!]!;
    return claim["percent"] === "0" && there > 0;
  }
  if (claim["is"] !== "risen" && claim["is"] !== "fallen") return false;
  const pillar = claim["pillar"] ?? "";
  const [earlier, later] = [
    levelsOf(judgedAlike(then, now), claim["subject"]!, pillar),
    levelsOf(judgedAlike(now, then), claim["subject"]!, pillar),
  ];
  const both = [...later].filter(([id, level]) => level !== null && earlier.get(id) != null).map(([id]) => id);
  const medianOf = (levels: ReadonlyMap<string, number | null>): number =>
    slowMedian(
      distributionOf(
        both.map((id) => levels.get(id)!),
        BANDS.length,
      ),
    ) ?? 0;
  const moved = medianOf(later) - medianOf(earlier);
  return claim["is"] === "risen" ? moved <= 0 : moved >= 0;
}

/** How many companies came, went and were re-rated between two releases. */
function countsBetween(claim: Readonly<Record<string, string>>, { now, earlier: then }: TwoLists): Set<number> {
  const pillar = claim["pillar"] ?? "";
  const [earlier, later] = [levelsOf(then, claim["subject"]!, pillar), levelsOf(now, claim["subject"]!, pillar)];
  const judged = (levels: ReadonlyMap<string, number | null>): Set<string> =>
    new Set([...levels].filter(([, level]) => level !== null).map(([id]) => id));
  const [before, after] = [judged(earlier), judged(later)];
  const both = [...before.intersection(after)];
  const [alike, others] = [judgedAlike(then, now), judgedAlike(now, then)].map((stated) =>
    levelsOf(stated, claim["subject"]!, pillar),
  );
  const inBoth = both.filter((id) => alike?.get(id) != null);
  const judgements = [then, judgedAlike(then, now), now, judgedAlike(now, then)].map((stated) =>
    countJudgements(stated, claim),
  );
  return new Set([
    inBoth.length,
    inBoth.filter((id) => others!.get(id)! > alike!.get(id)!).length,
    inBoth.filter((id) => others!.get(id)! < alike!.get(id)!).length,
    both.filter((id) => alike!.get(id) !== earlier.get(id) || others!.get(id) !== later.get(id)).length,
    judgements[0]! - judgements[1]!,
    judgements[2]! - judgements[3]!,
    judgements[3]!,
    before.difference(after).size,
    after.difference(before).size,
    both.length,
    both.filter((id) => later.get(id)! > earlier.get(id)!).length,
    both.filter((id) => later.get(id)! < earlier.get(id)!).length,
    countUndoing(ratedIn(earlier), ratedIn(later)),
  ]);
}

/** The judgements of the company that a claim is about; 0 for others. */
function countJudgements(stated: readonly StatedCompany[], claim: Readonly<Record<string, string>>): number {
  const own = stated.find(({ id }) => `company:${id}` === claim["subject"])?.judgements ?? [];
  const pillar = claim["pillar"];
  return own.filter(([of]) => pillar === undefined || of === PILLARS.indexOf(pillar)).length;
}

const ratedIn = (levels: ReadonlyMap<string, number | null>): number[] =>
  [...levels.values()].filter((level) => level !== null);

/** How many re-ratings bring the later median back to the earlier one, tried one after another. */
function countUndoing(earlier: readonly number[], later: readonly number[]): number {
  const medianOf = (levels: readonly number[]): number => slowMedian(distributionOf(levels, BANDS.length)) ?? 0;
  const [before, after] = [medianOf(earlier), medianOf(later)];
  const furthest = later.toSorted((a, b) => (after < before ? a - b : b - a));
  const isUndone = (count: number): boolean => {
    const median = medianOf(furthest.map((level, index) => (index < count ? before : level)));
    return after < before ? median >= before : median <= before;
  };
  return later.findIndex((_, count) => isUndone(count + 1)) + 1;
}

/** The medians of two companies over the pillars that both are judged in; null without one. */
function commonMedians(
  claim: Readonly<Record<string, string>>,
  stated: readonly StatedCompany[],
): readonly number[] | null {
  const names = [claim["subject"]!, claim["than"]!].map((name) => name.replace("company:", ""));
  const own = names.map((name) => stated.find(({ id }) => id === name)?.judgements ?? []);
  const pillars = own.map((judgements) => new Set(judgements.map(([pillar]) => pillar)));
  const common = pillars[0]!.intersection(pillars[1]!);
  if (common.size === 0) return null;
  return own.map((judgements) => {
    const counted = judgements.filter(([pillar]) => common.has(pillar)).map(([, band]) => band);
    return slowMedian(distributionOf(counted, BANDS.length))!;
  });
}

/** Every number that the sentences of an answer may have. */
function figuresIn(body: Members, claim: Readonly<Record<string, string>>): Set<number> {
  const known = new Set([
    Number(claim["value"]),
    Number(claim["percent"]),
    Number(body["minimum_companies"]),
    Number(body["ranked_countries"]),
  ]);
  const figures = [body["subject"], body["than"], body["before"]].filter((each) => each !== null) as Members[];
  for (const each of figures) {
    const counts = Object.values(each.distribution);
    // What stands below, at and above any band.
    for (const from of counts.keys()) {
      for (const to of counts.keys()) {
        const some = counts.slice(from, to + 1).reduce((sum, count) => sum + count, 0);
        known.add(some).add(Math.round((100 * some) / counts.reduce((sum, count) => sum + count, 0)));
      }
    }
    const judged = counts.reduce((sum, count) => sum + count, 0);
    for (const member of ["listed_companies", "flips_to_lower", "flips_to_higher", "rank", "tied_with"]) {
      known.add(Number(each[member] ?? 0));
    }
    known.add(each.listed_companies - judged);
    // “Three countries tie”: the subject is one of them.
    const tiedWith = Number(each["tied_with"] ?? 0);
    if (tiedWith > 0) known.add(tiedWith + 1);
  }
  const [a, b] = figures.map(({ distribution }) => Object.values(distribution));
  if (a === undefined || b === undefined) return known;
  const { pairs, ...parts } = countPairs(a, b);
  for (const part of Object.values(parts)) known.add(Math.round((100 * part) / pairs));
  return known
    .add(flipsToTie(a, b) ?? 0)
    .add(1)
    .add(99);
}

function expectedVerdict(
  claim: Readonly<Record<string, string>>,
  body: Members,
  ranks: readonly number[],
  releases: TwoLists,
): string {
  const isOfCompanies =
    claim["subject"]!.startsWith("company:") && (claim["is"] === "above" || claim["is"] === "below");
  if (isOfCompanies && claim["pillar"] === undefined) {
    const medians = commonMedians(claim, releases.now);
    if (medians === null) return "cannot_be_told";
    const [own, other] = medians;
    return (claim["is"] === "above" ? own! > other! : own! < other!) ? "holds" : "does_not_hold";
  }
  const { subject, than } = claim;
  if (than !== undefined && claim["pillar"] === undefined && areApart(releases.now, [subject!, than]))
    return "cannot_be_told";
  const truth = isTrue(claim, body, ranks.length, Math.max(...ranks));
  if (truth === null) return "cannot_be_told";
  if (!truth) return "does_not_hold";
  const isOnlyRanked = ["best", "worst"].includes(claim["is"]!) && ranks.length === 1;
  return isOnlyRanked || misleads(claim, body, releases) ? "misleading" : "holds";
}

/**
 * Checks that of any two releases no verdict contradicts the figures of its answer, and that
 * nothing fails but with a declared problem.
 */
export function checkAnyClaims(numRuns: number): void {
  const declared = ["invalid_request", "country_not_found", "sector_not_found", "company_not_found"];
  let answered = 0;
  fc.assert(
    fc.property(
      anyCompanies,
      anyCompanies,
      fc.constantFrom(...SUBJECTS),
      fc.constantFrom("", "safety"),
      fc.array(anyClaim, { minLength: 8, maxLength: 8 }),
      (now, then, subject, pillar, claims) => {
        const from = buildMemoryReleases(
          buildMemorySnapshot(RELEASE, now),
          buildMemorySnapshot(EARLIER, then, FACTS, "2025-11-20T10:00:00Z"),
        );
        const within = pillar === "" ? {} : { pillar };
        const { items } = ask("rank_countries", within, from);
        const ranks = items.flatMap(({ rank }) => rank ?? []);
        for (const parts of claims) {
          const claim = { subject, ...parts, ...within };
          let body: Members;
          try {
            body = ask("check_claim", claim, from);
          } catch (error) {
            assert.ok(error instanceof Problem && declared.includes(error.code), String(error));
            continue;
          }
          answered += 1;
          const expected = expectedVerdict(claim, body, ranks, { now, earlier: then });
          assert.equal(body["verdict"], expected, JSON.stringify([claim, body]));
          const known = figuresIn(body, claim)
            .add(items.length - ranks.length)
            .add(BANDS.length)
            .union(countsBetween(claim, { now, earlier: then }));
          const texts = [body["claim"], body["because"], body["say_instead"] ?? ""].map(String);
          for (const number of numbersIn(texts.join(" ").replaceAll(EARLIER, ""))) {
            assert.ok(known.has(number), `${number} in ${texts.join(" ")}`);
          }
          assert.doesNotMatch(
            `${String(body["claim"])} ${String(body["because"])} ${String(body["say_instead"])}`,
            /undefined|NaN|\. \.|  /u,
          );
        }
      },
    ),
    { numRuns },
  );
  assert.ok(answered > 2 * numRuns, `${answered} claims were answered`);
}
