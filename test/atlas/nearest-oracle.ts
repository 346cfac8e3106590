import { UNITS_PER_DEGREE } from "../../src/atlas/borders/border-file.ts";
import type { SnappedEdges } from "../../scripts/borders/snap-edges.ts";

/** The countries beside a piece. */
type Sides = readonly (string | null)[];

/** A piece of an edge, straight between its ends in degrees. */
interface Piece {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly sides: Sides;
}

interface Measured {
  readonly piece: Piece;
  readonly halfKm: number;
}

/** The nearest piece where the country changes. */
interface NearestPiece {
  readonly distanceKm: number;
  readonly sides: Sides;
}

type CountryAt = (lat: number, lng: number) => string | null;

const RADIANS = Math.PI / 180;

/** Mean radius of the earth (IUGG). */
const EARTH_KM = 6371.0088;

/** How far beside a piece its sides are read: two units, 2 cm. */
const BESIDE = 2 / UNITS_PER_DEGREE;

/** Cells per degree in which edges are looked for that cross each other. */
const CELLS = 64;

/**
 * Finds the nearest change of country the slow and obvious way.
 *
 * Cuts every edge wherever another one meets it, reads the country on both sides of each piece, and
 * measures the distance to every piece in the groups that can be near enough. It knows nothing of
 * the tiles, leaves and bounds of the index. `counts` says which pieces to look at.
 */
export function buildNearestOracle(edges: SnappedEdges, countryAt: CountryAt) {
  const groups = groupPieces(changesAmong(edges, countryAt));
  const radiusMax = groups.reduce((most, { radiusKm }) => Math.max(most, radiusKm), 0);
  /** Groups by the degree of latitude of their centers. */
  const rows = Map.groupBy(groups, ({ row }) => row);
  return (lat: number, lng: number, limitKm: number, counts: (sides: Sides) => boolean): NearestPiece | null => {
    const [x, y, z] = onSphere(lat, lng);
    const near: { readonly pieces: readonly Measured[]; readonly leastKm: number }[] = [];
    const reach = (limitKm + radiusMax) / EARTH_KM / RADIANS;
    for (let row = Math.floor(lat - reach); row <= lat + reach; row += 1) {
      for (const { center, radiusKm, pieces } of rows.get(row) ?? []) {
        const cosine = x * center[0] + y * center[1] + z * center[2];
        const leastKm = Math.acos(Math.min(cosine, 1)) * EARTH_KM - radiusKm;
        if (leastKm < limitKm) near.push({ pieces, leastKm });
      }
    }
    let best: NearestPiece | null = null;
    let limit = limitKm;
    for (const { pieces, leastKm } of near.toSorted((a, b) => a.leastKm - b.leastKm)) {
      if (leastKm >= limit) break;
      const ranked = pieces
        .filter(({ piece }) => counts(piece.sides))
        .map(({ piece, halfKm }) => ({ piece, leastKm: distanceToMiddle(lat, lng, piece) - halfKm }))
        .toSorted((a, b) => a.leastKm - b.leastKm);
      for (const { piece, leastKm: least } of ranked) {
        if (least >= limit) break;
        const distance = distanceToPiece(lat, lng, piece);
        if (distance >= limit) continue;
        limit = distance;
        best = { distanceKm: distance, sides: piece.sides };
      }
    }
    return best;
  };
}

export function distanceKm(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const [up, across] = [Math.sin(((lat2 - lat1) * RADIANS) / 2), Math.sin(((lng2 - lng1) * RADIANS) / 2)];
  const key = up * up + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * across * across;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(key));
}

/** By trying points of the piece ever closer together. */
function distanceToPiece(lat: number, lng: number, { x1, y1, x2, y2 }: Piece): number {
  const distanceAt = (share: number): number => distanceKm(lat, lng, y1 + share * (y2 - y1), x1 + share * (x2 - x1));
  let [low, high] = [0, 1];
  for (let narrowed = 0; narrowed < 40; narrowed += 1) {
    const [first, second] = [low + (high - low) / 3, high - (high - low) / 3];
    if (distanceAt(first) < distanceAt(second)) high = second;
    else low = first;
  }
  return Math.min(distanceAt(0), distanceAt(1), distanceAt((low + high) / 2));
}

/** The pieces of all edges with another country on one side than on the other. */
function changesAmong(edges: SnappedEdges, countryAt: CountryAt): Piece[] {
  const { count, x1, y1, x2, y2, set } = edges;
  const cuts = findCuts(edges);
  const pieces: Piece[] = [];
  for (let edge = 0; edge < count; edge += 1) {
    const ends = [x1[edge]!, y1[edge]!, x2[edge]!, y2[edge]!].map((units) => units / UNITS_PER_DEGREE);
    const [fromX, fromY, toX, toY] = ends as [number, number, number, number];
    // Outlines are cut along the 180th meridian, and no border is there.
    if (set[edge] === 0 || (fromX === toX && Math.abs(fromX) === 180)) continue;
    const shares = [0, ...(cuts.get(edge) ?? []).toSorted((a, b) => a - b), 1];
    for (let at = 1; at < shares.length; at += 1) {
      const [first, last] = [shares[at - 1]!, shares[at]!];
      if (last <= first) continue;
      const [dx, dy] = [toX - fromX, toY - fromY];
      const piece = {
        x1: fromX + first * dx,
        y1: fromY + first * dy,
        x2: fromX + last * dx,
        y2: fromY + last * dy,
      };
      const sides = sidesOf(piece, countryAt);
      if (sides.length > 1) pieces.push({ ...piece, sides });
    }
  }
  return pieces;
}

