import type { Pillar, Scale } from "./scale.ts";

/** The titles of a dataset that has none of its own. */
export const DEFAULT_TITLE = "Country Trust Bands Dataset";
export const DEFAULT_V1_TITLE = "Country Trust Score Dataset";

/** What a publisher says about a dataset, read from `dataset.json` and checked. */
export interface DatasetFacts {
  readonly title: string;
  /** The title of the same data in version 1. */
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
  /** Countries with fewer judged companies are listed after the ranked ones, without a rank. */
  readonly minimumCompanies: number;
}

/** A table of a dataset, as its publisher brings it. */
type InputTable = "companies" | "products" | "judgements" | "replies";

/** How many rows were read and what became of those that are not in the clean tables. */
export interface IntakeCounts {
  readonly companies: number;
  /** Those of them that are filed in no country. */
  readonly companiesWithoutCountry: number;
  readonly products: number;
  /** Current judgements. */
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
   * Why they were left out, the most frequent reason of a table first; the rows of a table add up
   * to its `skippedRows`.
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

/** Whether two releases are of one dataset: under another title, no change is reported. */
export function isSameDataset(before: DatasetFacts, after: DatasetFacts): boolean {
  return before.title === after.title;
}
