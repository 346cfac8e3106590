import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { csvLine } from "../../src/ask/csv.ts";
import { tablesOf } from "../../src/release/release-tables.ts";
import { tablePath } from "../../src/topics/download/downloads.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { send } from "../http/test-server.ts";
import { type PublishedDemo, sharedDemo, readCsv } from "./published-demo.ts";

let demo: PublishedDemo;
before(async () => {
  demo = await sharedDemo();
});

const TABLES = ["countries", "sectors", "matrix", "companies", "products", "judgements"] as const;

const recordsByTable = new Map<string, Promise<string[][]>>();

/** The records of a table as CSV, read once. */
function recordsOf(table: (typeof TABLES)[number]): Promise<string[][]> {
  const known = recordsByTable.get(table);
  if (known !== undefined) return known;
  const records = send(demo.server, tablePath(table, "csv")).then(({ body }) => readCsv(body.toString()));
  recordsByTable.set(table, records);
  return records;
}

/** The values of every `Link` header, one by one. */
function linksOf(rawHeaders: readonly string[]): string[] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 && name === "Link" ? [rawHeaders[index + 1]!] : []));
}

describe("a reader of Parquet by URL", () => {
  test("finds the footer by ranges, then the columns, and never asks for the whole file", async () => {
    const path = tablePath("judgements", "parquet");
    const whole = await send(demo.server, path);
    const head = await send(demo.server, path, { method: "HEAD" });
    const bytes = Number(head.headers["content-length"]);
    assert.equal(head.headers["accept-ranges"], "bytes");
    const condition = { "If-Match": String(head.headers.etag), "Accept-Encoding": "gzip, br" };
    const read = async (range: string): Promise<Buffer> => {
      const part = await send(demo.server, path, { headers: { ...condition, Range: range } });
      assert.equal(part.status, 206);
      assert.equal(part.headers["content-encoding"], undefined);
      return part.body;
    };
    const end = await read("bytes=-8");
    assert.equal(end.toString("latin1", 4), "PAR1");
    const footerBytes = end.readUInt32LE(0);
    const footer = await read(`bytes=${bytes - 8 - footerBytes}-${bytes - 9}`);
    const columns = await read(`bytes=0-${bytes - 9 - footerBytes}`);
    const file = join(newTemporaryFolder(), "judgements.parquet");
    const content = Buffer.concat([columns, footer, end]);
    assert.ok(content.equals(whole.body));
    writeFileSync(file, content);
    const connection = await (await DuckDBInstance.create()).connect();
    const rows = await connection.runAndReadAll("SELECT count(*) FROM read_parquet($file)", { file });
    assert.equal(Number(rows.value(0, 0)), (await recordsOf("judgements")).length - 1);
  });
});

