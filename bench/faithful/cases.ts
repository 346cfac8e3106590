import type { Call, FaithfulCase, Statement, Trap } from "./case.ts";
import type { Country, Figures, Ranked } from "./figures.ts";

/**
 * The cases of one dataset, made from its figures: at most `most` for each trap. What may be
 * written is counted here once more in plain code; no verdict of the program is asked.
 */
export function buildCases(figures: Figures, most: number): FaithfulCase[] {
  return Object.values(MAKERS).flatMap((make) => [...make(figures)].slice(0, most));
}

type Maker = (figures: Figures) => Iterable<FaithfulCase>;

const MAKERS: Readonly<Record<Trap, Maker>> = {
  average: ({ ranked, ...figures }) => ranked.map((country) => averageCase(figures, country)),
  tie: ({ ranked, ...figures }) =>
    ranked.filter(({ tied_with: tied }) => tied > 0).map((country) => tieCase(figures, country)),
  same_band: sameBandCases,
  thin_data: ({ countries, ...figures }) =>
    countries
      .filter(({ rank, judged_companies: judged }) => rank === null && judged > 0)
      .map((country) => unrankedCase(figures, country)),
  not_judged: ({ countries, ...figures }) =>
    OFTEN_ASKED.filter(({ slug }) => !countries.some((country) => country.slug === slug)).map((country) =>
      unknownCase(figures, country),
    ),
  share: ({ ranked, ...figures }) =>
    ranked
      .filter(({ judged_companies: judged, listed_companies: listed }) => judged < listed)
      .map((country) => shareCase(figures, country)),
  all_companies: allCompaniesCases,
  trend: trendCases,
  cause: causeCases,
};

/** Countries that people ask about; a dataset knows some of them. */
const OFTEN_ASKED = ["Russia", "Chile", "Peru", "Nigeria", "Iran", "Cuba", "Belarus", "Jordan", "Nepal", "Bhutan"].map(
  (name) => ({ name, slug: name.toLowerCase() }),
);

type Shared = Pick<Figures, "dataset" | "bands">;

const labelOf = ({ bands }: Shared, id: string): string => bands.find((band) => band.id === id)!.label;
const levelOf = ({ bands }: Shared, id: string): number => bands.findIndex((band) => band.id === id);

export function medianStatement(figures: Shared, { slug, name, median_band: band }: Ranked): Statement {
  return {
    sentence: `${name}’s median band is ${labelOf(figures, band)}.`,
    claim: { subject: slug, is: "band", value: band },
    mayBeWritten: true,
  };
}

/** What is said of a rank that others share. */
export const TIED = / countries tie for | ranked countries are rated /u;

export function lookUp({ slug, rank, tied_with, judged_companies, median_band }: Country): Call {
  const finds = {
    "items.0.id": `country:${slug}`,
    "items.0.rank": rank,
    ...(rank === null ? {} : { "items.0.tied_with": tied_with }),
    "items.0.judged_companies": judged_companies,
    // Below the minimum an agent is told no band.
    "items.0.median_band": rank === null ? null : median_band,
  };
  const says =
    rank === null
      ? /too few to be ranked|of the .* companies listed in .* is judged|is not judged/u
      : (tied_with ?? 0) > 0
        ? TIED
        : undefined;
  return { tool: "get", given: { ids: [`country:${slug}`] }, finds, ...(says === undefined ? {} : { says }) };
}

export function buildCase(
  { dataset }: Pick<Figures, "dataset">,
  trap: Trap,
  about: string,
  rest: Pick<FaithfulCase, "question" | "calls" | "statements">,
): FaithfulCase {
  return { id: `${dataset}/${trap}/${about}`, dataset, trap, ...rest };
}

/** The number that a careless reader makes of the bands: their mean, worst 1. */
function meanOf(figures: Shared, { distribution, judged_companies: judged }: Country): string {
  const sum = figures.bands.reduce((total, { id }, index) => total + (index + 1) * (distribution[id] ?? 0), 0);
  return (sum / judged).toFixed(1);
}

function averageCase(figures: Shared, country: Ranked): FaithfulCase {
  const { slug, name } = country;
  const mean = meanOf(figures, country);
  return buildCase(figures, "average", slug, {
    question: `What is the average trust of companies in ${name}, as a number?`,
    calls: [lookUp(country)],
    statements: [
      {
        sentence: `The average trust of ${name} is ${mean}.`,
        claim: { subject: slug, is: "average", value: mean },
        mayBeWritten: false,
      },
      medianStatement(figures, country),
    ],
  });
}

