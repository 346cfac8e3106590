import { HtmlValidate } from "html-validate/node";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:a11y"],
  rules: {
    "doctype-style": ["error", { style: "lowercase" }],
    "long-title": "off",
    // Only an image says which pixel was clicked.
    "prefer-button": "off",
    // An API key is no password of a person: browsers should not offer to keep it.
    "autocomplete-password": "off",
  },
});

/** What is wrong with markup, as `line: rule: message`. */
export async function faultsIn(markup: string): Promise<string[]> {
  const { results } = await validator.validateString(markup);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
  );
}

/** What a browser accepts of a page or a frame. */
export const BROWSER = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

/** The text of markup, its references read. */
export function textOf(markup: string): string {
  const signs: Readonly<Record<string, string>> = { apos: "'", amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return markup
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll(/&(amp|lt|gt|quot|apos|#39);/gu, (_, name: string) => signs[name] ?? "");
}
