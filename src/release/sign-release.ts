import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { readIfThere, replaceDurably } from "./store/durable-files.ts";
import type { Manifest } from "./manifest.ts";
import { type PublicKey, readPublicKey, type SecretKey, SignatureError, signHash, verifyHash } from "./minisign.ts";
import { CHECKSUMS_FILE, listChecksums, MANIFEST_FILE } from "./seal-folder.ts";

/**
 * The signature of a release, beside its files: `SHA256SUMS.minisig` is of `SHA256SUMS`, which has
 * the hash of every other file, and `minisign.pub` is its key. Both are no part of the release: the
 * same data have the same fingerprint under every key.
 */
export const SIGNATURE_FILE = `${CHECKSUMS_FILE}.minisig`;
const KEY_FILE = "minisign.pub";

/** The files in the folder of a release that its manifest does not name. */
export const UNLISTED_FILES = [MANIFEST_FILE, CHECKSUMS_FILE, SIGNATURE_FILE, KEY_FILE];

/** The signature of a release. */
export interface Signature {
  readonly key: PublicKey;
  /** The text of the signature file. */
  readonly text: string;
}

/**
 * Signs a release. The signature of an earlier key is replaced, by a rename: another data folder
 * may hold a link to the file.
 */
export async function signRelease(manifest: Manifest, folder: string, secretKey: SecretKey): Promise<void> {
  const keyText = `untrusted comment: minisign public key ${secretKey.id}\n${secretKey.publicKey.text}\n`;
  const comment = `release:${manifest.id} file:${CHECKSUMS_FILE}`;
  const signature = signHash(hashOf(readChecksums(manifest, folder)), secretKey, comment);
  await replaceDurably(path.join(folder, KEY_FILE), keyText);
  await replaceDurably(path.join(folder, SIGNATURE_FILE), signature);
}

/** `SHA256SUMS` of a release as its manifest says. */
export function readChecksums({ files }: Pick<Manifest, "files">, folder: string): string {
  return listChecksums(files, readFileSync(path.join(folder, MANIFEST_FILE)));
}

/** Reads the signature of a release; null where it is not signed. Throws a SignatureError. */
export function readSignature(folder: string): Signature | null {
  const key = readIfThere(path.join(folder, KEY_FILE));
  const text = readIfThere(path.join(folder, SIGNATURE_FILE));
  return key === null || text === null ? null : { key: readPublicKey(key), text };
}

/**
 * Checks that one of the trusted keys signed the checksums that a manifest gives, its own among
 * them. Throws a SignatureError.
 */
export function expectSigned(
  folder: string,
  { files }: Pick<Manifest, "files">,
  manifestBytes: Uint8Array,
  trusted: readonly PublicKey[],
): void {
  const signature = readSignature(folder);
  if (signature === null) throw new SignatureError("it is not signed");
  const known = trusted.find(({ text }) => text === signature.key.text);
  if (known === undefined)
    throw new SignatureError(`it is signed by the key ${signature.key.id}, which is not trusted`);
  verifyHash(hashOf(listChecksums(files, manifestBytes)), signature.text, known);
}

/**
 * Checks the signature of a release. Returns its key, or null where it is not signed. Throws a
 * SignatureError where it is of something else.
 */
export function verifySignature(manifest: Manifest, folder: string): PublicKey | null {
  const signature = readSignature(folder);
  if (signature === null) return null;
  verifyHash(hashOf(readChecksums(manifest, folder)), signature.text, signature.key);
  return signature.key;
}

/** The hash that minisign signs. */
function hashOf(text: string): Buffer {
  return createHash("blake2b512").update(text).digest();
}
