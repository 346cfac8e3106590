import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import facts from "../clients/typescript/package.json" with { type: "json" };

/**
 * Makes the npm package of the TypeScript client, JavaScript modules and CommonJS with
 * declarations, and writes `country-trust-client-<version>.tgz` into `dist/clients/typescript`, or
 * the folder it is given. The package names the repository that `REPOSITORY_URL` says, if any.
 *
 *   npm run package client
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLIENT = path.join(ROOT, "clients/typescript");
const folder = path.resolve(process.argv[2] ?? path.join(ROOT, "dist/clients/typescript"));
const staged = path.join(folder, "package");

rmSync(staged, { recursive: true, force: true });
mkdirSync(staged, { recursive: true });
compile(path.join(staged, "dist"));
// Types alone, once for both forms. The compiler would indent them by more.
cpSync(path.join(CLIENT, "src/schema.ts"), path.join(staged, "dist/schema.d.ts"));
rmSync(path.join(staged, "dist/schema.js"));
const commonJs = path.join(staged, "dist/cjs");
compile(commonJs, "--module", "commonjs", "--moduleResolution", "bundler", "--verbatimModuleSyntax", "false");
rmSync(path.join(commonJs, "schema.js"));
writeFileSync(
  path.join(commonJs, "schema.d.ts"),
  'export type { components, paths } from "../schema.js" with { "resolution-mode": "import" };\n',
);
writeFileSync(path.join(commonJs, "package.json"), '{ "type": "commonjs" }\n');
cpSync(path.join(CLIENT, "README.md"), path.join(staged, "README.md"));
cpSync(path.join(ROOT, "LICENSE"), path.join(staged, "LICENSE"));
const { private: _, ...published } = facts;
const { REPOSITORY_URL: url } = process.env;
const repository = url === undefined ? {} : { repository: { type: "git", url, directory: "clients/typescript" } };
writeFileSync(path.join(staged, "package.json"), `${JSON.stringify({ ...published, ...repository }, null, 2)}\n`);
const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
  cwd: staged,
  encoding: "utf8",
});
process.stdout.write(`${path.join(folder, packed.trim())}\n`);

/** Compiles the client into a folder, with its declarations. */
function compile(target: string, ...words: readonly string[]): void {
  const tsc = path.join(ROOT, "node_modules/typescript-native/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", CLIENT, "--outDir", target, ...words], { stdio: "inherit" });
}
