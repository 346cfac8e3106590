import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { quoteCell } from "../../scripts/demo/csv.ts";
import { slugify } from "../../src/atlas/slug.ts";
import { isLei } from "../../src/trust/lei.ts";
import { compareNames, compareText } from "../../src/trust/text-order.ts";
import { ID_LENGTH_MAX, NAME_LENGTH_MAX } from "../../src/intake/row-checks.ts";
import { DATASET_FILE, open, openGood, rowsOf, writeDataset } from "./open-folder.ts";

const JUDGEMENT = (id: string): string => `company,pillar,band\n${id},water,low\n`;

function folderOf(
  rows: readonly (readonly [id: string, name: string, sector?: string])[],
  dataset: object = DATASET_FILE,
): string {
  const lines = rows.map(([id, name, sector]) => [id, name, "FR", sector ?? "Food"].map(quoteCell).join(","));
  return writeDataset({
    "dataset.json": JSON.stringify(dataset),
    "companies.csv": ["id,name,country,sector", ...lines].join("\n"),
    "judgements.csv": JUDGEMENT(rows[0]![0]),
  });
}

describe("slugs of companies", () => {
  it("are those of the name; where names meet, all are told apart by their ids", async () => {
    const dataset = await openGood(
      folderOf([
        ["1", "Acme"],
        ["2", "ACME"],
        ["3", "Acme 1"],
        ["銀", "acme!"],
        ["b", "北京"],
        ["東", "東京"],
      ]),
    );
    const slugs = Object.fromEntries(await rowsOf(dataset, "SELECT id, slug FROM clean.company"));
    // "acme-1" is the slug of a name, so the first Acme cannot have it.
    assert.deepEqual(slugs, {
      "1": "acme-6b86b273",
      "2": "acme-2",
      "3": "acme-1",
      銀: "acme-c994c4b4",
      b: "b",
      東: "469e009b",
    });
  });

  it("are unique slugs for any names, and the same in any order of the rows", async () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "A", "b", "é", "1", "-", " ", "語", "."),
      minLength: 1,
      maxLength: 4,
    });
    const companies = fc.uniqueArray(fc.tuple(name, name), {
      minLength: 1,
      maxLength: 60,
      size: "max",
      selector: ([id]) => id.trim(),
    });
    await fc.assert(
      fc.asyncProperty(
        companies.filter((rows) => rows.every((row) => row.every((cell) => cell.trim() !== ""))),
        async (rows) => {
          const slugs = async (list: typeof rows): Promise<unknown[][]> => {
            const dataset = await openGood(folderOf(list));
            const found = await rowsOf(dataset, "SELECT id, slug, name FROM clean.company ORDER BY id");
            dataset.close();
            return found;
          };
          const found = await slugs(rows);
          assert.deepEqual(await slugs(rows.toReversed()), found);
          assert.equal(new Set(found.map(([, slug]) => slug)).size, rows.length);
          for (const [, slug] of found) assert.match(String(slug), /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
          for (const [, slug, own] of found) {
            const plain = slugify(String(own));
            const rivals = found.filter(([, , other]) => slugify(String(other)) === plain);
            if (plain !== "" && rivals.length === 1) assert.equal(slug, plain);
          }
        },
      ),
      { numRuns: 3 },
    );
  });

  it("cut long names at a word", async () => {
    const dataset = await openGood(folderOf([["1", `${"word ".repeat(30)}end`]]));
    assert.deepEqual(await rowsOf(dataset, "SELECT slug FROM clean.company"), [[Array(16).fill("word").join("-")]]);
  });
});

