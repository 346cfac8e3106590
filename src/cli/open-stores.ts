import type { AccessStores } from "../access/access.ts";
import type { Settings } from "../settings.ts";

/** Commands wait longer for a store than requests do. */
const WAIT_MILLISECONDS_MIN = 5000;

/**
 * Opens accounts and usage where the settings keep them: in the data folder, or in the stores that
 * nodes share.
 */
async function openStores(settings: Settings): Promise<AccessStores> {
  const { dataFolder, sharedStores, storeWaitMilliseconds } = settings;
  if (sharedStores === null) {
    const { openEmbeddedStores } = await import("../access/embedded/open-embedded-stores.ts");
    return openEmbeddedStores(dataFolder);
  }
  const { openClusterStores } = await import("../access/cluster/open-cluster-stores.ts");
  const waitMilliseconds = Math.max(storeWaitMilliseconds, WAIT_MILLISECONDS_MIN);
  return openClusterStores({ url: sharedStores.databaseUrl, waitMilliseconds });
}

/** Runs `work` with the stores and closes them afterwards. */
export async function withStores<Result>(
  settings: Settings,
  work: (stores: AccessStores) => Promise<Result>,
): Promise<Result> {
  const stores = await openStores(settings);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}
