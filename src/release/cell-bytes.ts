/** Texts are copied so many bytes at a time, and begin at a multiple of it. */
const STEP = 16;
const BYTES_FIRST = 4096;
const CELLS_FIRST = 64;

/**
 * Texts as UTF-8, by numbers from 0, to be copied many times. They are copied as two floating-point numbers at a time, up to fifteen bytes too many: a call of
 * the runtime costs more than so short a text, and single bytes take far longer. No byte changes on the way, since UTF-8 never reads as "not a number".
 */
export class CellBytes {
  #bytes: Buffer<ArrayBuffer> = Buffer.from(new ArrayBuffer(BYTES_FIRST));
  #view = new DataView(this.#bytes.buffer);
  #words = new Float64Array(this.#bytes.buffer);
  #length = 0;
  /** Of each text the first of its words, and how many bytes it has. */
  #starts = new Int32Array(CELLS_FIRST);
  #lengths = new Int32Array(CELLS_FIRST);

  set(cell: number, text: string): void {
    this.#makeRoom(cell, Buffer.byteLength(text));
    this.#place(cell, this.#length + this.#bytes.write(text, this.#length));
  }

  /** Sets a text to one of `first` and one of `second` behind it. */
  setJoined(cell: number, first: CellBytes, firstCell: number, second: CellBytes, secondCell: number): void {
    this.#makeRoom(cell, first.#lengths[firstCell]! + second.#lengths[secondCell]!);
    const view = this.#view;
    this.#place(cell, second.copy(secondCell, view, first.copy(firstCell, view, this.#length)));
  }

  /** Whether a text that is not empty was set. */
  has(cell: number): boolean {
    return this.#lengths[cell]! > 0;
  }

  /** Makes room for other texts; numbers that are not set again must not be asked for. */
  clear(): void {
    this.#length = 0;
  }

  /** Copies a text to a place in `target`, which has sixteen bytes to spare, and returns the place behind it. */
  copy(cell: number, target: DataView, at: number): number {
    const words = this.#words;
    const end = at + this.#lengths[cell]!;
    let from = this.#starts[cell]!;
    for (let to = at; to < end; to += STEP) {
      target.setFloat64(to, words[from]!, true);
      target.setFloat64(to + 8, words[from + 1]!, true);
      from += 2;
    }
    return end;
  }

  /** Lets a text end at `end` that stands where the others do. */
  #place(cell: number, end: number): void {
    this.#starts[cell] = this.#length / Float64Array.BYTES_PER_ELEMENT;
    this.#lengths[cell] = end - this.#length;
    this.#length = STEP * Math.ceil(end / STEP);
  }

  #makeRoom(cell: number, bytes: number): void {
    if (cell >= this.#lengths.length) {
      const cells = Math.max(cell + 1, 2 * this.#lengths.length);
      this.#starts = grown(this.#starts, cells);
      this.#lengths = grown(this.#lengths, cells);
    }
    const needed = this.#length + bytes + 2 * STEP;
    if (needed <= this.#bytes.length) return;
    const more = Buffer.from(new ArrayBuffer(2 * STEP * Math.ceil(needed / STEP)));
    more.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = more;
    this.#view = new DataView(more.buffer);
    this.#words = new Float64Array(more.buffer);
  }
}

function grown(numbers: Int32Array, room: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(room);
  more.set(numbers);
  return more;
}
