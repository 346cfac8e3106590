import type { DuckDBConnection } from "@duckdb/node-api";
import { counted } from "../counted.ts";
import { identifier, literal, readRows } from "../intake-database.ts";
import { lacksMaximum } from "./conversion-sql.ts";
import type { MappedJudgements, Mapping } from "./mapping-schema.ts";
import { numberColumns, numberedRows, type ReadColumn, readColumns } from "./number-columns.ts";
import { columnOf, valueSql } from "./value-sql.ts";

const NAMED_MAX = 10;

/** Tells a publisher of cells that are no numbers, or may be two. */
export async function numberNotices(connection: DuckDBConnection, mapping: Mapping): Promise<string[]> {
  if (numberColumns(mapping).length === 0) return [];
  const forms = await readRows<NumberFormRow>(connection, "FROM number_forms ORDER BY ALL");
  const notices: string[] = [];
  for (const judged of mapping.judgements)
    for (const read of readColumns(judged, mapping)) {
      const own = forms.find(
        (form) => form.in_table === judged.table && form.in_column.toLowerCase() === read.column.toLowerCase(),
      );
      if (own?.has_not_finite === true || typeof read.conversion.share_of === "object")
        notices.push(...(await unjudgedNotices(connection, judged, read)));
    }
  return [...notices, ...forms.flatMap(openNotices)];
}

interface NumberFormRow {
  readonly in_table: string;
  readonly in_column: string;
  readonly mark: string | null;
  readonly plain_times: number | null;
  readonly has_not_finite: boolean | null;
  readonly open_cell: string | null;
  readonly share_cell: string | null;
  readonly percent_cell: string | null;
}

/** Notices cells that may be two numbers, where nothing tells which. */
function openNotices(form: NumberFormRow): string[] {
  const { in_table: table, in_column: column, open_cell: cell, share_cell: share, percent_cell: percent } = form;
  const notices: string[] = [];
  if (form.mark === null && cell !== null)
    notices.push(
      `${table}, "${column}": "${cell}" may be two numbers, and no other cell of the column tells which; say in mapping.json what stands before decimals: "numbers": { "decimal": "." } or ","`,
    );
  if (form.plain_times === null && share !== null && percent !== null)
    notices.push(
      `${table}, "${column}": "${share}" stands beside "${percent}"; say in mapping.json whether it is a share of 1 or a per cent: "numbers": { "beside_percent": "share" } or "percent"`,
    );
  return notices;
}

interface Unjudged {
  readonly cells: readonly string[];
  readonly companies: readonly string[];
  readonly count: bigint;
}

/** Notices scores that are NaN or infinite, and those without a maximum. */
async function unjudgedNotices(
  connection: DuckDBConnection,
  { table, company, pillar }: MappedJudgements,
  { column, conversion, group }: ReadColumn,
): Promise<string[]> {
  const { share_of: of } = conversion;
  const about = { table, text: identifier(column), column: literal(column) };
  const { rows, cell } = numberedRows(table, about, [of], (name) => `${name}_of_notice`);
  const only =
    group === null || pillar === undefined
      ? "true"
      : `lower(trim(${valueSql(pillar)})) = ${literal(group.trim().toLowerCase())}`;
  const unjudged = async (text: string, condition: string): Promise<Unjudged | undefined> => {
    const [found] = await readRows<Unjudged>(
      connection,
      `SELECT count(*) AS count, list(DISTINCT trim(coalesce(${text}, '')))[1:${NAMED_MAX}] AS cells,
         list(DISTINCT trim(${valueSql(company)}))[1:${NAMED_MAX}] AS companies
       FROM ${rows} AS t WHERE ${only} AND ${condition}`,
    );
    return found === undefined || found.count === 0n ? undefined : found;
  };
  const notices: string[] = [];
  const wrong = await unjudged(cell.text, `not_finite(${cell.readings})`);
  if (wrong !== undefined)
    notices.push(
      `${table}, "${column}": ${counted(Number(wrong.count), "cell is", "cells are")} not judged, because ${listed(wrong.cells)} ${wrong.cells.length === 1 ? "is no number" : "are no numbers"}: ${named(wrong)}`,
    );
  const maximum = cell.maximum(of);
  const [lacking] = lacksMaximum(cell, of);
  const without = lacking && maximum && (await unjudged(maximum.text, lacking));
  if (without)
    notices.push(
      `${table}, "${column}": ${counted(Number(without.count), "score is", "scores are")} not judged, because the maximum in "${typeof of === "object" ? columnOf(of) : ""}" is ${listed(without.cells)}: ${named(without)}`,
    );
  return notices;
}

function listed(cells: readonly string[]): string {
  return cells
    .toSorted()
    .map((cell) => (cell === "" ? "empty" : `"${cell}"`))
    .join(", ");
}

function named({ companies, count }: Unjudged): string {
  const more = Number(count) - companies.length;
  return companies.toSorted().join(", ") + (more > 0 && companies.length === NAMED_MAX ? ` and ${more} more` : "");
}
