import { TERRITORIES } from "../../atlas/territories.ts";
import { regionAndAbove, regionByCode } from "../../atlas/regions.ts";
import type { MapPoint } from "../../atlas/world-map.ts";
import { MAP, type MapBox, boxAround, project } from "./map-projection.ts";

/**
 * The region where most countries lie close together, enlarged in the ocean that has the most room.
 * Data of one continent have none, and neither has a map with countries in that ocean: nothing that
 * has a colour is covered.
 */
export interface MapInset {
  readonly name: string;
  /** The enlarged part of the map. */
  readonly box: MapBox;
  /** Codes (ISO 3166-1 alpha-2) of the territories that it shows, wholly or in part. */
  readonly codes: ReadonlySet<string>;
}

/** Regions with many small countries, by M49 code, and the place in their middle. */
const DENSE_REGIONS = [
  { code: "150", at: [51, 14] },
  { code: "145", at: [29, 45] },
  { code: "035", at: [5, 112] },
  { code: "011", at: [10, -2] },
  { code: "029", at: [17, -70] },
] as const;

/** The South Pacific between Polynesia and Chile, where the inset lies on a wide map. */
const OCEAN: MapBox = { left: 0, top: 452, right: 440, bottom: 850 };

/** Half the size of the enlarged part: 1.9 times as large, it fills that ocean. */
const REACH: MapPoint = [116, 105];

const COUNTRIES_MIN = 12;
const CONTINENTS_MIN = 3;

/** Chooses the region to enlarge on a map of these countries; null for none. */
export function chooseInset(iso2s: readonly string[]): MapInset | null {
  const continents = new Set(iso2s.map((iso2) => regionsOf(iso2).at(-1)?.code));
  const isCovered = iso2s.some((iso2) => meet(boxOf(iso2), OCEAN));
  if (continents.size < CONTINENTS_MIN || isCovered) return null;
  const found = DENSE_REGIONS.map(({ code, at: [lat, lng] }) => {
    const box = boxOver(project(lat, lng));
    const own = iso2s.filter((iso2) => regionsOf(iso2).some((region) => region.code === code));
    return { code, box, count: own.filter((iso2) => meet(boxOf(iso2), box)).length };
  });
  const [densest] = found.toSorted((a, b) => b.count - a.count);
  if (densest === undefined || densest.count < COUNTRIES_MIN) return null;
  const { code, box } = densest;
  const codes = Object.keys(MAP.territories).filter((iso2) => meet(boxOf(iso2), box));
  return { name: regionByCode(code)?.name ?? "", box, codes: new Set(codes) };
}

const REGIONS_BY_CODE = new Map(TERRITORIES.map(({ iso2, region }) => [iso2, regionAndAbove(region)]));

/** Returns the regions of a territory, its continent last. */
function regionsOf(iso2: string) {
  return REGIONS_BY_CODE.get(iso2) ?? [];
}

const BOXES = new Map<string, MapBox>();

/** Returns the box around a territory, or around its dot where it has no other shape. */
function boxOf(iso2: string): MapBox {
  const known = BOXES.get(iso2);
  if (known !== undefined) return known;
  const { path, disputed = "", dot = [-1, -1] } = MAP.territories[iso2] ?? { path: "" };
  const drawn = path + disputed;
  const box = boxAround(drawn === "" ? `M${dot[0]} ${dot[1]}` : drawn);
  BOXES.set(iso2, box);
  return box;
}

function boxOver([x, y]: MapPoint): MapBox {
  const [left, top] = [Math.round(x - REACH[0]), Math.round(y - REACH[1])];
  return { left, top, right: left + 2 * REACH[0], bottom: top + 2 * REACH[1] };
}

function meet(a: MapBox, b: MapBox): boolean {
  return a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;
}
