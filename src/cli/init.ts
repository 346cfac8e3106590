import { availableParallelism } from "node:os";
import { openAtlas } from "../atlas/atlas.ts";
import { SINGLE_BYTE_ENCODINGS, type SingleByteEncoding } from "../intake/decode-text.ts";
import { ROLES } from "../intake/guess/header-words.ts";
import { openGuess } from "../intake/guess/open-guess.ts";
import { escapeControls } from "./build-bundle.ts";
import { check } from "./check.ts";
import { type Command, type OptionValues, textOption, UsageError } from "./command.ts";
import { readAnswers } from "./init-answers.ts";
import type { InitCall } from "./init-call.ts";
import { settleGuess } from "./init-columns.ts";
import { explain, findWritten, type Folders, foldersOf, writeFiles, type Written } from "./init-files.ts";
import { COOKBOOK } from "./init-words.ts";
import { shellWord } from "./output.ts";
import { Interrupted, type Terminal } from "./terminal.ts";
import { withWorkFolder } from "./work-folder.ts";

const INTERRUPTED = 130;

export const init: Command = {
  name: "init",
  summary: "Write a first dataset.json, and a mapping.json, for files as they are",
  synopsis: "<files…> [options]",
  help: `Arguments:
  <files…>           CSV, TSV, JSON, NDJSON, YAML, Parquet or XLSX files with companies and judgements

Looks into the files, asks what they cannot say, and writes dataset.json and, where the columns
do not fit, mapping.json, of which intake.sql is made. Ends with "check". Without a terminal, the
answers are options:

  --bands <bands>    The bands, WORST FIRST: "Poor < Fair < Good". Always needed. A band may hold
                     several values: "Low=0|1 < High=2". "None=" holds empty cells
  --cuts <numbers>   Where scores are cut into bands: "40, 70" for three bands; "D*=4, 7" for the
                     pillars whose names begin with D
  --share <maximum>  The scores are cut as shares of a number or a column: "--cuts 0.5 --share 10"
  --several <which>  Which of several values in a cell counts, "best" or "worst"
  --title <text>     Title of the dataset
  --publisher <text> Who answers for it
  --pillar <name>    A column of judgements, or a value of the column of pillars; once for each.
                     "<name>=<label>" gives it a label, "* score=*" several. Default: all that
                     are found
  --column <role>=<column>
                     What a column is for, if the guess is wrong; once for each. Roles:
                     ${ROLES.slice(0, 7).join(", ")},
                     ${ROLES.slice(7).join(", ")}. "judged_on=none" for no column;
                     "judged_on=year of the file" for the year in its name. Of several values in
                     a cell: "country=regions | only", "first" or "last", "without -", "else None".
                     For what another file says: "name=place | in places.csv, id, name"
  --correct <cells>  Cells that are wrong: "place: ko = XK"; once for each
  --country <country>, --sector <sector>
                     The same for all companies, where no column has it; --country none: companies
                     are in no country
  --keep-without-country
                     Publish companies whose country is empty, in no country
  --not-judged <values>
                     Values that mean "not judged": "n/a; -". Default: the usual ones
  --dates <form>     How dates are written, such as DD.MM.YYYY
  --encoding <name>  Encoding of text that is not UTF-8 (default: windows-1252)
  --year <year>      Year of publication (default: this year)
  --licence <id>     SPDX identifier (default: CC-BY-4.0)
  --measures <text>  What the bands measure, in one sentence
  --does-not-measure <words>
                     What readers may take them for: "corruption; safety"
  --mark <word>      What sentences begin with, such as "Fictional"
  --into <folder>    Where to write (default: the folder of the files)
  --force            Replace dataset.json, mapping.json and intake.sql
  --yes              Take the columns, pillars and the title that are guessed without asking

Exit status: 0 the dataset can be published, 1 something is left to do, 2 wrong or missing options,
${INTERRUPTED} interrupted. Files are written whole or not at all.`,
  options: {
    bands: { type: "string" },
    cuts: { type: "string", multiple: true },
    share: { type: "string" },
    several: { type: "string" },
    title: { type: "string" },
    publisher: { type: "string" },
    pillar: { type: "string", multiple: true },
    column: { type: "string", multiple: true },
    correct: { type: "string", multiple: true },
    country: { type: "string" },
    "keep-without-country": { type: "boolean" },
    sector: { type: "string" },
    "not-judged": { type: "string" },
    dates: { type: "string" },
    encoding: { type: "string" },
    year: { type: "string" },
    licence: { type: "string" },
    measures: { type: "string" },
    "does-not-measure": { type: "string" },
    mark: { type: "string" },
    into: { type: "string" },
    force: { type: "boolean" },
    yes: { type: "boolean" },
  },
  async run(console, files, options) {
    if (files.length === 0) throw new UsageError("expected the files with companies and judgements");
    const terminal = escaping(console.openTerminal());
    const say = (text: string): void => console.say(escapeLines(text));
    try {
      return await initDataset({ console: { ...console, say }, options, terminal }, foldersOf(files, options));
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      console.say("\nInterrupted; nothing is written.");
      return INTERRUPTED;
    } finally {
      terminal?.close();
    }
  },
};

