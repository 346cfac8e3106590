import { splitWords } from "./split-words.ts";

/** A word somebody searches for. */
export interface QueryWord {
  readonly text: string;
  readonly kind: "word" | "gram";
  /** It may be the beginning of a word: the last one, unless a space or a sign follows it. */
  readonly isPrefix: boolean;
  /** A legal form, or one of very many words: better hits have it, others need not. */
  readonly isOptional: boolean;
}

/** A longer question is cut, and of its words the first ones must be found: its beginning says what is meant. */
const QUERY_UNITS_MAX = 256;
const NEEDED_WORDS_MAX = 12;
const QUERY_WORDS_MAX = 40;

/** A query as it was read. */
export interface Query {
  /** Its words, each once. */
  readonly words: readonly QueryWord[];
  /** All words of it but legal forms, as a name of the same text has them; empty where the query was cut. */
  readonly name: readonly QueryWord[];
}

/** Reads what somebody typed. Nothing in it is a command, so no text is wrong; one without a letter or sign has no words. */
export function readQuery(text: string): Query {
  const cut = text.slice(0, QUERY_UNITS_MAX);
  const all = splitWords(cut);
  const isOpen = !/[\s.,;:!?)\]}"'”»]$/u.test(cut);
  const words = new Map<string, QueryWord>();
  const name: QueryWord[] = [];
  for (const [place, { text: word, kind, isMinor }] of all.entries()) {
    const read = {
      text: word,
      kind,
      isPrefix: isOpen && place === all.length - 1,
      isOptional: isMinor || words.size >= NEEDED_WORDS_MAX,
    };
    if (!isMinor) name.push(read);
    // The single character behind the last pair is in the pair already.
    const isRepeated = kind === "gram" && word.length === 1 && isMinor && all[place - 1]?.kind === "gram";
    if (!isRepeated && !words.has(word) && words.size < QUERY_WORDS_MAX) words.set(word, read);
  }
  const read = [...words.values()];
  const needed = read.every(({ isOptional }) => isOptional) ? read.map(asNeeded) : read;
  return { words: needed, name: text.length > QUERY_UNITS_MAX ? [] : name };
}

function asNeeded(word: QueryWord): QueryWord {
  return { ...word, isOptional: false };
}
