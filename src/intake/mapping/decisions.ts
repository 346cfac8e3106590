import type { DuckDBConnection } from "@duckdb/node-api";
import { counted, quoted } from "../counted.ts";
import { LIKE_SERIAL } from "../date-formats.ts";
import { identifier, literal, readCounts, readRows } from "../intake-database.ts";
import type { MappedTable } from "./mapped-tables.ts";
import type { MappedJudgements, MappedValue, Mapping } from "./mapping-schema.ts";
import { blankRowSql, columnOf, leftOutSql, valueSql } from "./value-sql.ts";
import { AS_READ, correctionSql, rowSql } from "./write-mapped-sql.ts";
import { lacksMaximum, numberColumns, numberedRows, type ReadColumn, readColumns } from "./conversion-sql.ts";
import { OPEN_QUESTION } from "../numbers.ts";

type DecisionState = "applied" | "no longer needed" | "changed in the file" | "row not there";

interface Decision {
  readonly pointer: string;
  readonly state: DecisionState;
  /** The decision, and what is in the file, in a sentence without its state. */
  readonly said: string;
}

/** Finds the state of every decision, after the statements of the mapping have run. */
async function readDecisions(
  connection: DuckDBConnection,
  mapping: Mapping,
  tables: readonly MappedTable[],
  leftOut: readonly LeftOutRows[],
): Promise<Decision[]> {
  const decisions: Decision[] = [];
  for (const [i, correction] of (mapping.corrections ?? []).entries()) {
    const table = tables.find(({ name }) => name === correction.table);
    if (table !== undefined)
      decisions.push({ pointer: `/corrections/${i}`, ...(await correctionState(connection, table, correction)) });
  }
  const { companies, same = [], different = [] } = mapping;
  const isThere = async (names: readonly string[]): Promise<string[]> => {
    const rows = await readRows<{ name: string }>(
      connection,
      `SELECT DISTINCT trim(${valueSql(companies.name)}) AS name FROM ${companies.table} AS t
       WHERE trim(${valueSql(companies.name)}) IN (${names.map((name) => literal(name.trim())).join(", ")}) ORDER BY name`,
    );
    return rows.map(({ name }) => name);
  };
  for (const [i, { names, keep, id }] of same.entries()) {
    const others = id === undefined ? names.filter((name) => name.trim() !== keep.trim()) : names;
    decisions.push({ pointer: `/same/${i}`, ...mergeState(names, await isThere(names), await isThere(others)) });
  }
  for (const [i, names] of different.entries()) {
    const found = await isThere(names);
    const gone = names.filter((name) => !found.includes(name.trim()));
    const state = gone.length === 0 ? "applied" : "row not there";
    const detail = gone.length === 0 ? "" : `; the file lacks ${quoted(gone, NAMED_MAX)}`;
    decisions.push({
      pointer: `/different/${i}`,
      state,
      said: `two companies: ${quoted(names, NAMED_MAX)}${detail}`,
    });
  }
  decisions.push(...(await unusedDecisions(connection, mapping, leftOut)));
  return decisions;
}

function mergeState(
  names: readonly string[],
  found: readonly string[],
  changed: readonly string[],
): Omit<Decision, "pointer"> {
  const said = `one company: ${names.map((name) => `"${name}"`).join(", ")}`;
  if (found.length === 0) return { state: "row not there", said };
  if (changed.length === 0) return { state: "no longer needed", said };
  return { state: "applied", said };
}

/** Finds rows to leave out, and pillars of a group, that no row has any more. */
async function unusedDecisions(
  connection: DuckDBConnection,
  mapping: Mapping,
  leftOut: readonly LeftOutRows[],
): Promise<Decision[]> {
  const decisions: Decision[] = [];
  for (const { pointer, table, column, is, count } of leftOut) {
    if (count > 0) continue;
    const said = `${table}: rows whose "${column}" is ${quoted(is, NAMED_MAX)} are left out, and there are none`;
    decisions.push({ pointer, state: "no longer needed", said });
  }
  for (const [i, { table, pillar, groups }] of mapping.judgements.entries()) {
    if (groups === undefined || pillar === undefined) continue;
    const rows = await readRows<{ pillar: string }>(
      connection,
      `SELECT DISTINCT lower(trim(${valueSql(pillar)})) AS pillar FROM ${table} AS t`,
    );
    const found = new Set(rows.map((row) => row.pillar));
    const gone = Object.keys(groups).filter((name) => !found.has(name.trim().toLowerCase()));
    if (gone.length === 0) continue;
    const said = `${table}: no row is about ${quoted(gone, NAMED_MAX)}`;
    decisions.push({ pointer: `/judgements/${i}/groups`, state: "row not there", said });
  }
  return decisions;
}

/** A rule that leaves rows of a table out, and how many rows it leaves out now. */
interface LeftOutRows {
  readonly pointer: string;
  readonly table: string;
  readonly column: string;
  readonly is: readonly string[];
  readonly count: number;
}

