/**
 * What a judgement consists of, declared once: publishers' tables, clean tables, stored judgements,
 * downloadable tables and answers take their columns from here.
 */
export interface JudgementColumn {
  /** In publishers' tables and answers. */
  readonly name: string;
  /** In `clean.judgement`, where every column is an INTEGER. */
  readonly cleanName: string;
  /**
   * What a value is: the id of a company, a pillar or a band, a label that many rows share, a
   * date, or a URL. In the clean table: an index from 0 of a company or pillar, a level from 1 of a
   * band, a term of a label or URL (0 = none), a date as `judged-on.ts` numbers it (`UNDATED` =
   * none).
   */
  readonly type: "company" | "pillar" | "band" | "label" | "date" | "url";
  readonly title: string;
  readonly description: string;
  /** Whether a publisher may leave it out: the value is null then. */
  readonly isOptional: boolean;
  /** Whether it distinguishes judgements: of several with the same key, the newest counts. */
  readonly isKey: boolean;
  /** The version of the downloadable tables' column contract that brought it, if not the first. */
  readonly since?: number;
  /**
   * The bundle format that brought it, if not one before `OLDEST_FORMAT`: judgements of releases in
   * an older form do not have it, and every value of it is missing.
   */
  readonly sinceFormat?: number;
}

/** In the order in which they are stored. A new column comes last. */
export const JUDGEMENT_COLUMNS = [
  {
    name: "company",
    cleanName: "company",
    type: "company",
    title: "Company",
    description: "`id` of the company in the companies table.",
    isOptional: false,
    isKey: true,
  },
  {
    name: "pillar",
    cleanName: "pillar",
    type: "pillar",
    title: "Pillar",
    description: "The aspect that was judged.",
    isOptional: false,
    isKey: true,
  },
  {
    name: "criterion",
    cleanName: "criterion",
    type: "label",
    title: "Criterion",
    description: "What was looked at within the pillar.",
    isOptional: true,
    isKey: true,
  },
  {
    name: "judge",
    cleanName: "judge",
    type: "label",
    title: "Judge",
    description: "Who judged.",
    isOptional: true,
    isKey: true,
  },
  {
    name: "band",
    cleanName: "band",
    type: "band",
    title: "Band",
    description: "The judgement.",
    isOptional: false,
    isKey: false,
  },
  {
    name: "judged_on",
    cleanName: "judged_on",
    type: "date",
    title: "Judged on",
    description: "Date of the judgement, as far as it is known.",
    isOptional: true,
    isKey: false,
  },
  {
    name: "source_url",
    cleanName: "source",
    type: "url",
    title: "Source",
    description: "URL of the evidence.",
    isOptional: true,
    isKey: false,
  },
] as const satisfies readonly JudgementColumn[];

type DeclaredColumn = (typeof JUDGEMENT_COLUMNS)[number];

export type JudgementColumnName = DeclaredColumn["name"];

/** The columns in which a judgement may be empty. */
export type OptionalJudgementColumnName = Extract<DeclaredColumn, { isOptional: true }>["name"];

export const OPTIONAL_JUDGEMENT_COLUMNS = JUDGEMENT_COLUMNS.filter((column) => column.isOptional);

/** `judged_on` of an undated judgement: older than every date. */
export const UNDATED = -2147483648;
