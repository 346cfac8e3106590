import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { literal, openIntakeDatabase } from "../../src/intake/intake-database.ts";
import { createDateReader } from "../../src/intake/read-judgements.ts";
import { judgedOnText } from "../../src/trust/judged-on.ts";
import { DATASET_FILE, makeFolder, open, openGood, rowsOf, writeDataset } from "./open-folder.ts";

/** Files as spreadsheets and people leave them. */

const COMPANIES = "id,name,country,sector\nc1,One,FR,Food\n";
const JUDGEMENTS = "company,pillar,band,judged_on\nc1,water,low,2026-01-31\n";

type Files = Readonly<Record<string, string | Uint8Array>>;

describe("all problems at once", () => {
  const tables = {
    "companies.csv": `${COMPANIES}c2,Two,Atlantis,Food\n`,
    "products.csv": "name,company\nSoap,c1\nBread,c9\n",
    "judgements.csv":
      "company,pillar,band,judged_on\nc1,water,low,soon\nc9,water,low,\nc1,wine,low,\nc1,pay,fine,\n,pay,,\n",
  };
  const COMPANY_ROWS = ["unknown_country companies.csv line 3"];
  const PRODUCT_ROWS = ["unknown_company products.csv line 3"];
  const ROWS_WITHOUT_REFERENCES = [
    "missing_value judgements.csv line 6",
    "missing_value judgements.csv line 6",
    "bad_date judgements.csv line 2",
  ];
  const UNKNOWN_COMPANY = "unknown_company judgements.csv line 3";
  const UNKNOWN_PILLAR = "unknown_pillar judgements.csv line 4";
  const UNKNOWN_BAND = "unknown_band judgements.csv line 5";

  /** The kinds and places of all problems, in the order of the alphabet, and the notices. */
  async function told(files: Files): Promise<{ lines: string[]; notices: readonly string[] }> {
    const folder = writeDataset(files);
    const { ok, problems } = await open(folder, { skipBadRows: true });
    assert.equal(ok, false, "no row that is left out makes up for it");
    const lines = problems.kinds.flatMap(({ kind, shown }) =>
      shown.map(({ file, place }) => `${kind} ${file} ${place}`.trim()),
    );
    assert.equal(problems.total, lines.length);
    return { lines: lines.toSorted(), notices: problems.notices };
  }

  const withChange = (change: object): Files => ({
    ...tables,
    "dataset.json": JSON.stringify({ ...DATASET_FILE, ...change }),
  });

  test("also where dataset.json is no JSON, or is missing", async () => {
    for (const [content, problem] of [
      ["{", "invalid_json dataset.json line 1"],
      ['["no", "object"]', "invalid_dataset_file dataset.json /"],
    ] as const) {
      const { lines, notices } = await told({ ...tables, "dataset.json": content });
      assert.deepEqual(
        lines,
        [problem, ...COMPANY_ROWS, ...PRODUCT_ROWS, ...ROWS_WITHOUT_REFERENCES, UNKNOWN_COMPANY].toSorted(),
      );
      assert.deepEqual(notices, [
        "Bands and pillars were not checked, nor which judgements conflict, because dataset.json has problems.",
      ]);
    }
  });

  test("also where another part of dataset.json is wrong than the one that a check needs", async () => {
    const rows = [...COMPANY_ROWS, ...PRODUCT_ROWS, ...ROWS_WITHOUT_REFERENCES, UNKNOWN_COMPANY];
    const licence = await told(withChange({ licence: "CC BY 4.0", monitored: ["FR", "ZZ"] }));
    const problems = ["invalid_dataset_file dataset.json /licence", "unknown_country dataset.json /monitored/1"];
    assert.deepEqual(licence.lines, [...problems, ...rows, UNKNOWN_PILLAR, UNKNOWN_BAND].toSorted());
    assert.deepEqual(licence.notices, []);
    const scale = await told(withChange({ scale: { id: "none", bands: [] } }));
    assert.deepEqual(
      scale.lines,
      ["invalid_dataset_file dataset.json /scale/bands", ...rows, UNKNOWN_PILLAR].toSorted(),
    );
    assert.deepEqual(scale.notices, [
      "Bands were not checked, nor which judgements conflict, because dataset.json has problems.",
    ]);
    const pillar = { id: "water", label: "Water use" };
    const pillars = await told(withChange({ pillars: [pillar, pillar], year: "2026" }));
    const repeated = ["id", "label"].map((member) => `repeated_name dataset.json /pillars/1/${member}`);
    assert.deepEqual(
      pillars.lines,
      ["invalid_dataset_file dataset.json /year", ...repeated, ...rows, UNKNOWN_BAND].toSorted(),
    );
  });

  test("also where the companies cannot be read: none is called unknown", async () => {
    const rest = [...ROWS_WITHOUT_REFERENCES, UNKNOWN_PILLAR, UNKNOWN_BAND];
    const badBytes = Buffer.concat([Buffer.from(COMPANIES), Buffer.of(0x81)]);
    for (const [files, problems] of [
      [{ "companies.csv": badBytes }, [`bad_encoding companies.csv byte ${COMPANIES.length}`]],
      [{ "companies.csv": "id,name,country\nc1,One,FR\n" }, ["missing_column companies.csv header"]],
      [{ "companies-2.csv": badBytes }, [...COMPANY_ROWS, `bad_encoding companies-2.csv byte ${COMPANIES.length}`]],
    ] as const) {
      const { lines, notices } = await told({ ...tables, ...files });
      assert.deepEqual(lines, [...problems, ...rest].toSorted());
      assert.deepEqual(notices, [
        "The companies that other tables name were not checked, because not all of the companies could be read.",
      ]);
    }
    const { "companies.csv": _, ...others } = tables;
    assert.deepEqual((await told(others)).lines, ["missing_table null", ...rest].toSorted());
  });

  test("also where a view of intake.sql cannot be read", async () => {
    const { "companies.csv": companies, ...others } = tables;
    const sql = (columns: string): string =>
      `CREATE VIEW companies AS SELECT ${columns} FROM read_csv(getvariable('data') || '/raw.csv', all_varchar = true);`;
    const rest = [...ROWS_WITHOUT_REFERENCES, UNKNOWN_PILLAR, UNKNOWN_BAND];
    for (const [columns, problem] of [
      ["id, name, country", "missing_column the view companies of intake.sql header"],
      ["id, name, country, sector::INTEGER AS sector", "sql_failed intake.sql line 1 (view companies)"],
    ] as const) {
      const { lines } = await told({ ...others, "raw.csv": companies, "intake.sql": sql(columns) });
      assert.deepEqual(lines, [problem, ...rest].toSorted());
    }
  });

  test("in a CSV file with one line for each, those of files in their order", async () => {
    const { problems } = await open(writeDataset(withChange({ year: "x", licence: "CC BY 4.0" })));
    const file = path.join(makeFolder(), "problems.csv");
    await problems.writeCsv(file);
    const [header, ...lines] = readFileSync(file, "utf8").trimEnd().split("\r\n");
    assert.equal(header, "kind,table,column,file,line,place,found,expected,advice");
    assert.equal(lines.length, problems.total);
    assert.match(lines[0]!, /^invalid_dataset_file,dataset\.json,,dataset\.json,,\/year,"""x""",/u);
    assert.match(lines[1]!, /,\/licence,/u);
    assert.match(lines[2]!, /^unknown_country,companies,country,companies\.csv,3,line 3,Atlantis,/u);
  });
});

