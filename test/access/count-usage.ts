import { openAccessDatabase } from "../../src/access/embedded/access-database.ts";
import { accessFileIn } from "../../src/access/embedded/open-embedded-stores.ts";
import { ACCESS_SCHEMA, COUNT_REQUESTS } from "../../src/access/embedded/schema.ts";
import type { UsageCount } from "../../src/access/usage-history.ts";

/** Counts requests in the file of a data folder, as a service does. */
export async function countUsage(dataFolder: string, counts: readonly UsageCount[]): Promise<void> {
  const database = await openAccessDatabase(accessFileIn(dataFolder), ACCESS_SCHEMA);
  const count = database.connection.prepare(COUNT_REQUESTS);
  await database.transact(() => {
    for (const { minute, subjectId, operation, requests } of counts) count.run(minute, subjectId, operation, requests);
  });
  database.close();
}
