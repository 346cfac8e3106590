import { constants } from "node:fs";
import { copyFile, lstat, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { FILES_FOLDER, replaceFiles } from "./documents.ts";

/**
 * Writes a file into the folder, as the change `n` of the history. An earlier file of that name is
 * kept first.
 */
export async function copyIn(folder: string, n: number, name: string, bytes: Uint8Array): Promise<void> {
  const file = path.join(folder, name);
  if (await isFile(file)) {
    await mkdir(path.join(folder, FILES_FOLDER), { recursive: true });
    const kept = keptBefore(folder, n, name);
    await rm(kept, { force: true });
    // A link that stands there already is not followed.
    await copyFile(file, kept, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
  await replaceFiles([[file, bytes]]);
}

/** Takes a file that the change `n` copied in out again, and puts back the one before it. */
export async function takeOut(folder: string, n: number, name: string): Promise<void> {
  const [file, before] = [path.join(folder, name), keptBefore(folder, n, name)];
  if (!(await isFile(file))) return;
  await mkdir(path.join(folder, FILES_FOLDER), { recursive: true });
  await rename(file, path.join(folder, FILES_FOLDER, `${n}-${name}`));
  if (await isFile(before)) await rename(before, file);
}

function keptBefore(folder: string, n: number, name: string): string {
  return path.join(folder, FILES_FOLDER, `${n}-before-${name}`);
}

async function isFile(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => null))?.isFile() === true;
}
