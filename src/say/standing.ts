import { type Rankable, rankAlone, type RankedEntry } from "../trust/ranking.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import { allRanked, type StatementFigures } from "../trust/statements.ts";
import { countAroundMedian, countOf, firmnessOf, type MedianCounts } from "../trust/statistics.ts";
import {
  capitalized,
  counted,
  countInWords,
  countryInWords,
  dayInWords,
  digits,
  inARow,
  labelInWords,
  monthInWords,
  ordinal,
  placeOnScale,
  possessive,
  sectorInWords,
} from "../ask/grammar.ts";
import { type About, type Said, saidOf, type Assertion, type SubjectName } from "../ask/said.ts";
import { labelOf, type RegionInWords, sentences, whereInWords } from "../ask/words.ts";
import { allOf, moreInWords, shortEnough } from "./counts.ts";
import { type Tense, tenseOf, type ToldScale } from "./tense.ts";

/** A country, a sector, a company or somebody's list of companies, with its figures. */
export interface Rated {
  readonly subject: SubjectName;
  /** Its name within a sentence: `the Netherlands`, `the sector Energy`, `the list`. */
  readonly name: string;
  /** The pillar the figures are of; all pillars without it. */
  readonly pillar?: { readonly id: string; readonly label: string };
  /** Null for a company. */
  readonly listedCompanies: number | null;
  /** The judged companies by band; of a company, its judgements. */
  readonly distribution: Distribution;
  /** With fewer judged companies nothing is said of it. A caller may ask for less. */
  readonly minimumCompanies: number;
  /** With fewer judged companies its figures are thin; by default the same. */
  readonly thinBelow?: number;
  /** The ranking of a country, the region that it is of, and the entry of the country. */
  readonly place?: {
    readonly own: RankedEntry<Rankable>;
    readonly ranking: readonly RankedEntry<Rankable>[];
    readonly region: RegionInWords | null;
  };
  /** The judgements of a company: the number of their pillars, and their newest date. */
  readonly judgements?: { readonly pillars?: number; readonly newest?: string | null };
  /** The scale of the current release and the level of its band there, where that is another. */
  readonly now?: { readonly scale: Parameters<typeof labelOf>[0]; readonly level: number } | null;
  /** All its companies that are rated higher, where a headline may name them. */
  readonly higher?: readonly string[];
}

interface CompanyCounts {
  readonly listedCompanies: number;
  readonly distribution: Distribution;
}

/** A country of a release, or with other figures, as sentences need it. */
export function ratedCountry(
  { iso2, name, listedCompanies, distribution }: CompanyCounts & { readonly iso2: string; readonly name: string },
  minimumCompanies: number,
) {
  const named = { subject: `country:${iso2}`, name: countryInWords({ iso2, name }) } as const;
  return { ...named, listedCompanies, distribution, minimumCompanies };
}

/** The same of a sector. */
export function ratedSector(
  { slug, label, listedCompanies, distribution }: CompanyCounts & { readonly slug: string; readonly label: string },
  minimumCompanies: number,
) {
  const named = { subject: `sector:${slug}`, name: sectorInWords(label) } as const;
  return { ...named, listedCompanies, distribution, minimumCompanies };
}

/** The figures of one of a list, which has a minimum of companies of its own. */
export type Listed = Pick<Rated, "subject" | "name" | "listedCompanies" | "distribution">;

/** Maximum number of names in a sentence; a larger group is counted. */
export const NAMED_MAX = 3;

/**
 * Says how something is rated. A headline has few words and no full stop, and says if few
 * re-ratings decide it. A summary counts those that are rated alike, higher and lower, and has the
 * rank.
 */
