import { repliedInShort, REPLY_IN_SHORT, replyStatusIn } from "./words-of-replies.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { externalLink, section } from "../../html/components.ts";
import { replyTexts as texts } from "./texts-replies.ts";
import type { Company } from "../subject/subjects.ts";

/** Maximum length of an unfolded text, so that the figures stay in sight. */
const CHARACTERS_SHOWN = 600;

/** Renders the replies of a company to its judgements; nothing if it was not asked. */
export function renderReplies(request: SiteRequest, { replies }: Company): Child {
  if (replies.length === 0) return null;
  return section(
    { id: "replies", heading: texts.title, className: "replies" },
    html`${replies.map(renderReply)}${request.mode === "live" && html`<p class="foot"><a href="${request.href("/docs/lists", { release: undefined })}#replies">${texts.about}</a></p>`}`,
  );
}

function renderReply({ summary, text, url }: Company["replies"][number]): Html {
  const source = url !== null && html` ${texts.source} ${externalLink(url)}.`;
  return html`<p class="detail">${summary}${source}</p>
${text !== null && renderText(text)}`;
}

/** Renders a text of somebody else, in any writing direction. */
function renderText(text: string): Html {
  const quote = html`<blockquote dir="auto">${text}</blockquote>\n`;
  if (text.length <= CHARACTERS_SHOWN) return html`<p class="sub">${texts.ownWords}</p>\n${quote}`;
  return html`<details><summary>${texts.wholeText(text.length)}</summary>
${quote}</details>\n`;
}

/** Renders the status beside the band of a judgement, linked to the reply. */
export function replyToJudgement(status: string | null): Child {
  const known = replyStatusIn(status);
  return known !== null && html` <small class="replied"><a href="#replies">${REPLY_IN_SHORT[known]}</a></small>`;
}

/** Renders the mark of a company that answered, beside its name. */
export function replyMark(status: string | null): Child {
  const replied = repliedInShort(status);
  return replied !== null && html` <small class="replied">${replied}</small>`;
}
