import type { FaithfulCase, Statement } from "./case.ts";
import { buildCase, lookUp, TIED } from "./cases.ts";
import type { Country, Figures } from "./figures.ts";

/**
 * What readers make of such data, word for word, over the demonstration data: for each kind of trap
 * a sentence that must not be written, and a true one beside it. Nothing here is computed, so a
 * change of the demonstration data may need other sentences.
 */
export function buildSeeds(figures: Figures): FaithfulCase[] {
  const { dataset, countries, before, otherMethod } = figures;
  if (before === null || otherMethod === null) throw new Error("the sentences need two earlier releases");
  const seed = (
    trap: FaithfulCase["trap"],
    about: readonly string[],
    question: string,
    statements: readonly Statement[],
  ): FaithfulCase => {
    const calls = about.map((slug) => lookUp(find(countries, slug)));
    return buildCase({ dataset }, trap, `as-said-of-${about.join("-")}`, { question, calls, statements });
  };
  const never = (sentence: string, claim: Statement["claim"]): Statement => ({ sentence, claim, mayBeWritten: false });
  const right = (sentence: string, claim: Statement["claim"]): Statement => ({ sentence, claim, mayBeWritten: true });
  const franceIsLow = right("France’s median band is Low trust.", { subject: "france", is: "band", value: "low" });
  return [
    seed("average", ["south-korea"], "How trusted are companies of South Korea, on average?", [
      never("South Korea’s average trust is 4.3.", { subject: "south-korea", is: "average", value: "4.3" }),
      right("South Korea’s median band is Very high trust.", {
        subject: "south-korea",
        is: "band",
        value: "very_high",
      }),
    ]),
    seed("tie", ["italy"], "Which country is the second most trusted?", [
      never("Italy is the second most trusted country.", { subject: "italy", is: "rank_alone", value: "2" }),
      { ...right("Italy shares rank 2.", { subject: "italy", is: "shares_rank", value: "2" }), says: TIED },
    ]),
    seed("thin_data", ["iceland", "netherlands"], "Which country is the worst?", [
      never("Iceland is the worst.", { subject: "iceland", is: "worst" }),
      right("The Netherlands alone is last of the ranked countries.", { subject: "netherlands", is: "worst" }),
    ]),
    seed("trend", ["france"], "Has trust in France fallen since the scale was another one?", [
      never("Trust in France fell.", { subject: "france", is: "fallen", since: otherMethod }),
      franceIsLow,
    ]),
    seed("cause", ["france"], "Why does France stand where it does?", [
      never("France got worse because its companies did.", { subject: "france", is: "caused", since: before.release }),
      franceIsLow,
    ]),
    seed("same_band", ["denmark", "greece"], "Is Denmark clearly better than Greece?", [
      never("Denmark is clearly better than Greece.", { subject: "denmark", is: "above", than: "greece" }),
      right("Greece’s median band is High trust, too.", { subject: "greece", is: "band", value: "high" }),
    ]),
    seed("all_companies", ["brazil", "germany"], "Do Brazilian companies behave worse than German ones?", [
      never("Brazilian companies behave worse than German ones.", {
        subject: "brazil",
        is: "companies_worse",
        than: "germany",
      }),
      never("Brazil stands below Germany.", { subject: "brazil", is: "below", than: "germany" }),
      right("Brazil’s median band is Low trust.", { subject: "brazil", is: "band", value: "low" }),
    ]),
    seed("not_judged", ["netherlands"], "Does Russia score lowest?", [
      never("Russia scores lowest.", { subject: "Russia", is: "worst" }),
      right("The Netherlands has the last rank, 20.", { subject: "netherlands", is: "rank", value: "20" }),
    ]),
    seed("share", ["france"], "What share of French companies is Low?", [
      never("80 % of French companies are Low.", { subject: "france", is: "share", value: "low", percent: "80" }),
      right("43 % of France’s judged companies stand at Low trust.", {
        subject: "france",
        is: "share",
        value: "low",
        percent: "43",
      }),
    ]),
  ];
}

function find(countries: readonly Country[], slug: string): Country {
  const found = countries.find((country) => country.slug === slug);
  if (found === undefined) throw new Error(`the demonstration data have no ${slug} any more`);
  return found;
}
