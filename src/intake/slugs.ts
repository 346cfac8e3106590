import type { DuckDBConnection } from "@duckdb/node-api";
import { createHash } from "node:crypto";
import { slugify } from "../atlas/slug.ts";
import { appendTexts, readCounts, readTexts } from "./intake-database.ts";

/** How many names are in memory at a time. */
const ROWS_PER_BATCH = 50_000;

/** Longer names are cut at a word, because a slug stands in addresses. */
const NAME_PART_MAX = 80;

interface Proposal {
  readonly beside: string;
  readonly propose: (name: string, cell: string) => string;
}

/** What is tried one after the other: SQL of a text beside the name, and the slug of both, empty where there is none. Columns that are not needed are not read. */
const PROPOSALS: readonly Proposal[] = [
  { beside: "''", propose: (name) => namePart(name) },
  { beside: "hint1", propose: (name, hint) => withHint(name, slugify(hint)) },
  { beside: "hint2", propose: (name, hint) => withHint(name, slugify(hint)) },
  { beside: "key", propose: (name, key) => withHint(name, hash(key).slice(0, 8)) },
  { beside: "key", propose: (name, key) => withHint(name, hash(key)) },
];

/**
 * Gives every row of `rows` (a table or bracketed query of `n`, which counts from 0, `name`, `hint1`, `hint2`, `key`) a slug of its own, in a new
 * table `target(n, slug)`, in the order of `n`. No two rows have the same `key`; no text holds a line break.
 *
 * It is the slug of the name. Where several rows would share one, none of them has it: the first hint tells them apart, else the second,
 * else a hash of the key; likewise for a name without a Latin letter. The slugs depend on the set of rows, not on their order.
 */
export async function assignSlugs(connection: DuckDBConnection, rows: string, target: string): Promise<void> {
  const { total } = await readCounts<"total">(connection, `SELECT count(*) AS total FROM ${rows}`);
  await connection.run("CREATE OR REPLACE TABLE intake.slug_given(n INTEGER, slug VARCHAR)");
  for (const proposal of PROPOSALS) {
    await proposeSlugs(connection, rows, total, proposal);
    await connection.run(`INSERT INTO intake.slug_given SELECT any_value(n), slug FROM intake.slug_proposal
      WHERE slug <> '' AND slug NOT IN (SELECT slug FROM intake.slug_given) GROUP BY slug HAVING count(*) = 1`);
    const { given } = await readCounts<"given">(connection, "SELECT count(*) AS given FROM intake.slug_given");
    if (given < total) continue;
    await connection.run(`CREATE TABLE ${target} AS FROM intake.slug_given ORDER BY n; DROP TABLE intake.slug_given;`);
    return;
  }
  throw new Error("two rows have the same key");
}

/** Makes `intake.slug_proposal(n, slug)` of the rows that have no slug yet. */
async function proposeSlugs(
  connection: DuckDBConnection,
  rows: string,
  total: number,
  { beside, propose }: Proposal,
): Promise<void> {
  await connection.run("CREATE OR REPLACE TABLE intake.slug_proposal(n INTEGER, slug VARCHAR)");
  for (let first = 0; first < total; first += ROWS_PER_BATCH) {
    const batch = `SELECT n::VARCHAR AS n, name, coalesce(${beside}, '') AS cell FROM ${rows}
      WHERE n >= ${first} AND n < ${first + ROWS_PER_BATCH} AND n NOT IN (SELECT n FROM intake.slug_given)`;
    const [numbers = [], names = [], cells = []] = await readTexts(connection, ["n", "name", "cell"], batch, "n");
    const slugs = names.map((name, i) => propose(name, cells[i]!));
    await appendTexts(connection, "intake.slug_proposal", [numbers, slugs]);
  }
}

function namePart(name: string): string {
  const slug = slugify(name);
  if (slug.length <= NAME_PART_MAX) return slug;
  const cut = slug.lastIndexOf("-", NAME_PART_MAX);
  return slug.slice(0, cut > 0 ? cut : NAME_PART_MAX);
}

function withHint(name: string, hint: string): string {
  return hint === "" ? "" : [namePart(name), hint].filter((part) => part !== "").join("-");
}

function hash(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
