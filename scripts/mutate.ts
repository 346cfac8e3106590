import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Chance, buildChance } from "./demo/chance.ts";
import { type Mutant, OPERATORS, findMutants } from "./mutants/find-mutants.ts";
import { ImportingTests } from "./mutants/importing-tests.ts";

/**
 * Changes src/ in small ways, one at a time, and tells which of them no quick test notices:
 * `mutate.ts [room | file | file:line] [--seed 7] [--count 20] [--files 30]`. It works in a copy of
 * the project. For each mutant the tests that import the changed file run, the nearest first, at
 * most `--files` of them, until one fails.
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Tests of one mutant that run longer hang: a group of files takes a few seconds. */
const MUTANT_SECONDS_MAX = 120;
/** How many test files of a room run in one process, after the nearest one alone. */
const FILES_A_PROCESS = 4;

interface Candidate extends Mutant {
  readonly file: string;
  readonly code: string;
}

type Verdict = "killed" | "timed out" | "survived" | "refused by types" | "without tests";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "7" },
    count: { type: "string", default: "20" },
    files: { type: "string", default: "30" },
  },
});

const [place = ""] = positionals;
const scratch = mkdtempSync(path.join(tmpdir(), "country-trust-mutants-"));
const COPY = path.join(scratch, "project");
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

copyProject();
const tests = new ImportingTests(COPY);
/** What tests say of the unchanged project: a file that fails there cannot tell. */
const passes = new Map<string, boolean>();
const verdicts: Verdict[] = [];
for (const mutant of choose(readCandidates(place), buildChance(Number(values.seed)), Number(values.count))) {
  const { verdict, by } = await judge(mutant);
  verdicts.push(verdict);
  const changed = mutant.code.slice(mutant.start, mutant.end);
  const change = `${oneLine(changed)} → ${oneLine(mutant.replacement)}`;
  console.log(`${verdict.padEnd(16)} ${mutant.file}:${mutant.line}  ${mutant.operator}: ${change}${by && `  (${by})`}`);
}
const countOf = (verdict: Verdict): string => `${verdicts.filter((each) => each === verdict).length} ${verdict}`;
const kinds = [...new Set(verdicts)].toSorted();
console.log(`${verdicts.length} mutants: ${kinds.map(countOf).join(", ")}; seed ${values.seed}`);

