import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "../manifest.ts";
import { HISTORY_FILE, readRegister, REGISTER_FILE } from "./release-register.ts";
import type { ReleaseStore } from "./release-store.ts";

/**
 * Lays out a data folder in `folder`, which does not exist yet, as it would be if the bundle in
 * `bundle` were published now: the bundle is moved there and current, and the readable releases of
 * `store` are there as links. Nothing changes in `store`.
 */
export async function linkReleases(
  store: ReleaseStore,
  folder: string,
  { bundle, manifest, now }: { readonly bundle: string; readonly manifest: Manifest; readonly now: Date },
): Promise<void> {
  const { id } = manifest;
  const releases = path.join(folder, "releases");
  await mkdir(releases, { recursive: true });
  await rename(bundle, path.join(releases, id));
  const published = store.list(() => {});
  for (const other of published) {
    // Junctions need no rights on Windows; other systems take them for links.
    if (other.id !== id) await symlink(store.folderOf(other.id), path.join(releases, other.id), "junction");
  }
  const history = [...(store.currentId() === null ? [] : store.history())];
  if (history.at(-1)?.release !== id) history.push({ release: id, since: now.toISOString() });
  await writeFile(path.join(folder, HISTORY_FILE), history.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  await writeFile(path.join(folder, "current"), `${id}\n`);
  // Notes and withdrawals of the releases that it is compared with.
  const events = readRegister(store.dataFolder).filter(({ release }) => published.some((each) => each.id === release));
  await writeFile(path.join(folder, REGISTER_FILE), events.map((event) => `${JSON.stringify(event)}\n`).join(""));
}
