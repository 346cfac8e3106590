import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { type Atlas, openAtlas } from "../atlas/atlas.ts";
import { changedTexts, DESK_FOLDER, FILES_FOLDER, replaceFiles } from "../desk/documents.ts";
import { faultLines, faultOfFile, START_BYTES } from "../desk/upload-names.ts";
import { counted } from "../intake/counted.ts";
import type { DatasetGuess } from "../intake/guess/guess-dataset.ts";
import type { RawTable } from "../intake/guess/raw-table.ts";
import { columnKey, TABLE_NAMES, type TableName, TABLES } from "../tables/input-tables.ts";
import { draftOf } from "../intake/guess/draft-of-guess.ts";
import { type Draft, DRAFT_FILES } from "../intake/guess/drafts.ts";
import { readStart } from "../intake/sources/utf8.ts";
import { type BenchGuess, Workbench } from "../intake/workbench/open-workbench.ts";
import { escapeControls } from "../publishing/build-bundle.ts";
import { shellWord } from "../publishing/words.ts";
import { openWorkFolder } from "../publishing/work-folder.ts";
import { check } from "./check.ts";
import { type Command, type Console, type OptionValues, printResult, textOption, UsageError } from "./command.ts";
import { expectBandsOfCuts, judgedValuesOf, readScale, withScale } from "./init-scale.ts";
import { guessLines, type NamedCompanies, openLines, type OpenPoint, openPoints, titleOf } from "./init-words.ts";
import { faultOfCountry, readCountry, readEncoding, readLicence, readYear } from "./init-options.ts";
import type { Terminal } from "./terminal.ts";

export const init: Command = {
  summary: "Write a first dataset.json, and a mapping.json, for files as they are",
  synopsis: "<files…> [options]",
  help: `Arguments:
  <files…>           CSV, TSV, JSON, NDJSON, YAML, Parquet or XLSX files with companies and judgements,
                     or a folder for all that it holds

Looks into the files and writes what is sure to dataset.json and mapping.json: the same draft that
"desk" shows. Lists what is open, with the member that answers it and its page at the desk; where
nothing is, ends with "check". In a terminal it asks for the bands, the title and the publisher.
Everything else is said in mapping.json, which has a JSON schema.

  --bands <bands>    The bands, WORST FIRST: "Poor < Fair < Good". A band may hold several values:
                     "Low=0|1 < High=2". "None=" holds empty cells
  --cuts <numbers>   Where scores are cut into bands: "40, 70" for three bands
  --country <country>
                     The same for all companies, where no column has it; "none": they are in none
  --title <text>     Title of the dataset
  --publisher <text> Who answers for it
  --year <year>      Year of publication (default: this year)
  --licence <id>     SPDX identifier (default: CC-BY-4.0)
  --encoding <name>  Encoding of text that is not UTF-8 (default: windows-1252)
  --into <folder>    Where to write (default: the folder of the files)
  --yes              Ask nothing, and take the title that is guessed; what is doubtful stays open
  --force            Replace dataset.json and mapping.json; move an intake.sql into .desk/files

Exit status: 0 the dataset can be published, 1 something is left to do, 2 wrong options or no table
in the files, 130 interrupted. Files are written whole or not at all.`,
  options: {
    bands: "string",
    cuts: "string",
    country: "string",
    title: "string",
    publisher: "string",
    year: "string",
    licence: "string",
    encoding: "string",
    into: "string",
    yes: "boolean",
    force: "boolean",
  },
  async run(console, files, options) {
    const terminal = options["yes"] === true ? null : escaping(console.openTerminal());
    const escaped = { ...console, say: (text: string) => console.say(escapeLines(text)) };
    try {
      return await initDataset({ console: escaped, options, terminal }, foldersOf(files, options));
    } finally {
      terminal?.close();
    }
  },
};

/** A call of init. */
interface InitCall {
  readonly console: Console;
  readonly options: OptionValues;
  /** Null where nobody can be asked. */
  readonly terminal: Terminal | null;
}

/** A terminal whose questions quote values of files, which must not act on it. */
function escaping(terminal: Terminal | null): Terminal | null {
  return terminal === null ? null : { ...terminal, ask: (question) => terminal.ask(escapeLines(question)) };
}

const escapeLines = (text: string): string => text.split("\n").map(escapeControls).join("\n");

type Folders = ReturnType<typeof foldersOf>;

/**
 * Finds the files that init reads, the folder `into` of the dataset, and the folder `data` of the
 * files, which is the same one or has to be named by `--data`.
 */
export function foldersOf(args: readonly string[], options: OptionValues) {
  const files = args.flatMap((file) => filesOf(path.resolve(file)));
  if (files.length === 0) throw new UsageError("expected the files with companies and judgements");
  const [first = "", ...others] = files.map((file) => path.dirname(file));
  const isBelow = (folder: string, file: string): boolean => !path.relative(folder, file).startsWith("..");
  let common = first;
  while (!others.every((folder) => isBelow(common, folder))) common = path.dirname(common);
  const into = path.resolve(textOption(options, "into") ?? common);
  return { files, into, data: isBelow(into, common) ? into : common };
}

