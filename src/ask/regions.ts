import { Type } from "./type.ts";
import type { Atlas } from "../atlas/atlas.ts";
import { findRegion, isInRegion, type Region, REGIONS, regionAndAbove } from "../atlas/regions.ts";
import { nullableRef, withReasons } from "./json-shape.ts";

/** Regions of the United Nations (M49) in answers: that of a country, and one that is chosen. */

const regionMembers = {
  code: Type.String({ pattern: "^[0-9]{3}$", description: "Code of M49." }),
  slug: Type.String({ description: "The region in filters." }),
  name: Type.String({ description: "The name that the United Nations use." }),
};

export const RegionIdentity = Type.Object(regionMembers, {
  $id: "RegionIdentity",
  description: "A geographic region of the United Nations (M49): a continent, or a part of one.",
});

export const CountryRegion = Type.Object(
  {
    ...regionMembers,
    continent: Type.String({ description: "Name of the continent that it is a part of." }),
    is_assigned: Type.Boolean({
      description:
        "Whether M49 puts the country there. False for Taiwan and Kosovo, which M49 does not list: they are in the region that they lie in.",
    }),
  },
  { $id: "CountryRegion", description: "The smallest region of M49 that a country is in." },
);

/** The region of a country, wherever its rank stands. */
export const regionMember = { region: nullableRef(CountryRegion, "in_no_region") };

/** The `region` of a country by its ISO 3166-1 alpha-2 code. */
export function describeRegionOf(atlas: Atlas, iso2: string) {
  const { region = null, isRegionAssigned = false } = atlas.byIso2(iso2) ?? {};
  const continent = regionAndAbove(region).at(-1)?.name ?? "";
  const described = region && { ...describeRegion(region), continent, is_assigned: isRegionAssigned };
  return withReasons({ region: described }, { region: "in_no_region" });
}

export function describeRegion({ code, slug, name }: Region) {
  return { code, slug, name };
}

/** The region of rankings and of the matrix, which may be of a part of the world. */
export const chosenRegionMember = {
  region: nullableRef(RegionIdentity, "whole_world"),
};

/** The region that was asked for; null for the whole world. */
export function readRegion({ region }: { readonly region?: string | undefined }): Region | null {
  return region === undefined ? null : (findRegion(region) ?? null);
}

export function describeChosenRegion(region: Region | null) {
  return withReasons({ region: region && describeRegion(region) }, { region: "whole_world" });
}

/** The region of a file, for people; nothing where it is of the whole world. */
export function regionBeside(region: Region | null): [string, string][] {
  return region === null ? [] : [["Region", `${region.name} (UN M49 ${region.code})`]];
}

/** The regions that some of these countries lie in, a continent before its parts. */
export function regionsWith(atlas: Atlas, countries: readonly { readonly iso2: string }[]): readonly Region[] {
  return REGIONS.filter((region) => countries.some(({ iso2 }) => liesIn(atlas, region, iso2)));
}

/** Returns true if a country lies in a region; null is the whole world. */
export function liesIn(atlas: Atlas, region: Region | null, iso2: string): boolean {
  return region === null || isInRegion(atlas.byIso2(iso2)?.region ?? null, region.code);
}
