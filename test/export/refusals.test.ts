import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { ExportError, LOCK_FILE, prepareFolder } from "../../src/export/export-folder.ts";
import { lockForPublication } from "../../src/release/store/publication-lock.ts";
import { TestCli } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { writeSmallDataset } from "./small-dataset.ts";

describe("the command export", () => {
  let cli: TestCli;
  let [older, newer] = ["", ""];
  before(async () => {
    cli = new TestCli({ BASE_URL: "https://trust.example" });
    older = await publishId(cli, writeSmallDataset(6));
    cli.now = new Date("2026-11-21T10:00:00Z");
    newer = await publishId(cli, writeSmallDataset(7));
  });
  after(() => cli.remove());

  test("a second run leaves all files as they are, workbooks too; --release exports another release alone", async () => {
    const folder = path.join(newTemporaryFolder(), "export");
    const run = async (...words: string[]) => {
      const { status, out, said } = await cli.run("export", folder, "--json", ...words);
      assert.equal(status, 0, said);
      return JSON.parse(out) as { written: number; unchanged: number; removed: number };
    };
    const read = (file: string): string => readFileSync(path.join(folder, file), "utf8");
    const first = await run();
    const workbook = readFileSync(path.join(folder, "api/v2/companies.xlsx"));
    assert.deepEqual(await run(), { ...first, written: 0, unchanged: first.written });
    assert.ok(readFileSync(path.join(folder, "api/v2/companies.xlsx")).equals(workbook));
    assert.ok(existsSync(path.join(folder, "companies/company-6.html")));
    assert.equal(readFileSync(path.join(folder, "api/v2/dataset.zip")).toString("latin1", 0, 2), "PK");

    const back = await run("--release", older);
    assert.ok(back.written > 0 && back.removed > 0, JSON.stringify(back));
    assert.ok(!readFileSync(path.join(folder, "api/v2/companies.xlsx")).equals(workbook));
    const country = JSON.parse(read("api/v2/countries/france.json")) as {
      meta: { release: string };
      listed_companies: number;
    };
    assert.deepEqual([country.meta.release, country.listed_companies], [older, 3]);
    assert.ok(read("countries/france.html").includes(older));
    assert.equal(existsSync(path.join(folder, "companies/company-6.html")), false);
    assert.equal((JSON.parse(read("export.json")) as { release: string }).release, older);
  });

  test("a draft is refused, by its secret name as by its id, and so are a release that is not there and a folder of somebody else", async () => {
    cli.now = new Date("2026-11-22T10:00:00Z");
    const drafted = await cli.publish(writeSmallDataset(8), "--draft");
    assert.equal(drafted.status, 0, drafted.said);
    const [secret = ""] = /draft-[0-9a-f]{32}/u.exec(drafted.out) ?? [];
    const [, draft = ""] = /^Draft (\S+):/mu.exec(drafted.out) ?? [];
    const folder = path.join(newTemporaryFolder(), "export");
    for (const [id, words] of [
      [secret, /is a draft: only what is published is exported/u],
      [draft, /there is no release/u],
      ["2020-01-01-000000000000", /there is no release 2020-01-01-000000000000/u],
    ] as const) {
      const { status, said } = await cli.run("export", folder, "--release", id);
      assert.equal(status, 1);
      assert.match(said, words);
      assert.equal(existsSync(folder), false);
    }
    const { status, said } = await cli.run("export", cli.dataFolder);
    assert.equal(status, 1);
    assert.match(said, /is not empty, and it is no export/u);
    assert.equal(existsSync(path.join(cli.dataFolder, LOCK_FILE)), false);
    assert.ok(readFileSync(path.join(cli.dataFolder, "current"), "utf8").includes(newer));
  });

  test("one run at a time writes to a folder; the other one says so and changes nothing", async () => {
    const folder = path.join(newTemporaryFolder(), "export");
    prepareFolder(folder);
    const unlock = await lockForPublication(path.join(folder, LOCK_FILE), () => assert.fail("it is free"));
    const { status, said } = await cli.run("export", folder);
    assert.equal(status, 1);
    assert.match(said, /another export is writing to .*\. Wait until it has ended, or name another folder/u);
    assert.equal(existsSync(path.join(folder, "export.json")), false);
    unlock();
    assert.throws(() => prepareFolder(cli.dataFolder), ExportError);
  });
});

async function publishId(cli: TestCli, dataset: string): Promise<string> {
  const { status, out, said } = await cli.publish(dataset);
  assert.equal(status, 0, said);
  const [, id] = /^Published (\S+):/mu.exec(out) ?? [];
  assert.ok(id !== undefined, out);
  return id;
}
