import { foldText } from "./fold-text.ts";
import { findRuns, type Run } from "./find-runs.ts";
import { markLegalForms } from "./legal-forms.ts";

/** A word of a name or a query, or two neighbouring characters of a writing without spaces. */
export interface Word {
  readonly text: string;
  /** Where it stands in the folded text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** `gram`: one or two characters of Chinese, Japanese or Korean. */
  readonly kind: "word" | "gram";
  /** Says little about which company is meant: a legal form, or the last character of a run that its pair already holds. */
  readonly isMinor: boolean;
}

/** Longer words are cut: nobody types them, and a damaged file must not make a deep index. */
const WORD_UNITS_MAX = 40;

/** Splits a text into words, folded; the same for names and queries. A text of signs alone is made of its signs. */
export function splitWords(text: string): Word[] {
  return splitFolded(foldText(text));
}

/** As `splitWords`, of a text that is folded already. */
export function splitFolded(folded: string): Word[] {
  const marked = markLegalForms(findRuns(folded));
  const words: Word[] = [];
  for (const run of marked) {
    if (run.isGrams) addGrams(words, run);
    else {
      const { text, start, end, isMinor } = run;
      words.push({ text: text.slice(0, WORD_UNITS_MAX), start, end, kind: "word", isMinor });
    }
  }
  return words;
}

function addGrams(words: Word[], { text, start, end, isMinor }: Run): void {
  // Signs inside a run (between two katakana) make it longer than its text; then its words stand at the whole of it.
  const isPlain = end - start === text.length;
  for (let at = 0; at < text.length; at += 1) {
    const isLast = at === text.length - 1;
    words.push({
      text: text.slice(at, at + 2),
      start: isPlain ? start + at : start,
      end: isPlain ? Math.min(start + at + 2, end) : end,
      kind: "gram",
      isMinor: isMinor || (isLast && at > 0),
    });
  }
}
