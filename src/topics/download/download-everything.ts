import { hash } from "node:crypto";
import { csvLine } from "../../ask/csv.ts";
import { citationOf, describeMeasures, licenceName } from "../../ask/describe.ts";
import { dayInWords, digits } from "../../ask/grammar.ts";
import { defineOperation, type Operation } from "../../ask/operation.ts";
import type { Site } from "../../ask/sources.ts";
import { releasePageOf } from "../../ask/urls.ts";
import { measuresInWords } from "../../ask/words.ts";
import { tablesOf } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { CHECKSUMS_FILE } from "../../release/seal-folder.ts";
import { SIGNATURE_FILE } from "../../release/sign-release.ts";
import { type ArchivedFile, writeArchive } from "../../release/write-archive.ts";
import {
  ARCHIVE_PATH,
  CSV_RULES,
  licencePage,
  OF_RELEASE,
  rightsLinks,
  tableFileOf,
  urlIn,
  ZIP_TYPE,
} from "./downloads.ts";
import { describeAsDataPackage } from "./as-data-package.ts";
import { describeRelease } from "./describe-release.ts";
import { Problem } from "../../problem.ts";

/** Everything of a release for a reader, in one file. */

const LINE_LENGTH = 78;

export const downloadEverything = defineOperation({
  ...OF_RELEASE,
  id: "download_everything",
  path: ARCHIVE_PATH,
  summary: "All tables in one ZIP file",
  description:
    "Every table of a release as CSV, with a `README.txt`, a codebook of all columns, a Data Package, licence, citation, and the checksums of the release with their signature. The same release has the same bytes until its publisher signs it again or adds a correction.",
  admission: "file",
  form: { kind: "file", mediaType: ZIP_TYPE, description: "A ZIP file with one folder." },
  answer({ snapshot, site }) {
    const { id, publishedAt } = snapshot.manifest;
    const inFolder = (file: ArchivedFile): ArchivedFile => ({ ...file, name: `country-trust-${id}/${file.name}` });
    const signature = hash("sha256", snapshot.signature?.text ?? "");
    return {
      kind: "bytes",
      isReproducible: true,
      name: [urlIn(site, ARCHIVE_PATH, id), ...snapshot.errata.map(({ at }) => at), signature].join(" "),
      chunks: () => writeArchive(filesOf(snapshot, site).map(inFolder), publishedAt.slice(0, 10)),
      filename: `country-trust-${id}.zip`,
      links: rightsLinks(site, snapshot),
    };
  },
});

function filesOf(snapshot: Snapshot, site: Site): readonly ArchivedFile[] {
  const { licence, publisher } = snapshot.manifest.dataset;
  const { checksums, signature } = snapshot;
  const tables = tablesOf(snapshot).map(({ table }): ArchivedFile => {
    const { path } = tableFileOf(snapshot, table, "csv");
    return { name: pathInArchive(table), content: { path } };
  });
  const described = describeAsDataPackage(describeRelease(snapshot, site), pathInArchive);
  const licenceText = `${licenceName(licence)}\n${licencePage(licence)}\n\nName ${publisher} and the release.\n`;
  return [
    textFile("README.txt", readme(snapshot, site)),
    textFile("LICENCE.txt", licenceText),
    textFile("CITATION.txt", `${citationOf(snapshot, site)}\n`),
    textFile("codebook.csv", codebook(snapshot)),
    textFile("datapackage.json", `${JSON.stringify(described, null, 2)}\n`),
    ...tables,
    textFile(CHECKSUMS_FILE, checksums),
    ...(signature === null ? [] : [textFile(SIGNATURE_FILE, signature.text)]),
  ];
}

/** Returns the path that a file has in the folder of the release, too: the checksums name it. */
function pathInArchive(table: string): string {
  return `tables/${table}.csv`;
}

function textFile(name: string, text: string): ArchivedFile {
  return { name, content: { text } };
}

/** Writes a row for each column of each table. */
function codebook(snapshot: Snapshot): string {
  const head = csvLine(["table", "column", "type", "title", "description", "can_be_empty", "values", "unit"]);
  const rows = tablesOf(snapshot).flatMap(({ table, columns }) =>
    columns.map(({ name, type, title, description, nullable, values, unit }) =>
      csvLine([
        table,
        name,
        type,
        title,
        description,
        nullable ? "yes" : "no",
        values?.join("|") ?? null,
        unit ?? null,
      ]),
    ),
  );
  return head + rows.join("");
}

function readme(snapshot: Snapshot, site: Site): string {
  const { dataset, id, publishedAt, tables } = snapshot.manifest;
  const { signature } = snapshot;
  const measures = measuresInWords(describeMeasures(snapshot));
  const rowsOf = (table: string): number => tables.find((each) => each.table === table)?.rows ?? 0;
  const paragraphs = [
    `${dataset.title}\n${"=".repeat(Math.min(dataset.title.length, LINE_LENGTH))}`,
    `Published by ${dataset.publisher} on ${dayInWords(publishedAt)}.\nRelease ${id}: ${releasePageOf(site, id)}`,
    ...(dataset.notice === null ? [] : [`Notice: ${dataset.notice}`]),
    ...snapshot.errata.map(({ at, text }) => `Correction of ${dayInWords(at)}: ${text}`),
    ...(measures === "" ? [] : [measures]),
    `The bands, worst first:\n${dataset.scale.bands.map(({ id: band, label }) => `  ${band}  ${label}`).join("\n")}\nOnly their order has meaning: do not compute with their levels.`,
    "What is in this folder",
    ...tablesOf(snapshot).map(
      ({ table, description }) => `${pathInArchive(table)}, ${digits(rowsOf(table))} rows\n${description}`,
    ),
    "codebook.csv\nEvery column of every table: what it means, and which values it can have.",
    "datapackage.json\nThe same for programs (Data Package 2.0, https://datapackage.org).",
    `${CHECKSUMS_FILE}\nThe checksum of every file of the release, of which this folder has the tables: sha256sum -c --ignore-missing ${CHECKSUMS_FILE}`,
    ...(signature === null
      ? []
      : [`${SIGNATURE_FILE}\nThe signature of its publisher: minisign -V -m ${CHECKSUMS_FILE} -P <public key>`]),
    `The tables: ${CSV_RULES}`,
    `Licence: ${licenceName(dataset.licence)}, ${licencePage(dataset.licence)}`,
    `How to cite: ${citationOf(snapshot, site)}`,
    "Corrections that came later stand on the page of the release.",
  ];
  return `${paragraphs.map(wrapped).join("\n\n")}\n`;
}

/** Wraps a text to lines that fit a narrow window; a longer word has a line of its own. */
function wrapped(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replaceAll(/(\S.{0,77})(?: +|$)/gu, "$1\n").trimEnd())
    .join("\n");
}

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
