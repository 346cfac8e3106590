import path from "node:path";
import type { Compression } from "./byte-stream.ts";
import { checkEncoding, type NotText } from "./check-encoding.ts";
import { counted } from "./counted.ts";
import { type DecodedText, decodeText, type SingleByteEncoding } from "./decode-text.ts";
import type { TableFile } from "./find-table-files.ts";
import type { ProblemList } from "./problem-report.ts";
import { messageOf } from "./read-description.ts";

interface Utf8Options {
  /** Of files that are not UTF-8, as dataset.json names it. */
  readonly encoding: SingleByteEncoding | null;
  readonly problems: ProblemList;
}

interface ReadableText {
  readonly kind: "text";
  readonly path: string;
  readonly compression: Compression;
}

/**
 * Finds where a text file can be read as UTF-8: itself, or a copy of a file in UTF-16 or in the
 * encoding that dataset.json names. Otherwise returns the first byte that does not fit. Throws when
 * the file cannot be read.
 */
export async function toUtf8(
  file: { readonly path: string; readonly label: string; readonly compression: Compression },
  copyPath: string,
  { encoding, problems }: Utf8Options,
): Promise<ReadableText | NotText> {
  const source = { path: file.path, compression: file.compression, copyPath };
  const checked = await checkEncoding(source);
  if (checked.kind === "text") return checked;
  const decoded = await decodeText(source, encoding);
  if (decoded?.kind !== "decoded") return decoded ?? checked;
  if (encoding === null) noticeGuess(file.label, decoded, problems);
  return { kind: "text", path: copyPath, compression: null };
}

/** A file of a table as UTF-8; null, with a problem, when it is not text or cannot be read. */
export async function readAsUtf8(
  file: TableFile,
  part: number,
  options: Utf8Options & { readonly workFolder: string },
): Promise<TableFile | null> {
  const { encoding, problems } = options;
  try {
    const text = await toUtf8(file, path.join(options.workFolder, `utf8-${part}.txt`), options);
    if (text.kind === "text") return { ...file, path: text.path, compression: text.compression };
    problems.add({
      kind: "bad_encoding",
      table: file.table,
      file: file.label,
      place: `byte ${text.byteOffset}`,
      found: text.found,
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

/** Shows values, because nothing but a reader can tell one such encoding from another. */
function noticeGuess(label: string, { encoding, foreignBytes, examples }: DecodedText, problems: ProblemList): void {
  const bytes = counted(foreignBytes, "byte is", "bytes are");
  const shown = examples.map((example) => `"${example}"`).join(" and ");
  problems.notice(
    `${label}: read as ${encoding}, because ${bytes} not UTF-8: check ${shown}. Another encoding can be named in dataset.json ("encoding").`,
  );
}
