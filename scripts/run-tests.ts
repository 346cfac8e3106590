import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect, parseArgs } from "node:util";
import { globalSetup, globalTeardown } from "../test/fixtures/publish-demonstration.ts";

/**
 * Runs tests: `run-tests.ts quick` every `*.test.ts` but the long ones, `run-tests.ts long` every
 * `*.long.test.ts`, with file names only these. The quick files of a folder of `test/` run in one
 * process, a room; each long one has a process of its own. At the end it prints what failed, what
 * was skipped and why, and the processor time of all processes.
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** After so long a test hangs; how long it should take is no question of passing. */
const QUICK_SECONDS_MAX = 300;
const LONG_SECONDS_MAX = 600;
/** After so much more, a process that reports nothing is asked what keeps it alive, and ended. */
const SILENT_SECONDS_MAX = 30;
/** The message that asks for that. */
const NAME_WHAT_IS_OPEN = "name what is open";
/**
 * What tests make is soon garbage, beside little that lives: a heap that begins small is collected
 * with every publication, which costs a tenth of the processor time.
 */
const HEAP = ["--initial-old-space-size=400", "--min-semi-space-size=16"];

/** Long files with much work in few lines: begun last, they would run alone at the end. */
const WORK_IN_FEW_LINES = new Set(
  [
    "topics/every-sentence",
    "search/judged",
    "search/fuzz",
    "fuzz/described",
    "fuzz/malformed",
    "mcp/faithfulness",
    "atlas/border-nearest",
    "atlas/world-map",
    "topics/any-release",
  ].map((name) => `test/${name}.long.test.ts`),
);

/** What a process that runs tests reports, one message a test, and one when it is done. */
interface Outcome {
  readonly kind: "passed" | "failed" | "skipped";
  /** Names from the outermost to the test's own. */
  readonly name: string;
  readonly file: string;
  /** Why it failed or was skipped. */
  readonly why: string;
  readonly milliseconds: number;
  /** What the process used since the test before, with the processes that ended meanwhile. */
  readonly processorSeconds: number;
}

interface Group {
  readonly name: string;
  readonly files: readonly string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "test-name-pattern": { type: "string" }, slowest: { type: "string" } },
});
const [set = "quick", ...named] = positionals;

if (process.send) process.exitCode = await runInThisProcess(named);
else process.exitCode = await runGroups(named.length === 0 ? findFiles(set) : chooseFiles(named));

function isLong(file: string): boolean {
  return file.endsWith(".long.test.ts");
}

/** Those of the set: what a pattern of the shell names has both kinds. */
function chooseFiles(files: readonly string[]): readonly string[] {
  const chosen = files.filter((file) => isLong(file) === (set === "long"));
  return chosen.length === 0 ? files : chosen;
}

function findFiles(wanted: string): string[] {
  return globSync("test/**/*.test.ts", { cwd: ROOT }).filter((file) => isLong(file) === (wanted === "long"));
}

/** Runs all files of this process one after another and reports to the parent. */
async function runInThisProcess(files: readonly string[]): Promise<number> {
  const pattern = values["test-name-pattern"];
  const stream = run({
    files: files.map((file) => path.resolve(ROOT, file)),
    isolation: "none",
    timeout: (files.some(isLong) ? LONG_SECONDS_MAX : QUICK_SECONDS_MAX) * 1000,
    ...(pattern !== undefined && { testNamePatterns: new RegExp(pattern, "u") }),
  });
  endWhenAsked();
  let failed = false;
  const report = (outcome: Outcome): unknown => process.send?.(outcome);
  const names: string[] = [];
  let usedBefore = readProcessorSeconds() ?? 0;
  const readUsed = (): number => {
    const used = readProcessorSeconds() ?? 0;
    const processorSeconds = used - usedBefore;
    usedBefore = used;
    return processorSeconds;
  };
  stream.on("test:start", ({ name, nesting }) => (names[nesting] = name));
  const nameOf = (name: string, nesting: number): string => [...names.slice(0, nesting), name].join(" › ");
  const placeOf = (file: string | undefined): string => (file === undefined ? "" : path.relative(ROOT, file));
  stream.on("test:pass", ({ name, nesting, file, skip, details }) => {
    if (details.type === "suite" && skip === undefined) return;
    const kind = skip === undefined ? "passed" : "skipped";
    const why = typeof skip === "string" ? skip : "";
    const { duration_ms: milliseconds } = details;
    report({
      kind,
      name: nameOf(name, nesting),
      file: placeOf(file),
      why,
      milliseconds,
      processorSeconds: readUsed(),
    });
  });
  stream.on("test:fail", ({ name, nesting, file, details }) => {
    failed = true;
    const { cause } = details.error;
    // A suite fails when one of its tests does: that test is reported itself.
    if (details.type === "suite" && /subtests? failed/u.test(details.error.message)) return;
    const why = inspect(cause ?? details.error, { depth: 4 });
    report({
      kind: "failed",
      name: nameOf(name, nesting),
      file: placeOf(file),
      why,
      milliseconds: details.duration_ms,
      processorSeconds: readUsed(),
    });
  });
  await once(stream.resume(), "end");
  process.send?.({ processorSeconds: readProcessorSeconds() });
  process.disconnect?.();
  return failed ? 1 : 0;
}

/** Ends this process when asked to: `node:test` waits for ever for what a test left open. */
function endWhenAsked(): void {
  process.on("message", (message) => {
    if (message !== NAME_WHAT_IS_OPEN) return;
    process.stdout.write(`open: ${process.getActiveResourcesInfo().join(", ")}\n`);
    process.exit(2);
  });
  process.channel?.unref();
}

