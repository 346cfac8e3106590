import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Inputs {
  /**
   * The generator's own file; what it imports is an input, too. All files are named from the
   * project's root.
   */
  readonly script: string;
  /** Files it reads. */
  readonly files: readonly string[];
  /** Packages whose data it reads, which the lockfile pins. */
  readonly packages: readonly string[];
}

/**
 * A digest of everything a generator makes its file from: while it stays the same, making it again
 * would give the same bytes.
 */
export function digestInputs({ script, files, packages }: Inputs): string {
  const hash = createHash("sha256");
  for (const file of [...importsOf(script)].toSorted().concat(files))
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update("\0");
  const lock = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
  };
  for (const name of packages) hash.update(`${name} ${lock.packages[`node_modules/${name}`]?.integrity}\0`);
  return hash.digest("hex");
}

/** A file with all files of ours that it imports, and that those import. */
function importsOf(file: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(path.join(ROOT, file), "utf8");
  for (const [, specifier = ""] of code.matchAll(/\bfrom "(\.{1,2}\/[^"]+)"/g)) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    if (existsSync(path.join(ROOT, target))) importsOf(target, found);
  }
  return found;
}
