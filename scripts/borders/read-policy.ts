import { readFile } from "node:fs/promises";

/** The policy on disputed land: `data/borders/policy.json`. */
export interface Policy {
  readonly version: string;
  readonly stance: string;
  /** Territories whose sea belongs to their state in the source. */
  readonly seas: { readonly territories: Readonly<Record<string, string>> };
  /** Orders of claims, the primary one first. */
  readonly disputes: readonly { readonly place: string; readonly claims: readonly string[]; readonly basis: string }[];
  /**
   * Claims that the sources lack: to land of the states in `over`, or to unclaimed land if that is
   * empty.
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
