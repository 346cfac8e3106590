import { MAP, placeAt } from "../../html/charts/map-projection.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { type Coordinates, LENGTH_MAX, readCoordinates } from "./read-coordinates.ts";
import { whereTexts as texts } from "./texts.ts";
import { keepRelease } from "../../html/form.ts";

/** A place that a visitor asks for, its fault, or nothing yet. */
export type GivenPlace =
  | { readonly kind: "none" }
  /** `isTidy`: the query has it as the page writes it. */
  | { readonly kind: "place"; readonly at: Coordinates; readonly isTidy: boolean }
  | { readonly kind: "fault"; readonly given: string; readonly fault: string };

/** Pixels of a unit of the map where a browser sends the pixel that was clicked: 640 in all. */
export const SCALE = 640 / MAP.width;

/** Decimals of coordinates: about a decimetre, and of a click on the map a kilometre. */
const [DECIMALS, DECIMALS_CLICKED] = [6, 2];

/** Reads the place from coordinates, from the field of the form, or from a click on the map. */
export function readPlace({ query }: SiteRequest): GivenPlace {
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
export function placeForm(request: SiteRequest, given: string, fault: string | null): Html {
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
export function clickableWorld(request: SiteRequest, map: Child): Html {
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
