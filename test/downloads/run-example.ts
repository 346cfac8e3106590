import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import type { TestContext } from "node:test";
import { promisify } from "node:util";

/** The examples of the documentation, taken from its pages and run by the programs they are for. */

const ADDRESS_IN_DOCS = "https://trust.example";

/**
 * Debian's Python finds Debian's pandas, which another Python that comes first in the path does
 * not.
 */
const PYTHONS = ["python3", "/usr/bin/python3"];

const execute = promisify(execFile);

/** The fenced blocks of a language, in the order of the page. */
export function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gmsu"))].map(([, code]) => code!);
}

/** The code with the address of a service that runs here. */
export function addressedTo(url: string, code: string): string {
  assert.ok(!code.includes("://") || code.includes(ADDRESS_IN_DOCS));
  return code.replaceAll(ADDRESS_IN_DOCS, url);
}

/** What a program printed; rejects with what it complained about where it does not end well. */
export async function run(program: string, words: readonly string[], options: RunOptions = {}): Promise<string> {
  const environment = { ...process.env, ...options.environment };
  return (await execute(program, [...words], { cwd: options.folder, env: environment })).stdout;
}

export interface RunOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Skips, saying why, where a probe of the tool does not succeed. */
export async function isAbsent(context: TestContext, tool: string, program: string, ...probe: string[]) {
  if (await succeeds(program, probe)) return false;
  return skip(context, tool);
}

/** The Python that has these modules; null, and the test skipped, where none has. */
export async function findPython(context: TestContext, ...modules: string[]): Promise<string | null> {
  for (const python of PYTHONS)
    if (await succeeds(python, ["-c", `import ${["sys", ...modules].join()}`])) return python;
  skip(context, modules[0] ?? "Python");
  return null;
}

function skip(context: TestContext, tool: string): true {
  context.diagnostic(`skipped: ${tool} is not installed here`);
  context.skip(`${tool} is not installed here`);
  return true;
}

function succeeds(program: string, words: readonly string[]): Promise<boolean> {
  return execute(program, [...words]).then(
    () => true,
    () => false,
  );
}
