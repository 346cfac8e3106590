import { Type } from "typebox";
import { areaMembers } from "../../ask/components.ts";
import { nameCountry } from "../../ask/describe.ts";
import { countryInWords } from "../../ask/grammar.ts";
import {
  answerHistory,
  findNewest,
  HISTORY_COMPONENTS,
  historyEntry,
  historyExamples,
  historyOf,
  historyParameters,
  openHistory,
} from "./history.ts";
import { joinMembers, nullable, ref, withReasons } from "../../ask/json-shape.ts";
import { countryMembers } from "../../ask/named-members.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { countrySegment } from "../../ask/parameters.ts";
import { findRangeErrors } from "./release-range.ts";
import { Problem } from "../../problem.ts";
import type { ReleaseFigures } from "../../release/snapshot.ts";
import { type RankedEntry, rankByMedian } from "../../trust/ranking.ts";
import { findTerritory } from "../country/get-country.ts";

const CountryHistoryEntry = historyEntry("CountryHistoryEntry", "country", {
  listed_companies: areaMembers.listed_companies,
  judged_companies: areaMembers.judged_companies,
  rank: nullable(
    Type.Integer({ minimum: 1, description: "Its rank in the ranking of that release." }),
    "too_few_companies",
    "not_judged",
    "not_in_release",
  ),
  tied_with: nullable(
    Type.Integer({ minimum: 0, description: "How many others had the same rank." }),
    "too_few_companies",
    "not_judged",
    "not_in_release",
  ),
});

const CountryHistory = historyOf("CountryHistory", ref(CountryHistoryEntry), countryMembers);

export const getCountryHistory: JsonOperation<typeof CountryHistory> = defineOperation({
  id: "get_country_history",
  method: "GET",
  path: "/api/v2/countries/{slug}/history",
  tag: "Countries",
  summary: "How a country developed",
  description:
    "A country in one release after the other, oldest first: median band, distribution, firmness and rank, each on the scale of its release. `break` says where the method changed, so that nothing can be said of rise or fall.",
  parameters: {
    path: Type.Object({ slug: countrySegment }),
    query: describeParameters(historyParameters(CountryHistoryEntry)),
  },
  form: {
    kind: "json",
    schema: CountryHistory,
    components: [CountryHistoryEntry, ...HISTORY_COMPONENTS],
  },
  problems: ["country_not_found"],
  redirects: true,
  dependsOn: "service",
  knownPaths: ({ countries }) => countries.map(({ slug }) => ({ slug })),
  examples: historyExamples,
  check: findRangeErrors,
  answer(sources, parameters) {
    const { territory, canonical } = findTerritory(sources.atlas, parameters.slug);
    if (!canonical) return { kind: "redirect", path: { slug: territory.slug } };
    const history = openHistory({ operation: getCountryHistory, sources, parameters });
    const newest = findNewest(history, (figures) => countryIn(figures, territory.iso2));
    if (newest === undefined) {
      throw new Problem(
        "country_not_found",
        `${territory.name} (${territory.iso3}) has no company in these releases. /api/v2/countries/preview lists the countries.`,
      );
    }
    return answerHistory(history, {
      collection: "countries",
      words: { kind: "country", name: countryInWords(newest) },
      identity: nameCountry(sources.atlas, newest),
      find: (figures) => countryIn(figures, territory.iso2),
      describe: describeCountry,
      isTooFew: ({ ranked }) => ranked.rankReason === "too_few_companies",
    });
  },
});

type Country = ReleaseFigures["countries"][number];
type Ranked = RankedEntry<Country & { readonly code: string }>;

const rankings = new WeakMap<ReleaseFigures, ReadonlyMap<string, Ranked>>();

/** A country in the ranking of a release, which is made once. */
function countryIn(figures: ReleaseFigures, iso2: string) {
  let ranking = rankings.get(figures);
  if (ranking === undefined) {
    const { minimumCompanies } = figures.manifest.dataset;
    const ranked = rankByMedian(
      figures.countries.map((country) => ({ ...country, code: country.iso3 })),
      minimumCompanies,
    );
    ranking = new Map(ranked.map((entry) => [entry.entry.iso2, entry]));
    rankings.set(figures, ranking);
  }
  const ranked = ranking.get(iso2);
  return ranked === undefined ? undefined : { ...ranked.entry, ranked };
}

function describeCountry(found: ReturnType<typeof countryIn>) {
  const { rank = null, tiedWith = null, rankReason = "not_in_release" } = found?.ranked ?? {};
  return joinMembers(
    { listed_companies: found?.listedCompanies ?? 0, judged_companies: found?.judgedCompanies ?? 0 },
    withReasons({ rank, tied_with: tiedWith }, { rank: rankReason, tied_with: rankReason }),
  );
}
