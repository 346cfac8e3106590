import type { TextName } from "../../branding/branding.ts";
import type { Page } from "../../ask/page.ts";
import { licenceName } from "../../ask/describe.ts";
import { licencePage } from "../download/downloads.ts";
import { dayInWords } from "../../ask/grammar.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Html, html, sentence } from "../../html/html.ts";
import { facts } from "../../html/components.ts";
import { renderPublisherText } from "../../html/render-text.ts";
import { publisherTexts as texts } from "./texts.ts";
import { PAGES, linksOf } from "../../ask/urls.ts";

/** The publisher's own text about itself, if any; the known facts always follow. */
const ABOUT_PAGE = definePublisherPage({
  name: "about",
  describe: ({ dataset: { meta } }) => texts.about.description(meta.publisher, meta.title),
  renderUnwritten: (request) => html`<p>${sentence(texts.about.unwritten(request.dataset.meta.publisher))}</p>
<p>${texts.about.bands} <a href="${request.href("/docs/methodology")}">${texts.about.methodology}</a></p>`,
  renderAlways: renderFacts,
});

/** The publisher's privacy notice, or else a description of the records of the program. */
const PRIVACY_PAGE = definePublisherPage({
  name: "privacy",
  describe: ({ dataset: { meta } }) => texts.privacy.description(meta.publisher),
  renderUnwritten: renderPrivacy,
});

/** The publisher's terms, or else the known facts about using the data. */
const TERMS_PAGE = definePublisherPage({
  name: "terms",
  describe: ({ dataset: { meta } }) => texts.terms.description(meta.publisher),
  renderUnwritten: renderTerms,
});

/** The pages whose texts a publisher can write. */
export const PUBLISHER_PAGES: readonly Page[] = [ABOUT_PAGE, PRIVACY_PAGE, TERMS_PAGE];

interface PublisherPage {
  readonly name: TextName;
  readonly describe: (request: SiteRequest) => string;
  /** Renders the content of the page if the publisher has written none. */
  readonly renderUnwritten: (request: SiteRequest) => Html;
  /** Renders the part that follows in any case. */
  readonly renderAlways?: (request: SiteRequest) => Html;
}

function definePublisherPage({ name, describe, renderUnwritten, renderAlways }: PublisherPage): Page {
  return definePage({
    path: `/${name}`,
    section: null,
    async render(request) {
      const { title } = texts[name];
      const written = request.branding.text(name);
      const text = written === null ? null : await renderPublisherText(written, linksOf(request));
      const main = html`<div class="text">
${text?.hasTitle !== true && html`<h1>${title}</h1>\n`}${text?.main ?? renderUnwritten(request)}
${renderAlways?.(request)}</div>`;
      return { title, description: describe(request), main, styles: ["tools.css"] };
    },
  });
}

function renderFacts(request: SiteRequest): Html {
  const { about } = texts;
  const { meta } = request.dataset;
  const { publisher, homepage, title, year, release, license, notice, citation } = meta;
  const releaseUrl = request.href(PAGES.release, { id: release, release: undefined });
  const known = facts(
    [
      [about.publisher, publisher],
      [about.homepage, homepage === null ? about.noHomepage : html`<a href="${homepage}">${homepage}</a>`],
      [about.dataset, sentence(about.year(title, year))],
      [about.release, html`<a href="${releaseUrl}">${release}</a>, ${about.releaseOf(dayInWords(meta.published_at))}`],
      [about.licence, html`<a href="${licencePage(license)}" rel="license">${licenceName(license)}</a>`],
      notice !== null && [about.notice, notice],
      [about.citation, sentence(citation)],
    ],
    "terms",
  );
  return html`<h2 id="facts">${about.facts}</h2>
${known}
`;
}

function renderPrivacy(request: SiteRequest): Html {
  const { privacy } = texts;
  const sections = privacy.sections.map(
    ({ id, heading, items }) => html`<h2 id="${id}">${heading}</h2>
<ul>
${items.map((item) => html`<li>${item}</li>\n`)}</ul>
`,
  );
  return html`<p>${sentence(privacy.unwritten(request.dataset.meta.publisher))}</p>
${sections}${request.mode === "live" && html`<h2 id="rights">${privacy.rights}</h2>\n<p>${privacy.rightsNote} <a href="${request.href("/docs/errors-and-limits")}#replace-revoke-export-erase">${privacy.rightsLink}</a></p>`}`;
}

function renderTerms(request: SiteRequest): Html {
  const { terms } = texts;
  const { publisher, license, citation, notice } = request.dataset.meta;
  const licence = html`<a href="${licencePage(license)}" rel="license">${licenceName(license)}</a>`;
  const noticed = notice !== null && html`<h2 id="notice">${terms.notice}</h2>\n<p>${terms.noticeNote} ${notice}</p>\n`;
  return html`<p>${sentence(terms.unwritten(publisher))}</p>
<h2 id="licence">${terms.licence}</h2>
<p>${terms.licenceNote} ${licence}. ${terms.licenceSays}</p>
<h2 id="citing">${terms.citing}</h2>
<p>${terms.citingNote}</p>
<p>${sentence(citation)}</p>
${noticed}${request.mode === "live" && html`<h2 id="limits">${terms.limits}</h2>\n<p>${terms.limitsNote} <a href="${request.href("/docs/errors-and-limits")}#rate-limits">${terms.limitsLink}</a></p>\n`}<h2 id="borders">${terms.borders}</h2>
<p>${terms.bordersNote} <a href="https://www.openstreetmap.org/copyright">${terms.bordersLink}</a></p>`;
}
