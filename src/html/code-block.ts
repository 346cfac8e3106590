import { type Child, type Html, html } from "./html.ts";

/** A piece of code or output. */
export interface CodeBlock {
  /** Unique on its page; the button to copy refers to it. */
  readonly id: string;
  readonly text: string;
  /** A request is sent or run, an answer comes back; null is for other code. */
  readonly role: "request" | "answer" | null;
  /** The language, as people call it; null says nothing. */
  readonly language: string | null;
}

/** Renders code with its role, its language and a button that copies it. */
export function renderCode({ id, text, role, language }: CodeBlock): Html {
  const label: Child = role !== null && html`<strong>${texts[role]}</strong> `;
  const kind = role === null ? "code" : `code ${role}`;
  return html`<figure class="${kind}">
<figcaption><span>${label}${language}</span><button type="button" class="quiet" data-copy="${id}" hidden>${texts.copy}</button></figcaption>
<pre tabindex="0"><code id="${id}">${text.trimEnd()}
</code></pre>
</figure>
`;
}

/**
 * Renders a part of a page that scrolls within itself where it is too wide, also by keyboard.
 * `name` is read to those who do not see it; no two on a page may share it.
 */
export function renderScroll(name: string, content: Html): Html {
  return html`<section class="scroll" aria-label="${name}" tabindex="0">
${content}
</section>
`;
}

/**
 * Renders code within a sentence, which may break behind a separator (`/`, `_`, `.`, `,`, `=`, `&`)
 * that a letter follows.
 */
export function inlineCode(text: string): Html {
  const parts = text.split(/(?<=[/_.,=&?])(?=[A-Za-z{])/u);
  return html`<code>${parts.map((part, index) => [index > 0 && html`<wbr>`, part])}</code>`;
}

/** Texts beside pieces of code, in English. */
const texts = {
  copy: "Copy",
  request: "Request",
  answer: "Answer",
} as const;
