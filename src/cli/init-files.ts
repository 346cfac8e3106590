import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Answers, WholeGuess } from "../intake/guess/answers.ts";
import { describeDatasetFile, type ExplainedLine, writeDatasetFile } from "../intake/guess/write-dataset-file.ts";
import { mappingOf, writeMapping } from "../intake/guess/mapping-of-guess.ts";
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
  return ["dataset.json", "mapping.json", "intake.sql"].filter((file) => existsSync(path.join(into, file)));
}

/** What was written. */
export interface Written {
  readonly lines: readonly ExplainedLine[];
  readonly hasMapping: boolean;
}

/** Writes both files whole: under other names first, and nothing when one cannot be written. */
export function writeFiles(folder: string, guess: WholeGuess, answers: Answers): Written {
  const lines = describeDatasetFile(answers);
  const mapping = mappingOf(guess, answers);
  const files: [string, string][] = [["dataset.json", writeDatasetFile(lines)]];
  if (mapping !== null) files.unshift(["mapping.json", writeMapping(mapping)]);
  mkdirSync(folder, { recursive: true });
  const temporary = (name: string): string => path.join(folder, `.${name}.init`);
  try {
    for (const [name, text] of files) writeFileSync(temporary(name), text);
    for (const [name] of files) renameSync(temporary(name), path.join(folder, name));
    // With --force, those that are no longer needed would still be in force.
    rmSync(path.join(folder, "intake.sql"), { force: true });
    if (mapping === null) rmSync(path.join(folder, "mapping.json"), { force: true });
  } finally {
    for (const [name] of files) rmSync(temporary(name), { force: true });
  }
  return { lines, hasMapping: mapping !== null };
}

/** Explains each line of dataset.json, which cannot hold comments. */
export function explain(console: Console, { into, data }: Folders, { lines, hasMapping }: Written): void {
  console.say(`\n${path.join(into, "dataset.json")} says:`);
  for (const { field, value, why } of lines)
    console.say(`  ${field.padEnd(9)} ${typeof value === "object" ? "" : `${JSON.stringify(value)}: `}${why}`);
  if (hasMapping)
    console.say(
      `${path.join(into, "mapping.json")} maps the files. intake.sql is made from it, and its comments say how.`,
    );
  else console.say("There is no mapping.json: the files are the tables of the dataset as they are.");
  if (data !== into) console.say(`The files stay in ${data}, which --data has to name.`);
  console.say("");
}
