import type { DuckDBConnection } from "@duckdb/node-api";
import type { Atlas } from "../atlas/atlas.ts";
import { isLei } from "../trust/lei.ts";
import { appendRows, readRows } from "./intake-database.ts";

/**
 * Makes `intake.country_value(value, iso2, kind, expected, advice)`: what every distinct country
 * value of `intake.company_row` means. `iso2` is NULL where it names no country; `kind`, `expected`
 * and, where more is to be said, `advice` then say why and what to write.
 */
export async function resolveCountries(connection: DuckDBConnection, atlas: Atlas): Promise<void> {
  await connection.run(
    "CREATE TABLE intake.country_value(value VARCHAR, iso2 VARCHAR, kind VARCHAR, expected VARCHAR, advice VARCHAR)",
  );
  const values = await readRows<{ value: string }>(
    connection,
    "SELECT DISTINCT country AS value FROM intake.company_row WHERE country IS NOT NULL",
  );
  const resolved = values.map(({ value }) => {
    const { iso2, kind, expected, advice } = resolveCountry(atlas, value);
    return [value, iso2, kind, expected, advice];
  });
  await appendRows(connection, "intake", "country_value", resolved);
}

/** What is expected of a country value in general. */
export const COUNTRY_EXPECTED = "an ISO 3166-1 code (such as FR, FRA or 250) or the name of a country";

interface ResolvedValue {
  readonly iso2: string | null;
  readonly kind: string | null;
  readonly expected: string | null;
  readonly advice: string | null;
}

function resolveCountry(atlas: Atlas, value: string): ResolvedValue {
  const meaning = atlas.resolveCountry(value);
  switch (meaning.kind) {
    case "country":
      return { iso2: meaning.territory.iso2, kind: null, expected: null, advice: null };
    case "missing":
      return { iso2: null, kind: "missing_value", expected: COUNTRY_EXPECTED, advice: null };
    case "unknown":
      return { iso2: null, kind: "unknown_country", expected: meaning.expected, advice: null };
    case "ambiguous": {
      const choices = meaning.candidates.map(({ name, iso2 }) => `${name} (${iso2})`).join(" or ");
      return { iso2: null, kind: "ambiguous_country", expected: `one country: ${choices}`, advice: null };
    }
    case "not_a_country":
      return { iso2: null, kind: "not_a_country", expected: COUNTRY_EXPECTED, advice: sentence(meaning.why) };
    default:
      return meaning satisfies never;
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * Makes `intake.wrong_lei(lei)`: the distinct codes of `intake.company_row` whose form or check
 * digits (ISO 17442) are wrong.
 */
export async function findWrongLeis(connection: DuckDBConnection): Promise<void> {
  await connection.run("CREATE TABLE intake.wrong_lei(lei VARCHAR)");
  const codes = await readRows<{ lei: string }>(
    connection,
    "SELECT DISTINCT lei FROM intake.company_row WHERE lei IS NOT NULL",
  );
  const wrong = codes.filter(({ lei }) => !isLei(lei)).map(({ lei }) => [lei]);
  await appendRows(connection, "intake", "wrong_lei", wrong);
}
