import { LRUCache } from "lru-cache";
import type { Manifest } from "../release/manifest.ts";
import { type Erratum, type ReleaseStates, nextAppearance } from "../release/release-states.ts";
import { type ReleaseStore, ReleaseStoreError } from "../release/release-store.ts";
import { findDraft } from "./draft-names.ts";
import { KeptChanges } from "./kept-changes.ts";
import { openFigures } from "./open-figures.ts";
import { openSnapshot } from "./open-snapshot.ts";
import { type RefusedRelease, reasonOf } from "./refused-release.ts";
import type { ReleaseChanges } from "./release-changes.ts";
import type { GoneRelease } from "./shelved-release.ts";
import {
  type BecameCurrent,
  type ReleaseFigures,
  type Releases,
  type Snapshot,
  UnreadableRelease,
} from "./snapshot.ts";

/** How many releases besides the current one are kept open for `?release=`. */
const OLDER_SNAPSHOTS_MAX = 4;
/** How many releases have their figures kept: about 0.4 MB each. */
const FIGURES_MAX = 128;

interface KeepOptions {
  readonly store: ReleaseStore;
  readonly pollMilliseconds: number;
  /**
   * Called when the current release cannot be opened, while the one before goes on answering, and
   * for damaged ones that are not listed or were asked for. The same error is reported once.
   */
  readonly onError: (error: unknown) => void;
  /** Called once for a draft that did not become current when its embargo ended. */
  readonly onMissed?: (release: string) => void;
}

/**
 * The releases of a store. When another one becomes current, a finished snapshot of it replaces the
 * one before in one step. To be closed.
 */
export class KeptReleases implements Releases {
  readonly #store: ReleaseStore;
  readonly #onError: (error: unknown) => void;
  readonly #onMissed: (release: string) => void;
  #timer: NodeJS.Timeout;
  readonly #older = new LRUCache<string, Snapshot>({ max: OLDER_SNAPSHOTS_MAX });
  readonly #drafts = new LRUCache<string, Snapshot>({ max: OLDER_SNAPSHOTS_MAX });
  readonly #changes: KeptChanges;
  readonly #figures = new LRUCache<string, ReleaseFigures>({ max: FIGURES_MAX });
  readonly #listeners = new Set<(snapshot: Snapshot) => void>();
  readonly #unreadable = new Set<string>();
  readonly #missed = new Set<string>();
  #current: Snapshot;
  /** How many events the register had when it was read last. */
  #revision = 0;
  #states: ReleaseStates;
  #refused: { readonly release: RefusedRelease; readonly message: string } | null = null;
  #listed: { readonly ids: string; readonly manifests: readonly Manifest[] } | undefined;
  /** The releases that the last list left out, as error messages. */
  #leftOut: ReadonlySet<string> = new Set();

  /** Throws a ReleaseStoreError when nothing is published or the current release is damaged. */
  constructor({ store, pollMilliseconds, onError, onMissed = () => {} }: KeepOptions) {
    this.#store = store;
    this.#onError = onError;
    this.#onMissed = onMissed;
    this.#changes = new KeptChanges((release) => store.folderOf(release));
    const id = store.currentId();
    if (id === null) throw new ReleaseStoreError(`nothing is published in ${store.dataFolder} yet`);
    this.#revision = store.events().length;
    this.#states = store.states();
    this.#current = this.#open(id);
    this.#reportMissed();
    this.#timer = this.#schedule(pollMilliseconds);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  current(): Snapshot {
    return this.#current;
  }

  refused(): RefusedRelease | null {
    return this.#refused?.release ?? null;
  }

