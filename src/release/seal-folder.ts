import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { syncFolder, writeDurably } from "./store/durable-files.ts";
import type { Manifest } from "./manifest.ts";

/** The file that makes a folder a release; it is written last. */
export const MANIFEST_FILE = "manifest.json";

/** The hash of every file of a release and of its manifest, as `sha256sum -c` reads them. */
export const CHECKSUMS_FILE = "SHA256SUMS";

/** Number of bytes of a file in memory while it is hashed. */
const HASHED_BYTES = 1 << 20;

type SealedFile = Manifest["files"][number];

/**
 * Makes a finished bundle survive a power cut: hashes and fsyncs every file, then writes the
 * checksums and the manifest.
 */
export async function sealFolder(folder: string, manifest: Omit<Manifest, "files">): Promise<Manifest> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .toSorted();
  const files = await Promise.all(paths.map((file) => sealFile(folder, file)));
  const sealed: Manifest = { ...manifest, files };
  const text = `${JSON.stringify(sealed, null, 2)}\n`;
  await writeDurably(path.join(folder, CHECKSUMS_FILE), listChecksums(files, Buffer.from(text)));
  await writeDurably(path.join(folder, MANIFEST_FILE), text);
  const folders = new Set(paths.map((file) => path.dirname(path.join(folder, file))));
  for (const each of folders.add(folder)) await syncFolder(each);
  return sealed;
}

/** The lines of `SHA256SUMS`. */
export function listChecksums(files: Manifest["files"], manifestBytes: Uint8Array): string {
  const manifest = { path: MANIFEST_FILE, sha256: createHash("sha256").update(manifestBytes).digest("hex") };
  return [manifest, ...files].map(({ path: file, sha256 }) => `${sha256}  ${file}\n`).join("");
}

async function sealFile(folder: string, file: string): Promise<SealedFile> {
  const absolute = path.join(folder, file);
  const [bytes, sha256] = await Promise.all([syncFile(absolute), fileHash(absolute)]);
  return { path: file, bytes, sha256 };
}

/** Returns the number of bytes. */
async function syncFile(file: string): Promise<number> {
  await using handle = await open(file, "r+");
  await handle.sync();
  return (await handle.stat()).size;
}

/** SHA-256 of a file, hexadecimal. `onPiece` is awaited after each part. */
export async function fileHash(file: string, onPiece?: () => Promise<void>): Promise<string> {
  const hash = createHash("sha256");
  const pieces: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: HASHED_BYTES });
  for await (const piece of pieces) {
    hash.update(piece);
    await onPiece?.();
  }
  return hash.digest("hex");
}

/** The path of the first file whose content is not what was sealed, or null. */
export async function findAltered(folder: string, files: readonly SealedFile[]): Promise<string | null> {
  for (const { path: name, sha256 } of files) {
    const file = path.join(folder, name);
    if ((await fileHash(file)) !== sha256) return file;
  }
  return null;
}
