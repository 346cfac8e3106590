import type { GateLimits } from "../../trust/gate-limits.ts";
import { writeDurably } from "./durable-files.ts";
import { type Switch, changeReleases } from "./locked-store.ts";
import type { Manifest } from "../manifest.ts";
import type { Draft } from "./release-states.ts";
import { type ReleaseStore, ReleaseStoreError } from "./release-store.ts";

/** The secret name of a draft, and the time at which it becomes current by itself. */
interface DraftTerms {
  /** SHA-256 of its secret name, hexadecimal. */
  readonly secret: string;
  readonly until: Date | null;
}

/**
 * Builds a bundle with `build` and stores it as a draft, which is not current. Where it is one
 * already, it gets the new secret name and embargo. Throws a ReleaseStoreError where the
 * release is published already.
 */
export async function draftBundle(
  store: ReleaseStore,
  build: (stagingFolder: string) => Promise<{ readonly manifest: Manifest; readonly gate: GateLimits }>,
  { secret, until }: DraftTerms,
  onWait: () => void,
): Promise<Manifest> {
  return await changeReleases(store, onWait, async (locked) => {
    const built: { gate: GateLimits | null } = { gate: null };
    const manifest = await locked.add(async (staging) => {
      const { manifest: found, gate } = await build(staging);
      built.gate = gate;
      if (store.has(found.id) && store.isPublic(found.id))
        throw new ReleaseStoreError(`${found.id} is published already; there is nothing to draft`);
      return found;
    }, true);
    const { id } = manifest;
    if (built.gate === null) throw new Error(`release ${id} was built without limits`);
    const at = store.now().toISOString();
    await writeDurably(store.markOf(id), "");
    await locked.append(
      { event: "drafted", release: id, at, secret, gate: built.gate },
      { event: "embargoed", release: id, at, until: until?.toISOString() ?? null, replaces: store.currentId() },
    );
    return manifest;
  });
}

/**
 * Makes a draft current. `accept` is called under the publication lock, with the draft and the
 * release it replaces still there, and throws where that must not be. Throws a ReleaseStoreError
 * where the release is no draft.
 */
export async function releaseDraft(
  store: ReleaseStore,
  id: string,
  accept: (draft: Draft) => void,
  onWait: () => void,
): Promise<Switch> {
  return await changeReleases(store, onWait, async (locked) => {
    accept(draftOf(store, id));
    return await locked.makeCurrent(id);
  });
}

/** Sets the time at which a draft becomes current by itself; null ends it. See `releaseDraft`. */
export async function embargoDraft(
  store: ReleaseStore,
  id: string,
  until: Date | null,
  accept: (draft: Draft) => void,
  onWait: () => void,
): Promise<void> {
  await changeReleases(store, onWait, async (locked) => {
    accept(draftOf(store, id));
    const at = store.now().toISOString();
    const replaces = until === null ? null : store.currentId();
    await locked.append({ event: "embargoed", release: id, at, until: until?.toISOString() ?? null, replaces });
  });
}

/** Gives a draft another secret name, or none: the one before leads nowhere from then on. */
export async function readdressDraft(
  store: ReleaseStore,
  id: string,
  secret: string | null,
  onWait: () => void,
): Promise<void> {
  await changeReleases(store, onWait, async (locked) => {
    draftOf(store, id);
    await locked.append({ event: "readdressed", release: id, at: store.now().toISOString(), secret });
  });
}

/** Deletes a draft. Nobody but those who knew its secret name has seen it. */
export async function discardDraft(store: ReleaseStore, id: string, onWait: () => void): Promise<void> {
  await changeReleases(store, onWait, async (locked) => {
    // A publication that was killed may have left a draft of which the register knows nothing.
    if (!store.has(id) || !store.isDraft(id)) draftOf(store, id);
    await locked.append({ event: "discarded", release: id, at: store.now().toISOString() });
    await locked.remove(id);
  });
}

/** The draft of this id. Throws a ReleaseStoreError where there is none. */
export function draftOf(store: ReleaseStore, id: string): Draft {
  const draft = store.stateOf(id)?.draft ?? null;
  if (draft !== null) return draft;
  const what = store.has(id) && !store.isDraft(id) ? "is published already" : "is no draft";
  throw new ReleaseStoreError(`${id} ${what}; \`country-trust drafts\` lists the drafts`);
}
