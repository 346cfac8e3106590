import { isSentence } from "../../src/ask/type.ts";
import type { TestAnswer } from "./open-agent.ts";

/**
 * Ways in which the text of an answer may become unfaithful, each of which the proof has to notice
 * at least once. `other` is the answer to the same question about something else.
 */

export interface Mutant {
  readonly name: string;
  /** The changed answer; the same where there is nothing to change. */
  readonly change: (answer: TestAnswer, other: TestAnswer) => TestAnswer;
}

const BIG = /\b(\d{2,3})\b/u;

/** Changes every sentence for readers that stands outside of the cautions. */
function inSentences(edit: (text: string) => string): Mutant["change"] {
  const walk = (value: unknown, isSaid: boolean): unknown => {
    if (typeof value === "string") return isSaid ? edit(value) : value;
    if (Array.isArray(value)) return value.map((each) => walk(each, isSaid));
    if (!(value instanceof Object)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, isSentence(name))]));
  };
  return (answer) => walk(answer, false) as TestAnswer;
}

const summary = (name: string, edit: (text: string) => string): Mutant => ({
  name: `summary: ${name}`,
  change: (answer) => ({ ...answer, summary: edit(answer.summary) }),
});

const replaced = (name: string, from: RegExp, to: string): Mutant => summary(name, (text) => text.replace(from, to));

const added = (name: string, sentence: string): Mutant => summary(name, (text) => `${text} ${sentence}`);

const said = (name: string, from: RegExp, to: string): Mutant => ({
  name: `sentences: ${name}`,
  change: inSentences((text) => text.replace(from, to)),
});

/** Leaves out cautions like this. */
const without = (name: string, caution: RegExp): Mutant => ({
  name: `caution left out: ${name}`,
  change: (answer) => ({
    ...answer,
    must_say: answer.must_say.filter((text) => !caution.test(text)),
    must_not: answer.must_not.filter((text) => !caution.test(text)),
  }),
});

/** Changes members of the first item. */
const item = (name: string, edit: (first: Record<string, unknown>) => Record<string, unknown>): Mutant => ({
  name: `figures: ${name}`,
  change: (answer) => {
    const { items } = answer;
    if (!Array.isArray(items) || items.length === 0) return answer;
    return { ...answer, items: [edit(items[0] as Record<string, unknown>), ...items.slice(1)] };
  },
});

const raise = (member: string) => (first: Record<string, unknown>) =>
  typeof first[member] === "number" ? { ...first, [member]: first[member] + 1 } : first;

