import { slugify } from "./slug.ts";

/**
 * The geographic regions of the United Nations ("Standard country or area codes for statistical
 * use", M49, https://unstats.un.org/unsd/methodology/m49/): five continents, and what they are
 * divided into. The United Nations assign them for statistical convenience; they say nothing of
 * membership or of status. The Channel Islands, a region of two territories, are Northern Europe.
 */
export interface Region {
  /** M49: three digits. */
  readonly code: string;
  /** The name in URLs; stable and unique among regions. */
  readonly slug: string;
  readonly name: string;
  /** The region that it is a part of; null for a continent. */
  readonly within: Region | null;
}

/** By indentation: a line deeper is a part of the line above it. */
const REGION_TABLE = `
002 Africa
 015 Northern Africa
 202 Sub-Saharan Africa
  014 Eastern Africa
  017 Middle Africa
  018 Southern Africa
  011 Western Africa
019 Americas
 419 Latin America and the Caribbean
  029 Caribbean
  013 Central America
  005 South America
 021 Northern America
142 Asia
 143 Central Asia
 030 Eastern Asia
 035 South-eastern Asia
 034 Southern Asia
 145 Western Asia
150 Europe
 151 Eastern Europe
 154 Northern Europe
 039 Southern Europe
 155 Western Europe
009 Oceania
 053 Australia and New Zealand
 054 Melanesia
 057 Micronesia
 061 Polynesia`;

/** Every region, a continent before its parts. */
export const REGIONS: readonly Region[] = readRegions(REGION_TABLE);

/** Finds a region by its M49 code. */
export function regionByCode(code: string): Region | null {
  return BY_CODE.get(code) ?? null;
}

const BY_CODE: ReadonlyMap<string, Region> = new Map(REGIONS.map((region) => [region.code, region]));

/** Finds a region by its slug, its M49 code or its name, in any case. */
export function findRegion(text: string): Region | undefined {
  const name = text.trim();
  return BY_CODE.get(name) ?? BY_SLUG.get(slugify(name));
}

const BY_SLUG: ReadonlyMap<string, Region> = new Map(REGIONS.map((region) => [region.slug, region]));

/** Returns true if a region is the one with this code, or a part of it. */
export function isInRegion(region: Region | null, code: string): boolean {
  return regionAndAbove(region).some((each) => each.code === code);
}

/** A region and those that it is a part of, the continent last. */
export function regionAndAbove(region: Region | null): readonly Region[] {
  return region === null ? [] : [region, ...regionAndAbove(region.within)];
}

function readRegions(table: string): readonly Region[] {
  const open: Region[] = [];
  return table
    .split("\n")
    .slice(1)
    .map((line) => {
      const [, indent = "", code = "", name = ""] = /^( *)(\d{3}) (.+)$/u.exec(line) ?? [];
      const within = indent.length === 0 ? null : (open[indent.length - 1] ?? null);
      const region = Object.freeze({ code, slug: slugify(name), name, within });
      open[indent.length] = region;
      return region;
    });
}
