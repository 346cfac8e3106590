/** A growing list of unsigned 32-bit numbers, four bytes each. */
export class NumberList {
  #numbers = new Uint32Array(1 << 12);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = number;
  }

  at(place: number): number {
    return this.#numbers[place]!;
  }

  /** The list without a copy, until the next `push`. */
  numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
