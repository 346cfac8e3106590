import { Type } from "../../ask/type.ts";
import { citationOf } from "../../ask/describe.ts";
import {
  csvwPath,
  DATASET_PATH,
  DCAT_PATH,
  describeData,
  filesOf,
  JSON_LD_TYPE,
  KEYWORDS,
  licencePage,
  mediaTypeOf,
  type PublishedFile,
  tablePath,
  urlIn,
} from "./downloads.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Site } from "../../ask/sources.ts";
import { releasePageOf } from "../../ask/urls.ts";

const open = { additionalProperties: true };

const DcatCatalog = Type.Object(
  {
    "@context": Type.Object(
      {},
      { ...open, description: "Every term that is used, so that nothing has to be fetched." },
    ),
    "@id": Type.String({ format: "uri", description: "URL of the catalogue." }),
    "@type": Type.Literal("Catalog", { description: "The class of DCAT." }),
    title: Type.String({ description: "Title of the catalogue." }),
    description: Type.String({ description: "What it lists." }),
    publisher: Type.Object({}, { ...open, description: "Who publishes the dataset." }),
    dataset: Type.Array(Type.Object({}, open), { description: "The dataset with its files." }),
    service: Type.Array(Type.Object({}, open), { description: "This API." }),
  },
  { $id: "DcatCatalog" },
);

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
          landingPage: releasePageOf(site, id),
          bibliographicCitation: citationOf(snapshot, site),
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

/**
 * Every term of the DCAT document, so that no processor has to fetch a context (JSON-LD 1.1 §3.1).
 */
const DCAT_CONTEXT = {
  dcat: "http://www.w3.org/ns/dcat#",
  dcterms: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  spdx: "http://spdx.org/rdf/terms#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
  Catalog: "dcat:Catalog",
  Dataset: "dcat:Dataset",
  Distribution: "dcat:Distribution",
  DataService: "dcat:DataService",
  Agent: "foaf:Agent",
  Checksum: "spdx:Checksum",
  title: { "@id": "dcterms:title", "@language": "en" },
  description: { "@id": "dcterms:description", "@language": "en" },
  name: "foaf:name",
  publisher: "dcterms:publisher",
  identifier: "dcterms:identifier",
  bibliographicCitation: "dcterms:bibliographicCitation",
  issued: { "@id": "dcterms:issued", "@type": "xsd:dateTime" },
  license: { "@id": "dcterms:license", "@type": "@id" },
  source: { "@id": "dcterms:source", "@type": "@id" },
  conformsTo: { "@id": "dcterms:conformsTo", "@type": "@id" },
  keyword: { "@id": "dcat:keyword", "@language": "en" },
  version: "dcat:version",
  dataset: "dcat:dataset",
  service: "dcat:service",
  distribution: "dcat:distribution",
  landingPage: { "@id": "dcat:landingPage", "@type": "@id" },
  accessURL: { "@id": "dcat:accessURL", "@type": "@id" },
  downloadURL: { "@id": "dcat:downloadURL", "@type": "@id" },
  mediaType: { "@id": "dcat:mediaType", "@type": "@id" },
  byteSize: { "@id": "dcat:byteSize", "@type": "xsd:nonNegativeInteger" },
  endpointURL: { "@id": "dcat:endpointURL", "@type": "@id" },
  endpointDescription: { "@id": "dcat:endpointDescription", "@type": "@id" },
  servesDataset: { "@id": "dcat:servesDataset", "@type": "@id" },
  checksum: "spdx:checksum",
  algorithm: { "@id": "spdx:algorithm", "@type": "@id" },
  checksumValue: { "@id": "spdx:checksumValue", "@type": "xsd:hexBinary" },
};
