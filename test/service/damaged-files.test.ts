import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { PROJECT } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { run, startRunningService } from "./running-service.ts";

/**
 * Every file that a service reads, damaged in every way: the program ends with status 1 and one
 * sentence that has the path and what to do.
 */

/** A file of the data folder, `<id>` for the release, and what helps when it is damaged. */
const FILES: readonly (readonly [file: string, cure: RegExp])[] = [
  ["current", /move it away, and `rollback` to one of \d{4}-/u],
  ["history.ndjson", /Bring back a copy of history\.ndjson, or move it away/u],
  ["releases/<id>/manifest.json", /Bring back a copy of its folder, publish its dataset again/u],
  ["releases/<id>/release.sqlite", /Bring back a copy of its folder, publish its dataset again/u],
  ["releases/<id>/search.idx", /Bring back a copy of its folder, publish its dataset again/u],
  ["access/access.sqlite", /move it away, or bring back a copy|must be a file that this user may read and write/u],
];

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  "is empty": (file) => writeFileSync(file, ""),
  "has lost its second half": (file) => {
    const content = readFileSync(file);
    writeFileSync(file, content.subarray(0, content.length >> 1));
  },
  "has a flipped page": (file) => {
    const content = readFileSync(file);
    const start = ((content.length >> 1) >> 10) << 10;
    for (let at = start; at < Math.min(start + 1024, content.length); at += 1) content[at]! ^= 0xff;
    writeFileSync(file, content);
  },
  "holds other bytes": (file) => {
    const content = readFileSync(file);
    // Among them are those that clear a terminal.
    for (let at = 0; at < content.length; at += 1) content[at] = "\u001b[2J\u0000\u009b\u0007".charCodeAt(at % 7);
    writeFileSync(file, content);
  },
  "is a folder": (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  "may not be read": (file) => chmodSync(file, 0),
};

/** What is no damage: a folder without a history counts from the dates in the ids. */
const HARMLESS = ["history.ndjson is empty"];

/** Root reads whatever it wants, unless it gives up that right. */
const UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"];

function obstacleTo(damage: string): string | false {
  if (damage !== "may not be read" || process.getuid?.() !== 0) return false;
  const [command = "", ...words] = UNPRIVILEGED;
  return spawnSync(command, [...words, "true"]).status === 0 ? false : "root without setpriv may read every file";
}

/** Runs `serve` of a project to its end. */
async function serve(dataFolder: string, project = PROJECT): Promise<{ status: unknown; said: string }> {
  const program = [process.execPath, "--disable-warning=ExperimentalWarning", "bin/country-trust.mjs", "serve"];
  const [command = "", ...words] = process.getuid?.() === 0 ? [...UNPRIVILEGED, ...program] : program;
  const child = spawn(command, words, {
    cwd: project,
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataFolder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      // It found nothing wrong.
      if (text.includes(" on http")) child.kill("SIGTERM");
    });
  const [status] = (await once(child, "exit")) as unknown[];
  return { status, said };
}

function expectSentence({ status, said }: { status: unknown; said: string }, file: string, cure: RegExp): void {
  assert.equal(status, 1, said);
  assert.match(said, /^country-trust serve: [^\n]+\n$/u, "one line");
  assert.match(said, /^[\x20-\x7e…]+\n$/u, "nothing that a terminal obeys");
  assert.ok(said.includes(file), `${said} has the path ${file}`);
  assert.match(said, cure);
  assert.ok(said.length < 700, said);
}

describe("a damaged file of the data folder", () => {
  const whole = path.join(newTemporaryFolder(), "whole");
  let id = "";
  before(async () => {
    const service = await startRunningService({ DATA_DIR: whole });
    const owner = ["--email", "a@example.org", "--use-case", "tests"];
    const created = run(["key", "create", ...owner], { DATA_DIR: whole });
    assert.deepEqual(await created.exit, [0, null], created.said());
    service.child.kill("SIGTERM");
    await service.exit;
    id = readdirSync(path.join(whole, "releases"))[0]!;
  });

  for (const [name, cure] of FILES)
    for (const [damage, harm] of Object.entries(DAMAGES)) {
      if (HARMLESS.includes(`${name} ${damage}`)) continue;
      test(`${name} ${damage}`, { skip: obstacleTo(damage) }, async () => {
        const folder = path.join(newTemporaryFolder(), "data");
        cpSync(whole, folder, { recursive: true });
        const file = path.join(folder, name.replace("<id>", id));
        harm(file);
        try {
          const isForbidden = damage === "may not be read" || damage === "is a folder";
          const rights = /right to read and write it|Move the folder away|must be a file that this user may read/u;
          const either = new RegExp(`${cure.source}|${rights.source}`, "u");
          expectSentence(await serve(folder), file, isForbidden ? either : cure);
        } finally {
          chmodSync(file, 0o700);
        }
      });
    }

  test("a whole one starts", async () => {
    const { status, said } = await serve(whole);
    assert.equal(status, 0, said);
  });
});

describe("a damaged file of borders", () => {
  const project = newTemporaryFolder();
  const dataFolder = path.join(newTemporaryFolder(), "data");
  const file = path.join(project, "data", "borders", "borders.bin");
  before(async () => {
    assert.deepEqual(await run(["publish", "data/demo"], { DATA_DIR: dataFolder }).exit, [0, null]);
    for (const name of ["bin", "src", "package.json", "data/demo", "data/fonts"])
      cpSync(path.join(PROJECT, name), path.join(project, name), { recursive: true });
    symlinkSync(path.join(PROJECT, "node_modules"), path.join(project, "node_modules"));
  });

  for (const [damage, harm] of Object.entries(DAMAGES))
    test(damage, { skip: obstacleTo(damage) }, async () => {
      rmSync(path.dirname(file), { recursive: true, force: true });
      cpSync(path.join(PROJECT, "data", "borders"), path.dirname(file), { recursive: true });
      harm(file);
      expectSentence(await serve(dataFolder, project), file, /Restore it from the repository, or build it again/u);
    });
});
