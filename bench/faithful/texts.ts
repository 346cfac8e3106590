import { type Country, type CountedCompany, type Figures, levelIn, lowerMedian, type Ranked } from "./figures.ts";

/** A call of a tool, and what the text of its answer has to say and must not. */
export interface TextCase {
  readonly id: string;
  readonly dataset: string;
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** What the summary has to say. */
  readonly facts: readonly RegExp[];
  /** What any sentence for readers has to. */
  readonly says: readonly RegExp[];
  /** What a sentence of `must_say` or `must_not` has to. */
  readonly cautions: readonly RegExp[];
  /** What no sentence for readers may say. */
  readonly never: readonly RegExp[];
  /** Every number that sentences may name; null where they name those of others. */
  readonly numbers: ReadonlySet<number> | null;
  /** Sentences about what the recount does not know. */
  readonly untold: RegExp;
  /** Members of the answer by their paths, with what they are. */
  readonly members: Readonly<Record<string, unknown>>;
  /** What the summary begins with. */
  readonly mark: string | null;
}

const WORDS = "zero one two three four five six seven eight nine ten".split(" ");
const TIMES = ["no", ...WORDS.slice(1)];

/** The texts of answers about every country, sector, some companies, pairs, and lists. */
export function buildTextCases(figures: Figures): TextCase[] {
  const { countries, ranked, sectors } = figures;
  return [
    ...countries.map((country) => countryCase(figures, country)),
    ...countries.filter((_, index) => index % 2 === 0).map((country) => sentencesCase(figures, country)),
    ...(figures.dataset === "demonstration" ? sectors.map((sector) => sectorCase(figures, sector)) : []),
    ...figures.companies.filter((_, index) => index % 60 === 0).map((company) => companyCase(figures, company)),
    ...ranked.slice(1).map((country, index) => pairCase(figures, ranked[index]!, country)),
    listCase(figures, "best"),
    listCase(figures, "worst"),
  ];
}

export function textCase(
  figures: Pick<Figures, "dataset" | "companies">,
  id: string,
  [tool, given]: readonly [string, TextCase["given"]],
  rest: Partial<TextCase>,
): TextCase {
  const { dataset, companies } = figures;
  const untold = companies.some(({ days }) => days === null) ? /older than two years/u : /(?!)/u;
  const mark = dataset === "demonstration" ? "Fictional" : null;
  const none = { facts: [], says: [], cautions: [], never: [], numbers: null, untold, members: {} };
  return { id: `${dataset}/${id}`, dataset, tool, given, mark, ...none, ...rest };
}

/** A number as it may be written. */
export function written(number: number): string {
  const word = TIMES[number];
  const digits = number.toLocaleString("en");
  return word === undefined ? digits : `(?:${digits}|${word}|${word[0]!.toUpperCase()}${word.slice(1)})`;
}

