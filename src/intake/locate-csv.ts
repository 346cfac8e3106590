import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Borders } from "../atlas/borders/open-borders.ts";
import { type Compression, passBytes, readStart } from "./byte-stream.ts";
import { cellTexts, type CsvRecord, CsvScanner, quoteCell } from "./csv-scanner.ts";
import {
  type PlacesFile,
  PlacesFileError,
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
 * Adds a column of codes to a CSV file of any size; everything else stays byte for byte, but for blank lines.
 *
 * Memory does not depend on the size. `onProgress` is told of bytes read. Throws a PlacesFileError where a column is missing or a row cannot be
 * read; a row without usable degrees gets an empty cell and is counted.
 */
export async function locateCsv(
  file: PlacesFile,
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
      // A copy: the bytes of a chunk are those of the next one soon.
      yield rows.take();
    }
    rows.scanner.end();
    yield rows.take();
    if (rows.isEmpty()) throw new PlacesFileError("the file is empty");
  };
  await pipeline(located, createWriteStream(file.out, { flags: "wx" }));
  return rows.counts;
}

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/** Turns the rows of a file into those with one more cell, a chunk at a time. */
function buildCsvRows(file: PlacesFile, borders: Borders, delimiter: string) {
  const { counts, codeAt } = buildRowLocator(borders, file.nearest);
  let parts: Buffer[] = [];
  let columns: readonly string[] | undefined;
  let lineEnd = "\n";
  let [lat, lng] = [-1, -1];

  const ends = new Map<string, Buffer>();
  const endOf = (cell: string): Buffer => {
    const known = ends.get(cell) ?? Buffer.from(delimiter + cell + lineEnd);
    ends.set(cell, known);
    return known;
  };
  const add = ({ bytes, from, to }: CsvRecord, cell: string): void => {
    parts.push(bytes.subarray(from, to), endOf(cell));
  };
  const readHeader = (record: CsvRecord): void => {
    columns = cellTexts(record);
    lat = findColumn(columns, file.lat, "--lat");
    lng = findColumn(columns, file.lng, "--lng");
    expectNewColumn(columns, file.column);
    if (record.bytes[record.to] === 0x0d) lineEnd = "\r\n";
    add(record, quoteCell(file.column, delimiter));
  };
  const readRow = (record: CsvRecord): void => {
    const { error, line, cellCount } = record;
    if (error !== null) throw new PlacesFileError(`line ${line}: ${error}`);
    if (columns === undefined) {
      readHeader(record);
      return;
    }
    if (cellCount !== columns.length)
      throw new PlacesFileError(`line ${line} has ${cellCount} cells, the header ${columns.length}`);
    const cells = cellTexts(record);
    add(record, codeAt(degreesOf(cells[lat]!), degreesOf(cells[lng]!)) ?? "");
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

/** The delimiter that stands most often in the first line. */
function findDelimiter(start: string): string {
  const line = start.split(/[\r\n]/u, 1)[0]!.replaceAll(/"[^"]*"/gu, "");
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]!.delimiter;
}

function compressionOf(path: string): Compression {
  return path.endsWith(".gz") ? "gzip" : path.endsWith(".zst") ? "zstd" : null;
}
