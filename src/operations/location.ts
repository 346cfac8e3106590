import { type Static, Type } from "typebox";
import type { Territory } from "../atlas/territories.ts";
import type { Location } from "../atlas/borders/open-borders.ts";
import type { ByteSheet } from "../contract/byte-sheet.ts";
import { countryMembers } from "../contract/components.ts";
import { writeEnvelope } from "../contract/envelope.ts";
import { describeMedian } from "../contract/figures.ts";
import { nullable, oneOf, reason, ref } from "../contract/json-shape.ts";
import { keepPerRelease } from "../contract/kept-per-release.ts";
import { countryHref } from "../contract/places.ts";
import type { Sources } from "../contract/sources.ts";
import { type WrittenJson, keepPieces, writeJson, writeMembers } from "../contract/written-json.ts";

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

/** Members of a place on earth. `country_reason` accounts for the four that name the territory. */
export const locationMembers = {
  lat: latitude,
  lng: longitude,
  iso2: nullable(iso2),
  iso3: nullable(iso3),
  slug: nullable(slug),
  name: nullable(name),
  country_reason: reason("open_sea", "unclaimed_land"),
  zone: oneOf(["territory", "antarctic", "open_sea", "unclaimed_land"] as const, {
    description:
      "`territory`: land, inland waters or territorial sea (12 nautical miles). `antarctic`: south of 60° S, under the Antarctic Treaty. `open_sea`: beyond every territorial sea. `unclaimed_land`: land that no state claims.",
  }),
  disputed: Type.Boolean({
    description:
      "Whether the table of disputed land names a dispute over the place. Outlines that overlap by some metres, and a territory in the outline of its state, are none.",
  }),
  claims: Type.Array(iso2, {
    description: "Every territory and state whose outline or claim holds the place, the answered one first.",
  }),
  nearest: nullable(
    Type.Object(
      { iso2, iso3, slug, name, distance_km: kilometres },
      {
        description:
          "Where nobody claims the place: the nearest territory within 370 km, its territorial sea included.",
      },
    ),
  ),
  nearest_reason: reason("in_a_territory", "too_far"),
  border_distance_km: nullable(
    Type.Number({
      minimum: 0,
      description: "Kilometres to the nearest border of the territory, on land or at sea, when that is less than one.",
    }),
  ),
  border_distance_km_reason: reason("too_far", "no_country"),
  neighbour: nullable(Type.Object({ iso2, iso3, slug, name }, { description: "The territory behind that border." })),
  neighbour_reason: reason("too_far", "no_country", "open_sea"),
  median_band: nullable(Type.String({ description: "The band of the territory in the release that answered." })),
  median_rank: nullable(Type.Integer({ minimum: 1 })),
  median_reason: reason("no_country", "not_in_release", "not_judged"),
  href: nullable(Type.String({ format: "uri", description: "The territory's own answer." })),
  href_reason: reason("no_country", "not_in_release"),
};

export const LocationSchema = Type.Object(locationMembers, { $id: "Location" });

export const Boundaries = Type.Object(
  {
    source: Type.String({ description: "What the borders are made from." }),
    date: Type.String({ pattern: "^\\d{4}-\\d{2}(?:-\\d{2})?$", description: "Date of the newest source." }),
    license: Type.String({
      description: "SPDX identifier of the licence of the borders. It is not that of the bands.",
    }),
    attribution: Type.String({ description: "How the licence wants the source to be named." }),
    policy: Type.String({ description: "Version of the table that decides about disputed land." }),
    policy_href: Type.String({ format: "uri", description: "Where the stance on disputed land is told." }),
  },
  { $id: "Boundaries", description: "Which borders answered." },
);

export const boundariesMember = { boundaries: ref(Boundaries) };

/** Says which borders answer. */
function describeBoundaries({ atlas, site }: Sources): Static<typeof Boundaries> {
  const { source, date, license, attribution, policy } = atlas.borders().facts;
  return { source, date, license, attribution, policy, policy_href: `${site.baseUrl}/docs/geocoding#disputed-land` };
}

type LocationJson = Static<typeof LocationSchema>;

/** Tells of places, in one release. */
export interface Locator {
  /** What is known of a place. */
  readonly describe: (lat: number, lng: number) => LocationJson;
  /** Writes the same, without its braces: what is said of a territory is put into words once. */
  readonly write: (sheet: ByteSheet, lat: number, lng: number) => void;
  /** Members of every answer: what data it is on which scale. */
  readonly envelope: WrittenJson;
  readonly boundaries: WrittenJson;
}

/** Gives the locator of a release. */
export const locatorOf: (sources: Sources) => Locator = keepPerRelease(buildLocator);

