import { Type } from "../../ask/type.ts";
import { ACCOUNT_TAG } from "./account.ts";
import { describeParameters } from "../../ask/operation.ts";
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
export const MAIL_LINK = {
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
export function writeMailPage(title: string, content: string): string {
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
