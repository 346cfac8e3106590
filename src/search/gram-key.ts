/** A pair of characters as a number, in the order of the texts; the second half is 0 for a single one. */
export function gramKey(text: string): number {
  return ((text.charCodeAt(0) << 16) | (text.length > 1 ? text.charCodeAt(1) : 0)) >>> 0;
}

/** The reverse of `gramKey`. */
export function gramText(key: number): string {
  const second = key & 0xffff;
  return String.fromCharCode(key >>> 16) + (second === 0 ? "" : String.fromCharCode(second));
}
