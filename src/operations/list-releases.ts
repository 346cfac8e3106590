import { type Static, Type } from "typebox";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { listOf } from "../contract/components.ts";
import { openEnvelope } from "../contract/describe.ts";
import { joinMembers, nullable, objectOf, ref, withReasons } from "../contract/json-shape.ts";
import { answerList, pageOf } from "../contract/lists.ts";
import { defineOperation, describeParameters, type Operation } from "../contract/operation.ts";
import { listParameters, releaseParameter, sortParameter } from "../contract/parameters.ts";
import type { Sources } from "../contract/sources.ts";

const count = (what: string) => Type.Integer({ minimum: 0, description: `${what} in the release.` });

const ReleaseEntry = objectOf(
  {
    id: Type.String({ description: "Send it as `release` to get its data." }),
    published_at: Type.String({ format: "date-time", description: "When it was published." }),
    is_current: Type.Boolean({ description: "Whether it is the current release." }),
    became_current: Type.Array(Type.String({ format: "date-time" }), {
      description:
        "When it became the current release, oldest first: more than once if the publisher went back to it. It stayed current until another one became it.",
    }),
    as_of: nullable(Type.String({ format: "date", description: "Date of its newest judgement." }), "undated"),
    fingerprint: Type.String({ pattern: "^[0-9a-f]{64}$", description: "SHA-256 of its canonical content." }),
    method: Type.String({ description: "The method by which its statistics were computed." }),
    title: Type.String({ description: "The publisher's title of the dataset." }),
    publisher: Type.String({ description: "Who publishes the dataset." }),
    license: Type.String({ description: "SPDX identifier." }),
    scale_id: Type.String({ description: "The scale of its bands; bands of two scales cannot be compared." }),
    counts: Type.Object(
      {
        countries: count("Countries"),
        sectors: count("Sectors"),
        companies: count("Listed companies"),
        judged_companies: count("Companies with a current judgement"),
        products: count("Products"),
        judgements: count("Current judgements"),
      },
      { description: "How much the release holds." },
    ),
    href: Type.String({ format: "uri", description: "URL of its preview of countries." }),
  },
  { $id: "ReleaseEntry" },
);

export const listReleases: Operation = defineOperation({
  id: "list_releases",
  method: "GET",
  path: "/api/v2/releases",
  tag: "Reference",
  summary: "All releases of the data",
  description:
    "All releases that `release` can name, with the times by which `as_of` finds them. With `release` or `as_of`, that release and the ones before it.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      sort: sortParameter(["-published_at", "published_at"], "Newest or oldest first."),
      ...listParameters(ReleaseEntry),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: listOf("ReleaseList", ref(ReleaseEntry), {}), components: [ReleaseEntry] },
  problems: [],
  dependsOn: "service",
  answer(sources, parameters) {
    const newestFirst = sources.releases.list();
    const upTo = newestFirst.findIndex(({ id }) => id === parameters.release);
    const manifests = upTo < 0 ? newestFirst : newestFirst.slice(upTo);
    const release = manifests[0]?.id ?? sources.snapshot.manifest.id;
    const list = { operation: listReleases, sources, parameters, release };
    const page = pageOf(list, parameters.sort === "published_at" ? manifests.toReversed() : manifests);
    const items = page.items.map((manifest) => describeManifest(sources, manifest));
    return answerList(list, openEnvelope(sources), { ...page, items });
  },
});

function describeManifest({ releases, site }: Sources, manifest: Snapshot["manifest"]): Static<typeof ReleaseEntry> {
  const { counts, dataset } = manifest;
  const dated = {
    id: manifest.id,
    published_at: manifest.publishedAt,
    is_current: manifest.id === releases.current().manifest.id,
    became_current: releases
      .history()
      .filter(({ release }) => release === manifest.id)
      .map(({ since }) => since),
    as_of: manifest.asOf,
  };
  return joinMembers(withReasons(dated, { as_of: "undated" }), {
    fingerprint: manifest.fingerprint,
    method: manifest.method,
    title: dataset.title,
    publisher: dataset.publisher,
    license: dataset.licence,
    scale_id: dataset.scale.id,
    counts: describeCounts(counts),
    href: `${site.baseUrl}/api/v2/countries/preview?release=${encodeURIComponent(manifest.id)}`,
  });
}

/** How much a release holds, as it is published. */
export function describeCounts(counts: Snapshot["manifest"]["counts"]): Static<typeof ReleaseEntry>["counts"] {
  return {
    countries: counts.countries,
    sectors: counts.sectors,
    companies: counts.companies,
    judged_companies: counts.judgedCompanies,
    products: counts.products,
    judgements: counts.judgements,
  };
}
