import { countryInWords } from "../../ask/grammar.ts";
import { PAGES, READERS_PAGES } from "../../ask/urls.ts";
import { section } from "../../html/components.ts";
import { type Redirect, type SiteRequest, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { field, option, select } from "../../html/form.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { getCountry } from "../subject/country.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { RELEASES_FEED_PATH, countryFeedPath } from "./feed.ts";

const texts = {
  headline: "Be told when the data change",
  headlineOf: (name: string): string => `Be told when something about ${name} changes`,
  standfirst:
    "A feed is an address that a feed reader looks at for you. It shows a new entry each time a new release of the data changes something. Nobody learns who you are, and you stop by removing it.",
  addressLabel: "Address of the feed",
  copy: "Copy",
  copied: "Address copied",
  readerNote:
    "In Thunderbird, Feedly, Inoreader, NetNewsWire or another reader, choose “add feed” or “subscribe” and paste the address. Outlook and the channels of many newsrooms read feeds, too.",
  toldOfReleases:
    "One entry for each release that becomes current: what moved, and whether companies were re-rated or only the list changed. A release that its publisher withdraws is an entry of its own.",
  toldOfCountry: (name: string): string =>
    `One entry for each release that moves the median band of ${name}, or adds, removes or re-rates one of its companies, with the reason. A release that its publisher withdraws is an entry of its own.`,
  never: "Entries never change. Each links to its release.",
  one: "One country alone",
  oneNote: "Choose a country for a feed of its own.",
  country: "Country",
  choose: "Show its feed",
  all: "All releases",
  guide: "More on feeds, for programs",
  changes: "What changed last",
} as const;

/** The page that explains the feeds of all releases and of one country. */
export const FOLLOW_PAGE = definePage({
  path: READERS_PAGES.follow,
  section: null,
  dependsOn: "releases",
  render: renderFollow,
});

async function renderFollow(request: SiteRequest): Promise<PageContent | Redirect> {
  const asked = request.query.get("country") || undefined;
  const country = asked === undefined ? null : await request.ask(getCountry, { slug: asked });
  if (country !== null && country.slug !== asked)
    return { redirectTo: READERS_PAGES.follow, query: { country: country.slug } };
  const name = country && countryInWords(country);
  const feed = country === null ? RELEASES_FEED_PATH : countryFeedPath(country.slug);
  const headline = name === null ? texts.headline : texts.headlineOf(name);
  const link = (href: string, text: string): Html => html`<a href="${href}">${text}</a>\n`;
  const main = html`<h1>${headline}</h1>
<p class="standfirst">${texts.standfirst}</p>
${renderAddress(request, feed)}
<p>${texts.readerNote}</p>
<p>${name === null ? texts.toldOfReleases : texts.toldOfCountry(name)} ${texts.never}</p>
${await renderChoice(request, country?.slug)}
<p class="pages">${request.mode === "live" && link(request.href("/docs/feeds"), texts.guide)}${
    country === null
      ? link(request.href("/changes"), texts.changes)
      : html`${link(request.href(PAGES.country, { slug: country.slug }), country.name)}${link(request.href(READERS_PAGES.follow), texts.all)}`
  }</p>`;
  return {
    title: headline,
    description: texts.standfirst,
    address: request.api(READERS_PAGES.follow, { country: country?.slug }),
    main,
    feed,
    styles: ["tools.css"],
    scripts: ["copy.js"],
  };
}

/** Renders the address in a field, from which it can be copied without a script, too. */
function renderAddress({ baseUrl }: SiteRequest, feed: string): Child {
  return html`<p class="address"><label for="feed">${texts.addressLabel}</label>
<input id="feed" type="url" readonly value="${baseUrl}${feed}">
<button type="button" class="quiet" data-copy="feed" data-copied="${texts.copied}" hidden>${texts.copy}</button></p>`;
}

/** Renders the form that chooses a country; nothing if the release has none. */
async function renderChoice(request: SiteRequest, chosen: string | undefined): Promise<Child> {
  const { items } = await request.ask(rankCountries);
  if (items.length === 0 || request.mode !== "live") return null;
  const countries = items.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const options = countries.map(({ slug, name }) => option(slug, name, slug === chosen));
  return section(
    { id: "one", heading: texts.one, note: texts.oneNote },
    html`<form class="choose" method="get" action="${request.href(READERS_PAGES.follow, { release: undefined })}" aria-label="${texts.one}">
${field(texts.country, select("country", options))}<button type="submit">${texts.choose}</button>
</form>`,
  );
}
