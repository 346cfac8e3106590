import { Type } from "../../ask/type.ts";
import { AccountScope, ENDING_A_KEY, accessOf, keyErased, keyOf, moment, countMember } from "./account.ts";
import { defineOperation } from "../../ask/operation.ts";
import { Problem } from "../../problem.ts";

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
