import { optionsOf, select } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { namedColumns } from "../intake/mapping/read-mapping.ts";
import type { BenchTable } from "../intake/workbench/open-workbench.ts";
import { nearestColumn } from "../intake/similar-names.ts";
import type { Desk } from "./desk.ts";
import type { DraftMapping } from "../intake/guess/drafts.ts";
import { form } from "./frame.ts";
import { hasColumn } from "./judged-values.ts";
import type { DeskForm, Refusal } from "./step.ts";
import { namedMember } from "../intake/mapping/mapping-text.ts";

/** A column that the mapping names and the files of its table lack, as next year's may. */
export interface AbsentColumn {
  readonly table: BenchTable;
  readonly column: string;
}

/** Finds the columns that are missing, once each. */
export function absentColumns(mapping: DraftMapping, tables: readonly BenchTable[]): AbsentColumn[] {
  const { companies, judgements = [] } = mapping;
  const named = namedColumns({
    ...mapping,
    tables: mapping.tables ?? {},
    companies: { name: { value: "" }, ...(companies ?? { table: "" }) },
    judgements: judgements.map((each) => ({ company: { value: "" }, ...each })),
  });
  const found = new Map<string, AbsentColumn>();
  for (const { table: name, column } of named) {
    const table = tables.find((each) => each.name === name);
    if (table !== undefined && !hasColumn(table, column)) found.set(`${name}/${column}`, { table, column });
  }
  return [...found.values()];
}

/** Says which column is missing, and asks what it is called now. */
export function absentCard({ table, column }: AbsentColumn, i: number): Html {
  const columns = table.columns.map(({ name }) => name);
  const choices = [["", "choose…"] as const, ...columns.map((name) => [name, name] as const)];
  const label = table.parts.length === 1 ? table.parts[0]?.label : table.name;
  return html`<section class="card ask" id="${`absent-${i}`}"><p><b>${label} has no column “<bdi>${column}</bdi>” any more</b>, which is used. Nothing is read from it until you say what it is called now, or give what it was for to another column.</p>${form(
    "also",
    html`<input type="hidden" name="table" value="${table.name}"><input type="hidden" name="column" value="${column}"><label>“<bdi>${column}</bdi>” is now ${select("now", optionsOf(choices, nearestColumn(column, columns) ?? ""))}</label> <button>It is that column</button>`,
  )}</section>\n`;
}

/** Saves the new name of a column beside the old one. */
export async function saveAlso(
  desk: Desk,
  table: BenchTable,
  column: string,
  fields: DeskForm,
): Promise<Refusal | null> {
  const { mapping } = desk.draft;
  const now = fields.text("now") ?? "";
  const settings = namedMember(mapping.tables, table.name);
  if (settings === undefined || !hasColumn(table, now))
    return { refused: `Choose the column that “${column}” is now.` };
  const also = { ...settings.also, [column]: [...new Set([...(namedMember(settings.also, column) ?? []), now])] };
  const tables = { ...mapping.tables, [table.name]: { ...settings, also } };
  await desk.change("columns", `“${column}” is called “${now}” now`, { mapping: { ...mapping, tables } });
  return null;
}
