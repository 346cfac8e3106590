/** How many cells there is room for before the first time that there is not. */
const CELLS = 1024;

/** Numbers of a cell beside its key and its place: the longitude and latitude of its corner and its side, in degrees. */
const SQUARE = 3;

/**
 * A queue of cells, the least key first: a binary heap of keys, each with the number of its cell.
 *
 * What is known of a cell stays where it was put, so that only two numbers move when the heap does. Nothing is allocated for a cell.
 */
export class CellQueue {
  /** The cell that was taken last: its key, its place, its corner and its side. */
  key = 0;
  place = 0;
  x0 = 0;
  y0 = 0;
  degrees = 0;
  #keys = new Float64Array(CELLS);
  #numbers = new Int32Array(CELLS);
  #places = new Int32Array(CELLS);
  #squares = new Float64Array(CELLS * SQUARE);
  /** How many cells wait, and how many were put in since the queue was cleared. */
  #length = 0;
  #count = 0;

  clear(): void {
    this.#length = 0;
    this.#count = 0;
  }

  push(key: number, place: number, x0: number, y0: number, degrees: number): void {
    const number = this.#count++;
    if (number === this.#places.length) this.#grow();
    this.#places[number] = place;
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

  /** Takes the first cell out and shows it in the members above; false when none is left. */
  pop(): boolean {
    if (this.#length === 0) return false;
    const keys = this.#keys;
    const numbers = this.#numbers;
    const number = numbers[0]!;
    this.key = keys[0]!;
    this.place = this.#places[number]!;
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
    const room = 2 * this.#places.length;
    const [keys, numbers, places, squares] = [this.#keys, this.#numbers, this.#places, this.#squares];
    (this.#keys = new Float64Array(room)).set(keys);
    (this.#numbers = new Int32Array(room)).set(numbers);
    (this.#places = new Int32Array(room)).set(places);
    (this.#squares = new Float64Array(room * SQUARE)).set(squares);
  }
}
