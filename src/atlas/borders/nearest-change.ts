import {
  ENTRY_OFFSET_MAX,
  ROOT_COLUMNS,
  ROOT_ROWS,
  SET_NUMBERS_END,
  TO_LEAF,
  UNITS_PER_DEGREE,
} from "./border-file.ts";
import { openCellQueue } from "./cell-queue.ts";
import { type SetArrays, placeOf } from "./find-set.ts";
import { type Edge, openLeafEdges } from "./leaf-edges.ts";

/** Mean radius of the earth (IUGG): distances are those on a sphere of it, within 0.6 % of those on the ellipsoid. */
export const EARTH_RADIUS_KM = 6371.0088;

/** The nearest place where something else begins. */
export interface Change<Kind> {
  readonly distanceKm: number;
  /** What lies behind it. */
  readonly beyond: Kind;
  /** The place, in degrees. */
  readonly lat: number;
  readonly lng: number;
}

const RADIANS = Math.PI / 180;

/** How far behind an edge is looked, in degrees: three units, 4 cm. */
const BEYOND_DEGREES = 3 / UNITS_PER_DEGREE;

/**
 * Builds the search for the nearest border: best-first over the cells of the index, nearest edges first (Hjaltason and Samet 1999).
 *
 * `kindAt` tells what a point belongs to; an edge counts where that is another behind it. Distances are great-circle distances, keys the
 * squared sine of half the angle (haversine).
 */
export function buildNearestChange<Kind>(
  arrays: SetArrays,
  kindAt: (lat: number, lng: number) => Kind,
): (lat: number, lng: number, limitKm: number) => Change<Kind> | null {
  const queue = openCellQueue();
  const gaps = listGaps(arrays.roots);
  const edges = openLeafEdges();
  return (lat, lng, limitKm) => {
    const here = kindAt(lat, lng);
    const [sinHere, cosHere] = [Math.sin(lat * RADIANS), Math.cos(lat * RADIANS)];
    let best = haversineOf(limitKm / EARTH_RADIUS_KM);
    let found: Omit<Change<Kind>, "distanceKm"> | undefined;
    const boundTo = (x0: number, y0: number, degrees: number): number => boundOf(lat, lng, cosHere, x0, y0, degrees);
    /** Whether something else begins behind an edge whose nearest point is at (east, north) degrees from here; `found` is what. */
    const look = (east: number, north: number): boolean => {
      const [toLat, toLng] = [Math.max(-90, Math.min(90, lat + north)), normalize(lng + east)];
      const beyond = kindAt(toLat, toLng);
      if (beyond === here) return false;
      found = { beyond, lat: toLat, lng: toLng };
      return true;
    };
    const scan = (leaf: number, x0: number, y0: number, degrees: number): void => {
      const turn = lng - (x0 + degrees / 2) > 180 ? 360 : lng - (x0 + degrees / 2) < -180 ? -360 : 0;
      const nearLat = Math.max(y0, Math.min(y0 + degrees, lat));
      const narrow = Math.max(Math.cos(((lat + nearLat) / 2) * RADIANS), 1e-6);
      // A point that is the nearest on a plane is a little further than the nearest on the sphere, and more so near the poles.
      const slack = Math.abs(lat) > 80 ? 2.6 : 1.01;
      edges.list(arrays.cells, leaf, x0);
      edges.place(x0 + turn - lng, y0 - lat, narrow, sinHere, cosHere);
      while (edges.takeNearest(best * slack)) {
        const { east, north, acrossEast, acrossNorth } = edges;
        const share = shareOfFoot(lat, cosHere, edges);
        const [footEast, footNorth] = [east + share * acrossEast, north + share * acrossNorth];
        const key = haversine(cosHere, lat, footNorth, footEast);
        if (key >= best) continue;
        const length = Math.hypot(footEast * narrow, footNorth);
        const further = 1 + BEYOND_DEGREES / length;
        const isFound =
          length > BEYOND_DEGREES / 100
            ? look(footEast * further, footNorth * further)
            : lookAcross(look, acrossEast * narrow, acrossNorth, narrow);
        if (isFound) best = key;
      }
    };

    queue.clear();
    forEachRoot(arrays.roots, gaps, lat, lng, limitKm, (node, x0, y0) => {
      const key = boundTo(x0, y0, 1);
      if (key < best) queue.push(key, node, x0, y0, 1);
    });
    while (queue.pop() && queue.key < best) {
      const { place, x0, y0, degrees } = queue;
      if (place < 0) scan(~place, x0, y0, degrees);
      else {
        const bits = degrees === 1 ? 3 : 2;
        const side = degrees / 2 ** bits;
        for (let child = 0; child < 1 << (2 * bits); child += 1) {
          const entry = arrays.cells[place + child]!;
          if (entry < SET_NUMBERS_END) continue;
          const [west, south] = [x0 + (child & ((1 << bits) - 1)) * side, y0 + (child >> bits) * side];
          const key = boundTo(west, south, side);
          if (key < best) queue.push(key, followEntry(arrays.cells, place, entry), west, south, side);
        }
      }
    }
    return found === undefined ? null : { ...found, distanceKm: 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(best)) };
  };
}

/** Where a cell of a node lies: a node of its own, or a leaf, which is told by all bits turned. */
function followEntry(cells: Uint16Array, node: number, entry: number): number {
  return entry < TO_LEAF ? placeOf(cells, node, entry) : ~(node + (entry & ENTRY_OFFSET_MAX));
}

