import { LEAF, NODE_OF_64, ROOT_COLUMNS, ROOT_ROWS, UNIFORM, UNITS_PER_DEGREE, WIDE_RUN } from "./border-file.ts";
import type { SetArrays } from "./find-set.ts";

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
  const queue = openQueue();
  const edges = new Float64Array(4);
  return (lat, lng, limitKm) => {
    const here = kindAt(lat, lng);
    const cosHere = Math.cos(lat * RADIANS);
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
      // Flat distances are a little too long far from here, and more so near the poles.
      const slack = Math.abs(lat) > 80 ? 2.6 : 1.05;
      forEachEdge(arrays.leaves, leaf, edges, () => {
        const ax = (edges[0]! / UNITS_PER_DEGREE + x0 + turn - lng) * narrow;
        const ay = edges[1]! / UNITS_PER_DEGREE + y0 - lat;
        const bx = (edges[2]! / UNITS_PER_DEGREE + x0 + turn - lng) * narrow;
        const by = edges[3]! / UNITS_PER_DEGREE + y0 - lat;
        const [dx, dy] = [bx - ax, by - ay];
        const share = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
        const [cx, cy] = [ax + share * dx, ay + share * dy];
        const flat = cx * cx + cy * cy;
        if (flat * (RADIANS * RADIANS) > best * 4 * slack) return;
        const key = haversine(cosHere, lat, cy, cx / narrow);
        if (key >= best || isSeam(edges, x0)) return;
        const length = Math.sqrt(flat);
        const isFound =
          length > BEYOND_DEGREES / 100
            ? look((cx * (1 + BEYOND_DEGREES / length)) / narrow, cy * (1 + BEYOND_DEGREES / length))
            : lookAcross(look, dx, dy, narrow);
        if (isFound) best = key;
      });
    };

    queue.clear();
    forEachRoot(arrays.roots, lat, lng, limitKm, (entry, x0, y0) => {
      const key = boundTo(x0, y0, 1);
      if (key < best) queue.push(key, entry, x0, y0, 1);
    });
    while (queue.pop() && queue.key < best) {
      const { entry, x0, y0, degrees } = queue;
      const kind = entry >>> 30;
      const at = entry & 0x3fffffff;
      if (kind === LEAF) scan(at, x0, y0, degrees);
      else {
        const across = kind === NODE_OF_64 ? 8 : 4;
        const side = degrees / across;
        for (let child = 0; child < across * across; child += 1) {
          const next = arrays.nodes[at + child]!;
          if (next >>> 30 === UNIFORM) continue;
          const [west, south] = [x0 + (child % across) * side, y0 + Math.floor(child / across) * side];
          const key = boundTo(west, south, side);
          if (key < best) queue.push(key, next, west, south, side);
        }
      }
    }
    return found === undefined ? null : { ...found, distanceKm: 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(best)) };
  };
}

/** Who stands on an edge looks to both sides of it. */
function lookAcross(look: (east: number, north: number) => boolean, dx: number, dy: number, narrow: number): boolean {
  const scale = BEYOND_DEGREES / Math.hypot(dx, dy);
  return look((-dy * scale) / narrow, dx * scale) || look((dy * scale) / narrow, -dx * scale);
}

/** Whether an edge runs along the 180th meridian, where outlines are cut and no border is. */
function isSeam(edge: Float64Array, x0: number): boolean {
  if (edge[0] !== edge[2]) return false;
  const x = edge[0]! / UNITS_PER_DEGREE + x0;
  return x === -180 || x === 180;
}

function haversineOf(angle: number): number {
  return Math.sin(angle / 2) ** 2;
}

/** The key of the distance to a point that lies some degrees to the east and north. */
function haversine(cosHere: number, lat: number, north: number, east: number): number {
  const [up, across] = [Math.sin((north * RADIANS) / 2), Math.sin((east * RADIANS) / 2)];
  return up * up + cosHere * Math.cos((lat + north) * RADIANS) * across * across;
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

/** Calls back for every root cell with borders in it that may be within reach. */
function forEachRoot(
  roots: Uint32Array,
  lat: number,
  lng: number,
  limitKm: number,
  visit: (entry: number, x0: number, y0: number) => void,
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
      const column = (turned + ROOT_COLUMNS) % ROOT_COLUMNS;
      const entry = roots[row * ROOT_COLUMNS + column]!;
      if (entry >>> 30 !== UNIFORM) visit(entry, column - 180, row - 90);
    }
  }
}

/** Writes the ends of every edge of a leaf into `edge`, in units from the leaf's corner, and calls back. */
function forEachEdge(leaves: Uint16Array, at: number, edge: Float64Array, visit: () => void): void {
  const counts = leaves[at + 2]!;
  at += 3 + 3 * (counts & 0xff);
  for (let runs = counts >>> 8; runs > 0; runs -= 1) {
    const length = leaves[at + 1]!;
    let x = leaves[at + 2]! | (leaves[at + 3]! << 16);
    let y = leaves[at + 4]! | (leaves[at + 5]! << 16);
    at += 6;
    const isWide = length >= WIDE_RUN;
    for (let steps = length & 0x7fff; steps > 0; steps -= 1) {
      edge[0] = x;
      edge[1] = y;
      x += isWide ? leaves[at]! | (leaves[at + 1]! << 16) : (leaves[at]! << 16) >> 16;
      y += isWide ? leaves[at + 2]! | (leaves[at + 3]! << 16) : (leaves[at + 1]! << 16) >> 16;
      at += isWide ? 4 : 2;
      edge[2] = x;
      edge[3] = y;
      visit();
    }
  }
}

function normalize(lng: number): number {
  return lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;
}

/** A queue of cells, the least key first (a binary heap in arrays of numbers). */
function openQueue() {
  const keys: number[] = [];
  const entries: number[] = [];
  const x0s: number[] = [];
  const y0s: number[] = [];
  const sides: number[] = [];
  const put = (at: number, key: number, entry: number, x0: number, y0: number, degrees: number): void => {
    keys[at] = key;
    entries[at] = entry;
    x0s[at] = x0;
    y0s[at] = y0;
    sides[at] = degrees;
  };
  const move = (from: number, to: number): void =>
    put(to, keys[from]!, entries[from]!, x0s[from]!, y0s[from]!, sides[from]!);
  const queue = {
    length: 0,
    key: 0,
    entry: 0,
    x0: 0,
    y0: 0,
    degrees: 0,
    clear(): void {
      queue.length = 0;
    },
    push(key: number, entry: number, x0: number, y0: number, degrees: number): void {
      let at = queue.length++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (keys[parent]! <= key) break;
        move(parent, at);
        at = parent;
      }
      put(at, key, entry, x0, y0, degrees);
    },
    /** Takes the first cell out and shows it in the members above; false when none is left. */
    pop(): boolean {
      if (queue.length === 0) return false;
      queue.key = keys[0]!;
      queue.entry = entries[0]!;
      queue.x0 = x0s[0]!;
      queue.y0 = y0s[0]!;
      queue.degrees = sides[0]!;
      const last = --queue.length;
      const key = keys[last]!;
      let at = 0;
      for (let child = 1; child < last; child = 2 * at + 1) {
        const least = child + 1 < last && keys[child + 1]! < keys[child]! ? child + 1 : child;
        if (key <= keys[least]!) break;
        move(least, at);
        at = least;
      }
      move(last, at);
      return true;
    },
  };
  return queue;
}
