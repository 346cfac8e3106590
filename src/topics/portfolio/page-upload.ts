import { unpackedSize } from "../../xlsx/zip-part.ts";
import type { PostedRequest } from "../../html/define-page.ts";
import { csvField } from "./read-list.ts";
import { portfolioTexts as texts } from "./texts.ts";

/** A list that was sent, or why there is none. */
export type GivenList = { readonly text: string } | { readonly fault: string };

/** The files that `readGivenList` reads, as browsers offer them. */
export const ACCEPTED = ".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values";

/**
 * Anybody may send a workbook: one that unpacks to more than any list of this length would hold up
 * others.
 */
const UNPACKED_BYTES_MAX = 24 << 20;

/**
 * Reads the list from the file, if one was chosen, or from the text of the form. A workbook becomes
 * a CSV file with the rows of its first visible sheet, of which no more than `rowsMax` and the
 * header are read: one row more, for the reader of the list to refuse.
 */
export async function readGivenList({ fields }: Pick<PostedRequest, "fields">, rowsMax: number): Promise<GivenList> {
  const file = fields.get("file");
  if (typeof file === "object" && file !== null && file.size > 0)
    return await readFile(Buffer.from(await file.arrayBuffer()), rowsMax);
  const text = fields.get("list");
  return typeof text === "string" && text.trim() !== "" ? { text } : { fault: texts.noList };
}

async function readFile(bytes: Buffer, rowsMax: number): Promise<GivenList> {
  if (isWorkbook(bytes)) return await readWorkbook(bytes, rowsMax);
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { fault: texts.notUtf8 };
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** How a ZIP file begins, and the workbooks of old, which are refused with a reason. */
const BEGINNINGS = ["PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0"];

function isWorkbook(bytes: Buffer): boolean {
  return BEGINNINGS.includes(bytes.toString("latin1", 0, 4));
}

async function readWorkbook(bytes: Buffer, rowsMax: number): Promise<GivenList> {
  if (unpackedSize(bytes) > UNPACKED_BYTES_MAX) return { fault: texts.largeWorkbook };
  // Loaded for the first workbook: few processes read one, and it is large.
  const { listSheets, readSheet, WorkbookError } = await import("../../xlsx/read-workbook.ts");
  try {
    const sheet = (await listSheets(bytes)).find(({ isHidden }) => !isHidden);
    if (sheet === undefined) return { fault: texts.emptyWorkbook };
    const lines: string[] = [];
    for await (const { cells } of readSheet(bytes, sheet.name)) {
      if (cells.every((cell) => cell.trim() === "")) continue;
      lines.push(cells.map(csvField).join(","));
      if (lines.length > rowsMax + 1) break;
    }
    return lines.length === 0 ? { fault: texts.emptyWorkbook } : { text: lines.join("\n") };
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    return { fault: texts.badWorkbook(error.message) };
  }
}
