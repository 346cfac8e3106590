import type { DatasetFacts } from "../trust/dataset.ts";
import { judgedOnSql, lastDaySql, UNDATED } from "../trust/judged-on.ts";
import type { ReplyStatus } from "../trust/replies.ts";
import {
  bandValues,
  type ColumnDescription,
  dateColumn,
  inOrder,
  integerColumn,
  ofCompany,
  PILLAR_LABEL,
  queried,
  type QueriedColumn,
  queriedPillar,
  quotedList,
  textColumn,
} from "./column.ts";
import { REPLY_TO_JUDGEMENT } from "./replies.ts";

/**
 * A column of judgements. Each is declared once: publishers' tables, clean tables, stored
 * judgements, downloadable tables and answers take their columns from here.
 */
export interface JudgementColumn {
  /** The name in publishers' tables and answers. */
  readonly name: string;
  /** The name in `clean.judgement`, where every column is an INTEGER. */
  readonly cleanName: string;
  /**
   * The kind of its values: the id of a company, a pillar or a band, a label that many rows share,
   * a date, or a URL. In the clean table: an index from 0 of a company or pillar, a level from 1 of
   * a band, a term of a label or URL (0 = none), a date as `judged-on.ts` numbers it (`UNDATED` =
   * none).
   */
  readonly type: "company" | "pillar" | "band" | "label" | "date" | "url";
  readonly title: string;
  readonly description: string;
  /** True if a publisher may leave it out: the value is null then. */
  readonly isOptional?: boolean;
  /** True if it belongs to the key: of several judgements with the same key, the newest counts. */
  readonly isKey?: boolean;
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
    isKey: true,
  },
  {
    name: "pillar",
    cleanName: "pillar",
    type: "pillar",
    title: "Pillar",
    description: "The aspect that was judged.",
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
  },
  {
    name: "judged_on",
    cleanName: "judged_on",
    type: "date",
    title: "Judged on",
    description: "Date of the judgement, as far as it is known.",
    isOptional: true,
  },
  {
    name: "source_url",
    cleanName: "source",
    type: "url",
    title: "Source",
    description: "URL of the evidence.",
    isOptional: true,
  },
  {
    name: "archived_url",
    cleanName: "archived",
    type: "url",
    title: "Archived source",
    description: "URL of an archived copy of the evidence, which stays when the source moves or goes.",
    isOptional: true,
    since: 7,
    sinceFormat: 16,
  },
] as const satisfies readonly JudgementColumn[];

type DeclaredColumn = (typeof JUDGEMENT_COLUMNS)[number];

export type JudgementColumnName = DeclaredColumn["name"];

/** The columns in which a judgement may be empty. */
export type OptionalJudgementColumnName = Extract<DeclaredColumn, { isOptional: true }>["name"];

export const OPTIONAL_JUDGEMENT_COLUMNS = JUDGEMENT_COLUMNS.filter((column) => "isOptional" in column);

/** Returns true if the values of a column are terms: texts that many rows share. */
export function isTermColumn(column: JudgementColumn): column is JudgementColumn & { readonly type: "label" | "url" } {
  return column.type === "label" || column.type === "url";
}

export const TERM_COLUMNS = JUDGEMENT_COLUMNS.filter((column) => isTermColumn(column));

/** A current judgement as a release has it: null where the publisher does not say. */
export interface CompanyJudgement extends Readonly<Record<OptionalJudgementColumnName, string | null>> {
  /** Index in `manifest.dataset.pillars`. */
  readonly pillar: number;
  /** Level from 1. */
  readonly band: number;
  /** Status of the reply to this judgement or to its pillar; null where there is none. */
  readonly replyStatus: ReplyStatus | null;
}

/** The declared columns, with the level of a band after the band, then the columns added later. */
export function judgementColumns(facts: DatasetFacts): QueriedColumn[] {
  return inOrder([
    ...JUDGEMENT_COLUMNS.flatMap((declared) => judgementColumn(facts, declared)),
    DATE_AS_GIVEN,
    queried(REPLY_TO_JUDGEMENT, "j.reply_status"),
    ofCompany("j").name,
    queriedPillar(facts, "label", "j.pillar", PILLAR_LABEL),
    ...LABELLED_COLUMNS.map(({ name, title }) => {
      const description = `Label of the ${name}, or \`${name}\` itself.`;
      const column = textColumn(`${name}_label`, title, description, { nullable: true, since: 6 });
      return queried(column, `coalesce(j."${name}_label", j."${name}_text")`);
    }),
  ]);
}

/** The columns whose texts a dataset may label; each is followed by one with their labels. */
export const LABELLED_COLUMNS = [
  { name: "criterion", title: "Criterion, by label", labelsOf: (facts: DatasetFacts) => facts.criterionLabels },
  { name: "judge", title: "Judge, by label", labelsOf: (facts: DatasetFacts) => facts.judgeLabels },
] as const;

/** A month or a year is no date, and is not made one. */
const DATE_AS_GIVEN = queried(
  textColumn(
    "judged_on_given",
    "Judged on, as given",
    "Date of the judgement as the publisher gives it: `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` where no more is known.",
    { nullable: true, since: 2 },
  ),
  judgedOnSql("j.judged_on"),
);

function judgementColumn(facts: DatasetFacts, declared: DeclaredColumn): QueriedColumn[] {
  const { cleanName, title, description, isOptional = false, since = 1 }: JudgementColumn = declared;
  const more = { nullable: isOptional, since };
  const number = `j."${cleanName}"`;
  switch (declared.type) {
    case "company":
      return [ofCompany("j").id];
    case "pillar": {
      const values = facts.pillars.map(({ id }) => id);
      return [queriedPillar(facts, "id", number, textColumn(declared.name, title, description, { values }))];
    }
    case "band":
      return bandColumns(facts, textColumn(declared.name, title, description, bandValues(facts)), number);
    case "date": {
      const { name } = declared;
      const isDay = `${number} <> ${UNDATED} AND ${number} = ${lastDaySql(number)}`;
      const days = "Date of the judgement; empty where only its month or year is given.";
      const sql = `CASE WHEN ${isDay} THEN DATE '1970-01-01' + ${number} END`;
      return [queried(dateColumn(name, title, days, more), sql)];
    }
    case "label":
    case "url": {
      const { name } = declared;
      return [queried(textColumn(name, title, description, more), `j."${cleanName}_text"`)];
    }
    default:
      return declared satisfies never;
  }
}

/** A band by its id and by its level. */
function bandColumns({ scale }: DatasetFacts, description: ColumnDescription, level: string): QueriedColumn[] {
  const ids = scale.bands.map(({ id }) => id);
  const order = "1 is the worst band. Only the order has meaning.";
  const levels = { minimum: 1, maximum: ids.length };
  return [
    queried(description, `${quotedList(ids)}[${level}]`),
    queried(integerColumn(`${description.name}_level`, "Level of the band", order, levels), level),
  ];
}
