import { splitWords } from "./split-words.ts";

/** A word somebody searches for. */
export interface QueryWord {
  readonly text: string;
  readonly kind: "word" | "gram";
  /** It may be the beginning of a word: the last one, unless a space or a sign follows it. */
  readonly isPrefix: boolean;
  /** A legal form: better hits have it, others need not. */
  readonly isOptional: boolean;
}

/** A longer question is cut: its beginning says what is meant. */
export const QUERY_UNITS_MAX = 256;
export const QUERY_WORDS_MAX = 12;

/** Reads what somebody typed. Nothing in it is a command, so no text is wrong; one without a letter or sign has no words. */
export function readQuery(text: string): QueryWord[] {
  const cut = text.slice(0, QUERY_UNITS_MAX);
  const all = splitWords(cut);
  const endsOpen = !/[\s.,;:!?)\]}"'”»]$/u.test(cut) || all.length === 0;
  const words = new Map<string, QueryWord>();
  for (const [place, word] of all.entries()) {
    // The single character behind the last pair is in the pair already.
    const isRepeated =
      word.kind === "gram" && word.text.length === 1 && all[place - 1]?.kind === "gram" && word.isMinor;
    if (isRepeated && all.length > 1) continue;
    const isPrefix = endsOpen && place === all.length - 1;
    if (words.size === QUERY_WORDS_MAX || words.has(word.text)) continue;
    words.set(word.text, { text: word.text, kind: word.kind, isPrefix, isOptional: word.isMinor });
  }
  const read = [...words.values()];
  return read.every(({ isOptional }) => isOptional) ? read.map((word) => ({ ...word, isOptional: false })) : read;
}
