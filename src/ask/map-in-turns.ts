import type { Sources } from "./sources.ts";

/** Number of rows that are mapped at a time. */
const ROWS_AT_A_TIME = 100;

/** Maps rows of a long list, with other requests in between. */
export async function mapInTurns<Row, Result>(
  { nextTurn }: Pick<Sources, "nextTurn">,
  rows: readonly Row[],
  map: (row: Row, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % ROWS_AT_A_TIME === 0) await nextTurn();
    results.push(map(row, index));
  }
  return results;
}
