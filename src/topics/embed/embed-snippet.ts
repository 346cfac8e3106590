import type { SiteRequest } from "../../html/site-request.ts";
import { type Html, html } from "../../html/html.ts";
import { embedTexts as texts } from "./texts.ts";
import { drawnOf } from "../../html/charts/ranked-bars.ts";
import type { Ranking } from "../ranking/finding.ts";

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

/**
 * The height of the frame of an embed, in CSS pixels: enough for its content in a column of 320
 * pixels and in one of 720, where text has fewer lines. A long notice of the publisher needs more.
 */
export interface EmbedHeight {
  readonly narrow: number;
  readonly wide: number;
}

const [NARROW, WIDE] = [320, 720];

/** The heights of the frames that do not depend on their content. */
export const EMBED_HEIGHTS = {
  country: { narrow: 570, wide: 390 },
  company: { narrow: 550, wide: 420 },
  map: { narrow: 650, wide: 650 },
  /** The height of a comparison of so many countries: a pair has a summary in place of notes. */
  comparison: (countries: number): EmbedHeight =>
    countries === 2 ? { narrow: 640, wide: 470 } : { narrow: 465 + 108 * countries, wide: 318 + 107 * countries },
} as const;

/** The sizes of the single bar that an embed is about. */
export const EMBED_BAR = { height: 60, narrowest: 240 } as const;

/** Returns the height of a ranking: a line for each bar and group, and less for a name. */
export function rankingHeight({ items }: Pick<Ranking, "items">): EmbedHeight {
  const ranked = items.filter(({ rank }) => rank !== null);
  const groups = [...Map.groupBy(ranked, ({ median_level: level }) => level).values()];
  const bars = groups.reduce((sum, own) => sum + drawnOf(own.length, ranked.length), 0);
  const [heads, names] = [groups.length, items.length - bars];
  return { narrow: 560 + 30 * bars + 38 * heads + 8 * names, wide: 340 + 21 * bars + 30 * heads + 3 * names };
}

export function heightAt({ narrow, wide }: EmbedHeight, width: number): number {
  const share = (Math.min(Math.max(width, NARROW), WIDE) - NARROW) / (WIDE - NARROW);
  return Math.round(narrow - share * (narrow - wide));
}

/**
 * Returns the height as a style for any width: that of the column, where a `size container` is
 * around it (CSS Containment 3).
 */
function heightStyle({ narrow, wide }: EmbedHeight): string {
  if (narrow === wide) return `height:${narrow}px`;
  const slope = (narrow - wide) / (WIDE - NARROW);
  return `height:clamp(${wide}px,calc(${Math.ceil(narrow + slope * NARROW)}px - ${Number((100 * slope).toFixed(2))}cqw),${narrow}px)`;
}
