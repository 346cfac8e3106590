const STEP = 4;
const BYTES_FIRST = 4096;
const CELLS_FIRST = 64;

/**
 * Texts as UTF-8, by numbers from 0, to be copied many times. They are copied four bytes at a time, up to three too many: a call of the runtime costs
 * more than so short a text, and single bytes take three times as long.
 */
export class CellBytes {
  #bytes = Buffer.alloc(BYTES_FIRST);
  #view = viewOf(this.#bytes);
  #length = 0;
  #starts = new Uint32Array(CELLS_FIRST);
  #ends = new Uint32Array(CELLS_FIRST);

  set(cell: number, text: string): void {
    if (cell >= this.#ends.length) {
      const room = Math.max(cell + 1, 2 * this.#ends.length);
      this.#starts = grown(this.#starts, room);
      this.#ends = grown(this.#ends, room);
    }
    const needed = this.#length + Buffer.byteLength(text) + STEP;
    if (needed > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], Math.max(needed, 2 * this.#bytes.length));
      this.#view = viewOf(this.#bytes);
    }
    this.#starts[cell] = this.#length;
    this.#length += this.#bytes.write(text, this.#length);
    this.#ends[cell] = this.#length;
  }

  /** Whether a text that is not empty was set. */
  has(cell: number): boolean {
    return this.#ends[cell]! > 0;
  }

  /** Makes room for other texts; numbers that are not set again must not be asked for. */
  clear(): void {
    this.#length = 0;
  }

  /** Copies a text to a place in `target`, which has four bytes to spare, and returns the place behind it. */
  copy(cell: number, target: DataView, at: number): number {
    return copyBytes(this.#view, this.#starts[cell]!, this.#ends[cell]!, target, at);
  }
}

/** Copies the bytes from `start` to `end` to a place in `target`, and returns the place behind them. Both have four bytes to spare. */
export function copyBytes(source: DataView, start: number, end: number, target: DataView, at: number): number {
  const shift = at - start;
  for (let from = start; from < end; from += STEP) target.setInt32(from + shift, source.getInt32(from, true), true);
  return end + shift;
}

export function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function grown(numbers: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(room);
  more.set(numbers);
  return more;
}
