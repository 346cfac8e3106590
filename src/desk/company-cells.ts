import { scroller, table as drawTable } from "../html/components.ts";
import { type Child, type Html, html } from "../html/html.ts";
import type { MappedValue } from "../intake/mapping/mapping-schema.ts";
import { columnOf } from "../intake/mapping/value-sql.ts";
import type { Desk } from "./desk.ts";
import type { DraftMapping } from "../intake/guess/drafts.ts";
import { form } from "./frame.ts";
import type { DeskForm, Refusal } from "./step.ts";
import { namedMember } from "../intake/mapping/mapping-text.ts";

/** A table with the value by which its rows name their company. */
interface NamingTable {
  readonly table: string;
  readonly company: MappedValue;
  /** The columns to show: company, country, sector, pillar, judgements and date. */
  readonly columns: readonly string[];
}

function namingTables({ companies, judgements = [] }: DraftMapping): NamingTable[] {
  const found = new Map<string, NamingTable>();
  const add = (table: string, company: MappedValue | undefined, columns: readonly (string | null)[]): void => {
    if (company === undefined) return;
    const before = found.get(table);
    const all = [...(before?.columns ?? []), ...columns.filter((column) => column !== null)];
    found.set(table, { table, company: before?.company ?? company, columns: [...new Set(all)] });
  };
  if (companies !== undefined) {
    const { table, id, name, country, sector } = companies;
    add(table, id ?? name, [id, name, country, sector].map(columnOf));
  }
  for (const { table, company, columns, pillar, value, counts, date } of judgements)
    add(table, company, [
      columnOf(company),
      columnOf(pillar),
      ...Object.keys(columns ?? counts ?? {}),
      value ?? null,
      columnOf(date),
    ]);
  return [...found.values()];
}

/** The rows of a company as the files have them, with a field to correct each cell. */
export async function companyCells(desk: Desk, company: string): Promise<Html> {
  const files = await desk.tablesNow();
  const parts: Child[] = [];
  for (const { table, company: named, columns } of namingTables(desk.draft.mapping)) {
    const bench = files?.tables.find(({ name }) => name === table);
    const here = new Set(bench?.columns.map(({ name }) => name));
    const shown = columns.filter((column) => here.has(column));
    if (bench === undefined || shown.length === 0 || !here.has(columnOf(named) ?? "")) continue;
    const rows = await desk.bench.rowsOf(table, shown, named, company);
    const row = bench.settings.row ?? columnOf(named);
    if (rows.length > 0 && row !== null) parts.push(cellsTable(desk, table, shown, rows, { row, wave: bench.wave }));
  }
  return html`<section id="cells" aria-label="Cells">
    <h2><bdi>${company}</bdi> in the files</h2>
    ${
      parts.length === 0
        ? html`<p class="soft">No row of the files names it: it comes from the current release alone.</p>`
        : html`<p class="soft">Write what is meant, and press Enter. The file stays as it is; the correction is kept.</p>
            ${parts}`
    }
    <p><a href="result">Close</a></p>
  </section>`;
}

function cellsTable(
  { draft: { mapping } }: Desk,
  name: string,
  columns: readonly string[],
  rows: readonly ReadonlyMap<string, string | null>[],
  { row, wave }: { readonly row: string; readonly wave: string | null },
): Html {
  const body = rows.map((cells, i) => {
    const own = columns.map((column) => {
      const was = cells.get(column) ?? "";
      const hidden = {
        table: name,
        column,
        was,
        row: cells.get(row) ?? "",
        rowColumn: row,
        wave: cells.get(wave ?? "") ?? "",
      };
      const now = mapping.corrections?.find((each) => isOfCell(each, hidden))?.now ?? was;
      const input = html`${Object.entries(hidden).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}<input
          name="now"
          value="${now}"
          size="${Math.max(6, Math.min(30, now.length + 1))}"
          aria-label="${`${column}, row ${i + 1}`}"
        />${now !== was && html`<small>in the file: <bdi>${was || "empty"}</bdi></small>`}<button class="save small">Correct</button>`;
      return html`<td>${form("correct", input, { isAuto: true, className: "inline" })}</td> `;
    });
    return html`<tr>
      ${own}
    </tr> `;
  });
  return html`<h3>${name}</h3>
    ${scroller(drawTable({ className: "list", columns, rows: body }))}`;
}

type NamedCell = Pick<NonNullable<DraftMapping["corrections"]>[number], "table" | "column" | "was" | "row" | "wave">;

function isOfCell(one: NamedCell, other: NamedCell): boolean {
  const [key, otherKey] = [one, other].map(({ table, column, was, row = "", wave = "" }) =>
    JSON.stringify([table, column, was, row, wave]),
  );
  return key === otherKey;
}

/** Saves the correction of a cell; the value of the file takes an earlier one back. */
export async function correctCell(desk: Desk, fields: DeskForm): Promise<Refusal | null> {
  const of = (name: string): string => fields.text(name)?.trim() ?? "";
  const [now, wave] = [of("now"), of("wave")];
  const cell = { table: of("table"), column: of("column"), was: of("was"), row: of("row") };
  const { table, column, was, row } = cell;
  const { mapping } = desk.draft;
  const settings = namedMember(mapping.tables, table);
  if (settings === undefined || column === "") return { refused: "There is no such table any more." };
  if (row === "")
    return { refused: "The row has no name of its own, so a correction cannot name it. Correct it in the file." };
  const before = mapping.corrections ?? [];
  const rest = before.filter((each) => !isOfCell(each, { ...cell, wave }));
  if (now === was && rest.length === before.length) return null;
  const on = desk.now().toISOString().slice(0, 10);
  const corrections = now === was ? rest : [...rest, { ...cell, ...(wave === "" ? {} : { wave }), now, on }];
  const tables = { ...mapping.tables, [table]: { ...settings, row: settings.row ?? of("rowColumn") } };
  const said = now === was ? `“${was}” again, as in the file` : `“${was}” is “${now}”`;
  await desk.change("result", `${row}, ${column}: ${said}`, { mapping: { ...mapping, tables, corrections } });
  return null;
}
