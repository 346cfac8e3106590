import type { Movement, TrendReason } from "../trust/movement.ts";
import { flipsToAtLeast, flipsToAtMost } from "../trust/statistics.ts";
import { capitalized, counted, countInWords, digits, inARow } from "../ask/grammar.ts";
import { labelOf } from "../ask/words.ts";
import { COUNTRY_NOUN, type Noun } from "./headlines.ts";
import { NAMED_MAX } from "./standing.ts";
import { agree, shortEnough } from "./counts.ts";

/** The headlines of what changed between two releases. */

/** A country or sector whose median band changed. */
export interface MovedInHeadline {
  /** Its name within a sentence. */
  readonly name: string;
  /** A rise or a fall, where `examine` upheld one; else null for `trendReason`. */
  readonly trend: "higher" | "lower" | null;
  readonly trendReason: TrendReason | null;
  /** True if some of its companies were judged in only one of the releases. */
  readonly hasOtherList: boolean;
  readonly judged: number;
  /** The labels of its median band before and after; empty where it has none. */
  readonly bands: readonly [before: string, after: string];
  /** Number of re-ratings that would bring its former band back; null without a trend. */
  readonly undoneBy: number | null;
}

/** Its figures in both releases. */
type MovedFigures = Pick<Movement, "before" | "after" | "trend" | "trendReason"> &
  Pick<MovedInHeadline, "name"> & { readonly counts: Pick<Movement["counts"], "judgedInBoth"> };

type Labels = Parameters<typeof labelOf>[0];

/** The kinds of moves in their order: risen, fallen, and without a trend by the reason. */
export const MOVE_KINDS = ["higher", "lower", "composition", "taken_back", "too_few_companies", "not_judged"] as const;

/** Words areas for headlines, kind by kind; first those that the fewest re-ratings would undo. */
export function readMoved<Area extends MovedFigures>(
  areas: readonly Area[],
  scales: Readonly<Record<"before" | "after", Labels>>,
): readonly (Area & MovedInHeadline)[] {
  const label = (scale: Labels, level: number | null): string => (level === null ? "" : labelOf(scale, level));
  const placeOf = ({ trend, trendReason }: MovedInHeadline): number =>
    MOVE_KINDS.findIndex((kind) => kind === (trend ?? trendReason));
  return areas
    .map((area) => {
      const { before, after, trend, counts } = area;
      const undo = trend === "higher" ? flipsToAtMost : flipsToAtLeast;
      return {
        ...area,
        hasOtherList: before.judgedCompanies + after.judgedCompanies > 2 * counts.judgedInBoth,
        judged: after.judgedCompanies,
        bands: [label(scales.before, before.median), label(scales.after, after.median)] as const,
        undoneBy: trend === null || before.median === null ? null : undo(after.distribution, before.median),
      };
    })
    .toSorted(
      (a, b) => placeOf(a) - placeOf(b) || (a.undoneBy ?? Infinity) - (b.undoneBy ?? Infinity) || b.judged - a.judged,
    );
}

/** Says who rose and fell, and describes the others. `lost` had companies enough for a rank. */
export function describeMovesInHeadline(
  moved: readonly MovedInHeadline[],
  { noun = COUNTRY_NOUN, lost = [] }: { readonly noun?: Noun; readonly lost?: readonly string[] } = {},
): string {
  const rose = moved.filter(({ trend }) => trend === "higher");
  const fell = moved.filter(({ trend }) => trend === "lower");
  const trends = [...rose, ...fell];
  const areMany = trends.length > 2 * NAMED_MAX - 1;
  const name = (those: readonly MovedInHeadline[]): string =>
    those.length > NAMED_MAX || areMany
      ? counted(those.length, noun.one, noun.many)
      : inARow(those.map((one) => one.name));
  const lostOnes = lost.length > NAMED_MAX ? counted(lost.length, noun.one, noun.many) : inARow(lost);
  const have = agree(lost.length, "has");
  const unranked = lost.length === 0 ? [] : [`${lostOnes} ${have} too few companies now to be ranked`];
  const others = WITHOUT_TREND.flatMap(([reason, phrase]) => {
    const those = moved.filter((each) => each.trendReason === reason && !lost.includes(each.name));
    return those.length === 0 ? [] : [`${name(those)} ${agree(those.length, phrase)}`];
  });
  if (trends.length > 0) {
    const none = rose.length === 0 ? ["none rose"] : fell.length === 0 ? ["none fell"] : [];
    const rest = others.length > 0 ? others : none;
    const tell = (detail: Detail, end: readonly string[]): string => {
      const moves = [
        { those: rose, verb: "rose" },
        { those: fell, verb: "fell" },
      ].flatMap(({ those, verb }) => (those.length === 0 ? [] : [tellMove(name(those), those, verb, detail)]));
      return capitalized([...moves, ...otherLists(trends), ...end].join("; "));
    };
    const long = [tell("largest", [...unranked, ...rest]), tell("largest", unranked), tell("bands", unranked)];
    return shortEnough([...long, tell("names", unranked), tell("names", [])]);
  }
  const clauses = [...unranked, ...others];
  return clauses.length === 0 ? `No ${noun.one}’s median band moved` : capitalized(clauses.join("; "));
}

