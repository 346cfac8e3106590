import type { Separator } from "./csv.ts";

/**
 * What Excel expects between the values of a CSV file, by the language of its reader: the list
 * separator of Windows, which is a semicolon where numbers have a decimal comma.
 *
 * Which languages have one is known by CLDR, the Unicode Consortium's data about languages, which
 * is part of Node.js. Windows differs in few: Switzerland has a decimal point and a semicolon,
 * Indonesia and Vietnam have a decimal comma and a comma. Readers there take the other file.
 *
 * `language` is a tag such as `de-AT`; anything else is read as English.
 */
export function listSeparatorOf(language: string | undefined): Separator {
  if (language === undefined) return "comma";
  const known = remembered.get(language);
  if (known !== undefined) return known;
  const separator = decimalOf(language) === "," ? "semicolon" : "comma";
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(language, separator);
  return separator;
}

/** Strangers must not fill the memory. */
const REMEMBERED = 500;

const remembered = new Map<string, Separator>();

function decimalOf(language: string): string {
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(0.5);
    return parts.find(({ type }) => type === "decimal")?.value ?? ".";
  } catch {
    return ".";
  }
}
