import type { DescribedRelease } from "./describe-release.ts";
import { csvwPath, DATASET_PATH, DCAT_PATH, urlIn } from "./downloads.ts";

/** A catalogue of the one dataset for data portals (DCAT 3). */
export function describeAsDcat(release: DescribedRelease) {
  const { id, title, description, baseUrl, licenceUrl: license, homepage } = release;
  const publisher = { "@type": "Agent", name: release.publisher };
  const datasetId = urlIn(release, DATASET_PATH, id);
  return {
    "@context": CONTEXT,
    "@id": baseUrl + DCAT_PATH,
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
        issued: release.publishedAt,
        publisher,
        license,
        ...(homepage === null ? {} : { source: homepage }),
        keyword: release.keywords,
        landingPage: release.page,
        bibliographicCitation: release.citation,
        distribution: release.files.map(({ url, mediaType, format, bytes, sha256, table }) => ({
          "@id": url,
          "@type": "Distribution",
          title: `${table.title} (${format === "csv" ? "CSV" : "Parquet"})`,
          description: table.description,
          accessURL: url,
          downloadURL: url,
          mediaType: `https://www.iana.org/assignments/media-types/${mediaType}`,
          byteSize: String(bytes),
          license,
          ...(format === "csv" ? { conformsTo: urlIn(release, csvwPath(table.table), id) } : {}),
          checksum: { "@type": "Checksum", algorithm: "spdx:checksumAlgorithm_sha256", checksumValue: sha256 },
        })),
      },
    ],
    service: [
      {
        "@id": `${baseUrl}/api`,
        "@type": "DataService",
        title: "Country Trust API",
        endpointURL: `${baseUrl}/api/v2`,
        endpointDescription: `${baseUrl}/api/openapi.json`,
        servesDataset: datasetId,
      },
    ],
  };
}

/**
 * Defines every term of the DCAT document: no processor has to fetch a context (JSON-LD 1.1 §3.1).
 */
const CONTEXT = {
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
