import { firstOf } from "../counted.ts";
import { nearestColumn } from "../similar-names.ts";
import type { MappedTable, MappingFault } from "./mapped-tables.ts";
import type { MappedValue, Mapping } from "./mapping-schema.ts";
import { columnOf } from "./value-sql.ts";
import { namedMember } from "./named-member.ts";

/** Finds columns that a mapping names and that its files lack. */
export function findColumnFaults(mapping: Mapping, tables: readonly MappedTable[]): MappingFault[] {
  return namedColumns(mapping).flatMap(({ pointer, table, column }) => {
    const found = tables.find(({ name }) => name === table);
    const columns = found?.columns;
    if (columns === undefined || columns === null) return [];
    if (columns.some((each) => each.toLowerCase() === column.toLowerCase())) return [];
    const meant = nearestColumn(column, [...columns]);
    const advice =
      meant === null
        ? `If it has another name now, name it in /tables/${table}/also. Columns: ${firstOf(columns, 30)}.`
        : `If it is "${meant}" now, say so in /tables/${table}: "also": {${JSON.stringify(column)}: [${JSON.stringify(meant)}]}.`;
    return [
      {
        pointer,
        found: `no column "${column}" in ${found?.parts.map(({ label }) => label).join(", ") ?? table}`,
        expected: "a column of the table",
        advice,
      },
    ];
  });
}

interface NamedColumn {
  readonly pointer: string;
  readonly table: string;
  readonly column: string;
}

/** Lists every column that a mapping names, with the table in which it has to be. */
export function namedColumns({
  tables,
  companies,
  products,
  judgements,
  conversions = {},
  corrections = [],
}: Mapping): NamedColumn[] {
  const named: NamedColumn[] = [];
  const add = (pointer: string, table: string, column: string | null | undefined): void => {
    if (column !== null && column !== undefined) named.push({ pointer, table, column });
  };
  const addValue = (pointer: string, table: string, value: MappedValue | undefined): void => {
    add(pointer, table, columnOf(value));
    if (typeof value !== "object" || !("lookup" in value) || value.lookup === undefined) return;
    add(`${pointer}/lookup/key`, value.lookup.table, value.lookup.key);
    add(`${pointer}/lookup/value`, value.lookup.table, value.lookup.value);
  };
  for (const [name, { wave, row, leave_out = [] }] of Object.entries(tables)) {
    if (typeof wave === "string") add(`/tables/${name}/wave`, name, wave);
    add(`/tables/${name}/row`, name, row);
    for (const [i, { column }] of leave_out.entries()) add(`/tables/${name}/leave_out/${i}/column`, name, column);
  }
  for (const role of ["id", "name", "country", "sector", "website", "lei", "aliases"] as const)
    addValue(`/companies/${role}`, companies.table, companies[role]);
  if (products !== undefined)
    for (const role of ["name", "company"] as const) addValue(`/products/${role}`, products.table, products[role]);
  for (const [i, each] of judgements.entries()) {
    const { table } = each;
    for (const role of ["company", "pillar", "criterion", "date", "judge", "source"] as const)
      addValue(`/judgements/${i}/${role}`, table, each[role]);
    add(`/judgements/${i}/value`, table, each.value);
    for (const member of ["columns", "counts"] as const)
      for (const column of Object.keys(each[member] ?? {}))
        add(`/judgements/${i}/${member}/${column.replaceAll("~", "~0").replaceAll("/", "~1")}`, table, column);
    const used = new Set(
      [each.conversion, ...Object.values(each.columns ?? each.groups ?? {}).map(({ conversion }) => conversion)].filter(
        (name) => name !== undefined,
      ),
    );
    for (const name of used) {
      const share = namedMember(conversions, name)?.share_of;
      if (typeof share === "object") addValue(`/conversions/${name}/share_of`, table, share);
    }
  }
  for (const [i, { table, column }] of corrections.entries()) add(`/corrections/${i}/column`, table, column);
  return named;
}
