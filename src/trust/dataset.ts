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

/** Whether two releases are of one dataset: under another title, no change is reported. */
export function isSameDataset(before: DatasetFacts, after: DatasetFacts): boolean {
  return before.title === after.title;
}
