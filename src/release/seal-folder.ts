import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Manifest } from "./manifest.ts";

/** The file that makes a folder a release; it is written last. */
export const MANIFEST_FILE = "manifest.json";

/** Hashes and fsyncs every file of a finished bundle, then writes its manifest; after this the bundle survives a power cut. */
export async function sealFolder(folder: string, manifest: Omit<Manifest, "files">): Promise<Manifest> {
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
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

async function sealFile(folder: string, file: string): Promise<Manifest["files"][number]> {
  const absolute = path.join(folder, file);
  const handle = await open(absolute, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { path: file, bytes: (await stat(absolute)).size, sha256: await fileHash(absolute) };
}

/** SHA-256 of a file's bytes, hexadecimal. */
export async function fileHash(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest("hex");
}

/** Writes a small file so that it is there, whole, after a power cut. */
export async function writeDurably(file: string, content: string): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable; systems that cannot sync a folder (Windows) do without. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
