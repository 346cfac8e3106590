import { keyOf, type openNames } from "./sentence-names.ts";
import { readOrdinal, REFUSED_PHRASES, SYMBOLS_BY_PHRASE } from "./sentence-phrases.ts";
import { readCount, readShare } from "./shares.ts";

/** Reads sentences into symbols. Each stands for one or more words. */

/** A symbol of the grammar, with the words it stands for; names and numbers have a value. */
export interface Token {
  readonly symbol: string;
  readonly text: string;
  readonly value?: string;
}

/** The longest name or phrase, in words. */
const SPAN_WORDS_MAX = 9;

/** Maximum length of a sentence in compatibility form (NFKC), in lengths of the original. */
const FORM_LENGTHS_MAX = 2;

type FindName = ReturnType<typeof openNames>;

/** The symbols of a sentence on a day; words without a meaning are `unknown_words`. */
export function readTokens(given: string, today: Date, findName: FindName): Token[] {
  const sentence = tidy(given);
  // Some characters become eighteen letters in this form; no sentence consists of them.
  if (sentence.length > FORM_LENGTHS_MAX * given.length) return [{ ...UNKNOWN, text: given }];
  const time = findTime(sentence, today);
  if (time === null) return readWords(sentence, findName);
  return [
    ...readWords(sentence.slice(0, time.index), findName),
    { symbol: "since", text: time.text, value: time.since },
    ...readWords(sentence.slice(time.index + time.text.length), findName),
  ];
}

