import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { Erratum } from "../../ask/named-members.ts";
import { joinMembers, nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { answerList, pageOf } from "../../ask/lists.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { listParameters, releaseParameter, sortParameter, RELEASE_CHARACTERS_MAX } from "../../ask/parameters.ts";
import { listSwitches, type ReleaseSwitch, statusOf } from "../change/release-switches.ts";
import type { Sources } from "../../ask/sources.ts";
import { problemInWords } from "../../ask/words.ts";
import { JUDGED_ON_PATTERN } from "../../trust/judged-on.ts";
import { rowsOf, envelope } from "../../ask/components.ts";
import { openRows, openEnvelope } from "../../ask/describe.ts";
import { API, urlTo } from "../../ask/urls.ts";
import { findRelease } from "../../ask/choose-release.ts";
import { describeRelease } from "../download/describe-release.ts";
import { CHECKSUMS_PATH, SIGNATURE_PATH } from "../download/download-everything.ts";
import { ARCHIVE_PATH, urlIn } from "../download/downloads.ts";

const count = (what: string) => Type.Integer({ minimum: 0, description: `${what} in the release.` });

const rows = (what: string) =>
  Type.Object(
    {
      companies: Type.Integer({ minimum: 0, description: "Rows of companies." }),
      products: Type.Integer({ minimum: 0, description: "Rows of products." }),
      judgements: Type.Integer({ minimum: 0, description: "Rows of judgements." }),
      replies: Type.Integer({ minimum: 0, description: "Rows of replies." }),
    },
    { description: what },
  );

const SkippedBecause = Type.Object({
  table: Type.String({ description: "`companies`, `products`, `judgements` or `replies`." }),
  kind: Type.String({
    description: "Kind of the problem, as `check` reports it; `company_left_out` where only its company had one.",
  }),
  problem: Type.String({ description: "The problem in words: `country missing`." }),
  rows: Type.Integer({
    minimum: 1,
    description: "How many rows. One with several problems counts under the first of them.",
  }),
});

/** Members of a release in the list of all, and in its own answer. */
const releaseMembers = {
  id: Type.String({ description: "Send it as `release` to get its data." }),
  published_at: Type.String({ format: "date-time", description: "When it was published." }),
  is_current: Type.Boolean({ description: "Whether it is the current release." }),
  became_current: Type.Array(Type.String({ format: "date-time" }), {
    description:
      "When it became the current release, oldest first: more than once if the publisher went back to it. It stayed current until another one became it.",
  }),
  status: Type.Union(
    [Type.Literal("current"), Type.Literal("superseded"), Type.Literal("withdrawn"), Type.Literal("draft")],
    {
      description:
        "`superseded`: another release became current after it. `withdrawn`: the publisher went back from it to an older one. `draft`: it is not published, and listed for those alone who know its secret name.",
    },
  ),
  withdrawn_at: Type.Array(Type.String({ format: "date-time" }), {
    description:
      "When the publisher went back from it to an older release, oldest first; empty if that never happened.",
  }),
  newest_judgement: nullable(
    Type.String({ pattern: JUDGED_ON_PATTERN, description: "Date of its newest judgement, as far as it is known." }),
    "undated",
  ),
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
      companies_without_country: count("Those of them that count in their sector, and in no country,"),
      judged_companies: count("Companies with a current judgement"),
      products: count("Products"),
      judgements: count("Current judgements"),
      replies: count("Replies of companies and requests for them"),
      carried_replies: Type.Integer({
        minimum: 0,
        description: "Replies that stand from an earlier release, because nothing has replaced them.",
      }),
      asked_companies: count("Companies that were asked for a reply"),
      answered_companies: count("Those of them that answered"),
    },
    { description: "How much the release holds." },
  ),
  left_out: Type.Object(
    {
      skipped_rows: rows("Rows with an error, which the publisher chose to leave out."),
      skipped_because: Type.Array(SkippedBecause, {
        description: "Why they were left out, table by table, the most frequent reason first.",
      }),
      duplicate_rows: rows("Rows that repeat another one, which counts once."),
      superseded_judgements: Type.Integer({
        minimum: 0,
        description: "Judgements that a newer one of the same company, pillar, criterion and judge replaced.",
      }),
    },
    { description: "Rows of the publisher's files that the release does not hold." },
  ),
  errata: Type.Array(Erratum, { description: "What the publisher corrects in it, oldest first." }),
  href: Type.String({ format: "uri", description: "URL of its preview of countries." }),
};

