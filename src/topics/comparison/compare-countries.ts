import type { Static } from "typebox";
import { said, Type } from "../../ask/type.ts";
import { chosenPillarMember, describeChosenPillar, pillarChoice, readPillar } from "../../ask/chosen-pillar.ts";
import { areaMembers, listOf } from "../../ask/components.ts";
import { describeArea, nameCountry, openEnvelope } from "../../ask/describe.ts";
import { areaFilters, differentCountries, readDifferent, readFilters } from "../../ask/filters.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { endOfList } from "../../ask/lists.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import {
  compareInWords,
  type ComparisonInWords,
  judgedIn,
  pillarsApart,
  scopeInWords,
  type SideInWords,
} from "../../say/comparison.ts";
import type { ProblemError } from "../../problem.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import { rankByMedian, type RankedEntry } from "../../trust/ranking.ts";
import { countOf, judgedStatistics } from "../../trust/statistics.ts";
import { hrefOf } from "../../ask/urls.ts";
import { compareRanked, countPairs, dominanceOf, flipsToTie } from "../../trust/compare.ts";
import type { Distribution } from "../../trust/scale.ts";
import { countryInWords } from "../../ask/grammar.ts";
import { countryMembers, urlOf } from "../../ask/named-members.ts";

/** Describes how two countries compare. */

const ComparedCountry = objectOf(
  { ...countryMembers, ...areaMembers, href: urlOf("the country") },
  { $id: "ComparedCountry", description: "A country with the statistics it is compared by." },
);

const PairShare = Type.Object(
  {
    numerator: Type.Integer({ minimum: 0, description: "How many of the pairs." }),
    denominator: Type.Integer({ minimum: 1, description: "How many pairs there are." }),
    share: Type.Number({ minimum: 0, maximum: 1, description: "Their quotient." }),
  },
  { $id: "PairShare", description: "A share of all pairs, exactly and as a number." },
);

const PairShares = Type.Object(
  { higher: ref(PairShare), same: ref(PairShare), lower: ref(PairShare) },
  {
    $id: "PairShares",
    description:
      "Of all pairs of one judged company from each country, the shares in which the one of `first` stands in a higher band, in the same, and in a lower one.",
  },
);

const Dominance = oneOf(["first", "second", "neither"], {
  $id: "Dominance",
  description:
    "The country that has, at every band, at least as large a share of its judged companies at or above it as the other one, and at some band a larger share. Every reading of the scale that keeps its order then agrees.",
});

const countrySlug = (which: string) => Type.String({ description: `Slug of the ${which} country.` });

const CountryComparison = objectOf(
  {
    first: countrySlug("first"),
    second: countrySlug("second"),
    by_median: oneOf(["higher", "lower", "cannot_be_told_apart"], {
      description: "How `first` stands against `second`, by their median bands alone.",
    }),
    reason: oneOf(
      ["different_median_bands", "same_median_band", "too_few_companies", "not_judged", "different_pillars"],
      {
        description:
          "Why `by_median` says so. Countries that share a median band, or of which one has too few judged companies for a rank, cannot be told apart, nor those that are judged in no pillar in common.",
      },
    ),
    pairs: nullableRef(PairShares, "not_judged"),
    dominance: nullableRef(Dominance, "not_judged", "too_few_companies"),
    flips_to_tie: nullable(
      Type.Integer({
        minimum: 0,
        description:
          "How many companies, of either country, would have to be re-rated at least before both medians are in the same band; 0 where they are.",
      }),
      "not_judged",
      "too_few_companies",
    ),
    summary: said(Type.String({ description: "The comparison in words." })),
  },
  { $id: "CountryComparison", description: "Two countries compared." },
);

/** The components of a comparison. */
const COMPARISON_COMPONENTS = [ComparedCountry, PairShare, PairShares, Dominance, CountryComparison];

/** The figures of a country that are compared. */
interface ComparisonFigures {
  readonly code: string;
  readonly name: string;
  readonly country: CountryRecord;
  readonly listedCompanies: number;
  readonly judgedCompanies: number;
  readonly distribution: Distribution;
  readonly median: number | null;
}

