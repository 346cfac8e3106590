import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { publishRaw } from "../../bench/parts/publish-raw.ts";
import { RAW_ANSWERS } from "../../bench/raw-answers.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { PROJECT } from "./run-cli.ts";

const RAW = path.join(PROJECT, "..", "shared", "data", "raw");
/** Workbooks and files of thousands of rows take seconds; `npm run bench -- raw` has them all. */
const SLOW = ["sbti-companies-2026", "us-hospitals"];

describe("raw files are published by options and patches of the draft, with the facts computed outside the program", () => {
  for (const answers of RAW_ANSWERS.filter(({ folder }) => !SLOW.includes(folder)))
    test(answers.folder, async (context) => {
      const folder = path.join(RAW, answers.folder);
      if (!existsSync(folder)) return context.skip(`there is no ${folder}`);
      const { faults } = await publishRaw(folder, answers, newTemporaryFolder());
      assert.deepEqual(faults, []);
    });
});
