import { capitalized, counted, countInWords, digits, inARow } from "../ask/grammar.ts";
import { labelOf, sentences } from "../ask/words.ts";
import { countAroundMedian } from "../trust/statistics.ts";
import { allOf, moreInWords } from "./counts.ts";
import { labelsInARow } from "./not-known.ts";
import { type Listed, NAMED_MAX } from "./standing.ts";
import { type Tense, tenseOf, type ToldScale } from "./tense.ts";

/**
 * The line below the headline of a page, and the headings of its sections. Each heading is the
 * finding of its chart, without a full stop, and names what it is about, so that it can be copied.
 * Parts are rated: those with too few companies are left out.
 */

/** A rated part of something: a pillar, a sector, a neighbour. */
export interface PartInWords {
  /** Its name within a sentence. */
  readonly name: string;
  readonly level: number;
}

/** The words for parts. */
type Noun = Readonly<Record<"one" | "many", string>>;

/** Returns the parts above and below a level, each side with the level that it shares, or null. */
function sidesOf(own: number, parts: readonly PartInWords[]) {
  const side = (those: readonly PartInWords[]) => {
    const [first] = those;
    return { parts: those, level: those.every(({ level }) => level === first?.level) ? (first?.level ?? null) : null };
  };
  return {
    higher: side(parts.filter(({ level }) => level > own)),
    lower: side(parts.filter(({ level }) => level < own)),
  };
}

type Side = ReturnType<typeof sidesOf>["lower"];

const namesOf = (parts: readonly PartInWords[]): readonly string[] => parts.map(({ name }) => name);

/** Writes the counts of one clause all in words or all in digits. */
function countsInWords(...counts: readonly number[]): readonly string[] {
  const words = counts.map(countInWords);
  return words.some((word) => /\d/u.test(word)) ? counts.map(digits) : words;
}

const are = (count: number, tense: Tense): string => tense(count === 1 ? "is" : "are");

/** Says `both pillars`, `all six pillars`, `its only pillar`. */
function every(count: number, { one, many }: Noun): string {
  if (count === 1) return `its only ${one}`;
  return `${allOf(count)} ${many}`;
}

/** Says `In Food Retailers and Food Production, France is only Weak`, of its pillars alike. */
export function describePartsInHeadline(
  scale: ToldScale,
  whole: PartInWords,
  parts: readonly PartInWords[],
  noun: "sector" | "country" | "pillar",
): string {
  const tense = tenseOf(scale);
  const { higher, lower } = sidesOf(whole.level, parts);
  const label = labelOf(scale, whole.level);
  const rated = { one: `rated ${noun}`, many: `rated ${noun === "country" ? "countries" : `${noun}s`}` };
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && only.level === whole.level)
    return `In ${only.name}, too, ${whole.name} ${tense("is")} ${label}`;
  if (higher.parts.length + lower.parts.length === 0)
    return `In ${every(parts.length, rated)}, ${whole.name} ${tense("is")} ${label}`;
  const named = [higher, lower].flatMap((side) => (side.parts.length > NAMED_MAX ? [] : namesOf(side.parts)));
  const within = (side: Side, verb: string, other: string, name: string): readonly string[] => {
    const { length: count } = side.parts;
    if (count === 0) return [];
    const band = side.level === null ? `${tense("is")} rated ${other}` : `${verb} ${labelOf(scale, side.level)}`;
    const [some = "", all = ""] = countsInWords(count, parts.length);
    // The first clause that counts has the set of the second one, too.
    const set = side === lower && higher.parts.length > NAMED_MAX ? "" : ` of ${all} ${rated.many}`;
    const names = noun === "country" ? inARow(namesOf(side.parts)) : labelsInARow(namesOf(side.parts), "and", named);
    const where = count <= NAMED_MAX ? names : count === parts.length ? every(count, rated) : some + set;
    return [`in ${where}, ${name} ${band}`];
  };
  const clauses = [
    ...within(higher, tense("reaches"), "higher", whole.name),
    ...within(lower, `${tense("is")} only`, "lower", higher.parts.length > 0 ? "it" : whole.name),
  ];
  return capitalized(clauses.join("; "));
}

