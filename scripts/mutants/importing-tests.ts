import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** What runs of an import: types are gone when a module is loaded. */
const IMPORT =
  /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+\.ts)";$|\bimport\("(\.[^"]+\.ts)"\)|new URL\("([^"]+\.ts)", import\.meta\.url\)/gmu;

/**
 * The quick test files that import a file of `src/`: those of the same name first, then those with
 * the fewest files between, before others those of its own room and those that share a word of its
 * name.
 */
export class ImportingTests {
  readonly #importers = new Map<string, string[]>();

  constructor(root: string) {
    const files = globSync("{src,test,scripts}/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
    for (const file of files) {
      for (const match of readFileSync(path.join(root, file), "utf8").matchAll(IMPORT)) {
        const specifier = match[1] ?? match[2] ?? match[3]!;
        const target = path.posix.join(path.posix.dirname(file), specifier);
        this.#importers.set(target, [...(this.#importers.get(target) ?? []), file]);
      }
    }
  }

  of(source: string): readonly string[] {
    const distances = new Map([[source, 0]]);
    for (const [file, distance] of distances)
      for (const importer of this.#importers.get(file) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    const [, room] = source.split("/");
    const words = wordsOf(source);
    const rankOf = (test: string): number => {
      const own = wordsOf(test);
      if (own.join() === words.join()) return 0;
      const isAkin = own.some((word) => words.includes(word));
      return distances.get(test)! - (isAkin ? 1 : 0) - (test.split("/")[1] === room ? 0.5 : 0);
    };
    return [...distances.keys()]
      .filter((file) => file.endsWith(".test.ts") && !file.endsWith(".long.test.ts"))
      .toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  }
}

/** The words of a file's name, without the `s` of a plural. */
function wordsOf(file: string): readonly string[] {
  return path.posix
    .basename(file)
    .replace(/(?:\.test)?\.ts$/, "")
    .split("-")
    .map((word) => word.replace(/s$/, ""));
}
