import type { TrendReason } from "../trust/movement.ts";
import { capitalized, counted, countInWords, digits, inARow } from "../ask/grammar.ts";
import { COUNTRY_NOUN, type Noun } from "./headlines.ts";
import { LENGTH_MAX, NAMED_MAX } from "./standing.ts";

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
  /** The labels of its median band before and after; null where a headline does not name them. */
  readonly bands: readonly [before: string, after: string] | null;
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
  const has = lost.length === 1 ? "has" : "have";
  const unranked = lost.length === 0 ? [] : [`${lostOnes} ${has} too few companies now to be ranked`];
  const others = WITHOUT_TREND.flatMap(({ reason, one, many }) => {
    const those = moved.filter((each) => each.trendReason === reason && !lost.includes(each.name));
    return those.length === 0 ? [] : [`${name(those)} ${those.length === 1 ? one : many}`];
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
    const long = trends.every(({ bands }) => bands !== null)
      ? [tell("largest", [...unranked, ...rest]), tell("largest", unranked), tell("bands", unranked)]
      : [];
    const wordings = [...long, tell("names", unranked), tell("names", [])];
    return wordings.find((text) => text.length <= LENGTH_MAX) ?? wordings.at(-1) ?? "";
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
  const [way = "", ...otherWays] = new Set(those.map(({ bands }) => ` from ${(bands ?? []).join(" to ")}`));
  return `${name}${among} ${verb}${detail !== "names" && otherWays.length === 0 ? way : ""}`;
}

/** Says how many re-ratings would undo rises and falls, of one or of several. */
export function describeUndoing(
  moves: readonly { readonly trend: "higher" | "lower"; readonly undoneBy: number }[],
): string {
  const isOne = (trend: "higher" | "lower"): boolean => moves.every((move) => move.trend === trend);
  const what = isOne("higher") ? "rise" : isOne("lower") ? "fall" : "move";
  const fewest = Math.min(...moves.map(({ undoneBy }) => undoneBy));
  const those = moves.filter(({ undoneBy }) => undoneBy === fewest).length;
  const ratings = counted(fewest, "rating", "ratings");
  if (moves.length === 1) return capitalized(`${ratings} would undo the ${what}`);
  const all = moves.length === 2 ? "both" : `each of the ${countInWords(moves.length)}`;
  const where = those === moves.length ? `in ${all}` : `in ${countInWords(those)} of the ${countInWords(moves.length)}`;
  return capitalized(`${where}, ${ratings} would undo the ${what}`);
}

/** Counts the companies that rose and fell. */
export function describeReRated(up: number, down: number): string {
  if (up + down === 0) return "No company rose or fell";
  const many = up || down;
  const first = `${digits(many)} ${many === 1 ? "company" : "companies"} ${up > 0 ? "rose" : "fell"}`;
  return `${first}, ${up > 0 && down > 0 ? `${digits(down)} fell` : up > 0 ? "none fell" : "none rose"}`;
}

/** The words for countries that neither rose nor fell, the strongest first. */
const WITHOUT_TREND: readonly { readonly reason: TrendReason; readonly one: string; readonly many: string }[] = [
  { reason: "composition", one: "changed band, but not by re-ratings", many: "changed band, but not by re-ratings" },
  { reason: "too_few_companies", one: "has too few companies for a trend", many: "have too few companies for a trend" },
  { reason: "not_judged", one: "is judged in one release alone", many: "are judged in one release alone" },
  {
    reason: "taken_back",
    one: "differs from a release that was taken back",
    many: "differ from a release that was taken back",
  },
];

/** Says that companies came or went, too, which belongs in the sentence of a rise or a fall. */
function otherLists(moved: readonly MovedInHeadline[]): readonly string[] {
  const changed = moved.filter(({ hasOtherList }) => hasOtherList).length;
  if (changed === 0) return [];
  if (moved.length === 1) return ["its list of companies changed, too"];
  if (changed === moved.length) return ["their lists of companies changed, too"];
  return [`${counted(changed, "list of companies", "lists of companies")} changed, too`];
}
