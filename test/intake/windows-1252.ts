/** What windows-1252 has from 0x80 to 0x9F; five bytes have no character. */
export const BEYOND_LATIN_1 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** A text of those characters, and of Latin-1, in windows-1252. */
export function windows1252(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (character) => {
      const index = BEYOND_LATIN_1.indexOf(character);
      return index < 0 ? character.codePointAt(0)! : 0x80 + index;
    }),
  );
}
