import type { AccessStores } from "../../src/access/store/open-stores.ts";
import { openStores } from "../../src/access/store/open-stores.ts";

/** Opens the stores of a data folder, as the publisher's commands do beside a service. */
export function openFileStores(dataFolder: string): Promise<AccessStores> {
  return openStores({ dataFolder, databaseUrl: null, waitMilliseconds: 5000 });
}
