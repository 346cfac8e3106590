import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type BorderArrays,
  type BorderFacts,
  INLAND_COLUMNS,
  SET_NUMBERS_END,
  UNITS_PER_DEGREE,
  readBorderFile,
  unusableBorders,
} from "./border-file.ts";
import { type Claims, buildClaims, joinClaims } from "./claims.ts";
import { type FoundLeaf, entryAt, findBits, findDeeper, rootAt, unitsEast, unitsNorth } from "./find-set.ts";
import { EARTH_RADIUS_KM } from "./great-circle.ts";
import { NearestChange } from "./nearest-change.ts";

/** The path of the border index. */
export const BORDERS_PATH: string = fileURLToPath(new URL("../../../data/borders/borders.bin", import.meta.url));

/**
 * Limit of the nearest territory's distance: 200 nautical miles, the extent of an exclusive
 * economic zone.
 */
export const NEAREST_KM_MAX = 370;

/** A border is reported up to this distance, unless the caller says otherwise. */
export const BORDER_KM = 1;

/** Near a coast, the outlines of two neighbours are up to twice this far apart. */
const GAP_KM = 0.2;

/** Farther than any two outlines with a gap between them are apart. */
const WIDEST_GAP_KM = 20;

/** Radii at which territories are sought, to see whether a point is in a pocket of land. */
const POCKET_KM = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1] as const;

/** Kilometres of a degree of latitude. */
const DEGREE_KM = (EARTH_RADIUS_KM * Math.PI) / 180;

/** Land and sea south of this latitude are Antarctica (Antarctic Treaty, article VI). */
const ANTARCTIC_LAT = -60;

/** The bits of a coordinate within its tile of one degree. */
const ROOT_UNITS = UNITS_PER_DEGREE - 1;

/** The nearest point of another territory. */
type Change = NonNullable<ReturnType<NearestChange<string | null>["find"]>>;

/** A tile of an eighth of a degree has sides of 2^20 units. */
const INLAND_SHIFT = 20;

/** The kind of area that contains a point. */
type Zone = "territory" | "border_gap" | "antarctic" | "open_sea" | "unclaimed_land";

/** The nearest territory. */
interface Nearest {
  readonly iso2: string;
  readonly distanceKm: number;
  /** The nearest point of the border, in degrees. */
  readonly lat: number;
  readonly lng: number;
}

/** A border that is near, and the territory beyond it; null if nobody claims what is there. */
interface NearBorder extends Omit<Nearest, "iso2"> {
  readonly neighbour: string | null;
}

/** The location of a point. */
export interface Location extends Claims {
  readonly zone: Zone;
  /** In the open sea and on unclaimed land: the nearest territory within 370 km. */
  readonly nearest: Nearest | null;
  /**
   * In a territory: its border if that is within reach. In a gap, the territory is the nearest one.
   */
  readonly border: NearBorder | null;
}

/**
 * The borders of all territories: which one contains a point, who else claims it, and what is near.
 */
