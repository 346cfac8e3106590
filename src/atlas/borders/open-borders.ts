import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BorderFacts, SET_NUMBERS_END, UNITS_PER_DEGREE, readBorderFile, unusableBorders } from "./border-file.ts";
import { type Claims, buildClaims } from "./claims.ts";
import { type FoundLeaf, entryAt, findBits, findDeeper, rootAt, unitsEast, unitsNorth } from "./find-set.ts";
import { EARTH_RADIUS_KM } from "./great-circle.ts";
import { NearestChange } from "./nearest-change.ts";

/** The path of the border index. */
export const BORDERS_PATH: string = fileURLToPath(new URL("../../../data/borders/borders.bin", import.meta.url));

/**
 * How far the nearest territory may be: 200 nautical miles, the extent of an exclusive economic
 * zone.
 */
export const NEAREST_KM_MAX = 370;

/** How far a border may be to be reported. */
const BORDER_KM_MAX = 1;

/**
 * Radii in degrees, up to 50 m, to search for the neighbour where the outlines of two territories
 * do not quite meet.
 */
const GAP_DEGREES = [1e-5, 5e-5, 2e-4, 4.5e-4];

/** Land and sea south of this latitude are Antarctica (Antarctic Treaty, article VI). */
const ANTARCTIC_LAT = -60;

/** The bits of a coordinate within its tile of one degree. */
const ROOT_UNITS = UNITS_PER_DEGREE - 1;

/** The kind of area that contains a point. */
type Zone = "territory" | "antarctic" | "open_sea" | "unclaimed_land";

/** The nearest territory. */
interface Nearest {
  readonly iso2: string;
  readonly distanceKm: number;
}

/** Where a point is. */
export interface Location extends Claims {
  readonly zone: Zone;
  /** If nobody claims the point: the nearest territory within 370 km. */
  readonly nearest: Nearest | null;
  /**
   * In a territory: its border if that is within 1 km. `neighbour` is null if nobody claims what is
   * beyond it.
   */
  readonly border: { readonly distanceKm: number; readonly neighbour: string | null } | null;
}

/**
 * The borders of all territories: which one contains a point, who else claims it, and what is near.
 */
export interface Borders {
  readonly facts: BorderFacts;
  /**
   * Who claims a point. Requires a latitude from -90 to 90 and a longitude from -180 to 180, in
   * degrees.
   */
  claimsAt(lat: number, lng: number): Claims;
  /** Everything about a point; takes longer than `claimsAt`. */
  locate(lat: number, lng: number): Location;
}

/**
 * Opens the border index, in about ten milliseconds. Throws a BorderFileError if the file is
 * missing or damaged.
 */
export function openBorders(path: string = BORDERS_PATH): Borders {
  const index = readBorderFile(readFile(path), path);
  const { facts } = index;
  const claimsAt = buildClaimsAt(index);
  const changes = new NearestChange(index, (lat, lng) => claimsAt(lat, lng).iso2);
  const borderNear = (lat: number, lng: number, here: string): Location["border"] => {
    const change = changes.find(lat, lng, BORDER_KM_MAX, here);
    if (change === null) return null;
    const neighbour = change.beyond ?? neighbourNear(claimsAt, change.lat, change.lng, here);
    return { distanceKm: change.distanceKm, neighbour };
  };
  const isUnclaimedLand = (lat: number, lng: number): boolean =>
    facts.unclaimed.some(([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north);
  return {
    facts,
    claimsAt,
    locate(lat, lng) {
      const held = claimsAt(lat, lng);
      const { iso2, claims, disputed } = held;
      if (held === ANTARCTICA) return { iso2, claims, disputed, zone: "antarctic", nearest: null, border: null };
      if (iso2 !== null)
        return { iso2, claims, disputed, zone: "territory", nearest: null, border: borderNear(lat, lng, iso2) };
      const zone = isUnclaimedLand(lat, lng) ? "unclaimed_land" : "open_sea";
      return { iso2, claims, disputed, zone, nearest: nearestTo(changes, lat, lng), border: null };
    },
  };
}

const ANTARCTICA: Claims = Object.freeze({ iso2: "AQ", claims: Object.freeze(["AQ"]), disputed: false });

/** Builds the function that finds who claims a point. */
function buildClaimsAt({ facts, roots, tiles, palettes }: ReturnType<typeof readBorderFile>): Borders["claimsAt"] {
  const claimsOf = buildClaims(facts);
  const steps = new Int16Array(tiles.buffer, tiles.byteOffset, tiles.length);
  const ofSets = facts.sets.map(claimsOf);
  const ofAreas = Array.from({ length: facts.areas.length + facts.additions.length }, (_, area) => claimsOf([area]));
  const ofBits = new Map<number, Claims>();
  const nobody = claimsOf([]);
  const leaf: FoundLeaf = { offset: 0, shift: 0 };

  const readBits = (palette: number, bits: number): Claims => {
    const key = palette * 0x10000 + bits;
    const before = ofBits.get(key);
    if (before !== undefined) return before;
    const areas = palettes.subarray(palette + 1, palette + 1 + palettes[palette]!);
    const claims = claimsOf([...areas].filter((_, bit) => (bits & (1 << bit)) !== 0));
    ofBits.set(key, claims);
    return claims;
  };
  const claimsBelow = (root: number, entry: number, x: number, y: number): Claims => {
    const set = findDeeper(tiles, root, entry, x, y, leaf);
    if (set >= 0) return ofSets[set]!;
    const within = 2 ** leaf.shift - 1;
    const bits = findBits(tiles, steps, leaf.offset, x & within, y & within);
    if (bits === 0) return nobody;
    const palette = tiles[leaf.offset]!;
    return (bits & (bits - 1)) === 0 ? ofAreas[palettes[palette + 32 - Math.clz32(bits)]!]! : readBits(palette, bits);
  };
  // Small enough to be inlined into loops: otherwise V8 allocates its arguments for each call.
  return (lat, lng) => {
    if (lat <= ANTARCTIC_LAT) return ANTARCTICA;
    const x = unitsEast(lng);
    const y = unitsNorth(lat);
    const root = rootAt(roots, x, y);
    const entry = entryAt(tiles, root, x, y);
    // Below the root grid, only the position within the tile counts.
    return entry < SET_NUMBERS_END ? ofSets[entry]! : claimsBelow(root, entry, x & ROOT_UNITS, y & ROOT_UNITS);
  };
}

function nearestTo(changes: NearestChange<string | null>, lat: number, lng: number): Nearest | null {
  const south = ((lat - ANTARCTIC_LAT) * Math.PI * EARTH_RADIUS_KM) / 180;
  const change = changes.find(lat, lng, Math.min(NEAREST_KM_MAX, south), null);
  if (change !== null && change.beyond !== null) return { iso2: change.beyond, distanceKm: change.distanceKm };
  return south < NEAREST_KM_MAX ? { iso2: "AQ", distanceKm: south } : null;
}

/** Who claims what lies beyond a point of a border, where a gap may lie between two outlines. */
function neighbourNear(claimsAt: Borders["claimsAt"], lat: number, lng: number, here: string): string | null {
  for (const radius of GAP_DEGREES) {
    for (let turn = 0; turn < 2 * Math.PI; turn += Math.PI / 8) {
      const east = (radius * Math.cos(turn)) / Math.cos((lat * Math.PI) / 180);
      const { iso2 } = claimsAt(lat + radius * Math.sin(turn), lng + east);
      if (iso2 !== null && iso2 !== here) return iso2;
    }
  }
  return null;
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unusableBorders(path, `cannot be read (${String(Reflect.get(Object(error), "code"))})`);
  }
}
