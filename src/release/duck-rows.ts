import { type DuckDBConnection, DuckDBDataChunk, type DuckDBValue, INTEGER, VARCHAR, DOUBLE } from "@duckdb/node-api";

/** The rows of a query as plain objects, all at once; for results that fit in memory. */
export async function readRows<Row>(connection: DuckDBConnection, sql: string): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJS() as Row[];
}

export type ColumnType = "text" | "integer" | "number";

const DUCK_TYPES = { text: VARCHAR, integer: INTEGER, number: DOUBLE } as const;

const ROWS_PER_CHUNK = 2048;

/** Appends rows to an existing table whose columns have the given types, in order; null is NULL. */
export async function appendRows(
  connection: DuckDBConnection,
  { schema, table }: { readonly schema: string; readonly table: string },
  types: readonly ColumnType[],
  rows: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  const appender = await connection.createAppender(table, schema);
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