/** A terminal whose questions quote values of files, which must not act on it. */
function escaping(terminal: Terminal | null): Terminal | null {
  return terminal === null ? null : { ...terminal, ask: (question) => terminal.ask(escapeLines(question)) };
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
}

async function initDataset(call: InitCall, folders: Folders): Promise<number> {
  const { console, options } = call;
  const there = findWritten(folders);
  if (there.length > 0 && options["force"] !== true) {
    console.say(
      `${there.join(" and ")} in ${folders.into}: not touched. --force replaces, --into <folder> writes elsewhere.`,
    );
    return 1;
  }
  const written = await guessAndWrite(call, folders);
  if (written === null) return 2;
  // From here on, Ctrl-C ends the process as usual.
  call.terminal?.close();
  explain(console, folders, written);
  const status = await check.run(console, [folders.into], folders.data === folders.into ? {} : { data: folders.data });
  const data = folders.data === folders.into ? "" : ` --data ${shellWord(folders.data)}`;
  if (status === 0) {
    const named = `${shellWord(folders.into)}${data}`;
    console.say(
      `\nLook at its pages: country-trust preview ${named}\nThen publish it:   country-trust publish ${named}`,
    );
  } else
    console.say(
      `\nThe files are written. Left to do: correct what is listed above, in the files or in mapping.json, then: ` +
        `country-trust check ${shellWord(folders.into)}${data}. Recipes: ${COOKBOOK}`,
    );
  return status;
}

/**
 * Looks into the files and writes what they are, without checking it; null where an answer is
 * missing.
 */
export async function guessAndWrite(call: InitCall, folders: Folders): Promise<Written | null> {
  const { console, options } = call;
  const { settings } = console;
  return await withWorkFolder(settings.dataFolder, async (workFolder) => {
    const guessAgain = await openGuess({
      dataFolder: folders.data,
      files: folders.files,
      encoding: readEncoding(options),
      workFolder,
      memoryMiB: settings.intakeMemoryMib,
      threads: settings.intakeThreads || availableParallelism(),
      atlas: openAtlas(),
    });
    const found = await settleGuess(call, guessAgain);
    if (found === null) return null;
    const answers = await readAnswers(found.guess, found.encoding, call);
    if (answers === null) return null;
    return writeFiles(folders.into, found.guess, answers);
  });
}

function readEncoding(options: OptionValues): SingleByteEncoding | null {
  const text = textOption(options, "encoding");
  if (text === undefined) return null;
  const known = SINGLE_BYTE_ENCODINGS.find((each) => each === text.toLowerCase());
  if (known === undefined)
    throw new UsageError(`unknown encoding "${text}"; expected one of ${SINGLE_BYTE_ENCODINGS.join(", ")}`);
  return known;
}
