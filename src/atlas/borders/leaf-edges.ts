import { LEAF_EDGES_MAX, UNITS_PER_DEGREE, WIDE_RUN } from "./border-file.ts";
import { RADIANS, haversineOf, sineOf } from "./great-circle.ts";

const DEGREES_PER_UNIT = 1 / UNITS_PER_DEGREE;

/** Numbers per edge: its first end, and the vector to its second, in degrees east and north. */
const EDGE = 4;

/** The edges of a leaf relative to a point, nearest first. Nothing is allocated per leaf. */
export class LeafEdges {
  /**
   * The current edge: the vector to its first end, and from there to its second, in degrees of
   * longitude and latitude.
   */
  east = 0;
  north = 0;
  acrossEast = 0;
  acrossNorth = 0;
  /**
   * Its nearest point, as a fraction of its length: on a plane, or on the sphere after `refine`.
   */
  share = 0;
  /** The length of a degree of longitude on that plane, in degrees of latitude. */
  narrow = 1;
  readonly #edges = new Float64Array(EDGE * LEAF_EDGES_MAX);
  readonly #shares = new Float64Array(LEAF_EDGES_MAX);
  readonly #keys = new Float64Array(LEAF_EDGES_MAX);
  #count = 0;
  #sinHere = 0;
  #cosHere = 0;

  /** Sets the latitude of the point. */
  setLatitude(lat: number): void {
    this.#sinHere = Math.sin(lat * RADIANS);
    this.#cosHere = Math.cos(lat * RADIANS);
  }

  get cosHere(): number {
    return this.#cosHere;
  }

