import { citationOf } from "../../ask/describe.ts";
import { dayInWords } from "../../ask/grammar.ts";
import type { Site } from "../../ask/sources.ts";
import { releasePageOf } from "../../ask/urls.ts";
import { type ReleaseFile, type ReleaseTable, tablesOf } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { licencePage, PARQUET_TYPE, tablePath, urlIn } from "./downloads.ts";

/** A downloadable file of a table. */
interface DescribedFile extends ReleaseFile {
  /** Such as `companies.csv`. */
  readonly name: string;
  readonly url: string;
  /** Without parameters. */
  readonly mediaType: string;
  readonly table: ReleaseTable;
}

/** A release as catalogues, search engines and reference managers describe it. */
export interface DescribedRelease {
  readonly id: string;
  readonly title: string;
  /** A paragraph of at least fifty characters. */
  readonly description: string;
  readonly publisher: string;
  /** The page of the publisher about the dataset. */
  readonly homepage: string | null;
  /** RFC 3339. */
  readonly publishedAt: string;
  /** An SPDX identifier or expression. */
  readonly licence: string;
  readonly licenceUrl: string;
  /** The page of the release on this service. */
  readonly page: string;
  readonly citation: string;
  readonly keywords: readonly string[];
  readonly baseUrl: string;
  readonly tables: readonly ReleaseTable[];
  readonly files: readonly DescribedFile[];
}

export function describeRelease(snapshot: Snapshot, site: Site): DescribedRelease {
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

/** Returns the title and the description of the data of a release. */
export function describeData({ manifest, errata }: Snapshot): Pick<DescribedRelease, "title" | "description"> {
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
