import { type DateFormat, LIKE_DATE } from "./date-formats.ts";
import { literal } from "./intake-database.ts";
import { type RowCheck, unlessFormulaError } from "./row-checks.ts";
import { suggestionFor } from "./suggest.ts";

/** Checks of values that have to mean something: rows `r` say by `no_<column>` that they do not. */

/** The value, if it holds something, must have been understood. */
export function mustBeKnown(kind: string, column: string, expected: string): RowCheck {
  const when = `r.${column} IS NOT NULL AND r.no_${column}`;
  const advice = suggestionFor(column);
  return unlessFormulaError({ kind, column, expected, when, found: `r.${column}`, advice }, column);
}

/** How exactly the date of a judgement may be given. */
export const DATE_PRECISIONS = ["YYYY-MM-DD", "YYYY-MM", "YYYY"] as const;

/** The value, if it holds something, must be a date in one of the forms, or the dataset's own. */
export function mustBeDate(column: string, format: DateFormat | null, forms: readonly string[]): RowCheck {
  const all = [...forms, ...(format === null ? [] : [`${format} as dataset.json says`])];
  const known = mustBeKnown("bad_date", column, `a date of the years 1000 to 2999 as ${all.join(", ")}, or nothing`);
  if (format !== null) return { ...known, advice: "NULL" };
  const advice = 'Say in dataset.json how dates are written, such as "dates": "DD/MM/YYYY".';
  return {
    ...known,
    advice: `CASE WHEN regexp_full_match(r.${column}, ${literal(LIKE_DATE)}) THEN ${literal(advice)} END`,
  };
}

/** The ids that a value may name, for messages. */
export function choices(entries: readonly { readonly id: string }[]): string {
  const shown = entries.slice(0, 20).map(({ id }) => id);
  return shown.join(", ") + (entries.length > shown.length ? ` and ${entries.length - shown.length} more` : "");
}
