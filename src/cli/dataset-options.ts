import path from "node:path";
import { type DatasetRequest, escapeControls, MAX_SKIPPED_PERCENT } from "../publishing/build-bundle.ts";
import type { DatasetProblems, PublishingContext } from "../publishing/context.ts";
import {
  type Console,
  onlyArgument,
  type Options,
  type OptionValues,
  printJson,
  textOption,
  UsageError,
} from "./command.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { showProgress } from "./output.ts";

/** The options of every command that reads a dataset. */
export const DATASET_OPTIONS = {
  data: "string",
  "skip-bad-rows": "boolean",
  "max-skipped": "string",
  "no-carried-replies": "boolean",
  problems: "string",
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

/** The dataset that the arguments and options of a call name. Throws a UsageError. */
export function readDatasetRequest(args: readonly string[], options: OptionValues): DatasetRequest {
  return {
    folder: onlyArgument(args, "one dataset folder"),
    rawFolder: resolved(textOption(options, "data")),
    skipsBadRows: options["skip-bad-rows"] === true,
    maxSkippedPercent: maxSkippedPercent(options),
    endsReplies: options["no-carried-replies"] === true,
    problemsFile: resolved(textOption(options, "problems")),
  };
}

function resolved(folder: string | undefined): string | null {
  return folder === undefined ? null : path.resolve(folder);
}

/** Maximum percentage of the rows of a table that may be left out. Throws a UsageError. */
function maxSkippedPercent(options: OptionValues): number {
  const given = textOption(options, "max-skipped");
  if (given === undefined) return MAX_SKIPPED_PERCENT;
  const percent = /^\d{1,3}(?:\.\d+)?$/u.test(given) ? Number(given) : Number.NaN;
  if (!(percent <= 100)) throw new UsageError("--max-skipped takes a percentage from 0 to 100");
  return percent;
}

/** The context of publishing that shows its progress, notices and problems in a terminal. */
export function publishingContext(console: Console, options: OptionValues = {}): PublishingContext {
  const progress = showProgress(console);
  return {
    settings: console.settings,
    now: console.now,
    onProgress: progress.onProgress,
    onProgressEnd: () => progress.finish(),
    onNotice: (notice) => console.say(notice),
    onRead: (problems) => printProblems(console, problems, options["json"] === true),
  };
}

function printProblems(console: Console, problems: DatasetProblems, isJson: boolean): void {
  const { total, kinds, notices, file, tooMany, isPassed } = problems;
  for (const notice of notices) console.say(`Note: ${notice}`);
  if (total === 0) return;
  console.say(`${counted(total, "problem")} in this dataset. Full list: ${file}`);
  for (const kind of kinds) for (const line of kindLines(kind)) console.say(line);
  for (const sentence of tooMany) console.say(sentence);
  if (isPassed) console.say("These rows are left out (--skip-bad-rows).");
  else if (isJson)
    printJson(console, { problems: total, problems_file: file, kinds, too_many_skipped: tooMany, notices });
}

function kindLines({ table, column, kind, count, expected, shown }: DatasetProblems["kinds"][number]): string[] {
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
