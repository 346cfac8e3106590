import { repliedInShort, REPLY_IN_SHORT, replyStatusIn } from "./words-of-replies.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { externalLink } from "../../html/external-link.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { replyTexts as texts } from "./texts-replies.ts";
import type { Company } from "./page-finding.ts";

/** A longer text is folded, so that the figures stay in sight. */
const CHARACTERS_SHOWN = 600;

/** What the company says to its judgements; nothing where it was not asked. */
export function renderReplies(request: SiteRequest, { replies }: Company): Child {
  if (replies.length === 0) return null;
  return section(
    { id: "replies", heading: texts.title, className: "replies" },
    html`${replies.map(renderReply)}<p class="foot"><a href="${request.href("/docs/right-of-reply", { release: undefined })}">${texts.about}</a></p>`,
  );
}

function renderReply({ summary, text, url }: Company["replies"][number]): Html {
  const source = url !== null && html` ${texts.source} ${externalLink(url)}.`;
  return html`<p class="detail">${summary}${source}</p>
${text !== null && renderText(text)}`;
}

/** Words of somebody else, in whatever direction they are written. */
function renderText(text: string): Html {
  const quote = html`<blockquote dir="auto">${text}</blockquote>\n`;
  if (text.length <= CHARACTERS_SHOWN) return html`<p class="sub">${texts.ownWords}</p>\n${quote}`;
  return html`<details><summary>${texts.wholeText(text.length)}</summary>
${quote}</details>\n`;
}

/** The status beside the band of a judgement, which leads to the reply. */
export function replyToJudgement(status: string | null): Child {
  const known = replyStatusIn(status);
  return known !== null && html` <small class="replied"><a href="#replies">${REPLY_IN_SHORT[known]}</a></small>`;
}

/** The mark of a company that answered, beside its name. */
export function replyMark(status: string | null): Child {
  const replied = repliedInShort(status);
  return replied !== null && html` <small class="replied">${replied}</small>`;
}