/** The files are read for each rule, so this is asked once. */
async function countLeftOut(connection: DuckDBConnection, tables: readonly MappedTable[]): Promise<LeftOutRows[]> {
  const found: LeftOutRows[] = [];
  for (const { name, select, settings } of tables)
    for (const [i, rule] of (settings.leave_out ?? []).entries()) {
      const { rows } = await readCounts<"rows">(
        connection,
        `SELECT count(*) AS "rows" FROM (${select}) WHERE ${leftOutSql(rule)}`,
      );
      found.push({ pointer: `/tables/${name}/leave_out/${i}`, table: name, ...rule, count: rows });
    }
  return found;
}

async function correctionState(
  connection: DuckDBConnection,
  { name, settings, wave }: MappedTable,
  correction: NonNullable<Mapping["corrections"]>[number],
): Promise<Omit<Decision, "pointer">> {
  const { column, was, now, row } = correction;
  const from = `FROM ${name}${AS_READ}`;
  const cell = `trim(coalesce(${identifier(column)}, ''))`;
  const rows = rowSql(correction, settings.row ?? null, wave);
  const where = rows.length === 0 ? "true" : rows.join(" AND ");
  const counts = await readCounts<"there" | "was" | "now">(
    connection,
    `SELECT count(*) AS "there", count(*) FILTER (${correctionSql(correction, settings.row ?? null, wave)}) AS "was",
       count(*) FILTER (${cell} = ${literal(now.trim())}) AS "now" ${from} WHERE ${where}`,
  );
  const named = [row, correction.wave].filter((part) => part !== undefined).map((part) => `"${part}"`);
  const at = named.length === 0 ? "" : ` in the row ${named.join(", ")}`;
  const said = `${name}, "${column}"${at}: "${was}" is "${now}"`;
  if (counts.was > 0) return { state: "applied", said };
  if (counts.there === 0) return { state: "row not there", said };
  // Without a row, the value is looked for wherever it stands.
  if (row === undefined || counts.now > 0) return { state: "no longer needed", said };
  const values = await readRows<{ value: string }>(
    connection,
    `SELECT DISTINCT ${cell} AS value ${from} WHERE ${where} ORDER BY 1 LIMIT 3`,
  );
  const found = values.map(({ value }) => `"${value}"`).join(", ");
  return { state: "changed in the file", said: `${said}; the file has ${found} now: decide` };
}

const NAMED_MAX = 5;

/** Tells a publisher which decisions were applied or not and why, and which rows are left out. */
export async function mappingNotices(
  connection: DuckDBConnection,
  mapping: Mapping,
  tables: readonly MappedTable[],
): Promise<string[]> {
  const leftOut = await countLeftOut(connection, tables);
  const decisions = await readDecisions(connection, mapping, tables, leftOut);
  const applied = decisions.filter(({ state }) => state === "applied");
  const open = decisions.filter(({ state }) => state !== "applied");
  return [
    ...(applied.length === 0 ? [] : [`mapping.json: ${counted(applied.length, "decision")} applied`]),
    ...open.map(({ pointer, state, said }) => `mapping.json ${pointer}: ${state}: ${said}`),
    ...(await leftOutNotices(connection, mapping, leftOut)),
    ...(await detailNotices(connection, mapping)),
    ...(await serialNotices(connection, mapping)),
    ...(await numberNotices(connection, mapping)),
  ];
}

async function leftOutNotices(
  connection: DuckDBConnection,
  mapping: Mapping,
  leftOut: readonly LeftOutRows[],
): Promise<string[]> {
  const notices = leftOut
    .filter(({ count }) => count > 0)
    .map(
      ({ table, column, is, count }) =>
        `${table}: ${counted(count, "row is", "rows are")} left out, because "${column}" is ${quoted(is, NAMED_MAX)}`,
    );
  const blank = blankRowSql(mapping);
  if (blank !== null) {
    const { left } = await readCounts<"left">(
      connection,
      `SELECT count(*) AS "left" FROM ${mapping.companies.table} WHERE ${blank}`,
    );
    if (left > 0)
      notices.push(
        `${mapping.companies.table}: ${counted(left, "row has", "rows have")} neither a name nor a country, and ${left === 1 ? "is" : "are"} left out`,
      );
  }
  for (const { table, pillar, groups } of mapping.judgements) {
    if (groups === undefined || pillar === undefined) continue;
    const known = Object.keys(groups).map((name) => literal(name.trim().toLowerCase()));
    const rows = await readRows<{ pillar: string; count: bigint }>(
      connection,
      `SELECT trim(${valueSql(pillar)}) AS pillar, count(*) AS count FROM ${table} AS t
       WHERE lower(trim(${valueSql(pillar)})) NOT IN (${known.join(", ")}) GROUP BY ALL ORDER BY 2 DESC, 1`,
    );
    const count = rows.reduce((sum, row) => sum + Number(row.count), 0);
    const pillars = rows.map((row) => row.pillar);
    if (count > 0)
      notices.push(
        `${table}: ${counted(count, "row is", "rows are")} left out, because no group has ${quoted(pillars, NAMED_MAX)}`,
      );
  }
  return notices;
}

