import { kindOf } from "../intake/sources/open-file.ts";

/** Kinds of files from which no table is read, each with what to do. */
const OTHER_KINDS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:xls|xlsb|ods|fods|numbers)$/iu, "a spreadsheet of another kind; save it as .xlsx or CSV"],
  [/\.(?:zip|7z|rar|tar|tgz)$/iu, "an archive; unpack it, and take the files in it"],
  [/\.(?:x?html?|mht(?:ml)?)$/iu, "a web page; open it in a spreadsheet, and save its table as CSV"],
  [/\.(?:pdf|docx?|odt|rtf)$/iu, "a text; copy its table into a spreadsheet, and save that as CSV"],
  [/\.(?:gsheet|url|webloc)$/iu, "a link; in Google Sheets choose File, Download, Comma-separated values"],
  [/\.(?:toml|ini|cfg|xml)$/iu, "no table; save its records as JSON or YAML"],
  [/\.(?:md|rst)$/iu, "a text; save its tables as CSV, and its front matter as YAML"],
  [/\.(?:sqlite3?|db|mdb|accdb|dta|sav|rds)$/iu, "a database of another program; export its tables as CSV"],
];
const NO_KIND = "not a CSV, TSV, JSON, NDJSON, YAML, Parquet or XLSX file; save it as one of them";

/** Contents that programs and browsers save under the name of a table. */
const OTHER_CONTENTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!doctype html|html)\b/iu, "a web page under this name; download the file itself, not the page about it"],
  [
    /^\s*\|.*\|\s*\n\s*\|[ :|-]+\|/u,
    "a table in Markdown under this name; paste it into a spreadsheet, and save that as CSV",
  ],
  [/^(?:%PDF|\{\\rtf)/u, "a text under this name; copy its table into a spreadsheet, and save that as CSV"],
  [/^\u00d0\u00cf.\u00e0/su, "a spreadsheet of another kind under this name; save it as .xlsx or CSV"],
  [/^PK[^ -~]/u, "a workbook or an archive under this name; call it .xlsx, or unpack it"],
  [/^\s*https?:\/\/\S+\s*$/iu, "only a link; in Google Sheets choose File, Download, Comma-separated values"],
];

/** As much of a file as tells what it holds. */
export const START_BYTES = 512;

/** Says why a file holds no table, and what to do; null where it may hold one. */
export function faultOfFile(name: string, start = ""): string | null {
  const kind = kindOf(name);
  if (kind === null) return OTHER_KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? NO_KIND;
  const isPacked = kind.format === "xlsx" || kind.format === "parquet";
  return isPacked ? null : (OTHER_CONTENTS.find(([pattern]) => pattern.test(start))?.[1] ?? null);
}

/** Texts of a folder that are no data. */
const OWN_TEXT = /^(?:about|privacy|terms|readme)\.md$/iu;

/** Names the files of a folder that are data of another kind, in a line for each kind. */
export function linesOfOtherKinds(names: readonly string[]): string[] {
  const others = names.filter((name) => !OWN_TEXT.test(name));
  return faultLines(
    OTHER_KINDS.flatMap(([pattern, fault]) =>
      others.filter((name) => pattern.test(name)).map((name) => ({ name, fault })),
    ),
  );
}

/** Names the files of each fault once, however many there are. */
export function faultLines(faults: readonly { readonly name: string; readonly fault: string }[]): string[] {
  return [...Map.groupBy(faults, ({ fault }) => fault)].map(([fault, own]) => {
    const more = own.length - 2;
    const names = own.slice(0, 2).map(({ name }) => name);
    return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${fault}`;
  });
}

/** Files that mean something else in the folder of a dataset. */
const RESERVED = new Set(["dataset.json", "mapping.json", "dataset.schema.json"]);
/** Maximum number of bytes: the file system allows 255, and earlier files get longer names. */
const LENGTH_MAX = 200;
/** Names of devices on Windows, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/**
 * Returns the name under which a file that begins so is kept, the last part of its path; or the
 * reason why it is refused, in a sentence.
 */
export function fileNameOf(sent: string, start = ""): { readonly name: string } | { readonly refused: string } {
  const name = (sent.split(/[\\/]/u).at(-1) ?? "").normalize("NFC").trim();
  const refused = (why: string): { readonly refused: string } => ({ refused: `“${name}” is not taken: ${why}.` });
  if (name === "" || name.startsWith(".") || name.startsWith("~$")) return refused("it has no name, or a hidden one");
  if (/[\p{Cc}\p{Cf}<>:"|?*]/u.test(name)) return refused("its name has characters that names of files do not have");
  if (Buffer.byteLength(name) > LENGTH_MAX) return refused(`its name has more than ${LENGTH_MAX} bytes`);
  if (DEVICE.test(name)) return refused("Windows has a device of this name");
  if (RESERVED.has(name.toLowerCase())) return refused("the desk writes a file of this name itself");
  const fault = faultOfFile(name, start);
  return fault === null ? { name } : refused(`it is ${fault}`);
}
