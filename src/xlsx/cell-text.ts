import { parseWholeXml } from "./parse-xml.ts";

/** The text of a formula without a saved result; it looks like Excel's errors. */
export const UNCALCULATED = "#UNCALCULATED!";

/** The format of a number, as far as it changes what a CSV file of the sheet would hold. */
export type NumberStyle = "number" | "date" | "percent";

/** A cell as it is saved. */
export interface SavedCell {
  /** The attribute `t` (ECMA-376 part 1, 18.18.11). */
  readonly type: string;
  readonly style: NumberStyle;
  /** The content of `<v>`; null where there is none. */
  readonly value: string | null;
  /** The text of `<is>`; null where there is none. */
  readonly inline: string | null;
  readonly isFormula: boolean;
}

/** Facts of the workbook that its cells refer to. */
export interface CellContext {
  readonly strings: readonly string[];
  readonly is1904: boolean;
}

/**
 * Returns the text that a CSV file would hold. Throws if the cell refers to a text that is missing.
 */
export function cellText({ type, style, value, inline, isFormula }: SavedCell, context: CellContext): string {
  if (inline !== null) return inline;
  if (type === "str" && value !== null) return unescapeText(value);
  const saved = (value ?? "").trim();
  // No type makes an empty cell a value: neither FALSE, nor 0, nor the first of the shared texts.
  if (saved === "") return isFormula ? UNCALCULATED : "";
  if (type === "s") return sharedText(saved, context.strings);
  if (type === "b") return saved === "0" || saved === "false" ? "FALSE" : "TRUE";
  if (type === "d")
    return saved
      .replace("T", " ")
      .replace(/(?:\.\d{1,9})?Z?$/u, "")
      .replace(/ 00:00:00$/u, "");
  const number = Number(saved);
  if (type !== "n" || !Number.isFinite(number)) return saved;
  if (style === "percent") return `${Number((number * 100).toPrecision(15))}%`;
  return (style === "date" ? dateText(number, context.is1904) : null) ?? String(number);
}

function sharedText(index: string, strings: readonly string[]): string {
  const text = /^\d{1,9}$/u.test(index) ? strings[Number(index)] : undefined;
  if (text === undefined) throw new Error(`a cell has the shared text ${index.slice(0, 20)}, which is not there`);
  return text;
}

/** The last day of the year 9999, beyond which no program shows dates. */
const SERIAL_MAX = 2_958_465;
const DAY_MS = 86_400_000;

/**
 * Returns a midnight as its date, and another time to the second, because serial numbers are not
 * exact. Returns null if the number is no date.
 */
function dateText(serial: number, is1904: boolean): string | null {
  if (serial < 0 || serial >= SERIAL_MAX + 1) return null;
  // The calendar from 1900 has a 29 February in that year, the day 60.
  const [epoch, days] = is1904
    ? [Date.UTC(1904, 0, 1), serial]
    : [Date.UTC(1899, 11, 31), serial - Number(serial >= 60)];
  const time = epoch + Math.round((days * DAY_MS) / 1000) * 1000;
  return new Date(time).toISOString().slice(0, 19).replace("T", " ").replace(" 00:00:00", "");
}

/** Decodes letters that XML cannot hold, such as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
function unescapeText(text: string): string {
  return text.includes("_x")
    ? text.replaceAll(/_x([\da-f]{4})_/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** Reads a text of one or several runs, without the phonetic guide of Japanese ones. */
export class RichText {
  #text = "";
  #isOpen = false;
  #isGuide = false;

  open(name: string): void {
    if (name === "rPh") this.#isGuide = true;
    if (name === "t") this.#isOpen = !this.#isGuide;
  }

  close(name: string): void {
    if (name === "rPh") this.#isGuide = false;
    if (name === "t") this.#isOpen = false;
  }

  add(text: string): void {
    if (this.#isOpen) this.#text += text;
  }

  /** Returns the text read so far, and begins anew. */
  take(): string {
    const text = unescapeText(this.#text);
    this.#text = "";
    return text;
  }
}

/** Reads the shared texts of a workbook. */
export async function readSharedStrings(part: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const strings: string[] = [];
  const rich = new RichText();
  await parseWholeXml(part, {
    open: (name) => rich.open(name),
    text: (text) => rich.add(text),
    close: (name) => {
      rich.close(name);
      if (name === "si") strings.push(rich.take());
    },
  });
  return strings;
}

/** Reads the formats of numbers, by the index of the style of cells. */
export async function readNumberStyles(part: AsyncIterable<Buffer>): Promise<readonly NumberStyle[]> {
  const own = new Map<string, NumberStyle>();
  const formats: string[] = [];
  const within: string[] = [];
  await parseWholeXml(part, {
    open: (name, { numFmtId = "0", formatCode = "" }) => {
      const parent = within.at(-1);
      if (parent === "numFmts" && name === "numFmt") own.set(numFmtId, styleOf(formatCode));
      if (parent === "cellXfs" && name === "xf") formats.push(numFmtId);
      within.push(name);
    },
    close: () => {
      within.pop();
    },
  });
  return formats.map((id) => own.get(id) ?? builtInStyle(Number(id)));
}

/** Knows the formats without a code in the workbook (ECMA-376 part 1, 18.8.30). */
function builtInStyle(id: number): NumberStyle {
  if (id === 9 || id === 10) return "percent";
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isDate ? "date" : "number";
}

/** The longest code of a format that Excel takes. */
const FORMAT_LENGTH_MAX = 255;

function styleOf(formatCode: string): NumberStyle {
  const code = formatCode.slice(0, FORMAT_LENGTH_MAX);
  if (/\[(?:h+|m+|s+)\]/iu.test(code)) return "date";
  const bare = code.replaceAll(/\\.|[*_].|"[^"]*"?|\[[^\]]*\]?/gsu, "");
  if (bare.includes("%")) return "percent";
  return /[ydhs]|mmm|am\/pm|a\/p/iu.test(bare) ? "date" : "number";
}
