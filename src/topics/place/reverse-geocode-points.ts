import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { hrefOf } from "../../ask/urls.ts";
import { nullable, nullableRef, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { countryMembers } from "../../ask/named-members.ts";
import { defineOperation } from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import type { Dispute } from "../../atlas/borders/border-file.ts";
import type { Location } from "../../atlas/borders/open-borders.ts";
import { PROBLEMS, type ProblemError } from "../../problem.ts";
import {
  borderDistance,
  borderPoint,
  Boundaries,
  boundariesMember,
  countryHref,
  describeBorder,
  describeDispute,
  DisputeSchema,
  describeBoundaries,
  describeNear,
  latitude,
  locationMembers,
  LocationZone,
  longitude,
  nameTerritory,
  nearestMembers,
  whyNull,
} from "./reverse-geocode.ts";

/** Maximum number of points of one request. */
const POINTS_MAX = 1000;

/** Maximum size of a body: enough for that many points with all digits and the longest ids. */
const BYTES_MAX = 1024 * 1024;

const ID_CHARACTERS_MAX = 200;

/** Maximum number of characters of a wrong coordinate that are repeated to the caller. */
const QUOTED_CHARACTERS = 60;

const id = Type.String({
  maxLength: ID_CHARACTERS_MAX,
  description: "The caller's id of the point, returned unchanged.",
});

const Point = Type.Object({ lat: latitude, lng: longitude, id: Type.Optional(id) }, { additionalProperties: false });

const PointList = Type.Object(
  { points: Type.Array(Point, { minItems: 1, maxItems: POINTS_MAX, description: "The locations to look up." }) },
  { $id: "PointList", additionalProperties: false },
);

/**
 * A list of points with any values: wrong values of a point are answered in its item. An unknown
 * member is an error of the request.
 */
const AnyPointList = Type.Object(
  {
    points: Type.Array(
      Type.Unsafe<unknown>({ properties: { lat: {}, lng: {}, id: {} }, additionalProperties: false }),
      { minItems: 1, maxItems: POINTS_MAX },
    ),
  },
  { additionalProperties: false },
);

const PointProblem = Type.Object(
  {
    code: Type.Literal("invalid_request", { description: "As in a problem document." }),
    title: Type.String({ description: "What the code means." }),
    detail: Type.String({ description: "What was found and what was expected." }),
    errors: Type.Array(
      Type.Object({
        pointer: Type.String({
          description: "JSON Pointer into the body of the request, as a URI fragment (RFC 6901 §6).",
        }),
        detail: Type.String({ description: "What is wrong there." }),
      }),
      { description: "Every error of the point." },
    ),
  },
  { description: "What is wrong with the point." },
);

const territory = { iso2: countryMembers.iso2 };

const GeocodedPoint = objectOf(
  {
    id: nullable(id, "not_given"),
    iso2: nullable(territory.iso2, "open_sea", "unclaimed_land", "not_located"),
    zone: nullableRef(LocationZone, "not_located"),
    claims: locationMembers.claims,
    disputes: Type.Array(Type.Object({ id: DisputeSchema.properties.id }), {
      description: "The disputes of the policy that cover the location.",
    }),
    nearest: nullable(
      Type.Object({ ...territory, ...nearestMembers }, { description: "The nearest territory." }),
      "in_a_territory",
      "too_far",
      "not_located",
    ),
    border_distance_km: nullable(borderDistance, "too_far", "no_country", "not_located"),
    border_point: nullable(borderPoint, "too_far", "no_country", "not_located"),
    neighbour: nullable(
      Type.Object(territory, { description: "The territory beyond that border." }),
      "too_far",
      "no_country",
      "open_sea",
      "not_located",
    ),
    problem: nullable(PointProblem, "located"),
  },
  {
    $id: "GeocodedPoint",
    description: "A point with what `reverse_geocode` answers, or with what is wrong with it.",
  },
);

const { iso3, slug, name } = countryMembers;

const NamedTerritory = Type.Object({ iso3, slug, name, href: countryHref }, { $id: "NamedTerritory" });

export const reverseGeocodePoints = defineOperation({
  id: "reverse_geocode_points",
  method: "POST",
  path: "/api/v1/geocoding/reverse",
  tag: "Geocoding",
  summary: "The countries of many locations",
  description:
    "The same for up to 1,000 points, in their order; it counts as one request. An invalid value does not affect the other points: the `problem` of its point says what is wrong. A point with an unknown member is an error of the request.",
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  body: {
    schema: PointList,
    checked: AnyPointList,
    bytesMax: BYTES_MAX,
    example: {
      points: [
        { lat: 48.8584, lng: 2.2945, id: "Eiffel Tower" },
        { lat: 43.2965, lng: 5.3698 },
      ],
    },
  },
  form: {
    kind: "json",
    schema: objectOf(
      {
        ...boundariesMember,
        items: Type.Array(ref(GeocodedPoint), { description: "In the order of the points." }),
        territories: Type.Unsafe<Record<string, Static<typeof NamedTerritory>>>({
          type: "object",
          description: "Every territory that an item names, by its `iso2`.",
          additionalProperties: ref(NamedTerritory),
        }),
        disputes: Type.Array(ref(DisputeSchema), { description: "Every dispute that an item names." }),
      },
      { $id: "ReverseGeocodingList" },
    ),
    components: [Boundaries, DisputeSchema, LocationZone, GeocodedPoint, NamedTerritory],
  },
  dependsOn: "service",
  answer(sources, _parameters, { points }) {
    const borders = sources.atlas.borders();
    const territories = new Set<string>();
    const disputes = new Set<Dispute>();
    const items = points.map((point, index) => {
      const errors = findErrors(point, index);
      if (errors.length > 0) return refusePoint(point, errors);
      const location = borders.locate(point.lat, point.lng);
      for (const code of codesOf(location)) territories.add(code);
      for (const dispute of location.disputes) disputes.add(dispute);
      return describePoint(point.id, location);
    });
    const body = {
      boundaries: describeBoundaries(sources),
      items,
      territories: Object.fromEntries(
        [...territories].toSorted().map((code) => [code, describeTerritory(sources, code)]),
      ),
      disputes: [...disputes].map((dispute) => describeDispute(sources, dispute)),
    };
    return { kind: "json", body };
  },
});

/** Describes a point without the territories it names, which are described once for all points. */
function describePoint(given: string | undefined, location: Location): Static<typeof GeocodedPoint> {
  const { iso2, zone, claims, disputes, nearest, border } = location;
  const neighbour = border?.neighbour ?? null;
  const members = {
    id: given ?? null,
    iso2,
    zone,
    claims: [...claims],
    disputes: disputes.map((dispute) => ({ id: dispute.id })),
    nearest: nearest && { iso2: nearest.iso2, ...describeNear(nearest) },
    ...describeBorder(border),
    neighbour: neighbour === null ? null : { iso2: neighbour },
    problem: null,
  };
  return withReasons(members, { ...whyNull(location), id: "not_given", zone: null, problem: "located" });
}

/** Returns the codes of the territories that an item names. */
function codesOf({ claims, nearest, border }: Location): string[] {
  return [...claims, nearest?.iso2, border?.neighbour].filter((code) => code != null);
}

function describeTerritory(sources: Sources, code: string): Static<typeof NamedTerritory> {
  const { iso2: _, ...names } = nameTerritory(sources, code);
  return { ...names, href: hrefOf(sources.site, "country", names.slug) };
}

type PointError = ProblemError & { readonly pointer: string };

function refusePoint(point: unknown, errors: PointError[]): Static<typeof GeocodedPoint> {
  const given =
    typeof point === "object" && point !== null ? (point as Readonly<Record<string, unknown>>)["id"] : undefined;
  const detail = errors.map((error) => error.detail).join(" ");
  const members = {
    id: isId(given) ? given : null,
    iso2: null,
    zone: null,
    claims: [],
    disputes: [],
    nearest: null,
    border_distance_km: null,
    border_point: null,
    neighbour: null,
    problem: { code: "invalid_request" as const, title: PROBLEMS.invalid_request.title, detail, errors },
  };
  return withReasons(members, {
    id: "not_given",
    iso2: "not_located",
    zone: "not_located",
    nearest: "not_located",
    border_distance_km: "not_located",
    border_point: "not_located",
    neighbour: "not_located",
    problem: null,
  });
}

/** Finds the errors of a point; nothing is converted. */
function findErrors(point: unknown, index: number): PointError[] {
  if (typeof point !== "object" || point === null || Array.isArray(point)) {
    const pointer = `#/points/${index}`;
    return [{ pointer, detail: `\`${pointer}\` is not an object with \`lat\` and \`lng\`.` }];
  }
  const { lat, lng, id: given } = point as Readonly<Record<string, unknown>>;
  const pointer = `#/points/${index}`;
  const errors: PointError[] = [];
  if (!isDegrees(lat, 90)) errors.push(refuseDegrees(`${pointer}/lat`, lat, 90));
  if (!isDegrees(lng, 180)) errors.push(refuseDegrees(`${pointer}/lng`, lng, 180));
  if (!isDegrees(lat, 90) && isDegrees(lat, 180) && isDegrees(lng, 90)) {
    errors.push({ pointer: `${pointer}/lat`, detail: "Latitude and longitude seem to be swapped." });
  }
  if (given !== undefined && !isId(given))
    errors.push({
      pointer: `${pointer}/id`,
      detail: `\`${pointer}/id\` is not a text of at most ${ID_CHARACTERS_MAX} characters.`,
    });
  return errors;
}

function isDegrees(value: unknown, limit: number): value is number {
  return typeof value === "number" && value >= -limit && value <= limit;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value.length <= ID_CHARACTERS_MAX;
}

function refuseDegrees(pointer: string, value: unknown, limit: number): PointError {
  const found = value === undefined ? "is missing" : `is \`${JSON.stringify(value).slice(0, QUOTED_CHARACTERS)}\``;
  return { pointer, detail: `\`${pointer}\` ${found}; expected a number from -${limit} to ${limit}.` };
}
