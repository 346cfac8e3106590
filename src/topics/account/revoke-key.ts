import { Type } from "../../ask/type.ts";
import { ENDING_A_KEY, KeyPrefix, accessOf, keyErased, keyOf, moment } from "./account.ts";
import { defineOperation } from "../../ask/operation.ts";

const RevokedKey = Type.Object(
  { key_prefix: KeyPrefix, revoked_at: moment("Since when it does not work.") },
  { $id: "RevokedKey", description: "A key that does not work any more." },
);

export const revokeKey = defineOperation({
  ...ENDING_A_KEY,
  id: "revoke_key",
  path: "/api/keys/revoke",
  summary: "Revoke your API key",
  description:
    "Ends the key that was sent, everywhere within a second and for good, and with the last working key its webhooks; takes no body. What is stored about it stays until it is erased, and only the publisher can do that then: to have it erased, call `/api/account/erase` instead. Not counted; the limit is that of all requests about a key, 20 per clock hour.",
  form: { kind: "json", schema: RevokedKey },
  shownAnswer: { key_prefix: "ctds_live_000000", revoked_at: "2026-11-21T08:20:00.000Z" },
  async answer(sources) {
    const caller = keyOf(sources);
    const revoked = await accessOf(sources).selfService.revoke(caller);
    if (revoked?.revokedAt == null) throw keyErased();
    return {
      kind: "json",
      body: { key_prefix: revoked.prefix, revoked_at: revoked.revokedAt.toISOString() },
    };
  },
});
