interface GateLimit {
  /** Its member of `gate`. */
  readonly setting: string;
  readonly unit: "percent" | "number";
  readonly default: number;
  readonly description: string;
}

const percent = (setting: string, standard: number, description: string): GateLimit => ({
  setting: `max_${setting}_percent`,
  unit: "percent",
  default: standard,
  description,
});

const number = (setting: string, standard: number, description: string): GateLimit => ({
  setting: `max_${setting}`,
  unit: "number",
  default: standard,
  description,
});

/** The limits of the gate, each declared once: schema, reader and messages take them from here. */
export const GATE_LIMITS = {
  companiesGonePercent: percent(
    "companies_gone",
    10,
    "Of the companies of the current release; also those that no longer name another sector, or are no longer judged in a pillar in which they were.",
  ),
  companiesGoneInCountryPercent: percent(
    "companies_gone_in_country",
    20,
    "Of the companies of one country that has at least ten.",
  ),
  namesMoved: number("names_moved", 0, "Names that now belong to another id."),
  renamedPercent: percent("renamed", 2, "Of the companies of both releases, those with another name."),
  reclassifiedPercent: percent(
    "reclassified",
    10,
    "Of the companies of both releases, those filed in another country or sector.",
  ),
  newDuplicates: number("new_duplicates", 0, "Pairs of companies that are probably one, and were not there before."),
  companyMediansMovedPercent: percent(
    "company_medians_moved",
    20,
    "Of the companies that both releases judge, those with another median band.",
  ),
  worstInAllPillars: number(
    "worst_in_all_pillars",
    0,
    "Companies that are in the worst band in each of several pillars, and were not before.",
  ),
  judgementsGonePercent: percent("judgements_gone", 10, "Of the judgements of the companies of both releases."),
  sourcesGonePercent: percent("sources_gone", 10, "Of their judgements that name a source."),
  criteriaGone: number("criteria_gone", 0, "Criteria of a pillar that nothing is judged by any more."),
  labelsChanged: number("labels_changed", 0, "Bands and pillars with another label."),
  pillarsSwapped: number("pillars_swapped", 0, "Pillars with the judgements that another pillar had."),
  countriesGone: number("countries_gone", 0, "Countries that are no longer listed or judged."),
  mediansMovedPercent: percent("medians_moved", 20, "Of the countries that both releases judge."),
  pillarMediansMovedPercent: percent(
    "pillar_medians_moved",
    20,
    "Of the countries that both releases judge in one pillar, those with another median band there.",
  ),
  bandsMoved: number("bands_moved", 1, "By how many bands one country moves."),
  daysOlder: number("days_older", 0, "By how many days the newest judgement is older than before."),
  licencesChanged: number("licences_changed", 0, "1 lets another licence pass."),
  noticesChanged: number("notices_changed", 0, "1 lets another notice pass."),
  textsChanged: number("texts_changed", 0, "Of about.md, privacy.md and terms.md, and texts such as TEST."),
} as const satisfies Readonly<Record<string, GateLimit>>;

/** The largest differences from the current release that need no acceptance. */
export type GateLimits = Readonly<Record<keyof typeof GATE_LIMITS, number>>;

/** Reads the limits of a `gate` in dataset.json; a missing one has its default. */
export function gateLimits(gate: Readonly<Record<string, number | undefined>> = {}): GateLimits {
  const limits = Object.entries(GATE_LIMITS).map(([name, { setting, default: standard }]) => [
    name,
    gate[setting] ?? standard,
  ]);
  return Object.fromEntries(limits) as GateLimits;
}

export const DEFAULT_GATE_LIMITS: GateLimits = gateLimits();
