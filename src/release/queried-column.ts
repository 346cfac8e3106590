import type { ColumnDescription } from "./column.ts";
import { quoted } from "./duck-rows.ts";

/** A column that comes from the clean tables. */
export interface QueriedColumn {
  readonly description: ColumnDescription;
  /** Over the aliases of the table's query. */
  readonly sql: string;
}

export function queried(sql: string, description: ColumnDescription): QueriedColumn {
  return { description, sql };
}

/** SQL: a list of texts. */
export function listOf(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(", ")}]`;
}
