import { hashOf, makeApiKey, makeKeyId, prefixOf } from "../../src/access/api-key.ts";
import { accessFileIn, openStores } from "../../src/access/store/open-stores.ts";
import { DatabaseSync } from "node:sqlite";

/** Gives out keys of one tier in a data folder, each to a reader of its own, and returns them. */
export async function giveOutKeys(
  dataFolder: string,
  count: number,
  tier: "pro" | "enterprise" = "pro",
): Promise<string[]> {
  const stores = await openStores({ dataFolder, databaseUrl: null, waitMilliseconds: 5000 });
  await stores.close();
  // In one step: one by one each would be synced to disk.
  const database = new DatabaseSync(accessFileIn(dataFolder));
  database.exec("BEGIN");
  const insert = database.prepare(`
    INSERT INTO api_key (id, hash, prefix, tier, counted_as, email, email_folded, use_case, created_at,
      email_confirmation, mail_attempts)
    VALUES (?1, ?2, ?3, ?5, ?1, ?4, ?4, 'Measuring.', 0, 'not_required', 0)`);
  const keys: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const key = makeApiKey();
    insert.run(makeKeyId(), hashOf(key), prefixOf(key), `reader${made}.${process.pid}@example.org`, tier);
    keys.push(key);
  }
  database.exec("COMMIT");
  database.close();
  return keys;
}
