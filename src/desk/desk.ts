import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { Atlas } from "../atlas/atlas.ts";
import { SINGLE_BYTE_ENCODINGS, type SingleByteEncoding } from "../intake/decode-text.ts";
import { type BenchFiles, type BenchGuess, type BenchTable, Workbench } from "../intake/workbench/open-workbench.ts";
import type { Settings } from "../settings.ts";
import { type Difference, differencesBetween } from "./differences.ts";
import { type Change, changesBetween, readDocuments } from "./documents.ts";
import { draftOf, NOTHING_GIVEN } from "./draft-of-guess.ts";
import type { Draft } from "./drafts.ts";
import type { Publishing } from "./publishing.ts";
import { changedSince, finishInFlight, type HistoryEntry, lastUndoable, readHistory, record } from "./history.ts";

/** What the files are, once they are read. */
export type FilesState =
  | { readonly state: "reading"; readonly said: string }
  | { readonly state: "stopped"; readonly said: string }
  | { readonly state: "read"; readonly files: BenchFiles };

export interface DeskOptions {
  /** Of the dataset; it exists. */
  readonly folder: string;
  readonly settings: Settings;
  readonly atlas: Atlas;
  readonly now: () => Date;
  readonly threads: number;
  /** Closed with the desk. */
  readonly publishing: Publishing;
}

/** How long a page waits for files before it says that they are being read. */
const WAIT_MILLISECONDS = 700;
/** Drafts that pages in a browser may have been made of. */
const DRAFTS_KEPT = 50;

/** One dataset, worked on by one person. */
export class Desk {
  readonly folder: string;
  readonly settings: Settings;
  readonly atlas: Atlas;
  readonly now: () => Date;
  readonly bench: Workbench;
  readonly publishing: Publishing;
  readonly #workFolder: string;
  #progress = "Reading the files";
  #draft: Draft = { mapping: {}, dataset: {}, marks: {} };
  #digest = "";
  #faults: readonly string[] = [];
  #history: readonly HistoryEntry[] = [];
  readonly #shown = new Map<string, Draft>();
  /** What is being read or was, by what it is read for. */
  #reading: { readonly key: string; readonly done: Promise<void> } | null = null;
  /** What was guessed and is not written down yet. */
  #guess: BenchGuess | null = null;
  #isGuessed = false;
  #wantsGuess = false;
  #read: { readonly key: string; readonly files: BenchFiles } | null = null;
  #stopped: { readonly key: string; readonly said: string } | null = null;

  private constructor({ folder, settings, atlas, now, publishing }: DeskOptions, workFolder: string, bench: Workbench) {
    this.folder = folder;
    this.settings = settings;
    this.atlas = atlas;
    this.now = now;
    this.#workFolder = workFolder;
    this.bench = bench;
    this.publishing = publishing;
  }

  /** Opens the desk of a folder. The caller closes it. */
  static async open(options: DeskOptions): Promise<Desk> {
    const parent = path.join(options.settings.dataFolder, "work");
    await mkdir(parent, { recursive: true });
    const workFolder = await mkdtemp(path.join(parent, `${process.pid}-desk-`));
    let desk: Desk | null = null;
    const bench = await Workbench.open({
      folder: options.folder,
      workFolder,
      // The rows beside the page that is made of them: more is spilled to the disk.
      memoryMiB: Math.min(options.settings.intakeMemoryMib, 512),
      threads: options.threads,
      atlas: options.atlas,
      onProgress: (said) => {
        if (desk !== null) desk.#progress = said;
      },
    });
    desk = new Desk(options, workFolder, bench);
    const { draft, faults } = await readDocuments(options.folder);
    if (faults.length === 0) await finishInFlight(options.folder, draft);
    await desk.refresh();
    return desk;
  }

  /** The documents as they are on the disk since the last `refresh`. */
  get draft(): Draft {
    return this.#draft;
  }

  /** What a page is made of: a form that was made of another draft is refused. */
  get digest(): string {
    return this.#digest;
  }

  /** Why the desk leaves the documents alone; none where it works with them. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  /** What was done, oldest first. */
  get history(): readonly HistoryEntry[] {
    return this.#history;
  }