/** One process a folder for quick files, one for each long file; the largest begin first. */
function groupFiles(files: readonly string[]): Group[] {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const name = isLong(file) ? file : path.dirname(path.relative(ROOT, path.resolve(ROOT, file)));
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  const sizeOf = ({ name, files: own }: Group): number =>
    WORK_IN_FEW_LINES.has(name)
      ? Number.MAX_SAFE_INTEGER
      : own.reduce((sum, file) => sum + readFileSync(path.resolve(ROOT, file)).length, 0);
  return [...groups].map(([name, own]) => ({ name, files: own })).toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

async function runGroups(files: readonly string[]): Promise<number> {
  const startedAt = Date.now();
  const outcomes: Outcome[] = [];
  const waiting = groupFiles(files);
  // A few files are sooner done when those that need the demonstration publish it themselves.
  const isWhole = named.length === 0;
  if (isWhole) await globalSetup();
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      outcomes.push(...(await runGroup(group)));
    }
  };
  try {
    // One more than there are processors: some tests wait for servers and browsers.
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  } finally {
    if (isWhole) globalTeardown();
  }
  return printEnd(outcomes, (Date.now() - startedAt) / 1000);
}

async function runGroup(group: Group): Promise<Outcome[]> {
  const startedAt = Date.now();
  const outcomes: Outcome[] = [];
  const words = values["test-name-pattern"] === undefined ? [] : [`--test-name-pattern=${values["test-name-pattern"]}`];
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [...words, set, ...group.files], {
    cwd: ROOT,
    execArgv: [...process.execArgv, ...HEAP],
  });
  let processorSeconds: number | null = null;
  // A test that hangs is ended by its own limit, but neither one that keeps the thread busy nor a
  // process that a test left something open in.
  const end = (): void => {
    process.stdout.write(`${group.name} reports nothing any more, after: ${outcomes.at(-1)?.name ?? "its start"}\n`);
    child.send(NAME_WHAT_IS_OPEN);
    setTimeout(() => child.kill("SIGKILL"), 5000).unref();
  };
  const silentSeconds = (isLong(group.name) ? LONG_SECONDS_MAX : QUICK_SECONDS_MAX) + SILENT_SECONDS_MAX;
  const watch = setTimeout(end, silentSeconds * 1000);
  child.on("message", (message: Outcome | { readonly processorSeconds: number | null }) => {
    watch.refresh();
    if ("kind" in message) outcomes.push(message);
    else processorSeconds = message.processorSeconds;
  });
  const [status, signal] = (await once(child, "exit")) as [number | null, string | null];
  clearTimeout(watch);
  const failed = outcomes.filter(({ kind }) => kind === "failed");
  if (status !== 0 && failed.length === 0) {
    const why = `its process ended with ${signal ?? `status ${status}`}`;
    outcomes.push({ kind: "failed", name: group.name, file: group.name, why, milliseconds: 0, processorSeconds: 0 });
  }
  const seconds = `${((Date.now() - startedAt) / 1000).toFixed(1)} s, ${writeSeconds(processorSeconds)} of processor time`;
  const verdict = failed.length === 0 && status === 0 ? "ok  " : "FAIL";
  process.stdout.write(`${verdict} ${group.name} (${outcomes.length} tests, ${seconds})\n`);
  for (const { name, file, why } of outcomes.filter(({ kind }) => kind === "failed"))
    process.stdout.write(`\n  ${name}\n  ${file}\n${why.replaceAll(/^/gmu, "    ")}\n\n`);
  return outcomes;
}

function printEnd(outcomes: readonly Outcome[], wallSeconds: number): number {
  const of = (kind: Outcome["kind"]): Outcome[] => outcomes.filter((outcome) => outcome.kind === kind);
  printDearest(outcomes, Number(values.slowest ?? 0));
  for (const { name, file, why } of of("skipped"))
    process.stdout.write(`skipped  ${file}: ${name}: ${why || "no reason"}\n`);
  for (const { name, file } of of("failed")) process.stdout.write(`FAILED  ${file}: ${name}\n`);
  process.stdout.write(`${wallSeconds.toFixed(1)} s, ${writeSeconds(readProcessorSeconds())} of processor time\n`);
  process.stdout.write(
    `${of("passed").length} passed, ${of("failed").length} failed, ${of("skipped").length} skipped\n`,
  );
  return of("failed").length === 0 && of("passed").length > 0 ? 0 : 1;
}

/** The dearest files and tests: a busy machine makes tests slow, but hardly dearer. */
function printDearest(outcomes: readonly Outcome[], count: number): void {
  const files = Map.groupBy(outcomes, ({ file }) => file);
  const sums = [...files].map(([file, own]) => ({
    file,
    processorSeconds: own.reduce((sum, outcome) => sum + outcome.processorSeconds, 0),
  }));
  for (const { file, processorSeconds } of dearest(sums, count))
    process.stdout.write(`${processorSeconds.toFixed(1)} s of processor time  ${file}\n`);
  for (const { name, file, milliseconds, processorSeconds } of dearest(outcomes, count)) {
    const seconds = `${processorSeconds.toFixed(1)} s of processor time in ${(milliseconds / 1000).toFixed(1)} s`;
    process.stdout.write(`${seconds}  ${file}: ${name}\n`);
  }
}

function dearest<Item extends { readonly processorSeconds: number }>(items: readonly Item[], count: number): Item[] {
  return items.toSorted((a, b) => b.processorSeconds - a.processorSeconds).slice(0, count);
}

function writeSeconds(seconds: number | null): string {
  return seconds === null ? "an unknown number" : `${seconds.toFixed(1)} s`;
}

/** What this process and all that ended below it used, by proc(5); null without /proc. */
function readProcessorSeconds(): number | null {
  const TICKS_PER_SECOND = 100;
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
