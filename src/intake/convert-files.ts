import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse as parseYaml } from "yaml";
import { askSheetWorker } from "./ask-sheet-worker.ts";
import type { Compression } from "./byte-stream.ts";
import { hiddenRowsNotice } from "./copy-sheet.ts";
import type { SingleByteEncoding } from "./decode-text.ts";
import { yamlCopyName } from "./guess/open-raw-files.ts";
import type { ProblemList } from "./problem-report.ts";
import { messageOf } from "./read-description.ts";
import { toUtf8 } from "./read-as-utf8.ts";
import type { AllSheetsAnswer } from "./sheet-worker.ts";

const TEXT_FILE = /\.(?:csv|tsv|txt|json|jsonl|ndjson)(?:\.(gz|zst))?$/iu;
const YAML = /\.ya?ml$/iu;
const WORKBOOK = /\.xls[xm]$/iu;

interface Conversion {
  /** Where the raw files are. */
  readonly data: string;
  /** An existing folder for the copies. */
  readonly converted: string;
  readonly encoding: SingleByteEncoding | null;
  /** For reading a workbook. */
  readonly memoryMiB: number;
  readonly problems: ProblemList;
}

/**
 * Converts the raw files that DuckDB cannot read by itself, for an intake.sql that asks for it:
 * text files that are not UTF-8 are copied as UTF-8, without compression, under their relative
 * names, YAML documents as JSON with .json after their names, and the sheets of workbooks as CSV
 * files in a folder of that name. What cannot be converted is missing then.
 */
export async function convertFiles({ data, converted, encoding, memoryMiB, problems }: Conversion): Promise<void> {
  for (const file of await listTextFiles(data)) {
    const copyPath = path.join(converted, file.label.replace(/\.(?:gz|zst)$/iu, ""));
    await mkdir(path.dirname(copyPath), { recursive: true });
    await toUtf8(file, copyPath, { encoding, problems }).catch(() => null);
  }
  for (const { path: file, label } of await listFiles(data, YAML)) {
    const copyPath = path.join(converted, yamlCopyName(label));
    await mkdir(path.dirname(copyPath), { recursive: true });
    try {
      await writeFile(copyPath, JSON.stringify(parseYaml(await readFile(file, "utf8"))));
    } catch (error) {
      problems.notice(`${label}: not converted: ${messageOf(error)}`);
    }
  }
  for (const { path: file, label } of await listFiles(data, WORKBOOK)) {
    const folder = path.join(converted, label);
    await mkdir(folder, { recursive: true });
    const answer = await askSheetWorker<AllSheetsAnswer>({ path: file, folder }, memoryMiB);
    if (answer.kind === "unreadable") problems.notice(`${label}: not converted: ${answer.found}`);
    else
      for (const { sheet, rows } of answer.hidden)
        if (rows !== null) problems.notice(hiddenRowsNotice(`${label} sheet "${sheet}"`, rows));
  }
}

/** The text files in and below a folder. */
export async function listTextFiles(
  folder: string,
): Promise<{ readonly path: string; readonly label: string; readonly compression: Compression }[]> {
  return (await listFiles(folder, TEXT_FILE)).map((file) => {
    const [, packed] = TEXT_FILE.exec(file.label) ?? [];
    return { ...file, compression: packed === undefined ? null : packed.toLowerCase() === "gz" ? "gzip" : "zstd" };
  });
}

async function listFiles(folder: string, name: RegExp): Promise<{ readonly path: string; readonly label: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return (
    entries
      // While Excel has a workbook open, a file ~$… stands beside it.
      .filter((entry) => entry.isFile() && name.test(entry.name) && !/^(?:\.|~\$)/u.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => ({ path: file, label: path.relative(folder, file).split(path.sep).join("/") }))
  );
}
