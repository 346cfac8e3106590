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
      maxLength: 12,
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
      { numRuns: 15 },
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
});

describe("a sector that looks like several", () => {
  it("is one, with a notice, unless dataset.json names it", async () => {
    const files = {
      "companies.csv": "id,name,country,sector\n1,A,FR,Food|Retail\n2,B,FR,Food\n",
      "judgements.csv": "company,pillar,band\n1,water,low\n",
    };
    const notices = async (datasetFile: object): Promise<readonly string[]> => {
      const { problems } = await open(writeDataset({ ...files, "dataset.json": JSON.stringify(datasetFile) }));
      return problems.notices.filter((notice) => notice.includes("sector"));
    };
    assert.deepEqual(await notices(DATASET_FILE), [
      'companies: the sector "Food|Retail" is taken for one; a company is in one sector, so name the one in which it counts',
    ]);
    const sectors = [{ slug: "food-retail", label: "Food|Retail" }];
    assert.deepEqual(await notices({ ...DATASET_FILE, sectors }), []);
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
