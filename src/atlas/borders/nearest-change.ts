import {
  ENTRY_OFFSET_MAX,
  ROOT_COLUMNS,
  ROOT_ROWS,
  SET_NUMBERS_END,
  TO_LEAF,
  UNITS_PER_DEGREE,
} from "./border-file.ts";
import { CellQueue } from "./cell-queue.ts";
import { type SetArrays, placeOf } from "./find-set.ts";
import { cosineBelow, halfSineBelow, keyOf, kilometresOf, reachOf } from "./great-circle.ts";
import { LeafEdges } from "./leaf-edges.ts";

/** The nearest place where something else begins. */
export interface Change<Kind> {
  readonly distanceKm: number;
  /** What lies behind it. */
  readonly beyond: Kind;
  /** The place, in degrees. */
  readonly lat: number;
  readonly lng: number;
}

/** How far behind an edge is looked, in degrees: three units, 4 cm. */
const BEYOND_DEGREES = 3 / UNITS_PER_DEGREE;

/**
 * The search for the nearest border: best-first over the cells of the index, nearest edges first (Hjaltason and Samet 1999).
 *
 * `kindAt` tells what a point belongs to; an edge counts where that is another behind it. Distances are great-circle distances and are compared by
 * their keys (great-circle.ts). Nothing is allocated on the way.
 */
export class NearestChange<Kind> {
  readonly #roots: Int32Array;
  readonly #cells: Uint16Array;
  readonly #gaps: Uint16Array;
  readonly #kindAt: (lat: number, lng: number) => Kind;
  readonly #queue = new CellQueue();
  readonly #edges = new LeafEdges();
  /** Where the search is: the point and what it belongs to, */
  #lat = 0;
  #lng = 0;
  #here: Kind | undefined;
  /** the key of what was found, or of the limit, with how far that reaches to the north and to the east in degrees, */
  #best = 0;
  #rows = 0;
  #columns = 0;
  /** and what was found where. */
  #isFound = false;
  #beyond: Kind | undefined;
  #foundLat = 0;
  #foundLng = 0;

  constructor({ roots, cells }: SetArrays, kindAt: (lat: number, lng: number) => Kind) {
    this.#roots = roots;
    this.#cells = cells;
    this.#gaps = listGaps(roots);
    this.#kindAt = kindAt;
  }

