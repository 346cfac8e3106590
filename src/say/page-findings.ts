import { capitalized, counted, countInWords, digits, inARow } from "../ask/grammar.ts";
import { type Said, saidOf } from "../ask/said.ts";
import { labelOf, sentences } from "../ask/words.ts";
import { rankAlone } from "../trust/ranking.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import { countAroundMedian, countOf } from "../trust/statistics.ts";
import { type Listed, NAMED_MAX } from "./standing.ts";

/**
 * The line below the headline of a page, and the headings of its sections. Each heading is the
 * finding of its chart, without a full stop. Parts are rated: those with too few companies are left
 * out.
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

function nameOrCount(parts: readonly PartInWords[], { one, many }: Noun): string {
  return parts.length > NAMED_MAX ? counted(parts.length, one, many) : inARow(parts.map(({ name }) => name));
}

const all = (count: number): string => (count === 2 ? "both" : `all ${countInWords(count)}`);
const are = (count: number): string => (count === 1 ? "is" : "are");

/** Says `In Food Retailers and Food Production, France is only Weak`. */
export function describePartsInHeadline(
  scale: Scale,
  whole: PartInWords,
  parts: readonly PartInWords[],
  noun: Noun,
): string {
  const { higher, lower } = sidesOf(whole.level, parts);
  const label = labelOf(scale, whole.level);
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && only.level === whole.level)
    return `In ${only.name}, too, ${whole.name} is ${label}`;
  if (higher.parts.length + lower.parts.length === 0)
    return `In ${all(parts.length)} rated ${noun.many}, ${whole.name} is ${label}`;
  const within = (side: Side, verb: string, other: string, name: string): readonly string[] => {
    if (side.parts.length === 0) return [];
    const rated = side.level === null ? `is rated ${other}` : `${verb} ${labelOf(scale, side.level)}`;
    return [`in ${nameOrCount(side.parts, noun)}, ${name} ${rated}`];
  };
  const clauses = [
    ...within(higher, "reaches", "higher", whole.name),
    ...within(lower, "is only", "lower", higher.parts.length > 0 ? "it" : whole.name),
  ];
  return capitalized(clauses.join("; "));
}

type PillarInHeadline = PartInWords & { readonly distribution: Distribution };

/** Minimum lead, in share of the companies, of a pillar that stands out. */
const LEAD = 0.2;

/** Says `Health and well-being stands out; two of five pillars are Weak`. */
export function describePillarsInHeadline(
  scale: Scale,
  whole: PartInWords,
  pillars: readonly PillarInHeadline[],
): string {
  const label = labelOf(scale, whole.level);
  const { higher, lower } = sidesOf(whole.level, pillars);
  const share = ({ distribution }: PillarInHeadline): number =>
    countOf(distribution.slice(whole.level)) / Math.max(1, countOf(distribution));
  const [first, second] = pillars.toSorted((a, b) => share(b) - share(a));
  const leads = first !== undefined && second !== undefined && share(first) - share(second) >= LEAD;
  const beside = higher.parts.filter(({ name }) => !leads || name !== first.name);
  const say = (side: Side, other: string): readonly string[] => {
    const { length: count } = side.parts;
    if (count === 0) return [];
    const rated = side.level === null ? `${other} than ${label}` : labelOf(scale, side.level);
    const who =
      count === 1
        ? nameOrCount(side.parts, PILLARS)
        : `${countInWords(count)} of ${countInWords(pillars.length)} pillars`;
    return [`${who} ${are(count)} ${rated}`];
  };
  const clauses = [
    ...(leads ? [`${first.name} stands out`] : []),
    ...say({ ...higher, parts: beside }, "higher"),
    ...say(lower, "lower"),
  ];
  if (clauses.length === 0) return `${capitalized(whole.name)} is ${label} in ${all(pillars.length)} pillars`;
  return capitalized(clauses.join("; "), ...pillars.map(({ name }) => name));
}

const PILLARS: Noun = { one: "pillar", many: "pillars" };

/**
 * Says `No neighbour is rated higher; Switzerland and Luxembourg are lower`, of the neighbours of a
 * country, or of the others of its region: `where` is ` in Western Europe`. Its `level` is null
 * where it is not ranked.
 */
export function describeNeighboursInHeadline(
  scale: Scale,
  { name, level }: { readonly name: string; readonly level: number | null },
  ranked: readonly PartInWords[],
  where = "",
): string {
  const { length: count } = ranked;
  const [one, many] = where === "" ? ["neighbour", "neighbours"] : [`other country${where}`, `other countries${where}`];
  const noun = { one, many };
  if (count === 0)
    return capitalized(level === null ? `${name} is not ranked, and no ${one} is` : `no ${one} is ranked`);
  if (level === null) return capitalized(`${name} is not ranked; ${counted(count, one, many)} ${are(count)}`);
  const { higher, lower } = sidesOf(level, ranked);
  const side = ({ parts }: Side, none: string, way: string): string =>
    parts.length === 0 ? none : `${nameOrCount(parts, noun)} ${are(parts.length)} ${way}`;
  if (higher.parts.length + lower.parts.length === 0)
    return capitalized(`${nameOrCount(ranked, noun)} ${are(count)} ${labelOf(scale, level)}, too`);
  return capitalized(
    `${side(higher, `no ${one} is rated higher`, "rated higher")}; ${side(lower, "none is lower", "lower")}`,
  );
}

