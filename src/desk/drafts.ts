import type { MappedJudgements, Mapping } from "../intake/mapping/mapping-schema.ts";

/** A mapping in the making: what its schema asks for may be missing still. */
export interface DraftMapping extends Partial<Omit<Mapping, "companies" | "judgements">> {
  readonly tables?: Mapping["tables"];
  readonly companies?: Partial<Mapping["companies"]> & { readonly table: string };
  readonly judgements?: readonly DraftJudgements[];
}

/** Judgements of which it may not be known yet which column names their company. */
export type DraftJudgements = Omit<MappedJudgements, "company"> & Partial<Pick<MappedJudgements, "company">>;

/** A band or a pillar of dataset.json. */
export interface DraftEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string | null;
}

/** The members of dataset.json that the desk reads; it keeps all others. */
export interface DraftDataset {
  readonly title?: string;
  readonly publisher?: string;
  readonly year?: number;
  readonly encoding?: string;
  readonly dates?: string;
  readonly companies_without_country?: "keep";
  readonly scale?: { readonly id: string; readonly bands: readonly DraftEntry[] };
  readonly pillars?: readonly DraftEntry[];
  readonly [member: string]: unknown;
}

/** A question that a guess left open, in the words it is asked in. */
export interface OpenQuestion {
  readonly table: string;
  readonly column: string;
  readonly role: string;
  readonly said: string;
}

/** What is no part of a dataset, and lies in `.desk/`: open questions, and what was looked at. */
export interface Marks {
  readonly questions?: Readonly<Record<string, OpenQuestion>>;
  /** By what was looked at: a digest of it as it was then. */
  readonly looked?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/** The documents that the desk writes. */
export interface Draft {
  readonly mapping: DraftMapping;
  readonly dataset: DraftDataset;
  readonly marks: Marks;
}

/** The file of each document, in the folder of the dataset. */
export const DRAFT_FILES = {
  mapping: "mapping.json",
  dataset: "dataset.json",
  marks: ".desk/marks.json",
} as const satisfies Readonly<Record<keyof Draft, string>>;
