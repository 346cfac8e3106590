import { changeReleases } from "./locked-store.ts";
import type { ReleaseState } from "./release-states.ts";
import { type ReleaseStore, ReleaseStoreError } from "./release-store.ts";

/**
 * Takes a release out of lists and answers, with a note that is answered instead. Its files stay.
 * Throws a ReleaseStoreError where it is current, a draft, or withdrawn already.
 */
export async function withdrawRelease(
  store: ReleaseStore,
  id: string,
  note: string,
  onWait: () => void,
): Promise<void> {
  await changeReleases(store, onWait, async (locked) => {
    const state = expectPublished(store, id);
    if (state?.withdrawn != null) throw new ReleaseStoreError(`${id} is withdrawn already`);
    if (store.currentId() === id) throw new ReleaseStoreError(explainCurrent(store, id));
    await locked.append({ event: "withdrawn", release: id, at: store.now().toISOString(), note });
  });
}

/** Undoes `withdrawRelease`, also where the files are lost. The release does not become current. */
export async function restoreRelease(store: ReleaseStore, id: string, onWait: () => void): Promise<void> {
  await changeReleases(store, onWait, async (locked) => {
    if (store.stateOf(id)?.withdrawn == null) {
      expectPublished(store, id);
      throw new ReleaseStoreError(`${id} is not withdrawn`);
    }
    await locked.append({ event: "restored", release: id, at: store.now().toISOString() });
  });
}

/** Adds a note that is shown wherever the release is. Throws where that cannot be read. */
export async function noteRelease(store: ReleaseStore, id: string, note: string, onWait: () => void): Promise<void> {
  await changeReleases(store, onWait, async (locked) => {
    const notes = expectKnown(store, id)?.errata ?? [];
    // Nobody would read a note on a release that cannot be opened.
    store.manifest(id);
    if (notes.length >= NOTES_MAX) throw new ReleaseStoreError(`${id} has ${NOTES_MAX} notes, which is the most`);
    await locked.append({ event: "noted", release: id, at: laterThan(notes.at(-1)?.at, store.now()), note });
  });
}

/** Takes back a note, counted from 1. */
export async function unnoteRelease(
  store: ReleaseStore,
  id: string,
  number: number,
  onWait: () => void,
): Promise<void> {
  await changeReleases(store, onWait, async (locked) => {
    const notes = expectKnown(store, id)?.errata ?? [];
    const note = notes[number - 1];
    if (note === undefined) throw new ReleaseStoreError(`${id} has no note ${number}; it has ${notes.length}`);
    await locked.append({ event: "unnoted", release: id, at: store.now().toISOString(), noted: note.at });
  });
}

/** Notes stand above every page of a release and in every answer. */
const NOTES_MAX = 20;

/** Notes are told apart by their times. */
function laterThan(last: string | undefined, now: Date): string {
  const time = now.toISOString();
  return last === undefined || last < time ? time : new Date(Date.parse(last) + 1).toISOString();
}

function explainCurrent(store: ReleaseStore, id: string): string {
  const isOther = (other: string): boolean => other !== id && store.has(other) && store.isPublic(other);
  const before = store.history().findLast(({ release }) => isOther(release))?.release;
  const first = before === undefined ? "publish another one" : `go back with \`country-trust rollback ${before}\``;
  return `${id} is the current release: first ${first}, then withdraw it`;
}

function expectKnown(store: ReleaseStore, id: string): ReleaseState | undefined {
  if (!store.has(id)) throw new ReleaseStoreError(`there is no release ${id}; see \`country-trust releases\``);
  return store.stateOf(id);
}

function expectPublished(store: ReleaseStore, id: string): ReleaseState | undefined {
  const state = expectKnown(store, id);
  if (store.isDraft(id))
    throw new ReleaseStoreError(`${id} is a draft; \`country-trust drafts discard ${id}\` deletes it`);
  return state;
}
