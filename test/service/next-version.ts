import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import packageFacts from "../../package.json" with { type: "json" };
import { BUNDLE_FORMAT } from "../../src/release/manifest.ts";
import { PROJECT } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

export const NEXT_VERSION = "99.0.0";

/** What an upgrade changes, each as a text of a file and what stands there in the next version. */
const CHANGES: readonly (readonly [file: string, text: string, next: string])[] = [
  ["package.json", `"version": "${packageFacts.version}"`, `"version": "${NEXT_VERSION}"`],
  [
    "src/release/manifest.ts",
    `BUNDLE_FORMAT = ${BUNDLE_FORMAT};`,
    // It goes on reading the releases of this version.
    `BUNDLE_FORMAT = ${BUNDLE_FORMAT + 1};`,
  ],
  [
    "src/release/bundle-database.ts",
    "CREATE TABLE company_column",
    "CREATE TABLE of_next_version (id INTEGER PRIMARY KEY) STRICT;\n  CREATE TABLE company_column",
  ],
];

/**
 * Makes a copy of the program in a folder of its own what its next version could be: another
 * version number and bundle format. Returns what Node.js is started with.
 */
export function makeNextVersion(): readonly string[] {
  const folder = newTemporaryFolder();
  for (const name of ["package.json", "bin", "src"])
    cpSync(path.join(PROJECT, name), path.join(folder, name), { recursive: true });
  for (const name of ["data", "docs", "schemas"]) symlinkSync(path.join(PROJECT, name), path.join(folder, name));
  // A folder of its own, for the compile cache.
  mkdirSync(path.join(folder, "node_modules"));
  for (const name of readdirSync(path.join(PROJECT, "node_modules")).filter((each) => !each.startsWith(".")))
    symlinkSync(path.join(PROJECT, "node_modules", name), path.join(folder, "node_modules", name));
  for (const [name, text, next] of CHANGES) {
    const file = path.join(folder, name);
    const parts = readFileSync(file, "utf8").split(text);
    assert.equal(parts.length, 2, `${name} has ${parts.length - 1} times ${text}`);
    writeFileSync(file, parts.join(next));
  }
  return ["--disable-warning=ExperimentalWarning", path.join(folder, "bin", "country-trust.mjs")];
}
