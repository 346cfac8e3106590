import { postponeCurrent } from "../release/store/release-history.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { describeFolder, type FolderContent } from "./describe-folder.ts";
import { writeOriginState } from "./origin-state.ts";
import { hashPointer, type Pointer, PointerError } from "./pointer.ts";
import { preparePublishing } from "./publishing-folder.ts";
import { type Pushed, type PushOptions, pushReleases } from "./push-releases.ts";

export interface ChangeOptions extends PushOptions {
  readonly dataFolder: string;
  /** TRUSTED_KEYS. */
  readonly trustedKeys: readonly string[];
  /** Called when another publisher is at work; this one waits then. */
  readonly onWait: () => void;
}

/**
 * Changes what is published in an origin: `change` changes the releases of an ordinary data folder
 * that is equal to the origin, and what it did there is pushed; `pushed` is null where that was
 * nothing. When `change` throws, the origin is as before. Throws a PointerError where nodes would
 * refuse what is pushed.
 */
export async function changeThroughOrigin<Result>(
  options: ChangeOptions,
  change: (folder: string) => Promise<Result>,
): Promise<{ readonly result: Result; readonly pushed: Pushed | null }> {
  const { origin, now, onWait, trustedKeys } = options;
  return await origin.alone(onWait, async () => {
    const { folder, published, before, state } = await preparePublishing(options);
    expectKeyInForce(published.pointer, options);
    const result = await change(folder);
    const store = new ReleaseStore(folder, now);
    const content = await describeFolder(store);
    const postpone = async (): Promise<FolderContent> => {
      await postponeCurrent(store.recordsFolder(), store.recordedId(), now());
      return await describeFolder(store);
    };
    const pushed = await pushReleases({ content, postpone }, before, published, options);
    if (pushed === null) {
      if (state !== null) await writeOriginState(folder, state);
      return { result, pushed };
    }
    const listings = Object.fromEntries(content.releases.map(({ id, listing }) => [id, listing.sha256]));
    const { sequence, keys } = pushed.pointer;
    await writeOriginState(folder, { sequence, pointer: hashPointer(pushed.text), keys, trustedKeys, listings });
    return { result, pushed };
  });
}

/** Only a pointer written for its own sake may be signed by a key that the last one lacks. */
function expectKeyInForce(before: Pointer | null, { origin, key, renews }: ChangeOptions): void {
  const own = key?.publicKey.text ?? null;
  if (before === null || before.keys.length === 0 || renews) return;
  if (own !== null && before.keys.includes(own)) return;
  const found = own === null ? "SIGNING_KEY_FILE is not set" : `SIGNING_KEY_FILE holds that of ${own}`;
  throw new PointerError(
    `nodes with TRUSTED_KEYS would refuse what is published now: ${origin.name} is signed with the key of ${before.keys.join(" or ")}, and ${found}. ` +
      "Sign with the key before, or have it vouch for the new one first: `origin push --add-key <file>`. Where it is lost, " +
      "set TRUSTED_KEYS of all nodes to the new key, and run `origin push` with it",
  );
}
