import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Atlas } from "../atlas/atlas.ts";
import { SINGLE_BYTE_ENCODINGS, type SingleByteEncoding } from "../intake/sources/utf8.ts";
import { type BenchFiles, type BenchGuess, type BenchTable, Workbench } from "../intake/workbench/open-workbench.ts";
import { openWorkFolder, type WorkFolder } from "../publishing/work-folder.ts";
import type { Settings } from "../settings.ts";
import { changedTexts, copyIn, type ReadDocuments, readDocuments, takeOut, type Texts } from "./documents.ts";
import { draftOf } from "../intake/guess/draft-of-guess.ts";
import type { Draft } from "../intake/guess/drafts.ts";
import { DeskPublishing } from "./publishing.ts";
import { type HistoryEntry, lastUndoable, readHistory, record, textsBefore } from "./history.ts";

/** The state of reading the files. */
export type FilesState =
  | { readonly state: "reading"; readonly said: string }
  | { readonly state: "stopped"; readonly said: string }
  | { readonly state: "read"; readonly files: BenchFiles };

export interface DeskOptions {
  /** The folder of the dataset, which exists. */
  readonly folder: string;
  readonly settings: Settings;
  readonly atlas: Atlas;
  readonly now: () => Date;
  readonly threads: number;
  /** Logs errors of the preview. */
  readonly logger: Logger;
}

/** Time limit of a page that waits for files, before it says that they are being read. */
const WAIT_MILLISECONDS = 700;

/** One dataset, worked on by one person. */
export class Desk {
  readonly folder: string;
  readonly settings: Settings;
  readonly atlas: Atlas;
  readonly now: () => Date;
  readonly bench: Workbench;
  readonly publishing: DeskPublishing;
  readonly #work: WorkFolder;
  #progress = "Reading the files";
  #documents: ReadDocuments;
  #history: readonly HistoryEntry[] = [];
  /** The reading under way. */
  #reading: Promise<void> | null = null;
  /** What became of the last one, with the key of the files and settings that it read. */
  #settled: { readonly key: string; readonly state: FilesState } | null = null;
  /** The guess that is not written down yet. */
  #guess: BenchGuess | null = null;
  /** Whether everything is guessed: once, where nothing is written, or as somebody asked. */
  #guesses: "once" | "asked" | "never" = "once";

  private constructor(options: DeskOptions, work: WorkFolder, bench: Workbench, documents: ReadDocuments) {
    const { folder, settings, atlas, now } = options;
    this.folder = folder;
    this.settings = settings;
    this.atlas = atlas;
    this.now = now;
    this.#work = work;
    this.#documents = documents;
    this.bench = bench;
    this.publishing = new DeskPublishing(options);
  }

  /** Opens the desk of a folder. The caller closes it. */
  static async open(options: DeskOptions): Promise<Desk> {
    const work = await openWorkFolder(options.settings.dataFolder);
    let desk: Desk | null = null;
    const bench = await Workbench.open({
      folder: options.folder,
      workFolder: work.folder,
      // The memory is shared with pages: rows beyond it are spilled to the disk.
      memoryMiB: Math.min(options.settings.intakeMemoryMib, 512),
      threads: options.threads,
      sqlSeconds: options.settings.intakeSeconds,
      atlas: options.atlas,
      onProgress: (said) => {
        if (desk !== null) desk.#progress = said;
      },
    });
    desk = new Desk(options, work, bench, await readDocuments(options.folder));
    await desk.refresh();
    return desk;
  }

  /** The documents as they are on the disk since the last `refresh`. */
  get documents(): ReadDocuments {
    return this.#documents;
  }

  get draft(): Draft {
    return this.#documents.draft;
  }

  /** The changes so far, oldest first. */
  get history(): readonly HistoryEntry[] {
    return this.#history;
  }

