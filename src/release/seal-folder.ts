import { createHash } from "node:crypto";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "./manifest.ts";

/** The file that makes a folder a release; it is written last. */
export const MANIFEST_FILE = "manifest.json";

/** How much of a file is in memory while it is hashed. */
const HASHED_BYTES = 1 << 20;

type SealedFile = Manifest["files"][number];

/** Makes a finished bundle survive a power cut: every file hashed and fsynced, then the manifest. */
export class FolderSeal {
  readonly #folder: string;
  readonly #files = new Map<string, Promise<SealedFile>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Begins with a file, by its path in the folder, that is complete before others are; whoever wrote it may know its SHA-256. */
  begin(file: string, sha256?: string): void {
    const sealed = sealFile(this.#folder, file, sha256);
    // Whoever awaits it in `finish` hears of a failure; until then it is not one that nobody handles.
    sealed.catch(() => {});
    this.#files.set(file, sealed);
  }

  /** Seals every other file of the folder, then writes its manifest. */
  async finish(manifest: Omit<Manifest, "files">): Promise<Manifest> {
    const folder = this.#folder;
    const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
      .toSorted();
    for (const file of paths) if (!this.#files.has(file)) this.begin(file);
    const files = await Promise.all(paths.map((file) => this.#files.get(file)!));
    const sealed: Manifest = { ...manifest, files };
    await writeDurably(path.join(folder, MANIFEST_FILE), `${JSON.stringify(sealed, null, 2)}\n`);
    const folders = new Set(paths.map((file) => path.dirname(path.join(folder, file))));
    for (const each of folders.add(folder)) await syncFolder(each);
    return sealed;
  }
}

async function sealFile(folder: string, file: string, known: string | undefined): Promise<SealedFile> {
  const absolute = path.join(folder, file);
  const [bytes, sha256] = await Promise.all([syncFile(absolute), known ?? fileHash(absolute)]);
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

/** SHA-256 of a file's bytes, hexadecimal. */
export async function fileHash(file: string): Promise<string> {
  const hash = createHash("sha256");
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
