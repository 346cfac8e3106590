import { readdir } from "node:fs/promises";
import path from "node:path";
import { checkEncoding } from "./check-encoding.ts";
import type { FindingList } from "./finding-list.ts";

const TEXT_FILE = /\.(?:csv|tsv|txt|json|jsonl|ndjson)(?:\.(gz|zst))?$/i;

interface Place {
  readonly folder: string;
  readonly dataFolder: string | null;
  readonly workFolder: string;
  readonly findings: FindingList;
}

/** Looks at the text files that a message of the database names, and adds a finding for each that is not UTF-8. */
export async function tellEncodings(
  message: string,
  { folder, dataFolder, workFolder, findings }: Place,
): Promise<void> {
  for (const root of new Set([folder, dataFolder ?? folder])) {
    const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
    for (const entry of entries) {
      const file = path.join(entry.parentPath, entry.name);
      const label = path.relative(root, file);
      const [isText, packed] = TEXT_FILE.exec(entry.name) ?? [];
      if (!entry.isFile() || isText === undefined || !message.includes(label)) continue;
      const compression = packed === undefined ? null : packed.toLowerCase() === "gz" ? "gzip" : "zstd";
      const copyPath = path.join(workFolder, "encoding.txt");
      const checked = await checkEncoding({ path: file, compression, copyPath }).catch(() => null);
      const about = { kind: "bad_encoding", table: "intake.sql", file: label };
      if (checked?.kind === "not_text") {
        const advice = "Save the file as UTF-8, or name its encoding: read_csv(…, encoding = 'latin-1').";
        findings.add({
          ...about,
          place: `byte ${checked.byteOffset}`,
          found: checked.found,
          expected: "UTF-8",
          advice,
        });
      } else if (checked !== null && checked.path !== file) {
        findings.add({
          ...about,
          place: "byte 0",
          found: "UTF-16",
          expected: "UTF-8",
          advice: "Name its encoding: read_csv(…, encoding = 'utf-16').",
        });
      }
    }
  }
}
