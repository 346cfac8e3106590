import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";

/** A folder that is removed with all its files at the end of the block that opened it. */
export interface WorkFolder extends AsyncDisposable {
  readonly folder: string;
}

/**
 * Makes an empty folder inside the data folder, for temporary files, and removes those that killed
 * processes left behind.
 */
export async function openWorkFolder(dataFolder: string): Promise<WorkFolder> {
  const parent = path.join(dataFolder, "work");
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    if (!isRunning(Number(name.split("-")[0]))) await rm(path.join(parent, name), { recursive: true, force: true });
  }
  const folder = await mkdtemp(path.join(parent, `${process.pid}-`));
  return { folder, [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true, force: true }) };
}

/** Returns true if there is a process with this number. */
export function isRunning(pid: number): boolean {
  try {
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // The process of another user is running, though it may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
