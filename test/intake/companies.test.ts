import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { quoteCell } from "../../scripts/demo/csv.ts";
import { slugify } from "../../src/atlas/slug.ts";
import { isLei } from "../../src/topics/portfolio/list-rows.ts";
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

  it("may be a list in NDJSON", async () => {
    const dataset = await openGood(
      writeDataset({
        "companies.ndjson": '{"id":"1","name":"A","country":"FR","sector":["Food","Retail"]}\n',
        "judgements.csv": JUDGEMENT("1"),
      }),
    );
    assert.deepEqual(await rowsOf(dataset, SECTORS), [["1", "food", "retail"]]);
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