export function standing(scale: ToldScale, rated: Rated, form: "headline" | "summary"): Said {
  const { subject, name, pillar, listedCompanies: listed, distribution, place } = rated;
  const { minimumCompanies, thinBelow = minimumCompanies } = rated;
  const own = place?.own ?? rankAlone(distribution, minimumCompanies);
  const counts = countAroundMedian(distribution);
  const about = { subject, pillar: pillar?.id ?? null };
  const figures = { own, ranking: place?.ranking ?? null, listed, thinBelow };
  const start = pillar === undefined || listed === null ? "" : `in ${labelInWords(pillar.label)}, `;
  const say = (text: string, ...stated: readonly Assertion[]): Said =>
    saidOf(`${capitalized(start + text, listed === null ? name : null)}${form === "summary" ? "." : ""}`, stated);
  if (counts === null || own.median === null || own.rankReason !== null)
    return say(unratedInWords(tenseOf(scale), rated, form), [about, { claim: "unranked" }, figures]);
  const { median: level } = own;
  const band: Assertion = [about, { claim: "band", level }, figures];
  if (form === "headline") return say(shortlyInWords(scale, rated, level, counts.count < thinBelow), band);
  if (listed === null) return say(companyInWords(scale, rated, level), band);
  const alike: Assertion = [about, { claim: "count", level, count: counts.at }, figures];
  const said = say(ratedInWords(rated, labelOf(scale, level), counts), band, alike);
  const rank = place === undefined ? NOTHING_SAID : rankInWords(scale, about, figures, place.region);
  return { text: sentences(said.text, rank.text), statements: [...said.statements, ...rank.statements] };
}

const NOTHING_SAID: Said = { text: "", statements: [] };

/** Says that nothing is judged, or too little to name a band. */
function unratedInWords(tense: Tense, rated: Rated, form: "headline" | "summary"): string {
  const { subject, name, pillar, listedCompanies: listed, distribution, minimumCompanies } = rated;
  const judged = countOf(distribution);
  if (listed === null)
    return `${name} ${tense("is")} listed and not judged${pillar === undefined ? "" : ` in ${labelInWords(pillar.label)}`}`;
  if (judged === 0) return noneJudged(rated, listed, tense);
  const has = `${name} ${tense("has")}`;
  const placed = subject.startsWith("country:") ? "ranked" : "rated";
  const few = `${has} ${counted(judged, "judged company", "judged companies")}, too few to be ${placed}`;
  if (form === "headline") return shortEnough([few, `${has} too few judged companies`]);
  return `${few} (${countInWords(minimumCompanies)} are needed)${unjudgedInWords(rated, judged)}`;
}

/** Returns a text such as `none of the nine companies listed in Russia is judged`. */
function noneJudged({ subject, name }: Rated, listed: number, tense: Tense): string {
  // A company may name other sectors than the one that counts it.
  const is = subject === "list" ? "on" : subject.startsWith("sector:") ? "counted in" : "listed in";
  const where = `${is} ${name}`;
  if (listed === 0) return `no company ${tense("is")} ${where}`;
  if (listed === 1) return `the one company ${where} ${tense("is")} not judged`;
  return `${listed === 2 ? "neither" : "none"} of the ${countInWords(listed)} companies ${where} ${tense("is")} judged`;
}

/** Says how it is rated, and how many of its companies are rated alike, higher and lower. */
function ratedInWords(rated: Rated, label: string, { below, at, above, count }: MedianCounts): string {
  const { name, minimumCompanies, thinBelow = minimumCompanies } = rated;
  const more = unjudgedInWords(rated, count);
  if (count === 1) return `${name} is rated ${label}, from only one judged company${more}`;
  if (at === count) return `${name} is rated ${label}, like ${allOf(count)} of its judged companies${more}`;
  const are = (some: number): string => `${digits(some)} ${some === 1 ? "is" : "are"} rated`;
  const others = [
    ...(above > 0 ? [`${are(above)} higher`] : []),
    ...(below > 0 ? [`${above > 0 ? digits(below) : are(below)} lower`] : []),
  ];
  const own = `${digits(at)} of ${count < thinBelow ? "only" : "its"} ${digits(count)} judged companies`;
  return `${name} is rated ${label}, like ${own}; ${inARow(others)}${unjudgedInWords(rated, count, ", and ")}`;
}

