import { CONFIRMED_KEYS_PER_EMAIL, CONFIRMATION_HOURS } from "../../access/confirmations.ts";
import { accessOf } from "./account.ts";
import { defineOperation } from "../../ask/operation.ts";
import { MAIL_LINK, writeMailPage } from "./mail-link.ts";

/** The path that the link in a mail leads to. */
export const CONFIRMATION_PATH = "/api/account/confirm";

const CONFIRMATION = { ...MAIL_LINK, path: CONFIRMATION_PATH } as const;

const NOT_VALID = writeMailPage(
  "Nothing to confirm",
  `<p>This link was used before, is older than ${CONFIRMATION_HOURS} hours, or belongs to a key that does not work any more.</p>
<p>A key works without a confirmation, too.</p>`,
);

export const showConfirmation = defineOperation({
  ...CONFIRMATION,
  id: "show_confirmation",
  method: "GET",
  summary: "The page that asks to confirm an e-mail address",
  description:
    "What the link in a mail leads to: a page with a button. Programs that follow every link of a mail confirm nothing by that. The page is the same for a code that was never sent and one that is over. Not counted; a client address may confirm 60 times per clock hour.",
  shownAnswer: askToConfirm("ctds_live_000000"),
  async answer(sources, { code }) {
    const key = await accessOf(sources).selfService.findConfirmation(code);
    return { kind: "text", text: key === null ? NOT_VALID : askToConfirm(key.prefix) };
  },
});

export const confirmEmail = defineOperation({
  ...CONFIRMATION,
  id: "confirm_email",
  method: "POST",
  summary: "Confirm an e-mail address",
  description:
    "What the button of the page does: confirms that the e-mail address of a key belongs to somebody who reads its mail. Takes no body. A code works once. The page that is returned says whether the address is confirmed. Not counted; a client address may confirm 60 times per clock hour.",
  shownAnswer: sayConfirmed("ctds_live_000000"),
  async answer(sources, { code }) {
    const outcome = await accessOf(sources).selfService.confirmEmail(code);
    if (outcome === null) return { kind: "text", text: NOT_VALID };
    return { kind: "text", text: outcome === "too_many_keys" ? TOO_MANY_KEYS : sayConfirmed(outcome.prefix) };
  },
});

function askToConfirm(keyPrefix: string): string {
  return writeMailPage(
    "Confirm your e-mail address",
    `<p>Somebody, probably you, asked for the API key that begins with <code>${keyPrefix}</code> with your e-mail address.</p>
<form method="post"><p><button>Confirm</button></p></form>
<p>If it was not you, close this page: the holder of a confirmed key can read and erase everything stored about the address.</p>`,
  );
}

function sayConfirmed(keyPrefix: string): string {
  return writeMailPage(
    "Confirmed",
    `<p>The e-mail address of the API key that begins with <code>${keyPrefix}</code> is confirmed.</p>`,
  );
}

const TOO_MANY_KEYS = writeMailPage(
  "Not confirmed",
  `<p>${CONFIRMED_KEYS_PER_EMAIL} keys of this e-mail address are confirmed. Revoke one that you do not need, then use this link again.</p>
<p>A key works without a confirmation, too.</p>`,
);
