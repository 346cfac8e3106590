import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { examine } from "../../src/trust/statements.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { checkAll } from "./what-readers-infer.ts";

test("of every two releases of up to four companies over three bands", () => checkAll(examine, 4));

const TRUST = fileURLToPath(new URL("../../src/trust", import.meta.url));

/** Every companion and every case of `examine`, taken away or turned round. */
const MUTANTS: readonly (readonly [file: string, from: string, to: string])[] = [
  ["statements.ts", `) ? ["thin"] : [];`, ") ? [] : [];"],
  ["statements.ts", `if (isTied) companions.push("tie");`, ""],
  ["statements.ts", `if (ranking.some(({ rank }) => rank === null)) companions.push("coverage");`, ""],
  ["statements.ts", `(listed ?? count) > count ? ["coverage"] : []`, "(listed ?? count) > count ? [] : []"],
  ["statements.ts", `isNarrow ? (["narrow"] as const) : []`, "isNarrow ? [] : []"],
  ["statements.ts", `isOpposed ? (["opposite_pairs"] as const) : []`, "isOpposed ? [] : []"],
  ["statements.ts", "? counts.toReversed() : counts;", "? counts : counts.toReversed();"],
  ["statements.ts", `companions.push("common_pillars")`, "companions.push()"],
  ["statements.ts", `companions.push("composition")`, "companions.push()"],
  ["statements.ts", `if (figures.isOfPart === true) return cannotBeTold("part_of");`, ""],
  ["statements.ts", `if (figures.incomparable != null) return cannotBeTold(figures.incomparable);`, ""],
  ["statements.ts", `if (own.rankReason !== null && !isOfTwo(claim)) return cannotBeTold(own.rankReason);`, ""],
  ["statements.ts", `if (before.rankReason !== null) return cannotBeTold(before.rankReason);`, ""],
  ["statements.ts", `if (claim === "caused") return cannotBeTold("no_cause");`, ""],
  ["statements.ts", `return cannotBeTold("no_sample");`, "return { ...holdsUntil(null), companions: [] };"],
  ["statements.ts", `commonPillars?.common === 0`, "commonPillars?.common === -1"],
  ["statements.ts", `reason === "too_few_companies"\n`, "reason === null\n"],
  ["statements.ts", `if (statement.claim === "shares_rank" && !isTied)`, "if (false)"],
  ["statements.ts", `if (statement.claim === "rank" && isTied)`, "if (false)"],
  ["statements.ts", `(claim === "risen" || claim === "fallen") && !isMovedAlike(matched, moved)`, "false"],
  ["statements.ts", "directionOf(matched) === Math.sign(levels)", "directionOf(matched) !== -Math.sign(levels)"],
  ["statements.ts", "result.flipsToChange <= few", "result.flipsToChange < few"],
  [
    "statements.ts",
    `    case "count":
      return { ...checkCount(distribution, statement.level, statement.count), companions: coverageOf(figures) };
`,
    "",
  ],
  [
    "statements.ts",
    `    case "no_higher_than":
      return examineHighest(statement.level, figures);
`,
    "",
  ],
  ["statements.ts", `if (claim === "unranked") return examineUnranked(own);`, ""],
  ["statements.ts", `own.rankReason === null ? doesNotHold`, "own.rankReason !== null ? doesNotHold"],
  [
    "statements.ts",
    "const isOnly = ranking.filter(({ rank }) => rank !== null).length === 1;",
    "const isOnly = ranking.filter(({ rank }) => rank !== null).length === 0;",
  ],
  ["statements.ts", "if (highest <= level)", "if (highest < level)"],
  [
    "statements.ts",
    `return { ...refuseAverage(), companions: [] };`,
    "return { ...holdsUntil(null), companions: [] };",
  ],
  ["statements.ts", `checkAbove(own, than) : checkAbove(than, own)`, "checkAbove(than, own) : checkAbove(own, than)"],
  [
    "statements.ts",
    `if (before === undefined) return cannotBeTold("not_judged");`,
    `if (before === undefined) return { ...holdsUntil(null), companions: [] };`,
  ],
  ["claims.ts", "if (unsaid !== null)", "if (false)"],
  ["claims.ts", `return doesNotHold("no_average", null);`, "return holdsUntil(null);"],
  ["claims.ts", "pairs_higher: isClear(higher - lower) && isAhead,", "pairs_higher: isClear(higher - lower),"],
  ["claims.ts", "pairs_more: isClear(higher - lower) && !isAhead,", "pairs_more: isClear(higher - lower),"],
  ["claims.ts", "pairs_alike: !isClear(Math.abs(higher - lower)),", "pairs_alike: true,"],
  ["compare.ts", "there * others === (second[index] ?? 0) * count", "there === (second[index] ?? 0)"],
];

describe("a change of what may be said is noticed", () => {
  for (const [file, from, to] of MUTANTS) {
    test(`${file}: ${from} → ${to}`, async () => {
      const folder = path.join(newTemporaryFolder(), "trust");
      cpSync(TRUST, folder, { recursive: true });
      const source = readFileSync(path.join(folder, file), "utf8");
      assert.equal(source.split(from).length, 2, "what is changed stands there once");
      writeFileSync(path.join(folder, file), source.replace(from, to));
      const mutant = (await import(pathToFileURL(path.join(folder, "statements.ts")).href)) as {
        readonly examine: typeof examine;
      };
      assert.throws(() => checkAll(mutant.examine, 4), assert.AssertionError);
    });
  }
});
