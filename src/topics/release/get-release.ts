import { findRelease } from "../../ask/choose-release.ts";
import { envelope } from "../../ask/components.ts";
import { openEnvelope } from "../../ask/describe.ts";
import { joinMembers, nullable, ref, withReasons } from "../../ask/json-shape.ts";
import { defineOperation } from "../../ask/operation.ts";
import { RELEASE_CHARACTERS_MAX } from "../../ask/parameters.ts";
import { Type } from "../../ask/type.ts";
import { describeRelease } from "../download/describe-release.ts";
import { CHECKSUMS_PATH, SIGNATURE_PATH } from "../download/download-checksums.ts";
import { ARCHIVE_PATH, urlIn } from "../download/downloads.ts";
import { describeManifest, releaseMembers } from "./list-releases.ts";

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
