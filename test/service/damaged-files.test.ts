import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { TestCli } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { CURES, DAMAGES, RIGHTS_CURE } from "./damage.ts";
import { HERE, serveHere } from "./serve-here.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/**
 * Every file that a service reads in its data folder, damaged: `serve` ends with status 1 and one
 * sentence that has the path and what to do. Rights and borders, which need a process of their own:
 * `damaged-files.long.test.ts`.
 */

/** What is no damage: a folder without a history counts from the dates in the ids. */
const HARMLESS = ["history.ndjson is empty"];

describe("a damaged file of the data folder", () => {
  const whole = new TestCli(HERE);
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
        const { status, said, out } = await new TestCli(HERE, folder).run("serve");
        assert.equal(status, 1, said);
        assert.equal(out, "");
        assert.match(said, /^country-trust serve: [\x20-\x7e…]+$/u, "one line, with nothing that a terminal obeys");
        assert.ok(said.includes(file), `${said} has the path ${file}`);
        assert.match(said, damage === "is a folder" ? new RegExp(`${cure.source}|${RIGHTS_CURE.source}`, "u") : cure);
        assert.ok(said.length < 700, said);
      });
    }

  test("whole ones start", async () => {
    assert.equal(await (await serveHere(whole)).stop(), 0);
  });
});
