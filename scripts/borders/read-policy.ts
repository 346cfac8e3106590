import { readFile } from "node:fs/promises";

/** The table that decides about disputed land: `data/borders/policy.json`. */
export interface Policy {
  readonly version: string;
  readonly stance: string;
  /** Territories whose sea the source gives to their state. */
  readonly seas: { readonly territories: Readonly<Record<string, string>> };
  /** Orders of claims, the primary one first. */
  readonly disputes: readonly { readonly place: string; readonly claims: readonly string[]; readonly basis: string }[];
  /**
   * Claims the sources do not have: over land of the states in `over`, or over nobody's where that
   * is empty.
   */
  readonly additions: readonly {
    readonly place: string;
    readonly claims: readonly string[];
    readonly over: readonly string[];
    readonly outline:
      | readonly (readonly [lng: number, lat: number])[]
      | { readonly territory: string; readonly within: readonly [number, number, number, number] };
  }[];
  readonly unclaimed: Readonly<Record<string, readonly [number, number, number, number]>>;
}

export async function readPolicy(path: string | URL): Promise<Policy> {
  return JSON.parse(await readFile(path, "utf8")) as Policy;
}