  byId(name: string): Snapshot | undefined {
    if (name === this.#current.manifest.id) return this.#current;
    const draft = findDraft(this.#states, name);
    if (draft !== null && this.#states.byId.get(draft)?.draft != null) {
      const opened = this.#openOnce(draft, this.#drafts, openSnapshot);
      return opened && { ...this.#view(opened), name, isDraft: true };
    }
    const id = draft ?? name;
    if (!this.#store.has(id) || !this.#store.isPublic(id, this.#states)) return undefined;
    if (id === this.#current.manifest.id) return this.#current;
    const opened = this.#openOnce(id, this.#older, openSnapshot);
    return opened && this.#view(opened);
  }

  figuresOf(id: string): ReleaseFigures | undefined {
    return id === this.#current.manifest.id ? this.#current : this.#openOnce(id, this.#figures, openFigures);
  }

  gone(id: string): GoneRelease | null {
    const state = this.#states.byId.get(id);
    if (state?.withdrawn != null) return { kind: "withdrawn", at: state.withdrawn.at, note: state.withdrawn.text };
    if (state?.prunedAt == null || this.#store.has(id)) return null;
    return { kind: "removed", at: state.prunedAt, note: null };
  }

  errataOf(id: string): readonly Erratum[] {
    return this.#states.byId.get(id)?.errata ?? [];
  }

  nextAppearance(): Date | null {
    const next = nextAppearance(this.#states);
    return next === null ? null : new Date(next);
  }

  troubles(): readonly ("release" | "embargo")[] {
    const troubles: ("release" | "embargo")[] = [];
    if (this.#refused !== null) troubles.push("release");
    if (this.#missed.size > 0) troubles.push("embargo");
    return troubles;
  }

  #openOnce<T extends object>(
    id: string,
    kept: LRUCache<string, T>,
    open: (manifest: Manifest, folder: string) => T,
  ): T | undefined {
    const known = kept.get(id);
    if (known) return known;
    if (!this.#store.has(id)) return undefined;
    try {
      const opened = open(this.#store.manifest(id), this.#store.folderOf(id));
      kept.set(id, opened);
      this.#unreadable.delete(id);
      return opened;
    } catch (cause) {
      // Once, not at every request.
      if (!this.#unreadable.has(id)) this.#onError(cause);
      this.#unreadable.add(id);
      throw new UnreadableRelease(`release ${id} cannot be opened`, { cause });
    }
  }

  list(): readonly Manifest[] {
    const ids = `${this.#revision} ${this.#current.manifest.id} ${this.#store.ids().join()}`;
    if (this.#listed?.ids === ids) return this.#listed.manifests;
    const errors: Error[] = [];
    const manifests = this.#store.list((error) => errors.push(error));
    for (const error of errors) if (!this.#leftOut.has(error.message)) this.#onError(error);
    this.#leftOut = new Set(errors.map(({ message }) => message));
    this.#listed = { ids, manifests };
    return manifests;
  }

  history(): readonly BecameCurrent[] {
    return this.#store.history();
  }

  compare(before: Snapshot, after: Snapshot): ReleaseChanges | Promise<ReleaseChanges> {
    return this.#changes.between(before, after);
  }

  onSwap(listener: (snapshot: Snapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #open(id: string): Snapshot {
    return this.#view(openSnapshot(this.#store.manifest(id), this.#store.folderOf(id)));
  }

  /** A release with what the register says of it. */
  #view(opened: Snapshot): Snapshot {
    const { id } = opened.manifest;
    return { ...opened, errata: this.errataOf(id), edition: `${id}+${this.#revision}` };
  }

  /** Looks again at the next poll, or at the end of an embargo before it. */
  #schedule(pollMilliseconds: number): NodeJS.Timeout {
    const next = nextAppearance(this.#states);
    const left = next === null ? 0 : Date.parse(next) - this.#store.now().getTime();
    const look = (): void => {
      this.#refresh();
      this.#timer = this.#schedule(pollMilliseconds);
    };
    return setTimeout(look, left > 0 ? Math.min(left, pollMilliseconds) : pollMilliseconds).unref();
  }

  /** Opens the release that is current by now. One that cannot be opened is tried at each poll. */
  #refresh(): void {
    // What was left out may be readable again.
    if (this.#leftOut.size > 0) this.#listed = undefined;
    let id: string | null = null;
    try {
      id = this.#store.currentId();
      if (id === null) throw new ReleaseStoreError(`nothing is published in ${this.#store.dataFolder} any more`);
      if (this.#readRegister()) this.#replace(this.#view(this.#current));
      if (id !== this.#current.manifest.id) this.#swap(this.#open(id));
      this.#refused = null;
    } catch (error) {
      this.#refuse(id, error);
    }
  }

  /** Reads what was decided about releases; whether that is more than before. */
  #readRegister(): boolean {
    const revision = this.#store.events().length;
    if (revision === 0 && this.#revision === 0) return false;
    const isChanged = revision !== this.#revision;
    this.#states = this.#store.states();
    this.#revision = revision;
    this.#reportMissed();
    if (isChanged) for (const kept of [this.#older, this.#drafts, this.#figures]) kept.clear();
    return isChanged;
  }

  #reportMissed(): void {
    const missed = [...this.#states.byId].filter(([, { draft }]) => draft?.embargo?.isMissed === true);
    const before = new Set(this.#missed);
    this.#missed.clear();
    for (const [id] of missed) {
      this.#missed.add(id);
      if (!before.has(id)) this.#onMissed(id);
    }
  }

  #swap(next: Snapshot): void {
    this.#older.set(this.#current.manifest.id, this.#current);
    this.#figures.delete(next.manifest.id);
    this.#replace(next);
  }

  #replace(next: Snapshot): void {
    this.#current = next;
    for (const listener of this.#listeners) listener(next);
  }

  #refuse(id: string | null, error: unknown): void {
    const message = String(error);
    if (this.#refused?.message !== message || this.#refused.release.id !== id) this.#onError(error);
    this.#refused = { release: { id, reason: reasonOf(id, error) }, message };
  }
}
