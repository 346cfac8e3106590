import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { slugify } from "../../src/atlas/slug.ts";
import { copyNextEdition } from "../demo/next-edition.ts";
import { DEMO } from "../over-data-folder.ts";
import { readCsv } from "../../test/fixtures/csv.ts";
import { MADE_DATASETS, toCsv, writeMadeDataset } from "./made-datasets.ts";

/** A dataset that pictures are taken of. */
export interface GalleryDataset {
  readonly name: string;
  /** The folder of its real data, which not every machine has; null for none. */
  readonly needs: string | null;
  /**
   * Writes what is missing into an empty folder. Returns the words of `publish` for each of its
   * editions, the oldest first.
   */
  readonly prepare: (folder: string, run: (...words: string[]) => Promise<string>) => Promise<readonly Words[]>;
}

type Words = readonly string[];

const SHARED = fileURLToPath(new URL("../../../shared/data", import.meta.url));
const FIXTURES = fileURLToPath(new URL("../../test/fixtures/datasets", import.meta.url));

const GENDER_ASSESSMENT = path.join(SHARED, "wba-gender-2024");

/** The datasets that every picture is judged by: real, extreme, and the demonstration. */
export const GALLERY_DATASETS: readonly GalleryDataset[] = [
  mapped("wba-five-bands", GENDER_ASSESSMENT, writeFiveBands),
  {
    name: "wba-21-indicators",
    needs: GENDER_ASSESSMENT,
    async prepare(folder, run) {
      const bands = "None=0 < Little=0.5|1 < Some=1.5|2 < Much=2.5|3|4";
      const file = path.join(GENDER_ASSESSMENT, "genderassessment.csv");
      const named = ["--title", "Gender Assessment, 21 indicators", "--publisher", "World Benchmarking Alliance"];
      await run("init", file, "--into", folder, "--bands", bands, ...named);
      return [[folder, "--data", GENDER_ASSESSMENT]];
    },
  },
  {
    name: "rdr",
    needs: path.join(SHARED, "rdr-index"),
    prepare: async () => [[path.join(FIXTURES, "rdr-2022"), "--data", path.join(SHARED, "rdr-index")]],
  },
  mapped("open-data-index", path.join(SHARED, "raw", "godi-entries"), writeOpenDataIndex),
  mapped("us-hospitals", path.join(SHARED, "raw", "us-hospitals"), writeHospitals),
  ...MADE_DATASETS.map((made): GalleryDataset => {
    return {
      name: made.name,
      needs: null,
      async prepare(folder) {
        writeMadeDataset(folder, made);
        return [[folder]];
      },
    };
  }),
  demonstration("demonstration", (table) => table),
  demonstration("without-sectors", withoutSectors),
  demonstration("four-years-older", (table) => table.map((row) => row.map(fourYearsBefore))),
];

type Table = readonly (readonly string[])[];

/** Both editions of the demonstration, with `change` made to their tables. */
function demonstration(name: string, change: (table: Table) => Table): GalleryDataset {
  return {
    name,
    needs: null,
    async prepare(folder) {
      const editions = [path.join(folder, "edition"), path.join(folder, "next-edition")] as const;
      cpSync(DEMO, editions[0], { recursive: true });
      copyNextEdition(DEMO, editions[1]);
      for (const edition of editions)
        for (const file of ["companies.csv", "judgements.csv", "replies.csv"].map((table) => path.join(edition, table)))
          writeFileSync(file, toCsv(change(readCsv(readFileSync(file, "utf8")))));
      return editions.map((edition) => [edition]);
    },
  };
}

function withoutSectors(table: Table): Table {
  const column = table[0]?.indexOf("sector") ?? -1;
  return column < 0 ? table : table.map((row, index) => (index === 0 ? row : row.with(column, "")));
}

/** The same date four years before; any other text as it is. */
function fourYearsBefore(cell: string): string {
  return cell.replace(/^20\d\d(?=(?:-\d\d)*$)/u, (year) => String(Number(year) - 4));
}

