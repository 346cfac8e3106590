/** Mean radius of the earth (IUGG): distances are those on a sphere of it, within 0.6 % of those on the ellipsoid. */
export const EARTH_RADIUS_KM = 6371.0088;

export const RADIANS: number = Math.PI / 180;

/*
 * Distances on a sphere are compared by their keys, the squared sine of half the angle (haversine). Angles are small here, a few degrees, so that the
 * first terms of series give all digits, and cost a tenth of Node's trigonometric functions.
 */

/** Up to this many radians the series below are right to eleven digits. */
const SMALL = 0.5;

/** The squared sine of half an angle in radians. */
export function haversineOf(angle: number): number {
  const square = angle * angle;
  if (square > SMALL * SMALL) return Math.sin(angle / 2) ** 2;
  return (square / 4) * (1 - (square / 12) * (1 - (square / 30) * (1 - (square / 56) * (1 - square / 90))));
}

/** The sine of an angle in radians. */
export function sineOf(angle: number): number {
  const square = angle * angle;
  if (square > SMALL * SMALL) return Math.sin(angle);
  return angle * (1 - (square / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72))));
}

/** The key of a distance. */
export function keyOf(kilometres: number): number {
  return haversineOf(kilometres / EARTH_RADIUS_KM);
}

/** The distance of a key. */
export function kilometresOf(key: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(key));
}

/** The angle in degrees of a key below a quarter, or somewhat more: the arc sine of x is less than x + x³/5 there. */
export function reachOf(key: number): number {
  return (2 * Math.sqrt(key) * (1 + key / 5)) / RADIANS;
}

/** The sine of half an angle in degrees, or somewhat less. */
export function halfSineBelow(degrees: number): number {
  const half = (degrees * RADIANS) / 2;
  return half - (half * half * half) / 6;
}

/** Cosines of whole degrees from 0 to 90, and one more for the interpolation. */
const COSINES = Float64Array.from({ length: 92 }, (_, degrees) => Math.max(Math.cos(degrees * RADIANS), 0));

/** The cosine of a latitude from 0 to 90, or somewhat less: the chord lies below a concave curve. */
export function cosineBelow(degrees: number): number {
  const whole = degrees | 0;
  const low = COSINES[whole]!;
  return low + (COSINES[whole + 1]! - low) * (degrees - whole);
}
