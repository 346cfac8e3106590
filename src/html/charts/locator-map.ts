import type { MapPoint, MapTerritory } from "../../atlas/world-map.ts";
import { type Html, html } from "../html.ts";
import { GLOBE, MAP, drawWay, project } from "./map-projection.ts";
import { DISPUTED_STRIPES } from "./world-map.ts";

/** A place on the globe, in degrees. */
interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** A place on a map, with its country and the nearest border. */
export interface PlaceOnMap {
  readonly at: Place;
  /** The country that holds it, and the fill of that; null for none. */
  readonly country: { readonly iso2: string; readonly fill: string } | null;
  /** The nearest point of the nearest border or territory, and the distance in words. */
  readonly nearest: { readonly at: Place; readonly distance: string } | null;
}

/** Half the size of a part of the map, in units: it reaches about 1,400 km to each side. */
const REACH: MapPoint = [70, 45];

/** Minimum length of a line, in units: nearer points cannot be told apart from the place. */
const LINE_MIN = 0.5;

/** Territories smaller than this, in square units, are a dot here. */
const DOT_BELOW = 28;

/**
 * Draws the part of the map around a place, its country in the colour of its band and all others in
 * grey, with a line to the nearest border or territory; the whole world where there is no place.
 * `label` says the same in words.
 */
export function placeMap(located: PlaceOnMap | null, label: string): Html {
  const territories = Object.entries(MAP.territories).map(([iso2, territory]) => {
    const own = iso2 === located?.country?.iso2 ? located.country : null;
    if (own === null) return drawTerritory(territory, null);
    return html`<g fill="${own.fill}">${drawTerritory(territory, own.fill)}</g>`;
  });
  const view = located === null ? [0, 0, MAP.width, MAP.height] : [...cornerOf(located.at), 2 * REACH[0], 2 * REACH[1]];
  return html`<svg viewBox="${view.join(" ")}" class="world-map places${located !== null && " part"}" role="img" aria-label="${label}">
${DISPUTED_STRIPES}<g class="shapes" fill="var(--land)"><path class="globe" d="${GLOBE}"/>${territories}</g>${located !== null && drawPlace(located)}</svg>`;
}

function drawPlace({ at, nearest }: PlaceOnMap): Html {
  return html`${nearest !== null && drawLine(at, nearest)}${drawMarker(at)}`;
}

/** Returns true if the part of the map around a place reaches the meridian where the map ends. */
export function reachesEdge({ lat, lng }: Place): boolean {
  const [x] = project(lat, lng);
  const [edge] = project(lat, Math.sign(lng) * 180);
  return Math.abs(edge - x) < REACH[0];
}

/** Returns the upper left corner of the part around a place, in its middle or near an edge. */
function cornerOf({ lat, lng }: Place): MapPoint {
  const [x, y] = project(lat, lng);
  const within = (value: number, reach: number, whole: number): number =>
    Math.round(Math.max(0, Math.min(whole - 2 * reach, value - reach)));
  return [within(x, REACH[0], MAP.width), within(y, REACH[1], MAP.height)];
}

/** Draws land in the colour around it, and a dot where it is small: in `fill`, or as other land. */
function drawTerritory({ path, disputed, middle, area = 0 }: MapTerritory, fill: string | null): Html {
  const isDot = middle !== undefined && area < DOT_BELOW;
  return html`${path !== "" && html`<path d="${path}"/>`}${
    disputed !== undefined && html`<path d="${disputed}"/><path fill="url(#disputed)" d="${disputed}"/>`
  }${isDot && html`<path class="speck"${fill !== null && html` stroke="${fill}"`} d="M${middle[0]} ${middle[1]}h0"/>`}\n`;
}

/** Draws a dot that has one size on all maps, as it is a line without a length. */
function drawMarker({ lat, lng }: Place): Html {
  const [x, y] = project(lat, lng).map((value) => value.toFixed(2));
  return html`<path class="marker-halo" d="M${x} ${y}h0"/><path class="marker" d="M${x} ${y}h0"/>`;
}

function drawLine(from: Place, { at, distance }: NonNullable<PlaceOnMap["nearest"]>): Html | null {
  const [x, y] = project(from.lat, from.lng);
  const [endX, endY] = project(at.lat, at.lng);
  if (Math.hypot(endX - x, endY - y) < LINE_MIN) return null;
  const isLeft = endX < x;
  return html`<path class="way-halo" d="${drawWay(from, at)}"/><path class="way" d="${drawWay(from, at)}"/><text x="${(endX + (isLeft ? -2 : 2)).toFixed(1)}" y="${(endY + 1.5).toFixed(1)}"${isLeft && html` text-anchor="end"`}>${distance}</text>`;
}
