import { Type } from "../../ask/type.ts";
import { envelope } from "../../ask/components.ts";
import { openEnvelope } from "../../ask/describe.ts";
import { tablePath, urlIn } from "./downloads.ts";
import { nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters, type JsonOperation, type Operation } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { Problem, quote } from "../../problem.ts";
import { DOWNLOADABLE } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";

/** The signatures that a publisher gave the files of a release, in the format of minisign. */

const PATH = "/api/v2/signatures";

const SignedFile = objectOf(
  {
    file: Type.String({ description: "Name of the file, such as `companies.csv`." }),
    bytes: Type.Integer({ minimum: 0, description: "Size of the file." }),
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "SHA-256 of the file." }),
    href: Type.String({ format: "uri", description: "URL of the file. Other forms of it are not signed." }),
    signature_href: Type.String({ format: "uri", description: "URL of its signature." }),
  },
  { $id: "SignedFile", description: "A file that was signed." },
);

const Signatures = envelope("Signatures", {
  public_key: nullable(
    Type.String({
      pattern: "^RW[A-Za-z0-9+/]{54}$",
      description:
        "The key, for `minisign -P`. Compare it with the one that the publisher gives elsewhere: who can change files can change it.",
    }),
    "not_signed",
  ),
  files: Type.Array(ref(SignedFile), { description: "The signed files; empty where the release is not signed." }),
});

interface Downloadable {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly signature: string;
}

/** The downloadable files of a release that are signed. */
function signedFilesOf(snapshot: Snapshot): Downloadable[] {
  return DOWNLOADABLE.flatMap(({ table }) =>
    (["csv", "parquet"] as const).flatMap((format) => {
      const signature = snapshot.signatures?.of(table, format);
      const file = snapshot.tableFile(table, format);
      if (signature === undefined || file === undefined) return [];
      const { bytes, sha256 } = file;
      return [{ name: `${table}.${format}`, path: tablePath(table, format), bytes, sha256, signature }];
    }),
  );
}

export const listSignatures: JsonOperation<typeof Signatures> = defineOperation({
  id: "list_signatures",
  method: "GET",
  path: PATH,
  tag: "Downloads",
  summary: "The signatures of the files",
  description:
    "Which files of the release its publisher signed, with which key. The signatures have the format of minisign, so that they can be checked without this service.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: Signatures, components: [SignedFile] },
  problems: [],
  dependsOn: "release",
  isRarelyAsked: true,
  answer(sources) {
    const { snapshot, site } = sources;
    // Signatures are of one release, so every URL names it.
    const release = snapshot.manifest.id;
    const files = signedFilesOf(snapshot).map(({ name, path, bytes, sha256 }) => ({
      file: name,
      bytes,
      sha256,
      href: urlIn(site, path, release),
      signature_href: urlIn(site, `${PATH}/${name}`, release),
    }));
    const members = { public_key: snapshot.signatures?.publicKey ?? null, files };
    return { kind: "json", body: { ...openEnvelope(sources), ...withReasons(members, { public_key: "not_signed" }) } };
  },
});

const downloadSignature = defineOperation({
  id: "download_signature",
  method: "GET",
  path: `${PATH}/{file}`,
  tag: "Downloads",
  summary: "The signature of a file",
  description:
    "Save it beside the file, under the file's name with `.minisig`, and check both with `minisign -V -P <key> -m <file>`.",
  parameters: {
    path: Type.Object({
      file: Type.String({ maxLength: 50, description: "Name of a file: `companies.csv`." }),
    }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: { kind: "text", mediaType: "text/plain; charset=utf-8", description: "A signature of minisign, four lines." },
  problems: ["signature_not_found"],
  dependsOn: "release",
  isRarelyAsked: true,
  examples: () => ({ file: "companies.csv" }),
  // The demonstration data are not signed.
  needsPreparation: true,
  shownAnswer: `untrusted comment: signature of key 3BFE2E765FA9B7E4
RUTkt6lfdi7+O1gU6eR7z5ZcFKTQi6GIBKjWWLyO645oieYRMGahymDztksOD6vr0EbxwcaE8e7dpao/Ows5SO5mYD8o9vbvagY=
trusted comment: release:2026-11-22-695f5e7cc335 file:companies.csv
B4v/uxe8pVkBNozncVrnwiaukZazPDsqNC9oidAB0g3kHskfxQ2INAKgICTIDEK9JgqiikWgqFa8QtRfW2M+Dw==
`,
  answer({ snapshot }, { file }) {
    const found = signedFilesOf(snapshot).find(({ name }) => name === file);
    if (found !== undefined) return { kind: "text", text: found.signature };
    const what = snapshot.signatures === null ? "is not signed" : `has no signed file ${quote(file)}`;
    throw new Problem("signature_not_found", `Release ${snapshot.manifest.id} ${what}.`);
  },
});

export const SIGNATURES: readonly Operation[] = [listSignatures, downloadSignature];
