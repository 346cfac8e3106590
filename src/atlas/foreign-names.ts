import foreign from "./country-names.json" with { type: "json" };
import { territoriesOf, type NameMeaning } from "./english-names.ts";

/** Builds the table of names in other languages by `nameKey`; it holds no key of the English table, which goes first. */
export function buildForeignNames(): Map<string, NameMeaning> {
  const table = new Map<string, NameMeaning>();
  for (const [iso2, keys] of Object.entries(foreign.names)) {
    const meaning: NameMeaning = { kind: "country", territory: territoriesOf(iso2)[0]! };
    for (const key of keys.split("|")) table.set(key, meaning);
  }
  for (const [key, iso2s] of Object.entries(foreign.shared)) {
    table.set(key, { kind: "ambiguous", candidates: territoriesOf(iso2s) });
  }
  return table;
}
