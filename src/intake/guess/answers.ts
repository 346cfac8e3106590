import type { SingleByteEncoding } from "../decode-text.ts";
import type { ScaleAnswer } from "./bands-answer.ts";
import type { DatasetGuess } from "./guess-dataset.ts";

/** What the publisher says, beside what their files show. */
export interface Answers {
  readonly title: string;
  readonly publisher: string;
  readonly year: number;
  readonly licence: string | null;
  readonly scale: ScaleAnswer;
  /** Values that say "not judged", in lower case. */
  readonly notJudged: readonly string[];
  readonly pillars: readonly PillarAnswer[];
  /** For all companies, where no column has it. */
  readonly country: string | null;
  readonly sector: string | null;
  /** How dates are written, where it is not `YYYY-MM-DD`. */
  readonly dates: string | null;
  readonly encoding: SingleByteEncoding | null;
}

export interface PillarAnswer {
  readonly id: string;
  readonly label: string;
  /** The name of its column, or how the column of pillars names it. */
  readonly value: string;
}

/** The guess of a dataset that can be written. */
export type WholeGuess = DatasetGuess & { readonly companies: NonNullable<DatasetGuess["companies"]> };

/** The sector of companies of which no other is known. */
export const NO_SECTOR = "Not stated";
