import type { DuckDBConnection } from "@duckdb/node-api";

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

/** Characters that nobody sees and that change how others are read: zero-width spaces, soft hyphens, direction marks. */
const INVISIBLE = String.raw`[\x{00AD}\x{200B}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}\x{2066}-\x{2069}\x{FEFF}]+`;
const SPACES = String.raw`[\p{Z}\p{Cc}]+`;
/** Most texts are ASCII and tidy, which is cheaper to see than to tidy them. */
const TIDY = "[!-~]+( [!-~]+)*";

/**
 * Makes the functions that read cells:
 * - `intake.clean` tidies texts: NFC, no invisible or control characters, runs of spaces as one, none outside; NULL when
 *   nothing is left;
 * - `intake.clean_id` only drops the outer spaces;
 * - `intake.day` reads a full date of the years 1000 to 2999 as days since 1970-01-01; NULL for anything else;
 * - `intake.is_web_address` says whether a text is an http or https URL of at most 2,000 characters.
 */
export async function createCellFunctions(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    CREATE MACRO intake.tidied(x) AS
      nullif(trim(regexp_replace(regexp_replace(nfc_normalize(x), '${INVISIBLE}', '', 'g'), '${SPACES}', ' ', 'g')), '');
    CREATE MACRO intake.clean(x) AS CASE WHEN regexp_full_match(x, '${TIDY}') THEN x ELSE intake.tidied(x) END;
    CREATE MACRO intake.clean_id(x) AS CASE WHEN regexp_full_match(x, '${TIDY}') THEN x
      ELSE nullif(regexp_replace(x, '^${SPACES}|${SPACES}$', '', 'g'), '') END;
    CREATE MACRO intake.day(x) AS CASE WHEN regexp_full_match(x, '[12]\\d{3}-\\d{2}-\\d{2}')
      THEN date_diff('day', DATE '1970-01-01', try_cast(x AS DATE))::INTEGER END;
    CREATE MACRO intake.is_web_address(x) AS regexp_full_match(x, '(?i)https?://[^\\s/?#]+[^\\s]*') AND length(x) <= 2000;`);
}
