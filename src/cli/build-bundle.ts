import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { openAtlas } from "../atlas/atlas.ts";
import { openDataset, type ProblemReport } from "../intake/open-dataset.ts";
import { buildRelease } from "../release/build-release.ts";
import type { Manifest } from "../release/manifest.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import type { GateLimits } from "../trust/gate-limits.ts";
import { type Carried, carryOver } from "./carried-replies.ts";
import { type Console, type Options, type OptionValues, printJson, textOption, UsageError } from "./command.ts";
import { counted, formatCount, showProgress } from "./output.ts";
import type { IntakeCounts } from "../trust/dataset.ts";

/** The options of every command that reads a dataset. */
export const DATASET_OPTIONS = {
  data: { type: "string" },
  "skip-bad-rows": { type: "boolean" },
  "max-skipped": { type: "string" },
  "no-carried-replies": { type: "boolean" },
  problems: { type: "string" },
} satisfies Options;

export const DATASET_HELP = `Arguments:
  <folder>           Dataset: dataset.json with its tables or an intake.sql, see docs/data-format.md

Options:
  --data <folder>    Folder of the raw files that intake.sql reads (default: <folder>)
  --skip-bad-rows    Leave out rows with problems; the release records how many
  --max-skipped <percent>
                     The most rows of a table that may be left out (default: 5)
  --no-carried-replies
                     Keep no reply of the current release that the table replies does not have
  --problems <file>  Where to write the list of all problems (default: problems.csv in DATA_DIR)`;

/** Reads a dataset and builds its bundle in a folder. */
export interface BundleRequest {
  readonly console: Console;
  /** Of the dataset. */
  readonly folder: string;
  readonly options: OptionValues;
}

export interface BuiltBundle {
  readonly manifest: Manifest;
  /** What the dataset lets pass without accepting it. */
  readonly gate: GateLimits;
  /** Pairs of names that the dataset says are two companies. */
  readonly toldApart: readonly (readonly string[])[];
  /** The replies of the current release that still stand. */
  readonly carried: Carried;
  /** What its publisher should know, and what stands in nobody's way. */
  readonly notices: readonly string[];
}

/**
 * Builds the bundle of a dataset in `target`, an empty folder; `workFolder` takes temporary files.
 * Prints the problems of the dataset, and returns null if it cannot be published because of them.
 */
export async function buildBundle(
  { console, folder, options }: BundleRequest,
  workFolder: string,
  target: string,
): Promise<BuiltBundle | null> {
  const { settings } = console;
  const maxSkipped = maxSkippedPercent(options);
  const progress = showProgress(console);
  const result = await openDataset({
    folder: path.resolve(folder),
    dataFolder: resolved(textOption(options, "data")),
    workFolder,
    memoryMiB: settings.intakeMemoryMib,
    threads: settings.intakeThreads || availableParallelism(),
    sqlSeconds: settings.intakeSeconds,
    skipBadRows: options["skip-bad-rows"] === true,
    now: console.now(),
    atlas: openAtlas(),
    onProgress: progress.onProgress,
  });
  progress.finish();
  const tooMany = result.ok ? findTooManySkipped(result.dataset.counts, maxSkipped) : [];
  await reportProblems(console, result.problems, options, result.ok ? tooMany : null);
  if (!result.ok) return null;
  try {
    if (tooMany.length > 0) return null;
    const { dataset } = result;
    const publishedAt = console.now();
    const store = new ReleaseStore(settings.dataFolder, console.now);
    const carried = await carryOver(store, dataset, options["no-carried-replies"] === true);
    for (const line of carried.lines) console.say(`Note: ${escapeControls(line)}`);
    const { onProgress } = progress;
    const manifest = await buildRelease({
      dataset,
      folder: target,
      publishedAt,
      carriedReplies: carried.count,
      onProgress,
    });
    return { manifest, gate: dataset.gate, toldApart: dataset.toldApart, carried, notices: result.problems.notices };
  } finally {
    progress.finish();
    result.dataset.close();
  }
}