/** A dataset by its name, or as `<folder>` or `<folder>=<folder of its files>`. */
export function findDataset(text: string): GalleryDataset {
  const known = GALLERY_DATASETS.find(({ name }) => name === text);
  if (known !== undefined) return known;
  const [folder = "", files] = text.split("=");
  if (!existsSync(folder)) throw new Error(`${text} is no folder, and none of ${namesOf(GALLERY_DATASETS)}`);
  const words = files === undefined ? [folder] : [folder, "--data", files];
  return { name: path.basename(folder), needs: null, prepare: async () => [words] };
}

export function namesOf(datasets: readonly GalleryDataset[]): string {
  return datasets.map(({ name }) => name).join(", ");
}

/** Real data with a mapping that is written for these pictures alone. */
function mapped(name: string, data: string, write: (folder: string) => void): GalleryDataset {
  return {
    name,
    needs: data,
    async prepare(folder) {
      mkdirSync(folder, { recursive: true });
      write(folder);
      return [[folder, "--data", data]];
    },
  };
}

function writeMapping(folder: string, facts: Readonly<Record<string, unknown>>, sql: string): void {
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify({ homepage: null, notice: null, ...facts }));
  writeFileSync(path.join(folder, "intake.sql"), sql);
}

/** The share of the points of each area, cut at 10, 20, 40 and 60 %; three companies get a rank. */
function writeFiveBands(folder: string): void {
  const bands = ["Very weak", "Weak", "Middling", "Good", "Strong"];
  const facts = {
    title: "Gender Assessment 2023–2024",
    publisher: "World Benchmarking Alliance",
    year: 2024,
    licence: "CC-BY-4.0",
    notice: "Test mapping: points of the World Benchmarking Alliance, cut into five bands that are not its own.",
    scale: { id: "cuts", bands: bands.map((label, index) => ({ id: `cut-${index + 1}`, label })) },
    pillars: [
      { id: "governance", label: "Governance and strategy" },
      { id: "representation", label: "Representation" },
      { id: "compensation", label: "Compensation and benefits" },
      { id: "health", label: "Health and well-being" },
      { id: "violence", label: "Violence and harassment" },
    ],
    ranking: { minimum_companies: 3 },
  };
  writeMapping(
    folder,
    facts,
    `CREATE TABLE assessment AS SELECT * FROM read_csv(getvariable('data') || '/genderassessment.csv', all_varchar = true);
CREATE MACRO company_id(name) AS trim(replace(name, chr(160), ' '));
CREATE VIEW companies AS
  SELECT company_id(company) AS id, company AS name, country, coalesce(nullif(trim(industry), ''), 'Industry not stated') AS sector
  FROM assessment;
CREATE TABLE area AS SELECT unnest(indicators) AS indicator, pillar FROM (VALUES
  ('governance', ['strategic_action', 'gender_targets', 'gender_due_diligence', 'grievance_mechanisms', 'stakeholder_engagement', 'corrective_action']),
  ('representation', ['gender_leadership', 'development_recruitment', 'employee_data_by_sex', 'supply_chain_gender_leadership', 'enabling_environment_union_rights', 'gender_procurement']),
  ('compensation', ['gender_pay_gap', 'carer_leave_paid', 'childcare_support', 'flex_work', 'living_wage_supply_chain']),
  ('health', ['health_safety', 'health_safety_supply_chain']),
  ('violence', ['violence_prevention', 'violence_remediation'])) t(pillar, indicators);
CREATE TABLE points AS SELECT company_id(company) AS company, year, indicator, pillar, points::DOUBLE AS points
  FROM (UNPIVOT assessment ON COLUMNS(* EXCLUDE (company, country, region, industry, ownership, year, score, percent_score))
    INTO NAME indicator VALUE points) JOIN area USING (indicator);
CREATE TABLE most AS SELECT indicator, max(points) AS points FROM points GROUP BY ALL;
CREATE VIEW judgements AS
  SELECT company, pillar, 'cut-' || CASE WHEN sum(p.points) / sum(m.points) >= 0.6 THEN 5 WHEN sum(p.points) / sum(m.points) >= 0.4 THEN 4
      WHEN sum(p.points) / sum(m.points) >= 0.2 THEN 3 WHEN sum(p.points) / sum(m.points) >= 0.1 THEN 2 ELSE 1 END AS band,
    make_date(year::INTEGER, 12, 31) AS judged_on
  FROM points p JOIN most m USING (indicator) GROUP BY company, pillar, year;
`,
  );
}

