import { findMixedWords } from "../search/look-alikes.ts";
import { COMPANY_DETAILS } from "../tables/companies.ts";
import type { DetailColumn } from "../tables/details.ts";
import { PRODUCT_DETAILS } from "../tables/products.ts";
import { counted } from "./counted.ts";
import { literal, readRows, streamRows } from "./intake-database.ts";
import type { ProblemList } from "./problem-report.ts";
import { nearPairs } from "./similar-names.ts";
import type { IntakeRun } from "./stage-rows.ts";
import type { DuckDBConnection } from "@duckdb/node-api";
import { keyOfName } from "../search/name-key.ts";

const WINDOWS_1252 = new TextDecoder("windows-1252");
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** The bytes from 0x80 on, by the characters that windows-1252 has for them. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 0x80 }, (_, at) => [WINDOWS_1252.decode(Uint8Array.of(0x80 + at)), 0x80 + at] as const),
);

/** The characters of the bytes that continue a sequence in UTF-8, as a character class. */
const CONTINUING = `[${[...BYTES].flatMap(([character, byte]) => (byte < 0xc0 ? [character] : [])).join("")}]`;

/**
 * A character of UTF-8 that was read as windows-1252. A letter before a mark that ends a word is
 * none: `«CAFÉ»`, `CAFÉ™`.
 */
const SEQUENCE = new RegExp(
  `[ÂÃ]${CONTINUING}|[\\u00c4-\\u00df](?![»›”’…™®©](?!\\p{L}))${CONTINUING}|[\\u00e0-\\u00ef]${CONTINUING}{2}|[\\u00f0-\\u00f4]${CONTINUING}{3}`,
  "gu",
);

/** RE2 for DuckDB: every text with such a sequence matches it, and few others. */
const MAYBE_TWICE_ENCODED = `[\\x{c2}-\\x{f4}]${CONTINUING}`;

/** Undoes a second encoding: "Société" of "SociÃ©tÃ©"; returns null if there was none. */
export function decodeTwiceEncoded(text: string): string | null {
  const decoded = text.replace(SEQUENCE, (sequence) => {
    try {
      return UTF_8.decode(Uint8Array.from(sequence, (character) => BYTES.get(character) ?? 0));
    } catch {
      return sequence;
    }
  });
  return decoded === text ? null : decoded;
}

type Run = Pick<IntakeRun, "connection" | "facts" | "problems">;

/** SQL: the texts of a table as `row`, what names the row, `col` and `text`. */
const TEXTS: readonly { readonly table: string; readonly sql: string }[] = [
  {
    table: "companies",
    sql: `SELECT id AS row, ${namesSql(COMPANY_DETAILS)} FROM clean.company
      UNION ALL SELECT slug, 'sector', label FROM clean.sector`,
  },
  {
    table: "products",
    sql: `SELECT coalesce(id, name) AS row, ${namesSql(PRODUCT_DETAILS)} FROM clean.product`,
  },
  { table: "judgements", sql: "SELECT NULL AS row, 'criterion or judge' AS col, text FROM clean.term WHERE is_label" },
  {
    table: "replies",
    sql: "SELECT c.id AS row, 'text' AS col, r.text FROM clean.reply r JOIN clean.company c USING (company)",
  },
];

/** SQL: the name of a company or a product, and what else it has that is read as words. */
function namesSql(details: readonly DetailColumn[]): string {
  const columns = [
    "name",
    ...details.filter(({ type }) => type === "label" || type === "names").map(({ name }) => name),
  ];
  return `unnest([${columns.map(literal).join(", ")}]) AS col, unnest([${columns.join(", ")}]) AS text`;
}

/** Maximum number of rows, or pairs of names, that a notice names. */
const NAMED_MAX = 5;
const SHOWN_LENGTH_MAX = 80;

interface Doubt {
  /** RE2: every such text matches it, and few others. */
  readonly pattern: string;
  readonly explain: (text: string) => string | null;
  readonly advice: (count: number) => string;
}

const MIXED: Doubt = {
  pattern: "[\\p{Latin}\\d]\\p{M}*[\\p{Cyrillic}\\p{Greek}]|[\\p{Cyrillic}\\p{Greek}]\\p{M}*[\\p{Latin}\\d]",
  explain(text) {
    const letters = findMixedWords(text).flatMap((word) => word.letters);
    if (letters.length === 0) return null;
    const named = letters.map(({ letter, script, meant }) => `the ${script} ${letter} looks like ${meant}`);
    return [...new Set(named)].join(", ");
  },
  advice: (count) =>
    `${counted(count, "text has a word", "texts have words")} with letters of two alphabets that look alike; type them anew in one alphabet, or other programs take them for other names`,
};

