import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";

export interface WorkFolder {
  readonly folder: string;
  readonly remove: () => Promise<void>;
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
  return { folder, remove: async () => await rm(folder, { recursive: true, force: true }) };
}

/** Runs `work` with an empty folder inside the data folder, and removes the folder afterwards. */
export async function withWorkFolder<Result>(
  dataFolder: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const { folder, remove } = await openWorkFolder(dataFolder);
  try {
    return await work(folder);
  } finally {
    await remove();
  }
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
