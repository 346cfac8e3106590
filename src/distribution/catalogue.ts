import { MANIFEST_FILE } from "../release/seal-folder.ts";
import { isReleaseId, parseJson } from "../release/store/release-register.ts";
import { isObject } from "../is-object.ts";
import { type BlobName, isBlobName } from "./origin.ts";
import { UserError } from "../user-error.ts";

/** All releases of an origin, and the decisions about them: a blob of JSON. */
export interface Catalogue {
  /** In the order of their ids; drafts are among them, as they are in a data folder. */
  readonly releases: readonly CataloguedRelease[];
  /** The content of the files of the same names in a data folder. */
  readonly history: string;
  readonly register: string;
}

export interface CataloguedRelease {
  readonly id: string;
  /** In the order of their paths. */
  readonly files: readonly ListedFile[];
}

export interface ListedFile extends BlobName {
  /** Inside the folder of the release, with `/`. */
  readonly path: string;
}

const CATALOGUE_FORMAT = 3;

/** A catalogue that cannot be used. */
export class CatalogueError extends UserError {}

export function writeCatalogue({ releases, history, register }: Catalogue): string {
  return JSON.stringify({ format: CATALOGUE_FORMAT, releases, history, register });
}

/**
 * Throws a CatalogueError where a text is no catalogue, or has a path that no bundle has: its files
 * are written to a disk.
 */
export function readCatalogue(text: string): Catalogue {
  const found = parseJson(text);
  if (isObject(found) && found["format"] === CATALOGUE_FORMAT) {
    const { releases, history, register } = found;
    const isWhole = isListOf(releases, isCatalogued) && typeof history === "string" && typeof register === "string";
    if (isWhole && isOrdered(releases.map(({ id }) => id))) {
      for (const release of releases) expectBundle(release);
      return { releases, history, register };
    }
  }
  throw new CatalogueError(
    "another version of this program wrote the catalogue: upgrade this one; or, to publish what DATA_DIR has, move current.json of the origin away and run `country-trust renew`",
  );
}

function expectBundle({ id, files }: CataloguedRelease): void {
  const paths = files.map((file) => file.path);
  const strange = paths.find((path) => !isBundlePath(path));
  if (strange !== undefined)
    throw new CatalogueError(`the catalogue names a file of ${id} that no release has: ${JSON.stringify(strange)}`);
  if (!isOrdered(paths) || !paths.includes(MANIFEST_FILE))
    throw new CatalogueError(`the catalogue names a file of ${id} twice, or no ${MANIFEST_FILE}`);
}

/** Returns true for at most three plain names: they never leave the folder of a release. */
function isBundlePath(path: string): boolean {
  return path.length <= 200 && /^(?:[a-z0-9_-][\w.-]*\/){0,2}[a-z0-9_-][\w.-]*$/iu.test(path);
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isCatalogued(value: unknown): value is CataloguedRelease {
  if (!isObject(value) || typeof value["id"] !== "string" || !isReleaseId(value["id"])) return false;
  return isListOf(value["files"], isListed);
}

function isListed(value: unknown): value is ListedFile {
  return isBlobName(value) && "path" in value && typeof value.path === "string";
}

/** Returns true if texts are in strict order: none occurs twice. */
function isOrdered(texts: readonly string[]): boolean {
  return texts.every((text, index) => index === 0 || (texts[index - 1] ?? "") < text);
}
