import { BOUNDS } from "../../ask/bounds.ts";
import { counted, digits } from "../../ask/grammar.ts";
import type { PostedRequest, SiteRequest } from "../../html/define-page.ts";
import { labelled, labelledNumeric, scroller, section, type SectionHead, table } from "../../html/components.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, formatSentence, html } from "../../html/html.ts";
import { Problem } from "../../problem.ts";
import { CSV_TYPE } from "../download/downloads.ts";
import { decodeText } from "../../csv/csv-scanner.ts";
import { askReader } from "../../xlsx/ask-reader.ts";
import { WorkbookError } from "../../xlsx/workbook-error.ts";
import { LIST_BYTES_MAX } from "./list-rows.ts";
import type { ListAnswer, ListRequest } from "./page-upload-worker.ts";

/** A visitor's own list that a page accepts: pasted, or as a file. */
export interface OwnList {
  /** The path of the page. */
  readonly path: string;
  /** The id of the form, for buttons that stand elsewhere. */
  readonly form: string;
  /** The name of the file with the result. */
  readonly filename: string;
  /** Further fields of the form. */
  readonly fields?: Child;
  readonly texts: {
    readonly form: string;
    readonly list: string;
    readonly listHint: string;
    readonly fileHint: (rows: string) => string;
    readonly submit: string;
    readonly faultNote: string;
    /** Advice for a list that cannot be read at all. */
    readonly readHint?: string;
  };
}

/** English texts of every list of a visitor's own. */
export const ownListTexts = {
  file: "Or a CSV or Excel file, chosen or dropped here",
  promise: "We do not keep your list.",
  faultTitle: "The list cannot be read as it stands",
  noList: "There is no list. Paste names, or choose a file.",
  notUtf8: "The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.",
  emptyWorkbook: "The workbook has no visible sheet with rows.",
  badWorkbook: (found: string): string => `The file is ${found}.`,
  csv: "Save as CSV",
  excel: "Save as CSV for Excel",
  edit: "Change the list",
  row: "Row",
  yours: "In your list",
  more: (count: number): string =>
    `${digits(count)} more ${count === 1 ? "is" : "are"} in the file, which has every row.`,
} as const;

/** Maximum number of faults that are named beside a form. */
const FAULTS_MAX = 20;

/** Renders the form, with the text that was sent and its faults. */
export function ownListForm(
  request: SiteRequest,
  { path, form, fields, texts }: OwnList,
  text = "",
  faults: readonly string[] = [],
): Html {
  const told = faults.slice(0, FAULTS_MAX).map((fault) => html`<li>${formatSentence(fault)}</li>\n`);
  const more = faults.length - told.length;
  const isFaulty = faults.length > 0;
  const describedBy = isFaulty ? "list-fault list-hint" : "list-hint";
  return html`<form id="${form}" class="sheet wide-list" method="post" enctype="multipart/form-data" action="${request.href(path)}" aria-label="${texts.form}">
<div class="field">
<label for="list">${texts.list}</label>
${
  isFaulty &&
  html`<div class="fault" id="list-fault">
<ul class="plain">
${told}</ul>
${more > 0 && html`<p>${`And ${counted(more, "more fault", "more faults")}.`}</p>`}
</div>`
}<textarea id="list" name="list" rows="9" autocomplete="off" spellcheck="false" aria-describedby="${describedBy}"${isFaulty && html` aria-invalid="true"`}>
${text}</textarea>
<p class="hint" id="list-hint">${texts.listHint}</p>
</div>
<div class="field">
<label for="file">${ownListTexts.file}</label>
<input type="file" id="file" name="file" accept="${ACCEPTED}" aria-describedby="file-hint">
<p class="hint" id="file-hint">${texts.fileHint(digits(BOUNDS.listRows.most))}</p>
</div>
${fields}<p class="promise">${ownListTexts.promise}</p>
<p><button type="submit">${texts.submit}</button></p>
</form>`;
}

