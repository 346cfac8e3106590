import { rmdirSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { withWorkFolder } from "./work-folder.ts";

/** The exit status of a process that Ctrl+C ended. */
const INTERRUPTED = 130;

/**
 * Runs `work` with an empty folder inside the data folder, and leaves nothing of it behind, not
 * even folders that were made for it. `work` says when it can be ended in good order; if `stopped`
 * settles earlier, the folder is removed and the process ends.
 */
export async function withPreviewFolder(
  dataFolder: string,
  stopped: Promise<unknown>,
  work: (folder: string, canEnd: () => void) => Promise<number>,
): Promise<number> {
  const parent = path.join(dataFolder, "work");
  const made = await mkdir(parent, { recursive: true });
  let isInterruptible = true;
  try {
    return await withWorkFolder(dataFolder, (folder) => {
      void stopped.then(() => {
        if (!isInterruptible) return;
        // The threads that build the release cannot be waited for, and may still write.
        rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
        removeMade(parent, made);
        process.exit(INTERRUPTED);
      });
      return work(folder, () => (isInterruptible = false));
    });
  } finally {
    isInterruptible = false;
    removeMade(parent, made);
  }
}

/** Removes the empty folders from `folder` up to `first`, which are those that were made. */
function removeMade(folder: string, first: string | undefined): void {
  if (first === undefined) return;
  try {
    for (let each = folder; each.length >= first.length; each = path.dirname(each)) rmdirSync(each);
  } catch {
    // Somebody else has put something there.
  }
}
