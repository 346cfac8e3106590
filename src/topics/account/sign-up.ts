import { Type } from "../../ask/type.ts";
import { REFUSED_CHARACTERS, findTextFault } from "../../access/kept-text.ts";
import {
  ACCOUNT_TAG,
  EXAMPLE_KEY,
  FREE_LIMITS,
  TierLimits,
  accessOf,
  issuedKeyMembers,
  nameIssuedKey,
} from "./account.ts";
import { defineOperation } from "../../ask/operation.ts";
import { Problem } from "../../problem.ts";

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
