import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { blocksOf } from "../downloads/run-example.ts";
import { PROJECT, TestCli } from "./run-cli.ts";

const GUIDE = readFileSync(path.join(PROJECT, "docs", "guides", "first-release.md"), "utf8");

describe("docs/guides/first-release.md", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  test("leads from its survey to a published release", async () => {
    const folder = newTemporaryFolder();
    mkdirSync(path.join(folder, "mine"));
    const [survey = ""] = blocksOf(GUIDE, "csv");
    writeFileSync(path.join(folder, "mine", "survey.csv"), survey);
    const commands = blocksOf(GUIDE, "sh");
    assert.equal(commands.length, 3);
    const printed: string[] = [];
    for (const command of commands) {
      const [, line = ""] = /^npm run -s country-trust -- (.*)\n$/u.exec(command) ?? [];
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? "");
      const { status, out, said } = await cli.run(
        ...words.map((word) => (word.startsWith("mine") ? path.join(folder, word) : word)),
      );
      assert.equal(status, 0, said);
      printed.push(out);
    }
    const [shown = ""] = blocksOf(GUIDE, "text");
    assert.ok(printed[0]?.startsWith(shown), printed[0]);
    assert.ok(printed[1]?.startsWith(shown), printed[1]);
    const ranking = JSON.parse((await cli.run("ask", "rank_countries")).out) as {
      readonly items: readonly { readonly name: string; readonly median_band: string }[];
    };
    assert.deepEqual(
      ranking.items.map(({ name, median_band }) => [name, median_band]),
      [
        ["Namibia", "fair"],
        ["France", "fair"],
        ["Peru", "poor"],
      ],
    );
  });
});
