import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { countryMembers } from "../../ask/named-members.ts";
import { joinMembers, nullable, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { readValue } from "../../ask/read-parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { BORDER_KM, type Location, NEAREST_KM_MAX } from "../../atlas/borders/open-borders.ts";
import type { Territory } from "../../atlas/territories.ts";
import type { ProblemError } from "../../problem.ts";
import type { Dispute } from "../../atlas/borders/border-file.ts";
import { describeRule } from "./words.ts";
import { hrefOf } from "../../ask/urls.ts";

export const latitude = Type.Number({
  minimum: -90,
  maximum: 90,
  description: "Latitude in decimal degrees (WGS 84), north positive.",
  examples: [48.8584],
});

export const longitude = Type.Number({
  minimum: -180,
  maximum: 180,
  description: "Longitude in decimal degrees (WGS 84), east positive.",
  examples: [2.2945],
});

const { iso2, iso3, slug, name } = countryMembers;
const kilometres = Type.Number({
  minimum: 0,
  description: "Great-circle kilometres on a sphere of 6371.0088 km, to the metre.",
});

const pointMembers = {
  lat: Type.Number({ minimum: -90, maximum: 90, description: "Its latitude, to about a metre." }),
  lng: Type.Number({ minimum: -180, maximum: 180, description: "Its longitude, to about a metre." }),
};

/** The distance of a nearest territory, and its nearest point. */
export const nearestMembers = { distance_km: kilometres, ...pointMembers };

export const borderDistance = Type.Number({
  minimum: 0,
  description:
    "Kilometres to the nearest border of the territory, on land or at sea, if less than one or than `border_within_km`.",
});

export const borderPoint = Type.Object(pointMembers, { description: "The point where that border is nearest." });

const borderWithin = Type.Number({
  minimum: BORDER_KM,
  maximum: NEAREST_KM_MAX,
  default: BORDER_KM,
  description: "How far the border of the country may be to be reported, in kilometres.",
  examples: [100],
});

/** The URL of the statistics of a country in the release. */
export const countryHref = Type.String({
  format: "uri",
  description: "URL of the country's statistics. A release without companies there has none (404).",
});

export const LocationZone = oneOf(["territory", "border_gap", "antarctic", "open_sea", "unclaimed_land"], {
  $id: "LocationZone",
  description:
    "`territory`: land, inland waters or territorial sea (12 nautical miles). `border_gap`: between the outlines of two neighbours that do not quite meet; the country is the nearest one. `antarctic`: south of 60° S, under the Antarctic Treaty. `open_sea`: beyond every territorial sea. `unclaimed_land`: land that no state claims.",
});

export const DisputeSchema = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z]+(?:_[a-z]+)*$", description: "Stable id of the dispute." }),
    name: Type.String({ description: "Common names of the land. They imply no opinion." }),
    status: oneOf(["open", "decided"], {
      description:
        "`decided`: a court or a tribunal has decided, and a party has not carried the decision out or does not accept it. Disputes that their parties have ended are not listed.",
    }),
    administrators: Type.Array(Type.String(), {
      description:
        "Who administers it, named as claimants are; several where it is divided or shared, empty where nobody does.",
    }),
    claimants: Type.Array(Type.String(), {
      description: "Who claims it: names of territories, and of claimants that have no code of ISO 3166-1.",
    }),
    documents: Type.Array(
      Type.Object({
        claimant: Type.String({ description: "One of `claimants`." }),
        title: Type.String({ description: "The document." }),
        date: Type.String({
          pattern: "^\\d{4}(?:-\\d{2}(?:-\\d{2})?)?$",
          description: "Its date, ISO 8601, as exactly as it is known.",
        }),
      }),
      { description: "For each claimant a document that claims it, or on which the claim rests." },
    ),
    basis: Type.String({ description: "How it stands, in words of neither side." }),
    rule: Type.String({
      description:
        "Why the location has the country it has: the rule of the policy, or the exception that the policy states.",
    }),
  },
  { $id: "Dispute", description: "A dispute over land that the policy names." },
);

