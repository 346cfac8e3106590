import type { Sources } from "./sources.ts";

/**
 * Keeps what is built from a release for as long as that is open. It is built anew where it is asked for under another public address or with other
 * countries; from the rest of the sources nothing may be taken, because it changes from request to request.
 */
export function keepPerRelease<Kept>(build: (sources: Sources) => Kept): (sources: Sources) => Kept {
  const known = new WeakMap<Sources["snapshot"], Pick<Sources, "atlas"> & { baseUrl: string; kept: Kept }>();
  return (sources) => {
    const { snapshot, atlas, site } = sources;
    const last = known.get(snapshot);
    if (last?.atlas === atlas && last.baseUrl === site.baseUrl) return last.kept;
    const kept = build(sources);
    known.set(snapshot, { atlas, baseUrl: site.baseUrl, kept });
    return kept;
  };
}
