import path from "node:path";
import { quoted, quotedList } from "../tables/column.ts";
import { type CleanDataset, readRows } from "./clean-dataset.ts";
import type { Manifest } from "./manifest.ts";

/** A company with replies of the release before. */
export interface FormerReplies {
  readonly id: string;
  readonly name: string;
  readonly replies: number;
}

/** The replies of the release before that the dataset does not replace, by their fate. */
export interface CarriedReplies {
  /** The release before. */
  readonly from: string;
  readonly carried: readonly FormerReplies[];
  /** Their companies are no longer listed. */
  readonly withoutCompany: readonly FormerReplies[];
  /** They answer judgements of a pillar that there is no more. */
  readonly withoutPillar: readonly FormerReplies[];
}

/**
 * Adds to `clean.reply` the replies of the release in `folder` whose companies the dataset lists,
 * and of which its own table has no row: they stand until they are replaced. With `isEnded` none is
 * added, and the answer says what would have been.
 */
export async function carryReplies(
  { connection, facts }: Pick<CleanDataset, "connection" | "facts">,
  before: Manifest,
  folder: string,
  isEnded: boolean,
): Promise<CarriedReplies> {
  const table = before.tables.find((file) => file.table === "replies" && file.format === "parquet");
  if (table === undefined) throw new Error(`release ${before.id} has no table of replies`);
  const pillars = quotedList(facts.pillars.map(({ id }) => id));
  await connection.run(`CREATE OR REPLACE TEMP TABLE former AS
    SELECT f.company_id AS id, f.company_name AS name, c.company, (list_position(${pillars}, f.pillar) - 1)::INTEGER AS pillar, f.judged_on,
      f.status, f.replied_on::VARCHAR AS replied_on, f.text, f.url,
      CASE WHEN c.company IS NULL THEN 'company' WHEN f.pillar NOT IN ${pillars} THEN 'pillar' ELSE 'none' END AS missing
    FROM read_parquet(${quoted(path.join(folder, table.path))}) f LEFT JOIN clean.company c ON c.id = f.company_id
    WHERE c.company IS NULL OR c.company NOT IN (SELECT company FROM clean.reply)`);
  const grouped = await readRows<FormerReplies & { readonly missing: string }>(
    connection,
    "SELECT id, name, missing, count(*)::INTEGER AS replies FROM former GROUP BY ALL ORDER BY name, id",
  );
  if (!isEnded)
    await connection.run(`INSERT INTO clean.reply SELECT company, pillar, judged_on, status, replied_on, text, url FROM former WHERE missing = 'none';
      CREATE OR REPLACE TABLE clean.reply AS SELECT * FROM clean.reply ORDER BY company, pillar NULLS FIRST, judged_on NULLS FIRST`);
  await connection.run("DROP TABLE former");
  const having = (missing: string): FormerReplies[] =>
    grouped.filter((each) => each.missing === missing).map(({ id, name, replies }) => ({ id, name, replies }));
  return {
    from: before.id,
    carried: having("none"),
    withoutCompany: having("company"),
    withoutPillar: having("pillar"),
  };
}

/** Number of replies that some companies had. */
export function countReplies(companies: readonly FormerReplies[]): number {
  return companies.reduce((sum, { replies }) => sum + replies, 0);
}
