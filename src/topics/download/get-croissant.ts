import { Type } from "../../ask/type.ts";
import { citationOf } from "../../ask/describe.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Site } from "../../ask/sources.ts";
import { releasePageOf } from "../../ask/urls.ts";
import { type ColumnDescription, type ReleaseTable, tablesOf } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import {
  CROISSANT_PATH,
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

const CROISSANT = "http://mlcommons.org/croissant/1.0";

const CroissantDataset = Type.Object(
  {
    "@type": Type.String({ description: "The class of schema.org." }),
    conformsTo: Type.String({ format: "uri", description: "The version of Croissant." }),
    name: Type.String({ description: "The publisher's title of the dataset." }),
    distribution: Type.Array(Type.Object({}, { additionalProperties: true }), { description: "The files." }),
    recordSet: Type.Array(Type.Object({}, { additionalProperties: true }), { description: "The tables in them." }),
  },
  { $id: "CroissantDataset", additionalProperties: true },
);

export const getCroissant = defineOperation({
  id: "get_croissant",
  method: "GET",
  path: CROISSANT_PATH,
  tag: "Downloads",
  summary: "The dataset for machine learning (Croissant)",
  description: "A release as MLCommons Croissant 1.0: every file with its hash, and every table with its columns.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", mediaType: JSON_LD_TYPE, schema: CroissantDataset },
  problems: [],
  dependsOn: "release",
  isRarelyAsked: true,
  answer: ({ snapshot, site }) => ({ kind: "json", body: describeForLearning(snapshot, site) }),
});

function describeForLearning(snapshot: Snapshot, site: Site) {
  const { id, dataset, publishedAt } = snapshot.manifest;
  const { title, description } = describeData(snapshot);
  const publisher = { "@type": "Organization", name: dataset.publisher };
  return {
    "@context": CROISSANT_CONTEXT,
    "@type": "sc:Dataset",
    "@id": urlIn(site, CROISSANT_PATH, id),
    conformsTo: CROISSANT,
    name: title,
    description,
    url: releasePageOf(site, id),
    license: licencePage(dataset.licence),
    creator: publisher,
    publisher,
    datePublished: publishedAt.slice(0, 10),
    version: id,
    keywords: KEYWORDS,
    citeAs: citationOf(snapshot, site),
    isLiveDataset: false,
    distribution: filesOf(snapshot).map((file) => describeFile(site, id, file)),
    recordSet: tablesOf(snapshot).map(describeRecordSet),
  };
}

function describeFile(site: Site, release: string, { table, file }: PublishedFile): object {
  const name = `${table.table}.${file.format}`;
  return {
    "@type": "cr:FileObject",
    "@id": name,
    name,
    description: table.description,
    contentUrl: urlIn(site, tablePath(table.table, file.format), release),
    contentSize: `${file.bytes} B`,
    encodingFormat: mediaTypeOf(file),
    sha256: file.sha256,
  };
}

function describeRecordSet({ table, title, description, columns, primaryKey, foreignKeys }: ReleaseTable): object {
  return {
    "@type": "cr:RecordSet",
    "@id": table,
    name: title,
    description,
    ...(primaryKey.length === 0 ? {} : { key: primaryKey.map((name) => ({ "@id": `${table}/${name}` })) }),
    field: columns.map((column) => {
      const foreign = foreignKeys.find((key) => key.column === column.name);
      const references = foreign && { references: { "@id": `${foreign.table}/${foreign.target}` } };
      return { ...describeField(table, column), ...references };
    }),
  };
}

const DATA_TYPES = { text: "sc:Text", integer: "sc:Integer", number: "sc:Float", date: "sc:Date" } as const;

function describeField(table: string, { name, type, description }: ColumnDescription): object {
  return {
    "@type": "cr:Field",
    "@id": `${table}/${name}`,
    name,
    description,
    dataType: DATA_TYPES[type],
    source: { fileObject: { "@id": `${table}.csv` }, extract: { column: name } },
  };
}

/** Of the context that the specification recommends (appendix 1), the terms that are used. */
const CROISSANT_CONTEXT = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  sc: "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  dct: "http://purl.org/dc/terms/",
  citeAs: "cr:citeAs",
  column: "cr:column",
  conformsTo: "dct:conformsTo",
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  extract: "cr:extract",
  field: "cr:field",
  fileObject: "cr:fileObject",
  isLiveDataset: "cr:isLiveDataset",
  key: "cr:key",
  recordSet: "cr:recordSet",
  references: "cr:references",
  source: "cr:source",
};