/** A file itself, and the files of a folder but for hidden ones and those that init writes. */
function filesOf(file: string): string[] {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return [file];
  const inside = readdirSync(file, { withFileTypes: true }).filter((each) => each.isFile());
  const names = inside.map(({ name }) => name).filter((name) => !name.startsWith(".") && !WRITTEN.includes(name));
  return names.toSorted().map((name) => path.join(file, name));
}

async function initDataset(call: InitCall, folders: Folders): Promise<number> {
  const { console, options } = call;
  const { into, data } = folders;
  const there = WRITTEN.filter((file) => existsSync(path.join(into, file)));
  if (there.length > 0 && options["force"] !== true) {
    console.say(`${there.join(" and ")} in ${into}: not touched. --force replaces, --into <folder> writes elsewhere.`);
    return 1;
  }
  const open = await writeDraft(call, folders);
  if (open === null) return 2;
  // From here on, Ctrl-C ends the process as usual.
  call.terminal?.close();
  const isApart = data !== into;
  if (isApart) console.say(`The files stay in ${data}, which --data has to name.`);
  const named = `${shellWord(into)}${isApart ? ` --data ${shellWord(data)}` : ""}`;
  if (open.length > 0) {
    const atDesk = isApart ? ":" : `, or in that step of the desk: country-trust desk ${shellWord(into)}`;
    const left = counted(open.length, "question is open", "questions are open");
    console.say(`\nThe files are written. ${left}, each answered by its member${atDesk}`);
    for (const line of openLines(open)) console.say(line);
    console.say(`Then: country-trust check ${named}`);
    return 1;
  }
  console.say("");
  const checked = await check.run(console, [into], isApart ? { data } : {});
  const status = typeof checked === "number" ? checked : printResult(console, {}, checked);
  const next =
    status === 0
      ? `Look at its pages: country-trust preview ${named}\nThen publish it:   country-trust publish ${named}`
      : `The files are written. Left to do: correct what is listed above, in the files or in mapping.json, then: country-trust check ${named}.`;
  console.say(`\n${next}`);
  return status;
}

/**
 * Writes dataset.json and mapping.json as far as they can be guessed. Returns the open points; null
 * where no file has a table.
 */
export async function writeDraft(call: InitCall, { files, into, data }: Folders): Promise<OpenPoint[] | null> {
  const { console, options, terminal } = call;
  const { settings } = console;
  const atlas = openAtlas();
  const encoding = readEncoding(options);
  const given = readCountry(atlas, options);
  const facts = { ...readYear(options), ...readLicence(options) };
  expectBandsOfCuts(options);
  await using work = await openWorkFolder(settings.dataFolder);
  using closing = new DisposableStack();
  const bench = await Workbench.open({
    folder: data,
    workFolder: work.folder,
    memoryMiB: settings.intakeMemoryMib,
    threads: settings.intakeThreads || availableParallelism(),
    sqlSeconds: settings.intakeSeconds,
    atlas,
    onProgress: () => {},
  });
  closing.defer(() => bench.close());
  const { chosen, faults } = await lookInto(files, data);
  for (const line of faultLines(faults)) console.say(`Not read: ${line}`);
  const guess = (isCountryKnown: boolean): Promise<BenchGuess> => bench.guess(encoding, chosen, isCountryKnown);
  const sayFound = (found: BenchGuess): void => guessLines(found).forEach((line) => console.say(line));
  const first = await guess(given !== null);
  sayFound(first);
  const { companies, judgements, unused } = first.guess;
  if (companies === null && judgements.length === 0 && unused.length === 0) {
    console.say("\nNo file could be read as a table. Save them as is said above, and run init again.");
    return null;
  }
  const asked = given === null && companies === null;
  const country = asked && terminal !== null ? await askCountry(atlas, terminal) : given;
  const other = asked ? await guess(true) : first;
  const found = country === null ? first : other;
  if (found !== first) sayFound(found);
  const named: NamedCompanies | null = country === null && asked ? other.guess.companies : null;
  const judged = judgedValuesOf(found.guess, textOption(options, "bands"));
  const guessed = draftOf(found, NOTHING, console.now());
  // Bands need not fit values that a question is open about.
  const isOpen = (guessed.mapping.judgements ?? []).every(({ columns, value }) => (columns ?? value) === undefined);
  const scale = await readScale(isOpen ? { ...judged, kind: "words", values: [] } : judged, options, terminal);
  const draft = withCountry(scale === null ? guessed : withScale(guessed, scale), country);
  const said = {
    ...(await readText("Title of the dataset", "title", titleOf(found.guess), call)),
    ...(await readText("Publisher (who answers for it)", "publisher", null, call)),
    ...facts,
  };
  const whole: Draft = { ...draft, dataset: { ...draft.dataset, ...said } };
  const isMapped = !areTables(found.guess, whole);
  await setAside(console, into);
  await write(into, isMapped ? whole : { ...whole, mapping: {} });
  if (!isMapped) console.say("There is no mapping.json: the files are the tables of the dataset as they are.");
  return openPoints(whole, found.guess, named, judged);
}