/** Everything that git has or would add, with the packages and the shared data of this checkout. */
function copyProject(): void {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  if (listed.status !== 0) throw new Error(listed.stderr.toString());
  for (const file of listed.stdout.toString().split("\0").filter(Boolean)) {
    if (!existsSync(path.join(ROOT, file))) continue;
    mkdirSync(path.dirname(path.join(COPY, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(COPY, file));
  }
  symlinkSync(path.join(ROOT, "node_modules"), path.join(COPY, "node_modules"));
  const shared = path.join(ROOT, "..", "shared");
  if (existsSync(shared)) symlinkSync(shared, path.join(scratch, "shared"));
}

function readCandidates(where: string): readonly Candidate[] {
  const [name = "", line] = where.split(":");
  const wanted = path.posix.join("src", name.replace(/^src\//, ""));
  const pattern = name.endsWith(".ts") ? wanted : `${wanted}/**/*.ts`;
  const candidates = globSync(pattern, { cwd: COPY })
    .toSorted()
    .flatMap((file) => {
      const code = readFileSync(path.join(COPY, file), "utf8");
      return findMutants(code).map((mutant) => ({ ...mutant, file, code }));
    });
  if (candidates.length === 0) throw new Error(`${wanted} has nothing to change`);
  return line === undefined ? candidates : candidates.filter((mutant) => mutant.line === Number(line));
}

/** Draws the kind of change first and the file then, so that no table of numbers fills the list. */
function choose(candidates: readonly Candidate[], chance: Chance, count: number): readonly Candidate[] {
  const left = new Set(candidates);
  const chosen: Candidate[] = [];
  while (left.size > 0 && chosen.length < count) {
    const operators = OPERATORS.filter((operator) => [...left].some((mutant) => mutant.operator === operator));
    const operator = chance.pick(operators);
    const ofKind = [...left].filter((mutant) => mutant.operator === operator);
    const file = chance.pick([...new Set(ofKind.map((mutant) => mutant.file))]);
    const mutant = chance.pick(ofKind.filter((each) => each.file === file));
    chosen.push(mutant);
    left.delete(mutant);
  }
  return chosen;
}

async function judge(mutant: Candidate): Promise<{ readonly verdict: Verdict; readonly by: string }> {
  const { file, code, start, end, replacement } = mutant;
  const mutated = code.slice(0, start) + replacement + code.slice(end);
  const waiting = tests.of(file).slice(0, Number(values.files));
  if (waiting.length === 0) return { verdict: "without tests", by: "" };
  for (const group of groupFiles(waiting)) {
    writeFileSync(path.join(COPY, file), mutated);
    const outcome = await runTests(group);
    writeFileSync(path.join(COPY, file), code);
    if (outcome === "passed" || !(await passUnchanged(group))) continue;
    return { verdict: outcome === "failed" ? "killed" : "timed out", by: group.join(" ") };
  }
  return isRefused(file, mutated, code)
    ? { verdict: "refused by types", by: "" }
    : { verdict: "survived", by: `${waiting.length} test files` };
}

function groupFiles([nearest, ...others]: readonly string[]): readonly (readonly string[])[] {
  const rooms = [...Map.groupBy(others, (file) => path.posix.dirname(file)).values()];
  const chunks = rooms.flatMap((files) =>
    files.flatMap((_, at) => (at % FILES_A_PROCESS === 0 ? [files.slice(at, at + FILES_A_PROCESS)] : [])),
  );
  return [nearest === undefined ? [] : [nearest], ...chunks];
}

async function passUnchanged(group: readonly string[]): Promise<boolean> {
  const key = group.join(" ");
  const known = passes.get(key) ?? (await runTests(group)) === "passed";
  if (!passes.has(key) && !known) console.log(`of no use, because they fail without a change: ${key}`);
  passes.set(key, known);
  return known;
}

/** Runs tests as scripts/run-tests.ts does in its processes, until one fails. */
async function runTests(files: readonly string[]): Promise<"passed" | "failed" | "timed out"> {
  const child = fork("scripts/run-tests.ts", ["quick", ...files], {
    cwd: COPY,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: "ignore",
    // A process group of its own: tests start processes, and a changed loop may never end.
    detached: true,
  });
  let found: "failed" | "timed out" | undefined;
  const stop = (why: "failed" | "timed out"): void => {
    found ??= why;
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGKILL");
  };
  const end = (): void => stop("failed");
  process.once("exit", end);
  const timer = setTimeout(() => stop("timed out"), MUTANT_SECONDS_MAX * 1000);
  child.on("message", (outcome: object) => {
    if ("kind" in outcome && outcome.kind === "failed") stop("failed");
  });
  const [status] = (await once(child, "exit")) as [number | null];
  clearTimeout(timer);
  process.off("exit", end);
  return found ?? (status === 0 ? "passed" : "failed");
}

/** Whether `npm run check` would notice: only asked for a mutant that no test has seen. */
function isRefused(file: string, mutated: string, code: string): boolean {
  writeFileSync(path.join(COPY, file), mutated);
  const checker = path.join(ROOT, "node_modules/typescript-native/bin/tsc");
  const cache = path.join(scratch, "types.tsbuildinfo");
  const words = [
    checker,
    "--noEmit",
    "--singleThreaded",
    "--incremental",
    "--tsBuildInfoFile",
    cache,
    "-p",
    "tsconfig.json",
  ];
  const { status } = spawnSync(process.execPath, words, { cwd: COPY, stdio: "ignore" });
  writeFileSync(path.join(COPY, file), code);
  return status !== 0;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 77)}…` : line;
}
