import { valueKey } from "../guess/bands-answer.ts";
import { literal } from "../intake-database.ts";
import { BY_ITSELF, type NumberColumn, readNumber } from "../numbers.ts";
import type { MappedCell, MappedConversion, MappedJudgements, Mapping } from "./mapping-schema.ts";
import { namedMember } from "./mapping-text.ts";
import { valueSql } from "./value-sql.ts";

export interface CellSql {
  readonly text: string;
  readonly readings: string;
  readonly number: string;
  /** Returns the SQL of a maximum that stands in a column; null for any other. */
  readonly maximum: (of: MappedConversion["share_of"]) => Omit<CellSql, "maximum"> | null;
}

/**
 * SQL: the band of a cell; null where its number, or the maximum, says nothing. A value in no band
 * stays as it is, so that check reports it.
 */
export function bandSql(cell: CellSql, conversion: MappedConversion | null, scale: readonly string[]): string {
  if (conversion?.cuts !== undefined) return cutSql(cell, conversion, conversion.cuts, conversion.bands ?? scale);
  if (conversion?.values !== undefined) return valuesSql(cell, conversion, conversion.values, scale);
  return cell.text;
}

export function namesEmpty(conversion: MappedConversion | null): boolean {
  return Object.values(conversion?.values ?? {}).some((values) => values.includes(""));
}

function readsNumbers(conversion: MappedConversion): boolean {
  return conversion.cuts !== undefined || areNumbers(conversion);
}

function cutSql(
  cell: CellSql,
  conversion: MappedConversion,
  cuts: readonly number[],
  bands: readonly string[],
): string {
  const { share_of: maximum, lower_is_better: isFalling = false } = conversion;
  const score = shareSql(cell, maximum);
  const cases = cuts.map(
    (cut, i) => `WHEN ${score} ${isFalling ? ">=" : "<"} ${decimal(cut)} THEN ${literal(bands[i] ?? "")}`,
  );
  const rest = `ELSE ${literal(bands[cuts.length] ?? "")} END`;
  const without = [`not_finite(${cell.readings})`, ...lacksMaximum(cell, maximum)].join(" OR ");
  return `CASE\n      WHEN ${without} THEN NULL\n      WHEN ${score} IS NULL THEN ${cell.text}\n      ${cases.join("\n      ")}\n      ${rest}`;
}

/** SQL: true if a cell has a number, but not the maximum of its share; none if it needs none. */
export function lacksMaximum({ number, maximum }: CellSql, of: MappedConversion["share_of"]): string[] {
  const most = maximum(of);
  if (most === null) return [];
  return [
    `(${number} IS NOT NULL AND (trim(coalesce(${most.text}, '')) = '' OR not_finite(${most.readings}) OR ${most.number} <= 0))`,
  ];
}

/** SQL: the number in a cell, or its share of a maximum; null where there is none. */
export function shareSql({ number, maximum }: CellSql, of: MappedConversion["share_of"]): string {
  if (of === undefined) return number;
  return `${number} / ${typeof of === "number" ? of : `nullif(${maximum(of)?.number}, 0)`}`;
}

function valuesSql(
  { text: cell, readings, number }: CellSql,
  conversion: MappedConversion,
  values: NonNullable<MappedConversion["values"]>,
  scale: readonly string[],
): string {
  const ordered = scale.flatMap((id) => {
    const words = namedMember(values, id);
    return words === undefined ? [] : [[id, words] as const];
  });
  if (conversion.list !== undefined) {
    const known = ordered.flatMap(([, words]) => words.filter((word) => word !== ""));
    const rank = conversion.list === "best" ? ordered.toReversed() : ordered;
    const entries = `entries(lower(${cell}))`;
    const cases = rank.flatMap(([id, words]) => {
      const given = words.filter((word) => word !== "");
      return [
        ...(given.length === 0 ? [] : [`WHEN list_has_any(${entries}, ${listSql(given)}) THEN ${literal(id)}`]),
        ...(words.includes("") ? [`WHEN len(${entries}) = 0 THEN ${literal(id)}`] : []),
      ];
    });
    const isUnknown = `WHEN NOT list_has_all(${listSql(known)}, ${entries}) THEN ${cell}`;
    return `CASE\n      ${[isUnknown, ...cases].join("\n      ")}\n      ELSE ${cell} END`;
  }
  const hasNumbers = areNumbers(conversion);
  const subject = hasNumbers ? number : `lower(trim(coalesce(${cell}, '')))`;
  const cases = ordered.flatMap(([id, words]) =>
    words.map(
      (word) => `WHEN ${subject} = ${hasNumbers ? valueKey(word) : literal(word.toLowerCase())} THEN ${literal(id)}`,
    ),
  );
  const without = hasNumbers ? [`WHEN not_finite(${readings}) THEN NULL`] : [];
  return `CASE\n      ${[...without, ...cases].join("\n      ")}\n      ELSE ${cell} END`;
}

function listSql(words: readonly string[]): string {
  return `[${words.map((word) => literal(word.toLowerCase())).join(", ")}]`;
}

/** Writes a number without an exponent, which would make a score of another type. */
function decimal(number: number): string {
  return number.toFixed(12).replace(/\.?0+$/u, "");
}

/** Returns true if all values of the files are numbers, so that 2, 2.0 and 2,0 are one. */
function areNumbers({ values, list }: MappedConversion): boolean {
  const words = Object.values(values ?? {}).flat();
  return list === undefined && words.length > 0 && words.every((word) => readNumber(word, BY_ITSELF) !== null);
}

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
