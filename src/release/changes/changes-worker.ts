import { parentPort, workerData } from "node:worker_threads";
import type { Manifest } from "../manifest.ts";
import { openDatabase } from "../open-database.ts";
import { readContents } from "./read-contents.ts";
import { type ComparedRelease, compareReleases, type ReleaseChanges } from "./release-changes.ts";

/*
 * The program of the thread that compares two releases: it is given their folders, reads what it
 * needs of them, answers with one message and ends.
 */

/** A release to compare: the earlier one first. */
export interface ComparedFolder {
  readonly manifest: Manifest;
  readonly folder: string;
}

function openFolder({ manifest, folder }: ComparedFolder): ComparedRelease {
  return {
    manifest,
    contents() {
      const database = openDatabase(folder);
      try {
        return readContents(database, manifest);
      } finally {
        database.close();
      }
    },
  };
}

if (parentPort !== null) {
  const [before, after]: readonly [ComparedFolder, ComparedFolder] = workerData;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort.postMessage(compareReleases(openFolder(before), openFolder(after)) satisfies ReleaseChanges);
}
