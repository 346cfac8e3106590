import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DATASET_FILE, open, openGood, writeDataset } from "./open-folder.ts";

/** Files as spreadsheets and people leave them. */

const COMPANIES = "id,name,country,sector\nc1,One,FR,Food\n";
const JUDGEMENTS = "company,pillar,band,judged_on\nc1,water,low,2026-01-31\n";

/** All problems as lines of their kind, place, what was found and what was expected. */
async function problemsOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  const { ok, problems } = await open(writeDataset(files));
  assert.equal(ok, problems.total === 0);
  return problems.kinds.flatMap(({ kind, shown }) =>
    shown.map(({ file, place, found, expected }) => `${kind} ${file} ${place}: ${found}; ${expected}`),
  );
}

describe("rows of empty cells", () => {
  test("are passed over in every table, and the lines of others stay right", async () => {
    const companies = "id;name;country;sector\n;;;\nc1;One;FR;Food\n ; ;;\n;;;\n;;;;;;\n;\nc2;Two;Atlantis;Food\n;;;\n";
    const judgements = "company,pillar,band\n,,\nc1,water,low\n,,,,,\nc1,water,wrong\n,,\n";
    const products = "name,company\n,\nSoap,c1\n,\n,c1\n";
    const lines = await problemsOf({
      "companies.csv": companies,
      "judgements.csv": judgements,
      "products.csv": products,
    });
    assert.deepEqual(
      lines.map((line) => line.replace(/:.*/su, "")),
      [
        "unknown_country companies.csv line 8",
        "missing_value products.csv line 5",
        "unknown_band judgements.csv line 5",
      ],
    );
  });

  test("and delimiters at the end of a line do no harm", async () => {
    const judgements = "company,pillar,band\nc1,water,low,,,\nc1,pay,wrong,,\nc1,pay,low,,x\n";
    const lines = await problemsOf({ "companies.csv": COMPANIES, "judgements.csv": judgements });
    assert.deepEqual(lines.map((line) => line.replace(/;.*/su, "")).toSorted(), [
      "malformed_row judgements.csv line 4: 5 fields",
      "unknown_band judgements.csv line 3: wrong",
    ]);
  });

  test("count as nothing", async () => {
    const { counts } = await openGood(
      writeDataset({
        "companies.csv": `${COMPANIES},,,\n,,,\n`,
        "judgements.csv": `${JUDGEMENTS},,,\n`,
        "products.ndjson": '{"name":"Soap","company":"c1"}\n{}\n{"name":" ","company":""}\n',
      }),
    );
    assert.deepEqual([counts.companies, counts.judgements, counts.products], [1, 1, 1]);
    assert.deepEqual(counts.skippedRows, { companies: 0, products: 0, judgements: 0 });
  });
});

describe("dataset.json", () => {
  const withChange = (change: object) => ({
    "companies.csv": COMPANIES,
    "judgements.csv": JUDGEMENTS,
    "dataset.json": JSON.stringify({ ...DATASET_FILE, ...change }),
  });

  test("a wrong licence is answered with SPDX identifiers", async () => {
    for (const licence of ["CC BY 4.0", "Creative Commons (BY)", ""])
      assert.deepEqual(await problemsOf(withChange({ licence })), [
        `invalid_dataset_file dataset.json /licence: ${JSON.stringify(licence)}; ` +
          "an SPDX identifier of https://spdx.org/licenses/, such as CC-BY-4.0, CC0-1.0 or ODbL-1.0",
      ]);
  });

  test("labels are the same whatever the spaces in and around them", async () => {
    const pillars = [
      { id: "water", label: "Water use" },
      { id: "pay", label: " water\u00a0 use " },
    ];
    assert.deepEqual(await problemsOf(withChange({ pillars })), [
      'repeated_name dataset.json /pillars/1/label: " water\u00a0 use "; ids and labels that /pillars/0 does not have',
    ]);
    const { facts } = await openGood(writeDataset(withChange({ pillars: [{ id: "water", label: "  Water  use " }] })));
    assert.equal(facts.pillars[0]!.label, "Water use");
  });
});

describe("a day that has not come yet", () => {
  test("is published with a notice", async () => {
    const judgements = `${JUDGEMENTS}c1,pay,low,2026-11-20\nc1,pay,high,2126-01-31\nc1,water,high,2026-11-21\n`;
    const result = await open(writeDataset({ "companies.csv": COMPANIES, "judgements.csv": judgements }));
    assert.ok(result.ok);
    result.dataset.close();
    assert.deepEqual(result.problems.notices.slice(1), [
      "2 judgements are dated after today, 2026-11-20, up to 2126-01-31: check judged_on; such days do not count for as_of",
    ]);
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
    assert.match(found, /^the file \S+raw\/list\.csv is not laid out as the statement says/u);
    assert.doesNotMatch(found, /search space|Candidates|Possible fixes/u);
    assert.match(advice ?? "", /^Look at its first lines, and say how it is laid out: read_csv/u);
  });
});
