import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { TestCli } from "../cli/run-cli.ts";
import { ExportFolder, type FileCounts } from "../../src/export/export-folder.ts";
import { ExportWriter } from "../../src/export/export-writer.ts";
import { filePathOf } from "../../src/export/file-path.ts";
import { HeaderRules } from "../../src/export/header-rules.ts";
import { html } from "../../src/html/html.ts";
import { buildStaticSite } from "../../src/export/static-links.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { linksOf } from "../../src/ask/urls.ts";

describe("the command export", () => {
  let cli: TestCli;
  before(() => (cli = new TestCli({ BASE_URL: "https://trust.example" })));
  after(() => cli.remove());

  test("asks for BASE_URL in words", async () => {
    const { status, said } = await new TestCli().run("export", newTemporaryFolder());
    assert.equal(status, 2);
    assert.match(said, /set BASE_URL/u);
  });

  test("fails where nothing is published", async () => {
    const { status, said } = await cli.run("export", newTemporaryFolder());
    assert.equal(status, 1);
    assert.match(said, /nothing is published/u);
  });
});

describe("the folder of an export", () => {
  test("one with anything else in it is refused, and left as it is", () => {
    const folder = newTemporaryFolder();
    writeFileSync(path.join(folder, "thesis.txt"), "mine");
    assert.throws(() => new ExportFolder(folder), { name: "ExportError" });
    for (const facts of ["{}", "null", "no JSON"]) {
      writeFileSync(path.join(folder, "export.json"), facts);
      assert.throws(() => new ExportFolder(folder), { name: "ExportError" });
    }
    assert.equal(readFileSync(path.join(folder, "thesis.txt"), "utf8"), "mine");
    assert.deepEqual(readdirSync(folder).toSorted(), ["export.json", "thesis.txt"]);
  });

  test("files that a killed run wrote are removed when they are no longer part of it", () => {
    const folder = path.join(newTemporaryFolder(), "new");
    storeAll(folder, { "a/one.json": "1" }).finish();
    // It ends here, as after a kill.
    storeAll(folder, { "b/two.json": "2" });
    writeFileSync(path.join(folder, "a", "own.txt"), "mine");
    const counts = storeAll(folder, { "three.json": "3" }).finish();
    assert.deepEqual(counts, { written: 1, unchanged: 0, removed: 2 });
    const left = ["a/one.json", "b", "a/own.txt", "three.json", ".export-journal", ".export-staging"];
    assert.deepEqual(
      left.map((name) => existsSync(path.join(folder, name))),
      [false, false, true, true, false, false],
    );
    assert.match(readFileSync(path.join(folder, "SHA256SUMS"), "utf8"), /^[0-9a-f]{64} {2}three\.json\n$/u);
  });

  test("a list that names files outside of the folder removes none of them", () => {
    const folder = path.join(newTemporaryFolder(), "new");
    storeAll(folder, { "a.json": "1" }).finish();
    const own = path.join(path.dirname(folder), "own.txt");
    writeFileSync(own, "mine");
    const sums = path.join(folder, "SHA256SUMS");
    writeFileSync(sums, `${readFileSync(sums, "utf8")}${"0".repeat(64)}  ../own.txt\n`);
    assert.equal(storeAll(folder, { "a.json": "1" }).finish().removed, 0);
    assert.equal(readFileSync(own, "utf8"), "mine");
  });

  test("two addresses never share a file", () => {
    const folder = new ExportFolder(path.join(newTemporaryFolder(), "new"));
    const writer = new ExportWriter(folder.path);
    writer.store("a.json", Buffer.from("1"));
    assert.throws(() => writer.store("a.json", Buffer.from("1")), /two addresses/u);
  });

  test("a folder where a file is to be is an error", () => {
    const folder = path.join(newTemporaryFolder(), "new");
    storeAll(folder, {}).finish();
    mkdirSync(path.join(folder, "a.json"));
    assert.throws(() => storeAll(folder, { "a.json": "1" }));
  });
});

