import type { Static } from "typebox";
import { NEAREST_KM_MAX } from "../../atlas/borders/open-borders.ts";
import { countryInWords, dayInWords, inARow, monthInWords } from "../../ask/grammar.ts";
import {
  describeDisputes,
  describeLocationInHeadline,
  describeOtherOutlines,
  describeSurroundings,
  distanceInWords,
  isBeyondItsSea,
} from "./words.ts";
import { sentences } from "../../ask/words.ts";
import { RANKING_FIELDS, rankCountries } from "../ranking/rank-countries.ts";
import { reverseGeocode } from "./reverse-geocode.ts";
import { bandFill } from "../../html/charts/band-patterns.ts";
import { type PlaceOnMap, placeMap, reachesEdge } from "../../html/charts/locator-map.ts";
import { TALL, middleLineBar } from "../../html/charts/middle-line-bar.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import type { Coordinates } from "./read-coordinates.ts";
import { whereTexts as texts } from "./texts.ts";
import type { Ranking } from "../ranking/page-finding.ts";
import { SCALE, clickableWorld, placeForm, readPlace } from "./page-form.ts";
import { PAGES } from "../../ask/urls.ts";
import { FORM_BYTES_MAX } from "../portfolio/page-upload.ts";
import { answerPlaces, placesForm } from "./page-file.ts";

type Location = Static<(typeof reverseGeocode)["form"]["schema"]>;

const ASSETS = { styles: ["tools.css"], scripts: ["where.js"] } as const;

/** Finds the country of a place that is clicked, typed, or found by the visitor's device. */
export const WHERE_PAGE = definePage({
  path: "/where",
  section: "countries",
  // Borders come with the software, and there are too many places to keep their pages.
  dependsOn: "service",
  async render(request) {
    const given = readPlace(request);
    if (given.kind === "none") return renderEmpty(request, "", null);
    if (given.kind === "fault") return { ...renderEmpty(request, given.given, given.fault), status: 400 };
    const { lat, lng } = given.at;
    if (!given.isTidy) return { redirectTo: "/where", query: { lat: String(lat), lng: String(lng) } };
    return await renderPlace(request, given.at);
  },
  form: { bytesMax: FORM_BYTES_MAX, render: answerPlaces },
});

function renderEmpty(request: SiteRequest, given: string, fault: string | null): PageContent {
  const main = html`<h1>${texts.emptyTitle}</h1>
<p class="standfirst">${texts.empty}</p>
${section(
  { id: "world", heading: texts.choose, note: texts.mapHint },
  html`${placeForm(request, given, fault)}
${clickableWorld(request, placeMap(null, texts.emptyMapLabel))}`,
)}
${placesForm(request)}`;
  return { title: texts.title, description: texts.empty, main, ...ASSETS };
}

async function renderPlace(request: SiteRequest, { lat, lng }: Coordinates): Promise<PageContent> {
  const asked = { lat: String(lat), lng: String(lng), border_within_km: String(NEAREST_KM_MAX) };
  const location = await request.ask(reverseGeocode, asked);
  const ranking = await request.ask(rankCountries, { fields: RANKING_FIELDS });
  const finding = describeLocationInHeadline(location, location.disputes.length > 0);
  const surroundings = sentences(describeDisputes(location.disputes), describeSurroundings(location, NEAREST_KM_MAX));
  const located = locate(request, location, ranking);
  const main = html`<h1>${finding}</h1>
<p class="standfirst">${surroundings}</p>
<div class="start">
${section(
  { id: "around", heading: texts.around },
  html`<div class="pick" data-scale="${SCALE}">${placeMap(located, texts.aroundLabel(finding, surroundings))}</div>
<p class="foot">${texts.coarse(monthInWords(location.boundaries.date), location.boundaries.attribution)}${reachesEdge(location) && ` ${texts.edge}`} <a href="${request.href("/docs/reverse-geocoding")}">${texts.guide}</a></p>`,
)}
<div>
${renderJudged(request, location, ranking)}${renderClaims(request, location)}</div>
</div>
${section(
  { id: "world", heading: texts.another, note: texts.anotherHint },
  html`${placeForm(request, `${lat}, ${lng}`, null)}
<p class="pages"><a href="${request.href("/where")}">${texts.wholeWorld}</a></p>`,
)}
${placesForm(request)}`;
  const json = request.api(reverseGeocode.path, { ...asked, release: undefined });
  return { title: finding, description: surroundings, main, json, ...ASSETS };
}

/** Returns the content of the maps: the country in its colour, and the nearest border. */
function locate({ dataset: { bands } }: SiteRequest, location: Location, { items }: Ranking): PlaceOnMap {
  const { lat, lng, iso2, nearest, border_point: border, border_distance_km: distance } = location;
  const found = items.find((country) => country.iso2 === iso2);
  const level = found?.rank == null ? null : found.median_level;
  const unbanded = found === undefined ? "var(--edge)" : "url(#hatch)";
  const fill = level === null ? unbanded : bandFill(level, bands.length);
  const isBorder = border !== null && distance !== null && !isBeyondItsSea(location);
  const reached = isBorder ? { ...border, distance_km: distance } : nearest;
  return {
    at: { lat, lng },
    country: iso2 === null ? null : { iso2, fill },
    nearest: reached && { at: reached, distance: distanceInWords(reached.distance_km) },
  };
}

/** Renders the country’s bar with its sentence, or says that the data do not have the country. */
function renderJudged(request: SiteRequest, { nearest, ...location }: Location, { items }: Ranking): Child {
  const { iso2 = null, name = null } = (location.iso2 === null ? nearest : location) ?? {};
  if (iso2 === null || name === null) return null;
  const inWords = countryInWords({ iso2, name });
  const country = items.find((each) => each.iso2 === iso2);
  return section(
    { id: "judged", heading: (location.iso2 === null ? texts.judgedNearest : texts.judged)(inWords) },
    country === undefined
      ? html`<p>${texts.notListed(inWords)}</p>`
      : html`<div class="tall">${middleLineBar(request.dataset.bands, country, country.rank === null, TALL)}</div>
<p>${sentence(country.summary ?? "")}</p>
<p class="pages"><a href="${request.href(PAGES.country, { slug: country.slug })}">${texts.more(inWords)}</a></p>`,
  );
}

/** Lists the disputes that cover a place, or else the other countries whose outlines do. */
function renderClaims(request: SiteRequest, { iso2, disputes, claims, boundaries }: Location): Child {
  const others = claims.filter((code) => code !== iso2).flatMap((code) => request.atlas.byIso2(code) ?? []);
  if (disputes.length === 0) return others.length > 0 && html`<p class="foot">${describeOtherOutlines(others)}</p>\n`;
  const listed = disputes.map(
    ({ name: dispute, status, administrators, claimants, documents, basis, rule }) =>
      html`<div><dt>${dispute}</dt><dd>${sentences(
        texts.administeredBy(inARow(administrators)),
        texts.claimedBy(inARow(claimants)),
        status === "decided" ? texts.decided : "",
        `${basis}.`,
        rule,
      )}</dd><dd class="soft">${texts.documents} ${documents
        .map(({ claimant, title, date }) => texts.document(claimant, title, dayInWords(date)))
        .join("; ")}.</dd></div>\n`,
  );
  return section(
    { id: "claims", heading: texts.disputed },
    html`<dl class="disputes">
${listed}</dl>
<p class="foot">${texts.policy} <a href="${request.href("/docs/disputed-land")}">${texts.policyLink(boundaries.policy)}</a></p>`,
  );
}
