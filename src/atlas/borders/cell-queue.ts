/** A queue of cells, the least key first (a binary heap in arrays of numbers). */
export function openCellQueue() {
  const keys: number[] = [];
  const places: number[] = [];
  const x0s: number[] = [];
  const y0s: number[] = [];
  const sides: number[] = [];
  const put = (at: number, key: number, place: number, x0: number, y0: number, degrees: number): void => {
    keys[at] = key;
    places[at] = place;
    x0s[at] = x0;
    y0s[at] = y0;
    sides[at] = degrees;
  };
  const move = (from: number, to: number): void =>
    put(to, keys[from]!, places[from]!, x0s[from]!, y0s[from]!, sides[from]!);
  const queue = {
    length: 0,
    key: 0,
    place: 0,
    x0: 0,
    y0: 0,
    degrees: 0,
    clear(): void {
      queue.length = 0;
    },
    push(key: number, place: number, x0: number, y0: number, degrees: number): void {
      let at = queue.length++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (keys[parent]! <= key) break;
        move(parent, at);
        at = parent;
      }
      put(at, key, place, x0, y0, degrees);
    },
    /** Takes the first cell out and shows it in the members above; false when none is left. */
    pop(): boolean {
      if (queue.length === 0) return false;
      queue.key = keys[0]!;
      queue.place = places[0]!;
      queue.x0 = x0s[0]!;
      queue.y0 = y0s[0]!;
      queue.degrees = sides[0]!;
      const last = --queue.length;
      const key = keys[last]!;
      let at = 0;
      for (let child = 1; child < last; child = 2 * at + 1) {
        const least = child + 1 < last && keys[child + 1]! < keys[child]! ? child + 1 : child;
        if (key <= keys[least]!) break;
        move(least, at);
        at = least;
      }
      move(last, at);
      return true;
    },
  };
  return queue;
}
