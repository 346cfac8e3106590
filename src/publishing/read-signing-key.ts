import { readFileSync } from "node:fs";
import { readSecretKey, type SecretKey, SignatureError } from "../release/minisign.ts";
import { ReleaseStoreError } from "../release/store/release-store.ts";
import type { Settings } from "../settings.ts";

/** The key that releases are signed with, or null. A ReleaseStoreError names an unusable file. */
export function readSigningKey({ signingKeyFile }: Settings): SecretKey | null {
  if (signingKeyFile === null) return null;
  try {
    return readSecretKey(readFileSync(signingKeyFile, "utf8"));
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause;
    if (!isMissing && !(cause instanceof SignatureError)) throw cause;
    throw new ReleaseStoreError(`SIGNING_KEY_FILE ${signingKeyFile} cannot be used: ${cause.message}`, { cause });
  }
}
