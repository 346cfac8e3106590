import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readCsv } from "../fixtures/csv.ts";

/**
 * The three real datasets read straight from their raw files, in plain code that shares nothing
 * with the program: what the published figures are held against.
 */

export interface RawCompany {
  readonly id: string;
  /** As the file spells it. */
  readonly country: string;
  /** Ranks from 1 of its judgements, by pillar id. */
  readonly judgements: ReadonlyMap<string, readonly number[]>;
}

export interface RawDataset {
  readonly name: string;
  /** The folder with dataset.json and intake.sql. */
  readonly folder: string;
  readonly dataFolder: string;
  /** Reads its files, or others of the same kind in another folder. */
  readonly read: (folder?: string) => RawCompany[];
}

const SHARED = fileURLToPath(new URL("../../../shared/data", import.meta.url));
const FIXTURES = fileURLToPath(new URL("../fixtures/datasets", import.meta.url));

export const RAW_DATASETS: readonly RawDataset[] = [
  rawDataset("wba-gender-2024", "wba-gender-2024", readGenderAssessment),
  rawDataset("rdr-2022", "rdr-index", readBigTechScorecard),
  rawDataset("fashionchecker", "fashionchecker", readFashionChecker),
];

function rawDataset(name: string, data: string, read: (folder: string) => RawCompany[]): RawDataset {
  const dataFolder = path.join(SHARED, data);
  return { name, folder: path.join(FIXTURES, name), dataFolder, read: (other = dataFolder) => read(other) };
}

const GENDER_AREAS: Readonly<Record<string, readonly string[]>> = {
  governance:
    "strategic_action gender_targets gender_due_diligence grievance_mechanisms stakeholder_engagement corrective_action".split(
      " ",
    ),
  representation:
    "gender_leadership development_recruitment employee_data_by_sex supply_chain_gender_leadership enabling_environment_union_rights gender_procurement".split(
      " ",
    ),
  compensation: "gender_pay_gap carer_leave_paid childcare_support flex_work living_wage_supply_chain".split(" "),
  health: ["health_safety", "health_safety_supply_chain"],
  violence: ["violence_prevention", "violence_remediation"],
};

function readGenderAssessment(folder: string): RawCompany[] {
  const [head = [], ...rows] = readCsv(readFileSync(path.join(folder, "genderassessment.csv"), "utf8"));
  const points = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4];
  return rows.map((row) => {
    const cell = (name: string): string => row[head.indexOf(name)] ?? "";
    const judgements = Object.entries(GENDER_AREAS).map(([pillar, indicators]) => {
      return [pillar, indicators.map((indicator) => points.indexOf(Number(cell(indicator))) + 1)] as const;
    });
    return {
      id: cell("company").replaceAll("\u00a0", " ").trim(),
      country: cell("country"),
      judgements: new Map(judgements),
    };
  });
}

function readBigTechScorecard(folder: string): RawCompany[] {
  const [head = [], ...rows] = readCsv(readFileSync(path.join(folder, "csv/2022-company-specs.csv"), "utf8"));
  const judged = new Map<string, Map<string, number[]>>();
  const pillars: Readonly<Record<string, string>> = { G: "governance", F: "freedom_of_expression", P: "privacy" };
  type Elements = Record<string, Record<string, { name: string; score: number | "NA" }[]>>;
  for (const file of readdirSync(path.join(folder, "elements-2022"))) {
    const content = JSON.parse(readFileSync(path.join(folder, "elements-2022", file), "utf8")) as Elements;
    for (const [company, services] of Object.entries(content)) {
      for (const { name, score } of Object.values(services).flat()) {
        if (score !== "NA") add(judged, company, pillars[name[0]!]!, [0, 50, 100].indexOf(score) + 1);
      }
    }
  }
  return rows.map((row) => {
    const id = row[head.indexOf("companyClean")]!;
    return { id, country: row[head.indexOf("country")]!, judgements: judged.get(id) ?? new Map() };
  });
}

const FASHION_METRICS: Readonly<Record<string, readonly [pillar: string, ranks: Readonly<Record<string, number>>]>> = {
  "5990097": ["living_wage_paid", { E: 1, D: 2, C: 3, B: 4, A: 5 }],
  "7616258": ["living_wage_commitment", { No: 1, Partial: 3, Yes: 5 }],
  "7624093": ["living_wage_plan", { No: 1, Partial: 3, Yes: 5 }],
  "7616271": ["labour_cost", { No: 1, Yes: 5, "Yes ACT": 5, "Yes Fair Wear Foundation": 5, "Yes Other": 5 }],
  "5780639": ["transparency", { "0.0": 1, "2.5": 2, "5.0": 3, "7.5": 4, "10.0": 5 }],
};

function readFashionChecker(folder: string): RawCompany[] {
  interface Content {
    readonly companies: Record<string, string>;
    readonly answers: Record<string, { company: number; metric: number; value: string }>;
  }
  const content = JSON.parse(readFileSync(path.join(folder, "brand_answers.json"), "utf8")) as Content;
  const judged = new Map<string, Map<string, number[]>>();
  const countries = new Map<string, string>();
  for (const { company, metric, value } of Object.values(content.answers)) {
    const known = FASHION_METRICS[String(metric)];
    if (known) add(judged, String(company), known[0], known[1][value]!);
    else countries.set(String(company), value);
  }
  return Object.keys(content.companies).map((id) => ({
    id,
    country: countries.get(id)!,
    judgements: judged.get(id) ?? new Map(),
  }));
}

function add(judged: Map<string, Map<string, number[]>>, company: string, pillar: string, rank: number): void {
  const pillars = judged.get(company) ?? new Map<string, number[]>();
  judged.set(company, pillars.set(pillar, [...(pillars.get(pillar) ?? []), rank]));
}
