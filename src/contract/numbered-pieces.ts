import type { ByteSheet } from "./byte-sheet.ts";
import { viewOf } from "./copy-bytes.ts";
import { type WrittenJson, keepPieces } from "./written-json.ts";

/** How many pieces are kept; real releases have some thousands. */
const PIECES_KEPT_MAX = 20_000;

const BYTES_AT_FIRST = 16 * 1024;

/** The places of as many numbers lie together, on pages that are made as they are needed: numbers may be far from each other. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

/** From here on numbers are looked up like anything else: so many pages would be mostly empty. */
const PAGED_NUMBERS = 65_536 * PAGE;

/** Pieces of JSON that belong to numbers from 0 on, each written once: they lie beside each other and are found without a map. */
export class NumberedPieces {
  readonly #write: (number: number) => WrittenJson;
  readonly #far: (number: number) => WrittenJson;
  #bytes = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
  #view = viewOf(this.#bytes);
  #end = 0;
  /** Where the pieces of a page's numbers start and end; those that are not written end nowhere. */
  #pages: (Uint32Array | undefined)[] = [];
  #kept = 0;

  constructor(write: (number: number) => WrittenJson) {
    this.#write = write;
    this.#far = keepPieces(write);
  }

  /** Writes the piece of a number, without so many of its first bytes. */
  writeOn(sheet: ByteSheet, number: number, bytesLeft = 0): void {
    if (number >= PAGED_NUMBERS) {
      sheet.write(this.#far(number).slice(bytesLeft));
      return;
    }
    const place = (number & (PAGE - 1)) * 2;
    let page = this.#pages[number >>> PAGE_BITS];
    if (page === undefined || page[place + 1] === 0) page = this.#keep(number);
    sheet.append(this.#view, page[place]! + bytesLeft, page[place + 1]!);
  }

  /** Keeps the piece of a number; gives its page. */
  #keep(number: number): Uint32Array {
    if (this.#kept >= PIECES_KEPT_MAX) {
      this.#pages = [];
      this.#kept = 0;
      this.#end = 0;
    }
    const piece = this.#write(number);
    if (this.#end + piece.length > this.#bytes.length) {
      const longer = Buffer.allocUnsafeSlow(2 * (this.#end + piece.length));
      longer.set(this.#bytes.subarray(0, this.#end));
      this.#bytes = longer;
      this.#view = viewOf(longer);
    }
    const place = (number & (PAGE - 1)) * 2;
    const page = (this.#pages[number >>> PAGE_BITS] ??= new Uint32Array(2 * PAGE));
    page[place] = this.#end;
    this.#end += this.#bytes.write(piece, this.#end, "latin1");
    page[place + 1] = this.#end;
    this.#kept += 1;
    return page;
  }
}
