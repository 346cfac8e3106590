import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { DATASET_FILE, open, openGood, rowsOf, writeDataset } from "./open-folder.ts";
import { BEYOND_LATIN_1, windows1252 } from "./windows-1252.ts";

/** Text files that are not UTF-8. */

const JUDGEMENTS = "company,pillar,band\nc1,water,low\n";
function withEncoding(encoding: unknown): string {
  return JSON.stringify({ ...DATASET_FILE, encoding });
}

const companiesOf = (name: string): string => `id,name,country,sector\nc1,${name},FR,Food\n`;

describe("a text file that is not UTF-8", () => {
  test("is read as windows-1252, with every character of it, and two values are shown", async () => {
    const known = Array.from(BEYOND_LATIN_1).filter((character) => character > "\u009f");
    const characters = Array.from({ length: 96 }, (_, index) => String.fromCodePoint(0xa0 + index)).slice(1);
    const name = `${known.join("")}${characters.join("").replace("\u00ad", "")}`;
    const good = writeDataset({
      "companies.csv": windows1252(
        `id,name,country,sector\nc1,Women’s ${name},FR,Food\nc2,"Müller, Söhne",FR,Food\nc3,Café,FR,Food\n`,
      ),
      "judgements.csv": JUDGEMENTS,
    });
    const opened = await open(good);
    assert.ok(opened.ok);
    assert.deepEqual(await rowsOf(opened.dataset, "SELECT name FROM clean.company ORDER BY id"), [
      [`Women’s ${name}`],
      ["Müller, Söhne"],
      ["Café"],
    ]);
    const [notice] = opened.problems.notices.filter((text) => text.includes("windows-1252"));
    assert.match(
      notice ?? "",
      /^companies\.csv: read as windows-1252, because 125 bytes are not UTF-8: check "[^"]+" and "[^"]+"\./u,
    );
  });

  test("is compressed or NDJSON all the same", async () => {
    const dataset = await openGood(
      writeDataset({
        "companies.ndjson.gz": gzipSync(
          windows1252('{"id":"c1","name":"Café","country":"Côte d’Ivoire","sector":"Food"}\n'),
        ),
        "judgements.csv": JUDGEMENTS,
      }),
    );
    assert.deepEqual(await rowsOf(dataset, "SELECT name, country FROM clean.company"), [["Café", "CI"]]);
  });

  test("is read in the encoding that dataset.json names, also where another member is wrong", async () => {
    const bytes = Buffer.from([0xa3, 0xf3, 0x64, 0x9f]);
    const files = {
      "companies.csv": Buffer.concat([Buffer.from("id,name,country,sector\nc1,"), bytes, Buffer.from(",PL,Food\n")]),
      "companies-2.csv": "id,name,country,sector\nc2,Łódź,DE,Food\n",
      "judgements.csv": JUDGEMENTS,
    };
    const result = await open(writeDataset({ ...files, "dataset.json": withEncoding("windows-1250") }));
    assert.ok(result.ok);
    assert.deepEqual(await rowsOf(result.dataset, "SELECT name FROM clean.company ORDER BY id"), [["Łódź"], ["Łódź"]]);
    assert.deepEqual(result.problems.notices, ["There is no table products; the release will have none."]);
    const broken = JSON.stringify({ ...DATASET_FILE, encoding: "windows-1250", year: "x" });
    const { problems } = await open(writeDataset({ ...files, "dataset.json": broken }));
    assert.deepEqual([problems.total, problems.notices.length], [1, 1]);
  });

  test("must be text in it", async () => {
    const companiesWith = (...bytes: readonly number[]): Buffer =>
      Buffer.concat([Buffer.from("id,name,country,sector\nc1,"), Buffer.from(bytes), Buffer.from(",FR,Food\n")]);
    for (const [encoding, first, second, expected] of [
      [
        undefined,
        companiesWith(0xe9, 0x81),
        companiesWith(0xe9, 0xc3, 0xa9),
        ["byte 26: the byte 0xE9, which is not UTF-8", "byte 26: the byte 0xE9, which is not UTF-8"],
      ],
      [
        "windows-1252",
        companiesWith(0xe9, 0x81),
        companiesWith(0xe9, 0x00),
        [
          "byte 27: the byte 0x81, which is no text in windows-1252",
          "byte 27: the byte 0x00, which is no text in windows-1252",
        ],
      ],
      [
        "windows-1253",
        companiesWith(0xe9, 0xd2),
        companiesWith(0xe9),
        ["byte 27: the byte 0xD2, which is no text in windows-1253"],
      ],
    ] as const) {
      const files = { "companies-1.csv": first, "companies-2.csv": second, "judgements.csv": JUDGEMENTS };
      const { problems } = await open(writeDataset({ "dataset.json": withEncoding(encoding), ...files }));
      const shown = problems.kinds.filter(({ kind }) => kind === "bad_encoding").flatMap((kind) => kind.shown);
      assert.deepEqual(
        shown.map(({ place, found }) => `${place}: ${found}`),
        expected,
      );
      for (const { advice } of shown) assert.match(advice ?? "", /"encoding": "windows-1252"/u);
    }
  });

  test("of two encodings is read where dataset.json says so", async () => {
    const content = Buffer.from("id,name,country,sector\nc1,\xe9\xc3\xa9,FR,Food\n", "latin1");
    const files = { "companies.csv": content, "judgements.csv": JUDGEMENTS };
    const dataset = await openGood(writeDataset({ ...files, "dataset.json": withEncoding("windows-1252") }));
    assert.deepEqual(await rowsOf(dataset, "SELECT name FROM clean.company"), [["éÃ©"]]);
  });

  test("cannot have an encoding that is not known", async () => {
    const { problems } = await open(
      writeDataset({
        "dataset.json": withEncoding("ansi"),
        "companies.csv": companiesOf("One"),
        "judgements.csv": JUDGEMENTS,
      }),
    );
    const [row] = problems.kinds[0]?.shown ?? [];
    assert.deepEqual([row?.place, row?.found], ["/encoding", '"ansi"']);
    assert.match(row?.expected ?? "", /^one of windows-1250, .*macintosh$/u);
  });
});
