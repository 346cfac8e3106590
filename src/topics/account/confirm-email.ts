import { CONFIRMATION_HOURS, CONFIRMED_KEYS_PER_EMAIL } from "../../access/confirmations.ts";
import { accessOf, ACCOUNT_TAG } from "./account.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { Type } from "../../ask/type.ts";
import type { Sources } from "../../ask/sources.ts";
import type { ProblemError } from "../../problem.ts";

/** Parts of the pages that the links of mails lead to. */

const CODE_PATTERN = "^[A-Za-z0-9_-]{43}$";

const CODE = Type.String({
  pattern: CODE_PATTERN,
  maxLength: 43,
  description: "The code in the link of the mail.",
  examples: ["0".repeat(43)],
});

/** Finds a code that was cut off, or to which something was added. */
function checkCode(_sources: Sources, { code }: { readonly code?: string }): ProblemError[] {
  if (code === undefined || new RegExp(CODE_PATTERN, "u").test(code)) return [];
  const detail = `\`code\` has ${code.length} characters; expected 43 letters, digits, \`-\` or \`_\`. Copy the whole link.`;
  return [{ parameter: "code", detail }];
}

/** Parts that the operation of the page with the button shares with that of the button. */
const MAIL_LINK = {
  tag: ACCOUNT_TAG,
  parameters: { path: Type.Object({}), query: describeParameters({ code: CODE }) },
  form: { kind: "text", mediaType: "text/html; charset=utf-8", description: "A page for a person." },
  problems: ["insecure_transport", "rate_limited"],
  dependsOn: "service",
  admission: "confirmation",
  isUndocumented: true,
  check: checkCode,
} as const;

/** Writes a page without styles and scripts; `content` is markup. */
function writeMailPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

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
