import { valueKey } from "../guess/bands-answer.ts";
import { literal } from "../intake-database.ts";
import { BY_ITSELF, readNumber } from "../numbers.ts";
import type { MappedConversion } from "./mapping-schema.ts";
import { namedMember } from "./mapping-text.ts";

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

export function readsNumbers(conversion: MappedConversion): boolean {
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
