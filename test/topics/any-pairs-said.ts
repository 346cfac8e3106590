import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { FullStatement, Said } from "../../src/ask/said.ts";
import { changesBetween, moveInWords } from "../../src/topics/change/changes-between.ts";
import { compareInWords, type SideInWords } from "../../src/say/comparison.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import { buildMemoryReleases, buildMemorySnapshot, FACTS, type StatedCompany } from "../fixtures/memory-release.ts";
import { isEverywhereAhead, leadOf } from "../trust/what-readers-infer.ts";
import { distributionOf, slowMedian } from "../trust/distributions.ts";
import { anyCompanies, judgedAlike } from "./any-companies.ts";
import { ask, type Members, RELEASE } from "./asking.ts";

const EARLIER = "2025-11-20-bbbbbbbbbbbb";
const BANDS = FACTS.scale.bands.length;
const MINIMUM = FACTS.minimumCompanies;

type Levels = ReadonlyMap<string, number>;

const medianOf = (levels: readonly number[]): number | null => slowMedian(distributionOf(levels, BANDS));

/** The judged companies of a country or a sector by their levels, from what was stated of them. */
function levelsOf(companies: readonly StatedCompany[], subject: string): Levels {
  const [kind, key] = subject.split(":");
  const own = companies.filter(({ country, sector }) => (kind === "country" ? country : sector) === key);
  return new Map(
    own.flatMap(({ id, judgements }) => {
      const level = medianOf(judgements.map(([, band]) => band));
      return level === null ? [] : [[id, level] as const];
    }),
  );
}

/** Whether a change is as the companies of both releases say. */
function isChangeTrue(
  { claim }: FullStatement,
  [before, after]: readonly [Levels, Levels],
  [alikeBefore, alikeAfter]: readonly [Levels, Levels],
): boolean {
  const both = [...alikeAfter.keys()].filter((id) => alikeBefore.has(id) && before.has(id) && after.has(id));
  const moved = (medianOf([...after.values()]) ?? 0) - (medianOf([...before.values()]) ?? 0);
  const [then, now] = [alikeBefore, alikeAfter].map((levels) => medianOf(both.map((id) => levels.get(id)!)) ?? 0);
  if (claim === "risen") return moved > 0 && now! > then!;
  if (claim === "fallen") return moved < 0 && now! < then!;
  // A trend that both medians show is said as one.
  if (claim === "moved") return moved !== 0 && Math.sign(now! - then!) !== Math.sign(moved);
  return claim === "band" ? true : assert.fail(`no oracle for ${claim}`);
}

/** Checks what is said of an area in two releases against the companies alone. */
function checkMove({ text, statements }: Said, now: readonly StatedCompany[], then: readonly StatedCompany[]): void {
  for (const statement of statements) {
    const [before, after] = [then, now].map((companies) => levelsOf(companies, statement.subject));
    assert.ok(before && after && after.size >= MINIMUM, text);
    if (statement.claim === "band") {
      assert.equal(medianOf([...after.values()]), statement.level, text);
      continue;
    }
    const alike = [
      levelsOf(judgedAlike(then, now), statement.subject),
      levelsOf(judgedAlike(now, then), statement.subject),
    ] as const;
    assert.ok(before.size >= MINIMUM && isChangeTrue(statement, [before, after], alike), `${text} ${statement.claim}`);
    const isSame = before.size === after.size && [...before.keys()].every((id) => after.has(id));
    if (!isSame) assert.match(text, /in both releases/u);
    const isJudgedAlike = [...before].every(([id, level]) => !after.has(id) || alike[0].get(id) === level);
    if (!isJudgedAlike) assert.match(text, /judgements that came or went/u);
  }
}

/** Checks what is said of two countries against the companies alone. */
function checkComparison({ text, statements }: Said, companies: readonly StatedCompany[]): void {
  for (const { claim, subject, than, ...rest } of statements) {
    const own = [...levelsOf(companies, subject).values()];
    assert.ok(own.length >= MINIMUM, text);
    if (claim === "band") {
      assert.equal(medianOf(own), (rest as { level: number }).level, text);
      continue;
    }
    const others = [...levelsOf(companies, than ?? "").values()];
    const lead = leadOf(own, others);
    const isAhead = isEverywhereAhead(own, others);
    const [first, second] = [distributionOf(own, BANDS), distributionOf(others, BANDS)];
    const isAlike = first.every((count, index) => count * others.length === second[index]! * own.length);
    const isTrue: Readonly<Record<string, boolean>> = {
      above: medianOf(own)! > medianOf(others)!,
      pairs_higher: lead >= 0.1 && isAhead,
      pairs_more: lead >= 0.1 && !isAhead,
      pairs_alike: Math.abs(lead) < 0.1 && !isAlike,
      spread_alike: isAlike,
    };
    assert.equal(isTrue[claim], true, `${text} ${claim}`);
    if (claim === "above") assert.equal(text.includes(", but "), lead <= -0.1, text);
  }
}

function sideOf(companies: readonly StatedCompany[], iso2: string): SideInWords {
  const distribution = distributionOf([...levelsOf(companies, `country:${iso2}`).values()], BANDS);
  const [ranked] = rankByMedian([{ code: iso2, name: iso2, distribution }], MINIMUM);
  assert.ok(ranked);
  const listedCompanies = companies.filter(({ country }) => country === iso2).length;
  return { subject: `country:${iso2}`, name: iso2, ranked, listedCompanies };
}

/** Checks that each summary of a change is what is said of that country, and of no other. */
function checkSummaries(moved: readonly Members[], said: ReadonlyMap<string, string>): void {
  for (const { slug, summary } of moved) assert.equal(summary, said.get(slug));
}

/** Checks every sentence about changes and about two countries, of any two releases. */
export function checkAnyPairsSaid(numRuns: number): void {
  let statements = 0;
  fc.assert(
    fc.property(anyCompanies, anyCompanies, (now, then) => {
      const after = buildMemorySnapshot(RELEASE, now);
      const before = buildMemorySnapshot(EARLIER, then, FACTS, "2025-11-20T10:00:00Z");
      const releases = buildMemoryReleases(after, before);
      const changes = changesBetween(releases, before, after);
      assert.ok(changes !== null && !(changes instanceof Promise));
      for (const kind of ["country", "sector"] as const) {
        for (const moved of kind === "country" ? changes.countries.moved : changes.sectors.moved) {
          const whole = moveInWords(before, after, kind, moved);
          checkMove(whole, now, then);
          assert.ok(whole.text.startsWith(whole.first));
          statements += whole.statements.length;
        }
      }
      const codes = [...new Set(now.flatMap(({ country }) => country ?? []))];
      for (const [index, code] of codes.entries()) {
        for (const other of codes.slice(index + 1)) {
          const by = { minimumCompanies: MINIMUM, pillar: null };
          const said = compareInWords(FACTS.scale, sideOf(now, code), sideOf(now, other), by);
          checkComparison(said, now);
          statements += said.statements.length;
        }
      }
      const { moved } = ask("list_changes", {}, releases).countries as unknown as {
        readonly moved: readonly Members[];
      };
      const texts = changes.countries.moved.map((area) => moveInWords(before, after, "country", area).text);
      const said = new Map(moved.map(({ slug }, index) => [slug, texts[index] ?? ""]));
      checkSummaries(moved, said);
      const [first, second] = moved;
      if (first === undefined || second === undefined) return;
      const swapped = [{ ...first, summary: second["summary"] }];
      assert.throws(() => checkSummaries(swapped, said), assert.AssertionError);
    }),
    { numRuns },
  );
  assert.ok(statements > numRuns, `${statements} statements`);
}
