import type { MappedCell } from "../mapping/mapping-schema.ts";
import type { Role } from "./header-words.ts";
import type { RawTable } from "./raw-table.ts";

/** What is made of the cells of a role's column. */
export type CellsByRole = Readonly<Partial<Record<Role, MappedCell>>>;

/**
 * Reads what an option says of a column: `regions | only | without - | else None`, or
 * `place | in places.csv, id, name` for what another table says. Null where it is something else.
 */
export function readCell(text: string): MappedCell | null {
  const [column = "", ...rules] = text.split(" | ").map((part) => part.trim());
  let cell: MappedCell = { column };
  for (const rule of rules) {
    const [word = ""] = rule.split(" ", 1);
    const rest = rule.slice(word.length).trim();
    if (rule === "first" || rule === "last" || rule === "only") cell = { ...cell, list: rule };
    else if (word === "without" && rest !== "") cell = { ...cell, without: rest };
    else if (word === "else" && rest !== "") cell = { ...cell, else: rest };
    else if (word === "in") {
      const [table = "", key = "", value = ""] = rest.split(",").map((part) => part.trim());
      if (value === "") return null;
      cell = { ...cell, lookup: { table, key, value } };
    } else return null;
  }
  return column === "" ? null : cell;
}

/** The same with the name of the table for that of its file. */
export function resolveCell(cell: MappedCell, tables: readonly RawTable[]): MappedCell {
  const { lookup } = cell;
  if (lookup === undefined) return cell;
  return { ...cell, lookup: { ...lookup, table: resolveTable(lookup.table, tables) } };
}

/** The name of a table that is named by itself or by its file. */
export function resolveTable(named: string, tables: readonly RawTable[]): string {
  const isMeant = ({ name, parts }: RawTable): boolean =>
    name === named || parts.some(({ files }) => files.includes(named));
  return tables.find(isMeant)?.name ?? named;
}