/** Describes the comparison of one pair of countries. */
function describePair(
  { manifest }: Snapshot,
  first: RankedEntry<ComparisonFigures>,
  second: RankedEntry<ComparisonFigures>,
  by: ComparisonInWords,
): Static<typeof CountryComparison> {
  const { scale } = manifest.dataset;
  const [a, b] = [first.entry.distribution, second.entry.distribution];
  const { pillars } = manifest.dataset;
  const isWhole = by.pillar === null && by.sector === undefined;
  const apart = isWhole
    ? pillarsApart(pillars, judgedIn(first.entry.country.pillars), judgedIn(second.entry.country.pillars))
    : undefined;
  const { answer, reason } =
    apart === undefined
      ? compareRanked(first, second)
      : ({ answer: "cannot_be_told_apart", reason: "different_pillars" } as const);
  // Nothing is concluded from too few companies.
  const isThin = reason === "too_few_companies";
  const verdicts = { dominance: isThin ? null : dominanceOf(a, b), flips_to_tie: isThin ? null : flipsToTie(a, b) };
  const missing = isThin ? reason : "not_judged";
  const { text: summary } = compareInWords(scale, sideOf(first), sideOf(second), {
    ...by,
    ...(apart && { apart, commonPillars: { common: 0, all: 2 } }),
  });
  return joinMembers(
    { first: first.entry.country.slug, second: second.entry.country.slug, by_median: answer, reason },
    withReasons(
      { pairs: describePairs(a, b), ...verdicts },
      { pairs: "not_judged", dominance: missing, flips_to_tie: missing },
    ),
    { summary },
  );
}

function sideOf(ranked: RankedEntry<ComparisonFigures>): SideInWords {
  const { country, listedCompanies } = ranked.entry;
  return { subject: `country:${country.iso2}`, name: countryInWords(country), ranked, listedCompanies };
}

function describePairs(a: Distribution, b: Distribution): Static<typeof PairShares> | null {
  if (countOf(a) === 0 || countOf(b) === 0) return null;
  const { higher, same, lower, pairs } = countPairs(a, b);
  const shareOf = (numerator: number) => ({ numerator, denominator: pairs, share: numerator / pairs });
  return { higher: shareOf(higher), same: shareOf(same), lower: shareOf(lower) };
}

const COUNTRIES_MIN = 2;
const COUNTRIES_MAX = 8;

const CountryComparisons = listOf("CountryComparisons", ref(CountryComparison), {
  ...chosenPillarMember,
  sectors: nullable(
    Type.Array(Type.String(), { description: "Slugs of the sectors whose companies count." }),
    "all_sectors",
  ),
  minimum_companies: Type.Integer({
    minimum: 0,
    description: "Judged companies a country needs to be told apart from another by its median band.",
  }),
  countries: Type.Array(ref(ComparedCountry), { description: "The countries, in the order of the request." }),
  not_compared: Type.Array(Type.String(), {
    description: "Why names of the request are not compared, a sentence each; empty without `partial`.",
  }),
});

export const compareCountries = defineOperation({
  id: "compare_countries",
  path: "/api/v2/intelligence/comparison",
  bulkPath: "/api/v2/data/countries.csv",
  tag: "Intelligence",
  summary: "Countries compared in pairs",
  description:
    "Compares 2 to 8 countries, each with each: by their median bands, by all pairs of one judged company from each, by dominance, and by how many re-rated companies would make them tie. With `sector`, `pillar` or both, only those companies and judgements count. There is no score and no significance test: the judged companies are no random sample.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      countries: differentCountries(
        COUNTRIES_MIN,
        COUNTRIES_MAX,
        "Different countries, separated by commas: slugs, ISO 3166-1 codes or names, in any case.",
      ),
      sector: areaFilters.sector,
      ...pillarChoice,
      partial: Type.Boolean({
        default: false,
        description:
          "Whether names that mean no country of the release are left out, and named in `not_compared`, as long as two countries are left; otherwise they are an error.",
      }),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: CountryComparisons, components: COMPARISON_COMPONENTS },
  examples: exampleCountries,
  check(sources, given) {
    const { countries, errors } = readCountries(sources, given.countries ?? []);
    const isEnough = given.partial === true && countries.length >= COUNTRIES_MIN;
    return [...(isEnough ? [] : errors), ...readFilters(sources, given).errors];
  },
  answer(sources, parameters) {
    const { countries, errors } = readCountries(sources, parameters.countries);
    const sectors = readFilters(sources, parameters).query.sectors ?? null;
    const comparison = describeComparison(sources, countries, sectors, readPillar(sources, parameters));
    const not_compared = errors.map(({ detail }) => detail);
    return { kind: "json", body: joinMembers(comparison, { not_compared }) };
  },
});

