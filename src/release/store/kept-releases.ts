import { LRUCache } from "lru-cache";
import type { Manifest } from "../manifest.ts";
import { type Erratum, nextAppearance, type ReleaseStates } from "./release-states.ts";
import { type ReleaseStore, ReleaseStoreError } from "./release-store.ts";
import { isReleaseId } from "./release-register.ts";
import { copyOf, Doubts, mayBeDamage } from "./doubts.ts";
import { findDraft, namesDraft } from "./draft-names.ts";
import { KeptChanges } from "../changes/kept-changes.ts";
import { openFigures } from "../open-figures.ts";
import { openSnapshot } from "../open-snapshot.ts";
import { reasonOf, type RefusedRelease } from "./refused-release.ts";
import type { ReleaseChanges } from "../changes/release-changes.ts";
import { describeGone, type GoneRelease } from "./publication-state.ts";
import {
  type BecameCurrent,
  type ReleaseFigures,
  type Releases,
  type Snapshot,
  UnreadableRelease,
} from "../snapshot.ts";

/** How many releases apart from the current one are kept open for `?release=`. */
const OLDER_SNAPSHOTS_MAX = 4;
/** How many releases have their figures kept: about 0.4 MB each. */
const FIGURES_MAX = 128;

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
  /** Whether there may be releases elsewhere that the store lacks. */
  readonly isBehind?: () => boolean;
}

/**
 * The releases of a store. When another one becomes current, a finished snapshot of it replaces the
 * one before in one step. To be closed.
 */
export class KeptReleases implements Releases {
  readonly #store: ReleaseStore;
  readonly #asked: Required<Pick<KeepOptions, "onError" | "onMissed" | "isBehind">>;
  #timer: NodeJS.Timeout;
  readonly #older = new LRUCache<string, Snapshot>({ max: OLDER_SNAPSHOTS_MAX });
  readonly #drafts = new LRUCache<string, Snapshot>({ max: OLDER_SNAPSHOTS_MAX });
  readonly #changes: KeptChanges;
  readonly #figures = new LRUCache<string, ReleaseFigures>({ max: FIGURES_MAX });
  readonly #listeners = new Set<(snapshot: Snapshot) => void>();
  readonly #unreadable = new Set<string>();
  #missed: ReadonlySet<string> = new Set();
  #current: Snapshot;
  /** Which copy of it is open. */
  #copy: string;
  readonly #doubts: Doubts;
  /** How many events the register had when it was read last. */
  #revision = 0;
  #states: ReleaseStates;
  #nextAppearance: string | null;
  #refused: { readonly release: RefusedRelease; readonly message: string } | null = null;
  readonly #listed: ListedReleases;