const ReleaseEntry = objectOf(releaseMembers, { $id: "ReleaseEntry" });

const ReleaseList = rowsOf("ReleaseList", ref(ReleaseEntry), {});

export const listReleases: JsonOperation<typeof ReleaseList> = defineOperation({
  id: "list_releases",
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
  form: { kind: "json", schema: ReleaseList, components: [ReleaseEntry] },
  dependsOn: "service",
  answer(sources, parameters) {
    const { snapshot } = sources;
    const newestFirst = snapshot.isDraft ? [snapshot.manifest, ...sources.releases.list()] : sources.releases.list();
    const upTo = newestFirst.findIndex(({ id }) => id === parameters.release);
    const manifests = upTo < 0 ? newestFirst : newestFirst.slice(upTo);
    const release = manifests[0]?.id ?? snapshot.manifest.id;
    const list = { operation: listReleases, sources, parameters, release };
    const page = pageOf(list, parameters.sort === "published_at" ? manifests.toReversed() : manifests);
    const switches = switchesOf(sources);
    const items = page.items.map((manifest) => describeManifest(sources, manifest, switches));
    return answerList(list, openRows(sources), { ...page, items });
  },
});

/** Lists when releases gave way to others. */
function switchesOf({ releases }: Sources): readonly ReleaseSwitch[] {
  return listSwitches(releases.history(), releases.current().manifest.id);
}

/** Describes a release among all. */
function describeManifest(
  sources: Sources,
  manifest: Snapshot["manifest"],
  switches: readonly ReleaseSwitch[] = switchesOf(sources),
): Static<typeof ReleaseEntry> {
  const { releases, site, snapshot } = sources;
  const { counts, dataset } = manifest;
  const isCurrent = manifest.id === releases.current().manifest.id;
  const isDraft = snapshot.isDraft && manifest.id === snapshot.manifest.id;
  const ends = switches.filter(({ before }) => before === manifest.id);
  const dated = {
    id: manifest.id,
    published_at: manifest.publishedAt,
    is_current: isCurrent,
    became_current: releases
      .history()
      .filter(({ release }) => release === manifest.id)
      .map(({ since }) => since),
    status: isDraft ? ("draft" as const) : statusOf(manifest.id, releases.current().manifest.id, switches),
    withdrawn_at: ends.filter(({ kind }) => kind === "withdrawn").map(({ since }) => since),
    newest_judgement: manifest.asOf,
  };
  return joinMembers(withReasons(dated, { newest_judgement: "undated" }), {
    fingerprint: manifest.fingerprint,
    method: manifest.method,
    title: dataset.title,
    publisher: dataset.publisher,
    license: dataset.licence,
    scale_id: dataset.scale.id,
    counts: describeCounts(counts),
    left_out: {
      skipped_rows: counts.skippedRows,
      skipped_because: describeSkipped(counts),
      duplicate_rows: {
        companies: counts.duplicateCompanies,
        products: counts.duplicateProducts,
        judgements: counts.duplicateJudgements,
        replies: counts.duplicateReplies,
      },
      superseded_judgements: counts.supersededJudgements,
    },
    errata: releases.errataOf(manifest.id).map(({ at, text }) => ({ at, text })),
    href: site.baseUrl + urlTo(API.countries, { release: isDraft ? snapshot.name : manifest.id }),
  });
}