/** Optional facts stand in nobody's way: a wrong one is left out. */
async function detailNotices(connection: DuckDBConnection, { companies, judgements }: Mapping): Promise<string[]> {
  const wrongIn = async (table: string, value: MappedValue | undefined, check: string): Promise<string[]> => {
    if (columnOf(value) === null || value === undefined) return [];
    const cell = valueSql(value);
    const rows = await readRows<{ text: string }>(
      connection,
      `SELECT DISTINCT trim(text) AS text FROM (SELECT ${cell} AS text FROM ${table} AS t)
       WHERE trim(text) <> '' AND ${check}(text) IS NULL ORDER BY text`,
    );
    return rows.map(({ text }) => text);
  };
  const leis = await wrongIn(companies.table, companies.lei, "right_lei");
  const addresses = await wrongIn(companies.table, companies.website, "address");
  for (const { table, source } of judgements) addresses.push(...(await wrongIn(table, source, "address")));
  const notice = (texts: readonly string[], one: string, several: string): string[] =>
    texts.length === 0
      ? []
      : [
          `${counted(texts.length, one, several)}, and ${texts.length === 1 ? "is" : "are"} left out: ${quoted(texts, NAMED_MAX)}`,
        ];
  return [
    ...notice(leis, "LEI has wrong check digits or another form", "LEIs have wrong check digits or another form"),
    ...notice(addresses, "address is no http or https URL", "addresses are no http or https URL"),
  ];
}

async function serialNotices(connection: DuckDBConnection, { judgements }: Mapping): Promise<string[]> {
  const notices: string[] = [];
  for (const { table, date } of judgements) {
    if (date === undefined || columnOf(date) === null) continue;
    const rows = await readRows<{ cell: string; day: string; count: bigint }>(
      connection,
      `SELECT cell, day(cell) AS day, count(*) OVER () AS count FROM (SELECT DISTINCT trim(${valueSql(date)}) AS cell FROM ${table} AS t)
       WHERE regexp_full_match(cell, ${literal(LIKE_SERIAL)}) ORDER BY cell LIMIT 1`,
    );
    for (const { cell, day, count } of rows)
      notices.push(
        `${table}, "${columnOf(date)}": ${counted(Number(count), "date is a number", "dates are numbers")} of days, as a spreadsheet counts them: ${cell} is read as ${day}`,
      );
  }
  return [...new Set(notices)];
}

const CELLS_NAMED_MAX = 10;

/** Tells a publisher of cells that are no numbers, or may be two. */
async function numberNotices(connection: DuckDBConnection, mapping: Mapping): Promise<string[]> {
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
      `${table}: ${OPEN_QUESTION.decimal(column, cell)}; say so in mapping.json: "numbers": { "decimal": "." } or ","`,
    );
  if (form.plain_times === null && share !== null && percent !== null)
    notices.push(
      `${table}: ${OPEN_QUESTION.beside_percent(column, share, percent)}; say in mapping.json whether it is a share of 1 or a per cent: "numbers": { "beside_percent": "share" } or "percent"`,
    );
  return notices;
}

interface UnjudgedCells {
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
  const unjudged = async (text: string, condition: string): Promise<UnjudgedCells | undefined> => {
    const [found] = await readRows<UnjudgedCells>(
      connection,
      `SELECT count(*) AS count, list(DISTINCT trim(coalesce(${text}, '')))[1:${CELLS_NAMED_MAX}] AS cells,
         list(DISTINCT trim(${valueSql(company)}))[1:${CELLS_NAMED_MAX}] AS companies
       FROM ${rows} AS t WHERE ${only} AND ${condition}`,
    );
    return found === undefined || found.count === 0n ? undefined : found;
  };
  const notices: string[] = [];
  const wrong = await unjudged(cell.text, `not_finite(${cell.readings})`);
  if (wrong !== undefined)
    notices.push(
      `${table}, "${column}": ${counted(Number(wrong.count), "cell is", "cells are")} not judged, because ${listed(wrong.cells)} ${wrong.cells.length === 1 ? "is no number" : "are no numbers"}: ${namedIn(wrong)}`,
    );
  const maximum = cell.maximum(of);
  const [lacking] = lacksMaximum(cell, of);
  const without = lacking && maximum && (await unjudged(maximum.text, lacking));
  if (without)
    notices.push(
      `${table}, "${column}": ${counted(Number(without.count), "score is", "scores are")} not judged, because the maximum in "${typeof of === "object" ? columnOf(of) : ""}" is ${listed(without.cells)}: ${namedIn(without)}`,
    );
  return notices;
}

function listed(cells: readonly string[]): string {
  return cells
    .toSorted()
    .map((cell) => (cell === "" ? "empty" : `"${cell}"`))
    .join(", ");
}

function namedIn({ companies, count }: UnjudgedCells): string {
  const more = Number(count) - companies.length;
  return (
    companies.toSorted().join(", ") + (more > 0 && companies.length === CELLS_NAMED_MAX ? ` and ${more} more` : "")
  );
}
