import { copyFile, mkdir, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { HISTORY_FILE, REGISTER_FILE } from "../release/store/release-register.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { linkOrCopy } from "./bring-release.ts";
import { listFiles } from "./describe-folder.ts";
import { findDamaged, followOnce, type FollowOptions, publishingFolderOf, readHeld } from "./follow-origin.ts";
import { OriginError } from "./origin.ts";
import type { Pointer } from "./pointer.ts";

type PrepareOptions = Pick<FollowOptions, "origin" | "dataFolder" | "trustedKeys" | "now" | "onWait" | "signal">;

/**
 * Brings a data folder up to date with the pointer of its origin, and makes `publishing/` in it an
 * ordinary data folder with the same releases, so that a change can fail without a trace. Where
 * nothing was published yet, the first push publishes the releases of the data folder. Returns the
 * highest known sequence: that of a lost pointer is not used again.
 */
export async function preparePublishing(pointer: Pointer | null, options: PrepareOptions): Promise<number> {
  const { dataFolder, now } = options;
  const held = readHeld(dataFolder)?.sequence ?? 0;
  if (pointer !== null) await bringUpToDate(pointer, held, options);
  await copyFolder(new ReleaseStore(dataFolder, now), publishingFolderOf(dataFolder));
  return pointer?.sequence ?? held;
}

async function bringUpToDate(pointer: Pointer, held: number, options: PrepareOptions): Promise<void> {
  const { origin, dataFolder, now } = options;
  if (pointer.sequence < held)
    throw new OriginError(
      "damaged",
      `${origin.name} went back from sequence ${held} to ${pointer.sequence}; to publish what DATA_DIR has, move its current.json away and run \`country-trust renew\``,
    );
  const doubted = findDamaged(new ReleaseStore(dataFolder, now));
  const followed = await followOnce({ ...options, acceptsExpired: true, doubted });
  const [lacking] = followed?.lacking ?? [];
  const cure = "publish from a machine whose DATA_DIR has it, or bring a copy of that DATA_DIR here";
  if (lacking !== undefined)
    throw new OriginError("missing", `${origin.name} has lost a part of ${lacking.id} (${lacking.why}): ${cure}`);
  if (followed?.pointer.sequence !== pointer.sequence)
    throw new OriginError("unreachable", `${origin.name} is being changed by another publisher; try again`);
}

/** Replaces a folder by one with the same releases and records, whose files are linked. */
async function copyFolder(store: ReleaseStore, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "releases"), { recursive: true });
  for (const name of ["current", HISTORY_FILE, REGISTER_FILE]) {
    const file = path.join(store.recordsFolder(), name);
    if (existsSync(file)) await copyFile(file, path.join(folder, name));
  }
  for (const id of store.ids()) {
    for (const name of await listFiles(store.folderOf(id))) {
      const place = path.join(folder, "releases", id, name);
      await mkdir(path.dirname(place), { recursive: true });
      await linkOrCopy(path.join(store.folderOf(id), name), place);
    }
  }
}
