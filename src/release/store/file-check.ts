import { setTimeout as wait } from "node:timers/promises";
import path from "node:path";
import { fileHash, findAltered, MANIFEST_FILE } from "../seal-folder.ts";
import type { DamagedFile } from "./damaged-files.ts";
import { codeOf } from "./durable-files.ts";
import { DamagedRelease, type ReleaseStore, ReleaseStoreError } from "./release-store.ts";
import { BRANDING_FOLDER } from "../branding-files.ts";
import { DATABASE_FILE } from "../bundle-database.ts";
import { SEARCH_FILE } from "../search-index.ts";

/** Pause after each mebibyte: at most 50 MB a second are read, for a twentieth of a processor. */
const PAUSE_MILLISECONDS = 20;
const DAY_MILLISECONDS = 86_400_000;

/** Errors of reading a file that is gone, is a folder, or lies on a bad part of the disk. */
const FAULTS: ReadonlySet<string> = new Set(["ENOENT", "EISDIR", "EIO"]);

export interface FileCheckOptions {
  readonly store: ReleaseStore;
  /** Called for each file that is not as it was published. */
  readonly onDamaged: (file: DamagedFile) => void;
  /** Called for a file that could not be compared. */
  readonly onError: (error: unknown) => void;
  /** Waits after each mebibyte. */
  readonly pause?: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Compares every file of every release with its hash, once; what changes meanwhile is left to the
 * next time. Rejects with the reason of the signal once that is aborted.
 */
export async function checkFiles(options: FileCheckOptions, signal: AbortSignal): Promise<void> {
  const { store, onDamaged, onError, pause = pauseBriefly } = options;
  const onPiece = async (): Promise<void> => {
    await pause(signal);
    signal.throwIfAborted();
  };
  for (const id of store.ids()) {
    const copy = store.copyOf(id);
    const report = (name: string): void => {
      // The release may have been replaced or removed meanwhile.
      if (store.has(id) && store.copyOf(id) === copy) onDamaged({ release: id, name });
    };
    try {
      const { files } = store.sealedManifest(id);
      for (const { path: name, sha256 } of files) {
        if ((await hashOrNull(path.join(store.folderOf(id), name), onPiece)) !== sha256) report(name);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DamagedRelease) report(MANIFEST_FILE);
      // A release of another format, or one that is not trusted, is not answered at all.
      else if (!(error instanceof ReleaseStoreError)) onError(error);
    }
  }
}

function pauseBriefly(signal: AbortSignal): Promise<unknown> {
  return wait(PAUSE_MILLISECONDS, undefined, { signal, ref: false });
}

/** The SHA-256 of a file; null where the disk does not have it. */
async function hashOrNull(file: string, onPiece: () => Promise<void>): Promise<string | null> {
  try {
    return await fileHash(file, onPiece);
  } catch (error) {
    if (FAULTS.has(codeOf(error))) return null;
    throw error;
  }
}

/** Checks the files now, and once a day from then on. Returns a function that ends it. */
export function checkFilesDaily(options: FileCheckOptions): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await checkFiles(options, signal).catch((error: unknown) => {
        if (!signal.aborted) options.onError(error);
      });
      await wait(DAY_MILLISECONDS, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}

/** The files that a service reads while it answers. */
const SERVED_FILES: readonly string[] = [DATABASE_FILE, SEARCH_FILE];

/** The folder of the files of the site, which it reads, too. */
const SERVED_FOLDER = `${BRANDING_FOLDER}/`;

/**
 * Compares the files of a release that are served with the hashes in its manifest, at about a
 * second for a gigabyte. Throws a DamagedRelease that names the file and says what to do.
 */
export async function checkContent(store: ReleaseStore, id: string): Promise<void> {
  const { files } = store.manifest(id);
  const served = files.filter(({ path: file }) => SERVED_FILES.includes(file) || file.startsWith(SERVED_FOLDER));
  const altered = await findAltered(store.folderOf(id), served);
  if (altered !== null) throw store.explainAltered(id, altered);
}
