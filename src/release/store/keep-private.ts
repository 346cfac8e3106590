import { chmod } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "./durable-files.ts";
import { REGISTER_FILE } from "./release-register.ts";

const OWNER_ALONE = 0o700;
const OWNER_READS_AND_WRITES = 0o600;

/** Errors of a folder that belongs to somebody else, is mounted read-only or keeps no rights. */
const NOT_OURS = new Set(["EPERM", "EROFS", "EACCES", "ENOTSUP", "ENOSYS"]);

/**
 * Makes a data folder, and the releases in it, readable by its owner alone: there may be drafts and
 * secret names among them. Also corrects a folder that an older version made. What is not there,
 * or not ours to change, stays as it is.
 */
export async function keepPrivate(dataFolder: string): Promise<void> {
  await changeMode(dataFolder, OWNER_ALONE);
  await changeMode(path.join(dataFolder, "releases"), OWNER_ALONE);
  await changeMode(path.join(dataFolder, REGISTER_FILE), OWNER_READS_AND_WRITES);
}

async function changeMode(place: string, mode: number): Promise<void> {
  try {
    await chmod(place, mode);
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT" && !NOT_OURS.has(code)) throw error;
  }
}
