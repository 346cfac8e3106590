import type { Area } from "../../scripts/borders/prepare-areas.ts";
import { readAreas } from "../../scripts/borders/read-areas.ts";
import { snapEdges, type SnappedEdges } from "../../scripts/borders/snap-edges.ts";

/** What the committed index was made from, read once a process: that takes three seconds. */

let areas: Promise<readonly Area[]> | undefined;
let edges: Promise<SnappedEdges> | undefined;

/** The outlines of every territory. */
export function readOutlines(): Promise<readonly Area[]> {
  return (areas ??= readAreas());
}

/** Their edges, each once. */
export function readEdges(): Promise<SnappedEdges> {
  return (edges ??= readOutlines().then((all) => snapEdges(all.map(({ polygons }) => polygons))));
}
