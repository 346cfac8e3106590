import { openEmbeddedStores } from "../../src/access/embedded/open-embedded-stores.ts";
import { newKey } from "./new-key.ts";

/** A process that opens the stores of a folder, gives out a key and ends. */
const stores = await openEmbeddedStores(process.argv[2]!);
const { apiKey: _, ...key } = newKey();
await stores.accounts.create(key);
await stores.close();
