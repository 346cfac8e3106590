/**
 * Characters that no text of a caller may have, as ranges of a regular expression: controls but tab
 * and line ends, marks that override the direction of text, halves of surrogate pairs and
 * noncharacters of the first plane.
 *
 * PostgreSQL cannot store U+0000, no store a lone surrogate, and in a terminal the others make one
 * text look like another.
 */
export const REFUSED_CHARACTERS: string =
  "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff\\ufdd0-\\ufdef\\ufffe\\uffff";

/** Maximum number of combining marks in a row. More would run over the lines around them. */
const COMBINING_MARKS_MAX = 8;

const REFUSED = new RegExp(`[${REFUSED_CHARACTERS}]|\\p{Noncharacter_Code_Point}`, "u");
const STACKED_MARKS = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX + 1}}`, "u");

/** Returns the reason not to keep a text of a caller, as a predicate; null if it may be kept. */
export function findTextFault(text: string): string | null {
  const refused = REFUSED.exec(text)?.[0].codePointAt(0);
  if (refused !== undefined) {
    const name = refused.toString(16).toUpperCase().padStart(4, "0");
    return `has the character U+${name}, which cannot be kept`;
  }
  return STACKED_MARKS.test(text) ? `has more than ${COMBINING_MARKS_MAX} combining marks in a row` : null;
}
