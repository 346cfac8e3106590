import { queried, type QueriedColumn, textColumn } from "./column.ts";

/**
 * An optional column of companies or products. Intake reads and checks its values by their type,
 * releases store them, and downloads, answers and pages give them, under this name.
 */
export interface DetailColumn {
  readonly name: string;
  /** `names` are several names in one cell. */
  readonly type: "label" | "url" | "lei" | "names";
  readonly title: string;
  readonly description: string;
  /** The version of the downloadable tables' column contract that brought it, if not the first. */
  readonly since?: number;
  /**
   * The bundle format that brought it, if it came later than the others: it is empty everywhere in
   * releases in an older form. It is never taken away, because it decides how fingerprints and
   * slugs are made.
   */
  readonly sinceFormat?: number;
}

/** The values that a release has in some columns. */
export type DetailsOf<Columns extends readonly DetailColumn[]> = {
  readonly [Column in Columns[number] as Column["name"]]: Column["type"] extends "names"
    ? readonly string[]
    : string | null;
};

/** The values in clean tables and as they are stored: texts, with `|` between several names. */
export type StoredDetails<Columns extends readonly DetailColumn[]> = {
  readonly [Column in Columns[number] as Column["name"]]: string | null;
};

/** The text of several names or slugs in one cell; null for none. */
export function joinValues(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join("|");
}

/** The reverse of `joinValues`. */
export function splitValues(text: string | null): readonly string[] {
  return text?.split("|") ?? [];
}

/** SQL: the columns as a release of a bundle format stores them; NULL for those that came later. */
export function storedDetailsSql(columns: readonly DetailColumn[], format: number): string {
  return columns.map(({ name, sinceFormat = 0 }) => (sinceFormat > format ? `NULL AS ${name}` : name)).join(", ");
}

/** Reads the values of a stored row in the columns. */
export function readDetails<const Columns extends readonly DetailColumn[]>(
  columns: Columns,
  row: Readonly<Record<string, unknown>> | StoredDetails<Columns>,
): DetailsOf<Columns>;
export function readDetails(columns: readonly DetailColumn[], row: Readonly<Record<string, unknown>>): object {
  const values = columns.map(({ name, type }) => {
    const text = typeof row[name] === "string" ? row[name] : null;
    return [name, type === "names" ? splitValues(text) : text] as const;
  });
  return Object.fromEntries(values);
}

/** The columns of a downloadable table, which its query finds in `owner`. */
export function detailColumns(columns: readonly DetailColumn[], owner: string): QueriedColumn[] {
  return columns.map(({ name, type, title, description: text, since = 1 }) => {
    const description = type === "names" ? severalIn(text) : text;
    return queried(textColumn(name, title, description, { nullable: true, since }), `${owner}.${name}`);
  });
}

function severalIn(description: string): string {
  return `${description.replace(/\.$/u, "")}, with \`|\` between them.`;
}
