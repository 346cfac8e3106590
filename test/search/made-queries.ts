import { readFileSync } from "node:fs";
import type { SearchDocument } from "../../src/search/search-document.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import type { JudgedQuery } from "./corpus.ts";

/*
 * Queries made by rules from the real names, beside those that people judged. A seed decides which
 * names are used. Every name belongs to one of two parts: rules and weights may be tuned on
 * `tuning`; `heldout` only measures.
 */

const LISTS = new URL("../../../shared/data/", import.meta.url);
const PER_CLASS = 40;
const SEED = 1_604_202_611;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

type Chance = (below: number) => number;
/** A query for a name; null if the rule does not fit it. */
type Rule = (document: SearchDocument, words: readonly string[], chance: Chance) => string | null;

function openChance(seed: number): Chance {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const FORM =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|ag|se|gmbh|kg|kgaa|nv|n\.v|bv|b\.v|sa|s\.a|spa|s\.p\.a|ab|asa|oyj|a\/s|tbk|bhd|berhad|pjsc|k\.k)\.?$|^(?:the|pt) /u;

/** The words of a name without accents and legal form; shares nothing with the program. */
export function ownWords(name: string): string[] {
  let text = name.normalize("NFKC").trim().toLowerCase().normalize("NFD");
  text = text.replaceAll(/[\u0300-\u036f]/gu, "").normalize("NFC");
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(FORM, "").replace(/[\s&,]+$/u, "");
  }
  return (text === "" ? name : text).split(/\s+/u);
}

/** Applies a change to the longest word. */
function spoil(words: readonly string[], lengthMin: number, change: (word: string) => string): string | null {
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
  if (longest.length < lengthMin || !/^[a-z]+$/u.test(longest)) return null;
  return words.with(words.indexOf(longest), change(longest)).join(" ");
}

function edit(word: string, chance: Chance): string {
  const at = 1 + chance(word.length - 2);
  const letter = LETTERS[chance(LETTERS.length)]!;
  const kind = chance(4);
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + letter + word.slice(at);
  if (kind === 2) return word.slice(0, at) + letter + word.slice(at + 1);
  return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
}

const AND = /(?<=[\p{L}.]) ?(?:&|\+) ?(?=\p{L})| (?:and|und|et|y) /gu;
const CONNECTIVES = [" and ", " & ", " und ", " et ", " y ", " "];
const FORMS = ["inc", "ltd", "gmbh", "sa", "plc", "ag", "corp"];
const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

const COMPANY_RULES: Readonly<Record<string, Rule>> = {
  exact: (_, words) => words.join(" "),
  prefix: (_, words) => {
    const text = words.join(" ");
    return text.length < 6 ? null : text.slice(0, Math.ceil(text.length * 0.6));
  },
  typo: (_, words, chance) => spoil(words, 5, (word) => edit(word, chance)),
  typos: (_, words, chance) => spoil(words, 8, (word) => edit(edit(word, chance), chance)),
  firsttypo: (_, words, chance) => spoil(words, 6, (word) => LETTERS[chance(26)]! + word.slice(1)),
  join: (_, words) => (words.length === 2 ? words.join("") : null),
  split: (_, words, chance) => spoil(words, 8, (word) => word.replace(/^(.{3,5})/u, chance(2) ? "$1 " : "$1-")),
  connective: ({ name }, words, chance) => {
    const text = words.join(" ");
    return name.match(AND) === null ? null : text.replace(AND, CONNECTIVES[chance(CONNECTIVES.length)]!);
  },
  dropword: (_, words, chance) =>
    words.length > 2 ? words.toSpliced(1 + chance(words.length - 1), 1).join(" ") : null,
  order: (_, words) => (words.length > 1 ? [...words.slice(1), words[0]!].join(" ") : null),
  suffix: (_, words, chance) => `${words.join(" ")} ${FORMS[chance(FORMS.length)]!}`,
  acronym: (_, words) =>
    words.length > 2 && words.length < 6 && words.every((word) => /^[a-z]{3,}$/u.test(word))
      ? words.map((word) => word[0]!.toUpperCase()).join("")
      : null,
  ticker: ({ aliases }) => aliases.find((alias) => /^[A-Z]{1,5}$/u.test(alias)) ?? null,
  tickerlower: ({ aliases }) => aliases.find((alias) => /^[A-Z]{4,5}$/u.test(alias))?.toLowerCase() ?? null,
  alias: ({ aliases }, words) => aliases.find((alias) => / /u.test(alias) && !alias.startsWith(words[0]!)) ?? null,
  country: ({ country }, words, chance) =>
    country === ""
      ? null
      : `${words.join(" ")} ${chance(3) === 0 ? country.toLowerCase() : COUNTRIES.of(country)!.toLowerCase()}`,
  othercountry: ({ country }, words) =>
    country === "" ? null : `${words.join(" ")} ${country === "PE" ? "chile" : "peru"}`,
  cjk: ({ name, aliases }, _, chance) => {
    const text = [name, ...aliases].find((each) => /^[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}]{3,}$/u.test(each));
    return text === undefined ? null : text.slice(0, Math.max(2, text.length - chance(3)));
  },
};

