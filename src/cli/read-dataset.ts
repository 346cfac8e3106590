import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { openAtlas } from "../atlas/atlas.ts";
import { type OpenedDataset, openDataset, type ProblemReport } from "../intake/open-dataset.ts";
import type { Console, Options } from "./command.ts";
import { formatCount, type ProgressReport } from "./progress.ts";

/** The options of every command that reads a dataset. */
export const DATASET_OPTIONS = {
  data: { type: "string" },
  "skip-bad-rows": { type: "boolean" },
  problems: { type: "string" },
} satisfies Options;

export const DATASET_USAGE = `
  <folder>           the dataset: dataset.json, its tables or an intake.sql (docs/data-format.md)
  --data <folder>    where the raw files lie that intake.sql reads, if not in the dataset's folder
  --skip-bad-rows    leave rows with a problem out, and say in the release how many
  --problems <file>  where the list of all problem rows goes (default: problems.csv in DATA_DIR)`;

interface ReadOptions {
  readonly console: Console;
  readonly folder: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly workFolder: string;
  readonly progress: ProgressReport;
}

/** Reads and validates a dataset and tells its problems; null when it cannot be published as it is. */
export async function readDataset({
  console,
  folder,
  options,
  workFolder,
  progress,
}: ReadOptions): Promise<OpenedDataset | null> {
  const { settings } = console;
  const result = await openDataset({
    folder: path.resolve(folder),
    dataFolder: typeof options["data"] === "string" ? path.resolve(options["data"]) : null,
    workFolder,
    memoryMiB: settings.intakeMemoryMib,
    threads: settings.intakeThreads || availableParallelism(),
    skipBadRows: options["skip-bad-rows"] === true,
    atlas: openAtlas(),
    onProgress: progress.onProgress,
  });
  progress.finish();
  for (const notice of result.problems.notices) console.say(`Note: ${notice}`);
  if (result.problems.total > 0) {
    const file =
      typeof options["problems"] === "string"
        ? path.resolve(options["problems"])
        : path.join(settings.dataFolder, "problems.csv");
    await mkdir(path.dirname(file), { recursive: true });
    await result.problems.writeCsv(file);
    tellProblems(console, result.problems, file);
    if (options["json"] === true && !result.ok) console.print(describeProblems(result.problems, file));
    if (result.ok) console.say("They are left out, as --skip-bad-rows asks.");
  }
  return result.ok ? result.dataset : null;
}

function tellProblems(console: Console, problems: ProblemReport, file: string): void {
  console.say(
    `${formatCount(problems.total)} problem${problems.total === 1 ? "" : "s"} in this dataset; all of them are listed in ${file}`,
  );
  for (const kind of problems.kinds) {
    const column = kind.column === null ? "" : `.${kind.column}`;
    console.say(`\n${kind.table}${column}: ${kind.kind} (${formatCount(kind.count)}); expected ${kind.expected}`);
    for (const row of kind.shown) {
      const place = [row.file, row.place].filter((part) => part !== null && part !== "").join(", ");
      const facts = [`found ${row.found}`, ...(row.expected === kind.expected ? [] : [`expected ${row.expected}`])];
      const advice = row.advice === null ? "" : `. ${row.advice}`;
      const text = `${place && `${place}: `}${facts.join("; ")}`;
      console.say(`  ${kind.table === "intake.sql" ? text : spellOut(text)}${advice}`);
    }
    if (kind.count > kind.shown.length) console.say(`  … and ${formatCount(kind.count - kind.shown.length)} more`);
  }
}

/** The problems as scripts read them, with the first ones of each kind. */
function describeProblems({ total, kinds }: ProblemReport, file: string): string {
  return JSON.stringify({ problems: total, problems_file: file, kinds }, null, 2);
}

const CONTROLS = /[\p{Cc}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

/** What stands in a file, in one line: control characters and marks that turn the direction of writing are shown as escapes and do nothing to the terminal. */
function spellOut(text: string): string {
  return text.replace(CONTROLS, (found) => `\\u{${found.codePointAt(0)!.toString(16)}}`);
}
