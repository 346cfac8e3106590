import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Answers, WholeGuess } from "../intake/guess/answers.ts";
import { describeDatasetFile, type ExplainedLine, writeDatasetFile } from "../intake/guess/write-dataset-file.ts";
import { writeIntakeSql } from "../intake/guess/write-intake-sql.ts";
import { type Console, type OptionValues, textOption } from "./command.ts";

/** Where init reads and writes. */
export interface Folders {
  readonly files: readonly string[];
  /** Of the dataset. */
  readonly into: string;
  /** Of the files: the dataset's own, or the one that `--data` has to name. */
  readonly data: string;
}

/** The folders that these arguments and options mean. */
export function foldersOf(args: readonly string[], options: OptionValues): Folders {
  const files = args.map((file) => path.resolve(file));
  const [first = "", ...others] = files.map((file) => path.dirname(file));
  const isBelow = (folder: string, file: string): boolean => !path.relative(folder, file).startsWith("..");
  let common = first;
  while (!others.every((folder) => isBelow(common, folder))) common = path.dirname(common);
  const into = path.resolve(textOption(options, "into") ?? common);
  return { files, into, data: isBelow(into, common) ? into : common };
}

/** The files that are there already, by name. */
export function findWritten({ into }: Folders): string[] {
  return ["dataset.json", "intake.sql"].filter((file) => existsSync(path.join(into, file)));
}

/** What was written. */
export interface Written {
  readonly lines: readonly ExplainedLine[];
  readonly hasSql: boolean;
}

/** Writes both files whole: under other names first, and nothing when one cannot be written. */
export function writeFiles(folder: string, guess: WholeGuess, answers: Answers): Written {
  const lines = describeDatasetFile(answers);
  const sql = writeIntakeSql(guess, answers);
  const files: [string, string][] = [["dataset.json", writeDatasetFile(lines)]];
  if (sql !== null) files.unshift(["intake.sql", sql]);
  mkdirSync(folder, { recursive: true });
  const temporary = (name: string): string => path.join(folder, `.${name}.init`);
  try {
    for (const [name, text] of files) writeFileSync(temporary(name), text);
    for (const [name] of files) renameSync(temporary(name), path.join(folder, name));
    // With --force, one that is no longer needed would still be in force.
    if (sql === null) rmSync(path.join(folder, "intake.sql"), { force: true });
  } finally {
    for (const [name] of files) rmSync(temporary(name), { force: true });
  }
  return { lines, hasSql: sql !== null };
}

/** Explains each line of dataset.json, which cannot hold comments. */
export function explain(console: Console, { into, data }: Folders, { lines, hasSql }: Written): void {
  console.say(`\n${path.join(into, "dataset.json")} says:`);
  for (const { field, value, why } of lines)
    console.say(`  ${field.padEnd(9)} ${typeof value === "object" ? "" : `${JSON.stringify(value)}: `}${why}`);
  if (hasSql) console.say(`${path.join(into, "intake.sql")} maps the files; its comments say how.`);
  else console.say("There is no intake.sql: the files are the tables of the dataset as they are.");
  if (data !== into) console.say(`The files stay in ${data}, which --data has to name.`);
  console.say("");
}
