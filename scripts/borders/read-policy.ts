import { readFile } from "node:fs/promises";
import type { Claimant } from "../../src/atlas/borders/border-file.ts";
import type { Polygon } from "./read-sources.ts";

export type Box = readonly [west: number, south: number, east: number, north: number];

/** The policy on disputed land: `data/borders/policy.json`. */
export interface Policy {
  readonly version: string;
  readonly stance: string;
  /** What is not listed, and why. */
  readonly ended: string;
  /** The states of the territories with codes of their own that a dispute is about. */
  readonly states: { readonly territories: Readonly<Record<string, string>> };
  /** Territories whose sea belongs to their state in the source. */
  readonly seas: { readonly territories: Readonly<Record<string, string>> };
  /** Outlines of the newer source within boxes that hold no land, which are left out. */
  readonly submerged: { readonly outlines: readonly { readonly territory: string; readonly within: Box }[] };
  readonly disputes: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: "open" | "decided";
    /** Alpha-2 codes, or names of authorities that have none. */
    readonly administrators: readonly string[];
    /** The country to report; otherwise that of the outlines. */
    readonly country?: string;
    /** Why the answer is not the state that administers the land. */
    readonly exception?: string;
    readonly claimants: readonly Claimant[];
    readonly basis: string;
    readonly parts: readonly DisputePart[];
  }[];
  readonly unclaimed: Readonly<Record<string, Box>>;
}

/**
 * Where a dispute is: where the outlines that hold a point are among `over` and all of `each`, and
 * the point is in the area. An empty `over` is land that no outline holds.
 */
export interface DisputePart {
  /** By default the same as `each`. */
  readonly over?: readonly string[];
  /** By default none. */
  readonly each?: readonly string[];
  readonly within?: Box;
  /**
   * A ring, the id of a feature in `data/borders/disputed-areas.geo.json`, or part of a territory
   * of the older source.
   */
  readonly outline?: readonly (readonly [lng: number, lat: number])[] | string | { territory: string; within: Box };
  readonly accuracy?: string;
}

export async function readPolicy(path: string | URL): Promise<Policy> {
  return JSON.parse(await readFile(path, "utf8")) as Policy;
}

/** Reads the outlines that the policy names by their ids. */
export async function readDisputedAreas(path: string | URL): Promise<Map<string, readonly Polygon[]>> {
  const { features } = JSON.parse(await readFile(path, "utf8")) as {
    readonly features: readonly {
      readonly properties: { readonly id: string };
      readonly geometry: { readonly coordinates: readonly Polygon[] };
    }[];
  };
  return new Map(features.map(({ properties, geometry }) => [properties.id, geometry.coordinates]));
}