function resolved(folder: string | undefined): string | null {
  return folder === undefined ? null : path.resolve(folder);
}

/**
 * Prints a summary of the problems and writes all of them to a file. `tooMany` says of which tables
 * too many rows would be left out, and is null where the problems prevent a publication anyway.
 */
async function reportProblems(
  console: Console,
  problems: ProblemReport,
  options: OptionValues,
  tooMany: readonly string[] | null,
): Promise<void> {
  for (const notice of problems.notices) console.say(`Note: ${notice}`);
  if (problems.total === 0) return;
  const file = resolved(textOption(options, "problems")) ?? path.join(console.settings.dataFolder, "problems.csv");
  await mkdir(path.dirname(file), { recursive: true });
  await problems.writeCsv(file);
  console.say(`${counted(problems.total, "problem")} in this dataset. Full list: ${file}`);
  for (const kind of problems.kinds) for (const line of kindLines(kind)) console.say(line);
  for (const sentence of tooMany ?? []) console.say(sentence);
  if (tooMany?.length === 0) console.say("These rows are left out (--skip-bad-rows).");
  else if (options["json"] === true)
    printJson(console, {
      problems: problems.total,
      problems_file: file,
      kinds: problems.kinds,
      too_many_skipped: tooMany ?? [],
      notices: problems.notices,
    });
}

function kindLines({ table, column, kind, count, expected, shown }: ProblemReport["kinds"][number]): string[] {
  const lines = [
    `\n${table}${column === null ? "" : `.${column}`}: ${kind} (${formatCount(count)}); expected ${expected}`,
  ];
  for (const row of shown) {
    const source = [row.file, row.place].filter((part) => part !== null && part !== "").join(", ");
    const detail = `found ${row.found}${row.expected === expected ? "" : `; expected ${row.expected}`}`;
    const advice = row.advice === null ? "" : `. ${row.advice}`;
    const text = `${source && `${source}: `}${detail}`;
    lines.push(`  ${table === "intake.sql" ? text : escapeControls(text)}${advice}`);
  }
  if (count > shown.length) lines.push(`  … and ${formatCount(count - shown.length)} more`);
  return lines;
}

const CONTROLS = /[\p{Cc}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

/**
 * Escapes control and bidirectional characters of a file, so that they cannot act on the terminal.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (found) => `\\u{${found.codePointAt(0)!.toString(16)}}`);
}

const DEFAULT_PERCENT = 5;

/** The most rows of a table that may be left out, in percent. Throws a UsageError. */
function maxSkippedPercent(options: OptionValues): number {
  const given = textOption(options, "max-skipped");
  if (given === undefined) return DEFAULT_PERCENT;
  const percent = /^\d{1,3}(?:\.\d+)?$/u.test(given) ? Number(given) : Number.NaN;
  if (!(percent <= 100)) throw new UsageError("--max-skipped takes a percentage from 0 to 100");
  return percent;
}

/** A sentence for each table of which more rows would be left out than `percent` of them. */
function findTooManySkipped(counts: IntakeCounts, percent: number): string[] {
  const { skippedRows: skipped, supersededJudgements: superseded } = counts;
  const tables = [
    ["companies", skipped.companies, counts.companies + counts.duplicateCompanies],
    ["products", skipped.products, counts.products + counts.duplicateProducts],
    ["judgements", skipped.judgements, counts.judgements + counts.duplicateJudgements + superseded],
    ["replies", skipped.replies, counts.replies + counts.duplicateReplies],
  ] as const;
  return tables.flatMap(([table, left, kept]) => {
    const rows = left + kept;
    if (left * 100 <= percent * rows) return [];
    const share = Math.ceil((left * 100) / rows);
    return [
      `${formatCount(left)} of ${formatCount(rows)} rows of ${table} would be left out, more than ${percent} %: correct them, or allow it with --max-skipped ${share}.`,
    ];
  });
}
