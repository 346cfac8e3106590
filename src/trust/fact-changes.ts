import type { DatasetFacts } from "./dataset.ts";

/** What a release says about itself and its site, in the order in which changes are listed. */
export const FACTS = [
  "title",
  "v1_title",
  "publisher",
  "year",
  "homepage",
  "licence",
  "notice",
  "mark",
  "measures",
  "does_not_measure",
  "band_label",
  "band_description",
  "pillar_label",
  "pillar_description",
  "pillar_order",
  "sector_label",
  "judge_label",
  "criterion_label",
  "monitored",
  "minimum_companies",
  "about",
  "privacy",
  "terms",
  "accent",
  "logo",
  "logo_dark",
] as const;
export type Fact = (typeof FACTS)[number];

/** A fact that differs. A file is its SHA-256, a list its members with commas between. */
export interface FactChange {
  readonly fact: Fact;
  /**
   * Of the band, the pillar or the sector that both releases have, or the text of a judge or a
   * criterion; null for all other facts.
   */
  readonly id: string | null;
  /** Null where the release does not say it. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What a release says about itself. */
export interface StatedFacts {
  readonly dataset: DatasetFacts;
  /** With the labels that readers see. */
  readonly sectors: readonly { readonly slug: string; readonly label: string }[];
  /** What the publisher makes of the site, each as a text. */
  readonly site: Readonly<
    Record<Extract<Fact, "about" | "privacy" | "terms" | "accent" | "logo" | "logo_dark">, string | null>
  >;
}

/** The facts that differ between two releases. Bands and pillars are compared by their ids. */
export function findFactChanges(before: StatedFacts, after: StatedFacts): FactChange[] {
  const [was, is] = [factsOf(before), factsOf(after)];
  return FACTS.flatMap((fact) => {
    const [then, now] = [was.get(fact), is.get(fact)];
    // What is not labelled is its own label.
    const isOfText = fact === "judge_label" || fact === "criterion_label";
    const ids = new Set([...(then?.keys() ?? []), ...(isOfText ? (now?.keys() ?? []) : [])]);
    return [...ids].flatMap((id): FactChange[] => {
      const missing = isOfText ? id : undefined;
      const [text = missing, later = missing] = [then?.get(id), now?.get(id)];
      if (text === undefined || later === undefined || later === text) return [];
      return [{ fact, id, before: text, after: later }];
    });
  });
}

/** Each fact by the id of what it is about. */
function factsOf({ dataset, sectors, site }: StatedFacts): Map<Fact, Map<string | null, string | null>> {
  const facts = new Map<Fact, Map<string | null, string | null>>();
  const add = (fact: Fact, text: string | null, id: string | null = null): void => {
    const all = facts.get(fact) ?? new Map<string | null, string | null>();
    facts.set(fact, all.set(id, text));
  };
  add("title", dataset.title);
  add("v1_title", dataset.v1Title);
  add("publisher", dataset.publisher);
  add("year", String(dataset.year));
  add("homepage", dataset.homepage);
  add("licence", dataset.licence);
  add("notice", dataset.notice);
  add("mark", dataset.mark);
  add("measures", dataset.measures);
  add("does_not_measure", dataset.doesNotMeasure.length === 0 ? null : dataset.doesNotMeasure.join(", "));
  for (const { id, label, description } of dataset.scale.bands) {
    add("band_label", label, id);
    add("band_description", description, id);
  }
  for (const { id, label, description } of dataset.pillars) {
    add("pillar_label", label, id);
    add("pillar_description", description, id);
  }
  add("pillar_order", dataset.pillars.map(({ id }) => id).join(", "));
  for (const { slug, label } of sectors) add("sector_label", label, slug);
  for (const [id, label] of Object.entries(dataset.judgeLabels)) add("judge_label", label, id);
  for (const [id, label] of Object.entries(dataset.criterionLabels)) add("criterion_label", label, id);
  add("monitored", dataset.monitored?.join(", ") ?? null);
  add("minimum_companies", String(dataset.minimumCompanies));
  for (const fact of FACTS) if (isOfSite(fact)) add(fact, site[fact]);
  return facts;
}

function isOfSite(fact: Fact): fact is keyof StatedFacts["site"] {
  return ["about", "privacy", "terms", "accent", "logo", "logo_dark"].includes(fact);
}
