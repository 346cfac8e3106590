import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Borders } from "../atlas/borders/open-borders.ts";
import { type Compression, passBytes, readStart } from "./byte-stream.ts";
import { counted } from "./counted.ts";
import { fieldTexts, type CsvRecord, CsvScanner, quoteField } from "../csv/csv-scanner.ts";
import {
  type LocationFile,
  LocationFileError,
  type RowCounts,
  buildRowLocator,
  expectNewColumn,
  findColumn,
} from "./locate-rows.ts";

const DELIMITERS = [",", ";", "\t", "|"];

/** How much of a file is looked at to find its delimiter. */
const START_BYTES = 64 * 1024;

/** Degrees as people and programs write them: `48.85`, `-.5`, `4.885e1`. */
const DEGREES = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/**
 * Adds a column of codes to a CSV file of any size; everything else but blank lines stays byte for
 * byte.
 *
 * Memory does not depend on the size. `onProgress` gets the bytes read. Throws a LocationFileError
 * where a column is missing or a row cannot be read; a row without usable degrees gets an empty
 * field and is counted.
 */
export async function locateCsv(
  file: LocationFile,
  borders: Borders,
  onProgress: (bytes: number, of: number) => void,
): Promise<RowCounts> {
  const compression = compressionOf(file.path);
  const { start } = await readStart(file.path, compression, START_BYTES);
  const hasMark = start.length >= 3 && start.readUIntBE(0, 3) === 0xefbbbf;
  const { size } = await stat(file.path);
  const rows = buildCsvRows(file, borders, findDelimiter(start.toString("utf8")));
  const located = async function* (): AsyncGenerator<Buffer> {
    if (hasMark) yield BYTE_ORDER_MARK;
    let read = 0;
    for await (const chunk of passBytes(file.path, compression)) {
      rows.scanner.push(chunk);
      read += chunk.length;
      onProgress(compression === null ? read : Math.min(read, size), size);
      // A copy, because chunks share their memory.
      yield rows.take();
    }
    rows.scanner.end();
    yield rows.take();
    if (rows.isEmpty()) throw new LocationFileError("the file is empty");
  };
  // Opened first: a stream that opens its file may do so after the pipeline has failed.
  const output = await open(file.out, "wx");
  await pipeline(located, output.createWriteStream());
  return rows.counts;
}

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/** Adds a field to the rows of a file, a chunk at a time. */
function buildCsvRows(file: LocationFile, borders: Borders, delimiter: string) {
  const { counts, codeAt } = buildRowLocator(borders, file.nearest);
  let parts: Buffer[] = [];
  let columns: readonly string[] | undefined;
  let lineEnd = "\n";
  let [lat, lng] = [-1, -1];

  const ends = new Map<string, Buffer>();
  const endOf = (field: string): Buffer => {
    const known = ends.get(field) ?? Buffer.from(delimiter + field + lineEnd);
    ends.set(field, known);
    return known;
  };
  const add = ({ bytes, from, to }: CsvRecord, field: string): void => {
    parts.push(bytes.subarray(from, to), endOf(field));
  };
  const readHeader = (record: CsvRecord): void => {
    columns = fieldTexts(record);
    lat = findColumn(columns, file.lat, "--lat");
    lng = findColumn(columns, file.lng, "--lng");
    expectNewColumn(columns, file.column);
    if (record.bytes[record.to] === 0x0d) lineEnd = "\r\n";
    add(record, quoteField(file.column, delimiter));
  };
  const readRow = (record: CsvRecord): void => {
    const { error, line, fieldCount } = record;
    if (error !== null) throw new LocationFileError(`line ${line}: ${error}`);
    if (columns === undefined) {
      readHeader(record);
      return;
    }
    if (fieldCount !== columns.length)
      throw new LocationFileError(`line ${line} has ${counted(fieldCount, "field")}, the header ${columns.length}`);
    const fields = fieldTexts(record);
    add(record, codeAt(degreesOf(fields[lat]!), degreesOf(fields[lng]!)) ?? "");
  };
  return {
    scanner: new CsvScanner(delimiter, readRow),
    counts,
    isEmpty: () => columns === undefined,
    take(): Buffer {
      const taken = Buffer.concat(parts);
      parts = [];
      return taken;
    },
  };
}

function degreesOf(text: string): number | null {
  const trimmed = text.trim();
  return DEGREES.test(trimmed) ? Number(trimmed) : null;
}

/** The delimiter that occurs most often in the first line. */
function findDelimiter(start: string): string {
  const line = start.split(/[\r\n]/u, 1)[0]!.replaceAll(/"[^"]*"/gu, "");
  const found = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return found.toSorted((a, b) => b.count - a.count)[0]!.delimiter;
}

function compressionOf(path: string): Compression {
  return path.endsWith(".gz") ? "gzip" : path.endsWith(".zst") ? "zstd" : null;
}
