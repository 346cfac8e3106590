import { globSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { GeneratedFile } from "./generated-file.ts";
import { writeOrCompare } from "./write-or-compare.ts";

/**
 * Writes the committed files that `scripts/build-<name>.ts` make: `generate.ts [name] [--check]
 * [options of that one]`, without a name all of them. With `--check` it writes nothing and ends
 * with status 1 where a committed file differs, naming it.
 */

interface Generator {
  readonly generate: (words: readonly string[]) => readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>;
}

const NAMES = globSync("scripts/build-*.ts", { cwd: fileURLToPath(new URL("..", import.meta.url)) })
  .map((file) => path.basename(file).slice("build-".length, -".ts".length))
  .toSorted();

const isCheck = process.argv.includes("--check");
const [first, ...rest] = process.argv.slice(2).filter((word) => word !== "--check");

if (first === undefined) for (const name of NAMES) await run(name, []);
else if (NAMES.includes(first)) await run(first, rest);
else {
  process.stderr.write(`npm run generate [${[...NAMES, "screenshot"].join(" | ")}]\n`);
  process.exitCode = 2;
}

async function run(name: string, words: readonly string[]): Promise<void> {
  try {
    // Loaded when its turn comes: the typed clients are made of what `openapi` writes before.
    const { generate } = (await import(`./build-${name}.ts`)) as Generator;
    for (const file of await generate(words)) {
      const found = await writeOrCompare(file, { isCheck });
      if (found === "same") continue;
      const hint = found === "written" ? "" : `; run \`npm run generate ${name}\``;
      process.stderr.write(`${file.path} is ${found}${hint}\n`);
      if (found !== "written") process.exitCode = 1;
    }
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
