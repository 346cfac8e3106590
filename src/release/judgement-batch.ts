import type { DatasetFacts } from "../trust/dataset.ts";
import type { WordLayout } from "../trust/judgement-words.ts";

/** What the files of the judgements are made from. */
export interface JudgementFilesStart {
  /** The bundle. */
  readonly folder: string;
  readonly facts: DatasetFacts;
  readonly layout: WordLayout;
  /** Criteria and judges by their number. */
  readonly terms: ReadonlyMap<number, string>;
}

/** The judgements of some companies, in the published order; rows of later companies may follow. */
export interface JudgementBatch {
  readonly companies: readonly { readonly company: number; readonly id: string }[];
  readonly words: readonly Int32Array[];
  readonly sources: ReadonlyMap<number, string>;
}
