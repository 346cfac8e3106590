import {
  ENTRY_OFFSET_MAX,
  ROOT_COLUMNS,
  ROOT_ROWS,
  SET_NUMBERS_END,
  TO_LEAF,
  UNITS_PER_DEGREE,
} from "./border-file.ts";
import { type SetArrays, nodeOffset } from "./find-set.ts";
import { cosineBelow, keyOf, kilometresOf, reachOf, tileKeyBelow } from "./great-circle.ts";
import { LeafEdges } from "./leaf-edges.ts";
import { TileQueue } from "./tile-queue.ts";

/** The nearest point with another value. */
interface Change<Value> {
  readonly distanceKm: number;
  /** Its value. */
  readonly beyond: Value;
  /** The point, in degrees. */
  readonly lat: number;
  readonly lng: number;
}

/** The value is read this far beside an edge, in degrees: three units, 4 cm. */
const BESIDE_DEGREES = 3 / UNITS_PER_DEGREE;

/**
 * Searches for the nearest point where a value changes: best-first over the tiles of the index,
 * nearest edges first (Hjaltason and Samet 1999).
 *
 * `valueAt` returns the value of a point, such as its country. An edge counts if the value beyond
 * it is another one. Great-circle distances are compared by their keys (great-circle.ts). Nothing
 * is allocated per tile.
 */
export class NearestChange<Value> {
  readonly #roots: Int32Array;
  readonly #tiles: Uint16Array;
  readonly #gaps: Uint16Array;
  readonly #valueAt: (lat: number, lng: number) => Value;
  readonly #queue = new TileQueue();
  readonly #edges = new LeafEdges();
  /** The point of the current search and its value, */
  #lat = 0;
  #lng = 0;
  #here: Value | undefined;
  /**
   * the key of the nearest change so far, or of the limit, and how far that reaches north and east
   * in degrees,
   */
  #best = 0;
  #rows = 0;
  #columns = 0;
  /** and the change that was found. */
  #isFound = false;
  #beyond: Value | undefined;
  #foundLat = 0;
  #foundLng = 0;

  constructor({ roots, tiles }: SetArrays, valueAt: (lat: number, lng: number) => Value) {
    this.#roots = roots;
    this.#tiles = tiles;
    this.#gaps = listGaps(roots);
    this.#valueAt = valueAt;
  }

