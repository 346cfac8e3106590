import type { DuckDBConnection } from "@duckdb/node-api";
import { createHash } from "node:crypto";
import { slugify } from "../atlas/slug.ts";
import { appendRows, readCounts, streamRows } from "./intake-database.ts";

/** Longer names are cut at a word, because a slug stands in addresses. */
const NAME_PART_MAX = 80;

/** What is tried one after the other: SQL of a text beside the name, and the slug of both, empty where there is none. Columns that are not needed are not read. */
const PROPOSALS: readonly { readonly beside: string; readonly propose: (name: string, cell: string) => string }[] = [
  { beside: "''", propose: (name) => namePart(name) },
  { beside: "hint1", propose: (name, hint) => withHint(name, slugify(hint)) },
  { beside: "hint2", propose: (name, hint) => withHint(name, slugify(hint)) },
  { beside: "key", propose: (name, key) => withHint(name, hash(key).slice(0, 8)) },
  { beside: "key", propose: (name, key) => withHint(name, hash(key)) },
];

/**
 * Gives every row of `rows` (a table or bracketed query of `n` INTEGER, `name`, `hint1`, `hint2`, `key`) a slug of its own, in a new
 * table `target(n, slug)`. No two rows have the same `key`.
 *
 * It is the slug of the name. Where several rows would share one, none of them has it: the first hint tells them apart, else the second,
 * else a hash of the key; likewise for a name without a Latin letter. The slugs depend on the set of rows, not on their order.
 */
export async function assignSlugs(connection: DuckDBConnection, rows: string, target: string): Promise<void> {
  await connection.run(
    `CREATE TABLE ${target}(n INTEGER, slug VARCHAR); CREATE OR REPLACE TABLE intake.slug_proposal(n INTEGER, slug VARCHAR);`,
  );
  for (const { beside, propose } of PROPOSALS) {
    const open = `SELECT n, name, coalesce(${beside}, '') AS cell FROM ${rows} WHERE n NOT IN (SELECT n FROM ${target})`;
    await connection.run("TRUNCATE intake.slug_proposal");
    const proposals: [number, string][] = [];
    for await (const batch of streamRows<{ n: number; name: string; cell: string }>(connection, open)) {
      for (const { n, name, cell } of batch) {
        const slug = propose(name, cell);
        if (slug !== "") proposals.push([n, slug]);
      }
    }
    await appendRows(connection, "intake", "slug_proposal", ["integer", "text"], proposals);
    await connection.run(`INSERT INTO ${target}
      SELECT any_value(n), slug FROM intake.slug_proposal WHERE slug NOT IN (SELECT slug FROM ${target}) GROUP BY slug HAVING count(*) = 1`);
    const { open: left } = await readCounts<"open">(
      connection,
      `SELECT (SELECT count(*) FROM ${rows}) - (SELECT count(*) FROM ${target}) AS open`,
    );
    if (left === 0) return;
  }
  throw new Error("two rows have the same key");
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
