import { type DuckDBConnection, DuckDBDataChunk, type DuckDBValue } from "@duckdb/node-api";

/** The rows of a query as plain objects, all at once; for results that fit in memory. */
export async function readRows<Row>(connection: DuckDBConnection, sql: string): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJS() as Row[];
}

const ROWS_PER_CHUNK = 2048;

/** Appends rows to an existing table; null is NULL. */
export async function appendRows(
  connection: DuckDBConnection,
  { schema, table }: { readonly schema: string; readonly table: string },
  rows: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  const appender = await connection.createAppender(table, schema);
  const types = Array.from({ length: appender.columnCount }, (_, index) => appender.columnType(index));
  for (let first = 0; first < rows.length; first += ROWS_PER_CHUNK) {
    const part = rows.slice(first, first + ROWS_PER_CHUNK);
    const chunk = DuckDBDataChunk.create(types, part.length);
    chunk.setRows(part);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