/** Says how many listed companies the figures leave out; empty where they count all. */
function unjudgedInWords({ subject, listedCompanies }: Rated, judged: number, joining = "; "): string {
  const are = subject === "list" ? "is not judged" : "is listed and not judged";
  return moreInWords((listedCompanies ?? judged) - judged, are, countInWords, joining);
}

/** The rank with its tie; where all tie, no rank but the band that they share. */
function rankInWords(scale: Scale, aboutIt: About, figures: StatementFigures, region: RegionInWords | null): Said {
  const about = region === null ? aboutIt : { ...aboutIt, region: region.slug };
  const where = whereInWords(region);
  const { own, ranking } = figures;
  const all = ranking ?? [];
  const { rank, tiedWith, median } = own;
  if (rank === null || tiedWith === null || median === null) return NOTHING_SAID;
  const ranked = all.filter((entry) => entry.rank !== null).length;
  const others = all.length - ranked;
  const unranked = moreInWords(others, "is not ranked");
  const set = `${countInWords(ranked)} ${others === 0 ? "countries" : "ranked countries"}${where}`;
  const isAlone = ranked === 1;
  if (isAlone && others === 0 && region === null) return NOTHING_SAID;
  if (isAlone || tiedWith === 0) {
    const only = `It is the only ranked country${where}${unranked}.`;
    const text = isAlone ? only : `It ranks ${ordinal(rank)} of ${set}${unranked}.`;
    return saidOf(text, [[about, { claim: "rank_alone", rank }, figures]]);
  }
  if (tiedWith + 1 === ranked) {
    const every = `${capitalized(allOf(ranked))} ranked countries${where}`;
    const place = placeOnScale(median, scale.bands.length);
    const text = `${every} are rated ${labelOf(scale, median)}, ${place}${unranked}.`;
    const claim = { claim: "count", level: median, count: ranked } as const;
    return saidOf(text, [[{ ...about, subject: "countries" }, claim, allRanked(all, scale.bands.length)]]);
  }
  const rivals = others === 0 ? countInWords(ranked) + where : set;
  const text = `${capitalized(countInWords(tiedWith + 1))} countries tie for ${ordinal(rank)} of ${rivals}${unranked}.`;
  return saidOf(text, [[about, { claim: "shares_rank", rank }, figures]]);
}

/** Says how a company is rated, from how many judgements. */
function companyInWords(scale: Scale, { name, pillar, distribution, judgements = {} }: Rated, level: number): string {
  const where = pillar === undefined ? "" : ` in ${labelInWords(pillar.label)}`;
  const month = judgements.newest == null ? "" : monthInWords(judgements.newest);
  const count = countOf(distribution);
  const pillars = judgements.pillars === undefined ? "" : ` in ${counted(judgements.pillars, "pillar", "pillars")}`;
  const dated = count === 1 ? ` of ${month}` : `, the newest of ${month}`;
  const from = count === 1 ? "one judgement" : `${countInWords(count)} judgements${pillars}`;
  return `${name} is rated ${labelOf(scale, level)}${where}, from ${from}${month === "" ? "" : dated}`;
}

/** Says how it is rated, and how few companies or re-ratings that rests on. */
function shortlyInWords(scale: ToldScale, rated: Rated, level: number, isThin: boolean): string {
  const { name, listedCompanies: listed, distribution, now = null } = rated;
  const short = `${name} ${tenseOf(scale)("is")} rated ${labelOf(scale, level)}`;
  if (scale.asOf != null) {
    const current = now === null ? "" : `; now ${labelOf(now.scale, now.level)}`;
    return shortEnough([`${short} in the release of ${dayInWords(scale.asOf)}${current}`, short + current]);
  }
  // Readers expect that each of a few companies counts.
  const basis =
    listed !== null && isThin
      ? `, from ${counted(countOf(distribution), "judged company", "judged companies")}`
      : nearInWords(scale, level, rated) || higherInWords(rated);
  return shortEnough([short + basis, short]);
}

