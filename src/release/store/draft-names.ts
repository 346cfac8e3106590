import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ReleaseStates } from "./release-states.ts";

/** The pattern of secret names of drafts: nobody guesses 128 bits. */
const DRAFT_NAME = "draft-[0-9a-f]{32}";

const SECRET_BYTES = 16;

/** A new secret name for a draft, and the hash that is stored of it. */
export function newDraftName(): { readonly name: string; readonly secret: string } {
  const name = `draft-${randomBytes(SECRET_BYTES).toString("hex")}`;
  return { name, secret: hash("sha256", name) };
}

/** Returns true if a text contains something that looks like the secret name of a draft. */
export function namesDraft(text: string): boolean {
  return new RegExp(DRAFT_NAME, "iu").test(text);
}

/** A text without the secret names of drafts in it. */
export function maskDrafts(text: string): string {
  return text.replaceAll(new RegExp(DRAFT_NAME, "giu"), "draft-…");
}

/**
 * The id of the release with this secret name; null for all other texts. Takes the same time
 * whichever of the known names a text resembles.
 */
export function findDraft({ byId }: ReleaseStates, name: string): string | null {
  if (!new RegExp(`^${DRAFT_NAME}$`, "u").test(name)) return null;
  const given = Buffer.from(hash("sha256", name), "hex");
  let found: string | null = null;
  for (const [id, { secret }] of byId)
    if (secret !== null && timingSafeEqual(given, Buffer.from(secret, "hex"))) found = id;
  return found;
}
