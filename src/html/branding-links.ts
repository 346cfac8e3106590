import {
  type ColourMode,
  LOGO_TYPES,
  type PublishedBranding,
  type PublishedLogo,
  type Size,
} from "../branding/branding.ts";
import { type Html, html } from "./html.ts";
import { PAGES, urlTo } from "../ask/urls.ts";

/** The folder of the style sheets that set the accent, one for each colour. */
export const ACCENT_PATH = "/assets/accent";

/** Returns the path of the style sheet of an accent. */
export function accentPath(accent: string): string {
  return `${ACCENT_PATH}/${accent.slice(1)}.css`;
}

/** Names of the logos' files without extension, within the path of their release. */
export const LOGO_NAMES: Readonly<Record<ColourMode, string>> = { light: "logo", dark: "logo-dark" };

/** The location of logos, and their owner. */
export interface LogoPlace {
  readonly root: string;
  readonly release: string;
  readonly publisher: string;
}

/** Maximum size of a logo in the header, in pixels. */
const HEADER_BOX: Size = { width: 200, height: 40 };

/**
 * Renders the logo in the header, with the one for dark pages. Without that one, it stands on white
 * there: it was drawn for a light page.
 */
export function renderLogo({ logos: { light, dark } }: PublishedBranding, place: LogoPlace): Html | null {
  if (light === null) return null;
  const { width, height } = fit(light);
  const alone = dark === null && html` class="on-white"`;
  const image = html`<img${alone} src="${pathOf("light", light, place)}" alt="${place.publisher}" width="${width}" height="${height}">`;
  if (dark === null) return image;
  const inDark = fit(dark);
  return html`<picture><source srcset="${pathOf("dark", dark, place)}" type="${LOGO_TYPES[dark.extension]}" media="screen and (prefers-color-scheme: dark)" width="${inDark.width}" height="${inDark.height}">${image}</picture>`;
}

function pathOf(mode: ColourMode, { extension }: PublishedLogo, { root, release }: LogoPlace): string {
  return `${root}${urlTo(PAGES.release, { id: release })}/${LOGO_NAMES[mode]}.${extension}`;
}

/** Scales a logo until it fills the height or the width of its room. */
function fit({ width, height }: Size): Size {
  const scale = Math.min(HEADER_BOX.width / width, HEADER_BOX.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
