/** A place on the globe, in degrees. */
export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

/** Maximum length of coordinates as a text. */
export const LENGTH_MAX = 100;

/** Degrees, with minutes and seconds or without. */
const ANGLE =
  /([+-]?\d+(?:\.\d+)?)\s*(?:[°d]\s*(?:(\d+(?:\.\d+)?)\s*(?:['′’m]\s*(?:(\d+(?:\.\d+)?)\s*(?:["″”s]|'')?)?)?)?)?/u
    .source;

/** Two angles, with the sides of the globe before them, or behind them if at all. */
const SIDES_BEFORE = new RegExp(`^([NSEW])\\s*${ANGLE}\\s*[,;/]?\\s*([NSEW])\\s*${ANGLE}$`, "iu");
const SIDES_BEHIND = new RegExp(`^(?:geo:)?${ANGLE}\\s*([NSEW])?(?:\\s*[,;/]\\s*|\\s+)${ANGLE}\\s*([NSEW])?$`, "iu");

/** Numbers with decimal commas, which must not be taken for the comma between coordinates. */
const DECIMAL_COMMAS = /^\s*([+-]?\d+),(\d+)(?:°?)(?:\s*[;/]\s*|,?\s+)([+-]?\d+),(\d+)(?:°?)\s*$/u;

/**
 * Reads a pair of coordinates as people write and copy them: `48.2, 16.37`, `48,2 16,37`,
 * `48.2° N 16.37° E`, `48°12′30″N 16°22′E`, `geo:48.2,16.37`. Latitude comes first unless letters
 * say otherwise. Returns null for anything else. The caller checks the ranges.
 */
export function readCoordinates(text: string): Coordinates | null {
  if (text.length > LENGTH_MAX) return null;
  const plain = text
    .trim()
    .replaceAll("−", "-")
    .replace(/^\((.*)\)$/u, "$1")
    .replace(DECIMAL_COMMAS, "$1.$2; $3.$4");
  const [, ...before] = SIDES_BEFORE.exec(plain) ?? [];
  const [, ...behind] = SIDES_BEHIND.exec(plain) ?? [];
  const angles = before.length > 0 ? sideLast(before) : behind;
  if (angles.length === 0) return null;
  const [first, second] = [readAngle(angles.slice(0, 4)), readAngle(angles.slice(4))];
  if (first === null || second === null) return null;
  const [lat, lng] = first.axis === "lng" || second.axis === "lat" ? [second, first] : [first, second];
  return lat.axis === "lng" || lng.axis === "lat" ? null : { lat: lat.degrees, lng: lng.degrees };
}

type Parts = readonly (string | undefined)[];

function sideLast([side, whole, minutes, seconds, otherSide, ...other]: Parts): Parts {
  return [whole, minutes, seconds, side, ...other, otherSide];
}

/** Reads degrees, minutes, seconds and side; returns null if they contradict each other. */
function readAngle([whole = "", minutes = "0", seconds = "0", side]: Parts) {
  const isNegative = whole.startsWith("-");
  if ((side !== undefined && isNegative) || Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const amount = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const axis = side === undefined ? null : /[NS]/iu.test(side) ? ("lat" as const) : ("lng" as const);
  return { degrees: isNegative || /[SW]/iu.test(side ?? "") ? -amount : amount, axis };
}
