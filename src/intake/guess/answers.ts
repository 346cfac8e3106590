import type { SingleByteEncoding } from "../decode-text.ts";
import type { ScaleAnswer } from "./bands-answer.ts";
import type { MappedCell } from "../mapping/mapping-schema.ts";
import type { CellsByRole } from "./given-cell.ts";
import type { DatasetGuess } from "./guess-dataset.ts";
import type { PillarAnswer } from "./group-pillars.ts";

/** What the publisher says, beside what their files show. */
export interface Answers {
  readonly title: string;
  readonly publisher: string;
  readonly year: number;
  readonly licence: string | null;
  /** What sentences begin with, where they do. */
  readonly mark: string | null;
  /** What the bands measure, in a sentence, and what not, in words. */
  readonly measures: string | null;
  readonly doesNotMeasure: readonly string[];
  readonly scale: ScaleAnswer;
  /** Values that say "not judged", in lower case. */
  readonly notJudged: readonly string[];
  readonly pillars: readonly PillarAnswer[];
  /** Cuts of pillars with other scores, by a pattern of their names. */
  readonly otherCuts: readonly { readonly pattern: string; readonly cuts: readonly number[] }[];
  /** What scores are a share of, where cuts are shares. */
  readonly share: number | MappedCell | null;
  /** Which of several values in a cell counts. */
  readonly list: "best" | "worst" | null;
  /** What is made of the cells of some columns. */
  readonly cells: CellsByRole;
  readonly corrections: readonly GivenCorrection[];
  /** For all companies, where no column has it. */
  readonly country: string | null;
  /** Whether companies whose country is empty are published. */
  readonly keepsWithoutCountry: boolean;
  readonly sector: string | null;
  /** How dates are written, where it is not `YYYY-MM-DD`. */
  readonly dates: string | null;
  readonly encoding: SingleByteEncoding | null;
}

/** All cells of a column with a value. */
export interface GivenCorrection {
  /** Null for every table that has the column. */
  readonly table: string | null;
  readonly column: string;
  readonly was: string;
  readonly now: string;
}

/** The guess of a dataset that can be written. */
export type WholeGuess = DatasetGuess & { readonly companies: NonNullable<DatasetGuess["companies"]> };

/** The sector of companies of which no other is known. */
export const NO_SECTOR = "Not stated";
