import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Prefix of every key, by which scanners for leaked secrets recognize it. */
export const KEY_START = "ctds_live_";

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const KEY_CHARACTERS = KEY_START.length + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS;
/** Number of characters of a key that may be shown: `ctds_live_` and the next six. */
export const PREFIX_CHARACTERS = KEY_START.length + 6;
const ID_CHARACTERS = 12;
const FORM = new RegExp(`^${KEY_START}[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/**
 * Makes a key: `ctds_live_`, 32 random base62 characters (190 bits), and the CRC-32 of all that in
 * 6 base62 characters.
 *
 * The layout is that of GitHub's tokens: the checksum tells a key from a look-alike without asking
 * a store.
 */
export function makeApiKey(): string {
  const body = KEY_START + randomText(BASE62, RANDOM_CHARACTERS);
  return body + checksumOf(body);
}

/** Makes the id of a key: 12 random characters of base58, safe to show and to type. */
export function makeKeyId(): string {
  return makeRandomId(ID_CHARACTERS);
}

/** Makes a text of random characters of base58. */
export function makeRandomId(characters: number): string {
  return randomText(BASE58, characters);
}

/** Makes a key and the fields of it that are stored. */
export function newKeyFields(): { apiKey: string; id: string; hash: Uint8Array; prefix: string } {
  const apiKey = makeApiKey();
  return { apiKey, id: makeKeyId(), hash: hashOf(apiKey), prefix: prefixOf(apiKey) };
}

/**
 * Returns true if a text has the form of a key and its checksum is right. Such a key need not have
 * been issued.
 */
export function isWellFormed(apiKey: string): boolean {
  if (apiKey.length !== KEY_CHARACTERS || !FORM.test(apiKey)) return false;
  return apiKey.endsWith(checksumOf(apiKey.slice(0, -CHECKSUM_CHARACTERS)));
}

/** Returns the SHA-256 of a key, which is stored for it. A key is random, so no salt is needed. */
export function hashOf(apiKey: string): Uint8Array {
  return hash("sha256", apiKey, "buffer");
}

/** Returns the part of a key that may be shown: `ctds_live_` and the next six characters. */
export function prefixOf(apiKey: string): string {
  return apiKey.slice(0, PREFIX_CHARACTERS);
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let index = 0; index < CHECKSUM_CHARACTERS; index += 1) {
    text = BASE62[rest % BASE62.length]! + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}

/**
 * Returns random characters of an alphabet, each as likely as the others: bytes beyond its last
 * whole multiple are thrown away.
 */
function randomText(alphabet: string, length: number): string {
  const beyond = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < beyond && text.length < length) text += alphabet[byte % alphabet.length]!;
    }
  }
  return text;
}