/** Begins a run that stores some files. */
function storeAll(name: string, files: Readonly<Record<string, string>>): { finish(): FileCounts } {
  const folder = new ExportFolder(name);
  const writer = new ExportWriter(name);
  for (const [file, content] of Object.entries(files)) writer.store(file, Buffer.from(content));
  return { finish: () => folder.finish(writer, {}) };
}

test("the file of an address", () => {
  assert.equal(filePathOf("/", "text/html; charset=utf-8"), "index.html");
  assert.equal(filePathOf("/countries/france", "text/html; charset=utf-8"), "countries/france.html");
  assert.equal(filePathOf("/api/v2/countries/france", "application/json"), "api/v2/countries/france.json");
  assert.equal(filePathOf("/api/openapi.json", "application/json"), "api/openapi.json");
  assert.equal(filePathOf("/api/v2/companies.csv", "text/csv; charset=utf-8"), "api/v2/companies.csv");
  assert.equal(filePathOf("/sectors/food%20%26%20drink", "text/html"), "sectors/food & drink.html");
  for (const wrong of ["/a/../b", "/a/%2e%2e/b", "/a%2Fb", "/a%00"])
    assert.throws(() => filePathOf(wrong, "text/html"));
});

test("headers are one rule for a route, with the value of its placeholder, and one for each exception", () => {
  const rules = new HeaderRules();
  const note = (value: string, ...headers: string[]): void =>
    rules.note("/x/{slug}", { path: `/x/${value}`, value, file: `x/${value}.json` }, headers);
  note("a", "Content-Type", "application/json", "Link", "<https://t/y/a>", "ETag", "1");
  note("b", "Content-Type", "application/json", "Link", "<https://t/y/b>", "ETag", "2");
  note("c", "Content-Type", "application/json", "Link", "<https://t/z>");
  assert.deepEqual(rules.list(), [
    { template: "/x/c", contentType: "application/json", headers: [["Link", "<https://t/z>"]], suffix: ".json" },
    {
      template: "/x/{slug}",
      contentType: "application/json",
      headers: [["Link", "<https://t/y/{slug}>"]],
      suffix: ".json",
    },
  ]);
});

describe("a link of an export", () => {
  const has = (address: string): boolean =>
    ["/", "/kept", "/list.csv", "/companies", "/assets/companies.json"].includes(address);
  const site = buildStaticSite({ baseUrl: "https://t.example/root", root: "/root", release: "R1", has });
  const link = linksOf({ baseUrl: "https://t.example/root", mode: site });
  const cases: readonly (readonly [what: string, address: string, expected: string])[] = [
    ["to what there is", "/kept", "/root/kept"],
    ["to the start page", "/", "/root/"],
    ["that names the release", "/kept?release=R1#y", "/root/kept#y"],
    ["to a format of a list", "/list?format=csv&release=R1", "/root/list.csv"],
    ["to a list that a browser narrows", "/companies?country=fr&band=low", "/root/companies?country=fr&band=low"],
    ["to one that only a service narrows", "/companies?region=europe", ""],
    ["to what there is not", "/gone", ""],
    ["to a format that there is not", "/list?format=xlsx", ""],
    ["with parameters", "/kept?sort=name", ""],
    ["to another release", "/kept?release=R0", ""],
  ];
  for (const [what, address, expected] of cases) test(what, () => assert.equal(link(address), expected));

  test("of a service is the address below its origin", () => {
    const live = linksOf({ baseUrl: "https://t.example/root", mode: "live" });
    assert.equal(live("/gone?sort=name#x"), "/root/gone?sort=name#x");
  });

  test("to nowhere leaves its words on the page, without an address", () => {
    const words = html`<p>a <a class="b" href="${link("/gone")}#x">c</a> <a href="${link("/kept")}">d</a></p>`;
    assert.equal(String(words), '<p>a <a class="b">c</a> <a href="/root/kept">d</a></p>');
  });
});