/** Members of a location. */
export const locationMembers = {
  lat: latitude,
  lng: longitude,
  iso2: nullable(iso2, "open_sea", "unclaimed_land"),
  iso3: nullable(iso3, "open_sea", "unclaimed_land"),
  slug: nullable(slug, "open_sea", "unclaimed_land"),
  name: nullable(name, "open_sea", "unclaimed_land"),
  zone: ref(LocationZone),
  disputed: nullable(
    Type.Boolean({
      description: "True if a dispute of the policy covers the location. Never false: no list is complete.",
    }),
    "not_listed",
    "antarctic_treaty",
  ),
  disputes: Type.Array(ref(DisputeSchema), {
    description:
      "The disputes of the policy that cover the location. Outlines that overlap by some metres, and a territory within the outline of its state, are not disputes.",
  }),
  claims: Type.Array(iso2, {
    description:
      "Every territory and state with a code whose outline or claim contains the location, that of the country first.",
  }),
  nearest: nullable(
    Type.Object(
      { iso2, iso3, slug, name, ...nearestMembers },
      {
        description:
          "In the open sea and on unclaimed land: the nearest territory within 370 km, its territorial sea included, and the point where it is nearest.",
      },
    ),
    "in_a_territory",
    "too_far",
  ),
  border_distance_km: nullable(borderDistance, "too_far", "no_country"),
  border_point: nullable(borderPoint, "too_far", "no_country"),
  neighbour: nullable(
    Type.Object({ iso2, iso3, slug, name }, { description: "The territory on the other side of that border." }),
    "too_far",
    "no_country",
    "open_sea",
  ),
  href: nullable(countryHref, "no_country"),
};

export const Boundaries = Type.Object(
  {
    source: Type.String({ description: "Source of the borders." }),
    date: Type.String({ pattern: "^\\d{4}-\\d{2}(?:-\\d{2})?$", description: "Date of the newest source." }),
    license: Type.String({
      description: "SPDX identifier of the licence of the borders. The bands have their own.",
    }),
    attribution: Type.String({ description: "How to name the source." }),
    policy: Type.String({ description: "Version of the list of disputes." }),
    policy_href: Type.String({ format: "uri", description: "URL of the list of disputes, with its sources." }),
  },
  { $id: "Boundaries", description: "The borders that were used." },
);

export const boundariesMember = { boundaries: ref(Boundaries) };

export const reverseGeocode = defineOperation({
  id: "reverse_geocode",
  path: "/api/v1/geocoding/reverse",
  tag: "Geocoding",
  summary: "The country of a location",
  description:
    "The country or territory of a location, territorial sea included, with all claims and a border that is near. In the open sea the country is null and `nearest` names the nearest one. Borders are © OpenStreetMap contributors, ODbL 1.0; see `boundaries`.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({ lat: latitude, lng: longitude, border_within_km: borderWithin }),
  },
  form: {
    kind: "json",
    schema: objectOf({ ...locationMembers, ...boundariesMember }, { $id: "ReverseGeocoding" }),
    components: [Boundaries, DisputeSchema, LocationZone],
  },
  // The answer depends on the borders, which come with the software.
  dependsOn: "service",
  bulkPath: "POST /api/v1/geocoding/reverse",
  check: (_sources, { lat }, { query }) => (lat === undefined ? findSwap(Object.fromEntries(query)) : []),
  answer(sources, { lat, lng, border_within_km: borderKm }) {
    const body = joinMembers(describeLocation(sources, lat, lng, borderKm), {
      boundaries: describeBoundaries(sources),
    });
    return { kind: "json", body };
  },
});

/** Returns a hint if latitude and longitude seem to be swapped. */
function findSwap({ lat, lng }: Readonly<Record<string, string>>): ProblemError[] {
  if (lat === undefined || lng === undefined || readValue(lat, latitude) !== undefined) return [];
  if (readValue(lat, longitude) === undefined || readValue(lng, latitude) === undefined) return [];
  return [
    { parameter: "lat", detail: `Latitude and longitude seem to be swapped; expected \`lat=${lng}&lng=${lat}\`.` },
  ];
}