  /** The encoding that dataset.json names. */
  get encoding(): SingleByteEncoding | null {
    return SINGLE_BYTE_ENCODINGS.find((each) => each === this.#draft.dataset.encoding) ?? null;
  }

  /** Reads the documents again: another program may have written them. */
  async refresh(): Promise<void> {
    const { draft, digest, faults } = await readDocuments(this.folder);
    this.#draft = draft;
    this.#digest = digest;
    this.#faults = faults;
    this.#history = await readHistory(this.folder);
    this.#shown.delete(digest);
    this.#shown.set(digest, draft);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > DRAFTS_KEPT && oldest !== undefined) this.#shown.delete(oldest);
  }

  /**
   * What changed since a page was made of the draft with this digest; null where nobody knows that
   * draft.
   */
  changedSince(digest: string): readonly Difference[] | null {
    const was = this.#shown.get(digest);
    return was === undefined ? null : differencesBetween(was, this.#draft);
  }

  /**
   * Changes the documents and writes a line of the history. `said` is what was done, in a sentence
   * without a full stop. What stays as it was is not written.
   */
  async change(step: string, said: string, next: Partial<Draft>, moves: readonly Change[] = []): Promise<void> {
    const changes = [...moves, ...changesBetween(this.#draft, { ...this.#draft, ...next })];
    if (changes.length === 0) return;
    await record(this.folder, this.#draft, { at: this.now().toISOString(), step, said, changes }, this.#history);
    await this.refresh();
  }

  /** Takes the last change back. Returns why it cannot, in a sentence; null where it was. */
  async undo(): Promise<string | null> {
    const last = lastUndoable(this.#history);
    if (last === null) return "There is nothing to take back.";
    const since = changedSince(this.#draft, last);
    if (since.length > 0)
      return `“${last.said}” cannot be taken back: ${since.map(({ member }) => member).join(", ")} changed after it, in another program.`;
    const made = { at: this.now().toISOString(), step: last.step, said: `Taken back: ${last.said}` };
    await record(this.folder, this.#draft, { ...made, changes: last.inverse, undoes: last.n }, this.#history);
    await this.refresh();
    return null;
  }

  /**
   * The files as tables of the mapping. They are read in the background where they changed; who
   * waits is told after a moment how far it is.
   */
  async files(): Promise<FilesState> {
    const key = await this.#key();
    if (this.#read?.key === key) return { state: "read", files: this.#read.files };
    if (this.#stopped?.key === key) return { state: "stopped", said: this.#stopped.said };
    if (this.#reading === null) {
      if (this.#guess !== null) {
        await this.#keepGuess();
        return await this.files();
      }
      this.#start(key);
    }
    const waited = Promise.withResolvers<null>();
    const timer = setTimeout(() => waited.resolve(null), WAIT_MILLISECONDS);
    const settled = this.#reading?.done.then(
      () => true,
      () => true,
    );
    const isOver = await Promise.race([settled, waited.promise]);
    clearTimeout(timer);
    // What was read may be for a draft of before.
    if (isOver === true) return await this.files();
    return { state: "reading", said: this.#progress };
  }

  /** The tables if they are read already; null while they are not. */
  async tablesNow(): Promise<BenchFiles | null> {
    const found = await this.files();
    return found.state === "read" ? found.files : null;
  }

  /** A table of the mapping by its name. */
  async table(name: string | null): Promise<BenchTable | null> {
    return (await this.tablesNow())?.tables.find((each) => each.name === name) ?? null;
  }

  #start(key: string): void {
    const done = this.#begin(key);
    this.#reading = { key, done };
    const settle = (): void => void (this.#reading = null);
    done.then(settle, (error: unknown) => {
      settle();
      this.#stopped = { key, said: String(error) };
    });
  }

  /** Reads the tables of the mapping, or guesses what all files are where it has none. */
  async #begin(key: string): Promise<void> {
    const { mapping } = this.#draft;
    if (this.#wantsGuess || (mapping.tables === undefined && !this.#isGuessed)) {
      this.#wantsGuess = false;
      this.#guess = await this.bench.guess(NOTHING_GIVEN, this.encoding);
      this.#isGuessed = true;
    } else this.#read = { key, files: await this.bench.load(mapping.tables ?? {}, this.encoding) };
  }

  /** Guesses everything anew, whatever the mapping says; one step of the history. */
  guessAgain(): void {
    this.#isGuessed = false;
    this.#read = null;
    this.#wantsGuess = true;
  }

  /** Writes down what was guessed, in the turn of a request. */
  async #keepGuess(): Promise<void> {
    const guess = this.#guess;
    this.#guess = null;
    if (guess === null) return;
    const next = draftOf(guess, this.#draft, this.now());
    const said = "The files were read, and what is in them was guessed";
    await this.change("files", said, next);
  }

  /** Ends the reading under way; `readAgain` begins it anew. */
  stop(): void {
    this.bench.interrupt();
  }

  readAgain(): void {
    this.#stopped = null;
    this.#read = null;
  }

  async #key(): Promise<string> {
    const { tables = {} } = this.#draft.mapping;
    return JSON.stringify([tables, this.encoding, await this.bench.stamps()]);
  }

  async close(): Promise<void> {
    this.bench.interrupt();
    await this.#reading?.done.catch(() => null);
    await this.publishing.close();
    this.bench.close();
    await rm(this.#workFolder, { recursive: true, force: true });
  }
}
