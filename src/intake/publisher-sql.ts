import path from "node:path";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { hiddenRowsNotice, kindOf, listFiles, openFile, type OpenFileOptions } from "./sources/open-file.ts";
import { guessNotice, type SingleByteEncoding } from "./sources/utf8.ts";
import type { DatabaseOptions } from "./intake-database.ts";
import type { ProblemList, ProgressListener } from "./problem-report.ts";
import { messageOf, readDescription } from "./read-description.ts";
import { addFault, findColumnFaults, type MappedNames, MAPPING_FILE, readMapping } from "./mapping/read-mapping.ts";
import { runInProcess } from "./run-in-process.ts";
import { SCRIPT_FILE as FILE } from "./run-script.ts";
import type { PublishedView } from "./sources/table-files.ts";
import { isAnswered, type OpenQuestion, readQuestions } from "./guess/drafts.ts";
import { type MappedTable, openMappedTables } from "./mapping/mapped-tables.ts";
import type { Mapping } from "./mapping/mapping-schema.ts";
import { writeMappedSql } from "./mapping/write-mapped-sql.ts";

interface PublisherSqlOptions extends DatabaseOptions {
  readonly folder: string;
  readonly dataFolder: string | null;
  /** Time limit of the statements and the queries of the views together. */
  readonly sqlSeconds: number;
  /** The encoding of text files that are not UTF-8, as dataset.json names it. */
  readonly encoding: SingleByteEncoding | null;
  /** The parts of dataset.json that a mapping refers to. */
  readonly names: MappedNames;
  readonly problems: ProblemList;
  readonly onProgress: ProgressListener;
}

interface PublisherSql {
  readonly views: readonly PublishedView[];
  /** Pairs of names that look alike and are two companies, as a mapping says. */
  readonly toldApart: readonly (readonly string[])[];
}

/**
 * Runs what the publisher's `mapping.json` makes of the files, or else their `intake.sql`, in a
 * process and a database of its own that can read the two folders only, and keeps the rows of the
 * views `companies`, `products`, `judgements` and `replies` that it defines.
 *
 * Returns null, with a problem, when the script is refused, fails or defines no such view. Nothing
 * that it defines reaches our own queries.
 */
export async function runPublisherSql(options: PublisherSqlOptions): Promise<PublisherSql | null> {
  const { problems } = options;
  const about = {
    folder: options.folder,
    file: FILE,
    table: FILE,
    expected: "UTF-8",
    advice: "Save the file as UTF-8.",
  } as const;
  const views = path.join(options.workFolder, "views");
  const converted = path.join(options.workFolder, "converted");
  for (const each of [views, converted]) await mkdir(each, { recursive: true });
  const data = options.dataFolder ?? options.folder;
  const mapped = await openMapping({ ...options, data, converted });
  if (mapped === null) return null;
  if (mapped !== undefined && existsSync(path.join(options.folder, FILE)))
    problems.notice(`${FILE} is not read, because ${MAPPING_FILE} counts; without ${MAPPING_FILE}, ${FILE} counts`);
  const script = mapped === undefined ? await readDescription(about, problems) : mapped.script;
  if (script === null) return null;
  if (script === undefined) return { views: [], toldApart: [] };
  // To convert takes a while; a script that wants it says so. Mapped files are converted already.
  if (mapped === undefined && script.includes("converted")) await convertFiles({ ...options, data, converted });
  const folders = { folder: options.folder, data, converted, views };
  const { workFolder, memoryMiB, threads } = options;
  const request = { script, folders, mapped: mapped ?? null, query: null, workFolder, memoryMiB, threads };
  const kept = await runInProcess(request, options);
  return kept && { views: kept, toldApart: mapped?.mapping.different ?? [] };
}

/**
 * Converts the raw files that DuckDB cannot read by itself, for an intake.sql that asks for it.
 * Files that cannot be converted are missing then.
 */
async function convertFiles(options: OpenFileOptions & { readonly problems: ProblemList }): Promise<void> {
  const { data, encoding, problems } = options;
  for (const label of await listFiles(data)) {
    const format = kindOf(label)?.format;
    if (format === undefined || format === "parquet") continue;
    try {
      const opened = await openFile(label, options);
      if (opened.format === "xlsx") {
        for (const { sheet, isHidden, hiddenRows } of opened.copies)
          if (!isHidden && hiddenRows > 0) problems.notice(hiddenRowsNotice(`${label} sheet "${sheet}"`, hiddenRows));
      } else if ("decoded" in opened && opened.decoded !== null && encoding === null)
        problems.notice(guessNotice(label, opened.decoded));
    } catch (error) {
      // DuckDB says what is wrong with a text that intake.sql reads.
      if (format === "yaml" || format === "xlsx") problems.notice(`${label}: not converted: ${messageOf(error)}`);
    }
  }
}

/** A mapping, with its script and tables for the files as they are now. */
interface OpenedMapping {
  readonly script: string;
  readonly mapping: Mapping;
  readonly tables: readonly MappedTable[];
}

interface MappingOptions extends OpenFileOptions {
  readonly folder: string;
  readonly names: MappedNames;
  readonly problems: ProblemList;
}

/**
 * Reads the `mapping.json` of a folder and looks into the files that it names. Returns undefined
 * where there is none; null, with problems, where it or its files have some.
 */
async function openMapping(options: MappingOptions): Promise<OpenedMapping | undefined | null> {
  const { folder, names, problems } = options;
  const about = {
    folder,
    file: MAPPING_FILE,
    table: MAPPING_FILE,
    expected: "JSON in UTF-8",
    advice: "Save the file as UTF-8.",
  };
  const text = await readDescription(about, problems);
  if (text === null || text === undefined) return text;
  const questions = await readQuestions(folder);
  const answerOf = ({ table, column }: OpenQuestion): string =>
    `"${column}" there if so, and in /tables/${table}/not_used if not`;
  const read = readMapping(text, names, problems, (place) => {
    const asked = questions.find(({ pointer }) => pointer.startsWith(place));
    return asked === undefined ? null : `${asked.said} ${answerOf(asked)}.`;
  });
  if (read === null || names.scale === null) return null;
  const { mapping, lineOf } = read;
  const { tables, faults, notices } = await openMappedTables(mapping, options);
  const all = faults.length > 0 ? faults : findColumnFaults(mapping, tables);
  for (const question of questions.filter((each) => !isAnswered(each, mapping))) {
    const found = `an open question: ${question.said}`;
    addFault({ pointer: question.pointer, found, expected: answerOf(question) }, lineOf, problems);
  }
  for (const fault of all) addFault(fault, lineOf, problems);
  if (all.length > 0) return null;
  for (const notice of notices) problems.notice(notice);
  return {
    script: writeMappedSql({ mapping, tables, bands: names.scale.bands.map(({ id }) => id) }),
    mapping,
    tables,
  };
}
