import type { AccessStores } from "../access/access.ts";
import type { Settings } from "../settings.ts";

/** How long a command waits for a store at least: a person is more patient than a request. */
const WAIT_MILLISECONDS = 5000;

/** Opens what is known of callers where the settings say it is kept: in the data folder, or where several nodes share it. */
async function openStores(settings: Settings): Promise<AccessStores> {
  const { dataFolder, sharedStores, storeWaitMilliseconds } = settings;
  if (sharedStores === null) {
    const { openEmbeddedStores } = await import("../access/embedded/open-embedded-stores.ts");
    return openEmbeddedStores(dataFolder);
  }
  const { openClusterStores } = await import("../access/cluster/open-cluster-stores.ts");
  const waitMilliseconds = Math.max(storeWaitMilliseconds, WAIT_MILLISECONDS);
  return openClusterStores({ url: sharedStores.databaseUrl, waitMilliseconds });
}

/** Runs work over the stores and lets go of them, however it ends. */
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
