/** Whether a ray from half a unit to the west of (x, y) to the west meets an edge. */
export function isMet(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  if (ay <= y === by <= y) return false;
  const ahead = (y - ay) * (bx - ax) * 2 - (2 * (x - ax) - 1) * (by - ay);
  return by > ay ? ahead < 0 : ahead > 0;
}
