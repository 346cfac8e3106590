import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from "node:crypto";
import { UserError } from "../user-error.ts";

/**
 * Signatures in the format of minisign (https://jedisct1.github.io/minisign/), so that readers can
 * check what a publisher signed with a tool that is not ours.
 *
 * A key is named by 8 random bytes. A signature covers the BLAKE2b-512 hash of a message (Ed25519,
 * RFC 8032), and a second one covers the first together with the trusted comment. Signatures of the
 * older format, over the message itself, are refused.
 */

/** A key or a signature that is not what it should be, as a sentence. */
export class SignatureError extends UserError {}

export interface PublicKey {
  /** 16 hexadecimal digits, as minisign prints them. */
  readonly id: string;
  /** The line of a public key file that holds the key: 56 characters of base64. */
  readonly text: string;
  readonly key: KeyObject;
}

export interface SecretKey {
  readonly id: string;
  readonly key: KeyObject;
  readonly publicKey: PublicKey;
}

/** The texts of the two files of a new pair of keys. The secret one has no password. */
export interface KeyFiles {
  readonly publicKey: string;
  readonly secretKey: string;
}

const KEY_ALGORITHM = "Ed";
const PREHASHED = "ED";
const CHECKSUM_ALGORITHM = "B2";
const KEY_ID_BYTES = 8;
const SIGNATURE_BYTES = 64;
// The bytes before the 32 bytes of a key in DER (RFC 8410).
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** Makes a pair of keys. `minisign -C` gives the secret one a password. */
export function buildKeyFiles(): KeyFiles {
  const id = randomBytes(KEY_ID_BYTES);
  const seed = randomBytes(32);
  const publicBytes = publicBytesOf(privateKeyOf(seed));
  const secret = Buffer.concat([
    Buffer.from(KEY_ALGORITHM),
    Buffer.alloc(2),
    Buffer.from(CHECKSUM_ALGORITHM),
    // Salt and limits of the password, of which there is none.
    Buffer.alloc(48),
    id,
    seed,
    publicBytes,
    // minisign checks this sum of keys with a password alone.
    Buffer.alloc(32),
  ]);
  return {
    publicKey: `untrusted comment: minisign public key ${idText(id)}\n${encodePublicKey(id, publicBytes)}\n`,
    secretKey: `untrusted comment: minisign secret key ${idText(id)}\n${secret.toString("base64")}\n`,
  };
}

/** Reads a public key: the text of its file, or the line of base64 alone. */
export function readPublicKey(text: string): PublicKey {
  const bytes = decodeLine(text, "a public key of minisign");
  if (bytes.length !== 42 || bytes.toString("latin1", 0, 2) !== KEY_ALGORITHM)
    throw new SignatureError("this is no public key of minisign");
  const id = bytes.subarray(2, 10);
  return { id: idText(id), text: bytes.toString("base64"), key: publicKeyOf(bytes.subarray(10)) };
}

/** Reads the text of a secret key file. A key with a password is refused. */
export function readSecretKey(text: string): SecretKey {
  const bytes = decodeLine(text, "a secret key of minisign");
  if (bytes.length !== 158 || bytes.toString("latin1", 0, 2) !== KEY_ALGORITHM)
    throw new SignatureError("this is no secret key of minisign");
  if (bytes.readUInt16BE(2) !== 0)
    throw new SignatureError("the secret key has a password; `minisign -C -W` makes a copy without one");
  const id = bytes.subarray(54, 62);
  const key = privateKeyOf(bytes.subarray(62, 94));
  const publicBytes = publicBytesOf(key);
  if (!publicBytes.equals(bytes.subarray(94, 126)))
    throw new SignatureError("the secret key is damaged: its two halves do not belong together");
  return { id: idText(id), key, publicKey: readPublicKey(encodePublicKey(id, publicBytes)) };
}

/**
 * Signs a message by its BLAKE2b-512 hash. Returns the text of a signature file; `trustedComment`,
 * one line, is signed with it.
 */
export function signHash(hash: Uint8Array, secretKey: SecretKey, trustedComment: string): string {
  if (/[\r\n]/u.test(trustedComment)) throw new SignatureError("a trusted comment is one line");
  const signature = sign(null, hash, secretKey.key);
  const ofComment = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), secretKey.key);
  const head = Buffer.concat([Buffer.from(PREHASHED), idBytes(secretKey.id), signature]);
  return [
    `untrusted comment: signature of key ${secretKey.id}`,
    head.toString("base64"),
    `trusted comment: ${trustedComment}`,
    ofComment.toString("base64"),
    "",
  ].join("\n");
}

/**
 * Checks the signature of a message by its BLAKE2b-512 hash. Returns the trusted comment. Throws a
 * SignatureError where the signature is of another key, or not of this message.
 */
export function verifyHash(hash: Uint8Array, signatureText: string, publicKey: PublicKey): string {
  const [, head = "", comment = "", commentSignature = ""] = signatureText.split(/\r?\n/u);
  const bytes = decodeBase64(head);
  const prefix = "trusted comment: ";
  if (bytes?.length !== 2 + KEY_ID_BYTES + SIGNATURE_BYTES || !comment.startsWith(prefix))
    throw new SignatureError("this is no signature of minisign");
  if (bytes.toString("latin1", 0, 2) !== PREHASHED)
    throw new SignatureError("the signature has the older format of minisign, which is not accepted");
  const id = idText(bytes.subarray(2, 10));
  if (id !== publicKey.id) throw new SignatureError(`it is signed by the key ${id}, not by ${publicKey.id}`);
  const signature = bytes.subarray(10);
  if (!verify(null, hash, publicKey.key, signature))
    throw new SignatureError(`the signature of the key ${id} does not belong to this content`);
  const trustedComment = comment.slice(prefix.length);
  const signed = Buffer.concat([signature, Buffer.from(trustedComment)]);
  const ofComment = decodeBase64(commentSignature);
  if (ofComment?.length !== SIGNATURE_BYTES || !verify(null, signed, publicKey.key, ofComment))
    throw new SignatureError(`the comment of the signature is not of the key ${id}`);
  return trustedComment;
}

function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
}

function publicKeyOf(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytes]), format: "der", type: "spki" });
}

function publicBytesOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: "der", type: "spki" }).subarray(SPKI_HEAD.length);
}

function encodePublicKey(id: Uint8Array, publicBytes: Uint8Array): string {
  return Buffer.concat([Buffer.from(KEY_ALGORITHM), id, publicBytes]).toString("base64");
}

/** minisign prints the id of a key as a little-endian number. */
function idText(id: Uint8Array): string {
  return Buffer.from(id).reverse().toString("hex").toUpperCase();
}

function idBytes(text: string): Buffer {
  return Buffer.from(text, "hex").reverse();
}

/** The base64 of a key file: its first line that is no comment. */
function decodeLine(text: string, what: string): Buffer {
  const line = text.split(/\r?\n/u).find((each) => each !== "" && !each.startsWith("untrusted comment:"));
  const bytes = line === undefined ? null : decodeBase64(line.trim());
  if (bytes === null) throw new SignatureError(`this is not ${what}`);
  return bytes;
}

function decodeBase64(text: string): Buffer | null {
  return /^[A-Za-z0-9+/]+={0,2}$/u.test(text) ? Buffer.from(text, "base64") : null;
}
