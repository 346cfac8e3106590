import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { TestCli } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { CURES, DAMAGES, RIGHTS_CURE } from "./damage.ts";
import { serveHere } from "./serve-here.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/**
 * Every file that a service reads in its data folder, damaged: `serve` ends with status 1 and one
 * sentence that has the path and what to do. Rights and borders, which need a process of their own:
 * `damaged-files.long.test.ts`.
 */

/** What is no damage: a folder without a history counts from the dates in the ids. */
const HARMLESS = ["history.ndjson is empty"];

describe("a damaged file of the data folder", () => {
  const whole = new TestCli();
  let id = "";
  before(async () => {
    assert.equal((await whole.run("publish", writeSmallDataset(newTemporaryFolder(), 1))).status, 0);
    const owner = ["--email", "a@example.org", "--use-case", "tests"];
    assert.equal((await whole.run("key", "create", ...owner)).status, 0);
    id = new ReleaseStore(whole.dataFolder, () => whole.now).currentId() ?? "";
  });
  after(() => whole.remove());

  for (const [name, cure] of CURES)
    for (const [damage, harm] of Object.entries(DAMAGES).filter(([each]) => each !== "may not be read")) {
      if (HARMLESS.includes(`${name} ${damage}`)) continue;
      test(`${name} ${damage}`, async () => {
        const folder = path.join(newTemporaryFolder(), "data");
        cpSync(whole.dataFolder, folder, { recursive: true });
        const file = path.join(folder, name.replace("<id>", id));
        harm(file);
        const { status, said, out } = await new TestCli({}, folder).run("serve");
        assert.equal(status, 1, said);
        assert.equal(out, "");
        assert.match(said, /^country-trust serve: [\x20-\x7e…]+$/u, "one line, with nothing that a terminal obeys");
        assert.ok(said.includes(file), `${said} has the path ${file}`);
        assert.match(said, damage === "is a folder" ? new RegExp(`${cure.source}|${RIGHTS_CURE.source}`, "u") : cure);
        assert.ok(said.length < 700, said);
      });
    }

  test("that rots unseen is named in /readyz, and is not sent", async () => {
    const folder = path.join(newTemporaryFolder(), "data");
    cpSync(whole.dataFolder, folder, { recursive: true });
    const own = new TestCli({}, folder);
    assert.equal((await own.run("publish", writeSmallDataset(newTemporaryFolder(), 2))).status, 0);
    const current = new ReleaseStore(folder, () => own.now).currentId() ?? "";
    const names = [`${current}/tables/companies.csv`, `${current}/tables/judgements.parquet`, `${id}/release.sqlite`];
    for (const name of names) {
      const file = path.join(folder, "releases", name);
      const content = readFileSync(file);
      content[content.length >> 1]! ^= 1;
      writeFileSync(file, content);
    }
    const service = await serveHere(own);
    const statusOf = async (address: string): Promise<number> => {
      const response = await fetch(`${service.url}${address}`);
      await response.body?.cancel();
      return response.status;
    };
    await eventually("all are found", async () => {
      const readiness = (await (await fetch(`${service.url}/readyz`)).json()) as Record<string, unknown>;
      const found = readiness["damaged_files"] as readonly string[];
      if (found.length < names.length) return false;
      assert.deepEqual(found.toSorted(), names.toSorted());
      assert.deepEqual(readiness["degraded"], ["files"]);
      return true;
    });
    const rotten = ["/api/v2/data/companies.csv", "/api/v2/data/judgements.parquet", "/api/v2/dataset.zip"];
    for (const address of [...rotten, `/api/v2/companies?release=${id}`, `/companies?release=${id}`])
      assert.equal(await statusOf(address), 503, address);
    for (const address of ["/api/v2/data/companies.parquet", "/api/v2/companies", "/companies"])
      assert.equal(await statusOf(address), 200, address);
    assert.equal(await service.stop(), 0);
  });

  test("whole ones start", async () => {
    assert.equal(await (await serveHere(whole)).stop(), 0);
  });
});
