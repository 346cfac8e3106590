import {
  DuckDBBigIntVector,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBMaterializedResult,
} from "@duckdb/node-api";
import type { PackedJudgements } from "./clean-dataset.ts";
import { readRows } from "./duck-rows.ts";

/** How many rows are asked for at a time: four of the groups in which the database keeps them. */
const ROWS_PER_PART = 4 * 122_880;

/**
 * The packed judgements, about two thousand at a time: the halves of every word, one row after another, the low one first. They are read in large parts, the
 * next one while one is worked on. To be ended with `return` before the connection is closed.
 */
export async function* streamWords(
  connection: DuckDBConnection,
  { table, columns }: PackedJudgements,
): AsyncGenerator<Int32Array[], undefined> {
  const [counted] = await readRows<{ rows: number }>(connection, `SELECT count(*)::DOUBLE AS "rows" FROM ${table}`);
  const end = counted!.rows;
  const select = `SELECT ${columns.join(", ")}`;
  const readPart = (first: number): Promise<DuckDBMaterializedResult> | null => {
    if (first >= end) return null;
    const part = connection.run(`${select} FROM ${table} WHERE rowid >= ${first} AND rowid < ${first + ROWS_PER_PART}`);
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