function ordinal(number: number): string {
  const end = number % 100 > 10 && number % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${end}`;
}

export function escaped(text: string): string {
  return RegExp.escape(text);
}

/** A country as sentences name it. */
function named({ name }: Pick<Country, "name">): string {
  return `(?:[Tt]he )?${escaped(name)}`;
}

/** A label stands as it is, or in quotation marks, which leave an ellipsis. */
function labelled({ bands }: Figures, id: string): string {
  return `(?:${escaped(bands.find((band) => band.id === id)!.label)}|…)`;
}

interface Places {
  readonly at: number;
  readonly above: number;
  readonly below: number;
}

function placesOf({ bands }: Figures, { distribution, median_band: median }: Country): Places {
  const level = levelIn(bands, median);
  const sum = (isMeant: (each: number) => boolean): number =>
    bands.reduce((total, { id }, each) => total + (isMeant(each) ? (distribution[id] ?? 0) : 0), 0);
  return { at: sum((each) => each === level), above: sum((each) => each > level), below: sum((each) => each < level) };
}

/** Numbers that any sentence about an area may name. */
export function numbersOf(figures: Figures, area: Country): Set<number> {
  const { ranked, countries, minimum, bands } = figures;
  const { judged_companies: judged, listed_companies: listed, distribution, rank, tied_with: tied } = area;
  const { at, above, below } = placesOf(figures, area);
  const counts = Object.values(distribution);
  return new Set([
    judged,
    listed,
    listed - judged,
    at,
    above,
    below,
    minimum,
    ...counts,
    ranked.length,
    countries.length,
    countries.length - ranked.length,
    tied ?? 0,
    (tied ?? 0) + 1,
    rank ?? 0,
    bands.length,
    tenthOf(area),
    ...movesToNextBand(figures, area),
    ...ranksNear(figures, area),
    ...agesOf(area),
    ...counts.map((count) => Math.round((100 * count) / judged)),
  ]);
}

/** How many companies, re-rated by one band each, move the lower median up, and down. */
function movesToNextBand({ bands }: Figures, { judged_companies: judged, distribution, median_band: median }: Country) {
  const level = levelIn(bands, median);
  const upTo = (last: number): number =>
    bands.slice(0, last + 1).reduce((sum, { id }) => sum + (distribution[id] ?? 0), 0);
  const middle = Math.floor((judged + 1) / 2);
  return [upTo(level) - middle + 1, middle - upTo(level - 1)];
}

/** So many companies are re-rated in what is said of how firm a rank is. */
function tenthOf({ judged_companies: judged }: Country): number {
  return Math.max(1, Math.floor(judged / 10));
}

/** The ranks that a country could have if a tenth of its companies were re-rated by one band. */
function ranksNear(figures: Figures, country: Country): number[] {
  const { bands, ranked } = figures;
  const { judged_companies: judged, median_band: median, slug } = country;
  const { at, below } = placesOf(figures, country);
  const level = levelIn(bands, median);
  const half = Math.ceil(judged / 2);
  const moving = Math.min(tenthOf(country), at);
  const levels = [
    level,
    ...(below + at - moving < half ? [level + 1] : []),
    ...(below + moving >= half ? [level - 1] : []),
  ];
  const others = ranked.filter((each) => each.slug !== slug).map(({ median_band: band }) => levelIn(bands, band));
  return levels.flatMap((own) => [
    1 + others.filter((other) => other > own).length,
    1 + others.filter((other) => other >= own).length,
  ]);
}

/** Two years, how many judgements there are, and how many are older on the day of the release. */
function agesOf({ companies }: Country): number[] {
  const days = companies.flatMap((company) => company.days ?? []);
  return [2, days.length, days.filter((day) => day !== "" && day < "2024-11-20").length];
}

/** What is said of a country or a sector that enough companies are judged of. */
function factsOf(figures: Figures, area: Country): RegExp[] {
  const { at, above, below } = placesOf(figures, area);
  const { judged_companies: judged, listed_companies: listed, median_band: median } = area;
  const rest = listed - judged;
  return [
    new RegExp(`rated ${labelled(figures, median!)}`, "u"),
    new RegExp(
      at === judged
        ? `all ${written(judged)} of its judged|both of its judged`
        : `${written(at)} of its ${written(judged)} judged`,
      "u",
    ),
    ...(above > 0 ? [new RegExp(`${written(above)} (?:is |are )?(?:rated )?higher`, "u")] : []),
    ...(below > 0 ? [new RegExp(`${written(below)} (?:is |are )?(?:rated )?lower`, "u")] : []),
    ...(rest > 0 ? [new RegExp(`${written(rest)} more (?:is|are) listed and not judged`, "u")] : []),
  ];
}

/** What is said of one that has too few. */
function factsOfFew({ minimum }: Figures, { judged_companies: judged }: Country): RegExp[] {
  if (judged === 0) return [/(?:none|is not|not) .*judged|No company|of the .* is judged/iu];
  return [
    /too few to be ranked/u,
    new RegExp(`${written(judged)} (?:judged )?compan(?:y|ies)`, "u"),
    new RegExp(`${written(minimum)} are needed`, "u"),
  ];
}

function factsOfRank({ ranked, countries }: Figures, { rank, tied_with: tied, name }: Ranked): RegExp[] {
  const unranked = countries.length - ranked.length;
  // Where every country has a rank, nothing has to be said of the others.
  const of = written(ranked.length) + (unranked === 0 ? "" : " ranked");
  const place =
    tied === 0
      ? new RegExp(`ranks ${ordinal(rank)} of ${of}|only ranked country`, "u")
      : tied + 1 === ranked.length
        ? /(?:all|All|Both|both) .*countries/u
        : new RegExp(`${written(tied + 1)} countries tie for ${ordinal(rank)} of ${of}`, "u");
  const rest = unranked === 0 ? [] : [new RegExp(`${written(unranked)} (?:more|other)`, "u")];
  return [new RegExp(escaped(name), "u"), place, ...rest];
}

function isRanked(country: Country): country is Ranked {
  return country.rank !== null;
}

/** What is never said of a country, by where it stands. */
function neverOf({ ranked }: Figures, country: Country): RegExp[] {
  const name = escaped(country.name);
  const last = Math.max(...ranked.map(({ rank }) => rank));
  const isAlone = country.rank !== null && country.tied_with === 0;
  return [
    ...(isAlone && country.rank === 1 ? [] : [new RegExp(`${name} (?:alone )?is (?:the )?(?:best|first)`, "iu")]),
    ...(isAlone && country.rank === last ? [] : [new RegExp(`${name} (?:alone )?is (?:the )?(?:worst|last)`, "iu")]),
    new RegExp(`${name}[^.;]* (?:rose|fell|has risen|has fallen|improved|got (?:better|worse))`, "iu"),
    ...(country.rank === null ? [/\bis rated\b|\branks\b/u] : []),
  ];
}

export function countryCase(figures: Figures, country: Country): TextCase {
  const { slug, name, rank, judged_companies, listed_companies, median_band, distribution } = country;
  const facts = isRanked(country)
    ? [...factsOf(figures, country), ...factsOfRank(figures, country)]
    : factsOfFew(figures, country);
  const few =
    rank === null && judged_companies > 0 ? [new RegExp(`no rank and no trend to .*${escaped(name)}`, "u")] : [];
  const none = judged_companies === 0 ? [new RegExp(`Do not call .*${escaped(name)}.* bad or last`, "u")] : [];
  return textCase(figures, `country/${slug}`, ["get", { ids: [`country:${slug}`] }], {
    facts,
    cautions: [...few, ...none],
    never: neverOf(figures, country),
    numbers: numbersOf(figures, country),
    members: figuresAt("items.0", {
      rank,
      judged_companies,
      listed_companies,
      // Below the minimum an agent is told no band.
      median_band: rank === null ? null : median_band,
      distribution,
    }),
  });
}

function figuresAt(path: string, members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${path}.${name}`, value]));
}

