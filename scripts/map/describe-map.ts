import type { BorderFacts } from "../../src/atlas/borders/border-file.ts";
import type { Position } from "../borders/read-sources.ts";
import { DISPUTED, type Topology } from "./cut-territories.ts";
import { CANVAS, type Drawing, project } from "./draw-territories.ts";
import { placeDots } from "./place-dots.ts";

/** A territory is also a dot if what is drawn of it is smaller than this, in square units. */
const DOT_BELOW = 400;

/** What the map is made of. */
interface Parts {
  /** The alpha-2 codes of all territories. */
  readonly codes: readonly string[];
  readonly tiles: Topology;
  readonly drawings: readonly Drawing[];
  readonly facts: BorderFacts;
}

/** The content of data/borders/map.json; `src/html/charts/world-map.ts` describes its shape. */
export function describeMap({ codes, tiles, drawings, facts }: Parts): object {
  const byKey = new Map(drawings.map((drawing) => [drawing.key, drawing]));
  const drawn = codes.map((code) => {
    const [own, disputed] = [byKey.get(code), byKey.get(code + DISPUTED)];
    const middle = own?.middle ?? disputed?.middle ?? insideOf(tiles, code);
    return { code, own, disputed, middle, area: (own?.area ?? 0) + (disputed?.area ?? 0) };
  });
  const small = drawn.filter(({ area }) => area < DOT_BELOW);
  const dots = new Map(
    placeDots(small.map(({ code, middle }) => ({ code, at: middle }))).map((dot) => [dot.code, dot.at]),
  );
  return {
    source: facts.source,
    license: facts.license,
    attribution: facts.attribution,
    policy: facts.policy,
    projection: { name: "Equal Earth", scale: CANVAS.scale, translate: CANVAS.translate },
    width: CANVAS.width,
    height: CANVAS.height,
    territories: Object.fromEntries(
      drawn.map(({ code, own, disputed, middle, area }) => [
        code,
        {
          path: own?.path ?? "",
          ...(disputed === undefined || disputed.path === "" ? {} : { disputed: disputed.path }),
          ...(dots.has(code) ? { dot: dots.get(code), middle: middle.map(round), area: Math.round(area) } : {}),
        },
      ]),
    ),
  };
}

/** A point in the largest piece of a territory that has no land of its own on the map. */
function insideOf({ objects }: Topology, code: string): Position {
  const own = objects.tiles.geometries
    .map(({ properties }) => properties)
    .filter(({ key }) => key === code || key === code + DISPUTED)
    .toSorted((a, b) => b.size - a.size)[0];
  if (own?.x == null || own.y === null) throw new Error(`no outline is drawn of ${code}`);
  return project([own.x, own.y]);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