/** For companies of the lists, which people would ask for. */
const KNOWN_RULES: Readonly<Record<string, Rule>> = {
  "known, first word": (_, words) => (words.length > 1 && words[0]!.length > 3 ? words[0]! : null),
  "known, 5 letters": (_, words) => (words[0]!.length > 6 ? words[0]!.slice(0, 5) : null),
  "known, prefix": COMPANY_RULES["prefix"]!,
  "known, typo": COMPANY_RULES["typo"]!,
  "known, ticker": COMPANY_RULES["ticker"]!,
  "known, country": COMPANY_RULES["country"]!,
};

const PRODUCT_RULES: Readonly<Record<string, Rule>> = {
  "product, exact": (_, words) => words.join(" "),
  "product, typo": COMPANY_RULES["typo"]!,
  "product, prefix": (_, words) => (words.length > 1 ? words.join(" ").slice(0, -2) : null),
  "product, brand": ({ aliases }, words) => {
    const brand = aliases[0] === undefined ? [] : ownWords(aliases[0]);
    return brand.length === 0 || brand.some((word) => words.includes(word)) ? null : [...brand, ...words].join(" ");
  },
};

/** The names of the companies in the lists of public rankings. */
function readListedNames(): ReadonlySet<string> {
  const read = (file: string, encoding: BufferEncoding = "utf8") =>
    readCsvObjects(readFileSync(new URL(file, LISTS), encoding).replace(/^\ufeff/u, ""));
  const names = [
    ...read("lists/sp500-constituents.csv").map((row) => row["Security"]!),
    ...read("lists/fortune500.utf16le.csv", "utf16le").map((row) => row["company_name"]!),
    ...read("wba-gender-2024/genderassessment.csv").map((row) => row["company"]!),
  ];
  return new Set(names.map((name) => ownWords(name).join(" ")));
}

/** Makes the queries of both parts, the same at every call. */
export function makeQueries(documents: readonly SearchDocument[]): JudgedQuery[] {
  const key = ({ kind, name }: SearchDocument): string => `${kind} ${ownWords(name).join(" ")}`;
  const named = documents.filter(({ name }) => /[\p{L}\p{N}]/u.test(name));
  const keys = new Map(named.map((document) => [document, key(document)]));
  const same = Map.groupBy(named, (document) => keys.get(document)!);
  const listed = readListedNames();
  const companies = named.filter(({ kind }) => kind === "company");
  const pools: readonly (readonly [Readonly<Record<string, Rule>>, readonly SearchDocument[]])[] = [
    [COMPANY_RULES, companies],
    [KNOWN_RULES, companies.filter((each) => each.popularity >= 0.5 && listed.has(ownWords(each.name).join(" ")))],
    [PRODUCT_RULES, named.filter(({ kind }) => kind === "product")],
  ];
  const answersOf = openAnswers(companies, keys);
  const chance = openChance(SEED);
  const queries: JudgedQuery[] = [];
  for (const [rules, pool] of pools) {
    for (const [kind, rule] of Object.entries(rules)) {
      const room = new Map([
        ["tuning", PER_CLASS],
        ["heldout", PER_CLASS],
      ]);
      for (let tries = 0; tries < 40_000 && [...room.values()].some((left) => left > 0); tries += 1) {
        const document = pool[chance(pool.length)]!;
        const query = rule(document, ownWords(document.name), chance);
        const set = partOf(keys.get(document)!);
        if (query === null || query.trim().length < 2 || room.get(set) === 0) continue;
        room.set(set, room.get(set)! - 1);
        const twins = same.get(keys.get(document)!)!;
        const answers = answersOf(kind, query, document);
        queries.push({ set, kind, query, relevant: new Set([...twins, ...answers].map(({ position }) => position)) });
      }
    }
  }
  return queries;
}

/**
 * The companies that answer a query as well as the one it was made for: those that begin with it
 * and are at least as well known, or have the same ticker or initials.
 */
function openAnswers(companies: readonly SearchDocument[], keys: ReadonlyMap<SearchDocument, string>) {
  const short = new Map<string, SearchDocument[]>();
  for (const company of companies) {
    const words = keys.get(company)!.split(" ").slice(1);
    const initials = words.map((word) => word[0]).join("");
    for (const text of [initials, ...company.aliases.map((alias) => alias.toLowerCase())])
      short.set(text, [...(short.get(text) ?? []), company]);
  }
  return (kind: string, query: string, { popularity }: SearchDocument): readonly SearchDocument[] => {
    if (/ticker|acronym/u.test(kind)) return short.get(query.toLowerCase()) ?? [];
    if (!/prefix|first word|letters/u.test(kind)) return [];
    return companies.filter((each) => each.popularity >= popularity && keys.get(each)!.startsWith(`company ${query}`));
  };
}

/** The part that a text belongs to, by its hash. */
export function partOf(text: string): "tuning" | "heldout" {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return ((hash >>> 15) & 1) === 0 ? "tuning" : "heldout";
}
