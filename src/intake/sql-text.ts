/** Writes a text as an SQL literal. */
export function literal(text: string | null): string {
  return text === null ? "NULL" : `'${text.replaceAll("'", "''")}'`;
}

/** Writes a name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Writes the path of one file as an SQL literal for DuckDB's readers, which would take some of its characters for a pattern. */
export function fileLiteral(path: string): string {
  return literal(path.replaceAll(/[[*?]/g, "[$&]"));
}
