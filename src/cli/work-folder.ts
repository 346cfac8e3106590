import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Runs `work` with an empty folder inside the data folder, for temporary files, and removes the
 * folder afterwards. Also removes the folders that killed processes left behind.
 */
export async function withWorkFolder<Result>(
  dataFolder: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const parent = path.join(dataFolder, "work");
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    if (!isRunning(Number(name.split("-")[0]))) await rm(path.join(parent, name), { recursive: true, force: true });
  }
  const folder = await mkdtemp(path.join(parent, `${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether there is a process with this number. */
export function isRunning(pid: number): boolean {
  try {
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // The process of another user is running, though it may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