describe("dates", () => {
  const companies = "id,name,country,sector\n" + Array.from({ length: 6 }, (_, i) => `c${i},N${i},FR,Food\n`).join("");
  const judgements = (dates: readonly string[]): string =>
    `company,pillar,band,judged_on\n${dates.map((date, i) => `c${i},water,low,${date}\n`).join("")}`;

  test("may be a day, a month or a year, and stay so", async () => {
    const dates = ["2023-05-17", " 2023-05 ", "2023", "", "1000", "2024-02"];
    const dataset = await openGood(writeDataset({ "companies.csv": companies, "judgements.csv": judgements(dates) }));
    const numbers = await rowsOf(dataset, "SELECT judged_on FROM clean.judgement ORDER BY company");
    const read = numbers.map(([number]) => judgedOnText(Number(number)));
    assert.deepEqual(read, ["2023-05-17", "2023-05", "2023", null, "1000", "2024-02"]);
  });

  test("are read in the form that dataset.json names, and as YYYY-MM-DD", async (context) => {
    const database = await openIntakeDatabase({ workFolder: makeFolder(), memoryMiB: 64, threads: 1 });
    context.after(() => database.close());
    const { connection } = database;
    await connection.run("CREATE SCHEMA intake");
    for (const [format, dates] of [
      ["DD/MM/YYYY", ["17/05/2023", "7/5/2023", "05/2023", "2023", "2023-05-07", "31/12/1999"]],
      ["DD.MM.YYYY", ["17.05.2023", "7.5.2023", "5.2023", "2023", "2023-05-07", "31.12.1999"]],
      ["DD-MM-YYYY", ["17-05-2023", "7-5-2023", "5-2023", "2023", "2023-05-07", "31-12-1999"]],
      ["MM/DD/YYYY", ["05/17/2023", "5/7/2023", "05/2023", "2023", "2023-05-07", "12/31/1999"]],
      ["MM-DD-YYYY", ["05-17-2023", "5-7-2023", "05-2023", "2023", "2023-05-07", "12-31-1999"]],
      ["YYYY/MM/DD", ["2023/05/17", "2023/5/7", "2023/05", "2023", "2023-05-07", "1999/12/31"]],
      ["YYYY.MM.DD", ["2023.05.17", "2023.5.7", "2023.05", "2023", "2023-05-07", "1999.12.31"]],
    ] as const) {
      await createDateReader(connection, { dates: format });
      const numbers = dates.map((date) => `intake.judged_on(${literal(date)})`).join(", ");
      const rows = (await connection.runAndReadAll(`SELECT unnest([${numbers}])`)).getRows();
      assert.deepEqual(
        rows.map(([number]) => judgedOnText(Number(number))),
        ["2023-05-17", "2023-05-07", "2023-05", "2023", "2023-05-07", "1999-12-31"],
        format,
      );
    }
  });

  test("of another form are told with what to do", async () => {
    const dates = ["13/25/2023", "31/02/2023", "17.05.2023", "2023-05-32", "0999", "soon"];
    const files = { "companies.csv": companies, "judgements.csv": judgements(dates) };
    const named = JSON.stringify({ ...DATASET_FILE, dates: "DD/MM/YYYY" });
    for (const [dataset, expected, advised] of [
      [JSON.stringify(DATASET_FILE), "a date of the years 1000 to 2999 as YYYY-MM-DD, YYYY-MM, YYYY, or nothing", 3],
      [
        named,
        "a date of the years 1000 to 2999 as YYYY-MM-DD, YYYY-MM, YYYY, DD/MM/YYYY as dataset.json says, or nothing",
        0,
      ],
    ] as const) {
      const { problems } = await open(writeDataset({ ...files, "dataset.json": dataset }));
      const [kind] = problems.kinds;
      assert.deepEqual(
        kind?.shown.map(({ found }) => found),
        dates,
      );
      assert.equal(kind?.expected, expected);
      const advice = kind?.shown.filter((row) => row.advice?.includes('"dates": "DD/MM/YYYY"'));
      assert.equal(advice?.length, advised);
    }
  });

  test("of Parquet and of intake.sql may be years, as numbers", async () => {
    const sql = `CREATE VIEW companies AS SELECT 'c0' AS id, 'One' AS name, 'FR' AS country, 'Food' AS sector;
      CREATE VIEW judgements AS SELECT 'c0' AS company, 'water' AS pillar, 'low' AS band, 2023 AS judged_on;`;
    const dataset = await openGood(writeDataset({ "intake.sql": sql }));
    const [[number] = []] = await rowsOf(dataset, "SELECT judged_on FROM clean.judgement");
    assert.equal(judgedOnText(Number(number)), "2023");
  });
});

describe("a file of intake.sql that DuckDB cannot make out", () => {
  test("is named, with what to do", async () => {
    const sql =
      "CREATE VIEW companies AS SELECT * FROM read_csv(getvariable('data') || '/raw/list.csv', delim = ',', " +
      "columns = {'id': 'INTEGER', 'name': 'INTEGER', 'country': 'INTEGER', 'sector': 'INTEGER'});";
    const folder = writeDataset({
      "intake.sql": sql,
      "raw/list.csv": 'a,b\n"x,1\n2,3\n',
      "judgements.csv": JUDGEMENTS,
    });
    const { problems } = await open(folder);
    const { found = "", advice = "" } = problems.kinds[0]?.shown[0] ?? {};
    assert.match(found, /^the file raw\/list\.csv is not laid out as the statement says/u);
    assert.doesNotMatch(found, /search space|Candidates|Possible fixes/u);
    assert.match(advice ?? "", /^Look at its first lines, and say how it is laid out: read_csv/u);
  });
});
