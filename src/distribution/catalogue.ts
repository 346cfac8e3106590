import { MANIFEST_FILE } from "../release/seal-folder.ts";
import { parseJson } from "../release/store/release-history.ts";
import { isReleaseId } from "../release/store/release-register.ts";
import { type BlobName, isBlobName, isObject, isSha256, isTime } from "./blob-name.ts";

/** All releases of an origin, and what was decided about them: a blob of JSON. */
export interface Catalogue {
  /** In the order of their ids; drafts are among them, as they are in a data folder. */
  readonly releases: readonly CataloguedRelease[];
  /** The content of the files of the same names in a data folder. */
  readonly history: BlobName;
  readonly register: BlobName;
  /** Blobs that an earlier catalogue named, and since when none does: they go after a while. */
  readonly unused: readonly UnusedBlob[];
}

export interface CataloguedRelease {
  readonly id: string;
  readonly listing: BlobName;
}

export interface UnusedBlob {
  readonly sha256: string;
  /** RFC 3339, UTC. */
  readonly since: string;
}

/** The files of one release, in the order of their paths: a blob of JSON. */
export type Listing = readonly ListedFile[];

export interface ListedFile extends BlobName {
  /** Inside the folder of the release, with `/`. */
  readonly path: string;
}

const CATALOGUE_FORMAT = 1;

/** A blob that is not what it was listed as. */
export class CatalogueError extends Error {
  override name = "CatalogueError";
}

export function writeCatalogue({ releases, history, register, unused }: Catalogue): string {
  return JSON.stringify({ format: CATALOGUE_FORMAT, releases, history, register, unused });
}

/** Throws a CatalogueError for a text that is no catalogue. */
export function readCatalogue(text: string): Catalogue {
  const found = parseJson(text);
  if (isObject(found) && found["format"] === CATALOGUE_FORMAT) {
    const { releases, history, register, unused } = found;
    const isWhole = isListOf(releases, isCatalogued) && isBlobName(history) && isBlobName(register);
    if (isWhole && isListOf(unused, isUnused) && isOrdered(releases.map(({ id }) => id)))
      return { releases, history, register, unused };
  }
  throw new CatalogueError("the catalogue cannot be read; a newer version of this program may have written it");
}

export function writeListing(files: Listing): string {
  return JSON.stringify(files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })));
}

/**
 * Throws a CatalogueError where a text is no listing, or has a path that no bundle has: its files
 * are written to a disk.
 */
export function readListing(release: string, text: string): Listing {
  const found = parseJson(text);
  if (!isListOf(found, isListed)) throw new CatalogueError(`the listing of ${release} cannot be read`);
  const paths = found.map((file) => file.path);
  const strange = paths.find((path) => !isBundlePath(path));
  if (strange !== undefined)
    throw new CatalogueError(`the listing of ${release} has a path that no release has: ${JSON.stringify(strange)}`);
  if (!isOrdered(paths) || !paths.includes(MANIFEST_FILE))
    throw new CatalogueError(`the listing of ${release} names a file twice, or no ${MANIFEST_FILE}`);
  return found;
}

/** Plain names of at most three parts: they lead nowhere outside the folder of a release. */
function isBundlePath(path: string): boolean {
  return path.length <= 200 && /^(?:[a-z0-9_-][\w.-]*\/){0,2}[a-z0-9_-][\w.-]*$/iu.test(path);
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isCatalogued(value: unknown): value is CataloguedRelease {
  return isObject(value) && typeof value["id"] === "string" && isReleaseId(value["id"]) && isBlobName(value["listing"]);
}

function isUnused(value: unknown): value is UnusedBlob {
  return isObject(value) && isSha256(value["sha256"]) && isTime(value["since"]);
}

function isListed(value: unknown): value is ListedFile {
  return isBlobName(value) && "path" in value && typeof value.path === "string";
}

/** Strictly: nothing stands there twice. */
function isOrdered(texts: readonly string[]): boolean {
  return texts.every((text, index) => index === 0 || (texts[index - 1] ?? "") < text);
}