  /** Throws a ReleaseStoreError when nothing is published or the current release is damaged. */
  constructor({ store, pollMilliseconds, onError, onMissed = () => {}, isBehind = () => false }: KeepOptions) {
    this.#store = store;
    this.#asked = { onError, onMissed, isBehind };
    this.#doubts = new Doubts(store);
    this.#listed = new ListedReleases(store, (error) => {
      this.#doubts.noteError(error, null);
      onError(error);
    });
    this.#changes = new KeptChanges((release) => store.folderOf(release));
    const id = store.currentId();
    if (id === null) throw new ReleaseStoreError(`nothing is published in ${store.dataFolder} yet`);
    this.#revision = store.events().length;
    this.#states = store.states();
    this.#nextAppearance = nextAppearance(this.#states);
    this.#copy = copyOf(store, id) ?? id;
    this.#current = this.#open(id);
    this.#doubts.watch(this.#current.manifest);
    this.#reportMissed();
    this.#timer = this.#schedule(pollMilliseconds);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Looks for another current release now. Says which one answers, why not another, and the files
   * of which may be damaged, each once.
   */
  look(): { readonly release: string; readonly refused: string | null; readonly doubted: readonly string[] } {
    this.#refresh();
    const refused = this.#refused?.message ?? null;
    return { release: this.#current.manifest.id, refused, doubted: this.#doubts.take() };
  }

  /** Hears of an error of an answer; whether it may come from a damaged file of a release. */
  doubt(error: unknown): boolean {
    if (!mayBeDamage(error)) return false;
    const open = [this.#current, ...this.#older.values(), ...this.#drafts.values()];
    for (const { manifest } of open) this.#doubts.note(manifest.id);
    return true;
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
      const opened = this.#openWhole(draft, this.#drafts);
      return opened && { ...this.#view(opened), name, isDraft: true };
    }
    const id = draft ?? name;
    if (!this.#store.has(id) || !this.#store.isPublic(id, this.#states)) return undefined;
    if (id === this.#current.manifest.id) return this.#current;
    const opened = this.#openWhole(id, this.#older);
    return opened && this.#view(opened);
  }

  figuresOf(id: string): ReleaseFigures | undefined {
    return id === this.#current.manifest.id ? this.#current : this.#openOnce(id, this.#figures, openFigures);
  }

  gone(id: string): GoneRelease | null {
    return describeGone(this.#states.byId.get(id), this.#store.has(id));
  }

  mayCome(name: string): boolean {
    return (isReleaseId(name) || namesDraft(name)) && this.#asked.isBehind();
  }

  errataOf(id: string): readonly Erratum[] {
    return this.#states.byId.get(id)?.errata ?? [];
  }

  nextAppearance(): Date | null {
    return this.#nextAppearance === null ? null : new Date(this.#nextAppearance);
  }

  troubles(): readonly ("release" | "embargo")[] {
    const troubles: ("release" | "embargo")[] = this.#refused === null ? [] : ["release"];
    return this.#missed.size === 0 ? troubles : [...troubles, "embargo"];
  }

  /** Opens a release that others than the start chose; its content is checked while it answers. */
  #openWhole(id: string, kept: LRUCache<string, Snapshot>): Snapshot | undefined {
    const opened = this.#openOnce(id, kept, openSnapshot);
    if (opened !== undefined) this.#doubts.checkOnce(id).catch(this.#asked.onError);
    return opened;
  }

  #openOnce<T extends object>(
    id: string,
    kept: LRUCache<string, T>,
    open: (manifest: Manifest, folder: string) => T,
  ): T | undefined {
    if (!this.#store.has(id)) return undefined;
    const copy = copyOf(this.#store, id) ?? id;
    const known = kept.get(copy);
    if (known) return known;
    try {
      const opened = open(this.#store.manifest(id), this.#store.folderOf(id));
      kept.set(copy, opened);
      this.#unreadable.delete(id);
      return opened;
    } catch (cause) {
      this.#doubts.noteError(cause, id);
      // Once, not at every request.
      if (!this.#unreadable.has(id)) this.#asked.onError(cause);
      this.#unreadable.add(id);
      throw new UnreadableRelease(`release ${id} cannot be opened`, { cause });
    }
  }

  list(): readonly Manifest[] {
    return this.#listed.list(`${this.#revision} ${this.#copy} ${this.#store.ids().join()}`);
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
    return { ...opened, errata: this.errataOf(id), edition: `${copyOf(this.#store, id) ?? id}+${this.#revision}` };
  }

  /** Looks again at the next poll, or at the end of an embargo before it. */
  #schedule(pollMilliseconds: number): NodeJS.Timeout {
    const next = this.#nextAppearance;
    const left = next === null ? 0 : Date.parse(next) - this.#store.now().getTime();
    const look = (): void => {
      this.#refresh();
      this.#timer = this.#schedule(pollMilliseconds);
    };
    return setTimeout(look, left > 0 ? Math.min(left, pollMilliseconds) : pollMilliseconds).unref();
  }

  /** Opens the release that is current by now. One that cannot be opened is tried at each poll. */
  #refresh(): void {
    this.#listed.lookAgain();
    let id: string | null = null;
    try {
      id = this.#store.currentId();
      if (id === null) throw new ReleaseStoreError(`nothing is published in ${this.#store.dataFolder} any more`);
      if (this.#readRegister()) this.#replace(this.#view(this.#current));
      const copy = copyOf(this.#store, id) ?? this.#copy;
      if (id !== this.#current.manifest.id || copy !== this.#copy) this.#swap(this.#open(id), copy);
      else this.#doubts.expectUntouched(this.#current.manifest);
      this.#refused = null;
    } catch (error) {
      this.#doubts.noteError(error, id);
      this.#refuse(id, error);
    }
  }

  /** Reads what was decided about releases; whether that is more than before. */
  #readRegister(): boolean {
    const revision = this.#store.events().length;
    if (revision === 0 && this.#revision === 0) return false;
    const isChanged = revision !== this.#revision;
    this.#states = this.#store.states();
    this.#nextAppearance = nextAppearance(this.#states);
    this.#revision = revision;
    this.#reportMissed();
    if (isChanged) for (const kept of [this.#older, this.#drafts, this.#figures]) kept.clear();
    return isChanged;
  }

  #reportMissed(): void {
    const before = this.#missed;
    const drafts = [...this.#states.byId];
    this.#missed = new Set(drafts.flatMap(([id, { draft }]) => (draft?.embargo?.isMissed === true ? id : [])));
    for (const id of this.#missed) if (!before.has(id)) this.#asked.onMissed(id);
  }

  #swap(next: Snapshot, copy: string): void {
    this.#older.set(this.#copy, this.#current);
    this.#figures.delete(copy);
    this.#copy = copy;
    this.#doubts.watch(next.manifest);
    this.#replace(next);
  }

  #replace(next: Snapshot): void {
    this.#current = next;
    for (const listener of this.#listeners) listener(next);
  }

  #refuse(id: string | null, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (this.#refused?.message !== message || this.#refused.release.id !== id) this.#asked.onError(error);
    this.#refused = { release: { id, reason: reasonOf(id, error) }, message };
  }
}

/** The manifests of a store's public releases, read again when the releases are other ones. */
class ListedReleases {
  readonly #store: Pick<ReleaseStore, "list">;
  readonly #onDamaged: (error: Error) => void;
  #known: { readonly as: string; readonly manifests: readonly Manifest[] } | null = null;
  /** The releases that the last list left out, as error messages. */
  #leftOut: ReadonlySet<string> = new Set();

  /** `onDamaged` is called once for each release that is left out. */
  constructor(store: Pick<ReleaseStore, "list">, onDamaged: (error: Error) => void) {
    this.#store = store;
    this.#onDamaged = onDamaged;
  }

  /** `as` is another text whenever the releases may be other ones. */
  list(as: string): readonly Manifest[] {
    if (this.#known?.as === as) return this.#known.manifests;
    const errors: Error[] = [];
    const manifests = this.#store.list((error) => errors.push(error));
    for (const error of errors) if (!this.#leftOut.has(error.message)) this.#onDamaged(error);
    this.#leftOut = new Set(errors.map(({ message }) => message));
    this.#known = { as, manifests };
    return manifests;
  }

  /** What was left out may be readable again. */
  lookAgain(): void {
    if (this.#leftOut.size > 0) this.#known = null;
  }
}