  /**
   * Reads the edges of a leaf with its corner at (east, north) of the point, and estimates their
   * distances. `x0` is the longitude of the corner. Skips edges along the 180th meridian: outlines
   * are cut there, but it is not a border.
   */
  read(tiles: Uint16Array, leaf: number, x0: number, east: number, north: number, degrees: number): void {
    const edges = this.#edges;
    const sinHere = this.#sinHere;
    const cosHere = this.#cosHere;
    // At half the latitude to the leaf; the first terms of the series are enough, because it is
    // near.
    const way = (north > 0 ? north : north + degrees < 0 ? north + degrees : 0) * (RADIANS / 2);
    const narrow = Math.max(cosHere * (1 - (way * way) / 2) - sinHere * way, 1e-6);
    const seam = (x0 < 0 ? -180 - x0 : 180 - x0) * UNITS_PER_DEGREE;
    let count = 0;
    const counts = tiles[leaf + 2]!;
    let at = leaf + 3 + 3 * (counts & 0xff);
    for (let runs = counts >>> 8; runs > 0; runs -= 1) {
      const length = tiles[at + 1]!;
      let x = tiles[at + 2]! | (tiles[at + 3]! << 16);
      let y = tiles[at + 4]! | (tiles[at + 5]! << 16);
      at += 6;
      const isWide = length >= WIDE_RUN;
      let fromEast = x * DEGREES_PER_UNIT + east;
      let fromNorth = y * DEGREES_PER_UNIT + north;
      for (let steps = length & 0x7fff; steps > 0; steps -= 1) {
        const fromX = x;
        if (isWide) {
          x += tiles[at]! | (tiles[at + 1]! << 16);
          y += tiles[at + 2]! | (tiles[at + 3]! << 16);
          at += 4;
        } else {
          x += (tiles[at]! << 16) >> 16;
          y += (tiles[at + 1]! << 16) >> 16;
          at += 2;
        }
        const toEast = x * DEGREES_PER_UNIT + east;
        const toNorth = y * DEGREES_PER_UNIT + north;
        if (x !== seam || fromX !== seam) {
          const acrossEast = toEast - fromEast;
          const acrossNorth = toNorth - fromNorth;
          const dx = acrossEast * narrow;
          const foot = -(fromEast * narrow * dx + fromNorth * acrossNorth) / (dx * dx + acrossNorth * acrossNorth);
          const share = foot > 0 ? (foot < 1 ? foot : 1) : 0;
          edges[count * EDGE] = fromEast;
          edges[count * EDGE + 1] = fromNorth;
          edges[count * EDGE + 2] = acrossEast;
          edges[count * EDGE + 3] = acrossNorth;
          this.#shares[count] = share;
          this.#keys[count] = keyNear(
            sinHere,
            cosHere,
            (fromNorth + share * acrossNorth) * RADIANS,
            (fromEast + share * acrossEast) * RADIANS,
          );
          count += 1;
        }
        fromEast = toEast;
        fromNorth = toNorth;
      }
    }
    this.#count = count;
    this.narrow = narrow;
  }

  /**
   * Removes the nearest edge and copies it to the members above; false if none has an estimated key
   * below `limit`.
   */
  popNearest(limit: number): boolean {
    const keys = this.#keys;
    let nearest = -1;
    let least = limit;
    for (let edge = 0; edge < this.#count; edge += 1) {
      if (keys[edge]! >= least) continue;
      least = keys[edge]!;
      nearest = edge;
    }
    if (nearest < 0) return false;
    keys[nearest] = Infinity;
    const at = nearest * EDGE;
    this.east = this.#edges[at]!;
    this.north = this.#edges[at + 1]!;
    this.acrossEast = this.#edges[at + 2]!;
    this.acrossNorth = this.#edges[at + 3]!;
    this.share = this.#shares[nearest]!;
    return true;
  }

  /**
   * Moves `share` of the current edge to its nearest point on the sphere; returns the key of the
   * distance to it.
   *
   * One step of Newton's method: the point on the plane can be some kilometres off, after the step
   * it is within a metre.
   */
  refine(): number {
    const cosHere = this.#cosHere;
    const dx = this.acrossEast * RADIANS;
    const dy = this.acrossNorth * RADIANS;
    const across = this.east * RADIANS + this.share * dx;
    const up = this.north * RADIANS + this.share * dy;
    const sinUp = sineOf(up);
    const cosUp = 1 - 2 * haversineOf(up);
    const sinThere = this.#sinHere * cosUp + cosHere * sinUp;
    const cosThere = cosHere * cosUp - this.#sinHere * sinUp;
    const sinAcross = sineOf(across);
    const turned = 2 * haversineOf(across);
    // The first and second derivatives of the key, both doubled.
    const first = sinUp * dy + cosHere * (cosThere * sinAcross * dx - sinThere * turned * dy);
    const second =
      cosUp * dy * dy +
      cosHere * (cosThere * ((1 - turned) * dx * dx - turned * dy * dy) - 2 * sinThere * sinAcross * dx * dy);
    if (second > 0) this.share = Math.max(0, Math.min(1, this.share - first / second));
    return this.keyAt(this.share);
  }

  /** The key of the distance to a share of the current edge. */
  keyAt(share: number): number {
    return this.#keyTo((this.north + share * this.acrossNorth) * RADIANS, this.east + share * this.acrossEast);
  }

  /** Lists where other edges of the leaf meet the current one, as shares of its length. */
  listCrossings(): number[] {
    const { east, north, acrossEast, acrossNorth } = this;
    const shares: number[] = [];
    for (let at = 0; at < this.#count * EDGE; at += EDGE) {
      const [fromEast = 0, fromNorth = 0, toEast = 0, toNorth = 0] = this.#edges.subarray(at, at + EDGE);
      const [otherEast, otherNorth] = [fromEast - east, fromNorth - north];
      const turn = acrossEast * toNorth - acrossNorth * toEast;
      const share = (otherEast * toNorth - otherNorth * toEast) / turn;
      const other = (otherEast * acrossNorth - otherNorth * acrossEast) / turn;
      if (share > 0 && share < 1 && other >= 0 && other <= 1) shares.push(share);
    }
    return shares;
  }

  #keyTo(north: number, east: number): number {
    const key = haversineOf(north);
    const cosThere = this.#cosHere * (1 - 2 * key) - this.#sinHere * sineOf(north);
    return key + this.#cosHere * cosThere * haversineOf(east * RADIANS);
  }
}

/**
 * The key of the distance to a point some radians to the north and east: six digits at 370 km,
 * fewer near the poles.
 */
function keyNear(sinHere: number, cosHere: number, north: number, east: number): number {
  const n2 = north * north;
  const e2 = east * east;
  const cosThere = cosHere * (1 - n2 / 2 + (n2 * n2) / 24) - sinHere * north * (1 - n2 / 6);
  return (n2 * (1 - n2 / 12) + cosHere * cosThere * e2 * (1 - e2 / 12 + (e2 * e2) / 360)) / 4;
}
