import type { MapTerritory } from "../../atlas/world-map.ts";
import { type Html, html, sentence } from "../html.ts";
import { mapTexts as texts } from "../texts/chart.ts";
import { bandFill, bandPatterns } from "./band-patterns.ts";
import { countByLevel, legend } from "./band-label.ts";
import { type Bands, labelAt } from "./figures.ts";
import { type MapInset, chooseInset } from "./map-inset.ts";
import { MAP } from "./map-projection.ts";

/** A country that the data list, as the map shows it. */
export interface MapCountry {
  readonly iso2: string;
  readonly name: string;
  /** Its page; null where the map stands in another page than ours and links nothing. */
  readonly href: string | null;
  /** Level of its median band; null if nothing is judged. */
  readonly level: number | null;
  /** It has too few judged companies to be ranked. */
  readonly isThin: boolean;
  /** The sentence about it. */
  readonly summary: string;
  readonly judged: number;
}

/** Territories smaller than this, in square units, are dots on a wide map, too. */
const TINY = 28;

/** The height of the map without Antarctica, which it shows only where the data list it. */
const HEIGHT_OF_OTHERS = 850;

/** Stripes over disputed land. */
export const DISPUTED_STRIPES: Html = html`<defs><pattern id="disputed" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><line class="stripe" x1="0" x2="0" y1="0" y2="7"/></pattern></defs>`;

/**
 * Draws the world map: each country in the colour of its median band, in pale stripes where too few
 * companies are judged, hatched where none is, and territories that the data do not list in grey.
 * Disputed land is striped, in the colour of the country that the geocoder reports for it.
 *
 * Each country is a link. `nameOf` gives the name of a territory that is not listed. The strip
 * above is about the largest country until a reader points at another. The caption says in words
 * how the map is built and what it shows.
 */
export function worldMap(
  bands: Bands,
  countries: readonly MapCountry[],
  nameOf: (iso2: string) => string | undefined,
): Html {
  const inset = chooseInset(countries.map(({ iso2 }) => iso2));
  const map = { bands, countries, nameOf, inset };
  const [largest] = countries.toSorted((a, b) => b.judged - a.judged);
  return html`<figure class="world">
<p class="map-note" data-label="${texts.label}" data-first="${largest?.iso2 ?? ""}">${sentence(largest?.summary ?? "")}</p>
<div class="maps">${drawWorld(map)}${inset !== null && drawInset(map, inset)}</div>
${legend(bands, countByLevel(countries))}
<figcaption>${describe(bands, countries)} ${texts.borders(MAP.attribution)}</figcaption>
</figure>`;
}

/** A map to draw, as of `worldMap`. */
interface WorldDrawing {
  readonly bands: Bands;
  readonly countries: readonly MapCountry[];
  readonly nameOf: (iso2: string) => string | undefined;
  /** The enlarged region: its shapes have ids, by which the inset refers to them. */
  readonly inset?: MapInset | null;
}

/** Draws the map alone, without words. */
export function drawWorld(map: WorldDrawing): Html {
  const { bands, inset } = map;
  // Small territories last: their dots lie over the land of others.
  const drawn = territoriesOf(map).toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const reaches = drawn.map((each) => wrap({ ...each, title: null }, drawReach(each)));
  const shapes = drawn.map((each) => {
    const isEnlarged = inset?.codes.has(each.iso2) === true;
    // No land can be seen below a dot.
    const land = (isEnlarged || sizeOf(each) >= TINY) && drawArea(each, isEnlarged);
    return wrap(each, html`${land}${drawDot(each)}`);
  });
  const height = drawn.some(({ iso2 }) => iso2 === "AQ") ? MAP.height : HEIGHT_OF_OTHERS;
  return html`<svg viewBox="0 0 ${MAP.width} ${height}" aria-hidden="true" class="world-map">
${DISPUTED_STRIPES}<defs>${bandPatterns(bands, "map")}</defs>${reaches}${shapes}</svg>`;
}

/** Returns the area of a territory in square units; only that of small ones is known. */
function sizeOf({ territory: { dot, area = 0 } }: MapShape): number {
  return dot === undefined ? Infinity : area;
}

/** Draws the enlarged region: the same shapes and links again, for eyes and pointers alone. */
function drawInset(map: WorldDrawing, { name, box, codes }: MapInset): Html {
  const { left, top, right, bottom } = box;
  const drawn = territoriesOf(map).filter(({ iso2 }) => codes.has(iso2));
  const shapes = drawn.map((each) => wrap({ ...each, title: null }, drawAgain(each)));
  return html`<div class="inset"><p>${texts.enlarged(name)}</p><svg viewBox="${left} ${top} ${right - left} ${bottom - top}" aria-hidden="true">${shapes}</svg></div>`;
}

