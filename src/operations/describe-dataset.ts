import { Type } from "typebox";
import { type ReleaseFile, type ReleaseTable, tablesOf } from "../snapshot/release-tables.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import {
  CSV_TYPE,
  csvwPath,
  DATA_PACKAGE_PATH,
  DATASET_PATH,
  DCAT_PATH,
  describeData,
  JSON_LD_TYPE,
  licencePage,
  PARQUET_TYPE,
  tablePath,
  urlIn,
} from "../contract/downloads.ts";
import { DCAT_CONTEXT } from "./dcat-context.ts";
import { BANDS_TITLE, citationOf } from "../contract/describe.ts";
import { defineOperation, describeParameters } from "../contract/operation.ts";
import { releaseParameter } from "../contract/parameters.ts";
import type { Site } from "../contract/sources.ts";

/** The dataset as catalogues (DCAT 3) and search engines (schema.org) read it. */

const open = { additionalProperties: true };

const DcatCatalog = Type.Object(
  {
    "@context": Type.Object(
      {},
      { ...open, description: "Every term that is used, so that nothing has to be fetched." },
    ),
    "@id": Type.String({ format: "uri" }),
    "@type": Type.Literal("Catalog"),
    title: Type.String(),
    description: Type.String(),
    publisher: Type.Object({}, open),
    dataset: Type.Array(Type.Object({}, open)),
    service: Type.Array(Type.Object({}, open)),
  },
  { $id: "DcatCatalog" },
);

const KEYWORDS = ["trust", "countries", "companies", "ordinal scale", "median band"];

const MEDIA_TYPES = "https://www.iana.org/assignments/media-types/";

export const getDcat = defineOperation({
  id: "get_dcat",
  method: "GET",
  path: DCAT_PATH,
  tag: "Downloads",
  summary: "The dataset as a catalogue entry (DCAT 3)",
  description:
    "A catalogue of one dataset with every file of a release, as DCAT 3 in JSON-LD with an embedded context.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", mediaType: JSON_LD_TYPE, schema: DcatCatalog },
  problems: [],
  dependsOn: "release",
  isRarelyAsked: true,
  answer({ snapshot, site }) {
    const { id, dataset, publishedAt } = snapshot.manifest;
    const { title, description } = describeData(snapshot);
    const publisher = { "@type": "Agent", name: dataset.publisher };
    const datasetId = urlIn(site, DATASET_PATH, id);
    const body = {
      "@context": DCAT_CONTEXT,
      "@id": `${site.baseUrl}${DCAT_PATH}`,
      "@type": "Catalog",
      title: "Country Trust",
      description: "The data of this service.",
      publisher,
      dataset: [
        {
          "@id": datasetId,
          "@type": "Dataset",
          title,
          description,
          identifier: id,
          version: id,
          issued: publishedAt,
          publisher,
          license: licencePage(dataset.licence),
          ...(dataset.homepage === null ? {} : { source: dataset.homepage }),
          keyword: KEYWORDS,
          landingPage: `${site.baseUrl}/api`,
          bibliographicCitation: citationOf(snapshot, BANDS_TITLE, site),
          distribution: filesOf(snapshot).map((file) => describeDistribution(site, id, dataset.licence, file)),
        },
      ],
      service: [
        {
          "@id": `${site.baseUrl}/api`,
          "@type": "DataService",
          title: "Country Trust API",
          endpointURL: `${site.baseUrl}/api/v2`,
          endpointDescription: `${site.baseUrl}/api/openapi.json`,
          servesDataset: datasetId,
        },
      ],
    };
    return { kind: "json", body };
  },
});

interface PublishedFile {
  readonly table: ReleaseTable;
  readonly file: ReleaseFile;
}

function filesOf(snapshot: Snapshot): PublishedFile[] {
  return tablesOf(snapshot).flatMap((table) => table.files.map((file) => ({ table, file })));
}

