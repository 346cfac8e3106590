import { type Html, html, join } from "../html.ts";
import { SANS } from "./font.ts";
import { onOneLine, shorten } from "./legible.ts";

/** One field of a badge. */
export interface BadgeField {
  readonly text: string;
  readonly fill: string;
  readonly ink: string;
}

const HEIGHT = 20;
const FONT_SIZE = 11;
const PADDING = 6;

/** Maximum width of a text; longer ones are cut. */
const TEXT_WIDTH_MAX = 260;

/** Verdana and DejaVu Sans are wider than the font that texts are measured in. */
const WIDENING = 1.1;

/**
 * Draws a badge: fields beside each other, as wide as their texts. Texts have the width that was
 * reckoned with, whatever font draws them. `title` says all of it in words.
 */
export function drawBadge(fields: readonly BadgeField[], title: string): Html {
  let end = 0;
  const drawn = fields.map(({ text, fill, ink }) => {
    const shown = shorten(onOneLine(text), SANS, FONT_SIZE, TEXT_WIDTH_MAX);
    const length = Math.ceil(SANS.widthOf(shown, FONT_SIZE) * WIDENING);
    const start = end;
    end += length + PADDING + PADDING;
    return html`<rect x="${start}" width="${end - start}" height="${HEIGHT}" fill="${fill}"/><text x="${start + PADDING}" y="14" fill="${ink}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${shown}</text>`;
  });
  const words = onOneLine(title);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${end}" height="${HEIGHT}" viewBox="0 0 ${end} ${HEIGHT}" role="img" aria-label="${words}"><title>${words}</title><g font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${FONT_SIZE}">${join(drawn, "")}</g></svg>
`;
}