/** Describes the counts of a release as they are published. */
export function describeCounts(counts: Snapshot["manifest"]["counts"]): Static<typeof ReleaseEntry>["counts"] {
  return {
    countries: counts.countries,
    sectors: counts.sectors,
    companies: counts.companies,
    companies_without_country: counts.companiesWithoutCountry,
    judged_companies: counts.judgedCompanies,
    products: counts.products,
    judgements: counts.judgements,
    replies: counts.replies,
    carried_replies: counts.carriedReplies,
    asked_companies: counts.askedCompanies,
    answered_companies: counts.answeredCompanies,
  };
}

/** Describes the reasons why rows were left out of a release. */
export function describeSkipped({ skippedKinds }: Snapshot["manifest"]["counts"]): Static<typeof SkippedBecause>[] {
  return skippedKinds.map((each) => {
    return { table: each.table, kind: each.kind, problem: problemInWords(each), rows: each.rows };
  });
}

const ReleaseFile = Type.Object(
  {
    name: Type.String({ description: "The table and its format." }),
    href: Type.String({ format: "uri", description: "URL of the file." }),
    media_type: Type.String({ description: "Its media type." }),
    bytes: Type.Integer({ minimum: 0, description: "Its size." }),
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "Its checksum." }),
  },
  { $id: "ReleaseFile", description: "A file of a release." },
);

const ReleaseDetail = envelope("ReleaseDetail", {
  ...releaseMembers,
  files: Type.Array(ref(ReleaseFile), { description: "Every table as CSV and Parquet." }),
  archive_href: Type.String({ format: "uri", description: "URL of all of it in one ZIP file." }),
  checksums_href: Type.String({ format: "uri", description: "URL of the checksums, which are signed." }),
  signature_href: nullable(Type.String({ format: "uri", description: "URL of their signature." }), "not_signed"),
  public_key: nullable(
    Type.String({
      pattern: "^RW[A-Za-z0-9+/]{54}$",
      description:
        "The key that signed them, for `minisign -P`. Compare it with the one that the publisher gives elsewhere: who can change files can change it.",
    }),
    "not_signed",
  ),
});

export const getRelease = defineOperation({
  id: "get_release",
  path: "/api/v2/releases/{id}",
  tag: "Reference",
  summary: "One release with its files and its signature",
  description:
    "What a release holds, what was left out of it, when it was current, what the publisher corrected in it, its files, and with which key its checksums were signed, in the format of minisign.",
  parameters: {
    path: Type.Object({
      id: Type.String({
        minLength: 1,
        maxLength: RELEASE_CHARACTERS_MAX,
        description: "Id of a release, `current` or `previous`.",
      }),
    }),
    query: Type.Object({}),
  },
  form: { kind: "json", schema: ReleaseDetail, components: [ReleaseFile] },
  problems: ["release_not_found", "release_withdrawn", "release_removed"],
  dependsOn: "service",
  examples: ({ manifest }) => ({ id: manifest.id }),
  answer(sources, { id: name }) {
    const snapshot = findRelease(sources.releases, name);
    const own = { ...sources, snapshot };
    const { signature, manifest } = snapshot;
    const files = describeRelease(snapshot, sources.site).files.map(({ name: file, url, mediaType, bytes, sha256 }) => {
      return { name: file, href: url, media_type: mediaType, bytes, sha256 };
    });
    const hrefOf = (path: string): string => urlIn(sources.site, path, snapshot.isDraft ? snapshot.name : manifest.id);
    const signed = { signature_href: signature && hrefOf(SIGNATURE_PATH), public_key: signature && signature.key.text };
    return {
      kind: "json",
      body: joinMembers(
        openEnvelope(own),
        describeManifest(own, manifest),
        { files, archive_href: hrefOf(ARCHIVE_PATH), checksums_href: hrefOf(CHECKSUMS_PATH) },
        withReasons(signed, { signature_href: "not_signed", public_key: "not_signed" }),
      ),
    };
  },
});
