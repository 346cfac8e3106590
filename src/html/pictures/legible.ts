import { xmlText } from "../../ask/xml.ts";
import { type Font, SANS, SERIF } from "./font.ts";

/** Fits texts into pictures. */

/** Matches invisible characters that change the direction of text, or break lines. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Puts a text on one line, without invisible characters and those that XML does not allow. */
export function onOneLine(text: string): string {
  return xmlText(text.replaceAll(INVISIBLE, " ")).replaceAll(/\s+/gu, " ").trim();
}

/** Returns the beginning of a text that fits, with an ellipsis where something is left out. */
export function shorten(text: string, font: Font, size: number, width: number): string {
  if (font.widthOf(text, size) <= width) return text;
  const characters = [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
  while (characters.length > 0 && font.widthOf(`${characters.join("")}…`, size) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** Breaks a text into lines of at most this width; the rest beyond `linesMax` lines is left out. */
export function wrap(text: string, font: Font, size: number, width: number, linesMax: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  const words = text.split(" ");
  for (const [index, word] of words.entries()) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || font.widthOf(longer, size) <= width) line = longer;
    else if (lines.length === linesMax - 1) {
      line = [line, ...words.slice(index)].join(" ");
      break;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((each) => shorten(each, font, size, width));
}

/** Returns true if both fonts have all letters of a text, and it has any. */
export function isLegible(text: string): boolean {
  const line = onOneLine(text);
  return line !== "" && SERIF.covers(line) && SANS.covers(line);
}

/** Returns the first text that both fonts cover; else the last, with `?` for letters they lack. */
export function legible(...texts: readonly string[]): string {
  const lines = texts.map(onOneLine).filter((text) => text !== "");
  const covers = (text: string): boolean => SERIF.covers(text) && SANS.covers(text);
  const found = lines.find(covers);
  return found ?? Array.from(lines.at(-1) ?? "", (character) => (covers(character) ? character : "?")).join("");
}