/** Who stands on an edge looks to both sides of it. */
function lookAcross(look: (east: number, north: number) => boolean, dx: number, dy: number, narrow: number): boolean {
  const scale = BEYOND_DEGREES / Math.hypot(dx, dy);
  return look((-dy * scale) / narrow, dx * scale) || look((dy * scale) / narrow, -dx * scale);
}

function haversineOf(angle: number): number {
  return Math.sin(angle / 2) ** 2;
}

/** The key of the distance to a point that lies some degrees to the east and north. */
function haversine(cosHere: number, lat: number, north: number, east: number): number {
  const [up, across] = [Math.sin((north * RADIANS) / 2), Math.sin((east * RADIANS) / 2)];
  return up * up + cosHere * Math.cos((lat + north) * RADIANS) * across * across;
}

/**
 * Where on an edge the point is that is nearest to here, as a share of the edge, from where it would be on a plane.
 *
 * One step of Newton's method on the key: on a plane the point can be some kilometres beside it, after the step it is within a metre.
 */
function shareOfFoot(lat: number, cosHere: number, edge: Edge): number {
  const [dx, dy] = [edge.acrossEast * RADIANS, edge.acrossNorth * RADIANS];
  const across = edge.east * RADIANS + edge.share * dx;
  const up = edge.north * RADIANS + edge.share * dy;
  const [sinThere, cosThere] = [Math.sin(lat * RADIANS + up), Math.cos(lat * RADIANS + up)];
  const [sinAcross, cosAcross] = [Math.sin(across), Math.cos(across)];
  // The first and second derivatives of the key, both doubled.
  const first = Math.sin(up) * dy + cosHere * (cosThere * sinAcross * dx - sinThere * (1 - cosAcross) * dy);
  const second =
    Math.cos(up) * dy * dy +
    cosHere * (cosThere * (cosAcross * dx * dx - (1 - cosAcross) * dy * dy) - 2 * sinThere * sinAcross * dx * dy);
  return second > 0 ? Math.max(0, Math.min(1, edge.share - first / second)) : edge.share;
}

/** A lower bound of the key of the distance to a cell. */
function boundOf(lat: number, lng: number, cosHere: number, x0: number, y0: number, degrees: number): number {
  const north = y0 > lat ? y0 - lat : lat > y0 + degrees ? lat - y0 - degrees : 0;
  const half = degrees / 2;
  const away = Math.abs(lng - (x0 + half));
  const east = (away > 180 ? 360 - away : away) - half;
  const up = halfSine(north);
  if (east <= 0) return up * up;
  const across = halfSine(east);
  // The parallel of the cell that is nearest to a pole is the shortest.
  return up * up + cosHere * cosineBelow(y0 < 0 ? -y0 : y0 + degrees) * across * across;
}

/** The sine of half an angle in degrees, or somewhat less, without a trigonometric function: the first terms of its series. */
function halfSine(degrees: number): number {
  const half = (degrees * RADIANS) / 2;
  return half - (half * half * half) / 6;
}

/** Cosines of whole degrees from 0 to 90, and one more for the interpolation. */
const COSINES = Float64Array.from({ length: 92 }, (_, degrees) => Math.max(Math.cos(degrees * RADIANS), 0));

/** The cosine of a latitude from 0 to 90, or somewhat less: the chord lies below a concave curve. */
function cosineBelow(degrees: number): number {
  const whole = degrees | 0;
  const [low, high] = [COSINES[whole]!, COSINES[whole + 1]!];
  return low + (high - low) * (degrees - whole);
}

/** How many cells of each row follow without a border in them, so that the open sea is passed over in steps. */
function listGaps(roots: Int32Array): Uint16Array {
  const gaps = new Uint16Array(roots.length);
  for (let at = roots.length - 1; at >= 0; at -= 1) {
    const isLast = at % ROOT_COLUMNS === ROOT_COLUMNS - 1;
    gaps[at] = isLast || roots[at + 1]! < 0 ? 0 : gaps[at + 1]! + 1;
  }
  return gaps;
}

/** Calls back for every root cell with borders in it that may be within reach. */
function forEachRoot(
  roots: Int32Array,
  gaps: Uint16Array,
  lat: number,
  lng: number,
  limitKm: number,
  visit: (node: number, x0: number, y0: number) => void,
): void {
  const reach = limitKm / EARTH_RADIUS_KM;
  const rows = reach / RADIANS;
  const firstRow = Math.max(Math.floor(lat - rows) + 90, 0);
  const lastRow = Math.min(Math.floor(lat + rows) + 90, ROOT_ROWS - 1);
  const isPolar = Math.abs(lat) + rows >= 89;
  const columns = isPolar ? 180 : Math.asin(Math.min(1, Math.sin(reach) / Math.cos(lat * RADIANS))) / RADIANS;
  const firstColumn = isPolar ? 0 : Math.floor(lng - columns) + 180;
  const lastColumn = isPolar ? ROOT_COLUMNS - 1 : Math.floor(lng + columns) + 180;
  for (let row = firstRow; row <= lastRow; row += 1) {
    for (let turned = firstColumn; turned <= lastColumn; turned += 1) {
      const column = turned < 0 ? turned + ROOT_COLUMNS : turned < ROOT_COLUMNS ? turned : turned - ROOT_COLUMNS;
      const root = roots[row * ROOT_COLUMNS + column]!;
      if (root < 0) visit(root & 0x7fffffff, column - 180, row - 90);
      turned += gaps[row * ROOT_COLUMNS + column]!;
    }
  }
}

function normalize(lng: number): number {
  return lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;
}
