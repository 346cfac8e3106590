/** One thing that stands in the way of publishing: where it is, what was found, what was expected. */
export interface RowProblem {
  /** The file as the publisher knows it, relative to its folder, or null when no file can be named. */
  readonly file: string | null;
  /** Physical line from 1, or null where lines have no meaning (Parquet, views of intake.sql). */
  readonly line: number | null;
  /** Where in the file: `line 12`, a key such as `company=c1, pillar=water`, or a JSON pointer. */
  readonly place: string;
  readonly found: string;
  readonly expected: string;
  /** What to do, where that is more than writing what was expected. */
  readonly advice: string | null;
}

/** The problems of one kind in one column. */
export interface ProblemKind {
  readonly kind: string;
  /** `companies`, `products` or `judgements`, or the file that is at fault: `dataset.json`, `intake.sql`. */
  readonly table: string;
  readonly column: string | null;
  readonly count: number;
  readonly expected: string;
  /** The first ones. */
  readonly shown: readonly RowProblem[];
}

/** Everything that was found wrong with a dataset, grouped and counted, and what else its publisher should know. */
export interface ProblemReport {
  readonly kinds: readonly ProblemKind[];
  readonly total: number;
  readonly notices: readonly string[];
  /** Writes every problem, one per row; works as long as the work folder exists. */
  writeCsv(file: string): Promise<void>;
}

/** How many problems of a kind are shown; all of them are in the CSV. */
export const SHOWN_PER_KIND = 20;
