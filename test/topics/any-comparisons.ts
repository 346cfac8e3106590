import assert from "node:assert/strict";
import * as fc from "fast-check";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { anyCompanies } from "./any-companies.ts";
import { ask, type Members } from "./asking.ts";

/** Checks that the comparisons of any release, turned round, say the opposite and fit together. */
export function checkAnyComparisons(numRuns: number): void {
  fc.assert(
    fc.property(
      anyCompanies,
      fc.constantFrom(undefined, "energy", "retail"),
      fc.constantFrom(undefined, "safety"),
      (companies, sector, pillar) => {
        const releases = buildMemoryReleases(buildMemorySnapshot("2026-11-20-aaaaaaaaaaaa", companies));
        const present = releases.current().countries.map(({ slug }) => slug);
        const sectors = releases.current().sectors.map(({ slug }) => slug);
        if (present.length < 2 || (sector !== undefined && !sectors.includes(sector))) return;
        const rest = { ...(sector === undefined ? {} : { sector }), ...(pillar === undefined ? {} : { pillar }) };
        const there = ask("compare_countries", { countries: present.join(","), ...rest }, releases);
        const back = ask("compare_countries", { countries: present.toReversed().join(","), ...rest }, releases);
        for (const pair of there.items) checkPair(pair, there, back);
      },
    ),
    { numRuns },
  );
}

interface Shares {
  readonly higher: { readonly numerator: number; readonly denominator: number };
  readonly same: { readonly numerator: number };
  readonly lower: { readonly numerator: number };
}

const OPPOSITE: Readonly<Record<string, string>> = {
  higher: "lower",
  lower: "higher",
  first: "second",
  second: "first",
};
const turn = (word: unknown): unknown => OPPOSITE[String(word)] ?? word;

function checkPair(pair: Members, { countries, ...body }: Members, back: Members): void {
  const other = back.items.find(({ first, second }) => first === pair["second"] && second === pair["first"]);
  assert.deepEqual([other?.["by_median"], other?.["dominance"]], [turn(pair["by_median"]), turn(pair["dominance"])]);
  assert.equal(other?.["flips_to_tie"], pair["flips_to_tie"]);
  const [a, b] = ["first", "second"].map((side) => countries.find(({ slug }) => slug === pair[side])!);
  if (pair["by_median"] === "higher") assert.ok(a!.median_level! > b!.median_level!);
  if (pair["by_median"] === "lower") assert.ok(a!.median_level! < b!.median_level!);
  const isThin = [a, b].some((each) => each!.judged_companies < Number(body["minimum_companies"]));
  if (isThin) assert.equal(pair["by_median"], "cannot_be_told_apart");
  if (pair["reason"] === "too_few_companies")
    assert.deepEqual([pair["dominance"], pair["flips_to_tie"]], [null, null], "from too few companies");
  const pairs = pair["pairs"] as Shares | null;
  if (pairs === null) return assert.ok(a!.judged_companies === 0 || b!.judged_companies === 0);
  const { higher, same, lower } = pairs;
  assert.equal(higher.numerator + same.numerator + lower.numerator, a!.judged_companies * b!.judged_companies);
  assert.equal(higher.denominator, a!.judged_companies * b!.judged_companies);
  // Whoever dominates is higher in at least as many pairs, and has no lower median.
  if (pair["dominance"] === "first") {
    assert.ok(higher.numerator >= lower.numerator);
    assert.ok(a!.median_level! >= b!.median_level!);
  }
  if (!isThin) assert.equal(pair["flips_to_tie"] === 0, a!.median_level === b!.median_level);
}