/** What a headline says of a move besides who it is: the bands, and the largest of many. */
type Detail = "names" | "bands" | "largest";

/** Says that some moved, from which band to which if it is one for all. */
function tellMove(name: string, those: readonly MovedInHeadline[], verb: string, detail: Detail): string {
  const [largest] = those.toSorted((a, b) => b.judged - a.judged);
  const isCounted = largest !== undefined && !name.includes(largest.name);
  const among = detail === "largest" && isCounted ? `, ${largest.name} among them,` : "";
  const [way = "", ...otherWays] = new Set(those.map(({ bands }) => ` from ${bands.join(" to ")}`));
  return `${name}${among} ${verb}${detail !== "names" && otherWays.length === 0 ? way : ""}`;
}

/** Says how many re-ratings would undo rises and falls, of one or of several; null for none. */
export function describeUndoing(moved: readonly Pick<MovedInHeadline, "trend" | "undoneBy">[]): string | null {
  const moves = moved.filter(({ undoneBy }) => undoneBy !== null);
  if (moves.length === 0) return null;
  const isOne = (trend: "higher" | "lower"): boolean => moves.every((move) => move.trend === trend);
  const what = isOne("higher") ? "rise" : isOne("lower") ? "fall" : "move";
  const fewest = Math.min(...moves.map(({ undoneBy }) => undoneBy ?? Infinity));
  const those = moves.filter(({ undoneBy }) => undoneBy === fewest).length;
  const ratings = counted(fewest, "rating", "ratings");
  if (moves.length === 1) return capitalized(`${ratings} would undo the ${what}`);
  const all = moves.length === 2 ? "both" : `each of the ${countInWords(moves.length)}`;
  const where = those === moves.length ? `in ${all}` : `in ${countInWords(those)} of the ${countInWords(moves.length)}`;
  return capitalized(`${where}, ${ratings} would undo the ${what}`);
}

/** Counts the companies with a higher and a lower band, which other judgements may have moved. */
export function describeOtherBands(up: number, down: number): string {
  if (up + down === 0) return "No company rose or fell";
  const many = up || down;
  const first = `${digits(many)} ${many === 1 ? "company has" : "companies have"} a ${up > 0 ? "higher" : "lower"} band`;
  return `${first}, ${up > 0 && down > 0 ? `${digits(down)} a lower one` : `none a ${up > 0 ? "lower" : "higher"} one`}`;
}

/** The words for countries that neither rose nor fell, the strongest first. */
const WITHOUT_TREND: readonly (readonly [TrendReason, phrase: string])[] = [
  ["composition", "changed band, but not by re-ratings"],
  ["too_few_companies", "has too few companies for a trend"],
  ["not_judged", "is judged in one release alone"],
  ["taken_back", "differs from a release that was taken back"],
];

/** Says that companies came or went, too, which belongs in the sentence of a rise or a fall. */
function otherLists(moved: readonly MovedInHeadline[]): readonly string[] {
  const changed = moved.filter(({ hasOtherList }) => hasOtherList).length;
  if (changed === 0) return [];
  if (moved.length === 1) return ["its list of companies changed, too"];
  if (changed === moved.length) return ["their lists of companies changed, too"];
  return [`${counted(changed, "list of companies", "lists of companies")} changed, too`];
}