describe("companies", () => {
  it("are numbered in the order of trust: by name without case and accents, then the name, then the id", async () => {
    const names = [
      "Zeta",
      "émile",
      "Emile",
      "emile",
      "Émile",
      "Ångström",
      "angstrom",
      "Ärzte",
      "北京",
      "Ωmega",
      "3M",
      "ß",
      "ss",
      "İzmir",
      "Łódź",
    ];
    const rows = names.flatMap((name, i) => [[`b${i}`, name] as const, [`a${i}`, name] as const]);
    const dataset = await openGood(folderOf(rows));
    const expected = rows.toSorted((a, b) => compareNames(a[1], b[1]) || compareText(a[0], b[0])).map(([id]) => [id]);
    assert.deepEqual(await rowsOf(dataset, "SELECT id FROM clean.company ORDER BY company"), expected);
  });

  it("take sectors by slug or label, in any case, and the most frequent spelling for a label", async () => {
    const dataset = await openGood(
      folderOf(
        [
          ["1", "A", "food"],
          ["2", "B", "FOOD AND DRINK"],
          ["3", "C", "Health care"],
          ["4", "D", "Health Care"],
          ["5", "E", "health-care"],
          ["6", "F", "Health Care"],
          ["7", "G", "農業"],
        ],
        {
          ...DATASET_FILE,
          sectors: [
            { slug: "food", label: "Food and drink" },
            { slug: "unused", label: "Unused" },
          ],
        },
      ),
    );
    assert.deepEqual(await rowsOf(dataset, "SELECT * FROM clean.sector"), [
      ["food", "Food and drink"],
      ["health-care", "Health Care"],
      ["sector-72ab3fb7", "農業"],
    ]);
    assert.deepEqual(await rowsOf(dataset, "SELECT DISTINCT sector FROM clean.company ORDER BY 1"), [
      ["food"],
      ["health-care"],
      ["sector-72ab3fb7"],
    ]);
  });

  it("take sectors that are named like a member of every object, beside declared ones", async () => {
    const names = ["Constructor", "__proto__", "toString", "hasOwnProperty"];
    for (const sectors of [undefined, [{ slug: "proto", label: "Protection" }]]) {
      const dataset = await openGood(
        folderOf(
          names.map((name, i): [string, string, string] => [name, `Company ${i}`, name]),
          { ...DATASET_FILE, ...(sectors === undefined ? {} : { sectors }) },
        ),
      );
      assert.deepEqual(await rowsOf(dataset, "SELECT * FROM clean.sector ORDER BY slug"), [
        ["constructor", "Constructor"],
        ["hasownproperty", "hasOwnProperty"],
        ["proto", sectors === undefined ? "__proto__" : "Protection"],
        ["tostring", "toString"],
      ]);
    }
  });
});

