import type { Manifest } from "./manifest.ts";
import { type Switch, changeReleases, expectNotWithdrawn } from "./locked-store.ts";
import { type ReleaseStore, ReleaseStoreError } from "./release-store.ts";

/**
 * Builds a bundle with `build` and makes it the current release. When `build` throws, nothing has
 * changed. `onWait` is called when another publication is under way.
 */
export async function publishBundle(
  store: ReleaseStore,
  build: (stagingFolder: string) => Promise<Manifest>,
  onWait: () => void,
): Promise<Switch> {
  return await changeReleases(store, onWait, async (locked) => {
    const { id } = await locked.add(build, false);
    return await locked.makeCurrent(id);
  });
}

/**
 * Makes an older (or newer) release current. Throws a ReleaseStoreError where there is no such
 * release, or where it is a draft, withdrawn or damaged.
 */
export async function makeCurrent(store: ReleaseStore, id: string, onWait: () => void): Promise<Switch> {
  return await changeReleases(store, onWait, async (locked) => {
    if (!store.has(id)) throw new ReleaseStoreError(`there is no release ${id}; there are: ${store.idsAsText()}`);
    expectNotWithdrawn(store, id);
    if (store.isDraft(id))
      throw new ReleaseStoreError(`${id} is a draft; \`country-trust release ${id}\` publishes it`);
    return await locked.makeCurrent(id);
  });
}
