import { Type } from "../../ask/type.ts";
import {
  ENDING_A_KEY,
  EXAMPLE_KEY,
  KeyPrefix,
  QuotaLimits,
  accessOf,
  describeLimits,
  keyOf,
  moment,
  issuedKeyMembers,
  nameIssuedKey,
} from "./account.ts";
import { ref } from "../../ask/json-shape.ts";
import { defineOperation } from "../../ask/operation.ts";
import { TIER_LIMITS } from "../../access/quota.ts";
import { Problem } from "../../problem.ts";

/** Maximum time of overlap: a day is enough to bring a new key to every program. */
const OVERLAP_SECONDS_MAX = 86_400;

const RotateRequest = Type.Object(
  {
    keep_old_for_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_SECONDS_MAX,
        default: 0,
        description: `How long the old key still works: 0 to ${OVERLAP_SECONDS_MAX} seconds; 0 ends it at once.`,
      }),
    ),
  },
  { $id: "RotateRequest", additionalProperties: false, description: "How to replace the key." },
);

const ReplacedKey = Type.Object(
  { key_prefix: KeyPrefix, ends_at: moment("When it stops working.") },
  { $id: "ReplacedKey", description: "A key that another one replaces." },
);

const RotatedKey = Type.Object(
  {
    ...issuedKeyMembers(ref(QuotaLimits)),
    old_key: ref(ReplacedKey),
  },
  { $id: "RotatedKey", description: "A new API key, and the one it replaces." },
);

export const rotateKey = defineOperation({
  ...ENDING_A_KEY,
  id: "rotate_key",
  path: "/api/keys/rotate",
  summary: "Replace your API key",
  description:
    "Issues a new key with the tier, limits and confirmation of the one that was sent, which ends at once or after `keep_old_for_seconds`. Both are counted together, so there is no new quota. A key that was replaced cannot be replaced again. Works with a used-up quota: it is not counted, and has a limit of its own, 20 requests per clock hour for all requests about a key.",
  body: { schema: RotateRequest, isOptional: true, bytesMax: 1024, example: { keep_old_for_seconds: 3600 } },
  form: { kind: "json", schema: RotatedKey, components: [QuotaLimits, ReplacedKey] },
  status: 201,
  shownAnswer: {
    ...nameIssuedKey({ ...EXAMPLE_KEY, emailConfirmation: "confirmed" }, describeLimits(TIER_LIMITS.free)),
    old_key: { key_prefix: "ctds_live_111111", ends_at: "2026-11-21T09:00:00.000Z" },
  },
  async answer(sources, _parameters, { keep_old_for_seconds: keepOldSeconds = 0 }) {
    const caller = keyOf(sources);
    const key = await accessOf(sources).selfService.rotate(caller, keepOldSeconds);
    if (key === null)
      throw new Problem(
        "invalid_request",
        "This key was replaced before. Replace the key that took its place instead.",
      );
    return {
      kind: "json",
      body: {
        ...nameIssuedKey(key, describeLimits(key.limits)),
        old_key: {
          key_prefix: caller.keyPrefix,
          ends_at: new Date(key.createdAt.getTime() + keepOldSeconds * 1000).toISOString(),
        },
      },
    };
  },
});
