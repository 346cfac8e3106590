import type { Position } from "../borders/read-sources.ts";

/** A dot for a territory: where it is, and where its dot stands. */
export interface Dot {
  readonly code: string;
  readonly at: Position;
}

/** How far apart two dots stand at least, in units. */
const APART = 12;

/**
 * Moves dots apart until no two are nearer than that, each as little as that takes: in small steps,
 * two that are too near share the way, and all are drawn back a little.
 */
export function placeDots(dots: readonly Dot[]): Dot[] {
  const placed = dots.map(({ at: [x, y] }) => ({ x, y }));
  for (let round = 0; round < 2000; round += 1) {
    for (const [index, dot] of placed.entries()) {
      const [homeX, homeY] = dots[index]?.at ?? [dot.x, dot.y];
      if (round < 1500) {
        dot.x += (homeX - dot.x) * 0.02;
        dot.y += (homeY - dot.y) * 0.02;
      }
      for (const other of placed.slice(index + 1)) {
        const [dx, dy] = [other.x - dot.x || 0.01 * (index + 1), other.y - dot.y || 0.01];
        const distance = Math.hypot(dx, dy);
        if (distance >= APART) continue;
        const push = (APART - distance) / distance / 2;
        dot.x -= dx * push;
        dot.y -= dy * push;
        other.x += dx * push;
        other.y += dy * push;
      }
    }
  }
  return dots.map(({ code }, index) => ({ code, at: [round1(placed[index]?.x ?? 0), round1(placed[index]?.y ?? 0)] }));
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
