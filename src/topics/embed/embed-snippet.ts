import type { SiteRequest } from "../../html/site-request.ts";
import { type Html, html } from "../../html/html.ts";
import { type EmbedHeight, heightStyle } from "./embed-heights.ts";
import { embedTexts as texts } from "./texts.ts";

/** A frame that a page offers. */
interface OfferedFrame {
  /** The path of the embed, and the members of its query besides the release. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The subject of the frame, whatever the release. */
  readonly subject: string;
  readonly height: EmbedHeight;
}

/** Returns the markup of a frame, for the source of another site that knows its width. */
export function frameMarkup(src: string, title: string, width: string, height: number): Html {
  return html`<iframe src="${src}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:800px"></iframe>`;
}

/**
 * Returns the markup for a column of any width. Its height follows the width without a script;
 * where a site leaves styles out, it is that for a narrow column.
 */
function columnMarkup(src: string, title: string, height: EmbedHeight): Html {
  return html`<div style="container-type:inline-size;max-width:800px"><iframe src="${src}" title="${title}" width="100%" height="${height.narrow}" loading="lazy" style="border:0;${heightStyle(height)}"></iframe></div>`;
}

/** Renders the markup of a frame for people to copy, pinned to the release or following. */
export function renderFrames(request: SiteRequest, { path, query = {}, subject, height }: OfferedFrame): Html {
  const { title, release } = request.dataset.meta;
  const markup = (own: { readonly release: string | undefined }): string => {
    const src = request.baseUrl + request.api(path, { ...query, ...own });
    return columnMarkup(src, texts.frameTitle(subject, title), height).toString();
  };
  const choice = (id: string, name: string, note: string, text: string): Html =>
    html`<div>
<label for="${id}">${name}</label>
<p class="sub" id="${id}-note">${note}</p>
<textarea id="${id}" rows="5" readonly spellcheck="false" aria-describedby="${id}-note">
${text}</textarea>
<button type="button" class="quiet" data-copy="${id}" hidden>${texts.copy}</button>
</div>
`;
  return html`<div class="frames">
${choice("embed-pinned", texts.pinned, texts.pinnedNote, markup({ release }))}${choice("embed-current", texts.follows, texts.followsNote, markup({ release: undefined }))}</div>
<p class="sub">${texts.note} <a href="${request.href("/docs/embeds")}">${texts.more}</a></p>
`;
}
