import type { AccessStores } from "../access/store/open-stores.ts";
import type { Settings } from "../settings.ts";

/** Commands wait longer for a store than requests do. */
const WAIT_MILLISECONDS_MIN = 5000;

/**
 * Runs `work` with accounts and usage, where the settings keep them, in the data folder or in the
 * database that nodes share, and closes them afterwards.
 */
export async function withStores<Result>(
  { dataFolder, sharedStores, storeWaitMilliseconds }: Settings,
  work: (stores: AccessStores) => Promise<Result>,
): Promise<Result> {
  const { openStores } = await import("../access/store/open-stores.ts");
  const waitMilliseconds = Math.max(storeWaitMilliseconds, WAIT_MILLISECONDS_MIN);
  const stores = await openStores({ dataFolder, databaseUrl: sharedStores?.databaseUrl ?? null, waitMilliseconds });
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}