/** Says of a company with pillars that have no judgement how many have one. */
export function describeJudgedPillars(scale: ToldScale, name: string, judged: number, all: number): string {
  return `${name} ${tenseOf(scale)("is")} judged in ${countInWords(judged)} of ${counted(all, "pillar", "pillars")}`;
}

/**
 * Says `No neighbour is rated higher than France; Switzerland is lower`, of the neighbours of a
 * country, or of the others of its region: `where` is ` in Western Europe`. Its `level` is null
 * where it is not ranked.
 */
export function describeNeighboursInHeadline(
  scale: ToldScale,
  { name, level }: { readonly name: string; readonly level: number | null },
  ranked: readonly PartInWords[],
  where = "",
): string {
  const tense = tenseOf(scale);
  const { length: count } = ranked;
  const [one, many] = where === "" ? ["neighbour", "neighbours"] : [`other country${where}`, `other countries${where}`];
  if (level === null)
    return capitalized(
      count === 0
        ? `${name} ${tense("is")} not ranked, and no ${one} ${tense("is")}`
        : `${name} ${tense("is")} not ranked; ${counted(count, one, many)} ${are(count, tense)}`,
    );
  if (count === 0)
    return capitalized(
      where === ""
        ? `no neighbour of ${name} ${tense("is")} ranked`
        : `${name} ${tense("is")} the only ranked country${where}`,
    );
  const { higher, lower } = sidesOf(level, ranked);
  const side = (parts: readonly PartInWords[], rated: string): string => {
    const isSet = rated === "lower" && (higher.parts.length === 0 || higher.parts.length > NAMED_MAX);
    const set = isSet ? countInWords(parts.length) : counted(parts.length, one, many);
    const those = parts.length > NAMED_MAX ? set : inARow(namesOf(parts));
    return `${parts.length === 0 ? `no ${one}` : those} ${are(parts.length || 1, tense)} ${rated}`;
  };
  if (higher.parts.length + lower.parts.length === 0)
    return capitalized(side(ranked, `rated ${labelOf(scale, level)}, like ${name}`));
  return capitalized(`${side(higher.parts, `rated higher than ${name}`)}; ${side(lower.parts, "lower")}`);
}

/** A level in one release, with the re-ratings to the bands beside it. */
export type ReleaseInHeadline = { readonly level: number } & Readonly<Record<"toLower" | "toHigher", number | null>>;

/**
 * Says `France is still Middling, and firmer: seven downgrades from Weak, two before`, of something
 * that two releases rate alike. Of another band, the sentence below says what moved it.
 */
export function describeStepInHeadline(
  scale: ToldScale,
  name: string,
  before: ReleaseInHeadline,
  now: ReleaseInHeadline,
): string {
  const still = `${name} ${tenseOf(scale)("is")} still ${labelOf(scale, now.level)}`;
  const isDown = (now.toLower ?? Infinity) <= (now.toHigher ?? Infinity);
  const [left, was] = isDown ? [now.toLower, before.toLower] : [now.toHigher, before.toHigher];
  if (left === null || was === null) return still;
  const [one, next] = isDown ? ["downgrade", now.level - 1] : ["upgrade", now.level + 1];
  const [few, former] = countsInWords(left, was);
  const way = `${few} ${left === 1 ? one : `${one}s`} from ${labelOf(scale, next)}`;
  if (left === was) return `${still}: ${way}, as before`;
  return `${still}, and ${left > was ? "firmer" : "closer"}: ${way}, ${former} before`;
}

/**
 * Says `Without one of its pillars, France would be Weak in four cases of five`. Without `few` of
 * them too few companies would be judged; null where it would have its band without the others.
 */
export function describeCasesInHeadline(
  scale: ToldScale,
  whole: PartInWords,
  without: readonly PartInWords[],
  few: number,
): string | null {
  const tense = tenseOf(scale);
  const moved = without.filter(({ level }) => level !== whole.level);
  const [first] = moved;
  if (first === undefined)
    return few > 0
      ? null
      : `Without any one of its pillars, ${whole.name} ${tense("would still be")} ${labelOf(scale, whole.level)}`;
  const wouldBe = `${tense("would be")} ${labelOf(scale, first.level)}`;
  if (moved.length === 1) return `Without ${first.name}, ${whole.name} ${wouldBe}`;
  const isSame = moved.every(({ level }) => level === first.level);
  const band = isSame ? wouldBe : `${tense("would have")} another band`;
  const all = without.length + few;
  if (moved.length === all) return `Without any one of its pillars, ${whole.name} ${band}`;
  const cases = countsInWords(moved.length, all).join(" cases of ");
  return `Without one of its pillars, ${whole.name} ${band} in ${cases}`;
}

