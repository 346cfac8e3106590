import type { DuckDBConnection } from "@duckdb/node-api";

/** Characters that are seen by nobody and change how others are read: zero-width spaces, soft hyphens, direction marks, byte order marks. */
const INVISIBLE = String.raw`[\x{00AD}\x{200B}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}\x{2066}-\x{2069}\x{FEFF}]+`;
const SPACES = String.raw`[\p{Z}\p{Cc}]+`;
/** Most texts are ASCII and tidy; to see that costs a sixth of tidying them. */
const TIDY = "[!-~]+( [!-~]+)*";

/**
 * Makes the functions that tidy cells: `intake.clean` for texts (NFC, no invisible or control characters, runs of any spaces as one,
 * none outside; NULL when nothing is left), `intake.clean_id` for identifiers, which are kept but for outer spaces.
 */
export async function createTextMacros(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    CREATE MACRO intake.tidied(x) AS
      nullif(trim(regexp_replace(regexp_replace(nfc_normalize(x), '${INVISIBLE}', '', 'g'), '${SPACES}', ' ', 'g')), '');
    CREATE MACRO intake.clean(x) AS CASE WHEN regexp_full_match(x, '${TIDY}') THEN x ELSE intake.tidied(x) END;
    CREATE MACRO intake.clean_id(x) AS CASE WHEN regexp_full_match(x, '${TIDY}') THEN x
      ELSE nullif(regexp_replace(x, '^${SPACES}|${SPACES}$', '', 'g'), '') END;
    CREATE MACRO intake.is_web_address(x) AS regexp_full_match(x, '(?i)https?://[^\\s/?#]+[^\\s]*') AND length(x) <= 2000;`);
}
