import { Type } from "typebox";
import type { ProblemError } from "../problem.ts";
import { takeSheet } from "../contract/byte-sheet.ts";
import { envelope } from "../contract/components.ts";
import { Boundaries, boundariesMember, locatorOf, latitude, locationMembers, longitude } from "./location.ts";
import { defineOperation, describeParameters } from "../contract/operation.ts";
import { readValue } from "../contract/parameter-values.ts";
import { releaseParameter } from "../contract/parameters.ts";

export const reverseGeocode = defineOperation({
  id: "reverse_geocode",
  method: "GET",
  path: "/api/v1/geocoding/reverse",
  tag: "Geocoding",
  summary: "The country at a place",
  description:
    "Which country or territory a place belongs to, territorial sea included, with everybody else who claims it, a border that is near, and the country's band. In open sea the country is null and `nearest` names the next one. Borders are © OpenStreetMap contributors, ODbL 1.0; `boundaries` says which.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({ lat: latitude, lng: longitude, ...releaseParameter }),
  },
  form: {
    kind: "json",
    schema: envelope("ReverseGeocoding", { ...locationMembers, ...boundariesMember }),
    components: [Boundaries],
  },
  problems: [],
  // On the borders as well, which come with the software.
  dependsOn: "shelf",
  bulkPath: "/api/v1/geocoding/reverse",
  bulkMethod: "POST",
  check: (_sources, { lat }, { query }) => (lat === undefined ? findSwap(Object.fromEntries(query)) : []),
  answer(sources, { lat, lng }) {
    const { envelope: head, boundaries, write } = locatorOf(sources);
    const sheet = takeSheet();
    sheet.write(`{${head},`);
    write(sheet, lat, lng);
    sheet.write(`,"boundaries":${boundaries}}`);
    return { kind: "written", sheet };
  },
});

/** A hint where latitude and longitude would be right the other way round. */
function findSwap({ lat, lng }: Readonly<Record<string, string>>): ProblemError[] {
  if (lat === undefined || lng === undefined || readValue(lat, latitude) !== undefined) return [];
  if (readValue(lat, longitude) === undefined || readValue(lng, latitude) === undefined) return [];
  return [{ parameter: "lat", detail: `The other way round they would be right: \`lat=${lng}&lng=${lat}\`.` }];
}