/** Says `All seven judged companies are one judgement away from an upgrade.` */
export function describeNearInWords(
  scale: ToldScale,
  direction: "upgrade" | "downgrade",
  count: number,
  judged: number,
): string {
  const who =
    count === judged
      ? capitalized(every(count, { one: "judged company", many: "judged companies" }))
      : `${digits(count)} of its ${digits(judged)} judged companies`;
  return `${who} ${are(count, tenseOf(scale))} one judgement away from ${direction === "upgrade" ? "an" : "a"} ${direction}.`;
}

/** Says `Kering is rated best in France: Good`; a longer tie is counted. */
export function describeEndInHeadline(
  scale: ToldScale,
  area: string,
  end: "best" | "worst",
  { level, count, names }: { readonly level: number; readonly count: number; readonly names: readonly string[] },
): string {
  const isNamed = count <= NAMED_MAX && names.length === count;
  const who = isNamed ? inARow(names) : counted(count, "company", "companies");
  const rated = `${are(count, tenseOf(scale))} rated ${end}`;
  return capitalized(`${who} ${rated} in ${area}: ${labelOf(scale, level)}`, ...names);
}

/**
 * Says `43 of its 78 companies are Middling, 32 are lower. 21 of the 44 ranked countries tie …`;
 * `place` is that of a ranked country.
 */
export function describeStandingInLine(
  scale: ToldScale,
  { listedCompanies: listed, distribution }: Pick<Listed, "listedCompanies" | "distribution">,
  minimumCompanies: number,
  place: PlaceInWords | null,
): string {
  const tense = tenseOf(scale);
  const counts = countAroundMedian(distribution);
  if (counts === null || counts.count < minimumCompanies) return "";
  const { median: level, at, above, below, count } = counts;
  const label = labelOf(scale, level);
  const judged = count === listed ? "" : "judged ";
  const companies = { one: `${judged}company`, many: `${judged}companies` };
  const others = [
    ...(above > 0 ? [`${digits(above)} ${are(above, tense)} higher`] : []),
    ...(below > 0 ? [`${digits(below)} ${above > 0 ? "" : `${are(below, tense)} `}lower`] : []),
  ];
  const whole =
    at === count
      ? `${every(count, companies)} ${are(count, tense)} ${label}`
      : `${digits(at)} of its ${digits(count)} ${companies.many} ${are(at, tense)} ${label}`;
  const number = at === count ? countInWords : digits;
  const more = moreInWords((listed ?? count) - count, `${tense("is")} listed and not judged`, number);
  const tie = place === null ? "" : tieInWords(label, place, tense);
  return sentences(`${capitalized(whole)}${others.length === 0 ? "" : `, ${inARow(others)}`}${more}.`, tie);
}

/** The rank of a country among those that are ranked. */
type PlaceInWords = Readonly<Record<"rank" | "tiedWith" | "ranked", number>>;

/** Says who shares its band among the ranked countries, and how many are higher. */
function tieInWords(label: string, { rank, tiedWith, ranked }: PlaceInWords, tense: Tense): string {
  if (ranked === 1) return `It ${tense("is")} the only ranked country.`;
  if (tiedWith + 1 === ranked)
    return `${capitalized(every(ranked, { one: "ranked country", many: "ranked countries" }))} ${tense("tie")} at ${label}.`;
  const higher = rank - 1;
  const those = `${higher === 0 ? "none" : digits(higher)} ${are(higher || 1, tense)} higher`;
  if (tiedWith === 0) return `Alone of the ${digits(ranked)} ranked countries it ${tense("is")} ${label}; ${those}.`;
  return `${digits(tiedWith + 1)} of the ${digits(ranked)} ranked countries ${tense("tie")} at ${label}; ${those}.`;
}
