import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A font with the letters it has and their widths, as needed to lay out text. */
export interface Font {
  /** Its name in SVG, with fallbacks for where a picture is opened without it. */
  readonly family: string;
  /** Absolute path of the file. */
  readonly file: string;
  /** Returns true if it has a letter for every character of a text. */
  covers(text: string): boolean;
  /**
   * Returns the width of a line of text at a size, in the unit of the size. Letters that the font
   * lacks count as squares.
   */
  widthOf(text: string, size: number): number;
}

/** The font of headlines. */
export const SERIF: Font = openFont("Source Serif 4, Georgia, serif", "SourceSerif4-Regular.ttf");

/** The font of everything else. */
export const SANS: Font = openFont("Noto Sans, DejaVu Sans, sans-serif", "NotoSans-Regular.ttf");

function openFont(family: string, name: string): Font {
  const file = fileURLToPath(new URL(`../../../data/fonts/${name}`, import.meta.url));
  const advances = readAdvances(readFileSync(file));
  return {
    family,
    file,
    covers: (text) => Array.from(text).every((character) => advances.has(character.codePointAt(0) ?? 0)),
    widthOf: (text, size) =>
      Array.from(text).reduce((sum, character) => sum + (advances.get(character.codePointAt(0) ?? 0) ?? 1), 0) * size,
  };
}

/**
 * Reads the advance width of each character, in ems, by code point, from the tables `cmap` (format
 * 4), `hmtx`, `hhea` and `head` of an OpenType file.
 */
function readAdvances(file: Buffer): ReadonlyMap<number, number> {
  const tables = new Map(
    Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
      const record = 12 + 16 * index;
      return [file.toString("latin1", record, record + 4), file.readUInt32BE(record + 8)] as const;
    }),
  );
  const start = (tag: string): number => {
    const found = tables.get(tag);
    if (found === undefined) throw new Error(`a font has no table ${tag}`);
    return found;
  };
  const unitsPerEm = file.readUInt16BE(start("head") + 18);
  const metricCount = file.readUInt16BE(start("hhea") + 34);
  const metrics = start("hmtx");
  const advances = new Map<number, number>();
  for (const [code, glyph] of readGlyphs(file, findSubtable(file, start("cmap")))) {
    const own = Math.min(glyph, metricCount - 1);
    advances.set(code, file.readUInt16BE(metrics + 4 * own) / unitsPerEm);
  }
  return advances;
}

/** Finds the offset of the subtable of format 4, which every font has for characters of the BMP. */
function findSubtable(file: Buffer, cmap: number): number {
  for (let index = 0; index < file.readUInt16BE(cmap + 2); index++) {
    const subtable = cmap + file.readUInt32BE(cmap + 4 + 8 * index + 4);
    if (file.readUInt16BE(subtable) === 4) return subtable;
  }
  throw new Error("a font has no character map of format 4");
}

/** Reads the characters of a subtable with their glyphs. */
function* readGlyphs(file: Buffer, subtable: number): Iterable<readonly [code: number, glyph: number]> {
  // Four arrays, each of so many bytes: ends, starts, deltas, and offsets of ranges.
  const bytes = file.readUInt16BE(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + bytes + 2;
  for (let at = 0; at < bytes; at += 2) {
    const delta = file.readUInt16BE(starts + bytes + at);
    const offsetAt = starts + bytes + bytes + at;
    const offset = file.readUInt16BE(offsetAt);
    const first = file.readUInt16BE(starts + at);
    const last = Math.min(file.readUInt16BE(ends + at), 0xfffe);
    for (let code = first; code <= last; code++) {
      const stored = offset === 0 ? code : file.readUInt16BE(offsetAt + offset + 2 * (code - first));
      const glyph = stored === 0 ? 0 : (stored + delta) & 0xffff;
      if (glyph !== 0) yield [code, glyph];
    }
  }
}