/** Looks up countries that are to be compared; each has to be listed and to be named once. */
function readCountries(sources: Sources, texts: readonly string[]) {
  if (texts.length === 0) return { countries: [], errors: [] };
  const { snapshot } = sources;
  const { meanings, repeated, errors } = readDifferent(sources, "countries", "country", texts);
  const refuse = (detail: string): ProblemError => ({ parameter: "countries", detail });
  const release = snapshot.manifest.id;
  const countries: CountryRecord[] = [];
  for (const { id, value } of meanings) {
    const country = snapshot.countryByIso2(String(value));
    if (country !== undefined) countries.push(country);
    else {
      const absent = refuse(`\`countries\` has \`${id}\`, which has no company in release ${release}.`);
      errors.push({ ...absent, listedIn: "countries" });
    }
  }
  for (const id of repeated) errors.push(refuse(`\`countries\` has \`${id}\` more than once; give each country once.`));
  return { countries, errors };
}

/** Finds the first and the last country of those with most judged companies. */
function exampleCountries({ countries, manifest, sectors }: Snapshot) {
  const most = countries.toSorted((a, b) => b.judgedCompanies - a.judgedCompanies).slice(0, COUNTRIES_MIN);
  const [sector] = sectors;
  const [pillar] = manifest.dataset.pillars;
  return {
    ...(most.length < COUNTRIES_MIN ? {} : { countries: most.map(({ slug }) => slug) }),
    ...(sector === undefined ? {} : { sector: [sector.slug] }),
    ...(pillar === undefined ? {} : { pillar: pillar.id }),
  };
}

function describeComparison(
  sources: Sources,
  countries: readonly CountryRecord[],
  sectors: readonly string[] | null,
  pillar: number | null,
): Omit<Static<typeof CountryComparisons>, "not_compared"> {
  const { snapshot, site } = sources;
  const { scale, minimumCompanies, pillars } = snapshot.manifest.dataset;
  const labels = (sectors ?? []).map((slug) => snapshot.sectorBySlug(slug)?.label ?? slug);
  const named = pillar === null ? null : (pillars[pillar] ?? null);
  const by = {
    minimumCompanies,
    scope: scopeInWords(labels, named?.label ?? null),
    pillar: named?.id ?? null,
    ...(sectors === null ? {} : { sector: sectors.join(",") }),
  };
  const compared = countries.map((country) => figuresOf(snapshot, country, sectors, pillar));
  const byCode = new Map(rankByMedian(compared, minimumCompanies).map((entry) => [entry.entry.code, entry]));
  const entries = compared.flatMap(({ code }) => byCode.get(code) ?? []);
  const items = entries.flatMap((first, index) =>
    entries.slice(index + 1).map((second) => describePair(snapshot, first, second, by)),
  );
  return joinMembers(
    openEnvelope(sources),
    describeChosenPillar(sources, pillar),
    withReasons({ sectors: sectors === null ? null : [...sectors] }, { sectors: "all_sectors" }),
    {
      minimum_companies: minimumCompanies,
      countries: compared.map((each) =>
        joinMembers(nameCountry(each.country), describeArea(scale, each), {
          href: hrefOf(site, "country", each.country.slug),
        }),
      ),
      items,
      total: items.length,
    },
    endOfList(null),
  );
}

/** Reads a country's figures. A company is in one sector, so figures of sectors add up. */
function figuresOf(
  snapshot: Snapshot,
  country: CountryRecord,
  sectors: readonly string[] | null,
  pillar: number | null,
): ComparisonFigures {
  const named = { code: country.iso3, name: country.name, country };
  if (sectors === null) {
    const { judgedCompanies, distribution, median } = pillar === null ? country : (country.pillars[pillar] ?? country);
    return { ...named, listedCompanies: country.listedCompanies, judgedCompanies, distribution, median };
  }
  const cells = sectors.flatMap((sector) => snapshot.cell(country.iso2, sector, pillar) ?? []);
  const listedCompanies = cells.reduce((sum, cell) => sum + cell.listedCompanies, 0);
  const { bands } = snapshot.manifest.dataset.scale;
  const distribution = bands.map((_, index) => cells.reduce((sum, cell) => sum + (cell.distribution[index] ?? 0), 0));
  return { ...named, listedCompanies, ...judgedStatistics(distribution) };
}
