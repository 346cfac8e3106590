import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { PROJECT } from "../cli/run-cli.ts";

/** Every file that git knows or would add, so that a key is found before it is committed. */

const PROGRAM = path.join(PROJECT, "node_modules/secretlint/bin/secretlint.js");
const RULES = path.join(PROJECT, ".secretlintrc.json");

/** The time that secretlint takes grows with the square of the number of files. */
const FILES_AT_ONCE = 100;

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-secrets-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs secretlint over files; paths may hold anything a pattern would trip over. */
async function lint(files: readonly string[]): Promise<{ status: number | null; said: string }> {
  const words = [PROGRAM, "--secretlintrc", RULES, "--no-glob", "--no-color", ...files];
  const child = spawn(process.execPath, words, { cwd: PROJECT, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [status] = (await once(child, "close")) as [number | null];
  return { status, said };
}

describe("secretlint", () => {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: PROJECT,
    encoding: "utf8",
  });
  const isRepository = listed.status === 0;

  test(
    "no file of the project holds a secret",
    { skip: isRepository ? false : "this is no git repository" },
    async () => {
      const deleted = spawnSync("git", ["ls-files", "-z", "--deleted"], {
        cwd: PROJECT,
        encoding: "utf8",
      }).stdout.split("\0");
      const files = listed.stdout.split("\0").filter((file) => file !== "" && !deleted.includes(file));
      assert.ok(files.length > 200, `${files.length} files`);
      for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
        const { status, said } = await lint(files.slice(from, from + FILES_AT_ONCE));
        assert.equal(status, 0, said);
      }
    },
  );

  // Put together here, so that this file does not hold what it looks for.
  const join = (...parts: readonly string[]): string => parts.join("");
  for (const [name, text] of [
    [
      "an access key of a cloud",
      join("aws_secret_access_key = ", "wJalrXUtnFEMIK7MDENG", "bPxRfiCYzzzzzzzzKEY1", "\n"),
    ],
    [
      "a private key",
      ["BEGIN", "END"]
        .map((end) => join("-----", end, " RSA PRIVATE ", "KEY-----\n"))
        .join(`${"MIIEpAIBAAKCAQEA".repeat(8)}\n`),
    ],
    ["a token of a code host", join("token: ", "ghp_", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx", "\n")],
    ["a password in an address", join("postgres", "://", "admin:hunter2hunter2@db.example.org:5432/trust\n")],
  ] as const) {
    test(`${name} would be found`, async () => {
      const file = path.join(folder, "leak.txt");
      writeFileSync(file, text);
      const { status, said } = await lint([file]);
      assert.equal(status, 1, `${said}${text}`);
    });
  }
});
