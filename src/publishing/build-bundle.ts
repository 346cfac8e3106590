import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { openAtlas } from "../atlas/atlas.ts";
import { openDataset } from "../intake/open-dataset.ts";
import { buildRelease } from "../release/build-release.ts";
import type { Manifest } from "../release/manifest.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import type { GateLimits } from "../trust/gate-limits.ts";
import { type CarryOver, carryOver } from "./carried-replies.ts";
import { formatCount } from "../intake/counted.ts";
import type { DatasetProblems, PublishingContext } from "./context.ts";
import type { IntakeCounts } from "../trust/dataset.ts";

/** A dataset, and how it is read. */
export interface DatasetRequest {
  readonly folder: string;
  /** The folder of the raw files that intake.sql reads; without it, `folder`. */
  readonly rawFolder?: string | null;
  /** True if rows with problems are left out. */
  readonly skipsBadRows?: boolean;
  /** Maximum percentage of the rows of a table that may be left out. */
  readonly maxSkippedPercent?: number;
  /** True if no reply of the current release is carried over. */
  readonly endsReplies?: boolean;
  /** The file that gets the list of all problems; without it, one in the data folder. */
  readonly problemsFile?: string | null;
}

export interface BuiltBundle {
  /** The folder of its files. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The limits up to which the dataset lets changes pass without accepting them. */
  readonly gate: GateLimits;
  /** Pairs of names that the dataset says are two companies. */
  readonly toldApart: readonly (readonly string[])[];
  /** The replies of the current release that still stand. */
  readonly carried: CarryOver;
  /** Sentences for its publisher about things that do not prevent publication. */
  readonly notices: readonly string[];
}

/**
 * Builds the bundle of a dataset in an empty folder; `workFolder` takes temporary files, and the
 * bundle where no other folder is named. `bundle` is null where the problems prevent that.
 */
export async function buildBundle(
  { settings, now, onProgress, onProgressEnd, onNotice, onRead }: PublishingContext,
  request: DatasetRequest,
  workFolder: string,
  target = path.join(workFolder, "bundle"),
): Promise<{ readonly problems: DatasetProblems; readonly bundle: BuiltBundle | null }> {
  const result = await openDataset({
    folder: path.resolve(request.folder),
    dataFolder: request.rawFolder ?? null,
    workFolder,
    memoryMiB: settings.intakeMemoryMib,
    threads: settings.intakeThreads || availableParallelism(),
    sqlSeconds: settings.intakeSeconds,
    skipBadRows: request.skipsBadRows === true,
    now: now(),
    atlas: openAtlas(),
    onProgress,
  });
  onProgressEnd();
  const { total, notices } = result.problems;
  const kinds = withAdvice(result.problems.kinds);
  const tooMany = result.ok
    ? findTooManySkipped(result.dataset.counts, request.maxSkippedPercent ?? MAX_SKIPPED_PERCENT)
    : [];
  const isPassed = result.ok && tooMany.length === 0;
  const file = request.problemsFile ?? path.join(settings.dataFolder, "problems.csv");
  const problems = { total, kinds, notices, file, tooMany, isPassed };
  try {
    if (total > 0) {
      await mkdir(path.dirname(file), { recursive: true });
      await result.problems.writeCsv(file);
    }
    onRead?.(problems);
    if (!result.ok || !isPassed) return { problems, bundle: null };
    const { dataset } = result;
    const store = new ReleaseStore(settings.dataFolder, now);
    await mkdir(target, { recursive: true });
    const publishedAt = now();
    const carried = await carryOver(store, dataset, request.endsReplies === true);
    for (const line of carried.lines) onNotice(`Note: ${escapeControls(line)}`);
    const carriedReplies = carried.count;
    const manifest = await buildRelease({ dataset, folder: target, publishedAt, carriedReplies, onProgress });
    return {
      problems,
      bundle: { folder: target, manifest, gate: dataset.gate, toldApart: dataset.toldApart, carried, notices },
    };
  } finally {
    onProgressEnd();
    if (result.ok) result.dataset.close();
  }
}

const CONTROLS = /[\p{Cc}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

/**
 * Escapes control and bidirectional characters of a file, so that they cannot act on the terminal.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (found) => `\\u{${found.codePointAt(0)!.toString(16)}}`);
}

/** Default of the maximum percentage of the rows of a table that may be left out. */
export const MAX_SKIPPED_PERCENT = 5;

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

/** Members of dataset.json in people's words, each with the step of the desk that fills it in. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ["/publisher", "The publisher's name is missing: step 6"],
  ["/year", "The year of publication is missing: step 6"],
  ["/scale", "The scale of bands is missing: step 3"],
  ["/pillars", "The list of what is judged is missing: step 2"],
]);

/** Says of members that dataset.json lacks what they are, and where they are filled in. */
function withAdvice(kinds: DatasetProblems["kinds"]): DatasetProblems["kinds"] {
  return kinds.map((kind) => {
    if (kind.table !== "dataset.json") return kind;
    const shown = kind.shown.map((row) => {
      const said = row.found === "nothing" ? MEMBERS.get(row.place) : undefined;
      const advice = `${said} of the desk, or \`${row.place.slice(1)}\` in dataset.json.`;
      return said === undefined ? row : { ...row, advice };
    });
    return { ...kind, shown };
  });
}
