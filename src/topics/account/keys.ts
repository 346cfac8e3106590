import { TIER_LIMITS } from "../../access/quota.ts";
import { ref } from "../../ask/json-shape.ts";
import { defineOperation } from "../../ask/operation.ts";
import { Type } from "../../ask/type.ts";
import { Problem } from "../../problem.ts";
import {
  ACCOUNT_TAG,
  AccountScope,
  EXAMPLE_KEY,
  KEY_PROBLEMS,
  KeyPrefix,
  QuotaLimits,
  accessOf,
  countMember,
  describeLimits,
  issuedKeyMembers,
  keyErased,
  keyOf,
  moment,
  nameIssuedKey,
  FREE_LIMITS,
  TierLimits,
} from "./account.ts";
import { REFUSED_CHARACTERS, findTextFault } from "../../access/kept-text.ts";

/** The parts that operations which end the key of the caller share. */
const ENDING_A_KEY = {
  method: "POST",
  tag: ACCOUNT_TAG,
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  problems: KEY_PROBLEMS,
  dependsOn: "service",
  admission: "account",
  endsKey: true,
} as const;

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

/** The data that an erasure cannot reach, in a sentence for the person who asked for it. */
const REMAINS =
  "The sums of requests over all callers that the publisher's metrics and logs hold, which name no key and no e-mail address, and copies in the publisher's backups until those are overwritten.";

const ErasedAccount = Type.Object(
  {
    scope: AccountScope,
    keys_erased: countMember("How many keys there were, those that had ended included."),
    erased_at: moment("When they were erased."),
    remains: Type.String({ description: "What the service cannot erase, in a sentence." }),
  },
  { $id: "ErasedAccount", description: "What was erased, and what remains." },
);

export const eraseAccount = defineOperation({
  ...ENDING_A_KEY,
  id: "erase_account",
  path: "/api/account/erase",
  summary: "Erase your account",
  description:
    "Erases e-mail address, use cases, keys, usage and webhooks, at once and for good; the keys end, the one that was sent included. Takes no body. With a key whose e-mail address is confirmed, everything about that address is erased; with any other, the key and those it replaced, because anybody can sign up with the address of another person. A key that was replaced and still works for a while cannot do this. Not counted; the limit is that of all requests about a key, 20 per clock hour.",
  form: { kind: "json", schema: ErasedAccount },
  shownAnswer: { scope: "key", keys_erased: 1, erased_at: "2026-11-21T08:20:00.000Z", remains: REMAINS },
  async answer(sources) {
    const caller = keyOf(sources);
    if (caller.endsAt !== null)
      throw new Problem(
        "invalid_request",
        "This key was replaced. Erase the account with the key that took its place.",
      );
    const erased = await accessOf(sources).selfService.eraseAccount(caller);
    if (erased === null) throw keyErased();
    const { scope, keys } = erased;
    return {
      kind: "json",
      body: { scope, keys_erased: keys, erased_at: sources.at.toISOString(), remains: REMAINS },
    };
  },
});

/**
 * The pattern of an e-mail address: that of the HTML standard (§4.10.5.1.5) with at least two
 * labels after the `@`.
 */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$";

const CHARACTER = `[^${REFUSED_CHARACTERS}]`;
const VISIBLE = `[^\\s${REFUSED_CHARACTERS}]`;

/** One to 500 characters when white space at both ends is cut off, none of them a control. */
export const USE_CASE_PATTERN = `^\\s*${VISIBLE}(?:${CHARACTER}{0,498}${VISIBLE})?\\s*$`;

const SignUpRequest = Type.Object(
  {
    email: Type.String({
      pattern: EMAIL_PATTERN,
      maxLength: 254,
      description: "an e-mail address such as name@example.org, at most 254 characters.",
    }),
    use_case: Type.String({
      pattern: USE_CASE_PATTERN,
      // White space that is cut off may come on top.
      maxLength: 2000,
      description:
        "what the key is for, in your own words: 1 to 500 characters, without control characters other than tabs and line ends, and without marks that override the direction of text.",
    }),
  },
  {
    $id: "SignUpRequest",
    additionalProperties: false,
    description: "Who needs a key, and for what. Other fields are errors.",
  },
);

const IssuedKey = Type.Object(issuedKeyMembers(TierLimits), { $id: "IssuedKey", description: "A new API key." });

export const signUp = defineOperation({
  id: "sign_up",
  method: "POST",
  path: "/api/sign-up",
  tag: ACCOUNT_TAG,
  summary: "Get an API key",
  description:
    "Issues a key of the free tier. The response is the same whether the e-mail address is known or not. A key only raises the rate limit: everything works without one. A client address (IPv6: a /64) may sign up five times per clock hour and 20 times per UTC day, requests with errors not included; other quotas are not affected. Only the e-mail address and the use case are stored. Where the service sends mails, one asks to confirm the address; the key works without that.",
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  body: {
    schema: SignUpRequest,
    isPersonal: true,
    bytesMax: 16 * 1024,
    example: { email: "reader@example.org", use_case: "A yearly report on mining countries" },
  },
  form: { kind: "json", schema: IssuedKey },
  status: 201,
  problems: ["insecure_transport", "rate_limited"],
  dependsOn: "service",
  admission: "sign_up",
  shownAnswer: nameIssuedKey(EXAMPLE_KEY, FREE_LIMITS),
  async answer(sources, _parameters, { email, use_case }) {
    const fault = findTextFault(use_case);
    if (fault !== null)
      throw new Problem("invalid_request", `\`use_case\` ${fault}.`, [
        { pointer: "#/use_case", detail: `\`#/use_case\` ${fault}; send it without.` },
      ]);
    const key = await accessOf(sources).signUp({ email, useCase: use_case.trim() });
    return { kind: "json", body: nameIssuedKey(key, FREE_LIMITS) };
  },
});
