import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { blocksOf, isAbsent, run } from "../downloads/run-example.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { PROJECT } from "./run-cli.ts";

const [, example = ""] = readFileSync(path.join(PROJECT, "README.md"), "utf8").split("<!-- run -->");

describe("README.md", () => {
  test("publishes its own dataset and prints the ranking it shows", async (context) => {
    if (await isAbsent(context, "jq", "jq", "--version")) return;
    const [commands = ""] = blocksOf(example, "sh");
    const [shown = ""] = blocksOf(example, "text");
    const npm = `npm() { "${process.execPath}" "${PROJECT}/bin/country-trust.cjs" "\${@:5}"; }`;
    const folder = newTemporaryFolder();
    const printed = await run("bash", ["-c", `set -euo pipefail\n${npm}\n${commands}`], { folder });
    assert.ok(printed.endsWith(shown), printed);
    assert.match(shown, /^1\tNamibia\tgood$/mu);
  });
});
