import type { TextName } from "../../branding/branding.ts";
import type { Page } from "../../ask/page.ts";
import { licenceName } from "../../ask/describe.ts";
import { licencePage } from "../download/downloads.ts";
import { dayInWords } from "../../ask/grammar.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Html, html, sentence } from "../../html/html.ts";
import { facts } from "../../html/components.ts";
import { renderPublisherText } from "../../html/render-text.ts";
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

/**
 * The English texts of the pages of the publisher where it has written none: facts about the
 * data and the program, and no promises.
 */
const texts = {
  about: {
    title: "About",
    description: (publisher: string, title: string): string => `Who publishes ${title}: ${publisher}.`,
    unwritten: (publisher: string): string =>
      `${publisher} judges companies and publishes the judgements here. It has not written a text about itself.`,
    bands:
      "The band of a country, a sector or a company is the median of the judgements below it. Only the order of bands has meaning, and nothing is averaged.",
    methodology: "How bands come about",
    facts: "The publisher and the data",
    publisher: "Publisher",
    homepage: "Homepage",
    noHomepage: "None is given",
    dataset: "Dataset",
    year: (title: string, year: number): string => `${title}, ${year}`,
    release: "Release",
    releaseOf: (day: string): string => `published on ${day}`,
    licence: "Licence",
    notice: "Notice",
    citation: "To be cited as",
  },
  privacy: {
    title: "Privacy",
    description: (publisher: string): string => `What this site, published by ${publisher}, records about visitors.`,
    unwritten: (publisher: string): string =>
      `This is what the program behind this site records. What a proxy or a host in front of it records only ${publisher} can say.`,
    sections: [
      {
        id: "pages",
        heading: "When you read pages",
        items: [
          "No cookies are set, nothing is loaded from other hosts, and visitors are not measured.",
          "Pages are counted for each client address, so that nobody can use up the site: under a keyed hash of the address, whose secret and counts are erased at the end of the UTC day. Connections are counted while they are open, in memory alone.",
          "A key that you enter on a page stays in the tab of your browser and is gone when you close it.",
        ],
      },
      {
        id: "requests",
        heading: "When you ask the API without a key",
        items: [
          "Requests are counted for each client address and endpoint, for the rate limits. A keyed hash of the address is stored, not the address. Its secret and the counts are erased at the end of the UTC day.",
        ],
      },
      {
        id: "keys",
        heading: "When you have a key",
        items: [
          "Stored are the e-mail address and the use case you gave, whether the address is confirmed, the SHA-256 and the first 16 characters of the key, the SHA-256 of a code while a mail waits to be confirmed, and how often it asked which endpoint: by minute for a day, then as a sum.",
          "For each of your webhooks, its URL, events, countries and secret are stored, and up to 100 deliveries of 30 days.",
        ],
      },
      {
        id: "sent",
        heading: "What you send",
        items: [
          "Searches, coordinates, claims and lists of companies are answered, not stored. Answers, except those to lists of companies, may stay in memory to serve the same request again. They do not record who asked.",
          "Errors are logged. The publisher can turn on a line for each request, with its method, path, status and duration. No line holds a client address, a header, a query or a key.",
        ],
      },
    ],
    rights: "Your own data",
    rightsNote: "With your key you can export and erase what is stored about you, without asking anybody:",
    rightsLink: "Replace, revoke, export, erase",
  },
  terms: {
    title: "Terms",
    description: (publisher: string): string => `Under which terms ${publisher} publishes these data.`,
    unwritten: (publisher: string): string =>
      `${publisher} has not written terms of use for this site. This is what is known about using the data.`,
    licence: "Licence",
    licenceNote: "The data are published under",
    licenceSays: "That text says what you may do with them.",
    citing: "Citing",
    citingNote: "The publisher asks to be cited like this, with the release:",
    notice: "Notice",
    noticeNote: "The publisher adds to all data:",
    limits: "Limits",
    limitsNote: "Anybody can ask the API, a limited number of times in an hour and a day:",
    limitsLink: "Rate limits",
    borders: "Borders",
    bordersNote:
      "Maps and reverse geocoding are made from data of OpenStreetMap contributors, under a licence of their own:",
    bordersLink: "Copyright and licence of OpenStreetMap",
  },
} as const;
