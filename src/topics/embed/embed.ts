import { dayInWords } from "../../ask/grammar.ts";
import { marked } from "../../ask/mark.ts";
import type { Page, ProblemPage } from "../../ask/page.ts";
import { type Redirect, type SiteRequest, openSiteRequest } from "../../html/define-page.ts";
import { accentPath, renderLogo } from "../../html/branding-links.ts";
import { chartPatterns } from "../../html/charts/band-patterns.ts";
import { HTML_TYPE } from "../../html/frame.ts";
import { type Html, formatSentence, html, sentence } from "../../html/html.ts";
import type { EmbedHeight } from "./embed-snippet.ts";
import { embedTexts as texts } from "./texts.ts";
import { frameTexts } from "../../html/texts/frame.ts";
import { rootOf } from "../../ask/urls.ts";

/** A part of a page that other sites show in a frame. */
export interface Embed {
  /** Path template: `/embed/countries/{slug}`. */
  readonly path: string;
  /** Path template of its page, with the same placeholders. */
  readonly page: string;
  /** The parameters of the page that it also accepts, besides the release. */
  readonly query: readonly string[];
  /** Throws the `Problem` of a question that it asks. */
  readonly render: (siteRequest: SiteRequest) => Promise<EmbedContent | Redirect>;
}

/** The content of the frame. */
export interface EmbedContent {
  /** The subject, whatever the release: `France`. */
  readonly subject: string;
  /** The finding, or the name of a company. */
  readonly title: string;
  readonly main: Html;
  /** The number of things that the figures count, in words. */
  readonly count: string;
  /** The URL of the page with everything else. */
  readonly href: string;
  readonly height: EmbedHeight;
  /** Files of `assets/` that it needs besides those of all embeds. */
  readonly styles?: readonly string[];
}

/** Every site may show it in a frame; it loads its styles and the logo, and nothing else. */
const EMBED_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/** Parts that the response of an embed shares with that of a problem in its place. */
export const EMBED_FORM = { mediaType: HTML_TYPE, contentSecurityPolicy: EMBED_POLICY } as const;

/** Builds the page that answers in the frame. */
export function buildEmbedPage({ path, query: parameters, render }: Embed): Page {
  return {
    path,
    ...EMBED_FORM,
    dependsOn: "release",
    isForOthers: true,
    parameters: () => [...parameters, "theme"],
    async answer(request) {
      const siteRequest = await openSiteRequest(request);
      const content = await render(siteRequest);
      if ("redirectTo" in content) {
        const query = { theme: siteRequest.query.get("theme"), ...content.query };
        return { kind: "redirect", location: siteRequest.api(content.redirectTo, query) };
      }
      return { kind: "text", text: renderEmbed(siteRequest, content).toString() };
    },
  };
}

function renderEmbed(siteRequest: SiteRequest, { title, main, count, href, styles = [] }: EmbedContent): Html {
  const { dataset, branding, chosenRelease, releaseStatus } = siteRequest;
  const root = rootOf(siteRequest);
  // An article that is always light may ask for a frame that is also light.
  const isLight = siteRequest.query.get("theme") === "light";
  const logos = isLight ? { ...branding.logos, dark: null } : branding.logos;
  const { title: name, publisher, release, published_at: at, notice, mark } = dataset.meta;
  const body = html`<main>
${chosenRelease !== null && releaseStatus !== "current" && html`<p class="foot">${texts.notCurrent(dayInWords(at))}</p>\n`}<h1>${sentence(marked(title, mark))}</h1>
${main}
</main>
<footer>
${notice !== null && html`<p class="notice">${notice}</p>\n`}${renderLogo({ ...branding, logos }, { root, release, publisher })}<p>${count} ${frameTexts.release(release)}. ${texts.source} <a href="${href}" target="_blank" rel="noopener">${texts.sourceLink(name, publisher)}</a></p>
</footer>
${chartPatterns(dataset.bands)}`;
  return renderSmallPage(body, { title: marked(title, mark), root, accent: branding.accent, isLight, styles });
}

/** Renders a page without header and navigation, for a frame. */
export function renderSmallPage(
  body: Html,
  {
    title,
    root,
    accent,
    isLight = false,
    styles = [],
  }: {
    readonly title: string;
    readonly root: string;
    readonly accent: string | null;
    readonly isLight?: boolean;
    readonly styles?: readonly string[];
  },
): Html {
  const sheets = ["frame.css", "data.css", ...styles, "embed.css"].map((style) => `/assets/${style}`);
  if (accent !== null) sheets.push(accentPath(accent));
  const links = sheets.map((sheet) => html`<link rel="stylesheet" href="${root}${sheet}">\n`);
  return html`<!doctype html>
<html lang="${frameTexts.language}"${isLight && html` class="light"`}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${isLight ? "light" : "light dark"}">
<meta name="robots" content="noindex">
${links}</head>
<body class="embed">
${body}
</body>
</html>
`;
}

/** The content of the frame of an embed that cannot be shown. */
export const EMBED_PROBLEM: ProblemPage = {
  under: "/embed/",
  ...EMBED_FORM,
  text(problem, sources) {
    const root = rootOf(sources);
    const body = html`<main>
<h1>${texts.problem}</h1>
<p>${formatSentence(problem.detail)} <a href="${root}/" target="_blank" rel="noopener">${texts.problemLink}</a></p>
</main>`;
    return Promise.resolve(
      renderSmallPage(body, { title: texts.problem, root, accent: sources.branding.accent }).toString(),
    );
  },
};
