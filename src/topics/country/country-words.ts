import type { Atlas } from "../../atlas/atlas.ts";
import type { CountryWords } from "../../search/query.ts";

/** Maximum number of words: "People's Democratic Republic of Algeria" has five. */
const WORDS_MAX = 5;
const CODE = /^[a-z]{2}$/i;
/** Matches words that continue a name, as in "of China". */
const JOINING = /^(?:of|the|and) | (?:of|the|and)$/i;

/**
 * Finds the words that name a country at the end or the beginning of a query, as in "nestle
 * switzerland" or "sap de"; undefined if there are none or no other words. A code of two letters
 * counts at the end only, and so does a part of a country, because names of companies begin with
 * them: "siemens bavaria", but not "texas instruments".
 */
export function findCountryWords(atlas: Atlas, query: string): CountryWords | undefined {
  const words = query.split(/[\s,;()]+/u).filter((word) => word !== "");
  for (let length = Math.min(WORDS_MAX, words.length - 1); length > 0; length -= 1) {
    const end = words.slice(-length).join(" ");
    for (const text of [end, words.slice(0, length).join(" ")]) {
      if (JOINING.test(text)) continue;
      // With a dot, letters are read as a name and not as a code: USA, but not CAN.
      const found = atlas.findBySegment(`${text}.`)?.territory;
      const territory = found ?? (text === end ? atlas.findPart(text)?.whole : undefined);
      if (territory !== undefined) return { text, country: territory.iso2 };
    }
  }
  const last = words.slice(1).at(-1) ?? "";
  const found = CODE.test(last) ? atlas.findBySegment(last) : undefined;
  return found && { text: last, country: found.territory.iso2 };
}
