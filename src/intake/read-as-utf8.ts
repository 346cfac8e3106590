import path from "node:path";
import { checkEncoding } from "./check-encoding.ts";
import { counted } from "./counted.ts";
import { type DecodedText, decodeText, type SingleByteEncoding } from "./decode-text.ts";
import type { TableFile } from "./find-table-files.ts";
import type { ProblemList } from "./problem-report.ts";
import { messageOf } from "./read-description.ts";

interface ReadOptions {
  readonly workFolder: string;
  readonly encoding: SingleByteEncoding | null;
  readonly problems: ProblemList;
}

/**
 * Where a text file can be read as UTF-8: itself, or a copy of a file in UTF-16 or in the encoding
 * that dataset.json names. Null, with a problem, when it is not text or cannot be read.
 */
export async function readAsUtf8(file: TableFile, part: number, options: ReadOptions): Promise<TableFile | null> {
  const { encoding, problems } = options;
  const source = { path: file.path, compression: file.compression, copyPath: copyPathOf(part, options) };
  try {
    const checked = await checkEncoding(source);
    if (checked.kind === "text") return { ...file, path: checked.path, compression: checked.compression };
    const decoded = await decodeText(source, encoding);
    if (decoded?.kind === "decoded") {
      if (encoding === null) noticeGuess(file.label, decoded, problems);
      return { ...file, path: source.copyPath, compression: null };
    }
    const { byteOffset, found } = decoded ?? checked;
    problems.add({
      kind: "bad_encoding",
      table: file.table,
      file: file.label,
      place: `byte ${byteOffset}`,
      found,
      expected:
        encoding === null
          ? "UTF-8, with or without byte order mark, or UTF-16 with one"
          : `UTF-8, UTF-16 with a byte order mark, or ${encoding}, as dataset.json says`,
      advice: 'Save the file as UTF-8, or name its encoding in dataset.json, such as "encoding": "windows-1252".',
    });
  } catch (error) {
    problems.add({
      kind: "unreadable_file",
      table: file.table,
      file: file.label,
      found: messageOf(error),
      expected: file.compression === null ? "a file that can be read" : `a whole ${file.compression} file`,
    });
  }
  return null;
}

function copyPathOf(part: number, { workFolder }: ReadOptions): string {
  return path.join(workFolder, `utf8-${part}.txt`);
}

/** Shows values, because nothing but a reader can tell one such encoding from another. */
function noticeGuess(label: string, { encoding, foreignBytes, examples }: DecodedText, problems: ProblemList): void {
  const bytes = counted(foreignBytes, "byte is", "bytes are");
  const shown = examples.map((example) => `"${example}"`).join(" and ");
  problems.notice(
    `${label}: read as ${encoding}, because ${bytes} not UTF-8: check ${shown}. Another encoding can be named in dataset.json ("encoding").`,
  );
}
