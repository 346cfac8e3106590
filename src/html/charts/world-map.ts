import type { MapTerritory } from "../../atlas/world-map.ts";
import { type Html, html } from "../html.ts";
import { mapTexts as texts } from "../../topics/ranking/texts-map.ts";
import { bandFill, bandPatterns } from "./band-patterns.ts";
import { countByLevel, legend } from "./band-label.ts";
import { type Bands, labelAt } from "./figures.ts";
import { MAP } from "./map-projection.ts";

/** What the map says of a country that the data list. */
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
}

/** Territories smaller than this, in square units, are dots on a wide map, too. */
const TINY = 28;

/** How high the map is without Antarctica, which it shows only where the data list it. */
const HEIGHT_OF_OTHERS = 850;

/** Stripes over disputed land. */
export const DISPUTED_STRIPES: Html = html`<defs><pattern id="disputed" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><line class="stripe" x1="0" x2="0" y1="0" y2="7"/></pattern></defs>`;

/**
 * The world map: each country in the colour of its median band, in stripes of it where too few
 * companies have it, hatched where none is judged, and territories that the data do not list in
 * grey. Disputed land is striped, in the colour of the country that the geocoder reports for it.
 *
 * Each country is a link. `nameOf` gives the name of a territory that is not listed; `hasPatterns`
 * means that another map of the page defines the patterns. The caption says in words how the map is
 * built and what it shows.
 */
export function worldMap(
  bands: Bands,
  countries: readonly MapCountry[],
  nameOf: (iso2: string) => string | undefined,
  hasPatterns = false,
): Html {
  return html`<figure class="world">
<p class="map-note" data-label="${texts.label}" data-hint="${texts.hint}"></p>
${drawWorld(bands, countries, nameOf, hasPatterns)}
${legend(bands, countByLevel(countries))}
<figcaption>${describe(bands, countries)} ${texts.borders(MAP.attribution)}</figcaption>
</figure>`;
}

/** The drawing alone, without words; as of `worldMap`. */
export function drawWorld(
  bands: Bands,
  countries: readonly MapCountry[],
  nameOf: (iso2: string) => string | undefined,
  hasPatterns = false,
): Html {
  const listed = new Map(countries.map((country) => [country.iso2, country]));
  const hasAntarctica = listed.has("AQ");
  const territories = Object.entries(MAP.territories).filter(([iso2]) => hasAntarctica || iso2 !== "AQ");
  const drawn = territories.map(([iso2, territory]): Drawn => {
    const country = listed.get(iso2);
    return { iso2, territory, country, title: country?.summary ?? texts.notListed(nameOf(iso2) ?? iso2) };
  });
  const areas = drawn.map((each) => wrap(each, drawArea(each.territory, paint(bands, each.country))));
  const reaches = drawn.map((each) => wrap({ ...each, title: null }, drawReach(each.territory)));
  const dots = drawn.map((each) => wrap(each, drawDot(each.territory, paint(bands, each.country))));
  return html`<svg viewBox="0 0 ${MAP.width} ${hasAntarctica ? MAP.height : HEIGHT_OF_OTHERS}" aria-hidden="true" class="world-map">
${!hasPatterns && html`${DISPUTED_STRIPES}<defs>${bandPatterns(bands, "map")}</defs>`}${reaches}${areas}${dots}</svg>`;
}

/** A territory on the map, with what the data say of it. */
interface Drawn {
  readonly iso2: string;
  readonly territory: MapTerritory;
  readonly country: MapCountry | undefined;
  /** The sentence about it; null for the sea around it, which needs none of its own. */
  readonly title: string | null;
}

/**
 * A shape as a link to its country, with the sentence about it; nothing for no shape. The name is
 * for those who hear the link; the sentence stands above the map.
 */
function wrap({ iso2, country, title }: Drawn, shape: Html | null): Html | null {
  if (shape === null) return null;
  const own = html`${title !== null && html`<title>${title}</title>`}${shape}`;
  if (country?.href == null) return html`<g data-code="${iso2}">${own}</g>\n`;
  return html`<a href="${country.href}" tabindex="-1"${title !== null && html` aria-label="${country.name}"`} data-code="${iso2}">${own}</a>\n`;
}

/** What a country is filled with. */
interface Paint {
  readonly fill: string;
  readonly className: string;
}

function paint(bands: Bands, country: MapCountry | undefined): Paint {
  if (country === undefined) return { fill: "var(--land)", className: "unlisted" };
  if (country.level === null) return { fill: "url(#hatch)", className: "banded" };
  return { fill: bandFill(country.level, bands.length, country.isThin, "map"), className: "banded" };
}

function drawArea({ path, disputed }: MapTerritory, { fill, className }: Paint): Html | null {
  if (path === "" && disputed === undefined) return null;
  const striped =
    disputed !== undefined &&
    html`<path class="${className}" fill="${fill}" d="${disputed}"/><path fill="url(#disputed)" d="${disputed}"/>`;
  return html`${path !== "" && html`<path class="${className}" fill="${fill}" d="${path}"/>`}${striped}`;
}

/** The dot of a small territory, with a line to where it lies if the dot had to move away. */
function drawDot({ dot, middle = dot, area = 0 }: MapTerritory, { fill, className }: Paint): Html | null {
  if (dot === undefined || middle === undefined) return null;
  const [x, y] = dot;
  const [fromX, fromY] = middle;
  const isMoved = Math.hypot(x - fromX, y - fromY) > 5;
  const size = area < TINY ? "tiny" : "small";
  return html`${isMoved && html`<path class="leader" d="M${fromX} ${fromY}L${x} ${y}"/>`}<circle class="dot ${size} ${className}" cx="${x}" cy="${y}" r="${className === "unlisted" ? 2.5 : 5}" fill="${fill}"/>`;
}

/** The sea around a dot, which a finger can touch: land lies over it. */
function drawReach({ dot, area = 0 }: MapTerritory): Html | null {
  if (dot === undefined || area >= TINY) return null;
  return html`<circle class="reach" cx="${dot[0]}" cy="${dot[1]}"/>`;
}

/** What the map shows, in words: each band with its countries. */
function describe(bands: Bands, countries: readonly MapCountry[]): Html {
  const ranked = countries.filter(({ level, isThin }) => level !== null && !isThin);
  const groups = bands.toReversed().flatMap(({ level }) => {
    const names = ranked.filter((country) => country.level === level).map(({ name }) => name);
    return names.length === 0 ? [] : [texts.group(labelAt(bands, level) ?? "", names)];
  });
  const others = countries.filter((country) => !ranked.includes(country)).map(({ name }) => name);
  if (others.length > 0) groups.push(texts.unranked(others));
  return html`<span class="hidden">${texts.built} ${groups.join(" ")}</span>`;
}
