import { openSections } from "./index-file.ts";
import type { IndexReader } from "./index-reader.ts";
import { readIndex } from "./read-index.ts";

/**
 * Opens a search index over its bytes, without copying or parsing them. Throws a SearchIndexError
 * for a file that cannot be used; `isTrusted` skips the checksum.
 */
export function openIndex(file: Uint8Array, isTrusted = false): IndexReader {
  return readIndex(openSections(file, isTrusted));
}
