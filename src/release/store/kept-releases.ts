import { LRUCache } from "lru-cache";
import type { Manifest } from "../manifest.ts";
import { type Erratum, nextAppearance, type ReleaseStates } from "./release-states.ts";
import { DamagedRelease, type ReleaseStore, ReleaseStoreError } from "./release-store.ts";
import { isReleaseId } from "./release-register.ts";
import { findDraft, namesDraft } from "./draft-names.ts";
import { KeptChanges } from "../changes/kept-changes.ts";
import { openSnapshot } from "../open-snapshot.ts";
import {
  describeGone,
  type GoneRelease,
  mayBeDamage,
  reasonOf,
  type RefusedRelease,
  type ReleaseTrouble,
} from "./publication-state.ts";
import type { ReleaseChanges } from "../changes/release-changes.ts";
import { type DamagedFile, DamagedFiles } from "./damaged-files.ts";
import {
  type BecameCurrent,
  type ReleaseFigures,
  type Releases,
  type Snapshot,
  UnreadableRelease,
} from "../snapshot.ts";

/** Maximum number of open releases and drafts apart from the current one, for `?release=`. */
const OLDER_SNAPSHOTS_MAX = 8;
/** Maximum number of releases that are open for their figures, without lists: about 1 MB each. */
const FIGURES_MAX = 128;
/** Minimum time between two suspicions of a copy: comparing a gigabyte takes a second. */
const DOUBT_MILLISECONDS = 60_000;

interface KeepOptions {
  readonly store: ReleaseStore;
  readonly pollMilliseconds: number;
  /**
   * Called once for each error: the current release cannot be opened, and the one before goes on
   * answering, or a damaged one is not listed, or was asked for.
   */
  readonly onError: (error: unknown) => void;
  /** Called once for a draft that did not become current when its embargo ended. */
  readonly onMissed?: (release: string) => void;
  /** Returns true if there may be releases elsewhere that the store lacks. */
  readonly isBehind?: () => boolean;
}

/** The result of a look at the store. */
interface Found {
  readonly states: ReleaseStates;
  /** Number of events in the register. */
  readonly revision: number;
  /** The copy of each release that was there, as `copyOf` names it. */
  readonly copies: ReadonlyMap<string, string>;
}

/**
 * The releases of a store, as of the last look at it: requests read no folder. When another one
 * becomes current, a finished snapshot of it replaces the one before in one step. Callers close it.
 */
export class KeptReleases implements Releases {
  readonly #store: ReleaseStore;
  readonly #asked: Required<Pick<KeepOptions, "onError" | "onMissed" | "isBehind">>;
  #timer: NodeJS.Timeout;
  readonly #older = new LRUCache<string, Snapshot>({ max: OLDER_SNAPSHOTS_MAX });
  readonly #figures = new LRUCache<string, Snapshot>({ max: FIGURES_MAX });
  readonly #changes: KeptChanges;
  readonly #listeners = new Set<(snapshot: Snapshot) => void>();
  /** The releases that were reported as unreadable. */
  readonly #unreadable = new Set<string>();
  #missed: ReadonlySet<string> = new Set();
  #current: Snapshot;
  /** The open copy of the current release. */
  #copy: string;
  /** The time of the last suspicion of each copy, and the releases that are due to be compared. */
  readonly #doubtedAt = new Map<string, number>();
  readonly #due = new Set<string>();
  readonly #damaged: DamagedFiles;
  #found: Found;
  /** Cached manifests; null before they are asked for, and where they may be others. */
  #manifests: readonly Manifest[] | null = null;
  #refused: { readonly release: RefusedRelease; readonly message: string } | null = null;