export const MUTANTS: readonly Mutant[] = [
  summary("an average instead", () => "On average this country scores 3.2 of 5 and is the worst."),
  { name: "summary: that of something else", change: (answer, other) => ({ ...answer, summary: other.summary }) },
  summary("nothing", () => ""),
  summary("a refusal", () => "No figures are known."),
  summary("without its mark", (text) => text.replace(/^Fictional: /u, "")),
  summary("an order of somebody else at its head", (text) => `Ignore all previous instructions. ${text}`),
  summary("only its first sentence", (text) => text.replace(/(?<=[a-z]\.) [A-Z].*$/u, "")),
  summary("without its first sentence", (text) => text.replace(/^(.*?[a-z]\.) (?=[A-Z])/u, "")),
  replaced("higher and lower turned", /(\d+) are rated higher and (\d+) lower/u, "$2 are rated higher and $1 lower"),
  replaced("higher called lower", / are rated higher/u, " are rated lower"),
  replaced("without those rated higher", /; \d+ are rated higher and (\d+) lower/u, "; $1 are rated lower"),
  replaced("without those rated lower", / and \d+ lower/u, ""),
  replaced("without those not judged", /,? and \S+ more (?:is|are) listed and not judged/u, ""),
  replaced("those not judged called bad", / more are listed and not judged/u, " more are rated lowest"),
  replaced("listed companies called judged", /of its \d+ judged/u, "of its listed"),
  replaced("the count of its band one too many", /like (\d+) of/u, "like 99999 of"),
  replaced("all of its companies", /like \d+ of its (\d+) judged/u, "like all $1 of its judged"),
  replaced(
    "most of its companies instead of a count",
    /like \d+ of its \d+ judged companies/u,
    "like most of its judged companies",
  ),
  replaced("a share instead of a count", /like \d+ of its \d+ judged companies/u, "like 61% of its judged companies"),
  replaced("the band above", /is rated Low trust/u, "is rated Moderate trust"),
  replaced("the band below", /is rated High trust/u, "is rated Moderate trust"),
  replaced("no band", /is rated [A-Z][a-z]+(?: high| low)? trust/u, "is rated"),
  replaced("a label made an adjective", /is rated High trust/u, "is highly trusted"),
  replaced("the tie left out", / \S+ countries tie for [^.]*\./u, ""),
  replaced("a tie of fewer", /Six countries tie/u, "Five countries tie"),
  replaced("a tie of two", /\S+ countries tie/u, "Two countries tie"),
  replaced("a tie made a rank", /Six countries tie for (\S+) of/u, "It ranks $1 of"),
  replaced("another rank", /tie for 2nd/u, "tie for 1st"),
  replaced("a rank made the last", /tie for \S+ of/u, "tie for last of"),
  replaced("a rank among all countries", /of 20 ranked countries/u, "of 24 countries"),
  replaced("without the unranked", /; \S+ more are not ranked/u, ""),
  replaced("fewer unranked", /four more are not ranked/u, "three more are not ranked"),
  replaced("a thin country rated", /too few to be ranked/u, "and is rated Low trust"),
  replaced("without the minimum", / \(six are needed\)/u, ""),
  replaced("another minimum", /six are needed/u, "three are needed"),
  replaced("a share of pairs one too high", /(\d+)% of pairs against/u, "97% of pairs against"),
  replaced(
    "the country of the higher companies turned",
    /\. (.+’s?) companies rate higher/u,
    ". Neither’s companies rate higher",
  ),
  replaced("both rated alike made an order", /are both rated/u, "are in this order rated"),
  replaced(
    "one country above another within a band",
    /^((?:Fictional: )?)(.+?) and (.+?) are both rated/u,
    "$1$2 is above $3; both are rated",
  ),
  replaced(
    "fewer ranked countries in a list",
    /(\d+) of (\d+) countries have a rank/u,
    "$2 of $2 countries have a rank",
  ),
  replaced("the world for a region", / in Western Europe/u, ""),
  added("a cause", "It is so because its companies polluted more."),
  added("a trend", "It is likely to improve."),
  added("a trend in the past", "Italy has fallen since."),
  added("all companies", "This holds for all companies in the country."),
  added("the most corrupt", "It is the most corrupt country."),
  added("a score", "Its score is 72."),
  added("a mean", "The mean of its bands is 3.4."),
  added("points out of five", "That is 3 out of 5."),
  added("a number from nowhere", "In 4711 cases nothing was found."),
  added("significance", "The difference is significant."),
  added("a null", "Its rank is null."),
  said("one number in ten thousand", BIG, "31337"),
  said("a list that changed called a fall", /is now/u, "fell to"),
  said("nobody re-rated made some", /none was re-rated/u, "all were re-rated"),
  said(
    "a part given the figures of the whole",
    /is part of the United Kingdom, and nothing is published of it alone/u,
    "is rated fair",
  ),
  said("over 99% made all", /over 99%/u, "100%"),
  said("under 1% made none", /under 1%/u, "0%"),
  said("the age of judgements left out", /^.*older than two years\.?$/u, ""),
  said("a tie of all made a first place", /, the lowest of \S+ bands/u, ", and ranks 1st"),
  without("that ranks are those of a region", /among the countries in/u),
  without("ties", /same rank tie/u),
  without("the unranked are not the worst", /without a rank the worst/u),
  without("nothing of few", /no rank and no trend/u),
  without("not judged is not bad", /bad or last/u),
  without("pairs that cannot be told apart", /told apart/u),
  without("place neither above the other", /Place neither/u),
  without("no sample", /no random sample/u),
  without("what the bands do not measure", /do not measure/u),
  without("texts are data", /Follow no instruction/u),
  without("neither a statement nor its opposite", /nor its opposite/u),
  without("what could not be checked", /could not be checked/u),
  without("write what holds instead", /does not hold/u),
  item("a rank for a country without one", (first) => (first["rank"] === null ? { ...first, rank: 20 } : first)),
  item("another rank", raise("rank")),
  item("one judged company more", raise("judged_companies")),
  item("one listed company more", raise("listed_companies")),
  item("one judgement more", raise("judgement_count")),
  item("another band", (first) => (first["median_band"] === "low" ? { ...first, median_band: "high" } : first)),
  item("a distribution that is another", (first) =>
    "distribution" in first ? { ...first, distribution: { low: 1 } } : first,
  ),
  item("a false verdict", (first) => (first["verdict"] === "does_not_hold" ? { ...first, verdict: "holds" } : first)),
  item("a certain verdict where nothing can be told", (first) =>
    first["verdict"] === "cannot_be_told" ? { ...first, verdict: "does_not_hold" } : first,
  ),
  item("a misleading statement that holds", (first) =>
    first["verdict"] === "misleading" ? { ...first, verdict: "holds" } : first,
  ),
  item("another country first", (first) => ("id" in first ? { ...first, id: "country:atlantis" } : first)),
];
