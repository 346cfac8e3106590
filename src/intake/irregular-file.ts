import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import type { FindingList } from "./finding-list.ts";

/**
 * Tells of a file of the dataset in whose place stands something else: reading a named pipe waits for somebody to write, and some devices never end.
 *
 * Returns whether there is such a finding. A link is what it leads to; what cannot be looked at is left to who reads it.
 */
export async function tellIrregular(
  file: { readonly table: string; readonly path: string; readonly label: string },
  findings: FindingList,
): Promise<boolean> {
  const found = await stat(file.path).catch(() => null);
  if (found === null || found.isFile()) return false;
  findings.add({
    kind: "unreadable_file",
    table: file.table,
    file: file.label,
    found: kindOf(found),
    expected: "a regular file, or a link to one",
  });
  return true;
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a named pipe";
  return found.isSocket() ? "a socket" : "a device";
}
