import type { DuckDBConnection } from "@duckdb/node-api";
import { isUtf8 } from "node:buffer";
import path from "node:path";
import { readStart } from "./byte-stream.ts";
import { checkEncoding } from "./check-encoding.ts";
import { messageOf } from "./errors.ts";
import type { FindingList } from "./finding-list.ts";
import { findTableFiles, type TableFile, tableFileNames } from "./find-table-files.ts";
import type { NumberedSource, ProgressListener } from "./intake-run.ts";
import { tellIrregular } from "./irregular-file.ts";
import { type PublishedView, viewLabel } from "./publisher-sql.ts";
import { literal } from "./sql-text.ts";
import { TABLE_NAMES, type TableName, TABLES } from "./table-columns.ts";
import { openPart, type PartContext, type ReadableFile } from "./table-source.ts";

/** What is looked at of a file before the rest, which goes on while other files are read. */
const START_BYTES = 1 << 16;
const NEWLINE = 0x0a;

interface SourceOptions {
  readonly folder: string;
  readonly dataFolder: string | null;
  readonly workFolder: string;
  readonly connection: DuckDBConnection;
  readonly views: readonly PublishedView[];
  readonly findings: FindingList;
  readonly onProgress: ProgressListener;
}

/** What the tables are read from. */
export interface OpenedSources {
  readonly sources: Readonly<Record<TableName, readonly NumberedSource[]>>;
  /** Settles when the judgements were looked over to their end, which may take longer than to read the companies: till then they are not to be read. */
  readonly lookedOver: Promise<unknown>;
}

/**
 * Finds what every table is read from and looks each file over: its encoding and its columns. A table that has nothing to be read from and a file that cannot
 * be read are findings; that a file of judgements is no text after its start is one by the time `lookedOver` settles.
 */
export async function openSources(options: SourceOptions): Promise<OpenedSources> {
  const { findings, connection } = options;
  const files = await collectFiles(options);
  const sources: Record<TableName, NumberedSource[]> = { companies: [], products: [], judgements: [] };
  let count = 0;
  let working = 0;
  const context: PartContext = { connection, workFolder: options.workFolder, findings, nextNumber: () => working++ };
  const rest: Promise<unknown>[] = [];
  for (const [done, file] of files.entries()) {
    options.onProgress("Looking the files over", done, files.length);
    if (await tellIrregular(file, findings)) continue;
    const looking = makeReadable(file, context);
    const isReadable = file.table === "judgements" && (await startsAsUtf8(file));
    if (isReadable) rest.push(looking);
    const readable = isReadable ? file : await looking;
    const source = readable === null ? null : await openPart(readable, context);
    if (source === null) continue;
    const part = count++;
    await connection.run(`INSERT INTO intake.part VALUES (${part}, ${literal(source.label)}, ${source.hasLines})`);
    sources[file.table].push({ part, source });
  }
  return { sources, lookedOver: Promise.all(rest) };
}

/** Tells whether a file begins with whole lines of UTF-8, so that its header can be read as it is. */
async function startsAsUtf8({ path: file, format, compression }: TableFile): Promise<boolean> {
  if (format === "parquet") return false;
  const { start } = await readStart(file, compression, START_BYTES).catch(() => ({ start: Buffer.alloc(0) }));
  const lines = start.subarray(0, start.lastIndexOf(NEWLINE) + 1);
  return lines.length > 0 && !lines.includes(0) && isUtf8(lines);
}

/** A view of intake.sql comes before files, the dataset's folder before the folder of raw files. */
async function collectFiles({ folder, dataFolder, views, findings }: SourceOptions): Promise<TableFile[]> {
  const own = await findTableFiles(folder);
  const raw = dataFolder === null ? { files: [], unread: [] } : await findTableFiles(dataFolder);
  return TABLE_NAMES.flatMap((table): TableFile[] => {
    const view = views.find((each) => each.table === table);
    if (view !== undefined)
      return [{ ...view, label: viewLabel(table), format: "parquet", delimiter: null, compression: null }];
    const [first, second] = [own, raw].map(({ files }) => files.filter((file) => file.table === table));
    const files = first!.length > 0 ? first! : second!;
    for (const { label } of [...own.unread, ...raw.unread].filter((file) => file.table === table)) {
      findings.notice(`${label}: not read, because it is not one of ${tableFileNames(table)}`);
    }
    if (files.length === 0) tellMissingTable(table, findings);
    return files;
  });
}

function tellMissingTable(table: TableName, findings: FindingList): void {
  if (TABLES[table].mayBeMissing) findings.notice(`There is no table ${table}; the release will have none.`);
  else {
    findings.add({
      kind: "missing_table",
      table,
      found: "no file and no view",
      expected: tableFileNames(table),
      advice: `Add the file, or an intake.sql that defines a view ${table} (docs/data-format.md).`,
    });
  }
}

/** Checks the encoding of a text file and transcodes UTF-16; null, with a finding, when it is not text or cannot be read. */
async function makeReadable(
  file: TableFile,
  { workFolder, findings, nextNumber }: PartContext,
): Promise<ReadableFile | null> {
  if (file.format === "parquet") return file;
  try {
    const copyPath = path.join(workFolder, `utf8-${nextNumber()}.txt`);
    const encoding = await checkEncoding({ path: file.path, compression: file.compression, copyPath });
    if (encoding.kind === "text") return { ...file, path: encoding.path, compression: encoding.compression };
    findings.add({
      kind: "bad_encoding",
      table: file.table,
      file: file.label,
      place: `byte ${encoding.byteOffset}`,
      found: encoding.found,
      expected: "UTF-8, with or without byte order mark, or UTF-16 with one",
      advice: "Save the file as UTF-8.",
    });
  } catch (error) {
    findings.add({
      kind: "unreadable_file",
      table: file.table,
      file: file.label,
      found: messageOf(error),
      expected: file.compression === null ? "a file that can be read" : `a whole ${file.compression} file`,
    });
  }
  return null;
}
