import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { readCsvObjects } from "../fixtures/csv.ts";
import type { OpenedDataset } from "../../src/intake/open-dataset.ts";
import { openGood, rowsOf, writeDataset } from "./open-folder.ts";

/**
 * Three published datasets, recounted here from the raw files without the intake's SQL or parsers.
 */

const DATASETS = new URL("../fixtures/datasets/", import.meta.url);
const RAW = new URL("../../../shared/data/", import.meta.url);

function raw(path: string): URL {
  return new URL(path, RAW);
}

function readText(path: string): string {
  return readFileSync(raw(path), "utf8");
}

function skipUnless(path: string): { skip: string | false } {
  return { skip: existsSync(raw(path)) ? false : `the raw files are not here: ${fileURLToPath(raw(path))}` };
}

function openReal(name: string, data: string): Promise<OpenedDataset> {
  return openGood(fileURLToPath(new URL(name, DATASETS)), { dataFolder: fileURLToPath(raw(data)) });
}

/** How often each text occurs, as sorted lines. */
function tally(texts: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${text}: ${count}`).toSorted();
}

/** The judgements in the clean tables as company, pillar and band, counted. */
async function cleanTally(dataset: OpenedDataset): Promise<string[]> {
  const rows = await rowsOf(
    dataset,
    "SELECT c.id, j.pillar, j.band FROM clean.judgement j JOIN clean.company c USING (company)",
  );
  const { pillars, scale } = dataset.facts;
  return tally(
    rows.map(([id, pillar, band]) => [id, pillars[Number(pillar)]?.id, scale.bands[Number(band) - 1]?.id].join(" / ")),
  );
}

async function countsBy(dataset: OpenedDataset, column: string): Promise<Record<string, number>> {
  const rows = await rowsOf(dataset, `SELECT ${column}, count(*)::INTEGER FROM clean.company GROUP BY ${column}`);
  return Object.fromEntries(rows) as Record<string, number>;
}

const sortedCounts = (counts: Record<string, number>): number[] => Object.values(counts).toSorted((a, b) => a - b);

const WBA = "wba-gender-2024/genderassessment.csv";
const WBA_AREAS: Readonly<Record<string, string>> = {
  governance:
    "strategic_action gender_targets gender_due_diligence grievance_mechanisms stakeholder_engagement corrective_action",
  representation:
    "gender_leadership development_recruitment employee_data_by_sex supply_chain_gender_leadership enabling_environment_union_rights gender_procurement",
  compensation: "gender_pay_gap carer_leave_paid childcare_support flex_work living_wage_supply_chain",
  health: "health_safety health_safety_supply_chain",
  violence: "violence_prevention violence_remediation",
};

describe("WBA Gender Assessment 2023/2024", skipUnless(WBA), () => {
  it("has the companies, countries and sectors of the file, and every indicator of every company", async () => {
    const dataset = await openReal("wba-gender-2024", "wba-gender-2024");
    const rows = readCsvObjects(readText(WBA));
    assert.equal(rows.length, 2000);
    const tidy = (name: string): string => name.replaceAll("\u00a0", " ").trim();
    const expected = rows.flatMap((row) =>
      Object.entries(WBA_AREAS).flatMap(([pillar, indicators]) =>
        indicators
          .split(" ")
          .map(
            (indicator) =>
              `${tidy(row["company"]!)} / ${pillar} / points-${String(Number(row[indicator])).replace(".", "-")}`,
          ),
      ),
    );
    assert.equal(expected.length, 42_000);
    assert.deepEqual(await cleanTally(dataset), tally(expected));

    const countries = await countsBy(dataset, "country");
    const { US, CN, JP, IN, GB, KR, EG, HK, TW, IR, CD, CG, VE, PS, CI, TR } = countries;
    assert.deepEqual([US, CN, JP, IN, GB], [450, 229, 148, 92, 82]);
    const inFile = (name: string): number => rows.filter(({ country }) => country === name).length;
    assert.deepEqual(
      [KR, EG, HK, TW, IR, CD, CG, VE, PS, CI, TR],
      [
        "Korea, Rep.",
        "Egypt, Arab Rep.",
        "Hong Kong SAR, China",
        "Taiwan, China",
        "Iran, Islamic Rep.",
        "Congo, Dem. Rep.",
        "Congo, Rep.",
        "Venezuela, RB",
        "West Bank and Gaza",
        "Côte d’Ivoire",
        "Türkiye",
      ].map(inFile),
    );
    assert.deepEqual(
      sortedCounts(countries),
      sortedCounts(Object.fromEntries(rows.map(({ country }) => [country, inFile(country!)]))),
    );
    assert.equal(Object.keys(countries).length, 87);

    const sectors = await countsBy(dataset, "sector");
    assert.equal(Object.keys(sectors).length, 37);
    assert.equal(sectors["industry-not-stated"], 5);
    assert.deepEqual(await rowsOf(dataset, "SELECT label FROM clean.sector WHERE slug = 'freight-and-logistics'"), [
      ["Freight & Logistics"],
    ]);
    assert.deepEqual(
      await rowsOf(
        dataset,
        "SELECT count(*)::INTEGER FROM clean.company WHERE name <> trim(name) OR contains(name, chr(160))",
      ),
      [[0]],
    );
  });
});

const RDR = "rdr-index/elements-2022";

interface RdrElement {
  readonly name: string;
  readonly value: string;
  readonly score: number | string;
}

function rdrElements(): { company: string; service: string; element: RdrElement }[] {
  return readdirSync(raw(RDR)).flatMap((file) => {
    const companies = JSON.parse(readText(`${RDR}/${file}`)) as Record<string, Record<string, RdrElement[]>>;
    return Object.entries(companies).flatMap(([company, services]) =>
      Object.entries(services).flatMap(([service, elements]) =>
        elements.map((element) => ({ company, service, element })),
      ),
    );
  });
}

describe("RDR Big Tech Scorecard 2022", skipUnless(RDR), () => {
  it("has every element that applies, the reversed ones turned, and the services as products", async () => {
    const dataset = await openReal("rdr-2022", "rdr-index");
    const elements = rdrElements();
    assert.equal(elements.length, 14_514);
    const pillarOf: Record<string, string> = { G: "governance", F: "freedom_of_expression", P: "privacy" };
    const bandOf = ({ name, value }: RdrElement): string | null => {
      // The only reversed element: whether users must show an identity document.
      const turned = name === "F11.01" ? ({ Yes: "No", No: "Yes" }[value] ?? value) : value;
      return { Yes: "yes", Partial: "partial", No: "no", "No Disclosure Found": "no" }[turned] ?? null;
    };
    const expected = elements.flatMap(({ company, element }) => {
      const band = bandOf(element);
      return band === null ? [] : [`${company} / ${pillarOf[element.name[0]!]} / ${band}`];
    });
    assert.equal(expected.length, 14_514 - 2601);
    assert.deepEqual(await cleanTally(dataset), tally(expected));
    assert.equal(elements.filter(({ element }) => element.value === "Yes" && element.score === 0).length, 16);

    const services = readCsvObjects(readText("rdr-index/csv/2022-service-specs.csv")).filter(
      (row) => !["Group", "OpCom"].includes(row["Class"]!),
    );
    const products = await rowsOf(
      dataset,
      "SELECT c.id || ' / ' || p.name FROM clean.product p JOIN clean.company c USING (company)",
    );
    assert.deepEqual(
      products.flat().map(String).toSorted(),
      services.map((row) => `${row["CompanyClean"]} / ${row["Label"]}`).toSorted(),
    );
    assert.equal(products.length, 43);
    assert.deepEqual(await countsBy(dataset, "country"), { CN: 3, US: 7, KR: 2, RU: 2 });
  });
});

const FASHION = "fashionchecker/brand_answers.json";

interface FashionAnswers {
  readonly companies: Record<string, string>;
  readonly answers: Record<string, { readonly company: number; readonly metric: number; readonly value: string }>;
}

describe("FashionChecker 2021", skipUnless(FASHION), () => {
  it("has five metrics on one scale, and the brands as products", async () => {
    const dataset = await openReal("fashionchecker", "fashionchecker");
    const { companies, answers } = JSON.parse(readText(FASHION)) as FashionAnswers;
    const bands = ["none", "little", "half", "most", "full"];
    const metrics: Record<number, readonly [string, (value: string) => number]> = {
      5990097: ["living_wage_paid", (value) => "EDCBA".indexOf(value)],
      7616258: ["living_wage_commitment", (value) => ["No", "", "Partial", "", "Yes"].indexOf(value)],
      7624093: ["living_wage_plan", (value) => ["No", "", "Partial", "", "Yes"].indexOf(value)],
      7616271: ["labour_cost", (value) => (value === "No" ? 0 : value.startsWith("Yes") ? 4 : -1)],
      5780639: ["transparency", (value) => Number(value) / 2.5],
    };
    const expected = Object.values(answers).flatMap(({ company, metric, value }) => {
      const [pillar, place] = metrics[metric] ?? [];
      return pillar === undefined || place === undefined ? [] : [`${company} / ${pillar} / ${bands[place(value)]}`];
    });
    assert.equal(expected.length, 1155);
    assert.deepEqual(await cleanTally(dataset), tally(expected));
    assert.equal(dataset.counts.companies, Object.keys(companies).length);

    const { US, GB, IT, DE, KR, TR, VG } = await countsBy(dataset, "country");
    assert.deepEqual([US, GB, IT, DE, KR, TR, VG], [70, 28, 25, 22, 2, 1, 1]);

    const { items } = JSON.parse(readText("fashionchecker/sub_brands.json")) as {
      items: { subject_company_id: number; object_company_id: number; object_company: string }[];
    };
    const pairs = new Set(
      items.map(({ subject_company_id, object_company_id }) => `${subject_company_id}-${object_company_id}`),
    );
    assert.equal(items.length, 494);
    assert.deepEqual(
      [dataset.counts.products, dataset.counts.duplicateProducts],
      [pairs.size, items.length - pairs.size],
    );
    assert.deepEqual(
      (await rowsOf(dataset, "SELECT id FROM clean.product")).flat().map(String).toSorted(),
      [...pairs].toSorted(),
    );
  });
});

const FORTUNE = "lists/fortune500.utf16le.csv";

describe("a list in UTF-16", skipUnless(FORTUNE), () => {
  it("is read by intake.sql with the encoding that it names", async () => {
    const folder = writeDataset({
      "intake.sql": `
        CREATE VIEW companies AS SELECT company_name AS id, company_name AS name, 'US' AS country, sector
        FROM read_csv(getvariable('data') || '/fortune500.utf16le.csv', encoding = 'utf-16', all_varchar = true);
        CREATE VIEW judgements AS SELECT id AS company, 'water' AS pillar, 'low' AS band FROM companies;`,
    });
    const dataset = await openGood(folder, { dataFolder: fileURLToPath(raw("lists")) });
    assert.deepEqual([dataset.counts.companies, dataset.counts.judgements], [500, 500]);
    assert.deepEqual(await rowsOf(dataset, "SELECT count(*)::INTEGER FROM clean.company WHERE name <> trim(name)"), [
      [0],
    ]);
  });
});
