/**
 * Mean radius of the earth (IUGG). Distances on this sphere are within 0.6 % of those on the
 * ellipsoid.
 */
export const EARTH_RADIUS_KM = 6371.0088;

export const RADIANS: number = Math.PI / 180;

/*
 * Distances on the sphere are compared by a key, the squared sine of half the angle (haversine).
 * The angles are a few degrees, so the first terms of a series give all digits, at a tenth of the
 * cost of Node's trigonometric functions.
 */

/** Up to this many radians, the series are exact to eleven digits. */
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

/**
 * An upper bound for the angle of a key below a quarter, in degrees: the arc sine of x is less than
 * x + x³/5 there.
 */
export function reachOf(key: number): number {
  return (2 * Math.sqrt(key) * (1 + key / 5)) / RADIANS;
}

/** A lower bound for the sine of half an angle in degrees. */
function halfSineBelow(degrees: number): number {
  const half = (degrees * RADIANS) / 2;
  return half - (half * half * half) / 6;
}

/** Cosines of whole degrees from 0 to 90, and one more for the interpolation. */
const COSINES = Float64Array.from({ length: 92 }, (_, degrees) => Math.max(Math.cos(degrees * RADIANS), 0));

/** A lower bound for the cosine of a latitude from 0 to 90: the chord is below the curve. */
export function cosineBelow(degrees: number): number {
  const whole = degrees | 0;
  const low = COSINES[whole]!;
  return low + (COSINES[whole + 1]! - low) * (degrees - whole);
}

/** A lower bound for the key of the distance to a tile. */
export function tileKeyBelow(
  lat: number,
  lng: number,
  cosHere: number,
  x0: number,
  y0: number,
  degrees: number,
): number {
  const north = y0 > lat ? y0 - lat : lat > y0 + degrees ? lat - y0 - degrees : 0;
  const half = degrees / 2;
  const away = Math.abs(lng - (x0 + half));
  const east = (away > 180 ? 360 - away : away) - half;
  const up = halfSineBelow(north);
  if (east <= 0) return up * up;
  const across = halfSineBelow(east);
  // The parallel of the tile that is nearest to a pole is the shortest.
  return up * up + cosHere * cosineBelow(y0 < 0 ? -y0 : y0 + degrees) * across * across;
}
