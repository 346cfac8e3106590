import { createReadStream } from "node:fs";

/** A file of an archive: a text, or a file of the disk. */
export interface ArchivedFile {
  /** Its path in the archive, `/`-separated. */
  readonly name: string;
  readonly content: { readonly text: string } | { readonly path: string };
}

/**
 * The bytes of a ZIP file, made no faster than they are taken. The same files of the same day,
 * `YYYY-MM-DD`, give the same bytes.
 */
export async function* writeArchive(
  files: readonly ArchivedFile[],
  day: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  // Loaded for the first archive: few processes write one.
  const { zip } = await import("@cj-tech-master/excelts/archive");
  const [year = 1980, month = 1, date = 1] = day.split("-").map(Number);
  // A ZIP file has local times: noon of the day is the same in every time zone.
  const modTime = new Date(year, month - 1, date, 12);
  const archive = zip({ modTime, timestamps: "dos", smartStore: false, level: 6 });
  for (const { name, content } of files) archive.add(name, "text" in content ? content.text : readLater(content.path));
  yield* archive.stream();
}

/** Opens the file when its turn comes. */
async function* readLater(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}
