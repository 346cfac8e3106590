/** How many rows these tables of the demonstration dataset have, besides their header. */
export const PRODUCT_COUNT = 2500;
export const JUDGEMENT_COUNT = 30_000;

/** Companies that nobody judged, the two of `CI` included. */
export const NOT_JUDGED_COUNT = 60;

/**
 * Judgements among the 30,000 that a newer one of the same company, pillar, criterion and judge
 * replaces.
 */
export const SUPERSEDED_COUNT = 400;

/**
 * Companies by country (ISO 3166-1 alpha-2). Four are small on purpose, see `data/demo/README.md`.
 */
export const COMPANIES_BY_COUNTRY: Readonly<Record<string, number>> = {
  BG: 13,
  BR: 80,
  CI: 4,
  DE: 120,
  DK: 28,
  EG: 18,
  ES: 55,
  FI: 26,
  FJ: 2,
  FR: 95,
  GB: 95,
  GR: 22,
  IN: 110,
  IS: 1,
  IT: 62,
  JP: 120,
  KE: 9,
  KR: 52,
  MX: 44,
  NA: 5,
  NL: 45,
  PL: 40,
  TR: 36,
  US: 118,
};

/**
 * The sectors with how common they are, and how they lie on the latent scale (before the thresholds
 * of the bands).
 */
export const SECTORS = [
  { slug: "agriculture", label: "Agriculture", weight: 7, effect: -0.15 },
  { slug: "apparel-and-textiles", label: "Apparel and textiles", weight: 11, effect: -0.9 },
  { slug: "chemicals", label: "Chemicals", weight: 7, effect: -0.45 },
  { slug: "construction", label: "Construction", weight: 8, effect: -0.3 },
  { slug: "electronics", label: "Electronics", weight: 12, effect: 0.3 },
  { slug: "energy", label: "Energy", weight: 8, effect: 0 },
  { slug: "finance", label: "Banking and insurance", weight: 9, effect: 0.5 },
  { slug: "food-and-drink", label: "Food and drink", weight: 15, effect: 0.15 },
  { slug: "health-care", label: "Health care", weight: 7, effect: 0.9 },
  { slug: "mining-and-metals", label: "Mining and metals", weight: 4, effect: -1 },
  { slug: "retail", label: "Retail", weight: 10, effect: 0.2 },
  { slug: "transport", label: "Transport and logistics", weight: 8, effect: 0.05 },
] as const;

/** The pillars, what is looked at in each, and how they lie on the latent scale. */
export const PILLARS = [
  {
    id: "governance",
    label: "Governance",
    description: "Who decides, who controls them, and how the company deals with bribery and tax.",
    criteria: ["anti-corruption", "board-oversight", "ownership", "tax-conduct"],
    effect: 0.15,
  },
  {
    id: "labour_rights",
    label: "Labour rights",
    description: "Pay, hours, safety and the freedom to organise, in the company and at its suppliers.",
    criteria: ["forced-labour", "free-association", "living-wage", "safe-workplace", "working-hours"],
    effect: -0.35,
  },
  {
    id: "environment",
    label: "Environment",
    description: "Emissions, water, waste and land.",
    criteria: ["emissions-plan", "land-use", "waste", "water-use"],
    effect: -0.15,
  },
  {
    id: "product_safety",
    label: "Product safety",
    description: "Testing, labelling and what happens when a product has to come back.",
    criteria: ["labelling", "recalls", "testing"],
    effect: 0.45,
  },
  {
    id: "privacy",
    label: "Privacy",
    description: "What the company keeps about people, on what grounds, and what it does after a breach.",
    criteria: ["breaches", "consent", "data-kept"],
    effect: 0,
  },
  {
    id: "transparency",
    label: "Transparency",
    description: "What the company tells the public, and whether it can be checked.",
    criteria: ["audit-access", "complaints", "corrections", "lobbying", "reporting", "supplier-list"],
    effect: -0.1,
  },
] as const;

/**
 * The judges: how often each judges, how kindly, how often a source is given, and whether by
 * criterion or by pillar as a whole.
 */
export const JUDGES = [
  { id: "desk-research", label: "Desk research", weight: 1, effect: 0, sourced: 0.5, byCriterion: true },
  { id: "field-visit", label: "Field visit", weight: 0.35, effect: -0.2, sourced: 0, byCriterion: true },
  { id: "panel-a", label: "Panel A", weight: 0.7, effect: 0.1, sourced: 0.15, byCriterion: true },
  { id: "panel-b", label: "Panel B", weight: 0.8, effect: -0.05, sourced: 0.15, byCriterion: false },
] as const;

/** The criteria as readers see them: `Anti-corruption`, `Board oversight`, `Data kept`. */
const CRITERIA = PILLARS.flatMap(({ criteria }) => criteria).map((id) => ({ id, label: labelOf(id) }));

function labelOf(id: string): string {
  const words = id === "anti-corruption" ? id : id.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const BANDS = [
  {
    id: "very_low",
    label: "Very low trust",
    description: "Serious failings in what was looked at, with no sign of remedy.",
  },
  { id: "low", label: "Low trust", description: "Failings outweigh what is in place." },
  { id: "moderate", label: "Moderate trust", description: "What is in place and what is missing roughly balance." },
  { id: "high", label: "High trust", description: "Commitments are in place and mostly kept." },
  { id: "very_high", label: "Very high trust", description: "Commitments are in place, kept, and open to checking." },
] as const;

/** The bands' ids, worst first. */
export const BAND_IDS: readonly string[] = BANDS.map((band) => band.id);

/** The content of `dataset.json`. */
export const DATASET = {
  $schema: "../../schemas/dataset.schema.json",
  title: "Country Trust Bands Dataset",
  publisher: "Country Trust Demonstration",
  year: 2026,
  homepage: null,
  licence: "CC-BY-4.0",
  notice:
    "Demonstration data: every company, product and judgement is fictional, and the bands say nothing about the real countries.",
  mark: "Fictional",
  measures: "The bands sum up how made-up companies treat people and places.",
  does_not_measure: ["corruption", "the quality of government", "how safe a country is"],
  scale: { id: "trust-5", bands: BANDS },
  pillars: PILLARS.map(({ id, label, description }) => ({ id, label, description })),
  sectors: SECTORS.map(({ slug, label }) => ({ slug, label })),
  judges: JUDGES.map(({ id, label }) => ({ id, label })),
  criteria: CRITERIA,
  monitored: ["BR", "DE", "FR", "IN", "JP", "KE", "NA", "US"],
  branding: { accent: "#8c3a1c", logo: "logo.svg", logo_dark: "logo-dark.svg" },
} as const;
