import type { CompanyDifferences } from "./company-differences.ts";

/** A reason for which a publication is refused until somebody accepts it by name. */
export interface Reason {
  /** Names it in a form. */
  readonly name: string;
  readonly sentence: string;
  /** The first of what it is about, and how many more there are. */
  readonly names: readonly string[];
  readonly more: number;
}

/** What would be published. */
export interface Result {
  readonly id: string;
  /** `12 companies (11 judged) in 3 countries …` */
  readonly size: string;
  /** The current release; null where this would be the first. */
  readonly before: string | null;
  /** Why nothing is compared. */
  readonly reason: "first_release" | "unchanged" | "unreadable_release" | null;
  /** Of a first release: what it believes, to be read aloud. */
  readonly readAloud: readonly string[];
  readonly differences: CompanyDifferences | null;
  /** What differs besides, a line each, as `publish` prints it. */
  readonly lines: readonly string[];
  readonly reasons: readonly Reason[];
  /** What `--accept` has to name; null where nothing has to be accepted. */
  readonly accept: string | null;
}

/** A problem of one row, or of a document. */
export interface Problem {
  readonly file: string | null;
  readonly place: string;
  readonly found: string;
  readonly expected: string;
  readonly advice: string | null;
}

/** Problems of one kind. */
export interface ProblemKind {
  readonly table: string;
  readonly column: string | null;
  readonly kind: string;
  readonly count: number;
  readonly expected: string;
  /** The first of them. */
  readonly shown: readonly Problem[];
}

/** What became of the documents as they are now. */
export type ResultState =
  | { readonly state: "building"; readonly said: string }
  | { readonly state: "stopped"; readonly said: string }
  | { readonly state: "problems"; readonly problems: readonly ProblemKind[]; readonly notices: readonly string[] }
  | { readonly state: "built"; readonly result: Result; readonly notices: readonly string[] };

/** What a person asks for who publishes. */
export interface PublicationOrder {
  readonly kind: "publish" | "draft";
  /** The code of the change that is accepted. */
  readonly accept: string | null;
  /** Of a draft that becomes current by itself: when, without a zone in that of this machine. */
  readonly at: string | null;
}

/** What became of the last order. */
export interface Outcome {
  readonly kind: PublicationOrder["kind"];
  readonly state: "running" | "done" | "refused";
  /** As the command said it, a line each. */
  readonly said: readonly string[];
  /** The secret address of a draft. */
  readonly address: string | null;
}

/**
 * How a desk gets from its documents to a release: what the commands `publish` and `preview` do, in
 * the background, so that pages are answered meanwhile.
 */
export interface Publishing {
  /** Builds and compares what the folder holds, once for each `key`. Settles at once. */
  result(key: string): Promise<ResultState>;
  /** The same if it is there already; null otherwise. Begins nothing. */
  known(key: string): ResultState | null;
  /** Builds it anew, whatever was built before. */
  again(): void;
  /** Ends the building under way at its next stage. */
  stop(): void;
  /** Carries out an order, one at a time; what becomes of it is `outcome`. */
  order(order: PublicationOrder): void;
  outcome(): Outcome | null;
  /** Opens the pages as they would be, on this machine alone, in the background. */
  openPreview(): void;
  /** Where they are; "opening" meanwhile, and null where they are not, or of other content. */
  preview(): string | null;
  /** The address of the service that runs on the data folder; null where none does. */
  service(): string | null;
  /** The command that does the same, with these words after it. */
  command(words: readonly string[]): string;
  close(): Promise<void>;
}
