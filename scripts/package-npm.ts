import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import facts from "../package.json" with { type: "json" };

/**
 * Makes the npm package: `dist/` is laid out as the project is, with JavaScript and declarations in
 * place of TypeScript, because Node strips no types below node_modules. Then `npm pack` writes
 * `dist/country-trust-<version>.tgz`.
 *
 *   npm run package -- npm
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = path.join(ROOT, "dist");

/** What the program reads while it runs, and what a package has to tell of itself. */
const COPIED = ["bin", "data", "docs", "schemas", "README.md", "CHANGELOG.md", "LICENSE"];

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);
const tsc = path.join(ROOT, "node_modules/typescript-native/bin/tsc");
execFileSync(process.execPath, [tsc, "-p", "tsconfig.package.json"], { cwd: ROOT, stdio: "inherit" });
for (const name of [...COPIED, ...globSync("src/**/*.{js,css,svg,json,md}", { cwd: ROOT })])
  cpSync(path.join(ROOT, name), path.join(DIST, name), { recursive: true });
for (const file of ["bin/country-trust.mjs", ...globSync("src/**/*.js", { cwd: DIST })]) nameCompiledFiles(file);
writeFileSync(path.join(DIST, "package.json"), `${JSON.stringify(describePackage(), null, 2)}\n`);
const packed = execFileSync("npm", ["pack", "--silent"], { cwd: DIST, encoding: "utf8" }).trim();
process.stdout.write(`${path.join(DIST, packed)}\n`);

/** The compiler renames what is imported; files of threads and the entry are named by a string. */
function nameCompiledFiles(file: string): void {
  const place = path.join(DIST, file);
  const text = readFileSync(place, "utf8");
  const renamed = text.replaceAll(
    /(new URL\("[\w./-]+|await import\("[\w./-]+)\.ts"/gu,
    (_, start: string) => `${start}.js"`,
  );
  if (renamed !== text) writeFileSync(place, renamed);
}

/** The package.json of the package, without developer commands, with versions of the lockfile. */
function describePackage(): object {
  const { name, version, description, license, type, bin, dependencies, optionalDependencies } = facts;
  return {
    name,
    version,
    description,
    license,
    type,
    bin,
    exports: { ".": { types: "./src/main.d.ts", default: "./src/main.js" } },
    engines: { node: ">=20" },
    dependencies: locked(dependencies),
    optionalDependencies: locked(optionalDependencies),
  };
}

function locked(ranges: Readonly<Record<string, string>>): Record<string, string> {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  return Object.fromEntries(
    Object.keys(ranges).map((name) => {
      const found = packages[`node_modules/${name}`];
      if (found === undefined) throw new Error(`package-lock.json has no ${name}`);
      return [name, found.version];
    }),
  );
}