/** Matches a quotation, a word with the signs it may contain, a percentage, or a sign. */
const WORDS = /[“"]([^“”"]+)[”"]|'s\b|#?[\p{L}\p{N}][\p{L}\p{N}.&/_°+-]*(?:'(?!s\b)\p{L}+)*%?|[^\s]/gu;

function readWords(text: string, findName: FindName): Token[] {
  const words = [...text.replaceAll(/s'(?=\s|$)/gu, "s 's").matchAll(WORDS)].flatMap(([word, quoted]) =>
    quoted === undefined ? splitDot(word) : [{ text: quoted, isQuoted: true }],
  );
  const tokens: Token[] = [];
  for (let at = 0; at < words.length;) {
    const { found, length } = findLongest(words.slice(at, at + SPAN_WORDS_MAX), findName);
    tokens.push(...found);
    at += length;
  }
  return tokens;
}

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A full stop at the end of a word ends a sentence; that of `U.S.` does not. */
function splitDot(word: string): Word[] {
  const isWhole = !word.endsWith(".") || word.length < 2 || /^(?:\p{L}\.)+$/u.test(word);
  const parts = isWhole ? [word] : [word.slice(0, -1), "."];
  return parts.map((text) => ({ text, isQuoted: false }));
}

interface Span {
  readonly found: readonly Token[];
  /** In words. */
  readonly length: number;
}

/** Finds the longest phrase or name at the beginning of some words. */
function findLongest(words: readonly Word[], findName: FindName): Span {
  const [first] = words;
  if (first === undefined) return { found: [], length: 1 };
  const { text, isQuoted } = first;
  if (isQuoted) return { found: [{ ...(findName(text, true) ?? UNKNOWN), text }], length: 1 };
  const quotation = words.findIndex((word) => word.isQuoted);
  for (let length = quotation < 0 ? words.length : quotation; length > 0; length--) {
    const span = words.slice(0, length).map((word) => word.text);
    const found = readSpan(span.join(" "), findName);
    if (found !== null) return { found, length };
  }
  const symbol = /^the$/iu.test(text) ? "the" : (SIGNS.get(text) ?? UNKNOWN.symbol);
  return { found: [{ symbol, text }], length: 1 };
}

const UNKNOWN = { symbol: "unknown_words" } as const;

const SIGNS: ReadonlyMap<string, string> = new Map([
  [",", ","],
  [";", "clause"],
  [".", "clause"],
]);

/** Reads some words as one phrase, number or name; returns null if they are none. */
function readSpan(text: string, findName: FindName): readonly Token[] | null {
  // Names may have their article within: The Body Shop.
  const own = text.replaceAll(/\bthe /giu, "");
  const key = keyOf(own);
  const symbols = SYMBOLS_BY_PHRASE.get(key);
  if (symbols !== undefined) return symbols.map((symbol) => ({ symbol, text }));
  const refused = REFUSED_PHRASES.get(key);
  if (refused !== undefined) return [{ symbol: refused, text }];
  const number = readNumber(key);
  // A band may be called 2030.
  const label = number === null ? null : findName(text, false);
  if (number !== null) return [{ ...(label ?? number), text }];
  // The atlas ignores such words and signs anywhere; companies are called `A & Sons, Inc.`.
  if (/ (?:and|of|the)$| [^\p{L}\p{N}&](?: |$)/iu.test(text)) {
    const company = findName(text.replaceAll(/ (?=[.,](?: |$))/gu, ""), true);
    return company?.symbol === "company" ? [{ ...company, text }] : null;
  }
  // The sign of a possessive may belong to a name: Dick's.
  const forms = [text, own, text.replaceAll(" 's", "'s")];
  const name = forms.map((form) => findName(form, false)).find((found) => found !== null);
  return name === undefined ? null : [{ ...name, text }];
}

function readNumber(key: string): { symbol: string; value: string } | null {
  const rank = readOrdinal(key);
  if (rank !== null) return { symbol: "rank", value: rank };
  const share = readShare(key);
  if (share !== null) return { symbol: "share", value: share };
  const others = readCount(/^(?:but|except)(?: for)? (.+?)(?: of)?$/u.exec(key)?.[1] ?? "");
  if (others !== null) return { symbol: "but", value: others };
  const count = readCount(key) ?? /^-?\d+(?:\.\d+)?$/u.exec(key)?.[0];
  return count === undefined ? null : { symbol: "number", value: count };
}

function tidy(sentence: string): string {
  return (
    sentence
      .normalize("NFKC")
      .replaceAll("\u00ad", "")
      .replaceAll(/[’‘]/gu, "'")
      .replaceAll(/\s+/gu, " ")
      .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/gu, "")
      .replace(/!$/u, "")
      // Second-best is second and best.
      .replaceAll(/-(?=(?:best|most|highest|worst|lowest)\b)/gu, " ")
      .trim()
  );
}

/** Words that introduce a time in a sentence. */
const SINCE = "(?:since|compared (?:with|to)|relative to|against|than (?:in|at|on)|than|from)";

const MONTHS = "January February March April May June July August September October November December".split(" ");
const MONTH = `(?<month>${MONTHS.join("|")})`;

type Groups = Readonly<Record<string, string | undefined>>;

/**
 * Forms of times in sentences, the longer ones first, each with its value of `since` for the check.
 * A year or a month means its end, so that it means the release of that time.
 */
const TIMES: readonly (readonly [form: string, since: (groups: Groups, today: Date) => string])[] = [
  [`${SINCE} (?:release )?(?<id>\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{12})`, ({ id = "" }) => id],
  [`${SINCE} (?:the release of )?(?<date>\\d{4}-\\d{2}-\\d{2})`, ({ date = "" }) => date],
  [`${SINCE} (?:the release of )?(?<day>\\d{1,2}) ${MONTH} (?<year>\\d{4})`, (groups) => dateOf(groups)],
  [`${SINCE} (?:the release of )?${MONTH} (?<day>\\d{1,2}), (?<year>\\d{4})`, (groups) => dateOf(groups)],
  [`${SINCE} (?:the end of )?${MONTH} (?<year>\\d{4})`, (groups) => dateOf({ ...groups, day: "end" })],
  [`${SINCE} (?:the end of )?(?<year>\\d{4})(?! ?%)`, ({ year }) => `${year}-12-31`],
  [
    `(?:${SINCE}|over|in) (?:the )?(?:last|previous|preceding) (?:release|edition|publication|dataset)`,
    () => "previous",
  ],
  [
    `(?:${SINCE} (?:one|a) year (?:ago|earlier)|(?:over|in|during|within) the (?:past|last) (?:year|(?:12|twelve) months)|(?:over|within) (?:a|one) year|year[ -]on[ -]year)`,
    (_, today) =>
      new Date(Date.UTC(today.getUTCFullYear() - 1, today.getUTCMonth(), today.getUTCDate()))
        .toISOString()
        .slice(0, 10),
  ],
  [`(?:${SINCE}|on) last year|this year`, (_, today) => `${today.getUTCFullYear() - 1}-12-31`],
];

const FORMS = TIMES.map(([form, since]) => ({ pattern: new RegExp(`\\b${form}\\b(?!-)`, "iu"), since }));

/** The time that a sentence names, as `since` of the check; null where it names none. */
function findTime(sentence: string, today: Date): { index: number; text: string; since: string } | null {
  for (const { pattern, since } of FORMS) {
    const found = pattern.exec(sentence);
    if (found !== null) return { index: found.index, text: found[0], since: since(found.groups ?? {}, today) };
  }
  return null;
}

/** Formats a day, or the end of a month; an invalid day stays invalid, to be refused later. */
function dateOf({ day = "", month = "", year = "" }: Groups): string {
  const index = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase());
  const last = new Date(Date.UTC(Number(year), index + 1, 0)).getUTCDate();
  return [year, String(index + 1).padStart(2, "0"), (day === "end" ? String(last) : day).padStart(2, "0")].join("-");
}
