import { BOUNDS } from "../../ask/bounds.ts";
import { decodeText } from "../../csv/csv-scanner.ts";
import type { PostedRequest } from "../../html/define-page.ts";
import { Problem } from "../../problem.ts";
import { askReader } from "../../xlsx/ask-reader.ts";
import { WorkbookError } from "../../xlsx/workbook-error.ts";
import { LIST_BYTES_MAX } from "./list-rows.ts";
import type { ListAnswer, ListRequest } from "./page-upload-worker.ts";
import { portfolioTexts as texts } from "./texts.ts";

/** A list that was sent, or the reason why there is none. */
export type GivenList = { readonly text: string } | { readonly fault: string };

/** The files that `readGivenList` reads, as browsers offer them. */
export const ACCEPTED = ".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values";

/** The longest list, with room for the parts of the form around it. */
export const FORM_BYTES_MAX: number = LIST_BYTES_MAX + 16 * 1024;

/**
 * Anybody may send a workbook: one is read at a time, in a thread that ends when it takes too much.
 */
const WORKBOOKS_WAITING_MAX = 16;
const READER = { memoryMiB: 128, timeMs: 10_000, advice: "save the sheet with the list as “CSV UTF-8”" };
/** Bounds that fit the longest list: a workbook of one text in all cells unpacks to any length. */
const WORKBOOK_LIMITS = { unpackedMax: 24 << 20, textMax: 2 * LIST_BYTES_MAX };

/**
 * Reads the list from the file, if one was chosen, or from the text of the form. A workbook becomes
 * a CSV file with the rows of its first visible sheet, and is read as far as the bounds of a list
 * go and one row or column further, for the reader of the list to refuse.
 */
export async function readGivenList({ fields }: Pick<PostedRequest, "fields">): Promise<GivenList> {
  const file = fields.get("file");
  if (typeof file === "object" && file !== null && file.size > 0)
    return await readFile(Buffer.from(await file.arrayBuffer()));
  const text = fields.get("list");
  return typeof text === "string" && text.trim() !== "" ? { text } : { fault: texts.noList };
}

async function readFile(bytes: Buffer): Promise<GivenList> {
  if (BEGINNINGS.includes(bytes.toString("latin1", 0, 4))) return await readWorkbook(bytes);
  const text = decodeText(bytes);
  return text === null ? { fault: texts.notUtf8 } : { text };
}

/** The first bytes of a ZIP file, and of workbooks of old, which are refused with a reason. */
const BEGINNINGS = ["PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0"];

let waiting = 0;
let lastRead: Promise<unknown> = Promise.resolve();

async function readWorkbook(bytes: Buffer): Promise<GivenList> {
  if (waiting === WORKBOOKS_WAITING_MAX)
    throw new Problem("unavailable", "Too many workbooks are being read at the moment. Try again in a few seconds.");
  waiting++;
  const { listRows, listColumns, listCells } = BOUNDS;
  const most = { rows: listRows.most + 1, columns: listColumns.most, cells: listCells.most };
  const request: ListRequest = { bytes, most, limits: WORKBOOK_LIMITS };
  const program = new URL("page-upload-worker.ts", import.meta.url);
  const reading = lastRead.then(async () => await askReader<ListAnswer>(program, request, READER));
  lastRead = reading.catch(() => null).finally(() => waiting--);
  try {
    const answer = await reading;
    if (answer.kind === "unreadable") return { fault: texts.badWorkbook(answer.found) };
    return answer.text === "" ? { fault: texts.emptyWorkbook } : { text: answer.text };
  } catch (error) {
    if (error instanceof WorkbookError) return { fault: texts.badWorkbook(error.message) };
    throw error;
  }
}
