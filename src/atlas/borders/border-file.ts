import { endianness } from "node:os";
import { crc32 } from "node:zlib";
import { UserError } from "../../user-error.ts";

/*
 * The file of the border index: typed arrays that are opened without parsing.
 * data/borders/README.md describes it. All numbers are little-endian. Coordinates are whole units
 * of 2^-23 degree.
 */

/** Tiles of an eighth of a degree: columns eastwards from −180°, rows northwards from −90°. */
export const INLAND_COLUMNS: number = 8 * 360;
export const INLAND_ROWS: number = 8 * 180;

/** Units per degree; a unit is about 13 mm on the equator. */
export const UNITS_PER_DEGREE: number = 2 ** 23;

/**
 * The root grid has tiles of one degree: columns eastwards from −180°, rows northwards from −90°.
 */
export const ROOT_COLUMNS = 360;
export const ROOT_ROWS = 180;

/**
 * Flag of a root entry that leads to a node. The other bits are an offset in `tiles`: of the node,
 * or of the entry of a set.
 */
export const ROOT_NODE = 0x80000000;

/** An entry of a node below this is the number of the set that fills the tile. */
export const SET_NUMBERS_END = 0x8000;

/**
 * An entry of a node from here on leads to a leaf; one between the sets and this leads to the
 * 32-bit offset of another node. Both are `entry & ENTRY_OFFSET_MAX` after the beginning of the
 * node that has the entry.
 */
export const TO_LEAF = 0xc000;
export const ENTRY_OFFSET_MAX = 0x3fff;

/** Flag of a run of a leaf with steps of 32 bits; other runs have steps of 16. */
export const WIDE_RUN = 0x8000;

/** The most edges a leaf can have. */
export const LEAF_EDGES_MAX = 255;

/** The metadata of the file. */
export interface BorderFacts {
  /** For people: the sources with their dates and licences. */
  readonly source: string;
  /** Date of the newest source, ISO 8601. */
  readonly date: string;
  /** SPDX identifier. */
  readonly license: string;
  /** The attribution that the source asks for. */
  readonly attribution: string;
  /** Version of the list of disputes. */
  readonly policy: string;
  /**
   * Alpha-2 codes by number, smallest territory first. A code occurs several times if polygons of
   * its territory overlap. Outlines of disputed land have the numbers that follow.
   */
  readonly areas: readonly string[];
  readonly disputes: readonly Dispute[];
  /** The parts of disputes that have an outline, in the order of their areas. */
  readonly outlined: readonly DisputedPart[];
  /** The others: what they cover follows from the territories alone. */
  readonly whole: readonly DisputedPart[];
  /** Sets of areas that fill whole tiles, by number; 0 is the empty set. */
  readonly sets: readonly (readonly number[])[];
  /** Bounding boxes of unclaimed land: west, south, east, north in degrees. */
  readonly unclaimed: readonly (readonly [number, number, number, number])[];
}

/** A dispute over land that the policy names. */
export interface Dispute {
  readonly id: string;
  readonly name: string;
  /** `decided`: by a court or a tribunal, which a party has not carried out or does not accept. */
  readonly status: "open" | "decided";
  /** Administrators of the land, named as claimants are; several if it is divided or shared. */
  readonly administrators: readonly string[];
  /** The country to report, if not that of the outlines. */
  readonly country: string | null;
  /** Why the country is not the state that administers the land; null if it is. */
  readonly exception: string | null;
  readonly claimants: readonly Claimant[];
  /** The state of the dispute, in words of neither side. */
  readonly basis: string;
}

/** A claimant with a document in which it claims the land. */
export interface Claimant {
  /** Alpha-2 code, or the name of a claimant that has none. */
  readonly who: string;
  readonly source: string;
  /** ISO 8601, as exactly as it is known. */
  readonly date: string;
}

/**
 * A part of a dispute covers a point if the territories whose outlines hold the point are all among
 * `over`, and all of `each` are among them. An empty `over` is land that no outline holds.
 */
export interface DisputedPart {
  /** Index into the disputes. */
  readonly dispute: number;
  readonly over: readonly string[];
  readonly each: readonly string[];
}

/** The parts of the file. */
export interface BorderArrays {
  readonly facts: BorderFacts;
  /** An entry for each tile of one degree. */
  readonly roots: Int32Array;
  /** Nodes, each followed by its leaves, then one entry for each set. */
  readonly tiles: Uint16Array;
  /**
   * The areas that leaves refer to by bits: for each palette its length, then the areas in the
   * order of their bits.
   */
  readonly palettes: Uint16Array;
  /**
   * A bit for each tile of an eighth of a degree, the lowest bit of a byte first: whether it is all
   * land.
   */
  readonly inland: Uint8Array;
}

export const MAGIC = "CTBORDER";

export const FORMAT = 4;

export const HEADER_BYTES = 64;

/** The file of the index cannot be used; the message says what was found and what to do. */
export class BorderFileError extends UserError {}

/**
 * Reads the parts of a file without copying them.
 *
 * Throws a BorderFileError if the file is not a border index, has another format, is truncated or
 * damaged. `path` is for the message.
 */
export function readBorderFile(file: Buffer, path: string): BorderArrays {
  const refuse = (what: string): BorderFileError => unusableBorders(path, what);
  if (endianness() !== "LE") throw refuse("is little-endian, and this processor is not");
  if (file.length < HEADER_BYTES || file.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw refuse("is not a border index");
  const format = file.readUInt32LE(8);
  if (format !== FORMAT) throw refuse(`has format ${format}; this program reads format ${FORMAT}`);
  const bytes = file.readUInt32LE(12);
  if (bytes !== file.length) throw refuse(`is ${file.length} bytes long instead of ${bytes}`);
  const stated = file.readUInt32LE(16);
  const found = checksumOf(file);
  if (stated !== found)
    throw refuse(`is damaged: its checksum is ${found.toString(16)} instead of ${stated.toString(16)}`);
  const { buffer, byteOffset } = file.byteOffset % 8 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
  let end = byteOffset + HEADER_BYTES;
  const [roots, tiles, palettes, inland, text] = [0, 1, 2, 3, 4].map((index) => {
    const length = file.readUInt32LE(20 + index * 4);
    const offset = end;
    end += Math.ceil(length / 8) * 8;
    return { offset, length };
  }) as [Part, Part, Part, Part, Part];
  return {
    roots: new Int32Array(buffer, roots.offset, roots.length / 4),
    tiles: new Uint16Array(buffer, tiles.offset, tiles.length / 2),
    palettes: new Uint16Array(buffer, palettes.offset, palettes.length / 2),
    inland: new Uint8Array(buffer, inland.offset, inland.length),
    facts: JSON.parse(Buffer.from(buffer, text.offset, text.length).toString()) as BorderFacts,
  };
}

/** The error of a file that cannot be used, with what to do about it. */
export function unusableBorders(path: string, what: string): BorderFileError {
  return new BorderFileError(
    `${path} ${what}. Restore it from the repository, or build it again: npm run generate borders.`,
  );
}

interface Part {
  readonly offset: number;
  readonly length: number;
}

/** CRC-32 of all bytes except those of the checksum. */
export function checksumOf(file: Buffer): number {
  return crc32(file.subarray(20), crc32(file.subarray(0, 16)));
}