  /** Finds the nearest change of what belongs to `here`, where the point does, within `limitKm`. */
  find(lat: number, lng: number, limitKm: number, here: Kind): Change<Kind> | null {
    this.#lat = lat;
    this.#lng = lng;
    this.#here = here;
    this.#isFound = false;
    this.#edges.stand(lat);
    this.#reach(keyOf(limitKm));
    const queue = this.#queue;
    queue.clear();
    this.#pushRoots();
    while (queue.pop() && queue.key < this.#best) {
      if (queue.place < 0) this.#scan(~queue.place, queue.x0, queue.y0, queue.degrees);
      else this.#divide(queue.place, queue.x0, queue.y0, queue.degrees);
    }
    if (!this.#isFound) return null;
    const distanceKm = kilometresOf(this.#best);
    return { distanceKm, beyond: this.#beyond as Kind, lat: this.#foundLat, lng: this.#foundLng };
  }

  /** From now on only what is nearer counts. */
  #reach(key: number): void {
    this.#best = key;
    this.#rows = reachOf(key);
    const furthest = Math.abs(this.#lat) + this.#rows;
    // On a way as long, every step leads east by less than it would on the parallel furthest from the equator.
    this.#columns = furthest < 89 ? this.#rows / cosineBelow(furthest) : 180;
  }

  /** Puts every root cell with borders in it that may be within reach into the queue. */
  #pushRoots(): void {
    const firstRow = Math.max(Math.floor(this.#lat - this.#rows) + 90, 0);
    const lastRow = Math.min(Math.floor(this.#lat + this.#rows) + 90, ROOT_ROWS - 1);
    const isAll = this.#columns >= 180;
    const firstColumn = isAll ? 0 : Math.floor(this.#lng - this.#columns) + 180;
    const lastColumn = isAll ? ROOT_COLUMNS - 1 : Math.floor(this.#lng + this.#columns) + 180;
    for (let row = firstRow; row <= lastRow; row += 1) {
      const begin = row * ROOT_COLUMNS;
      for (let turned = firstColumn; turned <= lastColumn; turned += 1) {
        const column = turned < 0 ? turned + ROOT_COLUMNS : turned < ROOT_COLUMNS ? turned : turned - ROOT_COLUMNS;
        const root = this.#roots[begin + column]!;
        if (root < 0) this.#push(root & 0x7fffffff, column - 180, row - 90, 1);
        turned += this.#gaps[begin + column]!;
      }
    }
  }

  /** Puts a cell into the queue if it may be within reach. `place` is a node, or with all bits turned a leaf. */
  #push(place: number, x0: number, y0: number, degrees: number): void {
    const key = boundOf(this.#lat, this.#lng, this.#edges.cosHere, x0, y0, degrees);
    if (key < this.#best) this.#queue.push(key, place, x0, y0, degrees);
  }

  /** Puts the parts of a node that may be within reach into the queue. */
  #divide(node: number, x0: number, y0: number, degrees: number): void {
    const bits = degrees === 1 ? 3 : 2;
    const last = (1 << bits) - 1;
    const side = degrees / (last + 1);
    const [north, east] = [this.#lat - y0, this.#lng - x0 + this.#turn(x0, degrees)];
    const firstRow = Math.max(Math.floor((north - this.#rows) / side), 0);
    const lastRow = Math.min(Math.floor((north + this.#rows) / side), last);
    const firstColumn = Math.max(Math.floor((east - this.#columns) / side), 0);
    const lastColumn = Math.min(Math.floor((east + this.#columns) / side), last);
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const entry = this.#cells[node + (row << bits) + column]!;
        if (entry < SET_NUMBERS_END) continue;
        const place = entry < TO_LEAF ? placeOf(this.#cells, node, entry) : ~(node + (entry & ENTRY_OFFSET_MAX));
        this.#push(place, x0 + column * side, y0 + row * side, side);
      }
    }
  }

  /** What has to be added to a way from a cell to the point in degrees of longitude, so that it is the shorter one around the earth. */
  #turn(x0: number, degrees: number): number {
    const east = this.#lng - (x0 + degrees / 2);
    return east > 180 ? -360 : east < -180 ? 360 : 0;
  }

  /** Looks for the nearest change among the edges of a leaf. */
  #scan(leaf: number, x0: number, y0: number, degrees: number): void {
    const edges = this.#edges;
    const lat = this.#lat;
    // A point that is the nearest on a plane is a little further than the nearest on the sphere, and more so near the poles.
    const slack = Math.abs(lat) > 80 ? 2.6 : 1.01;
    edges.list(this.#cells, leaf, x0, x0 - this.#lng - this.#turn(x0, degrees), y0 - lat, degrees);
    while (edges.takeNearest(this.#best * slack)) {
      const key = edges.refine();
      if (key < this.#best && this.#isChange()) this.#reach(key);
    }
  }

  /** Whether something else begins behind the edge at hand; remembers what and where. */
  #isChange(): boolean {
    const { east, north, acrossEast, acrossNorth, share, narrow } = this.#edges;
    const footEast = east + share * acrossEast;
    const footNorth = north + share * acrossNorth;
    const length = Math.hypot(footEast * narrow, footNorth);
    if (length > BEYOND_DEGREES / 100) {
      const further = 1 + BEYOND_DEGREES / length;
      return this.#look(footEast * further, footNorth * further);
    }
    // Who stands on an edge looks to both sides of it.
    const scale = BEYOND_DEGREES / Math.hypot(acrossEast * narrow, acrossNorth);
    const [aside, ahead] = [-acrossNorth * scale, acrossEast * scale];
    return this.#look(aside / narrow, ahead * narrow) || this.#look(-aside / narrow, -ahead * narrow);
  }

  #look(east: number, north: number): boolean {
    const lat = Math.max(-90, Math.min(90, this.#lat + north));
    const lng = normalize(this.#lng + east);
    const beyond = this.#kindAt(lat, lng);
    if (beyond === this.#here) return false;
    this.#isFound = true;
    this.#beyond = beyond;
    this.#foundLat = lat;
    this.#foundLng = lng;
    return true;
  }
}

/** A lower bound of the key of the distance to a cell. */
function boundOf(lat: number, lng: number, cosHere: number, x0: number, y0: number, degrees: number): number {
  const north = y0 > lat ? y0 - lat : lat > y0 + degrees ? lat - y0 - degrees : 0;
  const half = degrees / 2;
  const away = Math.abs(lng - (x0 + half));
  const east = (away > 180 ? 360 - away : away) - half;
  const up = halfSineBelow(north);
  if (east <= 0) return up * up;
  const across = halfSineBelow(east);
  // The parallel of the cell that is nearest to a pole is the shortest.
  return up * up + cosHere * cosineBelow(y0 < 0 ? -y0 : y0 + degrees) * across * across;
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

function normalize(lng: number): number {
  return lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;
}
