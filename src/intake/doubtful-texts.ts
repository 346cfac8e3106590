import { findMixedWords } from "../search/look-alikes.ts";
import { COMPANY_DETAILS } from "../tables/companies.ts";
import type { DetailColumn } from "../tables/details.ts";
import { PRODUCT_DETAILS } from "../tables/products.ts";
import { counted } from "./counted.ts";
import { literal, readRows, streamRows } from "./intake-database.ts";
import type { ProblemList } from "./problem-report.ts";
import { nearPairs } from "./similar-names.ts";
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

/** Maximum number of rows, or pairs of names, that a notice names. */
const NAMED_MAX = 5;
const SHOWN_LENGTH_MAX = 80;

/** A way in which texts are doubtful. */
interface Doubt {
  /** RE2: every such text matches it, and few others. */
  readonly pattern: string;
  /** Explains what was probably meant; null for a text without doubt. */
  readonly explain: (text: string) => string | null;
  /** Advice on a number of such texts. */
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
  noticePairs(problems, near, (rare, usual) => {
    const [few, many] = [rare, usual].map(({ count }) => counted(Number(count), "company", "companies"));
    return `companies: the sector "${rare.name}" (${few}, such as ${rare.example}) is one typing error from "${usual.name}" (${many}); if they are one, write one of the two in all rows`;
  });
}

/** Notices similar criteria of a pillar. Two that dataset.json labels are both meant. */
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
    noticePairs(problems, near, (rare, usual) => {
      const [few, many] = [rare, usual].map(({ count }) => counted(Number(count), "judgement"));
      return `judgements: the criterion "${rare.name}" of ${id} (${few}, such as of ${rare.example}) is one typing error from "${usual.name}" (${many}); if they are one, write one of the two in all rows`;
    });
  }
}

/** A sector, a criterion or a company. */
interface NamedText {
  readonly name: string;
  /** Number of rows that name it. */
  readonly count: bigint;
  /** The id of a company that has it. */
  readonly example: string;
  /** The slug of a sector; the pillar of a criterion. */
  readonly of: string;
}

/** The rarer of two is probably the mistake. */
function noticePairs(
  problems: ProblemList,
  near: readonly (readonly [NamedText, NamedText])[],
  say: (rare: NamedText, usual: NamedText) => string,
): void {
  const shown = near
    .slice(0, NAMED_MAX)
    .map(([one, other]) => (other.count < one.count ? say(other, one) : say(one, other)));
  const more = near.length - shown.length;
  for (const [at, sentence] of shown.entries())
    problems.notice(more > 0 && at === shown.length - 1 ? `${sentence}; and ${more} more such pairs` : sentence);
}