function buildLocator(sources: Sources): Locator {
  const borders = sources.atlas.borders();
  const nameOf = remember((code: string) => nameTerritory(sources, code));
  const factsOf = remember((code: string | null) => describeFacts(sources, code));
  const writeName = keepPieces((code: string) => writeMembers(nameOf(code)));
  const writeFacts = keepPieces((code: string | null) => writeMembers(factsOf(code)));
  /** Who has a place and claims it. */
  const writeClaims = ({ iso2: code, claims, disputed, zone }: Location): WrittenJson => {
    const why = zone === "open_sea" || zone === "unclaimed_land" ? `"${zone}"` : "null";
    const names = code === null ? WRITTEN_NAMELESS : writeName(code);
    return `,${names},"country_reason":${why},"zone":"${zone}","disputed":${disputed},"claims":${writeJson(claims)}`;
  };
  /** All that is said of a place that has nothing near; most have not. */
  const writePlain = keepPieces(
    (location: Location) => `${writeClaims(location)},${noNearest(location.iso2)},${writeEnding(location.iso2)}`,
    claimsKey,
  );
  /** All that is said of a place at sea up to the name of what is near, of that up to its distance, and what follows. */
  const writeSea = keepPieces((location: Location) => `${writeClaims(location)},"nearest":{`, claimsKey);
  const writeNearest = keepPieces((code: string) => `${writeMembers(nameOf(code))},"distance_km":`);
  const writeEnding = keepPieces((code: string | null) => {
    const why = whyNoBorder(code);
    const border = `"border_distance_km":null,"border_distance_km_reason":"${why}","neighbour":null,"neighbour_reason":"${why}"`;
    return `${border},${writeFacts(code)}`;
  });
  const writeBesideNearest = keepPieces((code: string | null) => `},"nearest_reason":null,${writeEnding(code)}`);
  /** All that is said of a place up to the distance of its border, what follows up to the facts of the territory, and those. */
  const writeInside = keepPieces(
    (location: Location) => `${writeClaims(location)},${noNearest(location.iso2)},"border_distance_km":`,
    claimsKey,
  );
  const writeNeighbour = keepPieces((code: string | null) => {
    if (code === null) return ',"border_distance_km_reason":null,"neighbour":null,"neighbour_reason":"open_sea",';
    return `,"border_distance_km_reason":null,"neighbour":{${writeName(code)}},"neighbour_reason":null,`;
  });

  return {
    envelope: writeEnvelope(sources),
    boundaries: writeJson(describeBoundaries(sources)),
    describe(lat, lng) {
      const { iso2: code, claims, disputed, zone, nearest, border } = borders.locate(lat, lng);
      const neighbour = border?.neighbour ?? null;
      return {
        lat,
        lng,
        ...(code === null ? NAMELESS : nameOf(code)),
        country_reason: zone === "open_sea" || zone === "unclaimed_land" ? zone : null,
        zone,
        disputed,
        claims: claims as string[],
        nearest: nearest && { ...nameOf(nearest.iso2), distance_km: roundToMetres(nearest.distanceKm) },
        nearest_reason: nearest ? null : code === null ? "too_far" : "in_a_territory",
        border_distance_km: border && roundToMetres(border.distanceKm),
        border_distance_km_reason: border ? null : whyNoBorder(code),
        neighbour: neighbour === null ? null : nameOf(neighbour),
        neighbour_reason: neighbour !== null ? null : border ? "open_sea" : whyNoBorder(code),
        ...factsOf(code),
      };
    },
    write(sheet, lat, lng) {
      const location = borders.locate(lat, lng);
      const { iso2: code, nearest, border } = location;
      sheet.write('"lat":');
      sheet.number(lat);
      sheet.write(',"lng":');
      sheet.number(lng);
      if (nearest !== null) {
        sheet.write(writeSea(location));
        sheet.write(writeNearest(nearest.iso2));
        sheet.number(roundToMetres(nearest.distanceKm));
        sheet.write(writeBesideNearest(code));
      } else if (border !== null) {
        sheet.write(writeInside(location));
        sheet.number(roundToMetres(border.distanceKm));
        sheet.write(writeNeighbour(border.neighbour));
        sheet.write(writeFacts(code));
      } else sheet.write(writePlain(location));
    },
  };
}

function noNearest(code: Location["iso2"]): WrittenJson {
  return `"nearest":null,"nearest_reason":"${code === null ? "too_far" : "in_a_territory"}"`;
}

const NAMELESS = { iso2: null, iso3: null, slug: null, name: null } as const;

const WRITTEN_NAMELESS = writeMembers(NAMELESS);

/** What places are alike by: those of the same claims have the same list of them; places that nobody claims differ in their zone. */
function claimsKey({ iso2: code, claims, zone }: Location): Location["claims"] | Location["zone"] {
  return code === null ? zone : claims;
}

function whyNoBorder(code: Location["iso2"]): "no_country" | "too_far" {
  return code === null ? "no_country" : "too_far";
}

function nameTerritory({ atlas, snapshot }: Sources, code: string): Pick<Territory, "iso2" | "iso3" | "slug" | "name"> {
  const named = snapshot.countryByIso2(code) ?? atlas.byIso2(code);
  if (named === undefined) throw new Error(`the borders know a territory ${code} that the atlas does not`);
  return { iso2: code, iso3: named.iso3, slug: named.slug, name: named.name };
}

function describeFacts({ snapshot, site }: Sources, code: string | null) {
  const country = code === null ? undefined : snapshot.countryByIso2(code);
  if (country === undefined) {
    const why = code === null ? ("no_country" as const) : ("not_in_release" as const);
    return { median_band: null, median_rank: null, median_reason: why, href: null, href_reason: why };
  }
  const { median_band, median_rank } = describeMedian(snapshot.manifest.dataset.scale, country.median);
  return {
    median_band,
    median_rank,
    median_reason: median_rank === null ? ("not_judged" as const) : null,
    href: countryHref(site, country.slug),
    href_reason: null,
  };
}

function roundToMetres(distanceKm: number): number {
  return Math.round(distanceKm * 1000) / 1000;
}

function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
