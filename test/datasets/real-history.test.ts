import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import { TestCli } from "../cli/run-cli.ts";
import { readCsv } from "../fixtures/csv.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { ask, type Members } from "../topics/asking.ts";

/** Three editions of the Ranking Digital Rights index, published one after the other. */
const DATA = fileURLToPath(new URL("../../../shared/data/rdr-index", import.meta.url));

/** The year of the scores, the year of the files they are in, and when they were published. */
const EDITIONS = [
  ["2019", "2020", "2019-05-16"],
  ["2020", "2020", "2021-02-24"],
  ["2022", "2022", "2022-04-27"],
] as const;

/** ISO codes of the spellings of the files. */
const CODES: Readonly<Record<string, string>> = {
  China: "CN",
  USA: "US",
  Mexico: "MX",
  Malaysia: "MY",
  India: "IN",
  GER: "DE",
  UAE: "AE",
  "South Korea": "KR",
  Russia: "RU",
  "South Africa": "ZA",
  Qatar: "QA",
  France: "FR",
  Spain: "ES",
  Norway: "NO",
  UK: "GB",
};

const PILLARS = ["G", "F", "P"];

/** Bands of 20 points each. */
const BANDS = ["lowest", "low", "middle", "high", "highest"];

function writeDataset(year: string, files: string): string {
  const folder = path.join(newTemporaryFolder(), `rdr-${year}`);
  mkdirSync(folder);
  const facts = {
    title: "Corporate Accountability Index",
    publisher: "Ranking Digital Rights",
    year: Number(year),
    licence: "CC-BY-4.0",
    notice: "A test mapping: scores are cut into five bands.",
    scale: { id: "rdr-fifths", bands: BANDS.map((id) => ({ id, label: id })) },
    pillars: PILLARS.map((id) => ({ id: id.toLowerCase(), label: id })),
    ranking: { minimum_companies: 2 },
  };
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
  const codes = Object.entries(CODES).map(([spelling, code]) => `WHEN '${spelling}' THEN '${code}'`);
  const specs = `read_csv(getvariable('data') || '/csv/${files}-company-specs.csv', all_varchar = true)`;
  const bands = BANDS.map((id, index) => `WHEN least(floor(Score::DOUBLE / 20), 4) = ${index} THEN '${id}'`);
  const sql = `
CREATE VIEW companies AS
  SELECT id, company AS name, CASE country ${codes.join(" ")} END AS country, subtype AS sector FROM ${specs};
CREATE VIEW judgements AS
  SELECT specs.id AS company, lower(Category) AS pillar, CASE ${bands.join(" ")} END AS band
  FROM read_csv(getvariable('data') || '/csv/${files}-categories.csv', all_varchar = true) AS scores
  JOIN ${specs} AS specs ON specs.companyClean = scores.Company
  WHERE "Index" = '${year}' AND Score <> 'NA';
`;
  writeFileSync(path.join(folder, "intake.sql"), sql);
  return folder;
}

/** A company of an edition, read in plain code: its levels, one a pillar that has a score. */
interface RawCompany {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly sector: string;
  readonly levels: readonly number[];
}

function readEdition(year: string, files: string): RawCompany[] {
  const table = (name: string) =>
    readCsv(readFileSync(path.join(DATA, "csv", `${files}-${name}.csv`), "utf8")).slice(1);
  const scores = table("categories").filter(([index, , , score]) => index === year && score !== "NA");
  return table("company-specs").map(([name = "", clean, sector = "", , , spelling = "", id = ""]) => {
    const own = scores.filter(([, company]) => company === clean);
    const levels = own.map(([, , , score]) => Math.min(Math.floor(Number(score) / 20), 4) + 1);
    return { id, name, country: CODES[spelling] ?? "", sector, levels };
  });
}

/** The lower of the two middle ones. */
function lowerMiddle(levels: readonly number[]): number | null {
  return levels.toSorted((a, b) => a - b)[Math.ceil(levels.length / 2) - 1] ?? null;
}

function countLevels(levels: readonly number[]): Record<string, number> {
  return Object.fromEntries(BANDS.map((id, index) => [id, levels.filter((level) => level === index + 1).length]));
}