/** Governments as companies: one in each of 140 countries. */
function writeOpenDataIndex(folder: string): void {
  const labels = ["Closed", "Partly closed", "Partly open", "Open"];
  const facts = {
    title: "Global Open Data Index",
    publisher: "Open Knowledge",
    year: 2015,
    licence: "PDDL-1.0",
    scale: { id: "quarters", bands: labels.map((label, index) => ({ id: `quarter-${index}`, label })) },
    pillars: [
      "weather",
      "budget",
      "spending",
      "legislation",
      "elections",
      "companies",
      "emissions",
      "map",
      "timetables",
    ].map((id) => ({ id, label: `${id[0]?.toUpperCase()}${id.slice(1)}` })),
  };
  writeMapping(
    folder,
    facts,
    `CREATE TABLE entry AS SELECT * FROM read_csv(getvariable('data') || '/raw/entries.csv', all_varchar = true);
CREATE VIEW companies AS SELECT id, 'Government of ' || name AS name,
  CASE id WHEN 'ko' THEN 'XK' ELSE upper(id) END AS country, region AS sector
  FROM read_csv(getvariable('data') || '/raw/places.csv', all_varchar = true)
  WHERE length(id) = 2 AND id IN (SELECT place FROM entry);
CREATE VIEW judgements AS SELECT place AS company, dataset AS pillar, make_date(year::INTEGER, 12, 31) AS judged_on,
    'quarter-' || CASE WHEN score::DOUBLE >= 100 THEN 3 WHEN score::DOUBLE >= 50 THEN 2 WHEN score::DOUBLE >= 25 THEN 1 ELSE 0 END AS band
  FROM entry WHERE length(place) = 2
    AND dataset IN ('weather', 'budget', 'spending', 'legislation', 'elections', 'companies', 'emissions', 'map', 'timetables');
`,
  );
}

/** One country with thousands of companies. */
function writeHospitals(folder: string): void {
  const pillars = ["Mortality", "Safety of care", "Readmission", "Patient experience", "Timeliness of care"];
  const facts = {
    title: "Hospital Compare",
    publisher: "Centers for Medicare and Medicaid Services",
    year: 2018,
    licence: "CC0-1.0",
    scale: {
      id: "national",
      bands: ["Below", "Same as", "Above"].map((word) => ({
        id: slugify(word),
        label: `${word} the national average`,
      })),
    },
    pillars: pillars.map((label) => ({ id: slugify(label), label })),
  };
  const columns = pillars.map((label) => `"${label} national comparison"`).join(", ");
  writeMapping(
    folder,
    facts,
    `CREATE TABLE hospital AS SELECT * FROM read_csv(getvariable('data') || '/raw/Hospital General Information.csv', all_varchar = true);
CREATE VIEW companies AS SELECT "Provider ID" AS id, "Hospital Name" AS name, 'US' AS country, "Hospital Type" AS sector FROM hospital;
CREATE VIEW judgements AS
  SELECT "Provider ID" AS company, lower(replace(replace(measure, ' national comparison', ''), ' ', '-')) AS pillar,
    CASE left(said, 5) WHEN 'Below' THEN 'below' WHEN 'Above' THEN 'above' ELSE 'same-as' END AS band
  FROM (UNPIVOT hospital ON ${columns} INTO NAME measure VALUE said) WHERE said <> 'Not Available';
`,
  );
}