export interface Borders {
  readonly facts: BorderFacts;
  /**
   * Finds the outlines that hold a point: none in a gap between two. Requires a latitude from -90
   * to 90 and a longitude from -180 to 180, in degrees.
   */
  claimsAt(lat: number, lng: number): Claims;
  /**
   * Everything about a point, with a border within `borderKm`, at most `NEAREST_KM_MAX` and by
   * default `BORDER_KM`; takes longer than `claimsAt`.
   */
  locate(lat: number, lng: number, borderKm?: number): Location;
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
  const neighbourOf = buildNeighbourOf(index, claimsAt);
  const neighbourBeyond = ({ lat, lng }: Change, here: string): string | null =>
    neighbourOf(lat, lng, here, isInland(index, lat, lng) ? WIDEST_GAP_KM : GAP_KM)?.beyond ?? null;
  const borderNear = (lat: number, lng: number, here: string, limitKm: number): NearBorder | null => {
    const change = changes.find(lat, lng, limitKm, here);
    return change && { ...change, neighbour: change.beyond ?? neighbourBeyond(change, here) };
  };
  const isUnclaimedLand = (lat: number, lng: number): boolean =>
    facts.unclaimed.some(([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north);
  const locateOutside = (lat: number, lng: number, held: Claims, borderKm: number): Location => {
    const south = (lat - ANTARCTIC_LAT) * DEGREE_KM;
    const change = changes.find(lat, lng, Math.min(NEAREST_KM_MAX, south), null);
    const isUnclaimed = isUnclaimedLand(lat, lng);
    if (change !== null && change.beyond !== null && !isUnclaimed) {
      const isEnclosed = isInland(index, lat, lng) || isSurrounded(claimsAt, lat, lng, change.distanceKm);
      const across = neighbourOf(lat, lng, change.beyond, isEnclosed ? WIDEST_GAP_KM : GAP_KM);
      const isNarrow = across !== null && change.distanceKm <= GAP_KM && isBetween(lat, lng, change, across);
      if (isNarrow || isEnclosed) return locateInGap(change, across?.beyond ?? null, held, borderKm);
    }
    const zone = isUnclaimed ? "unclaimed_land" : "open_sea";
    return { ...held, zone, nearest: nearestOf(change, lng, south), border: null };
  };
  const locateInGap = (change: Change, neighbour: string | null, held: Claims, borderKm: number): Location => ({
    ...joinClaims(claimsAt(change.lat, change.lng), held),
    zone: "border_gap",
    nearest: null,
    border: change.distanceKm < borderKm ? { ...change, neighbour } : null,
  });
  return {
    facts,
    claimsAt,
    locate(lat, lng, borderKm = BORDER_KM) {
      const held = claimsAt(lat, lng);
      if (held === ANTARCTICA) return { ...held, zone: "antarctic", nearest: null, border: null };
      if (held.iso2 === null) return locateOutside(lat, lng, held, borderKm);
      return { ...held, zone: "territory", nearest: null, border: borderNear(lat, lng, held.iso2, borderKm) };
    },
  };
}

const ANTARCTICA: Claims = Object.freeze({ iso2: "AQ", claims: Object.freeze(["AQ"]), disputes: [] });

/** Builds the function that finds who claims a point. */
function buildClaimsAt({ facts, roots, tiles, palettes }: ReturnType<typeof readBorderFile>): Borders["claimsAt"] {
  const claimsOf = buildClaims(facts);
  const steps = new Int16Array(tiles.buffer, tiles.byteOffset, tiles.length);
  const ofSets = facts.sets.map(claimsOf);
  const ofAreas = Array.from({ length: facts.areas.length + facts.outlined.length }, (_, area) => claimsOf([area]));
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

/** The nearest territory, which may be Antarctica, so many kilometres to the south. */
function nearestOf(change: Change | null, lng: number, south: number): Nearest | null {
  if (change !== null && change.beyond !== null) {
    return { ...change, iso2: change.beyond };
  }
  return south < NEAREST_KM_MAX
    ? { iso2: "AQ", distanceKm: south, lat: ANTARCTIC_LAT, lng: lng === 180 ? -180 : lng }
    : null;
}

/**
 * Builds the function that finds the nearest territory but `here` from a point that no outline
 * holds: the other side of a gap. It returns null if there is none that near.
 */
function buildNeighbourOf(index: BorderArrays, claimsAt: Borders["claimsAt"]) {
  let excluded: string | null = null;
  const others = new NearestChange(index, (lat, lng) => {
    const { iso2 } = claimsAt(lat, lng);
    return iso2 === excluded ? null : iso2;
  });
  return (lat: number, lng: number, here: string, limitKm: number): Change | null => {
    excluded = here;
    return others.find(lat, lng, limitKm, null);
  };
}

/** Returns true if two points nearby lie in different directions of one: more than 23° apart. */
function isBetween(lat: number, lng: number, a: Change, b: Change): boolean {
  const narrow = Math.cos((lat * Math.PI) / 180);
  const [aNorth, aEast] = [a.lat - lat, (a.lng - lng) * narrow];
  const [bNorth, bEast] = [b.lat - lat, (b.lng - lng) * narrow];
  return aNorth * bNorth + aEast * bEast < 0.92 * Math.hypot(aNorth, aEast) * Math.hypot(bNorth, bEast);
}

/** Returns true if a territory is within a kilometre in each of sixteen directions. */
function isSurrounded(claimsAt: Borders["claimsAt"], lat: number, lng: number, nearestKm: number): boolean {
  if (nearestKm > BORDER_KM) return false;
  const narrow = Math.cos((lat * Math.PI) / 180);
  for (let turn = 0; turn < 2 * Math.PI; turn += Math.PI / 8) {
    const [north, east] = [Math.sin(turn) / DEGREE_KM, Math.cos(turn) / DEGREE_KM / narrow];
    if (POCKET_KM.every((km) => claimsAt(lat + km * north, lng + km * east).iso2 === null)) return false;
  }
  return true;
}

/** Returns true if the tile of an eighth of a degree around a point is all land. */
function isInland({ inland }: BorderArrays, lat: number, lng: number): boolean {
  const tile = (unitsNorth(lat) >>> INLAND_SHIFT) * INLAND_COLUMNS + (unitsEast(lng) >>> INLAND_SHIFT);
  return (inland[tile >> 3]! & (1 << (tile & 7))) !== 0;
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unusableBorders(path, `cannot be read (${String(Reflect.get(Object(error), "code"))})`);
  }
}
