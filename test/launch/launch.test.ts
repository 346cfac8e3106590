import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

interface Launched {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A clone without packages whose program prints what it was given; `npm` is a shell script of the
 * test's.
 */
class Clone {
  readonly folder = mkdtempSync(path.join(tmpdir(), "country-trust-launch-"));
  readonly #tools = path.join(this.folder, "tools");
  readonly #hasNpm: boolean;

  constructor(npm: string | null) {
    folders.push(this.folder);
    this.#hasNpm = npm !== null;
    cpSync(path.join(PROJECT, "bin"), path.join(this.folder, "bin"), { recursive: true });
    mkdirSync(this.#tools);
    this.write("package-lock.json", {
      packages: {
        "": {},
        "node_modules/a": { version: "1.0.0" },
        "node_modules/b": { version: "2.0.0", dev: true },
        "node_modules/c": { version: "3.0.0", optional: true },
      },
    });
    const print =
      "console.log(JSON.stringify({ args: process.argv.slice(2), major: process.versions.node.split('.')[0] })); process.disconnect?.(); process.exitCode = 7;";
    writeFileSync(path.join(this.folder, "bin/country-trust.mjs"), print);
    mkdirSync(path.join(this.folder, "scripts"));
    writeFileSync(path.join(this.folder, "scripts/develop.ts"), print);
    if (npm !== null) {
      writeFileSync(path.join(this.#tools, "npm"), `#!/bin/sh\n${npm}\n`);
      chmodSync(path.join(this.#tools, "npm"), 0o755);
    }
  }

  write(file: string, content: object): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), JSON.stringify(content));
  }

  installed(packages: Record<string, { version: string }>): void {
    this.write("node_modules/.package-lock.json", { packages });
  }

  launch(file = "bin/country-trust.cjs", ...words: string[]): Launched {
    const { PATH: _, npm_execpath: __, ...environment } = process.env;
    return spawnSync(process.execPath, [path.join(this.folder, file), ...words], {
      encoding: "utf8",
      env: { ...environment, PATH: this.#hasNpm ? `${this.#tools}:/bin` : this.#tools },
    });
  }
}

/** Records its arguments and installs what a test wants to be there. */
const WORKING_NPM = `echo "$@" > "$PWD/npm-arguments"; mkdir -p node_modules; echo '{"packages":{"node_modules/a":{"version":"1.0.0"},"node_modules/b":{"version":"2.0.0"}}}' > node_modules/.package-lock.json`;

describe("the launcher", () => {
  test("installs the lockfile's packages once, without those of development, and hands everything on", () => {
    const clone = new Clone(WORKING_NPM);
    const { status, stdout, stderr } = clone.launch("bin/country-trust.cjs", "serve", "--now");
    assert.match(stderr, /^country-trust: installing the packages/);
    assert.deepEqual([status, JSON.parse(stdout)], [7, { args: ["serve", "--now"], major: "24" }]);
    assert.match(readFileSync(path.join(clone.folder, "npm-arguments"), "utf8"), /^ci .*--ignore-scripts.*--omit=dev/);
    assert.equal(clone.launch().stderr, "", "the second start installs nothing");
  });

  test("installs those of development for development", () => {
    const clone = new Clone(WORKING_NPM);
    clone.launch("bin/develop.cjs", "test");
    assert.match(readFileSync(path.join(clone.folder, "npm-arguments"), "utf8"), /--include=dev/);
    assert.equal(clone.launch("bin/develop.cjs", "test").stderr, "");
  });

  test("installs again when the lockfile asks for another version", () => {
    const clone = new Clone(WORKING_NPM);
    clone.installed({ "node_modules/a": { version: "0.9.0" } });
    assert.match(clone.launch().stderr, /installing the packages/);
  });

  for (const [name, npm, expected] of [
    [
      "npm is not there",
      null,
      /^country-trust: installing .*\ncountry-trust: npm could not be started .*; install npm 10 or newer and try again\.\n$/,
    ],
    [
      "npm fails",
      "echo 'npm error network' >&2; exit 1",
      /npm error network\ncountry-trust: npm could not install the packages .*try again\.\n$/,
    ],
  ] as const) {
    test(`ends with one clear sentence where ${name}`, () => {
      const { status, stderr } = new Clone(npm).launch();
      assert.equal(status, 1);
      assert.match(stderr, expected);
    });
  }

  test("ends with one clear sentence where the lockfile is gone", () => {
    const clone = new Clone(WORKING_NPM);
    rmSync(path.join(clone.folder, "package-lock.json"));
    const { status, stderr } = clone.launch();
    assert.equal(status, 1);
    assert.match(stderr, /^country-trust: package-lock\.json is missing/);
  });

  test("a packaged Node that cannot run here gives way to the one that does", () => {
    const clone = new Clone(WORKING_NPM);
    clone.installed({ "node_modules/a": { version: "1.0.0" } });
    const platform = path.join(clone.folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin");
    mkdirSync(platform, { recursive: true });
    writeFileSync(path.join(platform, "node"), "#!/nowhere/loader\n");
    chmodSync(path.join(platform, "node"), 0o755);
    assert.deepEqual(JSON.parse(clone.launch("bin/country-trust.cjs", "x").stdout), { args: ["x"], major: "24" });
  });

  test("passes a signal on and ends by it", () => {
    const clone = new Clone(WORKING_NPM);
    clone.installed({ "node_modules/a": { version: "1.0.0" } });
    writeFileSync(
      path.join(clone.folder, "bin/country-trust.mjs"),
      "process.kill(process.ppid, 'SIGTERM'); setTimeout(() => {}, 100_000);",
    );
    const { status, signal } = spawnSync(process.execPath, [path.join(clone.folder, "bin/country-trust.cjs")], {
      timeout: 60_000,
      killSignal: "SIGKILL",
    });
    assert.deepEqual([status, signal], [null, "SIGTERM"]);
  });
});

test("the launcher keeps to syntax that any Node understands, so that an old one can say what is wrong", () => {
  for (const file of ["bin/launch.cjs", "bin/country-trust.cjs", "bin/develop.cjs"]) {
    const code = readFileSync(path.join(PROJECT, file), "utf8")
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/^\s*\/\/.*$/gm, "");
    for (const modern of [/=>/, /\blet\b/, /\bconst\b/, /\bclass\b/, /`/, /\?\?/, /\?\./, /\basync\b/])
      assert.doesNotMatch(code, modern, file);
  }
});
