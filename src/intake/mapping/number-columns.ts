import { literal } from "../intake-database.ts";
import type { NumberColumn } from "../numbers.ts";
import { type CellSql, readsNumbers } from "./conversion-sql.ts";
import type { MappedCell, MappedConversion, MappedJudgements, Mapping } from "./mapping-schema.ts";
import { valueSql } from "./value-sql.ts";

export interface ReadColumn {
  readonly column: string;
  readonly conversion: MappedConversion;
  /** The value of the pillar whose cells are read so; null for all. */
  readonly group: string | null;
}

/** Lists the columns of judgements that are read as numbers, those of counts too. */
export function readColumns(
  judged: MappedJudgements,
  { conversions = {} }: Pick<Mapping, "conversions">,
): ReadColumn[] {
  const meant = Object.entries(judged.columns ?? judged.groups ?? {});
  const counts = Object.keys(judged.counts ?? {}).map((column) => ({ column, conversion: {}, group: null }));
  const named = meant.map(([name, { conversion = judged.conversion }]) => [name, conversion] as const);
  const all = meant.length === 0 ? [[null, judged.conversion] as const] : named;
  const cells = all.flatMap(([name, scale]): ReadColumn[] => {
    const conversion = conversions[scale ?? ""];
    const column = judged.columns === undefined ? judged.value : name;
    if (conversion === undefined || !readsNumbers(conversion) || typeof column !== "string") return [];
    return [{ column, conversion, group: judged.columns === undefined ? name : null }];
  });
  return [...counts, ...cells];
}

export function numberColumns(mapping: Pick<Mapping, "judgements" | "conversions">): NumberColumn[] {
  const found = new Map<string, NumberColumn>();
  const add = ({ table, column, parts }: NumberColumn): void => {
    const key = JSON.stringify([table, column.toLowerCase()]);
    found.set(key, { table, column, parts: [...new Set([...(found.get(key)?.parts ?? []), ...parts])] });
  };
  for (const judged of mapping.judgements) {
    for (const { column, conversion } of readColumns(judged, mapping))
      for (const each of columnsOfShare(judged.table, column, conversion.share_of)) add(each);
  }
  return [...found.values()];
}

/** Returns a column of numbers, and the one of the maxima that they are shares of. */
export function columnsOfShare(table: string, column: string, of: MappedConversion["share_of"]): NumberColumn[] {
  const own = { table, column, parts: [] };
  if (typeof of !== "object") return [own];
  return [own, { ...placeOfMaximum(table, of), parts: of.lookup === undefined ? [column] : [] }];
}

/**
 * SQL: rows, as t, with the number of a cell and of the maxima that it may be a share of. `column`
 * is the name of its column, and `free` makes names that no column has.
 */
export function numberedRows(
  rows: string,
  { table, text, column }: { readonly table: string; readonly text: string; readonly column: string },
  maxima: readonly MappedConversion["share_of"][],
  free: (name: string) => string,
): { readonly rows: string; readonly cell: CellSql } {
  const cell = { text, readings: free("cell_readings"), number: free("cell_number") };
  const named = maxima.flatMap((of, i) =>
    typeof of === "object"
      ? [{ of, text: free(`maximum_${i}`), readings: free(`readings_${i}`), number: free(`maximum_${i}_read`) }]
      : [],
  );
  const texts = named.map((each) => `, ${valueSql(each.of)} AS ${each.text}`).join("");
  const readings = [cell, ...named].map((each) => `, readings(${each.text}) AS ${each.readings}`).join("");
  const numbers = named.map((each) => {
    const { table: other, column: name } = placeOfMaximum(table, each.of);
    return `, number_in(${each.readings}, ${literal(other)}, ${literal(name)}) AS ${each.number}`;
  });
  const within = texts === "" ? rows : `(SELECT *${texts} FROM ${rows} AS t)`;
  return {
    rows: `(SELECT *, number_in(${cell.readings}, ${literal(table)}, ${column}) AS ${cell.number}${numbers.join("")}
    FROM (SELECT *${readings} FROM ${within}))`,
    cell: { ...cell, maximum: (of) => named.find((each) => each.of === of) ?? null },
  };
}

function placeOfMaximum(table: string, { column, lookup }: MappedCell): Pick<NumberColumn, "table" | "column"> {
  return lookup === undefined ? { table, column } : { table: lookup.table, column: lookup.value };
}