const skip = existsSync(DATA) ? false : `the real dataset is not there: ${DATA}`;

describe("three real editions, published one after the other", { skip }, () => {
  const cli = new TestCli();
  const editions = skip === false ? EDITIONS.map(([year, files]) => readEdition(year, files)) : [];
  let releases: KeptReleases;

  before(async () => {
    for (const [year, files, day] of EDITIONS) {
      cli.now = new Date(`${day}T10:00:00Z`);
      const { status, said } = await cli.publish(writeDataset(year, files), "--data", DATA);
      assert.equal(status, 0, said);
    }
    const onError = (error: unknown): void => assert.fail(String(error));
    releases = new KeptReleases({
      store: new ReleaseStore(cli.dataFolder, () => cli.now),
      pollMilliseconds: 60_000,
      onError,
    });
  });
  after(async () => {
    releases.close();
    await cli.remove();
  });

  /** Holds the entries of an area against a recount of its companies in each edition. */
  function checkArea(items: readonly Members[], belongs: (company: RawCompany) => boolean): void {
    const recounted = editions.map((companies) => {
      const own = companies.filter(belongs);
      const medians = own.flatMap(({ levels }) => lowerMiddle(levels) ?? []);
      return [own.length, medians.length, lowerMiddle(medians), countLevels(medians)];
    });
    const published = items.map((item) => [
      item.listed_companies,
      item.judged_companies,
      item.median_level,
      item.distribution,
    ]);
    assert.deepEqual(published, recounted);
  }

  test("give each country the history that a recount of the files gives", () => {
    const codes = new Set(editions.flat().map(({ country }) => country));
    assert.equal(codes.size, 15);
    for (const code of codes) {
      const { items } = ask("get_country_history", { slug: code }, releases);
      checkArea(items, ({ country }) => country === code);
      // Ranked by hand: how many ranked countries stand higher.
      const ranks = editions.map((companies) => {
        const medians = [...Map.groupBy(companies, ({ country }) => country)].flatMap(([country, own]) => {
          const judged = own.flatMap(({ levels }) => lowerMiddle(levels) ?? []);
          return judged.length < 2 ? [] : [[country, lowerMiddle(judged) ?? 0] as const];
        });
        const median = new Map(medians).get(code);
        return median === undefined ? null : 1 + medians.filter(([, other]) => other > median).length;
      });
      assert.deepEqual(
        items.map(({ rank }) => rank),
        ranks,
      );
    }
  });

  test("and each sector", () => {
    for (const slug of ["internet", "ecommerce", "telcos"]) {
      checkArea(ask("get_sector_history", { slug }, releases).items, ({ sector }) => sector === slug);
    }
  });

  test("and each company, also where its name changed", () => {
    const ids = new Set(editions.flat().map(({ id }) => id));
    assert.equal(ids.size, 26);
    for (const id of ids) {
      const own = editions.map((companies) => companies.find((company) => company.id === id));
      const history = ask("get_company_history", { slug: id }, releases);
      assert.equal(history.name, own.findLast((company) => company !== undefined)?.name);
      assert.deepEqual(
        history.items.map((item) => [item.judgement_count, item.median_level, item.distribution, item.reasons["href"]]),
        own.map((company) => {
          const levels = company?.levels ?? [];
          const missing = company === undefined ? "not_in_release" : undefined;
          return [levels.length, lowerMiddle(levels), countLevels(levels), missing];
        }),
      );
    }
    const meta = ask("get_company_history", { slug: "meta" }, releases);
    assert.match(String(meta.items[0]?.["href"]), /\/companies\/facebook\?release=2019-05-16-/u);
  });

  test("have no break between them, and say in words what became of what the last one dropped", () => {
    const spain = ask("get_country_history", { slug: "spain" }, releases);
    assert.deepEqual(
      spain.items.map(({ reasons }) => reasons["break"]),
      ["first_release", "same_method", "same_method"],
    );
    assert.equal(
      spain["summary"],
      "The release of 27 April 2022, the newest here, lists no company of Spain. No release before gives it a band.",
    );
  });
});
