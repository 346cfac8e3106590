import {
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBIntegerVector,
  type DuckDBValue,
  INTEGER,
  VARCHAR,
  DOUBLE,
} from "@duckdb/node-api";

/** The rows of a query as plain objects, all at once; for results that fit in memory. */
export async function readRows<Row>(connection: DuckDBConnection, sql: string): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJS() as Row[];
}

/** The rows of a query as plain objects, about two thousand at a time; ends the query when the caller stops. */
export async function* streamRows<Row>(connection: DuckDBConnection, sql: string): AsyncGenerator<Row[]> {
  const result = await connection.stream(sql);
  for await (const rows of result.yieldRowObjectJs()) yield rows as Row[];
}

/**
 * The columns of a query that yields INTEGER columns without NULL, as typed arrays of equal length in row order.
 * Throws a TypeError where a column is of another type.
 */
export async function integerColumns(connection: DuckDBConnection, sql: string): Promise<Int32Array[]> {
  const result = await connection.run(sql);
  const chunks = await result.fetchAllChunks();
  let rows = 0;
  for (const chunk of chunks) rows += chunk.rowCount;
  const columns = Array.from({ length: result.columnCount }, () => new Int32Array(rows));
  let at = 0;
  for (const chunk of chunks) {
    for (const [place, column] of columns.entries()) {
      const vector = chunk.getColumnVector(place);
      if (!(vector instanceof DuckDBIntegerVector))
        throw new TypeError(`column ${result.columnName(place)} is not INTEGER`);
      column.set(integersOf(vector, chunk.rowCount), at);
    }
    at += chunk.rowCount;
  }
  return columns;
}

/** The vector's own memory, which the library keeps behind a private member: `getItem` costs twenty times as much. */
function integersOf(vector: DuckDBIntegerVector, rowCount: number): Int32Array {
  const { items } = vector as unknown as { items?: Int32Array };
  if (items instanceof Int32Array) return items.subarray(0, rowCount);
  return Int32Array.from({ length: rowCount }, (_, row) => vector.getItem(row) ?? 0);
}

export type ColumnType = "text" | "integer" | "number";

const DUCK_TYPES = { text: VARCHAR, integer: INTEGER, number: DOUBLE } as const;

const ROWS_PER_CHUNK = 2048;

/** Appends rows to an existing table whose columns have the given types, in order; null is NULL. */
export async function appendRows(
  connection: DuckDBConnection,
  place: { readonly schema: string; readonly table: string },
  types: readonly ColumnType[],
  rows: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  const appender = await connection.createAppender(place.table, place.schema);
  for (let first = 0; first < rows.length; first += ROWS_PER_CHUNK) {
    const part = rows.slice(first, first + ROWS_PER_CHUNK);
    const chunk = DuckDBDataChunk.create(
      types.map((type) => DUCK_TYPES[type]),
      part.length,
    );
    chunk.setRows(part);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
