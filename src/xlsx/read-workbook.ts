import { type CellValue, readXlsx, streamXlsxRows } from "hucre/xlsx";
import { cellPlace, findUncalculated, UNCALCULATED } from "./uncalculated-cells.ts";
import { SHEET_ROWS_MAX } from "./write-workbook.ts";
import { unpackedSize } from "./zip-part.ts";

/** Reads XLSX workbooks: which sheets there are, and their rows as texts. */

export interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** A row of a sheet; its cells as the texts that a CSV file would hold. */
export interface SheetRow {
  /** From 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** A workbook that cannot be read; the message says why, and what to do. */
export class WorkbookError extends Error {
  override readonly name = "WorkbookError";
}

/**
 * Spreadsheets unpack to some ten times their size. What unpacks to much more has been made to, and
 * would take minutes.
 */
const UNPACKED_TIMES_MAX = 100;
const UNPACKED_BYTES_FREE = 64 << 20;

/** How an OLE2 container begins: a workbook of old, or one with a password, which has a stream. */
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const ENCRYPTED = Buffer.from("EncryptedPackage", "utf16le");

/** The sheets in the order of their tabs. Throws a WorkbookError. */
export async function listSheets(bytes: Buffer): Promise<WorkbookSheet[]> {
  const sheets: WorkbookSheet[] = [];
  const isWanted = ({
    name,
    hidden,
    veryHidden,
  }: {
    name: string;
    hidden?: boolean;
    veryHidden?: boolean;
  }): boolean => {
    sheets.push({ name, isHidden: hidden === true || veryHidden === true });
    return false;
  };
  await explained(bytes, () => readXlsx(bytes, { sheets: isWanted }));
  return sheets;
}

/**
 * The rows of a sheet that have cells, from the first; a formula without a saved result is
 * `UNCALCULATED`. Throws a WorkbookError.
 */
export async function* readSheet(bytes: Buffer, sheet: string): AsyncGenerator<SheetRow> {
  const uncalculated = await explained(bytes, () => findUncalculated(bytes, sheet));
  const rows = streamXlsxRows(bytes, { sheet });
  let last = 0;
  for (;;) {
    const next = await explained(bytes, () => rows.next());
    if (next.done === true) return;
    const number = next.value.index + 1;
    if (!(number > last && number <= SHEET_ROWS_MAX + 1))
      throw new WorkbookError(`the rows of the sheet ${JSON.stringify(sheet)} are not in order, or too many`);
    last = number;
    const { index, values } = next.value;
    const cells = values.map((value, column) =>
      uncalculated.has(cellPlace(index, column)) ? UNCALCULATED : cellText(value),
    );
    yield { number, cells };
  }
}

function cellText(value: CellValue): string {
  if (value === null) return "";
  if (value instanceof Date) return dateText(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return String(value);
}

/** A midnight as its date; a time to the second, because serial numbers are not exact. */
function dateText(date: Date): string {
  const time = Math.round(date.getTime() / 1000) * 1000;
  if (Number.isNaN(time)) return "";
  const [day = "", clock = ""] = new Date(time).toISOString().slice(0, 19).split("T");
  return clock === "00:00:00" ? day : `${day} ${clock}`;
}

/** Runs a step of the library and says what its errors mean. */
async function explained<Result>(bytes: Buffer, step: () => Promise<Result>): Promise<Result> {
  if (bytes.subarray(0, OLE2.length).equals(OLE2))
    throw new WorkbookError(
      bytes.includes(ENCRYPTED)
        ? "a workbook with a password: save it without one"
        : "a workbook of Excel 97–2003 (.xls): save it as .xlsx or CSV",
    );
  const size = unpackedSize(bytes);
  if (size > Math.max(UNPACKED_BYTES_FREE, bytes.length * UNPACKED_TIMES_MAX))
    throw new WorkbookError(
      `a workbook that unpacks to ${Math.round(size / 1e6)} MB, ${Math.round(size / bytes.length)} times its size: save the sheet as CSV`,
    );
  try {
    return await step();
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const found = what.includes("zip bomb")
      ? "a workbook that unpacks to more than it says, or to more than 2 GiB: save the sheet as CSV"
      : `not a whole .xlsx workbook (${what}): save it as .xlsx or CSV`;
    throw new WorkbookError(found, { cause: error });
  }
}
