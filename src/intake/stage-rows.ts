import type { IntakeRun } from "./intake-run.ts";
import { noteFaults } from "./row-problems.ts";
import type { TableName } from "./table-columns.ts";

/**
 * Reads all parts of a table into a new table `target` of `part`, `line` and the given columns, each with its SQL over the cells as
 * they stand. Malformed rows are noted as problems; returns how many.
 */
export async function stageRows(
  run: IntakeRun,
  table: TableName,
  target: string,
  columns: Readonly<Record<string, string>>,
): Promise<number> {
  const cells = Object.entries(columns).map(([name, sql]) => `${sql} AS ${name}`);
  const declared = Object.keys(columns).map((name) => `${name} VARCHAR`);
  await run.connection.run(`CREATE TABLE ${target}(part INTEGER, line BIGINT, ${declared.join(", ")})`);
  const sources = run.sources[table];
  let malformed = 0;
  for (const [done, { part, source }] of sources.entries()) {
    run.onProgress(`Reading ${table}`, done, sources.length);
    const { select, faultCount, faults } = await source.numbered();
    await run.connection.run(`INSERT INTO ${target} SELECT ${part}, line, ${cells.join(", ")} FROM (${select})`);
    malformed += faultCount;
    if (faults !== null) await noteFaults(run.connection, table, source.label, faults);
  }
  return malformed;
}
