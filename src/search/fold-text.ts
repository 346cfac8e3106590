/**
 * Folds a text for comparison: removes compatibility forms, case, and the accents and marks that
 * people omit.
 *
 * Removes the marks of Latin, Greek, Cyrillic, Arabic and Hebrew. Keeps the vowel signs of Thai and
 * Indic scripts and the voicing marks of kana, because they distinguish words. Hiragana becomes
 * katakana. The result is NFC.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const decomposed = text.normalize("NFKC").toLowerCase().normalize("NFD");
  return decomposed.replace(MARKS, "").replace(LETTERS, foldLetter).normalize("NFC");
}

/** Whether every character is ASCII; then each folds to exactly one character. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\u0000-\u007f]*$/u;

/**
 * Combining marks of Latin, Greek and Cyrillic; Hebrew points; Arabic points and tatweel; joiners
 * and variation selectors.
 */
const MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/gu;

const LETTERS = /[ßæœøđłıðþħŋŧςىةکیہھےٱ\u0660-\u0669\u06f0-\u06f9\u3041-\u3096\u309d\u309e]/gu;

const SINGLE: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŋ: "n",
  ŧ: "t",
  ς: "σ",
  ى: "ي",
  ی: "ي",
  ے: "ي",
  ة: "ه",
  ہ: "ه",
  ھ: "ه",
  ک: "ك",
  ٱ: "ا",
};

/** From a hiragana letter to the same katakana letter. */
const KATAKANA_DISTANCE = 0x60;

function foldLetter(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code >= 0x3041) return String.fromCharCode(code + KATAKANA_DISTANCE);
  if (code >= 0x06f0 && code <= 0x06f9) return String.fromCharCode(code - 0x06f0 + 0x30);
  if (code >= 0x0660 && code <= 0x0669) return String.fromCharCode(code - 0x0660 + 0x30);
  return SINGLE[letter] ?? letter;
}
