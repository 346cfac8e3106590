import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASE_FILE } from "./bundle-database.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import { appendRows, readRows } from "./duck-rows.ts";
import type { Manifest } from "./manifest.ts";
import { storedReplies } from "./stored-replies.ts";

/** A company with replies of the release before. */
export interface FormerReplies {
  readonly id: string;
  readonly name: string;
  readonly replies: number;
}

/** What became of the replies of the release before that the dataset does not replace. */
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
  await connection.run(`CREATE OR REPLACE TEMP TABLE former_reply(id VARCHAR, name VARCHAR, pillar_id VARCHAR, pillar INTEGER,
    judged_on VARCHAR, status VARCHAR, replied_on VARCHAR, text VARCHAR, url VARCHAR)`);
  const types = ["text", "text", "text", "integer", "text", "text", "text", "text", "text"] as const;
  const pillars = facts.pillars.map(({ id }) => id);
  await appendRows(connection, { schema: "main", table: "former_reply" }, types, readFormer(before, folder, pillars));
  await connection.run(`CREATE OR REPLACE TEMP TABLE former AS
    SELECT f.*, c.company, CASE WHEN c.company IS NULL THEN 'company' WHEN f.pillar_id IS NOT NULL AND f.pillar IS NULL THEN 'pillar' ELSE 'none' END AS missing
    FROM former_reply f LEFT JOIN clean.company c ON c.id = f.id
    WHERE c.company IS NULL OR c.company NOT IN (SELECT company FROM clean.reply)`);
  const grouped = await readRows<{ id: string; name: string; missing: string; replies: bigint }>(
    connection,
    "SELECT id, name, missing, count(*) AS replies FROM former GROUP BY ALL ORDER BY name, id",
  );
  if (!isEnded)
    await connection.run(`INSERT INTO clean.reply SELECT company, pillar, judged_on, status, replied_on, text, url FROM former WHERE missing = 'none';
      CREATE OR REPLACE TABLE clean.reply AS SELECT * FROM clean.reply ORDER BY company, pillar NULLS FIRST, judged_on NULLS FIRST`);
  await connection.run("DROP TABLE former; DROP TABLE former_reply;");
  const having = (missing: string): FormerReplies[] =>
    grouped
      .filter((each) => each.missing === missing)
      .map(({ id, name, replies }) => ({ id, name, replies: Number(replies) }));
  return {
    from: before.id,
    carried: having("none"),
    withoutCompany: having("company"),
    withoutPillar: having("pillar"),
  };
}

/** The rows of `former_reply`: pillars by their ids and by their place in the new dataset. */
function readFormer(before: Manifest, folder: string, pillars: readonly string[]): (string | number | null)[][] {
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  try {
    const companies = database.prepare("SELECT id, name FROM company WHERE company = ?");
    return Array.from(storedReplies(database), (reply) => {
      const { id, name } = companies.get(reply.company) ?? {};
      const pillarId = reply.pillar === null ? null : (before.dataset.pillars[reply.pillar]?.id ?? null);
      const pillar = pillarId === null ? -1 : pillars.indexOf(pillarId);
      const { judged_on, status, replied_on, text, url } = reply;
      return [String(id), String(name), pillarId, pillar < 0 ? null : pillar, judged_on, status, replied_on, text, url];
    });
  } finally {
    database.close();
  }
}

/** How many replies some companies had. */
export function countReplies(companies: readonly FormerReplies[]): number {
  return companies.reduce((sum, { replies }) => sum + replies, 0);
}
