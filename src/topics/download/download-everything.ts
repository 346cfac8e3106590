import { hash } from "node:crypto";
import { Type } from "../../ask/type.ts";
import { csvLine } from "../../ask/csv.ts";
import { citationOf, describeMeasures, licenceName } from "../../ask/describe.ts";
import { dayInWords, digits } from "../../ask/grammar.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Site } from "../../ask/sources.ts";
import { releasePageOf } from "../../ask/urls.ts";
import { measuresInWords } from "../../ask/words.ts";
import { tablesOf } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { type ArchivedFile, writeArchive } from "../../release/write-archive.ts";
import { CSV_RULES } from "./csv-form.ts";
import { ARCHIVE_PATH, licencePage, rightsLinks, tableFileOf, urlIn, ZIP_TYPE } from "./downloads.ts";
import { describePackage } from "./get-data-package.ts";

/** Everything of a release for a reader, in one file. */

const LINE_LENGTH = 78;

export const downloadEverything = defineOperation({
  id: "download_everything",
  method: "GET",
  path: ARCHIVE_PATH,
  tag: "Downloads",
  summary: "All tables in one ZIP file",
  description:
    "Every table of a release as CSV, with a `README.txt`, a codebook of all columns, a Data Package, licence, citation and SHA-256 checksums. The same release has the same bytes, until its publisher adds a correction to it.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "file", mediaType: ZIP_TYPE, description: "A ZIP file with one folder." },
  problems: [],
  dependsOn: "release",
  isRarelyAsked: true,
  answer({ snapshot, site }) {
    const { id, publishedAt } = snapshot.manifest;
    const files = () => withChecksums(filesOf(snapshot, site), `country-trust-${id}`);
    return {
      kind: "bytes",
      name: [urlIn(site, ARCHIVE_PATH, id), ...snapshot.errata.map(({ at }) => at)].join(" "),
      chunks: () => writeArchive(files(), publishedAt.slice(0, 10)),
      filename: `country-trust-${id}.zip`,
      links: rightsLinks(site, snapshot),
    };
  },
});

/** A file with its hash, in hexadecimal. */
type Hashed = ArchivedFile & { readonly sha256: string };

function filesOf(snapshot: Snapshot, site: Site): readonly Hashed[] {
  const { licence, publisher } = snapshot.manifest.dataset;
  const tables = tablesOf(snapshot).map(({ table }): Hashed => {
    const { path, sha256 } = tableFileOf(snapshot, table, "csv");
    return { name: pathInArchive(table), content: { path }, sha256 };
  });
  const described = describePackage(snapshot, site, { formats: ["csv"], pathOf: pathInArchive });
  const licenceText = `${licenceName(licence)}\n${licencePage(licence)}\n\nName ${publisher} and the release.\n`;
  return [
    textFile("README.txt", readme(snapshot, site)),
    textFile("LICENCE.txt", licenceText),
    textFile("CITATION.txt", `${citationOf(snapshot, site)}\n`),
    textFile("codebook.csv", codebook(snapshot)),
    textFile("datapackage.json", `${JSON.stringify(described, null, 2)}\n`),
    ...tables,
  ];
}

function pathInArchive(table: string): string {
  return `tables/${table}.csv`;
}

function textFile(name: string, text: string): Hashed {
  return { name, content: { text }, sha256: hash("sha256", text) };
}

/** The files in one folder, with their checksums as `sha256sum --check` reads them. */
function withChecksums(files: readonly Hashed[], folder: string): readonly ArchivedFile[] {
  const sums = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
  return [...files, textFile("SHA256SUMS", sums)].map(({ name, content }) => ({ name: `${folder}/${name}`, content }));
}

/** A row for each column of each table. */
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
    "SHA256SUMS\nThe checksum of every file: sha256sum --check SHA256SUMS",
    `The tables: ${CSV_RULES}`,
    `Licence: ${licenceName(dataset.licence)}, ${licencePage(dataset.licence)}`,
    `How to cite: ${citationOf(snapshot, site)}`,
    "Corrections that came later stand on the page of the release.",
  ];
  return `${paragraphs.map(wrapped).join("\n\n")}\n`;
}

/** A text in lines that fit a narrow window; a word that does not has one of its own. */
function wrapped(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replaceAll(/(\S.{0,77})(?: +|$)/gu, "$1\n").trimEnd())
    .join("\n");
}
