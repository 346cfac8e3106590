import type { ListedCompanies } from "../snapshot/snapshot.ts";
import type { ByteSheet } from "./byte-sheet.ts";
import { viewOf } from "./copy-bytes.ts";
import { SlugTable } from "./slug-table.ts";
import type { WrittenJson } from "./written-json.ts";

/** Writes what the rows of many companies share. */
export interface RowPieces {
  /** What follows the names of the companies of a cell. */
  cell(number: number): WrittenJson;
  /** What follows that in the rows of companies of a profile, up to the slug that ends them. */
  profile(number: number): WrittenJson;
}

/** Numbers per company: where its names start and end, and where its two pieces stand in the list of pieces. */
const FACTS = 4;

/** Room for pieces. Real releases have some thousands, of some hundred bytes each; what is not used costs nothing. */
const PIECES_BYTES = 8 * 1024 * 1024;

/** Room in which a page is put together, or a part of a long one. */
const SHEET_BYTES = 64 * 1024;

/** No row is longer, as long as names and labels may be. */
const ROW_BYTES_MAX = 16 * 1024;

/** What the processor fetches from memory at once. */
const LINE_BYTES = 64;

const COMMA = 0x2c;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;

/**
 * The rows of company lists: `{`, names, the piece of a cell, the piece of a profile, slug, `"}`.
 *
 * Everything they are made of lies in one memory, the names of all companies first, behind them the pieces that many rows share, behind
 * those the sheet on which a page is laid out: copying within one memory costs half of copying from one to another. What the rows of a page are
 * made of is read before they are laid out, so that the processor waits for many places at once and not for one after another.
 */
export class RowMemory {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #facts: Uint32Array;
  readonly #write: RowPieces;
  readonly #cellCount: number;
  /** Where each piece starts and ends; nowhere if it is not written. The pieces of cells come before those of profiles. */
  readonly #pieces: Uint32Array;
  readonly #piecesStart: number;
  readonly #sheet: number;
  #slugs: SlugTable | undefined;
  #piecesEnd: number;
  /** How often the pieces had no room and were begun anew. */
  #restarts = 0;

  constructor(listed: ListedCompanies, write: RowPieces) {
    const { cellCount, profileCount } = listed;
    const names = listed.readNames();
    this.#piecesStart = names.length;
    this.#piecesEnd = names.length;
    this.#sheet = names.length + PIECES_BYTES;
    this.#bytes = Buffer.allocUnsafeSlow(this.#sheet + SHEET_BYTES);
    this.#view = viewOf(this.#bytes);
    this.#bytes.set(names);
    this.#facts = gatherFacts(listed);
    this.#pieces = new Uint32Array(2 * (cellCount + profileCount));
    this.#cellCount = cellCount;
    this.#write = write;
  }

  /** Where the company with a slug stands. */
  positionOf(slug: string): number | undefined {
    // Made by the first who asks, lists do not need it.
    this.#slugs ??= new SlugTable(this.#bytes, this.#facts.length / FACTS, (position) =>
      findSlug(this.#bytes, this.#facts[position * FACTS]!),
    );
    return this.#slugs.find(slug);
  }

