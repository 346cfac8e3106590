import { type Area, prepareAreas } from "./prepare-areas.ts";
import { readDisputedAreas, readPolicy } from "./read-policy.ts";
import { readCountries } from "./read-sources.ts";
import { BORDERS, SUPPLEMENT } from "./source-files.ts";

/** Reads the outlines that the committed index and the map are made from. */
export async function readAreas(): Promise<Area[]> {
  const data = new URL("../../data/borders/", import.meta.url);
  const policy = await readPolicy(new URL("policy.json", data));
  const [newer, older, disputed] = await Promise.all([
    readCountries(BORDERS.file),
    readCountries(SUPPLEMENT.file),
    readDisputedAreas(new URL("disputed-areas.geo.json", data)),
  ]);
  return prepareAreas({ newer, older, disputed }, policy);
}