/** The countries on both sides, at the middle and near the ends, where a sliver is widest. */
function sidesOf({ x1, y1, x2, y2 }: Omit<Piece, "sides">, countryAt: CountryAt): Sides {
  const narrow = Math.cos(((y1 + y2) / 2) * RADIANS);
  const scale = BESIDE / Math.hypot((x2 - x1) * narrow, y2 - y1);
  const [north, east] = [(x2 - x1) * narrow * scale, (-(y2 - y1) * scale) / narrow];
  const found = [1 / 16, 1 / 2, 15 / 16].flatMap((share) => {
    const [lat, lng] = [y1 + share * (y2 - y1), x1 + share * (x2 - x1)];
    return [1, -1].map((side) => countryAt(lat + side * north, lng + side * east));
  });
  return [...new Set(found)];
}

/** Where other edges meet an edge, as shares of its length. */
function findCuts(edges: SnappedEdges): Map<number, number[]> {
  const { x1, y1, x2, y2 } = edges;
  const cuts = new Map<number, number[]>();
  const cut = (edge: number, share: number): void => {
    if (share <= 0 || share >= 1) return;
    const list = cuts.get(edge);
    if (list === undefined) cuts.set(edge, [share]);
    else list.push(share);
  };
  for (const listed of listCells(edges).values()) {
    listed.forEach((a, at) => {
      const [ax, ay, adx, ady] = [x1[a]!, y1[a]!, x2[a]! - x1[a]!, y2[a]! - y1[a]!];
      for (const b of listed.slice(at + 1)) {
        const [bx, by, bdx, bdy] = [x1[b]! - ax, y1[b]! - ay, x2[b]! - x1[b]!, y2[b]! - y1[b]!];
        const turn = adx * bdy - ady * bdx;
        if (turn === 0) {
          // Edges along the same line cut each other at their ends.
          if (adx * by !== ady * bx) continue;
          const length = adx * adx + ady * ady;
          const other = bdx * bdx + bdy * bdy;
          cut(a, (bx * adx + by * ady) / length);
          cut(a, ((bx + bdx) * adx + (by + bdy) * ady) / length);
          cut(b, -(bx * bdx + by * bdy) / other);
          cut(b, ((adx - bx) * bdx + (ady - by) * bdy) / other);
          continue;
        }
        const onA = (bx * bdy - by * bdx) / turn;
        const onB = (bx * ady - by * adx) / turn;
        if (onA < 0 || onA > 1 || onB < 0 || onB > 1) continue;
        cut(a, onA);
        cut(b, onB);
      }
    });
  }
  return cuts;
}

/** The edges in each cell of a fine grid, so that only neighbours are compared. */
function listCells({ count, x1, y1, x2, y2, set }: SnappedEdges): Map<number, number[]> {
  const cells = new Map<number, number[]>();
  const size = UNITS_PER_DEGREE / CELLS;
  for (let edge = 0; edge < count; edge += 1) {
    if (set[edge] === 0) continue;
    const [dx, dy] = [x2[edge]! - x1[edge]!, y2[edge]! - y1[edge]!];
    const first = Math.floor(Math.min(y1[edge]!, y2[edge]!) / size);
    const last = Math.floor(Math.max(y1[edge]!, y2[edge]!) / size);
    for (let row = first; row <= last; row += 1) {
      const xAt = (y: number): number =>
        dy === 0 ? x2[edge]! : x1[edge]! + Math.min(Math.max((y - y1[edge]!) / dy, 0), 1) * dx;
      const ends = dy === 0 ? [x1[edge]!, x2[edge]!] : [xAt(row * size), xAt((row + 1) * size)];
      const [west, east] = [Math.floor(Math.min(...ends) / size), Math.floor(Math.max(...ends) / size)];
      for (let column = west; column <= east; column += 1) {
        const key = (row + 180 * CELLS) * 1e6 + column + 360 * CELLS;
        const list = cells.get(key);
        if (list === undefined) cells.set(key, [edge]);
        else list.push(edge);
      }
    }
  }
  return cells;
}

function distanceToMiddle(lat: number, lng: number, { x1, y1, x2, y2 }: Piece): number {
  return distanceKm(lat, lng, (y1 + y2) / 2, (x1 + x2) / 2);
}

function onSphere(lat: number, lng: number): readonly [x: number, y: number, z: number] {
  const narrow = Math.cos(lat * RADIANS);
  return [narrow * Math.cos(lng * RADIANS), narrow * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)];
}

/** Pieces whose middles lie in the same quarter of a degree, with a circle around each group. */
function groupPieces(pieces: readonly Piece[]) {
  const groups = Map.groupBy(
    pieces,
    ({ x1, y1, x2, y2 }) => `${Math.floor((y1 + y2) * 2)} ${Math.floor((x1 + x2) * 2)}`,
  );
  return [...groups.values()].map((members) => {
    const [lat, lng] = [(members[0]!.y1 + members[0]!.y2) / 2, (members[0]!.x1 + members[0]!.x2) / 2];
    const measured = members.map((piece): Measured => {
      const lengthKm = distanceKm(piece.y1, piece.x1, piece.y2, piece.x2);
      // A line that is straight in degrees is a little longer than the arc between its ends.
      return { piece, halfKm: (lengthKm / 2) * 1.01 + 0.01 };
    });
    const radii = measured.map(({ piece, halfKm }) => distanceToMiddle(lat, lng, piece) + halfKm);
    return {
      row: Math.floor(lat),
      center: onSphere(lat, lng),
      pieces: measured,
      radiusKm: radii.reduce((a, b) => Math.max(a, b), 0),
    };
  });
}
