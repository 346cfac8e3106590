import { countryInWords } from "../../ask/grammar.ts";
import { PAGES, READERS_PAGES } from "../../ask/urls.ts";
import { section } from "../../html/components.ts";
import { type Redirect, type SiteRequest, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { field, option, select } from "../../html/form.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { Problem } from "../../problem.ts";
import { followByMail } from "../account/follow-by-mail.ts";
import { hintedField, textOf } from "../account/page-form-fields.ts";
import { getCountry } from "../country/get-country.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { RELEASES_FEED_PATH, countryFeedPath } from "./feed.ts";
import { followTexts as texts } from "./texts-follow.ts";

/** How to be told of all releases, or of one country: by mail, and by a feed, which it explains. */
export const FOLLOW_PAGE = definePage({
  path: READERS_PAGES.follow,
  section: null,
  dependsOn: "releases",
  render: (request) => renderFollow(request, { email: "", isFault: false }),
  form: {
    isExtra: true,
    bytesMax: 16 * 1024,
    async render(request) {
      const email = textOf(request.fields, "email").trim();
      const country = textOf(request.fields, "country") || undefined;
      try {
        const text = JSON.stringify({ email, country });
        await request.submit(followByMail, { body: { text, encoding: "json" } });
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "invalid_request") throw error;
        const page = await renderFollow(request, { email, isFault: true }, country);
        if ("redirectTo" in page) throw error;
        return { ...page, status: 400 };
      }
      return renderAsked(request);
    },
  },
});

/** What stands in the form of mails. */
interface GivenForm {
  readonly email: string;
  readonly isFault: boolean;
}

async function renderFollow(
  request: SiteRequest,
  given: GivenForm,
  asked = request.query.get("country") || undefined,
): Promise<PageContent | Redirect> {
  const country = asked === undefined ? null : await request.ask(getCountry, { slug: asked });
  if (country !== null && country.slug !== asked)
    return { redirectTo: READERS_PAGES.follow, query: { country: country.slug } };
  const name = country && countryInWords(country);
  const feed = country === null ? RELEASES_FEED_PATH : countryFeedPath(country.slug);
  const headline = name === null ? texts.headline : texts.headlineOf(name);
  const link = (href: string, text: string): Html => html`<a href="${href}">${text}</a>\n`;
  const main = html`<h1>${headline}</h1>
<p class="standfirst">${request.isMailing ? texts.choice : texts.standfirst}</p>
${renderMailForm(request, given, country)}<div class="three">
${section({ id: "address", heading: texts.address }, renderAddress(request, feed))}
${section({ id: "reader", heading: texts.reader }, html`<p>${texts.readerNote}</p>`)}
${section(
  { id: "told", heading: texts.told },
  html`<p>${name === null ? texts.toldOfReleases : texts.toldOfCountry(name)}</p>
<p>${texts.never}</p>`,
)}
</div>
${await renderChoice(request, country?.slug)}
${section(
  { id: "programs", heading: texts.programs },
  html`<p class="pages">${link(request.href(`${feed}.json`, { release: undefined }), texts.json)}<span data-live>${link(request.href("/docs/webhooks"), texts.webhooks)}</span>${link(request.href("/docs/feeds"), texts.guide)}</p>`,
)}
<p class="pages">${
    country === null
      ? link(request.href("/changes"), texts.changes)
      : html`${link(request.href(PAGES.country, { slug: country.slug }), country.name)}${link(request.href(READERS_PAGES.follow), texts.all)}`
  }</p>`;
  const title = name === null ? texts.title : texts.titleOf(name);
  return {
    title,
    finding: headline,
    description: texts.standfirst,
    address: request.api(READERS_PAGES.follow, { country: country?.slug }),
    main,
    feed,
    styles: ["tools.css"],
    scripts: ["copy.js"],
  };
}

/** Asks for the e-mail address of who wants mails; nothing where none are sent. */
function renderMailForm(
  request: SiteRequest,
  { email, isFault }: GivenForm,
  country: { readonly slug: string } | null,
): Child {
  if (!request.isMailing) return null;
  const mailField = hintedField(
    { id: "email", label: texts.email, hint: texts.emailHint, fault: isFault ? texts.emailFault : null },
    (described) =>
      html`<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${email}"${described}>`,
  );
  return section(
    { id: "mail", heading: texts.mail, note: texts.mailNote, isLive: true },
    html`<form class="sheet" method="post" action="${request.href(READERS_PAGES.follow, { release: undefined })}" aria-label="${texts.mail}">
${country !== null && html`<input type="hidden" name="country" value="${country.slug}">\n`}${mailField}
<p><button type="submit">${texts.mailSubmit}</button></p>
</form>`,
  );
}

/** The form says nothing about what an address follows already. */
function renderAsked(request: SiteRequest): PageContent {
  const main = html`<h1>${texts.asked}</h1>
<p class="standfirst">${texts.askedNote}</p>
<p class="pages"><a href="${request.href(READERS_PAGES.follow)}">${texts.all}</a></p>`;
  return { title: texts.title, description: texts.askedNote, main, styles: ["tools.css"] };
}

/** The address in a field, from which it can be copied without script, too. */
function renderAddress({ baseUrl }: SiteRequest, feed: string): Child {
  return html`<p class="address"><label for="feed">${texts.addressLabel}</label>
<input id="feed" type="url" readonly value="${baseUrl}${feed}.atom">
<button type="button" class="quiet" data-copy="feed" data-copied="${texts.copied}" hidden>${texts.copy}</button></p>`;
}

/** The form that chooses a country; nothing where the release has none. */
async function renderChoice(request: SiteRequest, chosen: string | undefined): Promise<Child> {
  const { items } = await request.ask(rankCountries);
  if (items.length === 0) return null;
  const countries = items.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const options = countries.map(({ slug, name }) => option(slug, name, slug === chosen));
  return section(
    { id: "one", heading: texts.one, note: texts.oneNote, isLive: true },
    html`<form class="choose" method="get" action="${request.href(READERS_PAGES.follow, { release: undefined })}" aria-label="${texts.one}">
${field(texts.country, select("country", options))}<button type="submit">${texts.choose}</button>
</form>`,
  );
}
