import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { writeXlsx } from "hucre/xlsx";
import { makeWorkbook, makeZip, workbookParts } from "../intake/make-workbook.ts";
import { readPoints } from "../../src/topics/place/read-points.ts";
import { Problem } from "../../src/problem.ts";
import type { AccessServer } from "../http/access-server.ts";
import type { Received } from "../http/test-server.ts";
import { openWatchedServer } from "../http/watched-server.ts";
import { faultsIn } from "./markup.ts";

/** A list of places, on the page of a place. */

let own: AccessServer;
before(async () => {
  ({ own } = await openWatchedServer());
});

let clients = 0;

async function post(fields: Readonly<Record<string, string | File>>): Promise<Received> {
  clients += 1;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer());
  const headers = { Accept: "text/html", "Content-Type": sent.headers.get("content-type") ?? "" };
  return await own.from(`203.0.113.${clients}`, "/where", { method: "POST", headers, body });
}

const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = "sites.csv"): File => new File([content], name);

const saved = async (list: string): Promise<string> => (await post({ list, as: "csv" })).body.toString();

const LIST =
  "site;Breite;Länge;note\r\nEiffel;48,8584;2,2945;a\r\nParaná;-25,5;-54,6;\r\nnowhere;;;x\r\nsea;0;-30;\r\n";

/** Which columns are read, and the coordinates of the first row. */
function read(text: string): unknown {
  const { columns, found, rows } = readPoints(text);
  const { lat, lng } = rows[0]?.at ?? {};
  return [found.at.map((at) => columns[at]), lat, lng, ...(found.isOrderGuessed ? ["guessed"] : [])];
}

describe("where the coordinates of a file are", () => {
  for (const [name, text, expected] of [
    ["by name", "id,Latitude,Longitude\n7,48.5,2.5\n", [["Latitude", "Longitude"], 48.5, 2.5]],
    ["by name, longitude first", "lon,lat\n2.5,48.5\n", [["lat", "lon"], 48.5, 2.5]],
    [
      "Darwin Core",
      "decimalLongitude,decimalLatitude\n2.5,48.5\n",
      [["decimalLatitude", "decimalLongitude"], 48.5, 2.5],
    ],
    ["German, decimal commas", "Breitengrad;Längengrad\n48,5;2,5\n", [["Breitengrad", "Längengrad"], 48.5, 2.5]],
    ["tabs", "x\ty\tplant\n2.5\t48.5\tA, B\n", [["y", "x"], 48.5, 2.5]],
    ["one column", 'plant,where\nA,"48.5, 2.5"\n', [["where"], 48.5, 2.5]],
    ["degrees and minutes", "lat,lng\n48°30′N,2°30′W\n", [["lat", "lng"], 48.5, -2.5]],
    ["by values", "plant,a,b\nA,2.5,48.5\nB,151.2,-33.9\n", [["b", "a"], 48.5, 2.5]],
    ["by their order alone", "plant,a,b\nA,48.5,2.5\n", [["a", "b"], 48.5, 2.5, "guessed"]],
    ["years are none", "year,a,b\n2024,48.5,151.5\n", [["a", "b"], 48.5, 151.5]],
    ["no header", "48.5, 102.5\n-33.9, 151.2\n", [["column 1", "column 2"], 48.5, 102.5]],
    ["lines with decimal commas", "48,5 2,5\n-33,9 151,2\n", [["column 1"], 48.5, 2.5]],
  ] as const)
    test(name, () => assert.deepEqual(read(text), expected));

  for (const [name, text, message] of [
    ["nothing", "", /empty/u],
    ["no rows", "lat,lng\n", /no row below/u],
    ["no numbers", "a,b\nx,y\n", /The header row has "a", "b", and the values do not say/u],
    ["three columns that could be some", "a,b,c\n1.5,2.5,3.5\n", /do not say/u],
    ["metres of a projection", "a,b\n5411932.1,4467123.9\n", /do not say/u],
    ["too many", `lat,lng\n${"1,1\n".repeat(10_001)}`, /more than 10,000 rows/u],
  ] as const)
    test(`${name}: refused`, () =>
      assert.throws(
        () => readPoints(text),
        (error) => error instanceof Problem && message.test(error.message),
      ));

  test("rows that cannot be read are named, the others are read", () => {
    const { rows } = readPoints('lat,lng\n1,2\nx,2\n100,2\n1,\n200,200\n"1,2\n3,4\n');
    assert.deepEqual(
      rows.map(({ row, line, fault }) => [row, line, fault === null]),
      [
        [1, 2, true],
        [2, 3, false],
        [3, 4, false],
        [4, 5, false],
        [5, 6, false],
        [6, 7, false],
        [7, 8, true],
      ],
    );
    assert.match(rows[1]?.fault ?? "", /"x" and "2" cannot be read/u);
    assert.match(rows[2]?.fault ?? "", /seem to be swapped/u);
    assert.match(rows[3]?.fault ?? "", /one coordinate alone/u);
  });
});

