import { createHash } from "node:crypto";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { syncFolder, writeDurably } from "./store/durable-files.ts";
import type { Manifest } from "./manifest.ts";

/** The file that makes a folder a release; it is written last. */
export const MANIFEST_FILE = "manifest.json";

/** How much of a file is in memory while it is hashed. */
const HASHED_BYTES = 1 << 20;

type SealedFile = Manifest["files"][number];

/**
 * Makes a finished bundle survive a power cut: hashes and fsyncs every file, then writes the
 * manifest.
 */
export async function sealFolder(folder: string, manifest: Omit<Manifest, "files">): Promise<Manifest> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .toSorted();
  const files = await Promise.all(paths.map((file) => sealFile(folder, file)));
  const sealed: Manifest = { ...manifest, files };
  await writeDurably(path.join(folder, MANIFEST_FILE), `${JSON.stringify(sealed, null, 2)}\n`);
  const folders = new Set(paths.map((file) => path.dirname(path.join(folder, file))));
  for (const each of folders.add(folder)) await syncFolder(each);
  return sealed;
}

async function sealFile(folder: string, file: string): Promise<SealedFile> {
  const absolute = path.join(folder, file);
  const [bytes, sha256] = await Promise.all([syncFile(absolute), fileHash(absolute)]);
  return { path: file, bytes, sha256 };
}

/** Returns the number of bytes. */
async function syncFile(file: string): Promise<number> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** SHA-256 of a file's bytes, or another hash, hexadecimal. */
export async function fileHash(file: string, algorithm: "sha256" | "blake2b512" = "sha256"): Promise<string> {
  const hash = createHash(algorithm);
  const handle = await open(file);
  try {
    const buffer = Buffer.allocUnsafeSlow(HASHED_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** The path of the first file whose content is not what was sealed, or null. */
export async function findAltered(folder: string, files: readonly SealedFile[]): Promise<string | null> {
  for (const { path: name, sha256 } of files) {
    const file = path.join(folder, name);
    if ((await fileHash(file)) !== sha256) return file;
  }
  return null;
}
