import { licenceName } from "../../ask/describe.ts";
import { marked } from "../../ask/mark.ts";
import { HATCH, bandPatterns } from "../charts/band-patterns.ts";
import type { SiteRequest } from "../define-page.ts";
import type { Dataset } from "../frame.ts";
import { type Html, html, raw } from "../html.ts";
import { pictureTexts as texts } from "../../topics/picture/texts.ts";
import { type Font, SANS, SERIF } from "./font.ts";
import { isLegible, legible, onOneLine, shorten, wrap } from "./legible.ts";
import { SHARE_HEIGHT, SHARE_WIDTH } from "../link-preview.ts";

/** Pictures that other sites and chats show of a link (ogp.me): one size, always light. */

/** The margin between the edge and everything else. */
export const MARGIN = 60;
export const INNER_WIDTH = SHARE_WIDTH - MARGIN - MARGIN;

export const INK = "#17212b";
export const SOFT = "#586571";

/**
 * The lines and colours that pages have in `data.css`, without custom properties and
 * selectors that the library does not know.
 */
const STYLE = `.frame{stroke:#7c8994}.tick{fill:#17212b}.hairline,.hatch-paper{fill:#fff}.hatch-line{fill:#a9b4bd}.world-map path,.world-map circle{stroke:#fff;stroke-width:1.2}.world-map .banded path,.world-map .banded circle{stroke:#7c8994}.world-map .unlisted{fill:#e4e8e6}.world-map .stripe{stroke:#fff;stroke-width:2.5}.world-map .leader{stroke:#586571}.world-map .reach,.world-map .small{display:none}`;

/** Draws a line of text, with its baseline at `y`. */
export function textLine(text: string, x: number, y: number, size: number, look: TextLook = {}): Html {
  const { font = SANS, colour = INK, anchor = "start" } = look;
  return html`<text x="${x}" y="${y}" font-family="${font.family}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${text}</text>`;
}

interface TextLook {
  readonly font?: Font;
  readonly colour?: string;
  readonly anchor?: "start" | "end";
}

/** Draws a line of text in the colour for everything that is not data. */
export function softLine(text: string, x: number, y: number, size: number, anchor: "start" | "end" = "start"): Html {
  return textLine(text, x, y, size, { colour: SOFT, anchor });
}

/** The content of a picture. */
export interface SharedFinding {
  readonly headline: string;
  /** The path of its page. */
  readonly address: string;
  /** Draws the chart between these heights. */
  readonly chart: (top: number, bottom: number) => Html;
  /** The height of the chart; by default the room in a picture of a link. */
  readonly chartHeight?: number;
}

/**
 * Returns the words of the publisher as far as the fonts have letters for them. Others are left out
 * or replaced: a band is the second of five, a title is missing.
 */
export function legibleDataset({ dataset, baseUrl }: Pick<SiteRequest, "dataset" | "baseUrl">): Dataset {
  const { host } = new URL(baseUrl);
  const { meta, bands, pillars } = dataset;
  const own = bands.map((band) => ({ ...band, label: legible(band.label, texts.nthBand(band.level, bands.length)) }));
  return {
    ...dataset,
    meta: {
      ...meta,
      title: isLegible(meta.title) ? legible(meta.title) : "",
      publisher: isLegible(meta.publisher) ? legible(meta.publisher) : "",
      mark: meta.mark === null ? null : legible(meta.mark, texts.unreadableMark),
      notice: meta.notice === null ? null : legible(meta.notice, texts.unreadableNotice(host)),
    },
    scale: { ...dataset.scale, bands: own },
    bands: own,
    pillars: pillars.map((pillar, index) => ({ ...pillar, label: legible(pillar.label, texts.nthPillar(index + 1)) })),
  };
}

/** Returns true if words of the publisher are missing from a picture. */
function leavesOut({ meta, bands }: Dataset, shown: Dataset): boolean {
  return (
    shown.meta.title === "" ||
    bands.some(({ label }, index) => onOneLine(label) !== shown.bands[index]?.label) ||
    (meta.publisher !== "" && shown.meta.publisher === "")
  );
}

const NOTICE_SIZE = 22;
const NOTICE_LEADING = 30;

/** Draws the picture as an SVG document; `dataset` has legible words. */
export function drawShare(
  { headline, address, chart, chartHeight }: SharedFinding,
  dataset: Dataset,
  { baseUrl, branding, dataset: published }: Pick<SiteRequest, "baseUrl" | "branding" | "dataset">,
): string {
  const { title, publisher, release, notice, mark } = dataset.meta;
  const { size, lines } = fitHeadline(marked(headline, mark));
  const leading = size + 8;
  const missing = leavesOut(published, dataset) ? [texts.leftOut] : [];
  const notices = [...(notice === null ? [] : [notice]), ...missing];
  const warning = notices.flatMap((text) => wrap(text, SANS, NOTICE_SIZE, INNER_WIDTH, 2)).slice(0, 3);
  const strip = warning.length === 0 ? 0 : NOTICE_LEADING * warning.length + 18;
  const top = 96 + leading * lines.length;
  const height = chartHeight === undefined ? SHARE_HEIGHT : Math.ceil(top + chartHeight + 86 + strip);
  const foot = height - 30;
  const path = legible(decodeURI(address), address);
  const { host, hostname } = new URL(baseUrl);
  // A service that nobody else can reach has no address to print.
  const shownAddress = hostname === "localhost" ? path : `${host}${path}`;
  const licence = chartHeight === undefined ? "" : licenceName(dataset.meta.license);
  const source = [publisher, texts.release(release), licence, shownAddress].filter((part) => part !== "").join(". ");
  const body = html`<rect width="100%" height="100%" fill="#fff"/>
${branding.accent !== null && html`<rect width="100%" height="12" fill="${branding.accent}"/>\n`}${softLine(shorten(title, SANS, 24, INNER_WIDTH), MARGIN, 62, 24)}
${lines.map((line, index) => textLine(line, MARGIN, 66 + leading + index * leading, size, { font: SERIF }))}
${chart(top, foot - 56 - strip)}
<rect x="0" y="${foot - 36 - strip}" width="${SHARE_WIDTH}" height="${strip}" fill="#fff6d8"/>
${warning.map((line, index) => textLine(line, MARGIN, foot - 6 - strip + NOTICE_LEADING * index, NOTICE_SIZE, { colour: "#3f3410" }))}
${softLine(shorten(source, SANS, 20, INNER_WIDTH), MARGIN, foot, 20)}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${height}" viewBox="0 0 ${SHARE_WIDTH} ${height}">
<style>${raw(STYLE)}</style>
<defs>${HATCH}${bandPatterns(dataset.bands)}</defs>
${body}
</svg>`.toString();
}

/** Sets a headline in the largest size that fits; only the smallest one is cut. */
function fitHeadline(headline: string): { readonly size: number; readonly lines: readonly string[] } {
  const tried = HEADLINES.map(([size, linesMax]) => {
    return { size, lines: wrap(headline, SERIF, size, INNER_WIDTH, linesMax) };
  });
  const whole = tried.find(({ lines }) => lines.join(" ") === headline);
  return whole ?? { size: SMALLEST, lines: wrap(headline, SERIF, SMALLEST, INNER_WIDTH, 3) };
}

/** Sizes of headlines, each with its maximum number of lines. */
const HEADLINES = [
  [60, 1],
  [50, 2],
] as const;
const SMALLEST = 40;
