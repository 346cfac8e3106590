import { isNumber, PRINTED, readNumber } from "../numbers.ts";

/** Scales that publishers use, worst first. Nobody knows the order of words that share a step. */
const SCALES = [
  "very low|low/limited/lower/basic|medium/middle/moderate/average/fair/regular/ok|substantial|high/higher/strong/good|very high/very strong",
  "critical/severe/insufficient/inadequate/very poor/very bad|poor/bad/weak|limited|fair/average/moderate/medium/ok|adequate|good|strong/very good|excellent|outstanding",
  "very weak|weak|moderate/medium/average|strong|very strong",
  "no/none/absent|little|partial/partly/partially/some/half|most/mostly/substantial|yes/full/fully",
  "false|true",
  "red|orange|amber|yellow|green",
  "very high risk|high risk|medium risk|low risk|very low risk",
  "fail/failed|partial|pass/passed/met|exceeded",
  "bronze|silver|gold|platinum",
  "laggard/lagging|average performer/average|leader/leading/exemplary",
  "beginner/basic|developing|intermediate|advanced|leading",
  "sehr niedrig/sehr gering|niedrig/gering|mittel/durchschnittlich|hoch|sehr hoch",
  "ungenügend/sehr schlecht|mangelhaft/schlecht/schwach|ausreichend|mäßig/mittel/durchschnittlich/befriedigend|gut/stark|sehr gut/exzellent",
  "nein/keine|teilweise/teils/zum teil|ja/vollständig",
  "rot|orange|gelb|grün",
  "bronze|silber|gold|platin",
  "très faible/très mauvais/insuffisant|mauvais/faible|moyen/moyenne/modéré|bon/bien/fort/élevé|très bon/très bien/très élevé|excellent",
  "non/aucun|partiel/partiellement/en partie|oui",
  "rouge|orange|jaune|vert",
  "bronze|argent|or|platine",
  "muy bajo/muy malo|malo/bajo/débil|medio/media/regular|bueno/alto/fuerte|muy bueno/muy alto|excelente",
  "no/ninguno|parcial|sí/si",
  "rojo|naranja|amarillo|verde",
  "bronce|plata|oro",
].map((steps) => new Map(steps.split("|").flatMap((step, place) => step.split("/").map((word) => [word, place]))));
const GRADE = /^[a-g][+-]?$/iu;

/** Returns the places of words that are grades, or occur together on a known scale, worst first. */
function placesOf(words: ReadonlySet<string>): ReadonlyMap<string, number> | null {
  const grades = [...words].filter((word) => GRADE.test(word));
  if (grades.length < words.size) return SCALES.find((scale) => words.isSubsetOf(scale)) ?? null;
  const signs: Readonly<Record<string, number>> = { "+": 0.3, "-": -0.3 };
  // A+ stands above A, and G is worst.
  return new Map(grades.map((grade) => [grade, (signs[grade[1] ?? ""] ?? 0) - grade.charCodeAt(0)]));
}

const lowered = (values: readonly string[]): ReadonlySet<string> => new Set(values.map((value) => value.toLowerCase()));

export function areKnownBands(values: readonly string[]): boolean {
  return values.length > 1 && placesOf(lowered(values)) !== null;
}

/** Returns the order of values on a known scale, worst first; null if two share a step of it. */
function knownOrder(values: readonly string[]): string[] | null {
  const words = lowered(values);
  const places = placesOf(words);
  const placeOf = (word: string): number => places?.get(word.toLowerCase()) ?? 0;
  const areApart = new Set([...words].map(placeOf)).size === words.size;
  return places !== null && areApart ? sortedBy(values, placeOf) : null;
}

const YES_OR_NO = new Set("yes no y n true false ja nein oui non sí si 0 1".split(" "));

export function saysYesOrNo(value: string): boolean {
  return YES_OR_NO.has(value.toLowerCase());
}

/** Matches words with a number: `Level 2`, `3 – good`. */
const NUMBERED = /^(?:\p{L}+ )?(\d{1,2})(?:[.:)]? ?[-–—:)]? .*)?$/u;

/**
 * Returns the order that values have by themselves: that of numbers, of a known scale, worst first,
 * or of the numbers that all of them have with them. Null where nothing tells it.
 */
export function provenOrder(values: readonly string[]): string[] | null {
  if (values.every(isNumber)) return sortedBy(values, (value) => readNumber(value, PRINTED) ?? 0);
  if (areKnownBands(values)) return knownOrder(values);
  const numbers = values.map((value) => NUMBERED.exec(value)?.[1]);
  const areNumbered = !numbers.includes(undefined) && new Set(numbers).size === values.length && values.length > 1;
  return areNumbered ? sortedBy(values, (value) => Number(NUMBERED.exec(value)?.[1])) : null;
}

function sortedBy(values: readonly string[], rank: (value: string) => number): string[] {
  return values.toSorted((a, b) => rank(a) - rank(b));
}

/** Sorts values in the order that they have by themselves, otherwise by name. */
export function orderedValues(values: readonly string[]): string[] {
  return provenOrder(values) ?? values.toSorted((a, b) => a.localeCompare(b, "en"));
}