/** Describes the borders that answer. */
export function describeBoundaries({ atlas, site }: Sources): Static<typeof Boundaries> {
  const { source, date, license, attribution, policy } = atlas.borders().facts;
  return { source, date, license, attribution, policy, policy_href: `${site.baseUrl}/docs/disputed-land` };
}

/** Describes a location. */
function describeLocation(sources: Sources, lat: number, lng: number, borderKm: number) {
  const location = sources.atlas.borders().locate(lat, lng, borderKm);
  const { iso2: code, claims, disputes, zone, nearest, border } = location;
  const neighbour = border?.neighbour ?? null;
  const country = code === null ? NAMELESS : nameTerritory(sources, code);
  const why = whyNull(location);
  const members = {
    lat,
    lng,
    ...country,
    zone,
    disputed: disputes.length > 0 || null,
    disputes: disputes.map((dispute) => describeDispute(sources, dispute)),
    claims: [...claims],
    nearest: nearest && { ...nameTerritory(sources, nearest.iso2), ...describeNear(nearest) },
    ...describeBorder(border),
    neighbour: neighbour === null ? null : nameTerritory(sources, neighbour),
    href: country.slug === null ? null : hrefOf(sources.site, "country", country.slug),
  };
  return withReasons(members, {
    ...why,
    iso3: why.iso2,
    slug: why.iso2,
    name: why.iso2,
    disputed: zone === "antarctic" ? "antarctic_treaty" : "not_listed",
    href: "no_country",
  });
}

/** Returns the reasons for members of a location that may be null. */
export function whyNull({ iso2: code, zone, border }: Location) {
  const noBorder = code === null ? "no_country" : "too_far";
  return {
    iso2: zone === "open_sea" || zone === "unclaimed_land" ? zone : null,
    nearest: code === null ? "too_far" : "in_a_territory",
    border_distance_km: noBorder,
    border_point: noBorder,
    neighbour: border === null ? noBorder : "open_sea",
  } as const;
}

/** Describes the distance of the border of the country, and its nearest point. */
export function describeBorder(border: Location["border"]) {
  if (border === null) return { border_distance_km: null, border_point: null };
  const { distance_km: distance, ...point } = describeNear(border);
  return { border_distance_km: distance, border_point: point };
}

const NAMELESS = { iso2: null, iso3: null, slug: null, name: null } as const;

/** Returns the codes and names of a territory that the borders know. */
export function nameTerritory({ atlas }: Sources, code: string): Pick<Territory, "iso2" | "iso3" | "slug" | "name"> {
  const named = atlas.byIso2(code);
  if (named === undefined) throw new Error(`the borders know a territory ${code} that the atlas does not`);
  return { iso2: code, iso3: named.iso3, slug: named.slug, name: named.name };
}

/** Rounds a distance to the metre, and its point to five decimals, which is about as much. */
export function describeNear({ distanceKm, lat, lng }: { distanceKm: number; lat: number; lng: number }) {
  const round = (value: number, parts: number): number => Math.round(value * parts) / parts;
  return { distance_km: round(distanceKm, 1000), lat: round(lat, 1e5), lng: round(lng, 1e5) };
}

/** Describes a dispute of the policy, with its parties by their names. */
export function describeDispute({ atlas }: Sources, dispute: Dispute): Static<typeof DisputeSchema> {
  const { id, name: title, status, claimants, basis } = dispute;
  const nameOf = (who: string): string => atlas.byIso2(who)?.name ?? who;
  const administrators = dispute.administrators.map(nameOf);
  return {
    id,
    name: title,
    status,
    administrators,
    claimants: claimants.map(({ who }) => nameOf(who)),
    documents: claimants.map(({ who, source, date }) => ({ claimant: nameOf(who), title: source, date })),
    basis,
    rule: describeRule(administrators, dispute.exception),
  };
}
