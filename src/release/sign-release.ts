import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { replaceDurably } from "./store/durable-files.ts";
import type { Manifest } from "./manifest.ts";
import { type PublicKey, readPublicKey, type SecretKey, SignatureError, signHash, verifyHash } from "./minisign.ts";
import { fileHash, MANIFEST_FILE } from "./seal-folder.ts";

/**
 * Signatures of a release, in a folder beside its files: `signatures/<file>.minisig` for the
 * manifest, which names the hash of every other file, and for each file that readers download.
 * `signatures/minisign.pub` is the key. They are not part of the release: the same data have the
 * same fingerprint under every key.
 */
const SIGNATURES_FOLDER = "signatures";
const KEY_FILE = "minisign.pub";

/**
 * Signs a release. The signatures of an earlier key are replaced, each by one rename: another data
 * folder may hold a link to the file.
 */
export async function signRelease(manifest: Manifest, folder: string, secretKey: SecretKey): Promise<void> {
  const signatures = path.join(folder, SIGNATURES_FOLDER);
  await mkdir(signatures, { recursive: true });
  const keyFile = `untrusted comment: minisign public key ${secretKey.id}\n${secretKey.publicKey.text}\n`;
  await replaceDurably(path.join(signatures, KEY_FILE), keyFile);
  for (const file of signedFiles(manifest)) {
    const comment = `release:${manifest.id} file:${path.posix.basename(file)}`;
    const signature = signHash(await hashOf(folder, file), secretKey, comment);
    await replaceDurably(signatureFile(folder, file), signature);
  }
}

/** Paths of the files that the signatures of a release may be in. */
export function signatureFiles(manifest: Manifest): string[] {
  const names = [KEY_FILE, ...signedFiles(manifest).map((file) => `${path.posix.basename(file)}.minisig`)];
  return names.map((name) => `${SIGNATURES_FOLDER}/${name}`);
}

/** Paths of the files of a release that are signed. */
function signedFiles({ tables }: Manifest): string[] {
  return [MANIFEST_FILE, ...tables.map((table) => table.path)];
}

/** The signatures of a release. */
export interface Signatures {
  readonly key: PublicKey;
  /** The texts of the signature files by the path of the signed file. */
  readonly byFile: ReadonlyMap<string, string>;
}

/** Reads the signatures of a release; null where it is not signed. */
export function readSignatures(manifest: Manifest, folder: string): Signatures | null {
  const key = signingKeyOf(folder);
  if (key === null) return null;
  const found = signedFiles(manifest).filter((file) => existsSync(signatureFile(folder, file)));
  return { key, byFile: new Map(found.map((file) => [file, readFileSync(signatureFile(folder, file), "utf8")])) };
}

/** The key that a release is signed with, or null. Throws a SignatureError where it is damaged. */
function signingKeyOf(folder: string): PublicKey | null {
  const file = path.join(folder, SIGNATURES_FOLDER, KEY_FILE);
  return existsSync(file) ? readPublicKey(readFileSync(file, "utf8")) : null;
}

/**
 * Checks that one of the trusted keys signed the bytes of a release's manifest, and so the hash of
 * each of its files. Without trusted keys, nothing is checked. Throws a SignatureError.
 */
export function expectSigned(folder: string, manifest: Uint8Array, trusted: readonly PublicKey[]): void {
  if (trusted.length === 0) return;
  const key = signingKeyOf(folder);
  if (key === null) throw new SignatureError("it is not signed");
  const known = trusted.find(({ text }) => text === key.text);
  if (known === undefined) throw new SignatureError(`it is signed by the key ${key.id}, which is not trusted`);
  const place = signatureFile(folder, MANIFEST_FILE);
  if (!existsSync(place)) throw new SignatureError("its manifest is not signed");
  verifyHash(createHash("blake2b512").update(manifest).digest(), readFileSync(place, "utf8"), known);
}

/**
 * Checks every signature of a release. Returns its key, or null where it is not signed. Throws a
 * SignatureError that names the first file whose signature is missing or of something else.
 */
export async function verifySignatures(manifest: Manifest, folder: string): Promise<PublicKey | null> {
  const signatures = readSignatures(manifest, folder);
  if (signatures === null) return null;
  const { key, byFile } = signatures;
  for (const file of signedFiles(manifest)) {
    const signature = byFile.get(file);
    if (signature === undefined) throw new SignatureError(`${file}: its signature is missing`);
    try {
      verifyHash(await hashOf(folder, file), signature, key);
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      throw new SignatureError(`${file}: ${error.message}`, { cause: error });
    }
  }
  return key;
}

function signatureFile(folder: string, file: string): string {
  return path.join(folder, SIGNATURES_FOLDER, `${path.posix.basename(file)}.minisig`);
}

async function hashOf(folder: string, file: string): Promise<Buffer> {
  return Buffer.from(await fileHash(path.join(folder, file), "blake2b512"), "hex");
}
