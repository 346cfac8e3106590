/**
 * Returns true if a text is a legal entity identifier: 18 letters or digits and two check digits, 1
 * modulo 97 (ISO 17442, ISO 7064).
 */
export function isLei(text: string): boolean {
  if (!/^[A-Z0-9]{18}[0-9]{2}$/u.test(text)) return false;
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
