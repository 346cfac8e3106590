import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { hrefOf } from "../../ask/urls.ts";
import { objectOf, ref } from "../../ask/json-shape.ts";
import { countryMembers } from "../../ask/named-members.ts";
import { defineOperation } from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import type { Dispute } from "../../atlas/borders/border-file.ts";
import type { Location } from "../../atlas/borders/open-borders.ts";
import { PROBLEMS, type ProblemError } from "../../problem.ts";
import { describeDispute, DisputeSchema } from "./describe-dispute.ts";
import {
  borderDistance,
  borderPoint,
  Boundaries,
  boundariesMember,
  countryHref,
  describeBoundaries,
  describeNear,
  latitude,
  locationMembers,
  longitude,
  nameTerritory,
  nearestMembers,
} from "./reverse-geocode.ts";

/** How many points one request may hold. */
const POINTS_MAX = 1000;

/** Enough for that many points with all their digits and the longest ids. */
const BYTES_MAX = 1024 * 1024;

const ID_CHARACTERS_MAX = 200;

/** How much of a wrong coordinate is repeated to the caller. */
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
 * The same with points of any kind: wrong values of a point are answered in its item. A member that
 * no point has is an error of the request.
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

const GeocodedPoint = Type.Object(
  {
    id: Type.Optional(id),
    iso2: Type.Optional(territory.iso2),
    zone: Type.Optional(locationMembers.zone),
    claims: Type.Optional(locationMembers.claims),
    disputes: Type.Optional(
      Type.Array(Type.Object({ id: DisputeSchema.properties.id }), {
        description: "The disputes of the policy that cover the location.",
      }),
    ),
    nearest: Type.Optional(Type.Object({ ...territory, ...nearestMembers }, { description: "The nearest territory." })),
    border_distance_km: Type.Optional(borderDistance),
    border_point: Type.Optional(borderPoint),
    neighbour: Type.Optional(Type.Object(territory, { description: "The territory beyond that border." })),
    problem: Type.Optional(PointProblem),
  },
  {
    $id: "GeocodedPoint",
    description:
      "A point with what `reverse_geocode` answers, or with what is wrong with it. What would be null or empty is left out, and so are `claims` of its country alone.",
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
    components: [Boundaries, DisputeSchema, GeocodedPoint, NamedTerritory],
  },
  problems: [],
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

/** A point with what differs from one to the next: what it names is described once for all. */
function describePoint(given: string | undefined, location: Location): Static<typeof GeocodedPoint> {
  const { iso2, zone, claims, disputes, nearest, border } = location;
  const item: Static<typeof GeocodedPoint> = {};
  if (given !== undefined) item.id = given;
  if (iso2 !== null) item.iso2 = iso2;
  item.zone = zone;
  if (claims.some((code) => code !== iso2)) item.claims = [...claims];
  if (disputes.length > 0) item.disputes = disputes.map((dispute) => ({ id: dispute.id }));
  if (nearest !== null) item.nearest = { iso2: nearest.iso2, ...describeNear(nearest) };
  if (border !== null) {
    const { distance_km: distance, ...at } = describeNear(border);
    item.border_distance_km = distance;
    item.border_point = at;
    if (border.neighbour !== null) item.neighbour = { iso2: border.neighbour };
  }
  return item;
}

/** The codes of the territories that an item names. */
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
  const problem = { code: "invalid_request" as const, title: PROBLEMS.invalid_request.title, detail, errors };
  return isId(given) ? { id: given, problem } : { problem };
}

/** Finds what is wrong with a point; nothing is converted. */
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
