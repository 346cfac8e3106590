/**
 * Orders two texts by code point, the same on every machine and in every locale.
 *
 * Returns a number below, at or above 0. It is also the order of their UTF-8 bytes, so a database
 * that sorts bytes agrees.
 */
export function compareText(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return (a.codePointAt(i) ?? -1) - (b.codePointAt(i) ?? -1);
}

/**
 * Orders two names as a reader expects, Åland beside Albania: without case and accents first, then
 * as they are written.
 */
export function compareNames(a: string, b: string): number {
  return compareText(withoutCaseAndAccents(a), withoutCaseAndAccents(b)) || compareText(a, b);
}

function withoutCaseAndAccents(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