  /** Writes rows with commas between them. */
  write(sheet: ByteSheet, positions: ArrayLike<number>): void {
    this.#findPieces(positions);
    this.#readAhead(positions);
    let at = this.#sheet;
    for (let index = 0; index < positions.length; index += 1) {
      if (at + ROW_BYTES_MAX > this.#bytes.length) {
        sheet.append(this.#view, this.#sheet, at);
        at = this.#sheet;
      }
      if (index > 0) this.#bytes[at++] = COMMA;
      at = this.#layOut(positions[index]!, at);
    }
    sheet.append(this.#view, this.#sheet, at);
  }

  /** Writes the members of one company that its row begins with: its names and both pieces, the second without what stands at its end. */
  writeMembers(sheet: ByteSheet, position: number, charactersLeft: number): void {
    this.#findPieces([position]);
    const view = this.#view;
    const pieces = this.#pieces;
    const fact = position * FACTS;
    const cell = this.#facts[fact + 2]!;
    const profile = this.#facts[fact + 3]!;
    sheet.append(view, this.#facts[fact]!, this.#facts[fact + 1]!);
    sheet.append(view, pieces[cell]!, pieces[cell + 1]!);
    sheet.append(view, pieces[profile]!, pieces[profile + 1]! - charactersLeft);
  }

  /** Sees to it that the pieces of rows are there. */
  #findPieces(positions: ArrayLike<number>): void {
    const facts = this.#facts;
    const pieces = this.#pieces;
    const restarts = this.#restarts;
    for (let index = 0; index < positions.length; index += 1) {
      const fact = positions[index]! * FACTS;
      if (pieces[facts[fact + 2]! + 1] === 0) this.#keepPiece(facts[fact + 2]!);
      if (pieces[facts[fact + 3]! + 1] === 0) this.#keepPiece(facts[fact + 3]!);
    }
    // Where pieces made room for later ones they are missing again. All those of one page have room.
    if (restarts !== this.#restarts) this.#findPieces(positions);
  }

  /** Reads one byte of every line of memory that rows are made of. */
  #readAhead(positions: ArrayLike<number>): void {
    const bytes = this.#bytes;
    const facts = this.#facts;
    const pieces = this.#pieces;
    let read = 0;
    for (let index = 0; index < positions.length; index += 1) {
      const fact = positions[index]! * FACTS;
      const cell = facts[fact + 2]!;
      const profile = facts[fact + 3]!;
      for (let at = facts[fact]!, end = facts[fact + 1]!; at < end; at += LINE_BYTES) read += bytes[at]!;
      for (let at = pieces[cell]!, end = pieces[cell + 1]!; at < end; at += LINE_BYTES) read += bytes[at]!;
      for (let at = pieces[profile]!, end = pieces[profile + 1]!; at < end; at += LINE_BYTES) read += bytes[at]!;
    }
    // Put somewhere, or the compiler would see that nobody needs it.
    bytes[this.#sheet] = read;
  }

  /** Lays a row out; gives where it ends. */
  #layOut(position: number, start: number): number {
    const bytes = this.#bytes;
    const pieces = this.#pieces;
    const fact = position * FACTS;
    const names = this.#facts[fact]!;
    const cell = this.#facts[fact + 2]!;
    const profile = this.#facts[fact + 3]!;
    let at = start;
    bytes[at++] = BRACE;
    at = append(bytes, at, names, this.#facts[fact + 1]!);
    at = append(bytes, at, pieces[cell]!, pieces[cell + 1]!);
    at = append(bytes, at, pieces[profile]!, pieces[profile + 1]!);
    // The slug has only characters that stand for themselves in JSON and in addresses.
    for (let slug = findSlug(bytes, names); bytes[slug] !== QUOTATION_MARK; slug += 1) bytes[at++] = bytes[slug]!;
    bytes[at++] = QUOTATION_MARK;
    bytes[at++] = CLOSING_BRACE;
    return at;
  }

  #keepPiece(piece: number): void {
    const number = piece / 2;
    const written = number < this.#cellCount ? this.#write.cell(number) : this.#write.profile(number - this.#cellCount);
    if (this.#piecesEnd + written.length > this.#sheet) {
      this.#pieces.fill(0);
      this.#piecesEnd = this.#piecesStart;
      this.#restarts += 1;
    }
    this.#pieces[piece] = this.#piecesEnd;
    this.#piecesEnd += this.#bytes.write(written, this.#piecesEnd, "latin1");
    this.#pieces[piece + 1] = this.#piecesEnd;
  }
}

/** Copies within a memory to `at`; gives where the copy ends. */
function append(bytes: Buffer, at: number, start: number, end: number): number {
  bytes.copyWithin(at, start, end);
  return at + end - start;
}

/** What is known of one company lies together: companies of a list lie far from each other, and each look into memory counts. */
function gatherFacts(listed: ListedCompanies): Uint32Array {
  const { nameEnds, cellCount } = listed;
  const facts = new Uint32Array(nameEnds.length * FACTS);
  for (let position = 0; position < nameEnds.length; position += 1) {
    const fact = position * FACTS;
    facts[fact] = position === 0 ? 0 : nameEnds[position - 1]!;
    facts[fact + 1] = nameEnds[position]!;
    facts[fact + 2] = 2 * listed.cellAt(position);
    facts[fact + 3] = 2 * (cellCount + listed.profileAt(position));
  }
  return facts;
}

/** Where the slug begins among the written members `id`, `slug` and `name` of a company. */
function findSlug(bytes: Buffer, names: number): number {
  let at = names + '"id":"'.length;
  while (bytes[at] !== QUOTATION_MARK) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + '","slug":"'.length;
}
