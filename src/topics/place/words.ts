import { capitalized, countryInWords, digits, inARow } from "../../ask/grammar.ts";
import { sentences } from "../../ask/words.ts";

/** The sentences about a location, made from the answer of reverse geocoding alone. */

interface CountryName {
  readonly iso2: string;
  readonly name: string;
}

/** A location, as reverse geocoding describes it. */
export interface LocationInWords {
  readonly lat: number;
  readonly lng: number;
  readonly iso2: string | null;
  readonly name: string | null;
  readonly zone: "territory" | "border_gap" | "antarctic" | "open_sea" | "unclaimed_land";
  readonly nearest: (CountryName & { readonly distance_km: number }) | null;
  readonly border_distance_km: number | null;
  readonly neighbour: CountryName | null;
}

/** `48.2° N, 16.37° E`; the poles by their names. */
export function coordinatesInWords(lat: number, lng: number): string {
  if (Math.abs(lat) === 90) return lat > 0 ? "the North Pole" : "the South Pole";
  return `${degrees(lat, "N", "S")}, ${degrees(lng, "E", "W")}`;
}

function degrees(value: number, positive: string, negative: string): string {
  const amount = String(Math.round(Math.abs(value) * 1e5) / 1e5);
  if (amount === "0" || amount === "180") return `${amount}°`;
  return `${amount}°\u00a0${value > 0 ? positive : negative}`;
}

/** `340 m`, `4.3 km`, `1,204 km`. */
export function distanceInWords(kilometres: number): string {
  if (kilometres < 0.9995) return `${Math.round(kilometres * 1000)}\u00a0m`;
  return kilometres < 9.95 ? `${kilometres.toFixed(1)}\u00a0km` : `${digits(Math.round(kilometres))}\u00a0km`;
}

/** The finding: `48.2° N, 16.37° E is in Austria`. */
export function describeLocationInHeadline(location: LocationInWords, isDisputed: boolean): string {
  const { lat, lng, zone, neighbour } = location;
  const place = capitalized(coordinatesInWords(lat, lng));
  const country = nameOf(location);
  if (zone === "open_sea" || country === null)
    return zone === "unclaimed_land" ? `${place} is on land that no state claims` : `${place} is in the open sea`;
  if (isDisputed) return `${place} is in ${country}, and the place is disputed`;
  if (zone === "border_gap")
    return neighbour === null
      ? `${place} is on the border of ${country}`
      : `${place} is on the border between ${country} and ${countryInWords(neighbour)}`;
  return `${place} is in ${country}`;
}

/** Describes the surroundings: the nearest border or the nearest territory, within `limitKm`. */
export function describeSurroundings(location: LocationInWords, limitKm: number): string {
  const { zone, nearest, border_distance_km: distance, neighbour } = location;
  const country = nameOf(location);
  if (zone === "antarctic") return "South of 60° S the Antarctic Treaty suspends every claim.";
  if (country === null) {
    if (nearest === null) return `No territory is within ${distanceInWords(limitKm)}.`;
    const edge = nearest.iso2 === "AQ" ? "60° S, where it begins" : "its land or the edge of its territorial sea";
    return `The nearest territory is ${countryInWords(nearest)}, ${distanceInWords(nearest.distance_km)} away, counted from ${edge}.`;
  }
  const away = distance === null ? null : distanceInWords(distance);
  if (zone === "border_gap") {
    const nearer =
      away === null ? `${capitalized(country)} is nearer.` : `${capitalized(country)} is nearer, ${away} away.`;
    return `The outlines of the two neighbours do not quite meet there. ${nearer}`;
  }
  if (distance === null || away === null) return `No border is within ${distanceInWords(limitKm)}.`;
  // The edge of the sea does not matter to an inland place: no neighbour is nearer.
  const border = isBeyondItsSea(location)
    ? `No border with another country is nearer than ${away}.`
    : neighbour === null
      ? `The nearest border is the edge of its territorial sea, ${away} away.`
      : `The nearest border is that with ${countryInWords(neighbour)}, ${away} away.`;
  return sentences(
    border,
    distance < 1 ? "Coordinates are rarely as exact as that: the point may lie on the other side." : "",
  );
}

/** A territorial sea is twelve nautical miles wide. */
const SEA_KM = 22.224;

/**
 * Returns true if the nearest border is the edge of the country's territorial sea, and the place is
 * farther from it than the sea is wide.
 */
export function isBeyondItsSea({
  iso2,
  neighbour,
  border_distance_km: distance,
}: Pick<LocationInWords, "iso2" | "neighbour" | "border_distance_km">): boolean {
  return iso2 !== null && neighbour === null && distance !== null && distance > SEA_KM;
}

/**
 * Explains the country of a disputed place by the rule of the policy: the state that administers
 * it, unless an exception is stated.
 */
export function describeRule(administrators: readonly string[], exception: string | null): string {
  if (exception !== null) return `An exception to the rule. ${exception}.`;
  if (administrators.length === 1) return "The country is the state that administers it, or its territory.";
  const who = administrators.length === 0 ? "Nobody administers it" : `It is administered by ${inARow(administrators)}`;
  return `${who}: the country is the one whose outline the borders have there, or the nearest.`;
}

/** Names the claimants of a disputed place: `Crimea: claimed by Ukraine and Russia.` */
export function describeDisputes(
  disputes: readonly { readonly name: string; readonly claimants: readonly string[] }[],
) {
  return sentences(...disputes.map(({ name, claimants }) => `${name}: claimed by ${inARow(claimants)}.`));
}

/** Names other countries with a claim or an outline there that no known dispute explains. */
export function describeOtherOutlines(others: readonly CountryName[]): string {
  const names = inARow(others.map(countryInWords));
  return others.length === 1
    ? `The outline of ${names} contains it, too.`
    : `The outlines of ${names} contain it, too.`;
}

function nameOf({ iso2, name }: LocationInWords): string | null {
  return iso2 === null || name === null ? null : countryInWords({ iso2, name });
}
