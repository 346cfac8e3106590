import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { before, describe, test } from "node:test";
import { buffer } from "node:stream/consumers";
import { ZipParts } from "../../src/xlsx/read-workbook.ts";
import { writeArchive } from "../../src/release/write-archive.ts";
import { send } from "../http/test-server.ts";
import { type PublishedDemo, readCsv, sharedDemo } from "./published-demo.ts";

const PATH = "/api/v2/dataset.zip";

let demo: PublishedDemo;
let archive: Buffer;
let folder: string;
before(async () => {
  demo = await sharedDemo();
  archive = (await send(demo.server, PATH)).body;
  folder = `country-trust-${demo.snapshot.manifest.id}`;
});

const textOf = async (name: string, bytes = archive): Promise<string> =>
  (await buffer((await ZipParts.open(bytes)).read(`${folder}/${name}`))).toString();

describe("everything of a release as one ZIP file", () => {
  test("has every table as it is downloaded alone", async () => {
    for (const table of ["countries", "sectors", "matrix", "companies", "products", "judgements", "replies"]) {
      const { body } = await send(demo.server, `/api/v2/data/${table}.csv`);
      assert.ok(body.length > 0 && (await textOf(`tables/${table}.csv`)) === body.toString(), table);
    }
  });

  test("has the checksums of the release, which name its tables as they lie in the archive", async () => {
    const sums = await textOf("SHA256SUMS");
    assert.equal(sums, (await send(demo.server, "/api/v2/SHA256SUMS")).body.toString());
    const lines = new Map(sums.split("\n").map((line) => [line.slice(66), line.slice(0, 64)]));
    for (const table of ["companies", "countries", "judgements", "matrix", "products", "replies", "sectors"]) {
      const file = `tables/${table}.csv`;
      assert.equal(hash("sha256", await textOf(file)), lines.get(file), file);
    }
  });

  test("says who publishes it, under which licence, how to cite it, and what the columns mean", async () => {
    const { dataset, id } = demo.snapshot.manifest;
    const readme = await textOf("README.txt");
    const said = readme.replaceAll(/\s+/gu, " ");
    for (const text of [dataset.title, dataset.publisher, dataset.notice ?? "", id, "29,600 rows", "worst first"])
      assert.ok(said.includes(text), text);
    assert.ok(readme.split("\n").every((line) => line.length <= 78 || !line.trim().includes(" ")));
    assert.match(await textOf("LICENCE.txt"), /^CC-BY 4\.0\nhttps:\/\/creativecommons\.org/u);
    assert.ok((await textOf("CITATION.txt")).includes(`${demo.url}/releases/${id}`));
    const [head, ...rows] = readCsv(await textOf("codebook.csv"));
    assert.deepEqual(head?.slice(0, 2), ["table", "column"]);
    const [columns = []] = readCsv(await textOf("tables/companies.csv"));
    assert.deepEqual(
      rows.filter(([table]) => table === "companies").map((row) => row[1]),
      columns,
    );
  });

  test("its Data Package names the files beside it", async () => {
    const { resources } = JSON.parse(await textOf("datapackage.json")) as {
      resources: readonly { path: string; bytes: number; hash: string }[];
    };
    assert.equal(resources.length, 7);
    for (const { path, bytes, hash: sum } of resources) {
      const text = await textOf(path);
      assert.deepEqual([Buffer.byteLength(text), `sha256:${hash("sha256", text)}`], [bytes, sum], path);
    }
  });

  test("has the same bytes every time, under the same tag and a name of its release", async () => {
    const again = await send(demo.server, `${PATH}?release=${demo.snapshot.manifest.id}`);
    assert.ok(again.body.equals(archive));
    assert.deepEqual(
      [again.headers["content-type"], again.headers["content-disposition"]],
      ["application/zip", `attachment; filename="${folder}.zip"`],
    );
    const held = await send(demo.server, PATH, { headers: { "If-None-Match": String(again.headers.etag) } });
    assert.equal(held.status, 304);
  });

  test("is a file, with a strong tag of its bytes and its length, and parts can be asked for", async () => {
    const { headers } = await send(demo.server, PATH, { method: "HEAD" });
    assert.deepEqual([headers["content-length"], headers["accept-ranges"]], [String(archive.length), "bytes"]);
    assert.match(String(headers.etag), /^"/u);
    for (const [range, start, end] of [
      ["bytes=10-19", 10, 20],
      [`bytes=${archive.length - 5}-`, archive.length - 5, archive.length],
      ["bytes=-7", archive.length - 7, archive.length],
    ] as const) {
      const part = await send(demo.server, PATH, { headers: { Range: range, "If-Range": String(headers.etag) } });
      assert.equal(part.status, 206, range);
      assert.equal(part.headers["content-range"], `bytes ${start}-${end - 1}/${archive.length}`);
      assert.ok(part.body.equals(archive.subarray(start, end)), range);
    }
    const beyond = await send(demo.server, PATH, { headers: { Range: `bytes=${archive.length}-` } });
    assert.equal(beyond.status, 416);
  });

  test("has the day of the release as the date of its files, in any time zone", async () => {
    const zone = process.env["TZ"];
    const write = async (): Promise<Buffer> =>
      Buffer.concat(await Array.fromAsync(writeArchive([{ name: "a", content: { text: "b" } }], "2026-11-20")));
    try {
      process.env["TZ"] = "Asia/Tokyo";
      const east = await write();
      process.env["TZ"] = "America/Lima";
      assert.ok(east.equals(await write()));
      // MS-DOS: seconds by two, minutes, hours; day, month, year from 1980.
      assert.equal(east.readUInt16LE(10), 12 << 11);
      assert.equal(east.readUInt16LE(12), ((2026 - 1980) << 9) | (11 << 5) | 20);
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });

  test("is linked beside the single files", async () => {
    const { body } = await send(demo.server, "/data", { headers: { Accept: "text/html" } });
    assert.match(body.toString(), /<a class="button" href="\/api\/v2\/dataset\.zip">Everything as one ZIP<\/a>/u);
    const { id } = demo.snapshot.manifest;
    const release = await send(demo.server, `/releases/${id}`, { headers: { Accept: "text/html" } });
    assert.ok(release.body.toString().includes(`href="/api/v2/dataset.zip?release=${id}"`));
  });
});
