import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { ComparedFolder } from "./changes-worker.ts";
import { compareReleases, type ReleaseChanges } from "./release-changes.ts";
import type { Snapshot } from "../snapshot.ts";

/** Too many pairs of releases are waiting to be compared. */
export class ComparisonOverloadError extends Error {
  override readonly name = "ComparisonOverloadError";
}

/** Two releases with up to this many companies together are compared without a worker thread. */
const INLINE_COMPANIES_MAX = 5000;
/** A company with many judgements counts as so many. */
const JUDGEMENTS_PER_COMPANY = 20;
/** Maximum number of waiting pairs; each takes two or three seconds for 100,000 companies. */
const WAITING_MAX = 16;
/** Maximum size of the cached changes in bytes, by estimate. */
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
/** Size of everything but the companies, such as the movements of a hundred countries. */
const CHANGES_BYTES = 250_000;

/**
 * Compares releases, each pair once: results are cached within a number of bytes, and those who ask
 * meanwhile wait for the same comparison. Large releases are compared in a worker thread,
 * one pair after the other.
 */
export class KeptChanges {
  readonly #folderOf: (id: string) => string;
  readonly #inlineCompaniesMax: number;
  readonly #kept = new LRUCache<string, ReleaseChanges>({ maxSize: KEPT_BYTES_MAX, sizeCalculation: bytesOf });
  readonly #waiting = new Map<string, Promise<ReleaseChanges>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(folderOf: (id: string) => string, inlineCompaniesMax: number = INLINE_COMPANIES_MAX) {
    this.#folderOf = folderOf;
    this.#inlineCompaniesMax = inlineCompaniesMax;
  }

  /** Rejects with a ComparisonOverloadError if too many pairs are waiting. */
  between(before: Snapshot, after: Snapshot): ReleaseChanges | Promise<ReleaseChanges> {
    const key = `${before.manifest.id} ${after.manifest.id}`;
    const kept = this.#kept.get(key) ?? this.#waiting.get(key);
    if (kept !== undefined) return kept;
    if (sizeOf(before) + sizeOf(after) <= this.#inlineCompaniesMax) {
      const changes = compareReleases(before, after);
      this.#kept.set(key, changes);
      return changes;
    }
    if (this.#waiting.size >= WAITING_MAX) {
      return Promise.reject(new ComparisonOverloadError(`${WAITING_MAX} pairs of releases are already waiting`));
    }
    const comparison = this.#compareAside(key, [before, after]);
    this.#waiting.set(key, comparison);
    return comparison;
  }

  async #compareAside(key: string, releases: readonly Snapshot[]): Promise<ReleaseChanges> {
    const folders = releases.map(({ manifest }): ComparedFolder => ({ manifest, folder: this.#folderOf(manifest.id) }));
    const comparison = this.#last.then(() => compareInThread(folders));
    this.#last = comparison.catch(() => {});
    try {
      const changes = await comparison;
      this.#kept.set(key, changes);
      return changes;
    } finally {
      this.#waiting.delete(key);
    }
  }
}

function sizeOf({ manifest: { counts } }: Snapshot): number {
  return Math.max(counts.companies, counts.judgements / JUDGEMENTS_PER_COMPANY);
}

function compareInThread(workerData: readonly ComparedFolder[]): Promise<ReleaseChanges> {
  const worker = new Worker(new URL("changes-worker.ts", import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.on("message", (changes: ReleaseChanges) => resolve(changes));
    worker.on("error", reject);
    worker.on("exit", () => reject(new Error("the comparing thread ended without a result")));
  });
}

/** Estimates a size, most of which are the companies that changed: each has 22 bytes. */
function bytesOf({ companies }: ReleaseChanges): number {
  return CHANGES_BYTES + 22 * companies.changes.length;
}