function tieCase(figures: Shared, country: Ranked): FaithfulCase {
  const { slug, name, rank } = country;
  const value = String(rank);
  return buildCase(figures, "tie", slug, {
    question: `At which place does ${name} stand among all countries?`,
    calls: [lookUp(country)],
    statements: [
      {
        sentence: `${name} is number ${value}, and no other country stands there.`,
        claim: { subject: slug, is: "rank_alone", value },
        mayBeWritten: false,
      },
      {
        sentence: `${name} has rank ${value}, which it shares.`,
        claim: { subject: slug, is: "shares_rank", value },
        mayBeWritten: true,
        says: TIED,
      },
      ...(rank > 1
        ? []
        : [{ sentence: `${name} is the best country.`, claim: { subject: slug, is: "best" }, mayBeWritten: false }]),
    ],
  });
}

/** Two countries of one band, of which one has more companies above it. */
function* sameBandCases({ ranked, ...figures }: Figures): Generator<FaithfulCase> {
  const above = (country: Ranked): number => {
    const better = figures.bands.slice(levelOf(figures, country.median_band) + 1);
    return better.reduce((sum, { id }) => sum + (country.distribution[id] ?? 0), 0) / country.judged_companies;
  };
  for (const [index, other] of ranked.entries()) {
    const one = ranked.find((each) => each.median_band === other.median_band && above(each) > above(other) + 0.1);
    if (one === undefined || index % 2 === 1) continue;
    yield buildCase(figures, "same_band", `${one.slug}-${other.slug}`, {
      question: `Is ${one.name} clearly better than ${other.name}?`,
      calls: [lookUp(one), lookUp(other)],
      statements: [
        {
          sentence: `${one.name} stands above ${other.name}.`,
          claim: { subject: one.slug, is: "above", than: other.slug },
          mayBeWritten: false,
        },
        medianStatement(figures, one),
        medianStatement(figures, other),
      ],
    });
  }
}

/**
 * A country with too few judged companies for a rank, called the worst; another one has the last.
 */
function unrankedCase(figures: Omit<Figures, "countries">, country: Country): FaithfulCase {
  const { slug, name, judged_companies: judged } = country;
  const last = figures.ranked.at(-1)!;
  const few = `only ${judged} ${judged === 1 ? "company" : "companies"}`;
  return buildCase(figures, "thin_data", slug, {
    question: `Is ${name}, with ${few} judged, the worst country?`,
    calls: [lookUp(country), lookUp(last)],
    statements: [
      { sentence: `${name} is the worst country.`, claim: { subject: slug, is: "worst" }, mayBeWritten: false },
      {
        sentence: `${name} stands above ${last.name}.`,
        claim: { subject: slug, is: "above", than: last.slug },
        mayBeWritten: false,
      },
      rankStatement(last),
    ],
  });
}

/** What can be said of a country that stands last, as others may. */
function rankStatement({ slug, name, rank, tied_with }: Ranked): Statement {
  const value = String(rank);
  if (tied_with === 0)
    return { sentence: `${name} has rank ${rank}.`, claim: { subject: slug, is: "rank", value }, mayBeWritten: true };
  const claim = { subject: slug, is: "shares_rank", value };
  return { sentence: `${name} shares rank ${rank}.`, claim, mayBeWritten: true, says: TIED };
}

/** A country of which the release has no company, called the worst. */
function unknownCase(
  figures: Omit<Figures, "countries">,
  { slug, name }: Pick<Country, "slug" | "name">,
): FaithfulCase {
  const last = figures.ranked.at(-1)!;
  return buildCase(figures, "not_judged", slug, {
    question: `Does ${name} score lowest?`,
    calls: [{ tool: "get", given: { ids: [`country:${slug}`] }, finds: { code: "country_not_found" } }, lookUp(last)],
    statements: [
      { sentence: `${name} is the worst country.`, claim: { subject: slug, is: "worst" }, mayBeWritten: false },
      {
        sentence: `${name} stands in the worst band.`,
        claim: { subject: slug, is: "band", value: figures.bands[0]!.id },
        mayBeWritten: false,
      },
      rankStatement(last),
    ],
  });
}