  /** The encoding that dataset.json names. */
  get #encoding(): SingleByteEncoding | null {
    return SINGLE_BYTE_ENCODINGS.find((each) => each === this.draft.dataset.encoding) ?? null;
  }

  /** Reads the documents again: another program may have written them. */
  async refresh(): Promise<void> {
    const documents = await readDocuments(this.folder);
    const { texts, faults } = documents;
    this.#history = faults.length > 0 ? [] : await readHistory(this.folder, texts, faults);
    this.#documents = documents;
  }

  /**
   * Changes the documents and writes a line of the history. `said` describes the change, in a
   * sentence without a full stop. Documents that stay as they were are not written.
   */
  async change(step: string, said: string, next: Partial<Draft>): Promise<void> {
    const texts = changedTexts(this.draft, next);
    if (Object.keys(texts).length > 0) await this.#record({ step, said }, texts);
  }

  /** Copies files into the folder; those of the same names are kept in `.desk/files`. */
  async copyIn(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Promise<void> {
    for (const { name, bytes } of files) await copyIn(this.folder, this.#next, name, bytes);
    const copied = files.map(({ name }) => name);
    await this.#record({ step: "files", said: `Copied in: ${copied.join(", ")}`, copied }, {});
  }

  /** Takes the last change back. Returns the reason if it cannot; null if it did. */
  async undo(): Promise<string | null> {
    const last = lastUndoable(this.#history);
    if (last === null) return "There is nothing to take back.";
    const { step, said, n, copied = [] } = last;
    const before = await textsBefore(this.folder, last, this.#documents.texts);
    if ("refused" in before) return `“${said}” cannot be taken back: ${before.refused}.`;
    for (const name of copied.toReversed()) await takeOut(this.folder, n, name);
    await this.#record({ step, said: `Taken back: ${said}`, undoes: n }, before);
    return null;
  }

  /** The number of the next entry of the history. */
  get #next(): number {
    return (this.#history.at(-1)?.n ?? 0) + 1;
  }

  async #record(made: Pick<HistoryEntry, "step" | "said" | "copied" | "undoes">, next: Partial<Texts>): Promise<void> {
    const entry = { n: this.#next, at: this.now().toISOString(), ...made };
    await record(this.folder, this.#history, entry, this.#documents.texts, next);
    await this.refresh();
  }

  /**
   * The files as tables of the mapping. They are read in the background where they changed; a
   * caller that waits gets the progress after a moment.
   */
  async files(): Promise<FilesState> {
    const key = await this.#key();
    if (this.#settled?.key === key) return this.#settled.state;
    if (this.#reading === null) {
      if (this.#guess !== null) {
        await this.#keepGuess();
        return await this.files();
      }
      this.#start(key);
    }
    const settled = this.#reading?.then(() => true);
    // The files may have been read for an earlier draft.
    if (await Promise.race([settled, wait(WAIT_MILLISECONDS, false)])) return await this.files();
    return { state: "reading", said: this.#progress };
  }

  /** Returns the tables if they are read already; null while they are not. */
  async tablesNow(): Promise<BenchFiles | null> {
    const found = await this.files();
    return found.state === "read" ? found.files : null;
  }

  /** Finds a table of the mapping by its name. */
  async table(name: string | null): Promise<BenchTable | null> {
    return (await this.tablesNow())?.tables.find((each) => each.name === name) ?? null;
  }

  #start(key: string): void {
    this.#reading = this.#begin(key)
      .catch((error: unknown) => void (this.#settled = { key, state: { state: "stopped", said: String(error) } }))
      .finally(() => void (this.#reading = null));
  }

  /** Reads the tables of the mapping, or guesses from all files where it has none. */
  async #begin(key: string): Promise<void> {
    const { mapping } = this.draft;
    if (this.#guesses === "asked" || (mapping.tables === undefined && this.#guesses === "once")) {
      this.#guess = await this.bench.guess(this.#encoding);
      this.#guesses = "never";
      return;
    }
    const files = await this.bench.load(mapping.tables ?? {}, this.#encoding);
    this.#settled = { key, state: { state: "read", files } };
  }

  /** Guesses everything anew, whatever the mapping says; one step of the history. */
  guessAgain(): void {
    this.#settled = null;
    this.#guesses = "asked";
  }

  /** Writes the guess down, in the turn of a request. */
  async #keepGuess(): Promise<void> {
    const guess = this.#guess;
    this.#guess = null;
    if (guess === null) return;
    const next = draftOf(guess, this.draft, this.now());
    const said = "The files were read, and what is in them was guessed";
    await this.change("files", said, next);
  }

  /** Ends the reading under way; `readAgain` begins it anew. */
  stop(): void {
    this.bench.interrupt();
  }

  readAgain(): void {
    this.#settled = null;
  }

  async #key(): Promise<string> {
    const { tables = {} } = this.draft.mapping;
    return JSON.stringify([tables, this.#encoding, await this.bench.stamps()]);
  }

  async close(): Promise<void> {
    this.bench.interrupt();
    await this.#reading;
    await this.publishing.close();
    this.bench.close();
    await this.#work[Symbol.asyncDispose]();
  }
}
