/**
 * The sectors that a company names besides the one in which it is counted, as they are stored: rows
 * of `other_sector`, and in one text their slugs in text order with `|` between them.
 */

/** SQL: the text of a row of `company`, or NULL where it names no other. */
export const OTHER_SECTORS =
  "(SELECT group_concat(o.sector, '|' ORDER BY o.sector) FROM other_sector o WHERE o.company = company.company)";

/** The slugs in the text, one by one. */
export function slugsIn(otherSectors: string | null): readonly string[] {
  return otherSectors?.split("|") ?? [];
}

/** The text of slugs; null where there is none. */
export function joinSlugs(otherSectors: readonly string[]): string | null {
  return otherSectors.length === 0 ? null : otherSectors.join("|");
}
