import { darkAccentOf, findAccentFault } from "../../branding/accent.ts";
import { type ColourMode, LOGO_TYPES, type LogoExtension } from "../../branding/branding.ts";
import type { Page } from "../../ask/page.ts";
import { Problem } from "../../problem.ts";
import { ACCENT_PATH, LOGO_NAMES } from "../../html/branding-links.ts";

/**
 * The style sheet of an accent. Its path names the colour, so that it is the same for every release
 * and needs no other word of the publisher.
 */
const ACCENT_STYLE: Page = {
  path: `${ACCENT_PATH}/{file}`,
  mediaType: "text/css; charset=utf-8",
  contentSecurityPolicy: "default-src 'none'",
  dependsOn: "release",
  answer({ path: { file = "" } }) {
    const [, digits] = /^([\da-f]{6})\.css$/u.exec(file) ?? [];
    const accent = `#${digits}`;
    if (digits === undefined || findAccentFault(accent) !== null)
      throw new Problem(
        "not_found",
        "There is no style sheet of this name: no accent that can be read on white has it.",
      );
    return Promise.resolve({ kind: "text", text: styleOf(accent) });
  },
};

function styleOf(accent: string): string {
  return `/* The accent of the publisher: links, buttons and outlines. Data have colours of their own. */
@media screen {
  :root {
    --accent: ${accent};
  }
}
@media screen and (prefers-color-scheme: dark) {
  :root:not(.light) {
    --accent: ${darkAccentOf(accent)};
  }
}
`;
}

/**
 * A drawing by strangers runs nothing, loads nothing, and stands in no frame. Its colours may
 * stand in styles.
 */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** Returns the page of a logo of a release, which never changes. */
function logoFile(mode: ColourMode, extension: LogoExtension): Page {
  return {
    path: `/releases/{release}/${LOGO_NAMES[mode]}.${extension}`,
    mediaType: LOGO_TYPES[extension],
    contentSecurityPolicy: LOGO_POLICY,
    dependsOn: "release",
    releaseIn: "release",
    answer({ branding, path, chosenRelease }) {
      const logo = branding.logos[mode];
      if (logo?.extension !== extension) throw new Problem("not_found", "The release has no such logo.");
      const bytes = logo.read();
      const isPinned = path["release"] === chosenRelease;
      return Promise.resolve(
        extension === "svg" ? { kind: "text", text: bytes.toString(), isPinned } : { kind: "picture", bytes, isPinned },
      );
    },
  };
}

/** The publisher's files that pages load. */
export const BRANDING_FILES: readonly Page[] = [
  ACCENT_STYLE,
  ...(["light", "dark"] as const).flatMap((mode) => [logoFile(mode, "svg"), logoFile(mode, "png")]),
];
