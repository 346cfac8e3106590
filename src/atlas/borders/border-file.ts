import { endianness } from "node:os";
import { crc32 } from "node:zlib";

/**
 * The file of the border index: typed arrays one after another, opened without parsing. `data/borders/README.md` describes it.
 *
 * All numbers are little-endian. Coordinates are whole units of 2^-23 degree.
 */

/** Units in a degree: about 13 mm each on the equator. */
export const UNITS_PER_DEGREE: number = 2 ** 23;

/** Cells of one degree: columns eastwards from −180°, rows northwards from −90°. */
export const ROOT_COLUMNS = 360;
export const ROOT_ROWS = 180;

/** An entry of the root grid with this bit leads to a node; the other bits say where in `cells` it or an entry that is there for a set begins. */
export const ROOT_NODE = 0x80000000;

/** An entry of a node below this is the number of the set that fills its cell. */
export const SET_NUMBERS_END = 0x8000;

/**
 * From here on an entry leads to a leaf, below it (and above the sets) to where the place of a node stands, in 32 bits. Both lie
 * `entry & ENTRY_OFFSET_MAX` behind the beginning of the node that has the entry.
 */
export const TO_LEAF = 0xc000;
export const ENTRY_OFFSET_MAX = 0x3fff;

/** A run of a leaf whose steps are 32 bits wide; other runs have steps of 16. */
export const WIDE_RUN = 0x8000;

/** A leaf has no more edges than this. */
export const LEAF_EDGES_MAX = 255;

/** What the file says about itself. */
export interface BorderFacts {
  /** What borders a place, for people: the sources with their dates and licences. */
  readonly source: string;
  /** Day of the newest source, ISO 8601. */
  readonly date: string;
  /** SPDX identifier. */
  readonly license: string;
  /** How to name the source. */
  readonly attribution: string;
  /** Version of the list of disputes. */
  readonly policy: string;
  /**
   * Alpha-2 codes by number, the smallest territory first; a code comes again where polygons of a territory overlap. Additions of the policy have
   * the numbers that follow.
   */
  readonly areas: readonly string[];
  /** Claims the policy adds, the primary one first: over land of the states in `over`, or over nobody's where that is empty. */
  readonly additions: readonly { readonly claims: readonly string[]; readonly over: readonly string[] }[];
  /** Sets of areas that fill whole cells, by number; 0 is empty. */
  readonly sets: readonly (readonly number[])[];
  /** The disputes: claims in their order, the primary one first. Other claims are ordered as the areas are. */
  readonly orders: readonly (readonly string[])[];
  /** Boxes of land that nobody claims: west, south, east, north in degrees. */
  readonly unclaimed: readonly (readonly [number, number, number, number])[];
}

/** The parts of the file. */
export interface BorderArrays {
  readonly facts: BorderFacts;
  /** An entry for each cell of one degree. */
  readonly roots: Int32Array;
  /** Nodes, each with its leaves behind it, then one entry for each set. */
  readonly cells: Uint16Array;
  /** The areas that the leaves name by bits: per palette its length, then the areas in the order of their bits. */
  readonly palettes: Uint16Array;
}

const MAGIC = "CTBORDER";

const FORMAT = 2;

const HEADER_BYTES = 64;

/** The file of the index is not what it should be; the message says what was found and what to do. */
export class BorderFileError extends Error {
  override readonly name = "BorderFileError";
}

/** Writes the parts as the bytes of a file. */
export function writeBorderFile({ facts, roots, cells, palettes }: BorderArrays): Buffer {
  const text = Buffer.from(JSON.stringify(facts));
  const parts = [roots, cells, palettes].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  const lengths = [...parts.map(({ length }) => length), text.length];
  const offsets: number[] = [];
  let end = HEADER_BYTES;
  for (const length of lengths) {
    offsets.push(end);
    end += Math.ceil(length / 8) * 8;
  }
  const file = Buffer.alloc(end);
  file.write(MAGIC, 0, "latin1");
  file.writeUInt32LE(FORMAT, 8);
  file.writeUInt32LE(end, 12);
  lengths.forEach((length, index) => file.writeUInt32LE(length, 20 + index * 4));
  [...parts, text].forEach((part, index) => part.copy(file, offsets[index]));
  file.writeUInt32LE(checksumOf(file), 16);
  return file;
}

/**
 * Reads the parts of a file without copying them.
 *
 * Throws a BorderFileError where the bytes are no border index, one of another format, cut off or damaged. `path` is for its message.
 */
export function readBorderFile(file: Buffer, path: string): BorderArrays {
  const refuse = (what: string): BorderFileError =>
    new BorderFileError(
      `${path} ${what}. Restore it from the repository, or build it again: npm run generate borders.`,
    );
  if (endianness() !== "LE") throw refuse("is little-endian, and this processor is not");
  if (file.length < HEADER_BYTES || file.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw refuse(`is not a border index: it begins with ${JSON.stringify(file.toString("latin1", 0, MAGIC.length))}`);
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
  const [roots, cells, palettes, text] = [0, 1, 2, 3].map((index) => {
    const length = file.readUInt32LE(20 + index * 4);
    const offset = end;
    end += Math.ceil(length / 8) * 8;
    return { offset, length };
  }) as [Part, Part, Part, Part];
  return {
    roots: new Int32Array(buffer, roots.offset, roots.length / 4),
    cells: new Uint16Array(buffer, cells.offset, cells.length / 2),
    palettes: new Uint16Array(buffer, palettes.offset, palettes.length / 2),
    facts: JSON.parse(Buffer.from(buffer, text.offset, text.length).toString()) as BorderFacts,
  };
}

interface Part {
  readonly offset: number;
  readonly length: number;
}

/** CRC-32 of all bytes but those of the checksum itself. */
function checksumOf(file: Buffer): number {
  return crc32(file.subarray(20), crc32(file.subarray(0, 16)));
}
