import { BRANDING_FOLDER } from "./branding-files.ts";
import { DATABASE_FILE } from "./bundle-database.ts";
import type { ReleaseStore } from "./store/release-store.ts";
import { SEARCH_FILE } from "./search-index.ts";
import { findAltered } from "./seal-folder.ts";

/** The files that a service reads while it answers. */
const SERVED_FILES: readonly string[] = [DATABASE_FILE, SEARCH_FILE];

/** The folder of the files of the site, which it reads, too. */
const SERVED_FOLDER = `${BRANDING_FOLDER}/`;

/**
 * Compares the files of a release that are served with the hashes in its manifest, at about a
 * second for a gigabyte. Throws a DamagedRelease that names the file and says what to do.
 */
export async function checkContent(store: ReleaseStore, id: string): Promise<void> {
  const { files } = store.manifest(id);
  const served = files.filter(({ path }) => SERVED_FILES.includes(path) || path.startsWith(SERVED_FOLDER));
  const altered = await findAltered(store.folderOf(id), served);
  if (altered !== null) throw store.explainAltered(id, altered);
}
