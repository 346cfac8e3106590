/** A growing list of whole numbers, smaller than an array. */
export class GrowingArray {
  #content = new Uint32Array(1 << 20);
  length = 0;

  push(value: number): void {
    if (this.length === this.#content.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#content);
      this.#content = larger;
    }
    this.#content[this.length] = value;
    this.length += 1;
  }

  /** Pushes a number of 32 bits as two halves, the lower first. */
  push32(value: number): void {
    this.push(value & 0xffff);
    this.push((value >>> 16) & 0xffff);
  }

  set(at: number, value: number): void {
    this.#content[at] = value;
  }

  /** The lower halves. */
  toUint16Array(): Uint16Array {
    return Uint16Array.from(this.#content.subarray(0, this.length));
  }
}
