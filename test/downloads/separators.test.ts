import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { csvLine } from "../../src/ask/csv.ts";
import { send } from "../http/test-server.ts";
import { type PublishedDemo, sharedDemo, readCsv } from "./published-demo.ts";

const FILES = [
  ...["countries", "sectors", "matrix", "companies", "products"].map((table) => `/api/v2/data/${table}.csv`),
  "/api/v2/intelligence/country-data.csv",
  "/api/v2/companies?format=csv&country=fr",
  "/api/v2/products?format=csv&sector=retail",
  "/api/v2/judgements?format=csv&country=fr&band=low",
  "/api/v2/changes?format=csv",
];

let demo: PublishedDemo;
before(async () => {
  demo = await sharedDemo();
});

const withSemicolons = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}separator=semicolon`;

const isDecimal = (text: string): boolean => /^\d+,\d+$/u.test(text);

describe("CSV with semicolons", () => {
  for (const path of FILES) {
    test(`${path} has the records of the file with commas, with decimal commas`, async () => {
      const plain = readCsv((await send(demo.server, path)).body.toString());
      const { status, headers, body } = await send(demo.server, withSemicolons(path));
      assert.equal(status, 200);
      assert.equal(headers["content-type"], "text/csv; charset=utf-8; header=present");
      const records = readCsv(body.toString(), ";");
      const shares = plain[0]?.map((name) => name.startsWith("share_")) ?? [];
      const read = records.map((record, line) =>
        record.map((text, at) => {
          if (line === 0 || shares[at] !== true || text === "") return text;
          assert.ok(isDecimal(text) || /^\d+$/u.test(text), text);
          return String(Number(text.replace(",", ".")));
        }),
      );
      const expected = plain.map((record, line) =>
        record.map((text, at) => (line === 0 || shares[at] !== true || text === "" ? text : String(Number(text)))),
      );
      assert.deepEqual(read, expected);
    });
  }

  test("is described as what it is", async () => {
    const { headers } = await send(demo.server, "/api/v2/data/countries.csv?bom=true&separator=semicolon");
    const [, described = ""] = /<https?:\/\/[^/]+([^>]+)>; rel="describedby"/u.exec(String(headers.link)) ?? [];
    const { url, dialect, tableSchema } = JSON.parse((await send(demo.server, described)).body.toString()) as {
      url: string;
      dialect: { delimiter: string };
      tableSchema: { columns: { name: string; datatype: object }[] };
    };
    assert.equal(url, "countries.csv?bom=true&separator=semicolon");
    assert.equal(dialect.delimiter, ";");
    const share = tableSchema.columns.find(({ name }) => name === "share_above");
    assert.deepEqual(share?.datatype, { base: "double", format: { decimalChar: "," }, minimum: 0, maximum: 1 });
  });

  test("may begin with a byte order mark, and is another representation", async () => {
    const path = "/api/v2/data/sectors.csv?separator=semicolon";
    const plain = await send(demo.server, path);
    const marked = await send(demo.server, `${path}&bom=true`);
    assert.equal(marked.body.toString(), `\ufeff${plain.body.toString()}`);
    assert.notEqual(marked.headers.etag, plain.headers.etag);
  });

  test("is refused where it is asked for in other words, and in version 1", async () => {
    for (const path of [
      "/api/v2/data/sectors.csv?separator=;",
      "/api/v2/companies?format=csv&separator=tab",
      "/api/v1/intelligence/country-data.csv?separator=semicolon",
    ])
      assert.equal((await send(demo.server, path)).status, 400, path);
  });
});

test("a value is in quotes where it has the separator, and a formula stays harmless", () => {
  const values = ["a;b", "a,b", "=1", 0.5, -2, null, ""];
  assert.equal(csvLine(values, "semicolon"), `"a;b";a,b;'=1;0,5;-2;;""\r\n`);
  assert.equal(csvLine(values), `a;b,"a,b",'=1,0.5,-2,,""\r\n`);
});
