import foreign from "./country-names.json" with { type: "json" };
import { ALIASES, FORMAL_NAMES, SHARED_NAMES } from "./aliases.ts";
import { nameKey } from "./name-key.ts";
import { NOT_COUNTRIES } from "./not-countries.ts";
import { TERRITORIES, type Territory } from "./territories.ts";

/** The meaning of a name. */
export type NameMeaning =
  | { readonly kind: "country"; readonly territory: Territory }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Territory[] }
  | { readonly kind: "not_a_country"; readonly why: string };

const TERRITORY_BY_ISO2: ReadonlyMap<string, Territory> = new Map(TERRITORIES.map((each) => [each.iso2, each]));

/** Every English name of every territory: display name, former names, aliases and formal names. */
export function listEnglishNames(): [name: string, territory: Territory][] {
  const names: [string, Territory][] = [];
  for (const territory of TERRITORIES) {
    for (const name of [territory.name, ...territory.formerNames]) names.push([name, territory]);
  }
  for (const line of ALIASES.trim().split("\n")) {
    const territory = territoryOf(line.slice(0, 2));
    for (const name of splitNames(line.slice(3))) names.push([name, territory]);
  }
  for (const [form, iso2s] of FORMAL_NAMES) {
    for (const territory of territoriesOf(iso2s)) names.push([`${form} ${territory.name}`, territory]);
  }
  return names;
}

/**
 * Builds the table of English names by `nameKey`, including names that several territories share
 * and names that are not countries. Throws if the tables contradict each other.
 */
export function buildEnglishNames(): Map<string, NameMeaning> {
  const table = new Map<string, NameMeaning>();
  const declare = (name: string, meaning: NameMeaning): void => {
    const key = nameKey(name);
    const known = table.get(key);
    const agrees = known?.kind === "country" && meaning.kind === "country" && known.territory === meaning.territory;
    if (key === "" || (known !== undefined && !agrees))
      throw new Error(`the name "${name}" is empty or has two meanings`);
    table.set(key, meaning);
  };
  for (const [name, territory] of listEnglishNames()) declare(name, { kind: "country", territory });
  for (const [names, iso2s] of SHARED_NAMES) {
    const candidates = territoriesOf(iso2s);
    for (const name of splitNames(names)) declare(name, { kind: "ambiguous", candidates });
  }
  for (const { names, why } of NOT_COUNTRIES) {
    for (const name of splitNames(names)) declare(name, { kind: "not_a_country", why });
  }
  return table;
}

function splitNames(names: string): string[] {
  return names.split(";").map((name) => name.trim());
}

/**
 * The territories with these alpha-2 codes, separated by white space. Throws if one does not exist.
 */
function territoriesOf(iso2s: string): Territory[] {
  return iso2s.trim().split(/\s+/).map(territoryOf);
}

/** The territory with this alpha-2 code. Throws if it does not exist. */
export function territoryOf(iso2: string): Territory {
  const territory = TERRITORY_BY_ISO2.get(iso2);
  if (territory === undefined) throw new Error(`"${iso2}" is not in the table of territories`);
  return territory;
}

/**
 * Builds the table of names in other languages by `nameKey`. It has no key of the English table,
 * which takes precedence.
 */
export function buildForeignNames(): Map<string, NameMeaning> {
  const table = new Map<string, NameMeaning>();
  for (const [iso2, keys] of Object.entries(foreign.names)) {
    const meaning: NameMeaning = { kind: "country", territory: territoryOf(iso2) };
    for (const key of keys.split("|")) table.set(key, meaning);
  }
  for (const [key, iso2s] of Object.entries(foreign.shared)) {
    table.set(key, { kind: "ambiguous", candidates: territoriesOf(iso2s) });
  }
  return table;
}