  /**
   * Finds the nearest point within `limitKm` that has another value than `here`, the value of the
   * given point.
   */
  find(lat: number, lng: number, limitKm: number, here: Value): Change<Value> | null {
    this.#lat = lat;
    this.#lng = lng;
    this.#here = here;
    this.#isFound = false;
    this.#edges.setLatitude(lat);
    this.#limit(keyOf(limitKm));
    const queue = this.#queue;
    queue.clear();
    this.#pushRoots();
    while (queue.pop() && queue.key < this.#best) {
      if (queue.offset < 0) this.#scan(~queue.offset, queue.x0, queue.y0, queue.degrees);
      else this.#divide(queue.offset, queue.x0, queue.y0, queue.degrees);
    }
    if (!this.#isFound) return null;
    const distanceKm = kilometresOf(this.#best);
    return { distanceKm, beyond: this.#beyond as Value, lat: this.#foundLat, lng: this.#foundLng };
  }

  /** Limits the search to what is nearer. */
  #limit(key: number): void {
    this.#best = key;
    this.#rows = reachOf(key);
    const furthest = Math.abs(this.#lat) + this.#rows;
    // A path of this length leads farthest east on the parallel farthest from the equator.
    this.#columns = furthest < 89 ? this.#rows / cosineBelow(furthest) : 180;
  }

  /** Pushes every root tile with borders that may be within reach. */
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

  /**
   * Pushes a tile if it may be within reach. `offset` is that of a node, or the complement of that
   * of a leaf.
   */
  #push(offset: number, x0: number, y0: number, degrees: number): void {
    const key = tileKeyBelow(this.#lat, this.#lng, this.#edges.cosHere, x0, y0, degrees);
    if (key < this.#best) this.#queue.push(key, offset, x0, y0, degrees);
  }

  /** Pushes the tiles of a node that may be within reach. */
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
        const entry = this.#tiles[node + (row << bits) + column]!;
        if (entry < SET_NUMBERS_END) continue;
        const offset = entry < TO_LEAF ? nodeOffset(this.#tiles, node, entry) : ~(node + (entry & ENTRY_OFFSET_MAX));
        this.#push(offset, x0 + column * side, y0 + row * side, side);
      }
    }
  }

  /**
   * Added to the longitude from a tile to the point, so that it is the shorter way around the
   * earth.
   */
  #turn(x0: number, degrees: number): number {
    const east = this.#lng - (x0 + degrees / 2);
    return east > 180 ? -360 : east < -180 ? 360 : 0;
  }

  /** Searches the edges of a leaf for the nearest change. */
  #scan(leaf: number, x0: number, y0: number, degrees: number): void {
    const edges = this.#edges;
    const lat = this.#lat;
    // The nearest point on the plane is a little farther than that on the sphere, even more so near
    // the poles.
    const slack = Math.abs(lat) > 80 ? 2.6 : 1.01;
    edges.read(this.#tiles, leaf, x0, x0 - this.#lng - this.#turn(x0, degrees), y0 - lat, degrees);
    while (edges.popNearest(this.#best * slack)) {
      const key = edges.refine();
      if (key >= this.#best) continue;
      if (this.#isChange()) this.#limit(key);
      else this.#scanCrossings();
    }
  }

  /**
   * Searches the current edge, whose nearest point is not a change. Along an edge, the values
   * beside it change only where another edge meets it, so the nearest change on it begins there.
   */
  #scanCrossings(): void {
    for (const share of this.#edges.listCrossings()) {
      const key = this.#edges.keyAt(share);
      if (key < this.#best && this.#isChangeNear(share)) this.#limit(key);
    }
  }

  /**
   * Returns true if the value on one side of the current edge differs; stores the change.
   *
   * Both sides are looked at beside the edge. What lies straight behind its nearest point says
   * less: behind a corner it may be outside again.
   */
  #isChange(): boolean {
    const { share } = this.#edges;
    return share > 0 && share < 1 ? this.#isChangeAt(share) : this.#isChangeNear(share);
  }

  /** Looks beside the current edge a little before and after a share of its length. */
  #isChangeNear(share: number): boolean {
    const { acrossEast, acrossNorth, narrow } = this.#edges;
    const length = Math.hypot(acrossEast * narrow, acrossNorth);
    // Within a sharp corner the other edge is close by, so a second look is farther from it.
    for (const steps of [4, 64]) {
      const aside = Math.min((steps * BESIDE_DEGREES) / length, 0.5);
      if (share + aside < 1 && this.#isChangeAt(share + aside)) return true;
      if (share - aside > 0 && this.#isChangeAt(share - aside)) return true;
    }
    return false;
  }

  /** Looks to both sides of the current edge, at a share of its length. */
  #isChangeAt(share: number): boolean {
    const { east, north, acrossEast, acrossNorth, narrow } = this.#edges;
    const scale = BESIDE_DEGREES / Math.hypot(acrossEast * narrow, acrossNorth);
    const [aside, ahead] = [(-acrossNorth * scale) / narrow, acrossEast * scale * narrow];
    const [atEast, atNorth] = [east + share * acrossEast, north + share * acrossNorth];
    return this.#look(atEast + aside, atNorth + ahead) || this.#look(atEast - aside, atNorth - ahead);
  }

  #look(east: number, north: number): boolean {
    const lat = Math.max(-90, Math.min(90, this.#lat + north));
    const lng = normalize(this.#lng + east);
    const beyond = this.#valueAt(lat, lng);
    if (beyond === this.#here) return false;
    this.#isFound = true;
    this.#beyond = beyond;
    this.#foundLat = lat;
    this.#foundLng = lng;
    return true;
  }
}

/**
 * For each root tile, how many without a border follow in its row, so that the search can skip open
 * sea.
 */
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
