import { type WorksheetWriter, WorkbookWriter } from "@cj-tech-master/excelts";
import { on } from "node:events";
import { constants, setPriority } from "node:os";
import { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type {
  Workbook,
  WorkbookCell,
  WorkbookColumn,
  WorkbookPart,
  WorkbookRequest,
  WorkbookRows,
} from "./workbook.ts";

/* The program of the thread that writes workbooks: its library takes 0.3 s to load. */

/* Other answers go first, as in `search/index-worker.ts`. */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on("message", (request: WorkbookRequest) => void answer(request));

/** Answers until the other end of the port is closed, which may be before the last row. */
async function answer({ workbook, port }: WorkbookRequest): Promise<void> {
  const send = (part: WorkbookPart, moved: ArrayBuffer[] = []): void => port.postMessage(part, moved);
  try {
    const messages = on(port, "message", { close: ["close"] });
    const made: Buffer[] = [];
    const sink = new Writable({ write: (chunk: Buffer, _, done) => done(void made.push(chunk)) });
    const { writer, sheet } = openSheet(workbook, sink);
    for await (const message of messages) {
      const [rows = null]: readonly WorkbookRows[] = message;
      for (const row of rows ?? []) writeRow(sheet, workbook.columns, row);
      // Written rows are compressed in other threads.
      await nextTurn();
      if (rows === null) {
        sheet.commit();
        writeAbout(writer.addWorksheet("About"), workbook);
        await writer.commit();
      }
      const bytes = new Uint8Array(Buffer.concat(made.splice(0)));
      send({ bytes }, [bytes.buffer]);
    }
  } catch (error) {
    send({ error });
  }
}

function openSheet({ title, publisher, columns, publishedAt }: WorkbookRequest["workbook"], stream: Writable) {
  const at = new Date(publishedAt);
  const writer = new WorkbookWriter({
    stream,
    useStyles: true,
    creator: publisher,
    lastModifiedBy: publisher,
    created: at,
    modified: at,
  });
  const sheet = writer.addWorksheet(title, {
    views: [{ state: "frozen", ySplit: 1 }],
    autoFilter: { from: { row: 1, col: 1 }, to: { row: 1, col: columns.length } },
  });
  sheet.columns = columns.map(({ name, type }) => ({
    width: Math.max(WIDTHS[type], name.length + 2),
  }));
  writeHead(
    sheet,
    columns.map(({ name }) => name),
  );
  return { writer, sheet };
}

function writeRow(sheet: WorksheetWriter, columns: Workbook["columns"], cells: readonly WorkbookCell[]): void {
  const row = sheet.addRow(columns.map((column, index) => cellOf(column, cells[index] ?? null)));
  // All rows share the objects: the library knows a style it has seen by its identity.
  for (const [index, { type }] of columns.entries()) row.getCell(index + 1).style = STYLES[type];
  row.commit();
}

function writeHead(sheet: WorksheetWriter, names: string[]): void {
  const head = sheet.addRow(names);
  head.font = { name: "Calibri", size: 11, bold: true };
  head.commit();
}

function writeAbout(sheet: WorksheetWriter, { about, columns }: WorkbookRequest["workbook"]): void {
  sheet.columns = ABOUT_WIDTHS.map((width) => ({ width, style: STYLES.text }));
  for (const [term, text] of about) sheet.addRow([term, shortened(text)]).commit();
  sheet.addRow([]).commit();
  writeHead(sheet, ["Column", "Meaning", "Title", "Type"]);
  for (const { name, description, title, type } of columns) sheet.addRow([name, description, title, type]).commit();
  sheet.commit();
}

const ABOUT_WIDTHS = [28, 90, 28, 10];

/** Widths of columns, in characters. */
const WIDTHS: Readonly<Record<WorkbookColumn["type"], number>> = { text: 18, integer: 10, number: 10, date: 12 };

/**
 * Formats of cells. `@` is text, so that `=1+1` stays one even where somebody edits the cell.
 */
const STYLES: Readonly<Record<WorkbookColumn["type"], { readonly numFmt: string }>> = {
  text: { numFmt: "@" },
  integer: { numFmt: "0" },
  number: { numFmt: "General" },
  date: { numFmt: "yyyy-mm-dd" },
};

/** The first day from which on all spreadsheets count days alike. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

function cellOf({ type }: WorkbookColumn, value: WorkbookCell): WorkbookCell | Date {
  if (typeof value !== "string") return value;
  if (type !== "date") return shortened(value);
  const day = new Date(`${value}T00:00:00Z`);
  return day.getTime() >= FIRST_DAY ? day : value;
}

/** Maximum number of characters of a cell. */
const CHARACTERS_MAX = 32_767;

function shortened(text: string): string {
  return text.length <= CHARACTERS_MAX ? text : `${text.slice(0, CHARACTERS_MAX - 1)}…`;
}