/** Tells files that may hold tables, by their names in the folder, from others. */
async function lookInto(files: readonly string[], data: string) {
  const [chosen, faults]: [string[], { name: string; fault: string }[]] = [[], []];
  for (const file of files) {
    const name = path.relative(data, file);
    // What cannot be opened is said where the others are read.
    const begun = await readStart(file, null, START_BYTES).catch(() => null);
    const fault = begun === null ? null : faultOfFile(name, begun.start.toString("latin1"));
    if (fault === null) chosen.push(name);
    else faults.push({ name, fault });
  }
  return { chosen, faults };
}

const SCRIPT = "intake.sql";

/** The files that init writes, replaces or moves aside. */
const WRITTEN: readonly string[] = [DRAFT_FILES.dataset, DRAFT_FILES.mapping, SCRIPT];

/** With --force, an intake.sql would still be in force. Somebody wrote it by hand: it is kept. */
async function setAside(console: Console, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, SCRIPT))) return;
  const kept = path.join(FILES_FOLDER, `${console.now().toISOString().replaceAll(":", "-")}-${SCRIPT}`);
  await mkdir(path.join(folder, FILES_FOLDER), { recursive: true });
  await rename(path.join(folder, SCRIPT), path.join(folder, kept));
  console.say(`${SCRIPT} is not in force any more; it is kept as ${kept}.`);
}

const NOTHING: Draft = { mapping: {}, dataset: {}, marks: {} };

async function write(folder: string, draft: Draft): Promise<void> {
  const hasQuestions = Object.keys(draft.marks.questions ?? {}).length > 0;
  const texts = changedTexts(NOTHING, hasQuestions ? draft : { ...draft, marks: {} });
  await mkdir(hasQuestions ? path.join(folder, DESK_FOLDER) : folder, { recursive: true });
  // With --force, an old mapping that is no longer needed would still be in force.
  await replaceFiles([
    [path.join(folder, DRAFT_FILES.mapping), texts.mapping ?? null],
    [path.join(folder, DRAFT_FILES.dataset), texts.dataset ?? null],
    ...(hasQuestions ? [[path.join(folder, DRAFT_FILES.marks), texts.marks ?? null] as const] : []),
  ]);
}

function withCountry(draft: Draft, country: string | null): Draft {
  const { mapping, dataset } = draft;
  if (country === null) return draft;
  if (country === "none") return { ...draft, dataset: { ...dataset, companies_without_country: "keep" } };
  const { companies } = mapping;
  if (companies === undefined || companies.country !== undefined) return draft;
  return { ...draft, mapping: { ...mapping, companies: { ...companies, country: { value: country } } } };
}

async function askCountry(atlas: Atlas, terminal: Terminal): Promise<string | null> {
  let question = `No table has company names and their countries. Enter one for all, as in FR, or "none"; Enter leaves it open: `;
  for (;;) {
    const answer = await terminal.ask(`\n${question}`);
    const fault = answer === "" ? null : faultOfCountry(atlas, answer);
    if (fault === null) return answer || null;
    question = `"${answer}" ${fault}: `;
  }
}

/** The member of an option; none where nobody can be asked. */
async function readText(
  question: string,
  option: "title" | "publisher",
  proposal: string | null,
  { options, terminal }: InitCall,
): Promise<{ readonly title?: string; readonly publisher?: string }> {
  const given = textOption(options, option)?.trim();
  if (given !== undefined && given !== "") return { [option]: given };
  if (proposal !== null && options["yes"] === true) return { [option]: proposal };
  if (terminal === null) return {};
  for (;;) {
    const answer = await terminal.ask(`${question}${proposal === null ? "" : ` [${proposal}]`}: `);
    if (answer !== "" || proposal !== null) return { [option]: answer || proposal };
  }
}

const TABLE_FILE = new RegExp(
  `^(${TABLE_NAMES.join("|")})(?:-[^/]*)?\\.(?:csv|tsv|ndjson|jsonl|parquet|xlsx)(?: sheet "[^"]*")?$|^dataset\\.xlsx sheet "(${TABLE_NAMES.join("|")})"$`,
  "iu",
);

/** Returns true if the files are the tables of a dataset already: nothing has to be mapped. */
function areTables({ companies, judgements, products }: DatasetGuess, { mapping }: Draft): boolean {
  const [only] = judgements;
  if (companies === null || only === undefined || judgements.length > 1) return false;
  const isOf = ({ parts, columns }: RawTable, name: TableName): boolean => {
    const keys = columns.map((column) => columnKey(column.name));
    const names = parts.map(({ label }) => TABLE_FILE.exec(label)).map((found) => found?.[1] ?? found?.[2]);
    return (
      TABLES[name].required.every((each) => keys.includes(each)) && names.every((own) => own?.toLowerCase() === name)
    );
  };
  const { conversions, judgements: [drafted] = [], not_judged: marks } = mapping;
  return (
    isOf(companies.table, "companies") &&
    isOf(only.table, "judgements") &&
    (products === null || isOf(products.table, "products")) &&
    [companies, only].every(({ leftOut }) => leftOut.names.length === 0) &&
    [drafted?.groups, marks, conversions].every((each) => each === undefined)
  );
}
