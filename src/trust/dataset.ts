import type { Pillar, Scale } from "./scale.ts";

/** The titles of a dataset that has none of its own. */
export const DEFAULT_TITLE = "Country Trust Bands Dataset";
export const DEFAULT_V1_TITLE = "Country Trust Score Dataset";

/** The sector of companies of which no other is known. */
export const NO_SECTOR = "Not stated";

/**
 * Default minimum of judged companies of a country or a sector: of fewer than six, no interval
 * around a median has 95 % confidence.
 */
export const DEFAULT_MINIMUM_COMPANIES = 6;

/** The facts about a dataset that its publisher states in `dataset.json`, validated. */
export interface DatasetFacts {
  readonly title: string;
  readonly v1Title: string;
  readonly publisher: string;
  /** Year of publication, used in the citation. */
  readonly year: number;
  readonly homepage: string | null;
  /** SPDX identifier, for example `CC-BY-4.0`. */
  readonly licence: string;
  /**
   * A sentence shown in every answer (`meta.notice`), for example that the companies are fictional.
   */
  readonly notice: string | null;
  readonly scale: Scale;
  /** In the publisher's order; a pillar is known elsewhere by its index in this list, from 0. */
  readonly pillars: readonly Pillar[];
  /**
   * Labels of sectors by slug. A sector that is not named here is labelled as the companies table
   * spells it.
   */
  readonly sectorLabels: Readonly<Record<string, string>>;
  /**
   * ISO 3166-1 alpha-2 codes of the monitored countries (the v1 lists cover these), or null for
   * every judged country.
   */
  readonly monitored: readonly string[] | null;
  /**
   * Countries and sectors with fewer judged companies are thin: striped in charts, without a rank
   * and without a trend.
   */
  readonly minimumCompanies: number;
  /** A sentence: what the bands measure. */
  readonly measures: string | null;
  /** Things that readers may take the bands for: `corruption`, `quality of government`. */
  readonly doesNotMeasure: readonly string[];
  /** Labels of judges by their text in the tables. One that is not named here is its own label. */
  readonly judgeLabels: Readonly<Record<string, string>>;
  /** Labels of criteria by their text in the tables. */
  readonly criterionLabels: Readonly<Record<string, string>>;
  /** A word or two that sentences begin with wherever they are copied to, such as `Fictional`. */
  readonly mark: string | null;
}

/** Facts that came later than the others, with the values of a dataset that states none. */
export const LATER_FACTS = { measures: null, doesNotMeasure: [], judgeLabels: {}, criterionLabels: {}, mark: null };

/**
 * Returns the facts that are content of a release: later facts are left out where they are empty,
 * so that fingerprints stay the same.
 */
export function withoutEmptyFacts(facts: DatasetFacts): object {
  const empty = new Map(Object.entries(LATER_FACTS).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(facts).filter(([name, value]) => empty.get(name) !== JSON.stringify(value)));
}

/** Returns the label of a judge or a criterion; without one, its text in the tables. */
export function labelOfText(labels: Readonly<Record<string, string>>, text: string): string {
  return (Object.hasOwn(labels, text) ? labels[text] : undefined) ?? text;
}

/** A table of a dataset, as its publisher brings it. */
type InputTable = "companies" | "products" | "judgements" | "replies";

/** Numbers of rows that were read, and of those that are not in the clean tables. */
export interface IntakeCounts {
  readonly companies: number;
  readonly companiesWithoutCountry: number;
  readonly products: number;
  readonly judgements: number;
  readonly duplicateCompanies: number;
  readonly duplicateProducts: number;
  readonly duplicateJudgements: number;
  readonly replies: number;
  readonly duplicateReplies: number;
  /** Judgements replaced by a newer one of the same company, pillar, criterion and judge. */
  readonly supersededJudgements: number;
  /** Rows left out because of a problem (`--skip-bad-rows`), by table. */
  readonly skippedRows: Readonly<Record<InputTable, number>>;
  /**
   * The reasons why they were left out, the most frequent of a table first; the rows of a table add
   * up to its `skippedRows`.
   */
  readonly skippedKinds: readonly SkippedKind[];
}

/** Rows of a table that were left out because of one kind of problem in one column. */
export interface SkippedKind {
  readonly table: InputTable;
  /** As in the report of problems, or `company_left_out`: the row itself has no problem. */
  readonly kind: string;
  /** Null where the problem is one of the whole row. */
  readonly column: string | null;
  readonly rows: number;
}

/** Returns true if two releases are of one dataset: across titles, no change is reported. */
export function isSameDataset(before: DatasetFacts, after: DatasetFacts): boolean {
  return before.title === after.title;
}
