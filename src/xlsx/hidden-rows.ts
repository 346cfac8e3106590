import { partOfSheet } from "./uncalculated-cells.ts";
import { readZipPart } from "./zip-part.ts";

const HIDDEN_ROW = /<(?:\w+:)?row\s[^>]*\bhidden="(?:1|true)"[^>]*>/gu;
/** More than the XML of the tag of any row. */
const TAG_LENGTH_MAX = 4096;

/** How many rows of a sheet are hidden, by hand or by a filter. The workbook can be read. */
export async function countHiddenRows(bytes: Buffer, sheet: string): Promise<number> {
  const part = await partOfSheet(bytes, sheet);
  if (part === null) return 0;
  let count = 0;
  let text = "";
  for await (const chunk of readZipPart(bytes, part)) {
    text += chunk.toString("latin1");
    let read = 0;
    for (const { index, 0: tag } of text.matchAll(HIDDEN_ROW)) {
      count++;
      read = index + tag.length;
    }
    text = text.slice(Math.max(read, text.length - TAG_LENGTH_MAX));
  }
  return count;
}