for (const table of TABLES) {
  const path = tablePath(table, "csv");

  describe(`GET ${path}`, () => {
    test("is RFC 4180 in UTF-8 with CRLF, a header line and no byte order mark, under its own hash and name", async () => {
      const { status, headers, body } = await send(demo.server, path);
      assert.equal(status, 200);
      assert.equal(headers["content-type"], "text/csv; charset=utf-8; header=present");
      assert.equal(headers["content-length"], String(body.length));
      assert.equal(headers.etag, `"${createHash("sha256").update(body).digest("hex")}"`);
      assert.match(String(headers["content-disposition"]), /^attachment; filename="country-trust-[\w-]+\.csv"$/u);
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
      assert.notEqual(text[0], "\ufeff");
      const [header, ...rows] = readCsv(text);
      assert.ok(rows.length > 0);
      assert.ok(rows.every((row) => row.length === header!.length));
    });

    test("holds what its description says of every column", async () => {
      const [header = [], ...rows] = await recordsOf(table);
      const facts = tablesOf(demo.snapshot).find((each) => each.table === table)!;
      assert.deepEqual(
        header,
        facts.columns.map(({ name }) => name),
      );
      for (const [index, column] of facts.columns.entries()) {
        for (const row of rows) {
          const value = row[index]!;
          const where = `${table}.${column.name}: ${JSON.stringify(value)}`;
          if (value === "") assert.ok(column.nullable, where);
          else checkValue(value, column, where);
        }
      }
      const key = facts.primaryKey.map((name) => header.indexOf(name));
      if (key.length > 0)
        assert.equal(new Set(rows.map((row) => key.map((at) => row[at]).join("\n"))).size, rows.length);
      for (const { column, table: other, target } of facts.foreignKeys) {
        const [names, ...targets] = await recordsOf(other as (typeof TABLES)[number]);
        const known = new Set(targets.map((row) => row[names!.indexOf(target)]));
        assert.ok(rows.every((row) => known.has(row[header.indexOf(column)])));
      }
    });

    test("has one description, the package, the licence and what to cite; all in the same release where it is named", async () => {
      const { id } = demo.snapshot.manifest;
      for (const release of ["", `?release=${id}`]) {
        const links = linksOf((await send(demo.server, path + release)).rawHeaders);
        const describedBy = links.filter((link) => link.includes('rel="describedby"'));
        assert.deepEqual(describedBy, [
          `<${demo.url}/api/v2/data/${table}.csv-metadata.json${release}>; rel="describedby"; type="application/csvm+json"`,
        ]);
        assert.ok(
          links.includes(
            `<${demo.url}/api/v2/dataset.datapackage.json${release}>; rel="alternate"; type="application/vnd.datapackage+json"`,
          ),
        );
        assert.ok(links.includes('<https://creativecommons.org/licenses/by/4.0/>; rel="license"'));
        assert.ok(links.includes(`<${demo.url}/releases/${id}>; rel="cite-as"`));
        for (const link of links.filter((each) => each.includes(demo.url))) {
          const address = link.slice(1 + demo.url.length, link.indexOf(">"));
          assert.equal((await send(demo.server, address, { method: "HEAD" })).status, 200, address);
        }
      }
    });
  });

  describe(`GET ${tablePath(table, "parquet")}`, () => {
    test("says inside whose data it has, under which licence, with the notice", async () => {
      const file = demo.snapshot.tableFile(table, "parquet")?.path ?? "";
      const instance = await DuckDBInstance.create(":memory:");
      const own = await instance.connect();
      const read = await own.runAndReadAll(
        "SELECT decode(key) AS name, decode(value) AS text FROM parquet_kv_metadata($file)",
        { file },
      );
      own.closeSync();
      instance.closeSync();
      const { title, publisher, licence, notice } = demo.snapshot.manifest.dataset;
      assert.deepEqual(Object.fromEntries(read.getRowObjects().map(({ name, text }) => [String(name), text])), {
        title,
        publisher,
        license: licence,
        notice,
      });
    });

    test("holds the rows of the CSV file, in its order", async () => {
      const { headers, body } = await send(demo.server, tablePath(table, "parquet"));
      assert.equal(headers["content-type"], "application/vnd.apache.parquet");
      assert.equal(headers["content-length"], String(body.length));
      assert.equal(body.subarray(0, 4).toString(), "PAR1");
      assert.equal(headers["content-encoding"], undefined);
      const packed = await send(demo.server, tablePath(table, "parquet"), {
        headers: { "Accept-Encoding": "br, gzip" },
      });
      assert.equal(packed.headers["content-encoding"], undefined, "Parquet is packed in itself");
      const file = (format: "csv" | "parquet") => demo.snapshot.tableFile(table, format)!.path;
      const [header, ...rows] = await recordsOf(table);
      const instance = await DuckDBInstance.create(":memory:");
      const connection = await instance.connect();
      const columns = header!.map((name) => `CAST("${name}" AS VARCHAR)`).join(", ");
      const read = await connection.runAndReadAll(`SELECT ${columns} FROM read_parquet('${file("parquet")}')`);
      connection.closeSync();
      instance.closeSync();
      assert.deepEqual(
        read.getRows().map((row) => row.map(comparable)),
        rows.map((row) => row.map(comparable)),
      );
    });
  });
}

/**
 * Numbers are written in more than one way; null is empty; text may be kept from being a formula.
 */
function comparable(value: unknown): string {
  if (value === null) return "";
  const text = (value as string).replace(/^'(?=[=+@\t\r-])/u, "");
  return /^-?\d+(?:\.\d+)?$/u.test(text) ? String(Number(text)) : text;
}

type Column = ReturnType<typeof tablesOf>[number]["columns"][number];

function checkValue(value: string, { type, values, minimum, maximum }: Column, where: string): void {
  if (type === "integer") assert.match(value, /^\d+$/u, where);
  if (type === "number") assert.match(value, /^\d(?:\.\d+)?(?:e-\d+)?$/u, where);
  if (type === "date") assert.match(value, /^\d{4}-\d\d-\d\d$/u, where);
  if (values !== undefined) assert.ok(values.includes(value), where);
  if (minimum !== undefined) assert.ok(Number(value) >= minimum, where);
  if (maximum !== undefined) assert.ok(Number(value) <= maximum, where);
  if (type === "text") assert.doesNotMatch(value, /^[=+@\t\r-]/u, where);
}

test("countries are in the order of their alpha-3 codes, and Namibia is among them", async () => {
  const [header, ...rows] = await recordsOf("countries");
  const codes = rows.map((row) => row[0]!);
  assert.deepEqual(codes, codes.toSorted());
  assert.equal(header![1], "iso2");
  assert.equal(rows.find((row) => row[0] === "NAM")?.[1], "NA");
});

test("no two tables are the same file, and the countries have two addresses", async () => {
  const hashes = TABLES.flatMap((table) => {
    return (["csv", "parquet"] as const).map((format) => demo.snapshot.tableFile(table, format)!.sha256);
  });
  assert.equal(new Set(hashes).size, 12);
  const [main, alike] = [tablePath("countries", "csv"), "/api/v2/data/countries.csv"];
  const { headers, body } = await send(demo.server, alike);
  assert.equal(headers.etag, (await send(demo.server, main)).headers.etag);
  assert.equal(body.toString(), (await send(demo.server, main)).body.toString());
  const described = JSON.parse((await send(demo.server, `${alike}-metadata.json`)).body.toString()) as { url: string };
  assert.equal(described.url, "countries.csv");
  assert.ok(String(headers.link).includes(`${alike}-metadata.json>; rel="describedby"`));
});

test("a value is in quotes where it has a comma, and a formula stays harmless", () => {
  assert.equal(csvLine(["a;b", "a,b", "=1", 0.5, -2, null, ""]), `a;b,"a,b",'=1,0.5,-2,,""\r\n`);
});
