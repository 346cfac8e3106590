import { citationOf } from "../../ask/describe.ts";
import { dayInWords } from "../../ask/grammar.ts";
import type { Site } from "../../ask/sources.ts";
import { releasePageOf } from "../../ask/urls.ts";
import { tablesOf } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { licencePage, PARQUET_TYPE, tablePath, urlIn } from "./downloads.ts";

/** A release as catalogues, search engines and reference managers describe it. */
export type DescribedRelease = ReturnType<typeof describeRelease>;

export function describeRelease(snapshot: Snapshot, site: Site) {
  const { id, dataset, publishedAt } = snapshot.manifest;
  const tables = tablesOf(snapshot);
  return {
    ...describeData(snapshot),
    id,
    publisher: dataset.publisher,
    homepage: dataset.homepage,
    publishedAt,
    licence: dataset.licence,
    licenceUrl: licencePage(dataset.licence),
    page: releasePageOf(site, id),
    citation: citationOf(snapshot, site),
    keywords: ["trust", "countries", "companies", "ordinal scale", "median band"],
    baseUrl: site.baseUrl,
    tables,
    files: tables.flatMap((table) =>
      table.files.map((file) => ({
        ...file,
        name: `${table.table}.${file.format}`,
        url: urlIn(site, tablePath(table.table, file.format), id),
        mediaType: file.format === "csv" ? "text/csv" : PARQUET_TYPE,
        table,
      })),
    ),
  };
}

/** Returns the title of the data of a release, and a description of at least fifty characters. */
export function describeData({ manifest, errata }: Snapshot) {
  const { dataset, counts } = manifest;
  const { bands } = dataset.scale;
  const scale = `${bands.length} ordered bands from ${bands[0]?.label} to ${bands.at(-1)?.label}`;
  const sentences = [
    `Lower median bands and distributions of countries (${counts.countries}), sectors (${counts.sectors}) and companies (${counts.companies}) on an ordinal scale of ${scale}, counted from ${counts.judgements} judgements in ${dataset.pillars.length} pillars.`,
    "Only the order of the bands has meaning.",
    `Published by ${dataset.publisher}.`,
    ...(dataset.notice === null ? [] : [dataset.notice]),
    ...errata.map(({ at, text }) => `Correction of ${dayInWords(at)}: ${text}`),
  ];
  return { title: dataset.title, description: sentences.join(" ") };
}