/** Names the few companies that are rated higher. */
function higherInWords({ higher = [] }: Rated): string {
  return higher.length === 0 ? "" : `; only ${inARow(higher)} ${higher.length === 1 ? "is" : "are"} higher`;
}

/** Maximum percentage of re-ratings to a band that is near; one re-rating is always near. */
const NEAR_PERCENT = 5;

/**
 * Names the nearer of the bands beside the median, and the re-ratings to it; empty where none is
 * near. The judgements of a company are counted alike, but it is not they that are upgraded.
 */
function nearInWords(scale: Scale, level: number, { listedCompanies, distribution }: Rated): string {
  const { flipsToHigher, flipsToLower } = firmnessOf(distribution) ?? { flipsToHigher: null, flipsToLower: null };
  const [up, down] = [flipsToHigher ?? Infinity, flipsToLower ?? Infinity];
  const few = Math.min(up, down);
  if (listedCompanies === null && countOf(distribution) === 1) return "";
  if (few > Math.max(1, Math.floor((countOf(distribution) * NEAR_PERCENT) / 100))) return "";
  if (listedCompanies === null) return few === 1 ? "; one judgement could change that" : "";
  if (up === down) return `; ${counted(few, "company", "companies")} could change that`;
  return up < down
    ? `, ${counted(up, "upgrade", "upgrades")} short of ${labelOf(scale, level + 1)}`
    : `, ${counted(down, "downgrade", "downgrades")} away from ${labelOf(scale, level - 1)}`;
}

/**
 * Places one of the companies of a country or a sector, rated at `level`, among all of them: how
 * many are rated like it, higher and lower. Those like it are not ordered.
 */
export function standingWithin(
  scale: ToldScale,
  { subject, name, distribution, ...area }: Rated,
  level: number,
  company = "it",
): string {
  const [is, are] = [tenseOf(scale)("is"), tenseOf(scale)("are")];
  const [all, at, above] = [countOf(distribution), distribution[level - 1] ?? 0, countOf(distribution.slice(level))];
  const more = moreInWords((area.listedCompanies ?? all) - all, `${is} not judged`);
  const label = labelOf(scale, level);
  if (all === 1) return `${company === "it" ? "It" : company} ${is} the only judged company of ${name}${more}.`;
  // Of too few, nothing is said of all.
  const every = all === at && all >= area.minimumCompanies ? `${allOf(all)} judged companies of ${name}` : null;
  if (every !== null && company !== "it") return `Like ${every}, ${company} ${is} rated ${label}${more}.`;
  if (every !== null) return `${capitalized(every)} ${are} rated ${label}${more}.`;
  const companions = at === 2 ? "one other" : `${digits(at - 1)} others`;
  const alike = `${company} ${at === 1 ? `alone ${is}` : `and ${companions} ${are}`} rated ${label}`;
  const below = all - at - above;
  const others = [
    ...(above === 0 ? [] : [`${digits(above)} higher`]),
    ...(below === 0 ? [] : [`${digits(below)} lower`]),
  ];
  const rated = [alike, inARow(others)].filter((text) => text !== "").join(", ");
  return `Among ${thingsOf(subject, name, `${digits(all)} judged companies`)}, ${rated}${more}.`;
}

/** Things of a subject: `Italy’s companies`, or `the companies of the sector Energy`. */
export function thingsOf(subject: SubjectName, name: string, things: string): string {
  if (subject === "countries") return `the ${things}`;
  return subject.startsWith("sector:") ? `the ${things} of ${name}` : `${possessive(name)} ${things}`;
}
