import { crc32, deflateRawSync } from "node:zlib";

/** Writes .xlsx workbooks part by part, so that a test can have them as no library writes them. */

const SHEET_NS =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

interface SheetParts {
  readonly name: string;
  readonly state?: "hidden" | "veryHidden";
  /** The rows, as XML, or their values. */
  readonly rows: string | readonly (readonly (string | number | null)[])[];
  /** What stands before the rows, such as the columns that are hidden. */
  readonly before?: string;
  /** What follows the rows, such as merged cells. */
  readonly after?: string;
}

export interface WorkbookParts {
  readonly sheets: readonly SheetParts[];
  /** Items of the shared strings, as XML within `si`. */
  readonly strings?: readonly string[];
  readonly is1904?: boolean;
}

/** The parts of a workbook. The styles 1, 2 and 3 are dates, 4 a percentage. */
export function workbookParts({ sheets, strings = [], is1904 = false }: WorkbookParts): Record<string, string> {
  const relations = [
    ...sheets.map((_, i) => relation(`rId${i + 1}`, "worksheet", `worksheets/sheet${i + 1}.xml`)),
    relation("rIdS", "sharedStrings", "sharedStrings.xml"),
    relation("rIdT", "styles", "styles.xml"),
  ];
  const entries = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}" ${state === undefined ? "" : `state="${state}"`} r:id="rId${i + 1}"/>`,
  );
  const formats = [0, 14, 22, 164, 9].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"/>`);
  return {
    "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `${XML}<workbook ${SHEET_NS}><workbookPr ${is1904 ? 'date1904="1"' : ""}/><sheets>${entries.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}</Relationships>`,
    "xl/styles.xml": `${XML}<styleSheet ${SHEET_NS}><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy;@"/></numFmts><cellXfs>${formats.join("")}</cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `${XML}<sst ${SHEET_NS}>${strings.map((item) => `<si>${item}</si>`).join("")}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows, before = "", after = "" }, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `${XML}<worksheet ${SHEET_NS}>${before}<sheetData>${typeof rows === "string" ? rows : rows.map(rowXml).join("")}</sheetData>${after}</worksheet>`,
      ]),
    ),
  };
}

/** A workbook as the bytes of its file. */
export function makeWorkbook(parts: WorkbookParts): Buffer {
  return makeZip(workbookParts(parts));
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`;
}

function rowXml(values: readonly (string | number | null)[], index: number): string {
  const cells = values.map((value) =>
    value === null
      ? "<c/>"
      : typeof value === "number"
        ? `<c><v>${value}</v></c>`
        : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`,
  );
  return `<row r="${index + 1}">${cells.join("")}</row>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** A ZIP file of compressed parts; `says` is what its directory says of a part's size. */
export function makeZip(
  parts: Readonly<Record<string, string | Buffer>>,
  says: Readonly<Record<string, number>> = {},
): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says[name] ?? content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), common, end, nameBytes);
    chunks.push(Buffer.from("PK\u0003\u0004"), common, nameBytes, packed);
    offset += 4 + common.length + nameBytes.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.write("PK\u0005\u0006", 0, "latin1");
  tail.writeUInt16LE(Object.keys(parts).length, 8);
  tail.writeUInt16LE(Object.keys(parts).length, 10);
  tail.writeUInt32LE(listed.length, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, listed, tail]);
}
