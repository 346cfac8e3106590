import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

interface GeneratedFile {
  /** From the project's root. */
  readonly path: string;
  readonly content: string;
}

/** What runs: `build-settings-doc.ts` is the generator `settings-doc`. */
const GENERATOR = basename(process.argv[1] ?? "").replace(/^build-|\.ts$/g, "");

/**
 * Writes generated files, pages formatted as the project formats its own. With `--check` on the
 * command line it writes nothing and ends with status 1 where a committed file differs, naming it.
 */
export async function writeOrCheck(files: readonly GeneratedFile[]): Promise<void> {
  for (const { path, content } of files) {
    const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
    const wanted = path.endsWith(".md")
      ? await format(content, { ...(await resolveConfig(file)), filepath: file })
      : content;
    const found = await readFile(file, "utf8").catch(() => null);
    if (found === wanted) continue;
    if (!process.argv.includes("--check")) {
      await writeFile(file, wanted);
      process.stderr.write(`${path} is written\n`);
      continue;
    }
    process.stderr.write(
      `${path} ${found === null ? "is missing" : "is not what the program says"}; run \`npm run generate ${GENERATOR}\`\n`,
    );
    process.exitCode = 1;
  }
}