/** Draws the land of a territory by its id, with a dot where that is too small to be seen. */
function drawAgain({ iso2, territory }: MapShape): Html | null {
  const { path, disputed = "", middle, area = 0 } = territory;
  const land = path + disputed !== "" && html`<use href="#map-${iso2}"/>`;
  return html`${land}${middle !== undefined && area < TINY && html`<circle cx="${middle[0]}" cy="${middle[1]}" r="2"/>`}`;
}

/** Lists every territory that is drawn: Antarctica only where the data list it. */
function territoriesOf({ bands, countries, nameOf }: WorldDrawing): readonly MapShape[] {
  const listed = new Map(countries.map((country) => [country.iso2, country]));
  const territories = Object.entries(MAP.territories).filter(([iso2]) => iso2 !== "AQ" || listed.has("AQ"));
  return territories.map(([iso2, territory]) => {
    const country = listed.get(iso2);
    const title = country?.summary ?? texts.notListed(nameOf(iso2) ?? iso2);
    return { iso2, territory, country, title, paint: paint(bands, country) };
  });
}

/** A territory on the map, with its country in the data. */
interface MapShape {
  readonly iso2: string;
  readonly territory: MapTerritory;
  readonly country: MapCountry | undefined;
  /** The sentence about it; null for the sea around it, which needs none of its own. */
  readonly title: string | null;
  readonly paint: Paint;
}

/**
 * Makes a shape a link to its country, with the sentence about it; null for no shape. The name is
 * for those who hear the link; the sentence stands above the map. The link has the colour, so that
 * the same shape can be drawn twice.
 */
function wrap({ iso2, country, title, paint: { fill, className } }: MapShape, shape: Html | null): Html | null {
  if (shape === null) return null;
  const own = html`${title !== null && html`<title>${title}</title>`}${shape}`;
  const painted = html`class="${className}" fill="${fill}" data-code="${iso2}"`;
  if (country?.href == null) return html`<g ${painted}>${own}</g>\n`;
  return html`<a href="${country.href}" tabindex="-1"${title !== null && html` aria-label="${country.name}"`} ${painted}>${own}</a>\n`;
}

/** The fill and the class of a country. */
interface Paint {
  readonly fill: string;
  readonly className: string;
}

function paint(bands: Bands, country: MapCountry | undefined): Paint {
  if (country === undefined) return { fill: "var(--land)", className: "unlisted" };
  const level = country.isThin && country.level !== null ? "few" : country.level;
  return { fill: bandFill(level, bands.length, false, "map"), className: "banded" };
}

/** Draws the land of a territory; `isNamed` gives it an id, so that an inset can refer to it. */
function drawArea({ iso2, territory }: MapShape, isNamed: boolean): Html | null {
  const { path, disputed } = territory;
  if (path === "" && disputed === undefined) return null;
  const name = isNamed && html` id="map-${iso2}"`;
  if (disputed === undefined) return html`<path${name} d="${path}"/>`;
  const striped = html`${path !== "" && html`<path d="${path}"/>`}<path d="${disputed}"/><path fill="url(#disputed)" d="${disputed}"/>`;
  return isNamed ? html`<g${name}>${striped}</g>` : striped;
}

/** Draws the dot of a small territory, with a line to the territory if the dot had to move away. */
function drawDot({ territory: { dot, middle = dot, area = 0 }, paint: { className } }: MapShape): Html | null {
  if (dot === undefined || middle === undefined) return null;
  const [x, y] = dot;
  const [fromX, fromY] = middle;
  const isMoved = Math.hypot(x - fromX, y - fromY) > 5;
  const size = area < TINY ? "tiny" : "small";
  return html`${isMoved && html`<path class="leader" d="M${fromX} ${fromY}L${x} ${y}"/>`}<circle class="dot ${size}" cx="${x}" cy="${y}" r="${className === "unlisted" ? 2.5 : 5}"/>`;
}

/** Draws the sea around the dot of a country, which a finger can touch: land lies over it. */
function drawReach({ country, territory: { dot, area = 0 } }: MapShape): Html | null {
  if (country === undefined || dot === undefined || area >= TINY) return null;
  return html`<circle class="reach" cx="${dot[0]}" cy="${dot[1]}"/>`;
}

/** Says in words what the map shows: each band with its countries. */
function describe(bands: Bands, countries: readonly MapCountry[]): Html {
  const ranked = countries.filter(({ level, isThin }) => level !== null && !isThin);
  const groups = bands.toReversed().flatMap(({ level }) => {
    const names = ranked.filter((country) => country.level === level).map(({ name }) => name);
    return names.length === 0 ? [] : [texts.group(labelAt(bands, level) ?? "", names)];
  });
  const others = countries.filter((country) => !ranked.includes(country)).map(({ name }) => name);
  if (others.length > 0) groups.push(texts.unranked(others));
  return html`<span class="hidden">${texts.built} ${sentence(groups.join(" "))}</span>`;
}
