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
import { type Child, html, sentence, type Html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { type Coordinates, LENGTH_MAX, readCoordinates } from "./read-coordinates.ts";
import { whereTexts as texts } from "./texts.ts";
import type { Ranking } from "../ranking/finding.ts";
import { PAGES } from "../../ask/urls.ts";
import { FORM_BYTES_MAX } from "../portfolio/page-own-list.ts";
import { answerPlaces, placesForm } from "./page-file.ts";
import { MAP, placeAt } from "../../html/charts/map-projection.ts";
import { keepRelease } from "../../html/form.ts";

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

/** A place that a visitor asks for, its fault, or nothing yet. */
type GivenPlace =
  | { readonly kind: "none" }
  /** `isTidy`: the query has it as the page writes it. */
  | { readonly kind: "place"; readonly at: Coordinates; readonly isTidy: boolean }
  | { readonly kind: "fault"; readonly given: string; readonly fault: string };

/** Pixels of a unit of the map where a browser sends the pixel that was clicked: 640 in all. */
const SCALE = 640 / MAP.width;

/** Decimals of coordinates: about a decimetre, and of a click on the map a kilometre. */
const [DECIMALS, DECIMALS_CLICKED] = [6, 2];

/** Reads the place from coordinates, from the field of the form, or from a click on the map. */
function readPlace({ query }: SiteRequest): GivenPlace {
  const [x, y] = [query.get("map.x"), query.get("map.y")];
  if (x !== undefined && y !== undefined) return readClick(Number(x), Number(y));
  const typed = query.get("at");
  if (typed !== undefined) return readTyped(typed, false);
  const [lat, lng] = [query.get("lat"), query.get("lng")];
  if (lat === undefined && lng === undefined) return { kind: "none" };
  if (lat === undefined || lng === undefined) return { kind: "fault", given: lat ?? lng ?? "", fault: texts.halfGiven };
  const place = readTyped(`${lat}, ${lng}`, true);
  if (place.kind !== "place") return place;
  const { lat: ownLat, lng: ownLng } = place.at;
  return { ...place, isTidy: String(ownLat) === lat && String(ownLng) === lng };
}

function readClick(x: number, y: number): GivenPlace {
  const place = placeAt([x / SCALE, y / SCALE]);
  if (place === null) return { kind: "fault", given: "", fault: texts.besideMap };
  return { kind: "place", at: round(place, DECIMALS_CLICKED), isTidy: false };
}

function readTyped(given: string, isTidy: boolean): GivenPlace {
  if (given.trim() === "") return { kind: "none" };
  const found = readCoordinates(given);
  if (found === null) return { kind: "fault", given, fault: texts.faulty(shorten(given)) };
  const { lat, lng } = found;
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { kind: "place", at: round(found, DECIMALS), isTidy };
  const canBeSwapped = Math.abs(lat) <= 180 && Math.abs(lng) <= 90;
  const fault = canBeSwapped ? texts.swapped(shorten(given), `${lng}, ${lat}`) : texts.outside(shorten(given));
  return { kind: "fault", given, fault };
}

const SHOWN_MAX = 60;

function shorten(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

function round({ lat, lng }: Coordinates, decimals: number): Coordinates {
  // Adding zero makes a zero of −0.
  const rounded = (value: number): number => Number(value.toFixed(decimals)) + 0;
  return { lat: rounded(lat), lng: rounded(lng) };
}

/** Renders the form for coordinates, with the given text and its fault. */
function placeForm(request: SiteRequest, given: string, fault: string | null): Html {
  return html`<form class="choose locate" method="get" action="${actionOf(request)}" aria-label="${texts.form}">
${keepRelease(request)}<label for="at"><span>${texts.coordinates}</span></label>
<input type="text" id="at" name="at" value="${given.slice(0, LENGTH_MAX)}" placeholder="${texts.example}" autocomplete="off" spellcheck="false" maxlength="${LENGTH_MAX}" required${
    fault !== null && html` aria-invalid="true" aria-describedby="at-fault"`
  }>
<button type="submit">${texts.submit}</button>
<button type="button" class="quiet device" data-asks="${texts.deviceAsks}" data-failed="${texts.deviceFailed}" aria-describedby="device-note" hidden>${texts.device}</button>
<p id="at-fault" class="fault" role="status">${fault}</p>
<p id="device-note" class="device soft" hidden>${texts.deviceNote}</p>
</form>`;
}

/** An image of one transparent pixel, which is laid over the map. */
const CLEAR = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** Renders the map of the world; without JavaScript, an image over it sends a clicked pixel. */
function clickableWorld(request: SiteRequest, map: Child): Html {
  return html`<div class="scroll">
<form class="pick" method="get" action="${actionOf(request)}" aria-label="${texts.map}" data-scale="${SCALE}">
${keepRelease(request)}${map}
<noscript><input type="image" name="map" src="${CLEAR}" alt="${texts.pick}"></noscript>
</form>
</div>`;
}

function actionOf(request: SiteRequest): string {
  return request.href("/where", { release: undefined });
}
