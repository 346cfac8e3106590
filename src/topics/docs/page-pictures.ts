import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import type { Page } from "../../ask/page.ts";
import { Problem } from "../../problem.ts";

const IMAGES = new URL("../../../docs/images/", import.meta.url);
const FOLDER = "images/";

/** The pictures of guides, in `docs/images/`; others there are for README.md alone. */
export const GUIDE_PICTURE_FILES: ReadonlySet<string> = new Set([
  "first-release-desk-bands.png",
  "first-release-desk-columns.png",
  "first-release-desk-result.png",
  "first-release-site.png",
  "first-release-spreadsheet.png",
  "first-release-terminal.png",
]);

/**
 * The picture that a guide shows by a path relative to `docs/`: its path below the root of the
 * site, and its size in pixels. Null if there is none.
 */
export function findGuidePicture(file: string) {
  const name = posix.basename(file);
  if (file !== FOLDER + name || !GUIDE_PICTURE_FILES.has(name)) return null;
  const bytes = readFileSync(new URL(name, IMAGES));
  // The size stands at the beginning of every PNG file, in its chunk IHDR.
  return { path: `/docs/${file}`, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The files of the pictures. */
export const GUIDE_PICTURES: Page = {
  path: `/docs/${FOLDER}{file}`,
  mediaType: "image/png",
  contentSecurityPolicy: "default-src 'none'",
  dependsOn: "releases",
  ignoresAccept: true,
  async answer({ path: { file = "" } }) {
    if (!GUIDE_PICTURE_FILES.has(file)) throw new Problem("not_found", "The guides have no picture of this name.");
    return { kind: "picture", bytes: await readFile(new URL(file, IMAGES)) };
  },
};
