import { type Static, Type } from "typebox";
import { nullable, nullableRef, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { defineOperation } from "../../ask/operation.ts";
import { PROBLEMS, type ProblemError } from "../../problem.ts";
import { DisputeSchema } from "./describe-dispute.ts";
import {
  Boundaries,
  boundariesMember,
  describeBoundaries,
  describeLocation,
  latitude,
  LocationSchema,
  longitude,
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

const GeocodedPoint = objectOf(
  {
    id: nullable(id, "not_given", "faulty_point"),
    location: nullableRef(LocationSchema, "faulty_point"),
    problem: nullable(PointProblem, "no_fault"),
  },
  { $id: "GeocodedPoint", description: "A point with its location, or with what is wrong with it." },
);

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
        { lat: 0, lng: -30 },
      ],
    },
  },
  form: {
    kind: "json",
    schema: objectOf(
      { ...boundariesMember, items: Type.Array(ref(GeocodedPoint), { description: "In the order of the points." }) },
      { $id: "ReverseGeocodingList" },
    ),
    components: [Boundaries, DisputeSchema, LocationSchema, GeocodedPoint],
  },
  problems: [],
  dependsOn: "service",
  answer(sources, _parameters, { points }) {
    const items = points.map((point, index): Static<typeof GeocodedPoint> => {
      const errors = findErrors(point, index);
      if (errors.length > 0) return refusePoint(point, errors);
      const { id: name, lat, lng } = point;
      const members = { id: name ?? null, location: describeLocation(sources, lat, lng), problem: null };
      return withReasons(members, { id: "not_given", location: null, problem: "no_fault" });
    });
    return { kind: "json", body: { boundaries: describeBoundaries(sources), items } };
  },
});

type PointError = ProblemError & { readonly pointer: string };

function refusePoint(point: unknown, errors: PointError[]): Static<typeof GeocodedPoint> {
  const given =
    typeof point === "object" && point !== null ? (point as Readonly<Record<string, unknown>>)["id"] : undefined;
  const detail = errors.map((error) => error.detail).join(" ");
  const members = {
    id: isId(given) ? given : null,
    location: null,
    problem: { code: "invalid_request" as const, title: PROBLEMS.invalid_request.title, detail, errors },
  };
  const unidentified = given === undefined ? "not_given" : "faulty_point";
  return withReasons(members, { id: unidentified, location: "faulty_point" });
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
