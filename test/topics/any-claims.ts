import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Problem } from "../../src/problem.ts";
import { countPairs, flipsToTie } from "../../src/trust/compare.ts";
import { numbersIn } from "./sentences.ts";
import { buildMemoryReleases, buildMemorySnapshot, FACTS } from "../fixtures/memory-release.ts";
import { anyCompanies } from "./any-companies.ts";
import { ask, type Members, RELEASE } from "./asking.ts";

const EARLIER = "2025-11-20-bbbbbbbbbbbb";

const BANDS = ["very_low", "low", "middle", "high", "very_high"];
const SUBJECTS = ["fr", "de", "nl", "us", "sector:energy", "sector:retail", "company:c-0", "company:c-1"];

const anyClaim = fc.oneof(
  fc.record({ is: fc.constantFrom("band", "at_least", "at_most", "most_at_least"), value: fc.constantFrom(...BANDS) }),
  fc.record({ is: fc.constant("share"), value: fc.constantFrom(...BANDS), percent: fc.constantFrom("0", "33", "50") }),
  fc.record({ is: fc.constant("average"), value: fc.constantFrom("1", "3") }),
  fc.record({ is: fc.constantFrom("companies_better", "companies_worse"), than: fc.constantFrom(...SUBJECTS) }),
  fc.record({ is: fc.constant("caused"), since: fc.constant(EARLIER) }),
  fc.record({ is: fc.constantFrom("above", "below"), than: fc.constantFrom(...SUBJECTS) }),
  fc.record({ is: fc.constantFrom("rank", "rank_alone"), value: fc.constantFrom("1", "2", "3") }),
  fc.record({ is: fc.constantFrom("best", "worst") }),
  fc.record({ is: fc.constantFrom("risen", "fallen", "unchanged"), since: fc.constant(EARLIER) }),
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
      : each.median_level === null || (each.type === "country" && countOf(each) < Number(body["minimum_companies"]));
  if (needed.some(isThin)) return null;
  const median = subject.median_level!;
  const level = BANDS.indexOf(claim["value"] ?? "") + 1;
  const atLeast = Object.values(subject.distribution).slice(level - 1);
  const truths: Readonly<Record<string, () => boolean>> = {
    band: () => median === level,
    at_least: () => median >= level,
    at_most: () => median <= level,
    most_at_least: () => 2 * atLeast.reduce((sum, count) => sum + count, 0) > countOf(subject),
    share: () => Math.abs((100 * (atLeast[0] ?? 0)) / countOf(subject) - Number(claim["percent"])) <= 0.5 + 1e-9,
    average: () => false,
    above: () => median > than!.median_level!,
    below: () => median < than!.median_level!,
    rank: () => subject.rank === Number(claim["value"]),
    rank_alone: () => subject.rank === Number(claim["value"]) && subject.tied_with === 0,
    best: () => subject.rank === 1 && subject.tied_with === 0,
    worst: () => subject.rank === last && last === ranked,
    risen: () => median > before!.median_level!,
    fallen: () => median < before!.median_level!,
    unchanged: () => median === before!.median_level!,
  };
  return truths[claim["is"]!]!();
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
      for (const to of counts.keys()) known.add(counts.slice(from, to + 1).reduce((sum, count) => sum + count, 0));
    }
    const judged = counts.reduce((sum, count) => sum + count, 0);
    for (const count of counts) known.add(Math.round((100 * count) / judged));
    for (const member of ["listed_companies", "flips_to_lower", "flips_to_higher", "rank", "tied_with"]) {
      known.add(Number(each[member] ?? 0));
    }
    known.add(each.listed_companies - judged);
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

/**
 * Checks that of any two releases no verdict contradicts the figures of its answer, and that
 * nothing fails but with a declared problem.
 */
export function checkAnyClaims(numRuns: number): void {
  const verdicts = new Map([
    [true, "holds"],
    [false, "does_not_hold"],
    [null, "cannot_be_told"],
  ] as const);
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
        const ranks = ask("rank_countries", within, from).items.flatMap(({ rank }) => rank ?? []);
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
          const expected = verdicts.get(isTrue(claim, body, ranks.length, Math.max(...ranks)));
          assert.equal(body["verdict"], expected, JSON.stringify([claim, body]));
          const known = figuresIn(body, claim);
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
