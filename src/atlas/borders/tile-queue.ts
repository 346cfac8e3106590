/** The initial capacity. */
const TILES = 1024;

/**
 * Numbers per tile besides its key and offset: longitude and latitude of its corner, and its side,
 * in degrees.
 */
const SQUARE = 3;

/**
 * A priority queue of tiles, least key first: a binary heap of keys and tile numbers.
 *
 * The other data of a tile does not move with the heap, and nothing is allocated per tile.
 */
export class TileQueue {
  /** The tile that was popped last: its key, offset, corner and side. */
  key = 0;
  offset = 0;
  x0 = 0;
  y0 = 0;
  degrees = 0;
  #keys = new Float64Array(TILES);
  #numbers = new Int32Array(TILES);
  #offsets = new Int32Array(TILES);
  #squares = new Float64Array(TILES * SQUARE);
  /** Numbers of tiles in the queue, and of those pushed since it was cleared. */
  #length = 0;
  #count = 0;

  clear(): void {
    this.#length = 0;
    this.#count = 0;
  }

  push(key: number, offset: number, x0: number, y0: number, degrees: number): void {
    const number = this.#count++;
    if (number === this.#offsets.length) this.#grow();
    this.#offsets[number] = offset;
    const square = number * SQUARE;
    this.#squares[square] = x0;
    this.#squares[square + 1] = y0;
    this.#squares[square + 2] = degrees;
    const keys = this.#keys;
    const numbers = this.#numbers;
    let at = this.#length++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      numbers[at] = numbers[parent]!;
      at = parent;
    }
    keys[at] = key;
    numbers[at] = number;
  }

  /** Removes the first tile and copies it to the members above; false if the queue is empty. */
  pop(): boolean {
    if (this.#length === 0) return false;
    const keys = this.#keys;
    const numbers = this.#numbers;
    const number = numbers[0]!;
    this.key = keys[0]!;
    this.offset = this.#offsets[number]!;
    const square = number * SQUARE;
    this.x0 = this.#squares[square]!;
    this.y0 = this.#squares[square + 1]!;
    this.degrees = this.#squares[square + 2]!;
    const last = --this.#length;
    const key = keys[last]!;
    let at = 0;
    for (let child = 1; child < last; child = 2 * at + 1) {
      const least = child + 1 < last && keys[child + 1]! < keys[child]! ? child + 1 : child;
      if (key <= keys[least]!) break;
      keys[at] = keys[least]!;
      numbers[at] = numbers[least]!;
      at = least;
    }
    keys[at] = key;
    numbers[at] = numbers[last]!;
    return true;
  }

  #grow(): void {
    const room = 2 * this.#offsets.length;
    const [keys, numbers, offsets, squares] = [this.#keys, this.#numbers, this.#offsets, this.#squares];
    (this.#keys = new Float64Array(room)).set(keys);
    (this.#numbers = new Int32Array(room)).set(numbers);
    (this.#offsets = new Int32Array(room)).set(offsets);
    (this.#squares = new Float64Array(room * SQUARE)).set(squares);
  }
}
