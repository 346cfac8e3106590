import type { Json } from "./demo-service.ts";

/** The one path that a broken copy keeps. */
export const PREVIEW = "/api/v2/countries/preview";

/** A copy of the served document with one path, which `change` has broken: all take a minute. */
export function broken(served: Json, change: (copy: Json) => void): Json {
  const copy = structuredClone({ ...served, paths: { [PREVIEW]: served["paths"]![PREVIEW]! } });
  change(copy);
  return copy;
}