const OF_DRAFT = "\\b(?:test|dummy|placeholder|lorem|todo|tbd|asdf|xxx+)\\b";
const PLACEHOLDER: Doubt = {
  pattern: `(?i)${OF_DRAFT}`,
  explain: (text) => (new RegExp(OF_DRAFT, "iu").test(text) ? "as in a draft" : null),
  advice: (count) =>
    `${counted(count, "text stands", "texts stand")} in the place of another one, as it seems; correct or remove what is not to be published`,
};

/** As in a sentence: "tests" may be judged, and "todo" is Spanish. */
const IN_TEXTS = [/\b(?:TEST|DUMMY|TODO|TBD)\b/u, /\b(?:placeholder|lorem|asdf|xxx+)\b|^\W*(?:test|dummy)[\W\d]*$/iu];

/** Says why a text, or the name of a company, is seldom meant; null for all others. */
export function doubtOf(text: string, isName: boolean): string | null {
  const isOfDraft = isName || IN_TEXTS.some((form) => form.test(text));
  return (isOfDraft ? PLACEHOLDER.explain(text) : null) ?? MIXED.explain(text);
}

const TWICE_ENCODED: Doubt = {
  pattern: MAYBE_TWICE_ENCODED,
  explain(text) {
    const meant = decodeTwiceEncoded(text);
    return meant === null ? null : `probably ${quote(meant)}`;
  },
  advice: (count) =>
    `${counted(count, "text was", "texts were")} probably encoded twice as UTF-8; export the table again as UTF-8 from where its letters are right`,
};

/**
 * Notices what is valid and yet seldom meant, because readers would take one thing for two: words
 * with letters that look alike, texts that were encoded twice or are those of a draft, sectors and
 * criteria that differ by one typing error. Nothing of it stands in the way of a publication.
 */
export async function noticeDoubtfulTexts(run: Run): Promise<void> {
  for (const { table, sql } of TEXTS) {
    for (const doubt of [MIXED, TWICE_ENCODED, PLACEHOLDER]) await noticeDoubt(run, table, sql, doubt);
  }
  await noticeNearSectors(run);
  await noticeNearCriteria(run);
}

async function noticeDoubt({ connection, problems }: Run, table: string, texts: string, doubt: Doubt): Promise<void> {
  const named: string[] = [];
  let count = 0;
  const sql = `SELECT row, col, text FROM (${texts}) WHERE regexp_matches(text, ${literal(doubt.pattern)})`;
  for await (const rows of streamRows<[string | null, string, string]>(connection, sql)) {
    for (const [row, column, text] of rows) {
      const explained = doubt.explain(text);
      if (explained === null) continue;
      count += 1;
      const place = row === null ? column : `${column} of ${row}`;
      if (named.length < NAMED_MAX) named.push(`${place}, ${quote(text)} (${explained})`);
    }
  }
  if (count === 0) return;
  const more = count > named.length ? `; and ${count - named.length} more` : "";
  problems.notice(`${table}: ${doubt.advice(count)}: ${named.join("; ")}${more}`);
}

export function quote(text: string): string {
  return `"${text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text}"`;
}

/** Notices similar sectors. Two that dataset.json declares are both meant. */
async function noticeNearSectors({ connection, facts, problems }: Run): Promise<void> {
  const declared = new Set(Object.keys(facts.sectorLabels ?? {}));
  const sectors = await readRows<NamedText>(
    connection,
    `SELECT label AS name, count(*) AS count, first(c.id ORDER BY c.company) AS example, s.slug AS of
      FROM clean.sector s JOIN clean.company c ON c.sector = s.slug OR list_contains(string_split(c.other_sectors, '|'), s.slug)
      GROUP BY s.slug, label ORDER BY s.slug`,
  );
  const near = nearPairs(sectors).filter(([one, other]) => !declared.has(one.of) || !declared.has(other.of));
  const inWords = ({ name }: NamedText): string => `companies: the sector "${name}"`;
  noticePairs(problems, near, inWords, (count) => counted(count, "company", "companies"));
}

/** Notices similar criteria of a pillar. Two that dataset.json labels are both meant. */
async function noticeNearCriteria({ connection, facts, problems }: Run): Promise<void> {
  const criteria = await readRows<NamedText>(
    connection,
    `SELECT t.text AS name, j.count, 'of ' || c.id AS example, j.pillar::VARCHAR AS of
      FROM (SELECT pillar, criterion, count(*) AS count, min(company) AS company FROM clean.judgement
        WHERE criterion > 0 GROUP BY pillar, criterion) j
      JOIN clean.term t ON t.term = j.criterion JOIN clean.company c USING (company) ORDER BY j.pillar, t.text`,
  );
  const declared = facts.criterionLabels;
  for (const [pillar, own] of Map.groupBy(criteria, ({ of }) => of)) {
    const id = facts.pillars?.[Number(pillar)]?.id ?? "";
    const near = nearPairs(own).filter((pair) => pair.some(({ name }) => !Object.hasOwn(declared, name)));
    const inWords = ({ name }: NamedText): string => `judgements: the criterion "${name}" of ${id}`;
    noticePairs(problems, near, inWords, (count) => counted(count, "judgement"));
  }
}

