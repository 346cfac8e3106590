import { LEAF_EDGES_MAX, UNITS_PER_DEGREE, WIDE_RUN } from "./border-file.ts";

const RADIANS = Math.PI / 180;

/** An edge as it is seen from a point, in degrees of longitude and latitude. */
export interface Edge {
  /** Its first end. */
  readonly east: number;
  readonly north: number;
  /** From its first end to its second. */
  readonly acrossEast: number;
  readonly acrossNorth: number;
  /** Which of its points is the nearest on a plane, as a share of its length. */
  readonly share: number;
}

/** Opens room for the edges of one leaf at a time, from which the nearest are taken first. Nothing is allocated for a leaf. */
export function openLeafEdges() {
  const ends = new Float64Array(4 * LEAF_EDGES_MAX);
  const shares = new Float64Array(LEAF_EDGES_MAX);
  const distances = new Float64Array(LEAF_EDGES_MAX);
  let count = 0;
  const edges = {
    east: 0,
    north: 0,
    acrossEast: 0,
    acrossNorth: 0,
    share: 0,
    /** Reads the edges of a leaf, first as they are stored: ends in units from its corner, which lies at longitude `x0`. */
    list(cells: Uint16Array, leaf: number, x0: number): void {
      count = listEnds(cells, leaf, (x0 < 0 ? -180 - x0 : 180 - x0) * UNITS_PER_DEGREE, ends);
    },
    /**
     * Turns the edges to where they are seen from a point, and measures how far they are. The corner of the leaf lies (east, north) of the
     * point, of whose latitude the sine and cosine are given. The nearest points are those on a plane on which a degree of longitude is `narrow` degrees of latitude.
     */
    place(east: number, north: number, narrow: number, sinHere: number, cosHere: number): void {
      for (let edge = 0, at = 0; edge < count; edge += 1, at += 4) {
        const ax = ends[at]! / UNITS_PER_DEGREE + east;
        const ay = ends[at + 1]! / UNITS_PER_DEGREE + north;
        const acrossEast = ends[at + 2]! / UNITS_PER_DEGREE + east - ax;
        const dy = ends[at + 3]! / UNITS_PER_DEGREE + north - ay;
        const dx = acrossEast * narrow;
        const share = Math.max(0, Math.min(1, -(ax * narrow * dx + ay * dy) / (dx * dx + dy * dy)));
        const [up, across] = [(ay + share * dy) * RADIANS, (ax + share * acrossEast) * RADIANS];
        ends[at] = ax;
        ends[at + 1] = ay;
        ends[at + 2] = acrossEast;
        ends[at + 3] = dy;
        shares[edge] = share;
        distances[edge] = haversineNear(sinHere, cosHere, up, across);
      }
    },
    /** Takes the nearest edge out and shows it in the members above; false where none is left whose haversine is below `limit`. */
    takeNearest(limit: number): boolean {
      let nearest = -1;
      let least = limit;
      for (let edge = 0; edge < count; edge += 1) {
        if (distances[edge]! >= least) continue;
        least = distances[edge]!;
        nearest = edge;
      }
      if (nearest < 0) return false;
      distances[nearest] = Infinity;
      edges.east = ends[nearest * 4]!;
      edges.north = ends[nearest * 4 + 1]!;
      edges.acrossEast = ends[nearest * 4 + 2]!;
      edges.acrossNorth = ends[nearest * 4 + 3]!;
      edges.share = shares[nearest]!;
      return true;
    },
  };
  return edges;
}

/** The haversine of the distance to a point some radians to the north and east, by the first terms of series: six digits at 370 km, fewer near the poles. */
function haversineNear(sinHere: number, cosHere: number, north: number, east: number): number {
  const [n2, e2] = [north * north, east * east];
  const cosThere = cosHere * (1 - n2 / 2 + (n2 * n2) / 24) - sinHere * north * (1 - n2 / 6);
  return (n2 * (1 - n2 / 12) + cosHere * cosThere * e2 * (1 - e2 / 12 + (e2 * e2) / 360)) / 4;
}

/**
 * Writes the ends of every edge of a leaf into `ends`, in units from the leaf's corner; returns how many edges there are. Those along `seam`, the
 * 180th meridian, are passed over: outlines are cut there, and no border is.
 */
function listEnds(cells: Uint16Array, at: number, seam: number, ends: Float64Array): number {
  let count = 0;
  const counts = cells[at + 2]!;
  at += 3 + 3 * (counts & 0xff);
  for (let runs = counts >>> 8; runs > 0; runs -= 1) {
    const length = cells[at + 1]!;
    let x = cells[at + 2]! | (cells[at + 3]! << 16);
    let y = cells[at + 4]! | (cells[at + 5]! << 16);
    at += 6;
    const isWide = length >= WIDE_RUN;
    for (let steps = length & 0x7fff; steps > 0; steps -= 1) {
      ends[count * 4] = x;
      ends[count * 4 + 1] = y;
      x += isWide ? cells[at]! | (cells[at + 1]! << 16) : (cells[at]! << 16) >> 16;
      y += isWide ? cells[at + 2]! | (cells[at + 3]! << 16) : (cells[at + 1]! << 16) >> 16;
      at += isWide ? 4 : 2;
      ends[count * 4 + 2] = x;
      ends[count * 4 + 3] = y;
      if (ends[count * 4] !== seam || x !== seam) count += 1;
    }
  }
  return count;
}
