import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { EDITION, writeEdition } from "../fixtures/edition.ts";
import { PROJECT } from "./run-cli.ts";

const CALL = `"${process.execPath}" --disable-warning=ExperimentalWarning "${path.join(PROJECT, "bin", "country-trust.mjs")}"`;

describe("a reader that closes the pipe", () => {
  /** Runs a command whose output nobody reads to its end; its exit status and what it says. */
  const run = (words: string): { status: string; said: string } => {
    const { stdout, stderr } = spawnSync("sh", ["-c", `{ ${CALL} ${words}; echo "status $?" >&2; } | true`], {
      env: { ...process.env, DATA_DIR: newTemporaryFolder() },
      encoding: "utf8",
    });
    assert.equal(stdout, "");
    const [, status = ""] = /status (\d+)/u.exec(stderr) ?? [];
    return { status, said: stderr };
  };

  for (const words of ["--help", `check "${writeEdition(EDITION)}"`])
    test(`ends \`${words.split(" ")[0]}\` quietly, with its own status`, { skip: process.platform === "win32" }, () => {
      const { status, said } = run(words);
      assert.equal(status, "0", said);
      assert.doesNotMatch(said, /EPIPE|at .*node:/u);
    });
});