function describeDistribution(site: Site, release: string, licence: string, { table, file }: PublishedFile): object {
  const address = urlIn(site, tablePath(table.table, file.format), release);
  const isCsv = file.format === "csv";
  return {
    "@id": address,
    "@type": "Distribution",
    title: `${table.title} (${isCsv ? "CSV" : "Parquet"})`,
    description: table.description,
    accessURL: address,
    downloadURL: address,
    mediaType: `${MEDIA_TYPES}${mediaTypeOf(file)}`,
    byteSize: String(file.bytes),
    license: licencePage(licence),
    ...(isCsv ? { conformsTo: urlIn(site, csvwPath(tablePath(table.table, "csv")), release) } : {}),
    checksum: {
      "@type": "Checksum",
      algorithm: "spdx:checksumAlgorithm_sha256",
      checksumValue: file.sha256,
    },
  };
}

function mediaTypeOf({ format }: ReleaseFile): string {
  return format === "csv" ? CSV_TYPE.split(";", 1)[0]! : PARQUET_TYPE;
}

const SchemaOrgDataset = Type.Object(
  {
    "@context": Type.Literal("https://schema.org/"),
    "@type": Type.Literal("Dataset"),
    "@id": Type.String({ format: "uri" }),
    name: Type.String(),
    description: Type.String({ minLength: 50, maxLength: 5000 }),
  },
  { $id: "SchemaOrgDataset", ...open },
);

export const getSchemaOrgDataset = defineOperation({
  id: "get_dataset",
  method: "GET",
  path: DATASET_PATH,
  tag: "Downloads",
  summary: "The dataset for search engines (schema.org)",
  description: "A release as a schema.org `Dataset` in JSON-LD, with every file and what is measured.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", mediaType: JSON_LD_TYPE, schema: SchemaOrgDataset },
  problems: [],
  dependsOn: "release",
  isRarelyAsked: true,
  answer: ({ snapshot, site }) => ({ kind: "json", body: describeForSearch(snapshot, site) }),
});

/** The schema.org description of a release; pages embed the same. */
function describeForSearch(snapshot: Snapshot, site: Site): object {
  const { id, dataset, publishedAt, asOf } = snapshot.manifest;
  const { title, description } = describeData(snapshot);
  const publisher = { "@type": "Organization", name: dataset.publisher };
  return {
    "@context": "https://schema.org/",
    "@type": "Dataset",
    "@id": urlIn(site, DATASET_PATH, id),
    name: title,
    description,
    url: `${site.baseUrl}/api`,
    identifier: id,
    version: id,
    license: licencePage(dataset.licence),
    isAccessibleForFree: true,
    creator: publisher,
    publisher,
    datePublished: publishedAt.slice(0, 10),
    ...(asOf === null ? {} : { temporalCoverage: `../${asOf}` }),
    citation: citationOf(snapshot, BANDS_TITLE, site),
    ...(dataset.homepage === null ? {} : { isBasedOn: dataset.homepage }),
    keywords: KEYWORDS,
    spatialCoverage: snapshot.countries.map(({ name, iso3 }) => ({ "@type": "Country", name, identifier: iso3 })),
    variableMeasured: [
      { "@type": "PropertyValue", name: "median_band", description: "Lower median band over all pillars." },
      ...dataset.pillars.map(({ id: pillar, label }) => ({
        "@type": "PropertyValue",
        name: pillar,
        description: `Lower median band in the pillar ${label}.`,
      })),
    ],
    distribution: [
      {
        "@type": "DataDownload",
        name: "Data Package",
        encodingFormat: "application/vnd.datapackage+json",
        contentUrl: urlIn(site, DATA_PACKAGE_PATH, id),
      },
      ...filesOf(snapshot).map(({ table, file }) => ({
        "@type": "DataDownload",
        name: table.title,
        description: table.description,
        encodingFormat: mediaTypeOf(file),
        contentUrl: urlIn(site, tablePath(table.table, file.format), id),
        contentSize: `${file.bytes} B`,
        sha256: file.sha256,
      })),
    ],
  };
}
