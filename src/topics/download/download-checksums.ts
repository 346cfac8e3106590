import { OF_RELEASE } from "./downloads.ts";
import { defineOperation, type Operation } from "../../ask/operation.ts";
import { Problem } from "../../problem.ts";

/** The checksums of a release, and the signature that its publisher gave them with minisign. */

export const CHECKSUMS_PATH = "/api/v2/SHA256SUMS";
export const SIGNATURE_PATH = `${CHECKSUMS_PATH}.minisig`;

const downloadChecksums = defineOperation({
  ...OF_RELEASE,
  id: "download_checksums",
  path: CHECKSUMS_PATH,
  summary: "The checksums of all files",
  description:
    "The SHA-256 of every file of the release, as `sha256sum -c` reads them. Tables have the paths that they have in the ZIP file of everything, such as `tables/companies.csv`.",
  form: { kind: "text", mediaType: "text/plain; charset=utf-8", description: "A line for each file." },
  answer: ({ snapshot }) => ({ kind: "text", text: snapshot.checksums }),
});

const downloadSignature = defineOperation({
  ...OF_RELEASE,
  id: "download_signature",
  path: SIGNATURE_PATH,
  summary: "The signature of the checksums",
  description: "Save it beside the checksums, and check both with `minisign -V -P <key> -m SHA256SUMS`.",
  form: { kind: "text", mediaType: "text/plain; charset=utf-8", description: "A signature of minisign, four lines." },
  problems: ["signature_not_found"],
  // The demonstration data are not signed.
  needsPreparation: true,
  shownAnswer: `untrusted comment: signature of key 3BFE2E765FA9B7E4
RUTkt6lfdi7+O1gU6eR7z5ZcFKTQi6GIBKjWWLyO645oieYRMGahymDztksOD6vr0EbxwcaE8e7dpao/Ows5SO5mYD8o9vbvagY=
trusted comment: release:2026-11-22-695f5e7cc335 file:SHA256SUMS
B4v/uxe8pVkBNozncVrnwiaukZazPDsqNC9oidAB0g3kHskfxQ2INAKgICTIDEK9JgqiikWgqFa8QtRfW2M+Dw==
`,
  answer({ snapshot }) {
    if (snapshot.signature !== null) return { kind: "text", text: snapshot.signature.text };
    throw new Problem("signature_not_found", `Release ${snapshot.manifest.id} is not signed.`);
  },
});

export const CHECKSUMS: readonly Operation[] = [downloadChecksums, downloadSignature];
