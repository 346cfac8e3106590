import { scroller, table as drawTable } from "../html/components.ts";
import { type Child, type Html, html } from "../html/html.ts";
import type { MappedValue } from "../intake/mapping/mapping-schema.ts";
import { columnOf } from "../intake/mapping/value-sql.ts";
import type { Desk } from "./desk.ts";
import type { DraftMapping } from "./drafts.ts";
import { form } from "./frame.ts";
import type { DeskForm, Refusal } from "./step.ts";

/** A table, and how its rows name their company. */
interface NamingTable {
  readonly table: string;
  readonly company: MappedValue;
  /** The columns that are looked at, without those that are for nothing. */
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

/** The rows of a company as the files have them, each cell with what corrects it. */
export async function companyCells(desk: Desk, company: string): Promise<Html> {
  const files = await desk.tablesNow();
  const parts: Child[] = [];
  for (const { table, company: named, columns } of namingTables(desk.draft.mapping)) {
    const bench = files?.tables.find(({ name }) => name === table);
    const here = new Set(bench?.columns.map(({ name }) => name));
    const shown = columns.filter((column) => here.has(column));
    if (bench === undefined || shown.length === 0 || !isKnown(named, here)) continue;
    const rows = await desk.bench.rowsOf(table, shown, named, company);
    const row = bench.settings.row ?? columnOf(named);
    if (rows.length > 0 && row !== null) parts.push(cellsTable(table, shown, rows, { row, wave: bench.wave }));
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

function isKnown(named: MappedValue, here: ReadonlySet<string>): boolean {
  const column = columnOf(named);
  return column !== null && here.has(column);
}

function cellsTable(
  name: string,
  columns: readonly string[],
  rows: readonly Record<string, string | null>[],
  { row, wave }: { readonly row: string; readonly wave: string | null },
): Html {
  const body = rows.map((cells, i) => {
    const own = columns.map((column) => {
      const was = cells[column] ?? "";
      const hidden = { table: name, column, was, row: cells[row] ?? "", rowColumn: row, wave: cells[wave ?? ""] ?? "" };
      const input = html`${Object.entries(hidden).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}<input
          name="now"
          value="${was}"
          size="${Math.max(6, Math.min(30, was.length + 1))}"
          aria-label="${`${column}, row ${i + 1}`}"
        /><button class="save small">Correct</button>`;
      return html`<td>${form("correct", input, { isAuto: true, className: "inline" })}</td> `;
    });
    return html`<tr>
      ${own}
    </tr> `;
  });
  return html`<h3>${name}</h3>
    ${scroller(drawTable({ className: "list", columns, rows: body }))}`;
}

/** Keeps what is meant by a cell as a correction; what is meant again as it was is none. */
export async function correctCell(desk: Desk, fields: DeskForm): Promise<Refusal | null> {
  const [table = "", column = "", was = "", now = "", row = "", rowColumn = "", wave = ""] = [
    "table",
    "column",
    "was",
    "now",
    "row",
    "rowColumn",
    "wave",
  ].map((name) => fields.text(name)?.trim() ?? "");
  const { mapping } = desk.draft;
  const settings = mapping.tables?.[table];
  if (settings === undefined || column === "") return { refused: "There is no such table any more." };
  if (row === "")
    return { refused: "The row has no name of its own, so a correction cannot name it. Correct it in the file." };
  const isSame = (each: { table: string; column: string; row?: string; wave?: string; was: string }): boolean =>
    each.table === table &&
    each.column === column &&
    each.row === row &&
    each.was === was &&
    (each.wave ?? "") === wave;
  const rest = (mapping.corrections ?? []).filter((each) => !isSame(each));
  const on = desk.now().toISOString().slice(0, 10);
  const correction = { table, column, row, ...(wave === "" ? {} : { wave }), was, now, on };
  const corrections = now === was ? rest : [...rest, correction];
  const tables = { ...mapping.tables, [table]: { ...settings, row: settings.row ?? rowColumn } };
  await desk.change("result", `${row}, ${column}: “${was}” is “${now}”`, {
    mapping: { ...mapping, tables, corrections },
  });
  return null;
}
