import type { Standing } from "./movement.ts";
import type { Ratings } from "./matched-ratings.ts";
import type { Distribution } from "./scale.ts";

/**
 * The data of a company that two releases are compared by. `otherSectors`, `replies`, `judgements`
 * and `details` are texts that are equal where both releases say the same, and null for none.
 */
export interface ComparedCompany extends Standing {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** Legal Entity Identifier, ISO 17442. */
  readonly lei: string | null;
  /** Levels of its median bands, in the order of the release's pillars; null where not judged. */
  readonly pillars: readonly (number | null)[];
  /** Number of its current judgements, and of those that name a source. */
  readonly judgementCount: number;
  readonly sourceCount: number;
  /** The sectors that it names apart from the one in which it is counted. */
  readonly otherSectors: string | null;
  /** Its replies to its judgements, and that it was asked. */
  readonly replies: string | null;
  /** Its judgements: pillars, criteria, judges, bands, dates and sources. */
  readonly judgements: string | null;
  readonly ratings: Ratings;
  /** Its website, LEI, other names and products. */
  readonly details: string | null;
}

/** The medians of a country: levels, or null where none of its companies is judged. */
export interface CountryMedians {
  readonly iso2: string;
  readonly median: number | null;
  /** In the order of the release's pillars. */
  readonly pillars: readonly (number | null)[];
}

/** The judgements of one criterion of a pillar; null for those that name none. */
export interface CriterionCounts {
  readonly pillar: string;
  readonly criterion: string | null;
  readonly distribution: Distribution;
}

/** The contents of a release that are compared, apart from the facts about itself. */
export interface ReleaseContents {
  /** Every company, in the order of the positions. */
  readonly companies: readonly ComparedCompany[];
  readonly countries: readonly CountryMedians[];
  /** Every sector that a company names, with the label that readers see. */
  readonly sectors: readonly { readonly slug: string; readonly label: string }[];
  /** By pillar, then criterion. */
  readonly criteria: readonly CriterionCounts[];
}
