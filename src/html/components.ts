import { type Child, type Html, html } from "./html.ts";

/** Components that pages of several topics are made of. */

/** What a section is called, and how it looks. */
export interface SectionHead {
  /** The anchor of its heading. */
  readonly id: string;
  readonly heading: Child;
  /** A sentence below the heading, in small letters. */
  readonly note?: Child;
  readonly className?: string;
  /** Left out of an export, because it needs the running service. */
  readonly isLive?: boolean;
}

/** A part of a page, which its heading names. */
export function section({ id, heading, note, className, isLive = false }: SectionHead, content: Child): Html {
  const look = [className !== undefined && html` class="${className}"`, isLive && html` data-live`];
  return html`<section aria-labelledby="${id}"${look}>
<h2 id="${id}">${heading}</h2>
${note !== undefined && html`<p class="sub">${note}</p>\n`}${content}
</section>`;
}
