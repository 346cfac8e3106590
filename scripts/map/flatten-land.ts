import type { Polygon, Position, Ring } from "../borders/read-sources.ts";

/** A file of TopoJSON with one object called `land`, quantized. */
interface LandFile {
  readonly transform: { readonly scale: Position; readonly translate: Position };
  readonly arcs: readonly (readonly Position[])[];
  readonly objects: { readonly land: LandGeometry };
}

type LandGeometry =
  | { readonly type: "GeometryCollection"; readonly geometries: readonly LandGeometry[] }
  | { readonly type: "MultiPolygon"; readonly arcs: readonly (readonly (readonly number[])[])[] }
  | { readonly type: "Polygon"; readonly arcs: readonly (readonly number[])[] };

/**
 * Reads the land of the earth as polygons of a flat map: the file treats the 180th meridian like
 * any other, so a ring that crosses it is unrolled, and comes once for each side that it reaches.
 * What lies beyond 180° is for the caller to cut off.
 */
export function flattenLand(text: string): Polygon[] {
  const { transform, arcs, objects } = JSON.parse(text) as LandFile;
  const [[scaleX, scaleY], [left, bottom]] = [transform.scale, transform.translate];
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Position => {
      [x, y] = [x + dx, y + dy];
      return [x * scaleX + left, y * scaleY + bottom];
    });
  });
  const lineOf = (arc: number): readonly Position[] =>
    arc < 0 ? (lines[~arc] ?? []).toReversed() : (lines[arc] ?? []);
  const ringOf = (ring: readonly number[]): Ring =>
    ring.flatMap((arc, at) => (at === 0 ? lineOf(arc) : lineOf(arc).slice(1)));
  return listPolygons(objects.land).flatMap((polygon) => {
    const unrolled = polygon.map((ring) => unroll(ringOf(ring)));
    return [-360, 0, 360]
      .map((shift) => unrolled.map((ring) => ring.map(([x, y]): Position => [x + shift, y])))
      .filter(([outer]) => outer?.some(([x]) => x > -180 && x < 180) === true);
  });
}

function listPolygons(geometry: LandGeometry): readonly (readonly (readonly number[])[])[] {
  if (geometry.type === "Polygon") return [geometry.arcs];
  if (geometry.type === "MultiPolygon") return geometry.arcs;
  return geometry.geometries.flatMap(listPolygons);
}

/** A ring whose longitudes do not jump at the 180th meridian; around the south pole, down to it. */
function unroll(ring: Ring): Ring {
  let turn = 0;
  const unrolled = ring.map(([x, y], at): Position => {
    const step = at === 0 ? 0 : x - (ring[at - 1]?.[0] ?? x);
    turn -= Math.round(step / 360) * 360;
    return [x + turn, y];
  });
  const [first, last] = [unrolled[0], unrolled.at(-1)];
  if (first === undefined || last === undefined || turn === 0) return unrolled;
  return [...unrolled, [last[0], -90], [first[0], -90], first];
}