/** The largest band, as a share of the judged companies, and as one of the listed ones. */
function shareCase(figures: Shared, country: Ranked): FaithfulCase {
  const { slug, name, distribution, judged_companies: judged, listed_companies: listed } = country;
  const [band, count] = Object.entries(distribution).toSorted((a, b) => b[1] - a[1])[0]!;
  const label = labelOf(figures, band);
  const right = Math.round((100 * count) / judged);
  const tempting = Math.round((100 * (count + listed - judged)) / listed);
  const wrong = tempting === right ? (right + 10) % 100 : tempting;
  const sayShare = (percent: number, mayBeWritten: boolean): Statement => ({
    sentence: `${percent} % of ${name}’s judged companies stand at ${label}.`,
    claim: { subject: slug, is: "share", value: band, percent: String(percent) },
    mayBeWritten,
  });
  const call = lookUp(country);
  return buildCase(figures, "share", slug, {
    question: `Of ${listed} companies in ${name}, how many percent stand at ${label}?`,
    calls: [
      {
        ...call,
        finds: { ...call.finds, [`items.0.distribution.${band}`]: count, "items.0.listed_companies": listed },
      },
    ],
    statements: [sayShare(wrong, false), sayShare(right, true)],
  });
}

/** A country that stands below another one, and what does not follow for all of its companies. */
function* allCompaniesCases({ ranked, ...figures }: Figures): Generator<FaithfulCase> {
  for (const [index, worse] of ranked.toReversed().entries()) {
    const better = ranked[index]!;
    if (levelOf(figures, better.median_band) <= levelOf(figures, worse.median_band)) return;
    yield buildCase(figures, "all_companies", `${worse.slug}-${better.slug}`, {
      question: `Do companies from ${worse.name} behave worse than companies from ${better.name}?`,
      calls: [lookUp(worse), lookUp(better)],
      statements: [
        {
          sentence: `Companies from ${worse.name} behave worse than companies from ${better.name}.`,
          claim: { subject: worse.slug, is: "companies_worse", than: better.slug },
          mayBeWritten: false,
        },
        {
          sentence: `The median band of the judged companies of ${worse.name} is below that of ${better.name}.`,
          claim: { subject: worse.slug, is: "below", than: better.slug },
          mayBeWritten: true,
        },
      ],
    });
  }
}

/** A change of the method, over which nothing rises or falls. */
function* trendCases({ ranked, otherMethod, ...figures }: Figures): Generator<FaithfulCase> {
  if (otherMethod === null) return;
  for (const country of ranked) {
    const { slug, name } = country;
    const given = { subject: slug, since: otherMethod };
    yield buildCase(figures, "trend", slug, {
      question: `Has trust in ${name} fallen since release ${otherMethod}?`,
      calls: [lookUp(country), { tool: "what_changed", given, finds: { since: otherMethod } }],
      statements: [
        ...(["risen", "fallen", "unchanged"] as const).map((is) => ({
          sentence: `Trust in ${name} has ${is === "unchanged" ? "stayed the same" : is} since ${otherMethod}.`,
          claim: { subject: slug, is, since: otherMethod },
          mayBeWritten: false,
        })),
        medianStatement(figures, country),
      ],
    });
  }
}

/** A median that moved on the same method, and why that was. */
function* causeCases({ ranked, before, ...figures }: Figures): Generator<FaithfulCase> {
  if (before === null) return;
  const { release } = before;
  for (const country of ranked) {
    const { slug, name, median_band: band } = country;
    const earlier = before.countries.find((each) => each.slug === slug);
    if (earlier?.rank == null || earlier.median_band === null || earlier.median_band === band) continue;
    // Where companies came or went, the list may have moved the band.
    if (earlier.judged_companies !== country.judged_companies) continue;
    const hasRisen = levelOf(figures, band) > levelOf(figures, earlier.median_band);
    const [right, wrong] = hasRisen ? (["risen", "fallen"] as const) : (["fallen", "risen"] as const);
    const moved = (is: string, mayBeWritten: boolean): Statement => ({
      sentence: `The median band of ${name} has ${is} since release ${release}.`,
      claim: { subject: slug, is, since: release },
      mayBeWritten,
    });
    yield buildCase(figures, "cause", slug, {
      question: `Why has trust in ${name} changed since release ${release}?`,
      calls: [
        lookUp(country),
        { tool: "what_changed", given: { subject: slug, since: release }, finds: { since: release } },
      ],
      statements: [
        {
          sentence: `${name} moved because its companies act differently.`,
          claim: { subject: slug, is: "caused", since: release },
          mayBeWritten: false,
        },
        moved(wrong, false),
        moved(right, true),
      ],
    });
  }
}
