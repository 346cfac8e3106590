import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import type { GeneratedFile } from "./generated-file.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Writes a generated file where it is not there yet, or only compares. Pages of docs/ are formatted
 * as the project formats those written by hand.
 */
export async function writeOrCompare(
  { path: shown, content }: GeneratedFile,
  { isCheck }: { readonly isCheck: boolean },
): Promise<"same" | "written" | "missing" | "different"> {
  const file = path.resolve(ROOT, shown);
  const isPage = shown.startsWith("docs/") && shown.endsWith(".md");
  const text = isPage ? await format(content.toString(), { ...(await resolveConfig(file)), filepath: file }) : content;
  const wanted = Buffer.from(text);
  const found = await readFile(file).catch(() => null);
  if (found?.equals(wanted)) return "same";
  if (isCheck) return found === null ? "missing" : "different";
  await writeFile(file, wanted);
  return "written";
}
