/** The texts that a publisher may write for the site, in the order links show them. */
export const TEXT_NAMES = ["about", "privacy", "terms"] as const;

/** One of these texts; `about.md` is the file of `about`. */
export type TextName = (typeof TEXT_NAMES)[number];

/** Modes of colour that a page is shown in. */
export type ColourMode = "light" | "dark";

/** The media types of logos by the extensions of their files. */
export const LOGO_TYPES = { svg: "image/svg+xml", png: "image/png" } as const;

/** An extension of a logo's file, which says what it is. */
export type LogoExtension = keyof typeof LOGO_TYPES;

/** Width and height, in pixels or in units of an SVG file: only their ratio has meaning. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A logo that was checked. */
export interface Logo extends Size {
  readonly extension: LogoExtension;
  readonly bytes: Uint8Array;
}

/** Branding by a publisher, read and checked. Everything is optional. */
export interface Branding {
  /** Colour of links and buttons on light pages, `#0a5a6a`, or null for that of the program. */
  readonly accent: string | null;
  /** For light pages, and for dark ones if they have no other. */
  readonly logos: Readonly<Record<ColourMode, Logo | null>>;
  /** In Markdown, or null for the text that the program writes. */
  readonly texts: Readonly<Record<TextName, string | null>>;
}

/** A logo as a file of a release. */
export interface PublishedLogo extends Size {
  readonly extension: LogoExtension;
  read(): Buffer;
}

/** Branding of the site by the publisher of a release. */
export interface PublishedBranding {
  /** Colour of links and buttons on light pages, `#0a5a6a`, or null for that of the program. */
  readonly accent: string | null;
  readonly logos: Readonly<Record<ColourMode, PublishedLogo | null>>;
  /** The publisher's text in Markdown, or null where there is none. */
  text(name: TextName): string | null;
}

/** A fault of a file: its line, what was found, what was expected. */
export interface Fault {
  /** From 1, or null where lines have no meaning. */
  readonly line: number | null;
  readonly found: string;
  readonly expected: string;
}

/** A logo may have so many bytes. */
export const LOGO_BYTES_MAX = 64 * 1024;

/** A text may have so many bytes. */
export const TEXT_BYTES_MAX = 32 * 1024;

/** A logo may be at most so many times as wide as high, and so many times as high as wide. */
const RATIO_MAX = { wide: 8, high: 2 };

/** Returns what is wrong with the shape of a logo, or null. */
export function findShapeFault({ width, height }: Size): Fault | null {
  if (width <= RATIO_MAX.wide * height && height <= RATIO_MAX.high * width) return null;
  const expected = `a logo at most ${RATIO_MAX.wide} times as wide as high, and at most ${RATIO_MAX.high} times as high as wide`;
  return { line: null, found: `${width} × ${height}`, expected };
}
