import { Type } from "./type.ts";
import { pillarParameter, readFilters } from "./filters.ts";
import { nullable, withReasons } from "./json-shape.ts";
import type { Sources } from "./sources.ts";

/** Statistics over all pillars or in one, in rankings and in the matrix. */

export const pillarChoice = pillarParameter(
  "Count the companies judged in this pillar, by their median band in it; all pillars together by default.",
);

export const chosenPillarMember = {
  pillar: nullable(Type.String({ description: "Id of the pillar that the statistics are in." }), "all_pillars"),
};

/** The index of the pillar that was asked for; null for all together. */
export function readPillar(sources: Sources, { pillar }: { readonly pillar?: string }): number | null {
  if (pillar === undefined) return null;
  return readFilters(sources, { pillar }).query.pillars?.[0] ?? null;
}

export function describeChosenPillar({ snapshot }: Sources, pillar: number | null) {
  const id = pillar === null ? null : (snapshot.manifest.dataset.pillars[pillar]?.id ?? null);
  return withReasons({ pillar: id }, { pillar: "all_pillars" });
}

/** The pillar of a file, for people. */
export function pillarInWords({ snapshot }: Sources, pillar: number | null): [string, string][] {
  return [["Pillar", pillar === null ? "All" : (snapshot.manifest.dataset.pillars[pillar]?.label ?? "")]];
}
