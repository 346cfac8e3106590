import { countTypos } from "../atlas/near-names.ts";
import { findMixedWords } from "../search/look-alikes.ts";
import { COMPANY_DETAILS } from "../tables/companies.ts";
import type { DetailColumn } from "../tables/details.ts";
import { PRODUCT_DETAILS } from "../tables/products.ts";
import { counted } from "./counted.ts";
import { literal, readRows, streamRows } from "./intake-database.ts";
import type { ProblemList } from "./problem-report.ts";
import type { IntakeRun } from "./stage-rows.ts";
import { decodeTwiceEncoded, MAYBE_TWICE_ENCODED } from "./twice-encoded.ts";

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

/** How many rows, or pairs of names, are named. */
const NAMED_MAX = 5;
const SHOWN_LENGTH_MAX = 80;

/** A way in which texts are doubtful. */
interface Doubt {
  /** RE2: what every such text matches, and few others. */
  readonly pattern: string;
  /** What was probably meant; null for a text without doubt. */
  readonly explain: (text: string) => string | null;
  /** What to do. */
  readonly advice: (count: number) => string;
}

const MIXED: Doubt = {
  pattern: "\\p{Latin}\\p{M}*[\\p{Cyrillic}\\p{Greek}]|[\\p{Cyrillic}\\p{Greek}]\\p{M}*\\p{Latin}",
  explain(text) {
    const letters = findMixedWords(text).flatMap((word) => word.letters);
    if (letters.length === 0) return null;
    const named = letters.map(({ letter, script, meant }) => `the ${script} ${letter} looks like ${meant}`);
    return [...new Set(named)].join(", ");
  },
  advice: (count) =>
    `${counted(count, "text has a word", "texts have words")} with letters of two alphabets that look alike; type them anew in one alphabet, or other programs take them for other names`,
};

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
 * with letters that look alike, texts that were encoded twice, sectors and criteria that differ by
 * one typing error. Nothing of it stands in the way of a publication.
 */
export async function noticeDoubtfulTexts(run: Run): Promise<void> {
  for (const { table, sql } of TEXTS) {
    for (const doubt of [MIXED, TWICE_ENCODED]) await noticeDoubt(run, table, sql, doubt);
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

function quote(text: string): string {
  return `"${text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text}"`;
}

/** Those that dataset.json declares are meant. */
async function noticeNearSectors({ connection, facts, problems }: Run): Promise<void> {
  const declared = new Set(Object.keys(facts.sectorLabels ?? {}));
  const sectors = await readRows<NamedText>(
    connection,
    `SELECT label AS name, count(*) AS count, first(c.id ORDER BY c.company) AS example, s.slug AS of
      FROM clean.sector s JOIN clean.company c ON c.sector = s.slug OR list_contains(string_split(c.other_sectors, '|'), s.slug)
      GROUP BY s.slug, label ORDER BY s.slug`,
  );
  const near = nearPairs(sectors).filter(([one, other]) => !declared.has(one.of) || !declared.has(other.of));
  noticePairs(problems, near, ([rare, usual]) => {
    const [few, many] = [rare, usual].map(({ count }) => counted(Number(count), "company", "companies"));
    return `companies: the sector "${rare.name}" (${few}, such as ${rare.example}) is one typing error from "${usual.name}" (${many}); if they are one, write one of the two in all rows`;
  });
}

/** Criteria of one pillar. Those that dataset.json labels are meant. */
async function noticeNearCriteria({ connection, facts, problems }: Run): Promise<void> {
  const criteria = await readRows<NamedText>(
    connection,
    `SELECT t.text AS name, j.count, c.id AS example, j.pillar::VARCHAR AS of
      FROM (SELECT pillar, criterion, count(*) AS count, min(company) AS company FROM clean.judgement
        WHERE criterion > 0 GROUP BY pillar, criterion) j
      JOIN clean.term t ON t.term = j.criterion JOIN clean.company c USING (company) ORDER BY j.pillar, t.text`,
  );
  const declared = facts.criterionLabels;
  for (const [pillar, own] of Map.groupBy(criteria, ({ of }) => of)) {
    const id = facts.pillars?.[Number(pillar)]?.id ?? "";
    const near = nearPairs(own).filter((pair) => pair.some(({ name }) => !Object.hasOwn(declared, name)));
    noticePairs(problems, near, ([rare, usual]) => {
      const [few, many] = [rare, usual].map(({ count }) => counted(Number(count), "judgement"));
      return `judgements: the criterion "${rare.name}" of ${id} (${few}, such as of ${rare.example}) is one typing error from "${usual.name}" (${many}); if they are one, write one of the two in all rows`;
    });
  }
}

/** A sector, a criterion or a company. */
interface NamedText {
  readonly name: string;
  /** Of the rows that name it. */
  readonly count: bigint;
  /** The id of a company that has it. */
  readonly example: string;
  /** The slug of a sector; the pillar of a criterion. */
  readonly of: string;
}

/** The rarer one first. */
type NearPair<Text extends NamedText = NamedText> = readonly [rare: Text, usual: Text];

function noticePairs(problems: ProblemList, near: readonly NearPair[], say: (pair: NearPair) => string): void {
  const shown = near.slice(0, NAMED_MAX).map(say);
  const more = near.length - shown.length;
  for (const [at, sentence] of shown.entries())
    problems.notice(more > 0 && at === shown.length - 1 ? `${sentence}; and ${more} more such pairs` : sentence);
}

/** Shorter words, such as "oil" and "coil", are more often two. */
const WORD_LENGTH_MIN = 5;
/** Of more or longer texts, as of free text in the place of a criterion, none are compared. */
const TEXTS_MAX = 1000;
const TEXT_LENGTH_MAX = 120;

/**
 * The pairs that differ by one typing error, or in case, spaces and punctuation alone; none where
 * there are more than `max` texts. Two texts
 * one typing error apart have one in common of those that lack one letter.
 */
export function nearPairs<Text extends NamedText>(texts: readonly Text[], max = TEXTS_MAX): NearPair<Text>[] {
  if (texts.length > max) return [];
  const found = new Map<string, NearPair<Text>>();
  const known = new Map<string, Text[]>();
  for (const text of texts) {
    const key = keyOf(text.name);
    if (key.length > TEXT_LENGTH_MAX) continue;
    for (const shorter of new Set([key, ...Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))])) {
      const others = known.get(shorter) ?? [];
      known.set(shorter, others);
      for (const other of others) {
        if (!isTypingError(keyOf(other.name), key)) continue;
        const pair: NearPair<Text> = text.count < other.count ? [text, other] : [other, text];
        found.set(`${text.of}\n${text.name}\n${other.of}\n${other.name}`, pair);
      }
      others.push(text);
    }
  }
  return [...found.values()];
}

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** Another number, such as a year or that of a level, is none. */
function isTypingError(one: string, other: string): boolean {
  if (one.replaceAll(/\P{N}/gu, "") !== other.replaceAll(/\P{N}/gu, "")) return false;
  if (countTypos(one, other, 1) > 1) return false;
  const [first, second] = [one, other].map((text) => text.split(" "));
  const [mine, theirs] = [first ?? [], second ?? []];
  if (mine.length !== theirs.length) return true;
  return mine.every(
    (word, at) => word === theirs[at] || Math.min(word.length, theirs[at]?.length ?? 0) >= WORD_LENGTH_MIN,
  );
}
