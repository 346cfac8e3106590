import { Type } from "../../ask/type.ts";
import { citationOf } from "../../ask/describe.ts";
import {
  DATA_PACKAGE_PATH,
  DATA_PACKAGE_TYPE,
  DATASET_PATH,
  describeData,
  filesOf,
  JSON_LD_TYPE,
  KEYWORDS,
  licencePage,
  mediaTypeOf,
  tablePath,
  urlIn,
} from "../download/downloads.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Site } from "../../ask/sources.ts";
import { releasePageOf } from "../../ask/urls.ts";
import type { Snapshot } from "../../release/snapshot.ts";

const SchemaOrgDataset = Type.Object(
  {
    "@context": Type.Literal("https://schema.org/", { description: "The vocabulary." }),
    "@type": Type.Literal("Dataset", { description: "The class of schema.org." }),
    "@id": Type.String({ format: "uri", description: "URL of the dataset." }),
    name: Type.String({ description: "The publisher's title of the dataset." }),
    description: Type.String({ minLength: 50, maxLength: 5000, description: "What the data are." }),
  },
  { $id: "SchemaOrgDataset", additionalProperties: true },
);

export const getDataset = defineOperation({
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
    url: releasePageOf(site, id),
    identifier: id,
    version: id,
    license: licencePage(dataset.licence),
    isAccessibleForFree: true,
    creator: publisher,
    publisher,
    datePublished: publishedAt.slice(0, 10),
    ...(asOf === null ? {} : { temporalCoverage: `../${asOf}` }),
    citation: citationOf(snapshot, site),
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
        encodingFormat: DATA_PACKAGE_TYPE,
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
