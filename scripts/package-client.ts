import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import facts from "../clients/typescript/package.json" with { type: "json" };

/**
 * Makes the npm package of the TypeScript client, JavaScript modules with declarations, and writes
 * `country-trust-client-<version>.tgz` into `dist/clients/typescript`, or the folder it is given.
 *
 *   npm run package client
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLIENT = path.join(ROOT, "clients/typescript");
const folder = path.resolve(process.argv[2] ?? path.join(ROOT, "dist/clients/typescript"));
const staged = path.join(folder, "package");

rmSync(staged, { recursive: true, force: true });
mkdirSync(staged, { recursive: true });
const tsc = path.join(ROOT, "node_modules/typescript-native/bin/tsc");
execFileSync(process.execPath, [tsc, "-p", CLIENT, "--outDir", path.join(staged, "dist")], { stdio: "inherit" });
// It holds types alone. The compiler would indent them by more.
cpSync(path.join(CLIENT, "src/schema.ts"), path.join(staged, "dist/schema.d.ts"));
rmSync(path.join(staged, "dist/schema.js"));
cpSync(path.join(CLIENT, "README.md"), path.join(staged, "README.md"));
cpSync(path.join(ROOT, "LICENSE"), path.join(staged, "LICENSE"));
const { private: _, ...published } = facts;
writeFileSync(path.join(staged, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
  cwd: staged,
  encoding: "utf8",
});
process.stdout.write(`${path.join(folder, packed.trim())}\n`);