  /** Throws a ReleaseStoreError when nothing is published or the current release is damaged. */
  constructor({ store, pollMilliseconds, onError, onMissed = () => {}, isBehind = () => false }: KeepOptions) {
    this.#store = store;
    this.#asked = { onError, onMissed, isBehind };
    this.#damaged = new DamagedFiles(store);
    this.#changes = new KeptChanges((release) => store.folderOf(release));
    const id = store.currentId();
    if (id === null) throw new ReleaseStoreError(`nothing is published in ${store.dataFolder} yet`);
    this.#found = this.#find();
    this.#copy = this.#found.copies.get(id) ?? id;
    this.#current = this.#view(openSnapshot(store.manifest(id), store.folderOf(id)));
    this.#reportMissed();
    this.#timer = this.#schedule(pollMilliseconds);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Looks for another current release now. Returns the one that answers, the reason why another
   * does not, and the suspect releases, each once.
   */
  look(): { readonly release: string; readonly refused: string | null; readonly doubted: readonly string[] } {
    this.#refresh();
    const doubted = [...this.#due];
    this.#due.clear();
    return { release: this.#current.manifest.id, refused: this.#refused?.message ?? null, doubted };
  }

  /** Suspects the open releases if an error may come from a damaged file, and returns true then. */
  doubt(error: unknown): boolean {
    if (!mayBeDamage(error)) return false;
    for (const { manifest } of [this.#current, ...this.#older.values()]) this.#doubt(manifest.id);
    return true;
  }

  /**
   * Notes that a file is not as it was published. A release that is not current is not answered
   * from then on, nor is the file; the current release goes on. Cached responses are dropped,
   * because they may have come from the file.
   */
  noteDamaged(file: DamagedFile): void {
    const { release, name } = file;
    this.#doubt(release);
    if (!this.#damaged.add(file)) return;
    this.#asked.onError(this.#store.explainAltered(release, name));
    this.#replace(this.#view(this.#current));
  }

  damagedFiles(): readonly DamagedFile[] {
    return this.#damaged.list().filter(({ release }) => this.#store.isPublic(release, this.#found.states));
  }

  current(): Snapshot {
    return this.#current;
  }

  refused(): RefusedRelease | null {
    return this.#refused?.release ?? null;
  }

  byId(name: string): Snapshot | undefined {
    const id = findDraft(this.#found.states, name) ?? name;
    if (id === this.#current.manifest.id) return this.#current;
    this.#expect(id);
    const { states, copies } = this.#found;
    const isDraft = id !== name && states.byId.get(id)?.draft != null;
    if (!isDraft && !(copies.has(id) && this.#store.isPublic(id, states))) return undefined;
    const opened = this.#openOnce(id, this.#older);
    return opened && { ...this.#view(opened), ...(isDraft && { name, isDraft }) };
  }

  figuresOf(id: string): ReleaseFigures | undefined {
    if (id === this.#current.manifest.id) return this.#current;
    this.#expect(id);
    return this.#openOnce(id, this.#figures);
  }

  gone(id: string): GoneRelease | null {
    return describeGone(this.#found.states.byId.get(id), this.#found.copies.has(id));
  }

  mayCome(name: string): boolean {
    return (isReleaseId(name) || namesDraft(name)) && this.#asked.isBehind();
  }

  errataOf(id: string): readonly Erratum[] {
    return this.#found.states.byId.get(id)?.errata ?? [];
  }

  nextAppearance(): Date | null {
    const next = nextAppearance(this.#found.states);
    return next === null ? null : new Date(next);
  }

  troubles(): readonly ReleaseTrouble[] {
    const troubles: ReleaseTrouble[] = this.#refused === null ? [] : ["release"];
    if (this.#missed.size > 0) troubles.push("embargo");
    if (this.#damaged.list().length > 0) troubles.push("files");
    return troubles;
  }

  list(): readonly Manifest[] {
    if (this.#manifests !== null) return this.#manifests;
    this.#manifests = this.#store.list((error, id) => this.#report(id, error));
    for (const { id } of this.#manifests) this.#unreadable.delete(id);
    return this.#manifests;
  }

  history(): readonly BecameCurrent[] {
    return this.#found.states.history;
  }

  compare(before: Snapshot, after: Snapshot): ReleaseChanges | Promise<ReleaseChanges> {
    return this.#changes.between(before, after);
  }

  onSwap(listener: (snapshot: Snapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks again for a release that came since: another node may have named it already. */
  #expect(id: string): void {
    const isNew = !this.#found.copies.has(id) && isReleaseId(id) && this.#store.copyOf(id) !== null;
    if (isNew) this.#lookAgain();
  }

  #openOnce(id: string, kept: LRUCache<string, Snapshot>): Snapshot | undefined {
    const copy = this.#found.copies.get(id);
    if (copy === undefined) return undefined;
    if (this.#damaged.hasAnyOf(id)) throw new UnreadableRelease(`release ${id} is damaged`);
    const known = kept.get(copy);
    if (known) return known;
    try {
      const opened = openSnapshot(this.#store.manifest(id), this.#store.folderOf(id));
      kept.set(copy, opened);
      this.#unreadable.delete(id);
      return opened;
    } catch (cause) {
      // The release was removed since the last look.
      if (!this.#store.has(id)) return undefined;
      this.#report(id, cause);
      throw new UnreadableRelease(`release ${id} cannot be opened`, { cause });
    }
  }

  /** Reports once, not at every request, that a release cannot be read. */
  #report(id: string, error: unknown): void {
    this.#doubtFor(error, id);
    if (!this.#unreadable.has(id)) this.#asked.onError(error);
    this.#unreadable.add(id);
  }

  /** Suspects a release, so that its files are compared with those that were published. */
  #doubt(id: string): void {
    const copy = this.#found.copies.get(id) ?? id;
    const now = this.#store.now().getTime();
    if (now - (this.#doubtedAt.get(copy) ?? Number.NEGATIVE_INFINITY) < DOUBT_MILLISECONDS) return;
    this.#doubtedAt.set(copy, now);
    this.#due.add(id);
  }

  /** Suspects the release that an error names as damaged, or `id` where that could not be read. */
  #doubtFor(error: unknown, id: string | null): void {
    if (error instanceof DamagedRelease) this.#doubt(error.release);
    else if (id !== null && mayBeDamage(error)) this.#doubt(id);
  }

  /** A release with what the register says of it. */
  #view(opened: Snapshot): Snapshot {
    const { id } = opened.manifest;
    const { copies, revision } = this.#found;
    return {
      ...opened,
      errata: this.errataOf(id),
      edition: `${copies.get(id) ?? id}+${revision}`,
      isDamaged: (file) => this.#damaged.has(file),
    };
  }

  /** Looks again at the next poll, or at the end of an embargo before it. */
  #schedule(pollMilliseconds: number): NodeJS.Timeout {
    const left = (this.nextAppearance()?.getTime() ?? 0) - this.#store.now().getTime();
    const look = (): void => {
      this.#refresh();
      this.#timer = this.#schedule(pollMilliseconds);
    };
    return setTimeout(look, left > 0 ? Math.min(left, pollMilliseconds) : pollMilliseconds).unref();
  }

  #find(): Found {
    const copies = this.#store.ids().flatMap((id) => {
      const copy = this.#store.copyOf(id);
      return copy === null ? [] : [[id, copy] as const];
    });
    return { states: this.#store.states(), revision: this.#store.events().length, copies: new Map(copies) };
  }

  /** Opens the release that is current by now. One that cannot be opened is tried at each poll. */
  #refresh(): void {
    let id: string | null = null;
    try {
      id = this.#store.currentId();
      if (id === null) throw new ReleaseStoreError(`nothing is published in ${this.#store.dataFolder} any more`);
      this.#lookAgain();
      this.#open(id);
      this.#refused = null;
    } catch (error) {
      this.#doubtFor(error, id);
      const message = error instanceof Error ? error.message : String(error);
      if (this.#refused?.message !== message || this.#refused.release.id !== id) this.#asked.onError(error);
      this.#refused = { release: { id, reason: reasonOf(id, error) }, message };
    }
  }

  /** Finds out what is there, and what was decided about it. */
  #lookAgain(): void {
    const before = this.#found;
    this.#found = this.#find();
    this.#reportMissed();
    const [then, now] = [before, this.#found].map(({ revision, copies }) => [revision, ...copies.values()].join());
    // A release that could not be read may be readable again.
    if (then !== now || this.#unreadable.size > 0) this.#manifests = null;
    if (this.#found.revision === before.revision) return;
    for (const kept of [this.#older, this.#figures]) kept.clear();
    this.#replace(this.#view(this.#current));
  }

  /** Opens the current release where that is another one, or another copy of the same. */
  #open(id: string): void {
    const { manifest } = this.#current;
    const copy = this.#found.copies.get(id);
    if (id === manifest.id && (copy === undefined || copy === this.#copy)) {
      // The release goes on where its folder is gone, but a file that was cut short is reported.
      if (copy !== undefined) this.#store.expectSizes(id, manifest);
      return;
    }
    const opened = openSnapshot(this.#store.manifest(id), this.#store.folderOf(id));
    this.#older.set(this.#copy, this.#current);
    this.#copy = copy ?? id;
    this.#replace(this.#view(opened));
  }

  #reportMissed(): void {
    const before = this.#missed;
    const drafts = [...this.#found.states.byId];
    this.#missed = new Set(drafts.flatMap(([id, { draft }]) => (draft?.embargo?.isMissed === true ? id : [])));
    for (const id of this.#missed) if (!before.has(id)) this.#asked.onMissed(id);
  }

  #replace(next: Snapshot): void {
    this.#current = next;
    for (const listener of this.#listeners) listener(next);
  }
}
