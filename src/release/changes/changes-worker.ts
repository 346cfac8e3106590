import { parentPort, workerData } from "node:worker_threads";
import type { Manifest } from "../manifest.ts";
import { readFigures } from "./read-contents.ts";
import { compareReleases, type ReleaseChanges } from "./release-changes.ts";

/*
 * The program of the thread that compares two releases: it is given their folders, reads what it
 * needs of them, answers with one message and ends.
 */

/** A release to compare: the earlier one first. */
export interface ComparedFolder {
  readonly manifest: Manifest;
  readonly folder: string;
}

if (parentPort !== null) {
  const [before, after]: readonly [ComparedFolder, ComparedFolder] = workerData;
  const changes: ReleaseChanges = compareReleases(
    readFigures(before.manifest, before.folder),
    readFigures(after.manifest, after.folder),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort.postMessage(changes);
}
