import { isNumber, PRINTED, readNumber } from "../numbers.ts";

/**
 * Words that publishers use for bands, worst first, so that a list of values can be shown in the
 * order they probably have. It is only shown so: the order is always asked for.
 */
const WORST_FIRST = [
  `very low|very poor|very weak|very bad|very high risk|sehr niedrig|sehr schlecht|ungenügend|mangelhaft|très faible|très mauvais|
   muy bajo|muy malo|critical|kritisch|critique|severe|insufficient|inadequate|none|keine|aucun|ninguno|no|nein|non|fail|failed|absent|laggard`,
  `low|poor|weak|bad|high risk|niedrig|gering|schlecht|schwach|ausreichend|faible|mauvais|insuffisant|bajo|malo|débil|red|rot|rouge|rojo|
   limited|little|beginner|bronze|lagging`,
  `partial|partly|partially|some|teilweise|teils|zum teil|partiel|partiellement|en partie|parcial|basic|medium risk`,
  `middle|medium|moderate|average|fair|ok|mittel|mäßig|befriedigend|durchschnittlich|moyen|moyenne|modéré|medio|media|regular|amber|yellow|
   orange|gelb|jaune|amarillo|developing|half|silver|silber|argent|plata|average performer`,
  `high|good|strong|hoch|gut|stark|bien|bon|élevé|fort|alto|bueno|fuerte|low risk|green|grün|grun|vert|verde|advanced|most|substantial|mostly|
   yes|ja|oui|sí|si|full|fully|vollständig|pass|passed|gold|or|oro|met|leader`,
  `very high|very good|very strong|excellent|sehr hoch|sehr gut|très bon|très élevé|très bien|muy alto|muy bueno|excelente|exzellent|
   outstanding|leading|platinum|platin|exemplary`,
];

const RANKS = new Map(
  WORST_FIRST.flatMap((words, rank) => words.split("|").map((word): [string, number] => [word.trim(), rank])),
);
const GRADE = /^[a-g][+-]?$/iu;

function rankOf(value: string): number | null {
  const text = value.toLowerCase();
  const known = RANKS.get(text);
  if (known !== undefined) return known;
  if (!GRADE.test(text)) return null;
  // A+ stands above A, and G is worst.
  return -text.charCodeAt(0) + (text.endsWith("+") ? 0.3 : text.endsWith("-") ? -0.3 : 0);
}

const FAMILIES = [
  "very low|low|lower|medium|middle|moderate|average|high|higher|very high",
  "very poor|poor|bad|fair|average|ok|good|very good|excellent|outstanding",
  "very weak|weak|moderate|medium|average|strong|very strong",
  "no|none|partial|partly|partially|some|yes|full|fully|mostly",
  "red|amber|yellow|orange|green",
  "sehr niedrig|niedrig|gering|mittel|hoch|sehr hoch",
  "sehr schlecht|schlecht|mangelhaft|ungenügend|ausreichend|befriedigend|mäßig|mittel|gut|sehr gut",
  "nein|teilweise|teils|zum teil|ja",
  "rot|gelb|orange|grün",
  "très faible|faible|moyen|modéré|bon|fort|élevé|très bon|très élevé",
  "non|partiel|partiellement|en partie|oui",
  "muy bajo|bajo|medio|alto|muy alto",
].map((words) => new Set(words.split("|")));

/** Returns true if all words, in lower case, occur together on a known scale, or are grades. */
export function areOfOneFamily(words: readonly string[]): boolean {
  return words.every((word) => GRADE.test(word)) || FAMILIES.some((family) => words.every((word) => family.has(word)));
}

export function areKnownBands(values: readonly string[]): boolean {
  return values.length > 1 && values.every((value) => rankOf(value) !== null);
}

/** Matches words with a number: `Level 2`, `3 – good`. */
const NUMBERED = /^(?:\p{L}+ )?(\d{1,2})(?:[.:)]? ?[-–—:)]? .*)?$/u;

/**
 * Returns the order that values have by themselves: that of numbers, of a known scale, worst first,
 * or of the numbers that all of them have with them. Null where nothing tells it.
 */
export function provenOrder(values: readonly string[]): string[] | null {
  const by = (rank: (value: string) => number | null): string[] =>
    values.toSorted((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0));
  if (values.every(isNumber)) return by((value) => readNumber(value, PRINTED));
  if (areKnownBands(values)) return by(rankOf);
  const numbers = values.map((value) => NUMBERED.exec(value)?.[1]);
  const areNumbered = !numbers.includes(undefined) && new Set(numbers).size === values.length && values.length > 1;
  return areNumbered ? by((value) => Number(NUMBERED.exec(value)?.[1])) : null;
}

/** Sorts values in the order that they have by themselves, otherwise by name. */
export function orderedValues(values: readonly string[]): string[] {
  return provenOrder(values) ?? values.toSorted((a, b) => a.localeCompare(b, "en"));
}