describe("several sectors of a company", () => {
  const SECTORS = "SELECT id, sector, other_sectors FROM clean.company ORDER BY id";

  async function sectorsOf(
    cells: readonly string[],
    dataset: object = DATASET_FILE,
  ): Promise<{ rows: unknown[][]; labels: unknown[][]; notices: readonly string[] }> {
    const folder = folderOf(
      cells.map((cell, at) => [String(at), `Company ${at}`, cell] as const),
      dataset,
    );
    const result = await open(folder);
    if (!result.ok) throw new Error(JSON.stringify(result.problems.kinds));
    const rows = await rowsOf(result.dataset, SECTORS);
    const labels = await rowsOf(result.dataset, "SELECT slug, label FROM clean.sector");
    return { rows, labels, notices: result.problems.notices.filter((notice) => notice.includes("sector")) };
  }

  it("are split at |; the first counts, and the others are in text order, each once", async () => {
    const { rows, labels, notices } = await sectorsOf([
      "Food|Retail",
      " Food | Retail |Energy",
      "Food||Retail|",
      "|Food|food|FOOD|Retail|retail",
      "Retail",
      "Food|Food",
      "Energy",
    ]);
    assert.deepEqual(rows, [
      ["0", "food", "retail"],
      ["1", "food", "energy|retail"],
      ["2", "food", "retail"],
      ["3", "food", "retail"],
      ["4", "retail", null],
      ["5", "food", null],
      ["6", "energy", null],
    ]);
    assert.deepEqual(labels, [
      ["energy", "Energy"],
      ["food", "Food"],
      ["retail", "Retail"],
    ]);
    assert.deepEqual(notices, [
      'companies: the sectors "Food" and "FOOD" are taken for one',
      'companies: the sectors "Food" and "food" are taken for one',
      'companies: the sectors "Retail" and "retail" are taken for one',
      'companies: 4 companies name several sectors with "|" between them, and will count in the first alone',
    ]);
  });

  it("may be one that no company has first, which is said", async () => {
    const { labels, notices } = await sectorsOf(["Food|Tourism", "Retail|Tourism", "Food|Energy", "Retail"]);
    assert.deepEqual(
      labels.map(([slug]) => slug),
      ["energy", "food", "retail", "tourism"],
    );
    assert.deepEqual(notices.slice(1), [
      'companies: no company will count in the sector "Energy", because 1 company names it after another; it will have no figures',
      'companies: no company will count in the sector "Tourism", because 2 companies name it after another; it will have no figures',
    ]);
  });

  it("are named by slug or label of dataset.json, where a label may have the | in it", async () => {
    const sectors = [
      { slug: "oil", label: "Oil|Gas" },
      { slug: "food", label: "Food and drink" },
    ];
    const { rows, labels, notices } = await sectorsOf(["oil|gas", "food|oil", "FOOD AND DRINK|Oil"], {
      ...DATASET_FILE,
      sectors,
    });
    assert.deepEqual(rows, [
      ["0", "oil", null],
      ["1", "food", "oil"],
      ["2", "food", "oil"],
    ]);
    assert.deepEqual(labels, [
      ["food", "Food and drink"],
      ["oil", "Oil|Gas"],
    ]);
    assert.deepEqual(notices, [
      'companies: 2 companies name several sectors with "|" between them, and will count in the first alone',
    ]);
  });

  it("may be a list in NDJSON", async () => {
    const dataset = await openGood(
      writeDataset({
        "companies.ndjson": '{"id":"1","name":"A","country":"FR","sector":["Food","Retail"]}\n',
        "judgements.csv": JUDGEMENT("1"),
      }),
    );
    assert.deepEqual(await rowsOf(dataset, SECTORS), [["1", "food", "retail"]]);
  });

  it("are problems where none is left, one is too long or an error, or there are too many", async () => {
    const many = Array.from({ length: 21 }, (_, at) => `S${at}`).join("|");
    const rows = ["|", ` | | `, `Food|${"x".repeat(121)}`, "Food|#REF!", many, `${many.slice(0, -4)}|S0`, "Food"];
    const result = await open(folderOf(rows.map((cell, at) => [String(at), `Company ${at}`, cell] as const)));
    assert.equal(result.ok, false);
    assert.deepEqual(
      result.problems.kinds.map(({ kind, column, shown }) => [kind, column, shown.map(({ found }) => found)]),
      [
        ["formula_error", "sector", ["#REF!"]],
        ["missing_value", "sector", ["an empty value", "an empty value"]],
        ["too_long", "sector", [`121 characters: ${"x".repeat(60)}…`]],
        ["too_many_sectors", "sector", ["21 sectors"]],
      ],
    );
  });

  it("conflict where rows of one company name others, in whatever order", async () => {
    const folder = (second: string): string =>
      folderOf([
        ["1", "A", "Food|Retail|Energy"],
        ["1", "A", second],
      ]);
    assert.deepEqual(await rowsOf(await openGood(folder("Food|Energy|Retail")), SECTORS), [
      ["1", "food", "energy|retail"],
    ]);
    const swapped = await open(folder("Retail|Food|Energy"));
    assert.deepEqual(
      swapped.problems.kinds.map(({ kind, shown }) => [kind, shown.map(({ found }) => found)]),
      [
        [
          "conflicting_rows",
          ["id 1 with sector food, other_sectors energy|retail", "id 1 with sector retail, other_sectors energy|food"],
        ],
      ],
    );
  });

  it("are those of a slow reading of the cells, for any cells", async () => {
    const cell = fc
      .array(fc.constantFrom("Food", "food ", "Retail", " Energy", "", "Oil and gas", "農業"), {
        minLength: 1,
        maxLength: 6,
      })
      .map((names) => names.join("|"))
      .filter((text) => text.replaceAll("|", "").trim() !== "");
    const slugOf = (name: string): string => slugify(name) || "sector-72ab3fb7";
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 100, maxLength: 200, size: "max" }), async (cells) => {
        const { rows } = await sectorsOf(cells);
        const slowly = cells.map((text, at) => {
          const slugs: string[] = [];
          for (const name of text.split("|")) {
            if (name.trim() !== "" && !slugs.includes(slugOf(name.trim()))) slugs.push(slugOf(name.trim()));
          }
          return [String(at), slugs[0], slugs.slice(1).sort().join("|") || null];
        });
        // They stand in the order of their names, which are texts.
        assert.deepEqual(
          rows.toSorted(([a], [b]) => Number(a) - Number(b)),
          slowly,
        );
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});

describe("isLei", () => {
  it("holds for identifiers with right check digits only", () => {
    assert.equal(isLei("529900T8BM49AURSDO55"), true);
    assert.equal(isLei("5493001KJTIIGC8Y1R12"), true);
    assert.equal(isLei("529900T8BM49AURSDO54"), false);
    assert.equal(isLei("529900T8BM49AURSD055"), false);
    assert.equal(isLei("529900T8BM49AURSDO5"), false);
    assert.equal(isLei("529900t8bm49aursdo55"), false);
  });
});

describe("what is as long as it may be", () => {
  const files = (id: string, name: string): Record<string, string> => ({
    "companies.csv": `id,name,country,sector\n${id},${name},FR,Food\n`,
    "judgements.csv": JUDGEMENT(id),
  });

  it("is taken, and what is longer by a character is refused", async () => {
    const [id, name] = ["i".repeat(ID_LENGTH_MAX), "n".repeat(NAME_LENGTH_MAX)];
    await openGood(writeDataset(files(id, name)));
    const long = await open(writeDataset(files(`${id}i`, `${name}n`)));
    assert.ok(!long.ok);
    const { kinds } = long.problems;
    const told = kinds.map(({ kind, column }) => `${column} ${kind}`);
    assert.ok(told.includes("id too_long") && told.includes("name too_long"), told.join());
  });
});
