import type { MappedJudgements, Mapping } from "../mapping/mapping-schema.ts";
import { isObject } from "../../is-object.ts";
import { namedMember, readLocatedJson } from "../mapping/mapping-text.ts";
import { ProblemList } from "../problem-report.ts";
import { readDescription } from "../read-description.ts";

/** A mapping in the making: what its schema asks for may be missing still. */
export interface DraftMapping extends Partial<Omit<Mapping, "companies" | "judgements">> {
  readonly tables?: Mapping["tables"];
  readonly companies?: Partial<Mapping["companies"]> & { readonly table: string };
  readonly judgements?: readonly DraftJudgements[];
}

/** Judgements of which it may not be known yet which column names their company. */
export type DraftJudgements = Omit<MappedJudgements, "company"> & Partial<Pick<MappedJudgements, "company">>;

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
  /** The member of mapping.json that answers it. */
  readonly pointer: string;
  readonly said: string;
}

/** State of the desk beside the dataset, in `.desk/`: open questions, and things looked at. */
export interface Marks {
  readonly questions?: Readonly<Record<string, OpenQuestion>>;
  /** A digest of each thing that was looked at, as it was then. */
  readonly looked?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

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

/** A member of mapping.json without which nothing can be read. */
interface MissingMember {
  readonly pointer: string;
  readonly said: string;
}

/** Lists the members that no column is for yet, and has to be. */
export function missingOf({ mapping, dataset, marks }: Draft): MissingMember[] {
  const { companies, judgements = [] } = mapping;
  const missing: MissingMember[] = [];
  if (companies?.name === undefined)
    missing.push({ pointer: "/companies/name", said: "No column has the names of companies." });
  if (companies?.country === undefined && dataset.companies_without_country === undefined)
    missing.push({ pointer: "/companies/country", said: "Nothing has the country of companies." });
  if (judgements.length === 0) missing.push({ pointer: "/judgements", said: "No column judges anything." });
  for (const [i, { table, company, value, columns, counts }] of judgements.entries()) {
    const at = `/judgements/${i}`;
    if (company === undefined)
      missing.push({ pointer: `${at}/company`, said: `Nothing says which company the judgements of ${table} are of.` });
    if (value === undefined && columns === undefined && counts === undefined)
      missing.push({ pointer: `${at}/columns`, said: `No column of ${table} has the judgements.` });
  }
  const asked = Object.values(marks.questions ?? {});
  return missing.filter(({ pointer }) => !asked.some((each) => each.pointer.startsWith(pointer)));
}

/** Lists the questions of the draft in a folder. */
export async function readQuestions(folder: string): Promise<OpenQuestion[]> {
  const file = DRAFT_FILES.marks;
  const described = { folder, file, table: file, expected: "JSON in UTF-8", advice: "" };
  // The desk says what is wrong with its own file.
  const text = await readDescription(described, new ProblemList());
  if (text === null || text === undefined) return [];
  const read = readLocatedJson(text);
  const marks = "found" in read ? null : read.value;
  const asked = isObject(marks) && isObject(marks["questions"]) ? Object.values(marks["questions"]) : [];
  return asked.filter(isQuestion);
}

function isQuestion(value: unknown): value is OpenQuestion {
  return isObject(value) && ["table", "column", "pointer", "said"].every((name) => typeof value[name] === "string");
}

/** Returns true if it has a role, another column has the role, or it is written to have none. */
export function isAnswered({ table, column, role }: OpenQuestion, mapping: Mapping): boolean {
  const settings = namedMember(mapping.tables, table);
  if (settings === undefined || settings.not_used?.includes(column) === true) return true;
  const { companies, judgements, conversions } = mapping;
  const own = [companies, ...judgements].filter((each) => each.table === table);
  const date = judgements.find((each) => each.table === table)?.date;
  const given = { name: companies.name, country: companies.country, sector: companies.sector, judged_on: date };
  if (Object.entries(given).some(([member, value]) => member === role && value !== undefined)) return true;
  return JSON.stringify([own, conversions ?? {}]).includes(JSON.stringify(column));
}