function sectorCase(figures: Figures, sector: Country): TextCase {
  const { slug, judged_companies, listed_companies, median_band, distribution } = sector;
  const isFew = judged_companies < figures.minimum;
  return textCase(figures, `sector/${slug}`, ["get", { ids: [`sector:${slug}`] }], {
    facts: isFew ? [] : factsOf(figures, sector),
    never: [/ ranks? \d| ranked/u],
    numbers: numbersOf(figures, sector),
    members: figuresAt("items.0", {
      judged_companies,
      listed_companies,
      median_band: isFew ? null : median_band,
      distribution,
    }),
  });
}

function companyCase(figures: Figures, { id, levels }: CountedCompany): TextCase {
  const { bands } = figures;
  const median = lowerMedian(levels);
  const distribution = Object.fromEntries(
    bands.map((band, level) => [band.id, levels.filter((each) => each === level).length] as const),
  );
  return textCase(figures, `company/${id}`, ["get", { ids: [`company:${id}`] }], {
    facts: median === null ? [/not judged/u] : [new RegExp(labelled(figures, bands[median]!.id), "u")],
    cautions: [/Follow no instruction/u, ...(median === null ? [/Do not call .* bad or last/u] : [])],
    never: [/ ranks? \d| ranked /u],
    members: figuresAt("items.0", {
      median_band: median === null ? null : bands[median]!.id,
      judgement_count: levels.length,
      distribution,
    }),
  });
}

/** Of all pairs of companies of two countries, in how many percent the first one is higher. */
function percentHigher({ bands }: Figures, one: Country, other: Country): number {
  let higher = 0;
  for (const [level, { id }] of bands.entries())
    for (const { id: lower } of bands.slice(0, level))
      higher += (one.distribution[id] ?? 0) * (other.distribution[lower] ?? 0);
  return (100 * higher) / (one.judged_companies * other.judged_companies);
}

/** Whether a country has at least the share of another in every band and those above it. */
function isAheadEverywhere({ bands }: Figures, one: Country, other: Country): boolean {
  const shareFrom = ({ distribution, judged_companies: judged }: Country, level: number): number =>
    bands.slice(level).reduce((sum, { id }) => sum + (distribution[id] ?? 0), 0) / judged;
  return bands.every((_, level) => shareFrom(one, level) >= shareFrom(other, level) - 1e-9);
}

/** Who of two has the companies that rate higher: by ten points of pairs, and at every band. */
function clearlyHigher(figures: Figures, one: Ranked, other: Ranked): Ranked | null {
  for (const [own, than] of [
    [one, other],
    [other, one],
  ] as const) {
    const lead = percentHigher(figures, own, than) - percentHigher(figures, than, own);
    if (lead >= 10 - 1e-9 && isAheadEverywhere(figures, own, than)) return own;
  }
  return null;
}

/** What is said of two countries with one median band, and what is not. */
function sameBand(figures: Figures, one: Ranked, other: Ranked): Pick<TextCase, "facts" | "never"> {
  const [a, b] = [named(one), named(other)];
  const higher = clearlyHigher(figures, one, other);
  return {
    facts: [
      new RegExp(`(?:${a} and ${b}|${b} and ${a}).* both rated ${labelled(figures, one.median_band)}`, "u"),
      ...(higher === null ? [] : [new RegExp(`${named(higher)}’s? companies rate higher`, "u")]),
    ],
    never: [
      new RegExp(`(?:${a} is (?:rated )?(?:above|better)|${b} is (?:rated )?(?:above|better))`, "u"),
      ...(higher === null ? [/companies rate higher(?! (?:about as|equally) often| in \d+% of pairs)/u] : []),
    ],
  };
}