/** Renders the buttons that send the list of the form again, for a file. */
export function saveButtons({ form }: OwnList): Html {
  const button = (as: "csv" | "excel"): Html =>
    html`<button type="submit" class="quiet" form="${form}" name="as" value="${as}">${ownListTexts[as]}</button>\n`;
  return html`<p class="buttons">
${button("csv")}${button("excel")}</p>`;
}

/** Maximum number of rows of a table; the file that can be saved has all. */
const SHOWN_MAX = 200;

/** Renders rows of a list, each with its number and the visitor's words; nothing without any. */
export function ownRows(
  head: SectionHead,
  columns: readonly string[],
  rows: readonly (readonly [row: number, yours: Child, ...Child[]])[],
): Child {
  if (rows.length === 0) return null;
  const more = rows.length - SHOWN_MAX;
  const shown = {
    className: "cards rows",
    columns: [labelledNumeric(ownListTexts.row), ownListTexts.yours, ...columns.map(labelled)],
    rows: rows.slice(0, SHOWN_MAX),
    header: 1,
  };
  return section(
    head,
    html`${scroller(table(shown))}
${more > 0 && html`<p class="foot">${ownListTexts.more(more)}</p>`}`,
  );
}

/**
 * Answers a list that was sent: with a page, or with its rows as CSV, for Excel with a byte order
 * mark. Where it cannot be read, the form says why and keeps what was sent.
 */
export async function answerOwnList(
  request: PostedRequest,
  list: OwnList,
  render: (text: string) => Promise<PageContent>,
  save: (text: string) => Promise<string>,
) {
  const given = await readGivenList(request);
  if ("fault" in given) return renderFaulty(request, list, "", [given.fault]);
  const { text } = given;
  const as = request.fields.get("as");
  try {
    if (as !== "csv" && as !== "excel") return await render(text);
    const file = { mediaType: CSV_TYPE, filename: list.filename };
    return { text: (as === "excel" ? "\ufeff" : "") + (await save(text)), file };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "invalid_request") throw error;
    const { errors, message } = error;
    const { readHint } = list.texts;
    const whole = readHint === undefined ? [message] : [message, readHint];
    return renderFaulty(request, list, text, errors.length > 0 ? errors.map(({ detail }) => detail) : whole);
  }
}

function renderFaulty(
  request: SiteRequest,
  list: OwnList,
  text: string,
  faults: readonly string[],
): PageContent & { readonly status: 400 } {
  const { faultNote: description } = list.texts;
  const { faultTitle: title } = ownListTexts;
  const main = html`<h1>${title}</h1>
<p class="standfirst">${description}</p>
${ownListForm(request, list, text, faults)}`;
  return { title, description, main, styles: ["tools.css"], status: 400 };
}

/** A list that was sent, or the reason why there is none. */
type GivenList = { readonly text: string } | { readonly fault: string };

/** The files that `readGivenList` reads, as browsers offer them. */
const ACCEPTED = ".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values";

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
async function readGivenList({ fields }: Pick<PostedRequest, "fields">): Promise<GivenList> {
  const file = fields.get("file");
  if (typeof file === "object" && file !== null && file.size > 0)
    return await readFile(Buffer.from(await file.arrayBuffer()));
  const text = fields.get("list");
  return typeof text === "string" && text.trim() !== "" ? { text } : { fault: ownListTexts.noList };
}

async function readFile(bytes: Buffer): Promise<GivenList> {
  if (BEGINNINGS.includes(bytes.toString("latin1", 0, 4))) return await readWorkbook(bytes);
  const text = decodeText(bytes);
  return text === null ? { fault: ownListTexts.notUtf8 } : { text };
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
    if (answer.kind === "unreadable") return { fault: ownListTexts.badWorkbook(answer.found) };
    return answer.text === "" ? { fault: ownListTexts.emptyWorkbook } : { text: answer.text };
  } catch (error) {
    if (error instanceof WorkbookError) return { fault: ownListTexts.badWorkbook(error.message) };
    throw error;
  }
}
