import { hashOf, makeApiKey, makeKeyId, prefixOf } from "../../src/access/api-key.ts";
import type { NewKey } from "../../src/access/accounts.ts";

/** A key nobody has yet, and what of it is stored. */
export function newKey(how: Partial<NewKey> = {}): NewKey & { readonly apiKey: string } {
  const apiKey = makeApiKey();
  return {
    apiKey,
    id: makeKeyId(),
    hash: hashOf(apiKey),
    prefix: prefixOf(apiKey),
    tier: "free",
    limits: null,
    email: "reader@example.org",
    useCase: "A study of trade.",
    createdAt: new Date("2026-11-21T09:30:00.000Z"),
    emailConfirmation: "not_required",
    ...how,
  };
}