/** A level in one release, with the re-ratings to the bands beside it. */
type ReleaseInHeadline = { readonly level: number } & Readonly<Record<"toLower" | "toHigher", number | null>>;

/** Says `Still Middling, and firmer: seven downgrades from Weak, two before`. */
export function describeStepInHeadline(scale: Scale, before: ReleaseInHeadline, now: ReleaseInHeadline): string {
  const label = labelOf(scale, now.level);
  if (before.level !== now.level) return `${label}, after ${labelOf(scale, before.level)} in the release before`;
  const isDown = (now.toLower ?? Infinity) <= (now.toHigher ?? Infinity);
  const [left, was] = isDown ? [now.toLower, before.toLower] : [now.toHigher, before.toHigher];
  if (left === null || was === null) return `Still ${label}`;
  const [one, next] = isDown ? ["downgrade", now.level - 1] : ["upgrade", now.level + 1];
  const way = `${counted(left, one, `${one}s`)} from ${labelOf(scale, next)}`;
  if (left === was) return `Still ${label}: ${way}, as before`;
  return `Still ${label}, and ${left > was ? "firmer" : "closer"}: ${way}, ${countInWords(was)} before`;
}

/** Says `Without one of its pillars, France would be Weak in four cases of five`. */
export function describeCasesInHeadline(scale: Scale, whole: PartInWords, without: readonly PartInWords[]): string {
  const moved = without.filter(({ level }) => level !== whole.level);
  const [first] = moved;
  if (first === undefined)
    return `Without any one of its pillars, ${whole.name} would still be ${labelOf(scale, whole.level)}`;
  if (moved.length === 1) return `Without ${first.name}, ${whole.name} would be ${labelOf(scale, first.level)}`;
  const isSame = moved.every(({ level }) => level === first.level);
  const band = isSame ? `be ${labelOf(scale, first.level)}` : "have another band";
  return `Without one of its pillars, ${whole.name} would ${band} in ${countInWords(moved.length)} cases of ${countInWords(without.length)}`;
}

/** Says `Kering is rated best: Good`; a longer tie is counted. */
export function describeEndInHeadline(
  scale: Scale,
  end: "best" | "worst",
  { level, count, names }: { readonly level: number; readonly count: number; readonly names: readonly string[] },
): string {
  const isNamed = count <= NAMED_MAX && names.length === count;
  const who = isNamed ? inARow(names) : counted(count, "company", "companies");
  return capitalized(`${who} ${are(count)} rated ${end}: ${labelOf(scale, level)}`, ...names);
}

/**
 * Says `43 of its 78 companies are Middling, 32 are lower. 21 of the 44 ranked countries tie …`;
 * `place` is that of a ranked country.
 */
export function describeStandingInLine(
  scale: Scale,
  { subject, listedCompanies: listed, distribution }: Omit<Listed, "name">,
  minimumCompanies: number,
  place: PlaceInWords | null,
): Said {
  const own = rankAlone(distribution, minimumCompanies);
  const counts = countAroundMedian(distribution);
  if (counts === null || own.median === null || own.rankReason !== null) return { text: "", statements: [] };
  const { median: level, at, above, below, count } = counts;
  const label = labelOf(scale, level);
  const figures = { own, ranking: null, listed, thinBelow: minimumCompanies };
  const companies = `${count === listed ? "" : "judged "}companies`;
  const others = [
    ...(above > 0 ? [`${digits(above)} ${are(above)} higher`] : []),
    ...(below > 0 ? [`${digits(below)} ${above > 0 ? "" : `${are(below)} `}lower`] : []),
  ];
  const whole =
    at === count
      ? `${all(count)} ${companies} are ${label}`
      : `${digits(at)} of its ${digits(count)} ${companies} ${are(at)} ${label}`;
  const unjudged = (listed ?? count) - count;
  const more = unjudged === 0 ? "" : `; ${countInWords(unjudged)} more ${are(unjudged)} listed and not judged`;
  const said = saidOf(`${capitalized(whole)}${others.length === 0 ? "" : `, ${inARow(others)}`}${more}.`, [
    [{ subject, pillar: null }, { claim: "count", level, count: at }, figures],
  ]);
  const tie = place === null ? "" : tieInWords(label, place);
  return { ...said, text: sentences(said.text, tie) };
}

/** The rank of a country among those that are ranked. */
type PlaceInWords = Readonly<Record<"rank" | "tiedWith" | "ranked", number>>;

/** Says who shares its band among the ranked countries, and how many are higher. */
function tieInWords(label: string, { rank, tiedWith, ranked }: PlaceInWords): string {
  if (ranked === 1) return "It is the only ranked country.";
  if (tiedWith + 1 === ranked) return `${capitalized(all(ranked))} ranked countries tie at ${label}.`;
  const higher = rank - 1;
  const those = higher === 0 ? "none is higher" : `${countInWords(higher)} ${are(higher)} higher`;
  if (tiedWith === 0) return `Alone of the ${digits(ranked)} ranked countries it is ${label}; ${those}.`;
  return `${digits(tiedWith + 1)} of the ${digits(ranked)} ranked countries tie at ${label}; ${those}.`;
}
