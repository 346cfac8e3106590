import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

interface GeneratedFile {
  /** From the project's root. */
  readonly path: string;
  readonly content: string;
}

/**
 * Writes generated files, pages formatted as the project formats its own. With `--check` on the command line it writes
 * nothing and ends with status 1 where a committed file differs, naming it.
 */
export async function writeOrCheck(files: readonly GeneratedFile[]): Promise<void> {
  for (const { path, content } of files) {
    const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
    const wanted = path.endsWith(".md")
      ? await format(content, { ...(await resolveConfig(file)), filepath: file })
      : content;
    if (!process.argv.includes("--check")) {
      await writeFile(file, wanted);
      continue;
    }
    const found = await readFile(file, "utf8").catch(() => null);
    if (found === wanted) continue;
    process.stderr.write(
      `${path} ${found === null ? "is missing" : "is not what the program says"}; run \`npm run generate\`\n`,
    );
    process.exitCode = 1;
  }
}
