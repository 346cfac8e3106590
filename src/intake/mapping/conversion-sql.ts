import { isNumber } from "../guess/column-facts.ts";
import { valueKey } from "../guess/bands-answer.ts";
import { literal } from "../intake-database.ts";
import type { MappedConversion } from "./mapping-schema.ts";
import { valueSql } from "./value-sql.ts";

/** SQL: the band of a cell. What is in no band stays as it is, so that check reports it. */
export function bandSql(cell: string, conversion: MappedConversion | null, scale: readonly string[]): string {
  if (conversion?.cuts !== undefined) return cutSql(cell, conversion, conversion.cuts, conversion.bands ?? scale);
  if (conversion?.values !== undefined) return valuesSql(cell, conversion, conversion.values, scale);
  return cell;
}

/** Whether an empty cell is in a band. */
export function namesEmpty(conversion: MappedConversion | null): boolean {
  return Object.values(conversion?.values ?? {}).some((values) => values.includes(""));
}

/** Whether the function `number` is needed. */
export function readsNumbers(conversion: MappedConversion): boolean {
  return conversion.cuts !== undefined || areNumbers(conversion);
}

function cutSql(cell: string, conversion: MappedConversion, cuts: readonly number[], bands: readonly string[]): string {
  const { share_of: maximum, lower_is_better: isFalling = false } = conversion;
  const score = shareSql(cell, maximum);
  const cases = cuts.map(
    (cut, i) => `WHEN ${score} ${isFalling ? ">=" : "<"} ${decimal(cut)} THEN ${literal(bands[i] ?? "")}`,
  );
  const rest = `ELSE ${literal(bands[cuts.length] ?? "")} END`;
  return `CASE\n      WHEN ${score} IS NULL THEN ${cell}\n      ${cases.join("\n      ")}\n      ${rest}`;
}

/** SQL: the number in a cell, or its share of a maximum; null where there is none. */
export function shareSql(cell: string, maximum: MappedConversion["share_of"]): string {
  if (maximum === undefined) return `number(${cell})`;
  return `number(${cell}) / ${typeof maximum === "number" ? maximum : `nullif(number(${valueSql(maximum)}), 0)`}`;
}

function valuesSql(
  cell: string,
  conversion: MappedConversion,
  values: NonNullable<MappedConversion["values"]>,
  scale: readonly string[],
): string {
  const ordered = scale.flatMap((id) => (values[id] === undefined ? [] : [[id, values[id]] as const]));
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
  const cases = ordered.flatMap(([id, words]) =>
    words.map((word) => `WHEN ${hasNumbers ? valueKey(word) : literal(word.toLowerCase())} THEN ${literal(id)}`),
  );
  const subject = hasNumbers ? `number(${cell})` : `lower(trim(coalesce(${cell}, '')))`;
  return `CASE ${subject}\n      ${cases.join("\n      ")}\n      ELSE ${cell} END`;
}

function listSql(words: readonly string[]): string {
  return `[${words.map((word) => literal(word.toLowerCase())).join(", ")}]`;
}

/** Without an exponent, which would make a score of another type. */
function decimal(number: number): string {
  return number.toFixed(12).replace(/\.?0+$/u, "");
}

/** Whether all values of the files are numbers, so that 2, 2.0 and 2,0 are one. */
function areNumbers({ values, list }: MappedConversion): boolean {
  const words = Object.values(values ?? {}).flat();
  return list === undefined && words.length > 0 && words.every(isNumber);
}
