import { DOUBLE, type DuckDBDataChunk, DuckDBScalarFunction, type DuckDBVector, VARCHAR } from "@duckdb/node-api";
import type { Borders } from "../atlas/borders/open-borders.ts";
import {
  type DatabaseOptions,
  fileLiteral,
  identifier,
  literal,
  openIntakeDatabase,
  readRows,
} from "./intake-database.ts";
import { type LocationFile, type RowCounts, buildRowLocator, expectNewColumn, findColumn } from "./locate-rows.ts";

/**
 * Adds a column of codes to a Parquet file of any size, in the order of its rows.
 *
 * Memory is bounded by the options of the database. `onProgress` gets the rows read. Throws a
 * LocationFileError where a column is missing, and what DuckDB throws where the file is no Parquet
 * file; a row without usable degrees gets null and is counted.
 */
export async function locateParquet(
  file: LocationFile,
  borders: Borders,
  options: DatabaseOptions,
  onProgress: (rows: number, of: number) => void,
): Promise<RowCounts> {
  const database = await openIntakeDatabase(options);
  try {
    const { connection } = database;
    const source = `read_parquet(${fileLiteral(file.path)})`;
    const described = await readRows<{ column_name: string }>(connection, `DESCRIBE SELECT * FROM ${source}`);
    const columns = described.map(({ column_name: name }) => name);
    const degrees = (
      [
        [file.lat, "--lat"],
        [file.lng, "--lng"],
      ] as const
    ).map(([name, option]) => {
      const column = identifier(columns[findColumn(columns, name, option)]!);
      // A function is not called for NULL; NaN is no degree either.
      return `coalesce(try_cast(${column} AS DOUBLE), 'NaN'::DOUBLE)`;
    });
    expectNewColumn(columns, file.column);
    const [total] = await readRows<{ rows: bigint }>(connection, `SELECT count(*) AS rows FROM ${source}`);
    const { counts, codeAt } = buildRowLocator(borders, file.nearest);
    connection.registerScalarFunction(
      DuckDBScalarFunction.create({
        name: "iso2_at",
        returnType: VARCHAR,
        parameterTypes: [DOUBLE, DOUBLE],
        volatile: true,
        mainFunction(_info, input: DuckDBDataChunk, output: DuckDBVector) {
          const [lats, lngs] = [input.getColumnVector(0), input.getColumnVector(1)];
          for (let row = 0; row < input.rowCount; row += 1)
            output.setItem(row, codeAt(lats.getItem(row) as number | null, lngs.getItem(row) as number | null));
          output.flush();
          onProgress(counts.rows, Number(total?.rows ?? 0));
        },
      }),
    );
    await connection.run(
      `COPY (SELECT *, iso2_at(${degrees.join(", ")}) AS ${identifier(file.column)} FROM ${source})
       TO ${literal(file.out)} (FORMAT parquet, COMPRESSION zstd)`,
    );
    return counts;
  } finally {
    database.close();
  }
}
