import { type RankedEntry, rankByMedian } from "../trust/ranking.ts";
import type { Scale } from "../trust/scale.ts";
import { capitalized, countInWords, inARow } from "../ask/grammar.ts";
import type { SubjectName } from "../ask/said.ts";
import { labelOf, type RegionInWords, whereInWords } from "../ask/words.ts";
import type { AreaInHeadline } from "./headlines.ts";

/** Maximum number of countries of a better band that are named; more are counted. */
const NAMED_MAX = 3;

/**
 * Places a country among those of its region (`areas`, itself included), in a sentence without its
 * full stop: who is rated higher, and how many alike. Of a country without a rank it only says
 * that.
 */
export function describeAmongNeighbours(
  scale: Scale,
  areas: readonly AreaInHeadline[],
  { subject, region, minimumCompanies }: { subject: SubjectName; region: RegionInWords; minimumCompanies: number },
): string {
  const ranking = rankByMedian(
    areas.map((area) => ({ ...area, code: area.subject })),
    minimumCompanies,
  );
  const own = ranking.find(({ entry }) => entry.subject === subject);
  if (own === undefined) throw new RangeError(`${subject} is not among the countries of ${region.slug}`);
  const ranked = ranking.filter(({ rank }) => rank !== null);
  const kind = ranked.length === ranking.length ? "countries" : "ranked countries";
  const set = { ranked, kind, where: whereInWords(region) };
  const { rank, median, tiedWith } = own;
  if (rank === null || median === null || tiedWith === null) return capitalized(withoutRank(own, set));
  return capitalized(placeInWords(own, set, labelOf(scale, median), tiedWith + 1));
}

type Neighbour = RankedEntry<AreaInHeadline & { readonly code: string }>;

/** The ranked countries of a region. */
interface RankedSet {
  readonly ranked: readonly Neighbour[];
  /** `countries`, or `ranked countries` where others are not. */
  readonly kind: string;
  /** ` in Eastern Asia`. */
  readonly where: string;
}

function withoutRank({ entry: { name } }: Neighbour, { ranked, where }: RankedSet): string {
  if (ranked.length === 0) return `${name} is not ranked, and no other country${where} is`;
  const [others, are] =
    ranked.length === 1 ? ["one other country", "is"] : [`${countInWords(ranked.length)} other countries`, "are"];
  return `${name} is not ranked; ${others}${where} ${are}`;
}

function placeInWords({ entry, median }: Neighbour, set: RankedSet, label: string, alike: number): string {
  const { ranked, kind, where } = set;
  const { name } = entry;
  const count = countInWords(ranked.length);
  if (ranked.length === 1) return `${name} is the only ranked country${where}`;
  if (alike === ranked.length) return `${alike === 2 ? "both" : `all ${count}`} ${kind}${where} tie at ${label}`;
  const higher = ranked.filter((each) => (each.median ?? 0) > (median ?? 0));
  const tie = alike === 1 ? "" : `; ${countInWords(alike)} tie at ${label}`;
  if (higher.length > 0) return `of ${count} ${kind}${where}, ${whoIsHigher(higher)} rated higher than ${name}${tie}`;
  if (alike === 1) return `of ${count} ${kind}${where}, ${name} is rated highest`;
  return `of ${count} ${kind}${where}, none is rated higher than ${name}${tie}`;
}

function whoIsHigher(higher: readonly Neighbour[]): string {
  if (higher.length > NAMED_MAX) return `${countInWords(higher.length)} are`;
  const names = inARow(higher.map(({ entry: { name } }) => name));
  return higher.length === 1 ? `only ${names} is` : `${names} are`;
}