describe("200", () => {
  test("the page: each row, its country and band, what cannot be read", async () => {
    const { status, headers, body } = await post({ file: fileOf(LIST), list: "" });
    const markup = body.toString();
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    assert.match(markup, /<h1>2 of 3 places are in two countries and territories<\/h1>/u);
    assert.match(markup, /Read as latitude: the column “Breite”; as longitude: the column “Länge”\./u);
    assert.match(markup, /<a href="\/countries\/france">France<\/a>/u);
    assert.match(markup, /Row 3 \(line 4\): it has no coordinates/u);
    assert.deepEqual(await faultsIn(markup), []);
  });

  test("CSV: their columns as they were, ours behind; numbers stay numbers, formulas texts", async () => {
    const text = await saved(`${LIST}=cmd();1;1;\r\n`);
    const [head, eiffel, parana, nowhere, sea, formula] = text.split("\r\n");
    assert.equal(
      head,
      "site,Breite,Länge,note,country_code,country,zone,disputed,nearest_code,nearest_km,border_km,median_band,rated_companies,band_status,problem",
    );
    assert.match(eiffel ?? "", /^Eiffel,"48,8584","2,2945",a,FRA,France,territory,,,,,\w+,\d+,\w+,$/u);
    assert.match(parana ?? "", /^Paraná,-25\.5,-54\.6,,BRA,Brazil,/u);
    assert.match(nowhere ?? "", /^nowhere,,,x,,,,,,,,,,,Row 3 \(line 4\): it has no coordinates\.$/u);
    assert.match(sea ?? "", /^sea,0,-30,,,,open_sea,/u);
    assert.match(formula ?? "", /^'=cmd\(\),/u);
  });

  test("columns called like ours are told apart", async () => {
    const [head] = (await saved("country,lat,lng,a,a\nX,48.9,2.3,1,2\n")).split("\r\n");
    assert.match(head ?? "", /^your_country,lat,lng,a,a,country_code,country,/u);
  });

  test("5,000 places of a workbook, back as CSV for Excel", async () => {
    const places = Array.from({ length: 5000 }, (_, index) => [`plant ${index}`, 48 + (index % 100) / 100, 2.3]);
    const sheets = [{ name: "Sites", rows: [["plant", "latitude", "longitude"], ...places] }];
    const workbook = fileOf(new Uint8Array(await writeXlsx({ sheets })), "sites.xlsx");
    assert.match((await post({ file: workbook })).body.toString(), /<h1>5,000 places are in one country/u);
    const { headers, body } = await post({ file: workbook, as: "excel" });
    assert.equal(headers["content-disposition"], 'attachment; filename="places-with-countries.csv"');
    const lines = body.toString().split("\r\n");
    assert.deepEqual([lines.length, lines[0]?.startsWith("\ufeffplant,")], [5002, true]);
    assert.match(lines[4999] ?? "", /^plant 4998,48\.98,2\.3,FRA,France,territory,/u);
  });
});

describe("400", () => {
  test("a list of which no row can be read, and what is no list", async () => {
    for (const [fields, fault] of [
      [{ list: "lat,lng\nx,y\n" }, /Row 1 \(line 2\): .* cannot be read as coordinates/u],
      [{ list: "" }, /There is no list/u],
      [{ file: fileOf(new Uint8Array([0x50, 0x4b, 3, 4, 1, 2])) }, /not a whole \.xlsx workbook/u],
      [{ file: fileOf(new Uint8Array([0xff, 0xfe, 0x41])) }, /not in UTF-8/u],
      [{ list: "<script>alert(1)</script>,b\n1,2\n" }, /&lt;script&gt;/u],
    ] as const) {
      const { status, body } = await post(fields);
      assert.equal(status, 400);
      assert.match(body.toString(), fault);
      assert.doesNotMatch(body.toString(), /<script>alert/u);
      assert.deepEqual(await faultsIn(body.toString()), []);
    }
  });

  test("a small workbook made to take much", async () => {
    const parts = workbookParts({ sheets: [{ name: "A", rows: "" }] });
    const many = (count: number, of: (number: number) => string): string =>
      Array.from({ length: count }, (_, i) => of(i + 1)).join("");
    const wide = many(2000, (n) => `<row r="${n}"><c><v>1</v></c><c r="XFD${n}"><v>2</v></c></row>`);
    const everywhere = many(2000, () => '<row><c t="s"><v>0</v></c></row>');
    const strings = [`<t>${"x".repeat(1 << 20)}</t>`];
    for (const [workbook, fault] of [
      [makeWorkbook({ sheets: [{ name: "A", rows: wide }] }), /has more than 200 columns/u],
      [makeWorkbook({ sheets: [{ name: "A", rows: everywhere }], strings }), /has too many cells and letters/u],
      [makeZip({ ...parts, "xl/worksheets/sheet1.xml": "<f ".repeat(1_000_000) }), /not a whole \.xlsx workbook/u],
      [makeZip({ ...parts, padding: " ".repeat(25 << 20) }), /unpacks to 26 MB/u],
    ] as const) {
      assert.ok(workbook.length < 100_000);
      const { status, body } = await post({ file: fileOf(new Uint8Array(workbook), "sites.xlsx") });
      assert.equal(status, 400);
      assert.match(body.toString(), fault);
    }
  });

  test("a workbook whose header has more columns than any list", async () => {
    const rows = `<row><c t="inlineStr"><is><t>lat</t></is></c><c r="XFD1" t="inlineStr"><is><t>lng</t></is></c></row>${Array.from({ length: 9000 }, () => "<row><c><v>1</v></c></row>").join("")}`;
    const workbook = makeWorkbook({ sheets: [{ name: "A", rows }] });
    const { status } = await post({ file: fileOf(new Uint8Array(workbook), "sites.xlsx") });
    assert.equal(status, 400);
  });
});