interface NamedText {
  readonly name: string;
  readonly count: bigint;
  readonly example: string;
  /** The slug of a sector; the pillar of a criterion. */
  readonly of: string;
}

/** The rarer of two is probably the mistake. */
function noticePairs(
  problems: ProblemList,
  near: readonly (readonly [NamedText, NamedText])[],
  inWords: (text: NamedText) => string,
  rows: (count: number) => string,
): void {
  const say = (rare: NamedText, usual: NamedText): string =>
    `${inWords(rare)} (${rows(Number(rare.count))}, such as ${rare.example}) is one typing error from "${usual.name}" (${rows(Number(usual.count))}); if they are one, write one of the two in all rows`;
  const shown = near
    .slice(0, NAMED_MAX)
    .map(([one, other]) => (other.count < one.count ? say(other, one) : say(one, other)));
  const more = near.length - shown.length;
  for (const [at, sentence] of shown.entries())
    problems.notice(more > 0 && at === shown.length - 1 ? `${sentence}; and ${more} more such pairs` : sentence);
}

export interface ComparedCompany {
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly website: string | null;
  readonly lei: string | null;
}

interface ProbableDuplicate {
  readonly one: ComparedCompany;
  readonly other: ComparedCompany;
  /** Why they are probably one, in words. */
  readonly why: string;
}

/** Of more companies in a country, typing errors are not looked for. */
const NAMES_MAX = 5000;

/**
 * Finds companies that are probably one: the same LEI; in one country the same name but for its
 * legal form, case, accents and punctuation, or but for one typing error; the same website. Each
 * with the first one like it, once. `different` are pairs of names that somebody told apart.
 */
export function findProbableDuplicates(
  companies: readonly ComparedCompany[],
  different: readonly (readonly string[])[] = [],
): ProbableDuplicate[] {
  const toldApart = new Set(different.map((pair) => pairKey(pair)));
  const found = new Map<string, ProbableDuplicate>();
  const add = (one: ComparedCompany, other: ComparedCompany, why: string): void => {
    const key = pairKey([one.id, other.id]);
    if (!found.has(key) && !toldApart.has(pairKey([one.name, other.name]))) found.set(key, { one, other, why });
  };
  const keys: readonly [why: string, key: (company: ComparedCompany) => string | null][] = [
    ["the same LEI", ({ lei }) => lei],
    ["the same name but for its form and spelling", ({ name, country }) => nameKey(name, country)],
    ["the same website", ({ website }) => website && addressKey(website)],
  ];
  for (const [why, keyOf] of keys) {
    const firsts = new Map<string, ComparedCompany>();
    for (const company of companies) {
      const key = keyOf(company);
      const first = key === null ? undefined : firsts.get(key);
      if (first !== undefined) add(first, company, why);
      else if (key !== null) firsts.set(key, company);
    }
  }
  for (const own of Map.groupBy(companies, ({ country }) => country).values()) {
    if (own.length > NAMES_MAX) continue;
    for (const [one, other] of nearPairs(own, NAMES_MAX)) add(one, other, "one typing error apart");
  }
  return [...found.values()];
}

function pairKey(pair: readonly string[]): string {
  return JSON.stringify(pair.toSorted());
}

function nameKey(name: string, country: string | null): string | null {
  const key = keyOfName(name)?.text ?? "";
  return key === "" ? null : `${country ?? ""} ${key}`;
}

function addressKey(website: string): string {
  const address = website.toLowerCase().replace(/^https?:\/\/(?:www\.)?/u, "");
  return address.replace(/(?<!\/)\/+$/u, "");
}

/** Notices the companies that are probably one, with both rows. Nothing is merged. */
export async function noticeProbableDuplicates(
  connection: DuckDBConnection,
  different: readonly (readonly string[])[],
  problems: ProblemList,
): Promise<void> {
  const companies = await readRows<ComparedCompany>(
    connection,
    "SELECT id, name, country, website, lei FROM clean.company ORDER BY company",
  );
  const pairs = findProbableDuplicates(companies, different);
  if (pairs.length === 0) return;
  const inWords = ({ id, name, country }: ComparedCompany): string =>
    `"${name}" (${[...(id === name ? [] : [id]), country ?? "no country"].join(", ")})`;
  const shown = pairs.slice(0, NAMED_MAX).map(({ one, other, why }) => `${inWords(one)} and ${inWords(other)}, ${why}`);
  const more = pairs.length > shown.length ? `; and ${pairs.length - shown.length} more` : "";
  problems.notice(
    `companies: ${counted(pairs.length, "pair is", "pairs are")} probably one company: ${shown.join("; ")}${more}. ` +
      `Nothing is merged: in mapping.json, "same" merges them, and "different" says that they are two`,
  );
}
