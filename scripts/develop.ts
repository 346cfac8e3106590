import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The developer's commands, behind `npm test`, `npm run test:long`, `npm run check`, `npm run
 * generate`, `npm run format`, `npm run package`, `npm run mutants`, `npm run walks`, `npm run
 * gallery` and `npm run bench`. They run on the pinned Node with the packages of the lockfile; see
 * bin/launch.cjs.
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Writes a picture, which no two machines draw alike: it is not compared. */
const SCREENSHOT = "screenshot";

/** Publishes the small release of a new bundle format, which is never written again. */
const KEPT_RELEASE = "kept-release";

const SOURCES = ["src", "test", "scripts", "bench", "bin", "clients"];

type Step = readonly [name: string, program: string, ...arguments_: string[]];

const node = (...arguments_: string[]): readonly [string, ...string[]] => [
  process.execPath,
  "--disable-warning=ExperimentalWarning",
  ...arguments_,
];
const tool = (packageName: string, file: string, ...arguments_: string[]): readonly [string, ...string[]] =>
  node(path.join(ROOT, "node_modules", packageName, file), ...arguments_);

const CACHE = path.join(ROOT, "node_modules", ".cache", "country-trust");

// Types are stripped and modules compiled once for all processes.
process.env["NODE_COMPILE_CACHE"] ??= CACHE;

// The checkers of types are in Go, and have more memory than they take.
process.env["GOGC"] ??= "200";

/** Files that did not change since the last check of types are not checked again. */
const INCREMENTAL = ["--incremental", "--tsBuildInfoFile", path.join(CACHE, "types.tsbuildinfo")];

/** Formatting and its check share a cache, which Prettier removes when it runs without one. */
function prettier(mode: "--check" | "--write"): readonly [string, ...string[]] {
  return tool(
    "prettier",
    "bin/prettier.cjs",
    mode,
    "--log-level=warn",
    "--cache",
    ...SOURCES,
    "*.json",
    "*.md",
    "docs",
  );
}

const CHECKS: readonly Step[] = [
  [
    "types",
    // Several threads check what they share several times.
    ...tool("typescript-native", "bin/tsc", "--noEmit", "--singleThreaded", ...INCREMENTAL, "-p", "tsconfig.json"),
  ],
  ["types of browser code", ...tool("typescript-native", "bin/tsc", "--noEmit", "-p", "tsconfig.browser.json")],
  // The package declares its types, which takes names that other modules may use.
  ["types of the package", ...tool("typescript-native", "bin/tsc", "--noEmit", "-p", "tsconfig.package.json")],
  [
    "types of the client",
    ...tool("typescript-native", "bin/tsc", "--noEmit", "-p", "clients/typescript/tsconfig.json"),
  ],
  ["lint", ...tool("oxlint", "bin/oxlint", "--type-aware", "--deny-warnings", ...SOURCES)],
  ["format", ...prettier("--check")],
  ["walks", ...node("scripts/measure-walks.ts", "--check")],
  ["generated files", ...node("scripts/generate.ts", "--check")],
];

const COMMANDS: Readonly<Record<string, (rest: string[]) => Promise<number>>> = {
  test: (rest) => run(node("scripts/run-tests.ts", "quick", ...rest)),
  "test:long": (rest) => run(node("scripts/run-tests.ts", "long", ...rest)),
  check: async (rest) => {
    const names = CHECKS.map(([name]) => name);
    if (rest.every((name) => names.includes(name)))
      return runAll(CHECKS.filter(([name]) => rest.length === 0 || rest.includes(name)));
    process.stderr.write(`npm run check [${names.map((name) => JSON.stringify(name)).join(" | ")}]\n`);
    return 2;
  },
  generate: async (rest) => {
    if (rest[0] === KEPT_RELEASE) return run(node("test/fixtures/releases/keep-release.ts"));
    if (rest[0] !== SCREENSHOT) return run(node("scripts/generate.ts", ...rest));
    return runAll([
      ["start page", ...node("scripts/take-screenshot.ts")],
      ["guides", ...node("scripts/take-guide-pictures.ts")],
    ]);
  },
  package: async ([name]) => {
    if (name === "npm" || name === "deb" || name === "client") return run(node(`scripts/package-${name}.ts`));
    process.stderr.write("npm run package [npm | deb | client]\n");
    return 2;
  },
  format: () => run(prettier("--write")),
  mutants: (rest) => run(node("scripts/mutate.ts", ...rest)),
  gallery: (rest) => run(node("scripts/gallery.ts", ...rest)),
  walks: (rest) => run(node("scripts/measure-walks.ts", ...rest)),
  bench: async ([name, ...rest]) => {
    if (name) return run(node("--expose-gc", `bench/${name}.ts`, ...rest));
    const names = readdirSync(path.join(ROOT, "bench")).filter((file) => /^[a-z-]+\.ts$/.test(file));
    process.stderr.write(`npm run bench -- <${names.map((file) => file.slice(0, -3)).join(" | ")}>\n`);
    return 2;
  },
};

async function runAll(steps: readonly Step[]): Promise<number> {
  let failed = 0;
  for (const [name, ...words] of steps) {
    const startedAt = Date.now();
    const status = await run(words);
    process.stderr.write(
      `${status === 0 ? "ok  " : "FAIL"} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`,
    );
    if (status !== 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

async function run([program, ...arguments_]: readonly [string, ...string[]]): Promise<number> {
  const child = spawn(program, arguments_, { cwd: ROOT, stdio: "inherit" });
  const [status] = (await once(child, "exit")) as [number | null];
  return status ?? 1;
}

const [name, ...rest] = process.argv.slice(2);
const command = COMMANDS[name ?? ""];
if (!command) process.stderr.write(`expected one of ${Object.keys(COMMANDS).join(", ")}\n`);
process.exitCode = command ? await command(rest) : 2;
// The launcher holds a channel open to this process.
if (process.connected) process.disconnect();
