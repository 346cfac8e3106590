import {
  DuckDBBigIntVector,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBMaterializedResult,
} from "@duckdb/node-api";
import { readRows } from "./duck-rows.ts";
import { UNDATED } from "./judgement-blob.ts";

/** The days of the years 1000 to 2999, which are all that intake reads. */
const FIRST_DAY = -354_285;
const LAST_DAY = 376_199;
/** The largest `day`. */
export const DAY_MAX = LAST_DAY - FIRST_DAY + 1;

/** What is read of a judgement, with its SQL; `day` counts from 1 = `FIRST_DAY`, 0 is undated. */
const NUMBERS = {
  company: "company",
  pillar: "pillar",
  band: "band",
  criterion: "criterion",
  judge: "judge",
  day: `CASE WHEN judged_on = ${UNDATED} THEN 0 ELSE judged_on - ${FIRST_DAY - 1} END`,
  source: `"source"`,
} as const;

type NumberName = keyof typeof NUMBERS;

/** Where a number stands in the words of a row: in the first or second half of one of its columns. */
export interface WordPlace {
  readonly column: number;
  readonly half: 0 | 1;
  readonly shift: number;
  readonly mask: number;
}

export type WordLayout = Readonly<Record<NumberName, WordPlace>>;

export interface PackedQuery {
  readonly select: string;
  readonly layout: WordLayout;
  readonly columnCount: number;
}

/** Two halves make a BIGINT, whose sign stays free. */
const HALF_BITS = 31;

/**
 * A query that packs the rows of `clean.judgement`, in their order, into few BIGINT columns: what a reader pays for is vectors, whatever they hold. `maxima`
 * are the largest numbers there can be.
 */
export function packJudgements(maxima: Readonly<Record<NumberName, number>>): PackedQuery {
  const places: [NumberName, WordPlace][] = [];
  let halves = 0;
  let room = 0;
  for (const name of Object.keys(NUMBERS) as NumberName[]) {
    const bits = 32 - Math.clz32(maxima[name]);
    if (bits > room) {
      halves += 1;
      room = HALF_BITS;
    }
    room -= bits;
    const half = (halves - 1) % 2 === 0 ? 0 : 1;
    places.push([name, { column: Math.floor((halves - 1) / 2), half, shift: room, mask: 2 ** bits - 1 }]);
  }
  const columnCount = Math.ceil(halves / 2);
  const columns = Array.from({ length: columnCount }, (_, column) => packedColumn(places, column));
  return {
    select: `SELECT ${columns.join(", ")} FROM clean.judgement`,
    layout: Object.fromEntries(places) as Record<NumberName, WordPlace>,
    columnCount,
  };
}

function packedColumn(places: readonly (readonly [NumberName, WordPlace])[], column: number): string {
  return places
    .filter(([, place]) => place.column === column)
    .map(([name, { half, shift }]) => `((${NUMBERS[name]})::BIGINT << ${half * 32 + shift})`)
    .join(" | ");
}

/** Reads one of the numbers of rows as `streamWords` gives them. A loop over very many rows reads `halves` itself, which takes half the time. */
export class NumberReader {
  readonly halves: Int32Array;
  readonly half: number;
  readonly shift: number;
  readonly mask: number;

  constructor(words: readonly Int32Array[], { column, half, shift, mask }: WordPlace) {
    this.halves = words[column]!;
    this.half = half;
    this.shift = shift;
    this.mask = mask;
  }

  at(row: number): number {
    return (this.halves[2 * row + this.half]! >>> this.shift) & this.mask;
  }
}

export type NumberReaders = Readonly<Record<NumberName, NumberReader>>;

export function readersOf(words: readonly Int32Array[], layout: WordLayout): NumberReaders {
  const readers = Object.entries(layout).map(([name, place]) => [name, new NumberReader(words, place)]);
  return Object.fromEntries(readers) as NumberReaders;
}

/** `judged_on` of a `day`. */
export function judgedOnOf(day: number): number {
  return day === 0 ? UNDATED : day + FIRST_DAY - 1;
}

/** How many rows are asked for at a time: four of the groups in which the database keeps them. */
const ROWS_PER_PART = 4 * 122_880;

/**
 * The rows of a packed query, about two thousand at a time: the halves of every column, one row after another; little-endian. They are read in large parts, the
 * next one while one is worked on. To be ended with `return` before the connection is closed.
 */
export async function* streamWords(
  connection: DuckDBConnection,
  { select }: PackedQuery,
): AsyncGenerator<Int32Array[], undefined> {
  const [count] = await readRows<{ end: number }>(
    connection,
    `SELECT coalesce(max(rowid) + 1, 0)::DOUBLE AS "end" FROM clean.judgement`,
  );
  const end = count?.end ?? 0;
  const readPart = (first: number): Promise<DuckDBMaterializedResult> | null => {
    if (first >= end) return null;
    const part = connection.run(`${select} WHERE rowid >= ${first} AND rowid < ${first + ROWS_PER_PART}`);
    // Whoever awaits it hears of a failure; until then it is not one that nobody handles.
    part.catch(() => {});
    return part;
  };
  let ahead = readPart(0);
  try {
    for (let first = ROWS_PER_PART; ahead !== null; first += ROWS_PER_PART) {
      const part = await ahead;
      ahead = readPart(first);
      for (let place = 0; place < part.chunkCount; place += 1) yield chunkWords(part.getChunk(place));
    }
  } finally {
    await Promise.allSettled([ahead]);
  }
}

function chunkWords(chunk: DuckDBDataChunk): Int32Array[] {
  return Array.from({ length: chunk.columnCount }, (_, place) => {
    const vector = chunk.getColumnVector(place);
    if (!(vector instanceof DuckDBBigIntVector)) throw new TypeError(`column ${place} is not BIGINT`);
    return halvesOf(vector, chunk.rowCount);
  });
}

/** The vector's own memory, which the library keeps behind a private member: `getItem` costs twenty times as much. */
function halvesOf(vector: DuckDBBigIntVector, rowCount: number): Int32Array {
  const { items } = vector as unknown as { items?: BigInt64Array };
  const numbers =
    items instanceof BigInt64Array
      ? items
      : BigInt64Array.from({ length: rowCount }, (_, row) => vector.getItem(row) ?? 0n);
  return new Int32Array(numbers.buffer, numbers.byteOffset, rowCount * 2);
}
