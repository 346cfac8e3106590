import type { Polygon } from "../../scripts/borders/read-sources.ts";
import { buildChance } from "../../scripts/demo/chance.ts";

/**
 * Points that lie off a vertex or an edge by anything from a few millimetres to some kilometres;
 * `shareOn` of them lie on it.
 */
export function* nearBorders(
  polygons: readonly Polygon[],
  count: number,
  seed: number,
  shareOn = 0.05,
): Generator<[number, number]> {
  const chance = buildChance(seed);
  const rings = polygons.flat().filter((ring) => ring.length > 1);
  const ends: number[] = [];
  for (const ring of rings) ends.push((ends.at(-1) ?? 0) + ring.length - 1);
  for (let made = 0; made < count; made += 1) {
    const edge = chance.below(ends.at(-1)!);
    const index = firstAbove(ends, edge);
    const at = edge - (ends[index - 1] ?? 0);
    const [from, to] = [rings[index]![at]!, rings[index]![at + 1]!];
    const share = chance.happens(0.2) ? 0 : chance.unit();
    const away = 10 ** (-1.5 - 6 * chance.unit());
    const [dx, dy] = chance.happens(shareOn) ? [0, 0] : [chance.unit() - 0.5, chance.unit() - 0.5];
    yield [from[1] + share * (to[1] - from[1]) + dy * away, from[0] + share * (to[0] - from[0]) + dx * away];
  }
}

function firstAbove(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
