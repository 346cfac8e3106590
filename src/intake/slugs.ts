import { createHash } from "node:crypto";
import { slugify } from "../atlas/slug.ts";
import { readCounts, streamRows, TableAppender } from "./intake-database.ts";
import type { IntakeRun } from "./stage-rows.ts";

/** Longer names are cut at a word, because a slug is part of URLs. */
const NAME_PART_MAX = 80;

interface Proposal {
  readonly beside: string;
  /** The slug of both, empty where there is none. */
  readonly propose: (name: string, beside: string) => string;
}

const PROPOSALS: readonly Proposal[] = [
  { beside: "''", propose: (name) => namePart(name) },
  { beside: "hint1", propose: (name, hint) => withHint(name, slugify(hint)) },
  { beside: "hint2", propose: (name, hint) => withHint(name, slugify(hint)) },
  { beside: "key", propose: (name, key) => withHint(name, hash(key).slice(0, 8)) },
  { beside: "key", propose: (name, key) => withHint(name, hash(key)) },
];

/**
 * Gives every row of the query `rows` (`n`, which counts from 0, `name`, `hint1`, `hint2`, `key`) a
 * slug of its own, in a new table `intake.<target>(n, slug)`, in the order of `n`. No two rows have
 * the same `key`.
 *
 * It is the slug of the name. Where several rows would share one, none of them has it: the first
 * hint tells them apart, else the second, else a hash of the key; likewise for a name without a
 * Latin letter. The slugs depend on the set of rows, not on their order.
 */
export async function assignSlugs(run: IntakeRun, rows: string, target: string): Promise<void> {
  const { connection } = run;
  const { total } = await readCounts<"total">(connection, `SELECT count(*) AS total FROM (${rows})`);
  await connection.run("CREATE OR REPLACE TABLE intake.slug_given(n INTEGER, slug VARCHAR)");
  for (const proposal of PROPOSALS) {
    await proposeSlugs(run, rows, proposal);
    await connection.run(`INSERT INTO intake.slug_given SELECT any_value(n), slug FROM intake.slug_proposal
      WHERE slug <> '' AND slug NOT IN (SELECT slug FROM intake.slug_given) GROUP BY slug HAVING count(*) = 1`);
    const { given } = await readCounts<"given">(connection, "SELECT count(*) AS given FROM intake.slug_given");
    if (given < total) continue;
    await connection.run(
      `CREATE TABLE intake.${target} AS FROM intake.slug_given ORDER BY n; DROP TABLE intake.slug_given;`,
    );
    return;
  }
  throw new Error("two rows have the same key");
}

/** Makes `intake.slug_proposal(n, slug)` of the rows that have no slug yet. */
async function proposeSlugs(
  { connection, connect }: IntakeRun,
  rows: string,
  { beside, propose }: Proposal,
): Promise<void> {
  await connection.run("CREATE OR REPLACE TABLE intake.slug_proposal(n INTEGER, slug VARCHAR)");
  const writing = await connect();
  const appender = await TableAppender.open(writing, "intake", "slug_proposal");
  const query = `SELECT n, name, coalesce(${beside}, '') FROM (${rows})
    WHERE n NOT IN (SELECT n FROM intake.slug_given)`;
  for await (const batch of streamRows<[number, string, string]>(connection, query)) {
    for (const [n, name, text] of batch) appender.add([n, propose(name, text)]);
  }
  appender.close();
  writing.closeSync();
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