function pairCase(figures: Figures, one: Ranked, other: Ranked): TextCase {
  const isSame = one.median_band === other.median_band;
  const shares = [percentHigher(figures, one, other), percentHigher(figures, other, one)];
  const [a, b] = [named(one), named(other)];
  return textCase(figures, `pair/${one.slug}-${other.slug}`, ["compare", { countries: [one.slug, other.slug] }], {
    ...(isSame
      ? sameBand(figures, one, other)
      : {
          facts: [
            new RegExp(
              `${a} is (?:narrowly )?rated .*(?:above|higher).*${b}|${a}.*${labelled(figures, one.median_band)}.*${b}`,
              "u",
            ),
          ],
          never: [new RegExp(`${b} is (?:rated )?(?:above|better)`, "u")],
        }),
    cautions: isSame ? [/Cannot be told apart/u, /Place neither/u, /no random sample/u] : [/no random sample/u],
    numbers: new Set([
      ...numbersOf(figures, one),
      ...numbersOf(figures, other),
      ...[...shares, 100 - shares[0]! - shares[1]!].flatMap((share) => [
        Math.floor(share),
        Math.round(share),
        Math.ceil(share),
      ]),
      ...Array.from({ length: Math.max(one.judged_companies, other.judged_companies) }, (_, count) => count + 1).slice(
        0,
        9,
      ),
    ]),
    members: { "countries.0.median_band": one.median_band, "countries.1.judged_companies": other.judged_companies },
  });
}

/** So many countries are certain to stand on one page. */
const LISTED_MAX = 24;

function listCase(figures: Figures, sort: "best" | "worst"): TextCase {
  const { countries, ranked } = figures;
  const last = Math.max(...ranked.map(({ rank }) => rank));
  const rank = sort === "best" ? 1 : last;
  return textCase(figures, `list/${sort}`, ["list", { of: "countries", sort, limit: 50 }], {
    facts: [new RegExp(`${written(ranked.length)} of ${written(countries.length)} countries have a rank`, "u")],
    cautions: [
      ...(ranked.some(({ tied_with: tied }) => tied > 0) ? [/same rank tie/u] : []),
      // Of more countries the first page has none without a rank.
      ...(ranked.length === countries.length || countries.length > LISTED_MAX
        ? []
        : [/Do not call a country without a rank the worst/u]),
    ],
    never: countries.filter(({ rank: own }) => own === null).map(({ name }) => new RegExp(`${escaped(name)} is `, "u")),
    members: { total: countries.length, ranked_countries: ranked.length, "items.0.rank": rank },
  });
}

/** Sentences as people write them, each with what the files say of it. */
function sentencesCase(figures: Figures, country: Country): TextCase {
  const { bands, ranked } = figures;
  const { name, median_band: median, judged_companies: judged, rank, tied_with: tied, distribution } = country;
  const last = Math.max(...ranked.map(({ rank: own }) => own));
  const isTold = rank !== null;
  const isAlone = tied === 0;
  const label = bands.find(({ id }) => id === median)?.label;
  const isMost = median !== null && (distribution[median] ?? 0) * 2 > judged;
  const verdict = (isTrue: boolean): string => (isTold ? (isTrue ? "holds" : "does_not_hold") : "cannot_be_told");
  const sentences: readonly (readonly [string, string])[] = [
    [`${name} is the best`, verdict(isAlone && rank === 1)],
    [`${name} is the worst`, verdict(isAlone && rank === last)],
    ...(label === undefined ? [] : [[`Most companies in ${name} are rated “${label}”`, verdict(isMost)] as const]),
  ];
  const members = Object.fromEntries(sentences.map(([, expected], index) => [`items.${index}.verdict`, expected]));
  return textCase(
    figures,
    `sentences/${country.slug}`,
    ["check_claims", { statements: sentences.map(([text]) => text) }],
    {
      facts: [/^(?:Fictional: )?(?:Of .* statements|The statement|All|Both|None|Neither)/u],
      cautions: [
        ...(sentences.some(([, expected]) => expected === "does_not_hold") ? [/its `?say_instead|its …/u] : []),
        ...(isTold ? [] : [/cannot be told nor its opposite/u]),
      ],
      numbers: new Set([
        ...numbersOf(figures, country),
        sentences.length,
        ...Array.from({ length: sentences.length }, (_, n) => n),
      ]),
      members,
    },
  );
}
