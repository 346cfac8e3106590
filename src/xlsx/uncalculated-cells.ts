import { DOMParser } from "@xmldom/xmldom";
import { readZipPart } from "./zip-part.ts";

/*
 * Cells whose formula has no saved result, as programs leave them that write workbooks without
 * calculating. The library reads them as empty, so they are looked for in the XML of the sheet
 * (ECMA-376 part 1, 18.3.1.4 and 18.3.1.40).
 */

/** What stands in the place of such a cell; it has the form of Excel's own errors. */
export const UNCALCULATED = "#UNCALCULATED!";

const COLUMNS_MAX = 16_384;
/** More than the XML of any cell: text and formula have at most 32,767 and 8,192 characters. */
const CELL_LENGTH_MAX = 1 << 20;

/** The place of a cell as one number; row and column count from 0. */
export function cellPlace(row: number, column: number): number {
  return row * COLUMNS_MAX + column;
}

/** The places of the cells of a sheet whose formula has no result. The workbook can be read. */
export async function findUncalculated(bytes: Buffer, sheet: string): Promise<ReadonlySet<number>> {
  const places = new Set<number>();
  const part = await partOfSheet(bytes, sheet);
  if (part === null) return places;
  let names: Names | null = null;
  let text = "";
  for await (const chunk of readZipPart(bytes, part)) {
    text += chunk.toString("latin1");
    names ??= namesIn(text);
    text = (names === null ? text : readCells(text, names, places)).slice(-CELL_LENGTH_MAX);
  }
  return places;
}

/** The tags of a sheet, which may have a prefix. */
interface Names {
  readonly cell: string;
  readonly cellEnd: string;
  readonly formula: RegExp;
  readonly value: RegExp;
  readonly inline: string;
}

function namesIn(text: string): Names | null {
  const prefix = /<((?:\w+:)?)worksheet[\s>]/u.exec(text)?.[1];
  if (prefix === undefined) return null;
  return {
    cell: `<${prefix}c `,
    cellEnd: `</${prefix}c>`,
    formula: new RegExp(`<${prefix}f[\\s/>]`, "gu"),
    value: new RegExp(`<${prefix}v(?:\\s[^>]*)?(?:/>|>([^<]*))`, "u"),
    inline: `<${prefix}is>`,
  };
}

/** Adds the cells without a result, and returns the rest, in which a cell may have begun. */
function readCells(text: string, names: Names, places: Set<number>): string {
  let read = 0;
  for (const { index } of text.matchAll(names.formula)) {
    const start = text.lastIndexOf(names.cell, index);
    const end = text.indexOf(names.cellEnd, index);
    if (start < read || end < 0) continue;
    addIfUncalculated(text.slice(start, end), names, places);
    read = end;
  }
  return text.slice(Math.max(read, text.lastIndexOf(names.cell)));
}

function addIfUncalculated(cell: string, names: Names, places: Set<number>): void {
  const tag = cell.slice(0, cell.indexOf(">"));
  const [, letters = "", row] = /\sr="([A-Z]{1,3})(\d+)"/u.exec(tag) ?? [];
  if (letters === "" || cell.includes(names.inline)) return;
  const found = names.value.exec(cell);
  // A text may be empty, where its formula gives none; anything else cannot.
  const isSaved = /\st="str"/u.test(tag) ? found !== null : (found?.[1] ?? "").trim() !== "";
  if (isSaved) return;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  places.add(cellPlace(Number(row) - 1, column));
}

/** The part that holds a sheet, as the relations of the workbook name it. */
export async function partOfSheet(bytes: Buffer, sheet: string): Promise<string | null> {
  const root = await readXml(bytes, "_rels/.rels");
  const workbookPart = targetOf(root, ({ type }) => type.endsWith("/officeDocument"), "");
  if (workbookPart === null) return null;
  const folder = workbookPart.slice(0, workbookPart.lastIndexOf("/") + 1);
  const relations = await readXml(bytes, `${folder}_rels/${workbookPart.slice(folder.length)}.rels`);
  const workbook = await readXml(bytes, workbookPart);
  const sheets = [...(workbook?.getElementsByTagNameNS("*", "sheet") ?? [])];
  const found = sheets.find((each) => each.getAttribute("name") === sheet);
  const id =
    found?.getAttribute("r:id") ?? [...(found?.attributes ?? [])].find(({ localName }) => localName === "id")?.value;
  return targetOf(relations, (relation) => relation.id === id, folder);
}

function targetOf(
  relations: Awaited<ReturnType<typeof readXml>>,
  isWanted: (relation: { readonly id: string | null; readonly type: string }) => boolean,
  folder: string,
): string | null {
  const found = [...(relations?.getElementsByTagNameNS("*", "Relationship") ?? [])].find((each) =>
    isWanted({ id: each.getAttribute("Id"), type: each.getAttribute("Type") ?? "" }),
  );
  const target = found?.getAttribute("Target");
  if (target === null || target === undefined) return null;
  return target.startsWith("/") ? target.slice(1) : `${folder}${target}`;
}

/** Null where there is no such part, or no XML in it. */
async function readXml(bytes: Buffer, part: string) {
  const chunks = await Array.fromAsync(readZipPart(bytes, part));
  if (chunks.length === 0) return null;
  try {
    return new DOMParser({ onError: () => {} }).parseFromString(Buffer.concat(chunks).toString("utf8"), "text/xml");
  } catch {
    return null;
  }
}
