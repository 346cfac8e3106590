import { FORMAL_NAMES } from "./aliases.ts";
import { nameKey } from "./name-key.ts";

/**
 * Names of the forms of state in `FORMAL_NAMES` in other languages. Only territories that have the
 * form there are meant, so that "China (Republik)" is not China.
 */
const FOREIGN_FORMS: readonly (readonly [form: string, names: string])[] = [
  ["Republic of", "Republik; République; República; Repubblica"],
  ["Kingdom of", "Königreich; Royaume; Reino; Regno"],
  ["State of", "Staat; État; Estado; Stato"],
  [
    "Islamic Republic of",
    "Islamische Republik; Islam. Republik; Islam. Rep.; République islamique; République isl.; República Islámica; Repubblica Islamica",
  ],
  [
    "People's Republic of",
    "Volksrepublik; VR; République populaire; Rép. pop.; RP; República Popular; Rep. Pop.; Repubblica Popolare",
  ],
  [
    "People's Democratic Republic of",
    "Demokratische Volksrepublik; Dem. Volksrepublik; République démocratique populaire; Rép. dém. pop.; República Democrática Popular",
  ],
  ["Federal Republic of", "Bundesrepublik; République fédérale; República Federal; Repubblica Federale"],
  ["Federative Republic of", "Föderative Republik; République fédérative; República Federativa"],
  ["Socialist Republic of", "Sozialistische Republik; République socialiste; República Socialista"],
  ["Principality of", "Fürstentum; Principauté; Principado; Principato"],
  ["Sultanate of", "Sultanat; Sultanato"],
];

const IN_BRACKETS = /^(.+?)\s*\(([^()]+)\)$/u;
const AFTER_COMMA = /^([^,]+),\s*([^,]+)$/u;
/** Stands between a form and a name, or at the end of a form: "République islamique d’". */
const PREPOSITION = /\s+(?:de la|de l['’]|del|della|de|du|des|d['’]|di|do|da)\s*$/iu;

/** A name of a country and the territories that have the form of state beside it. */
export interface FormalName {
  readonly name: string;
  readonly iso2s: ReadonlySet<string>;
}

let forms: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * Cuts "Iran (Islamische Republik)", "Iran, Islamische Republik" and "Islamische Republik Iran"
 * into the name and the territories of its form. Undefined where no form of another language is
 * there.
 */
export function readFormalName(text: string): FormalName | undefined {
  const [, name, form] = IN_BRACKETS.exec(text) ?? AFTER_COMMA.exec(text) ?? [];
  if (name !== undefined && form !== undefined) return named(name, form);
  const words = text.split(/(?<=['’])|\s+/u);
  for (let end = Math.min(words.length - 1, 4); end > 0; end--) {
    const found = named(words.slice(end).join(" "), words.slice(0, end).join(" "));
    if (found !== undefined) return found;
  }
  return undefined;
}

function named(name: string, form: string): FormalName | undefined {
  const iso2s = (forms ??= buildForms()).get(nameKey(form.replace(PREPOSITION, "")));
  return iso2s && { name, iso2s };
}

function buildForms(): Map<string, ReadonlySet<string>> {
  const territories = new Map(FORMAL_NAMES.map(([form, iso2s]) => [form, new Set(iso2s.trim().split(/\s+/u))]));
  return new Map(
    FOREIGN_FORMS.flatMap(([form, names]) =>
      names.split(";").map((name) => [nameKey(name), territories.get(form) ?? new Set()] as const),
    ),
  );
}
