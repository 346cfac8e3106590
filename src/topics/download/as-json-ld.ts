import type { ColumnDescription, ReleaseTable } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { DescribedRelease } from "./describe-release.ts";
import { DATASET_PATH, urlIn } from "./downloads.ts";

/**
 * Describes a release as a `Dataset` of schema.org, with the files and tables of MLCommons
 * Croissant 1.1, a vocabulary on top of it.
 */
export function describeAsJsonLd(release: DescribedRelease, { manifest, countries }: Snapshot) {
  const { asOf, dataset } = manifest;
  const publisher = { "@type": "Organization", name: release.publisher };
  const measured = (name: string, what: string) => ({ "@type": "PropertyValue", name, description: what });
  return {
    "@context": CONTEXT,
    "@type": "sc:Dataset",
    "@id": urlIn(release, DATASET_PATH, release.id),
    conformsTo: "http://mlcommons.org/croissant/1.1",
    name: release.title,
    description: release.description,
    url: release.page,
    identifier: release.id,
    version: release.id,
    license: release.licenceUrl,
    isAccessibleForFree: true,
    isLiveDataset: false,
    creator: publisher,
    publisher,
    datePublished: release.publishedAt.slice(0, 10),
    ...(asOf === null ? {} : { temporalCoverage: `../${asOf}` }),
    citation: release.citation,
    citeAs: release.citation,
    ...(release.homepage === null ? {} : { isBasedOn: release.homepage }),
    keywords: release.keywords,
    spatialCoverage: countries.map(({ name, iso3 }) => ({ "@type": "Country", name, identifier: iso3 })),
    variableMeasured: [
      measured("median_band", "Lower median band over all pillars."),
      ...dataset.pillars.map(({ id, label }) => measured(id, `Lower median band in the pillar ${label}.`)),
    ],
    distribution: release.files.map(({ name, url, mediaType, bytes, sha256, table }) => ({
      "@type": "cr:FileObject",
      "@id": name,
      name,
      description: table.description,
      contentUrl: url,
      contentSize: `${bytes} B`,
      encodingFormat: mediaType,
      sha256,
    })),
    recordSet: release.tables.map(describeRecordSet),
  };
}

function describeRecordSet({ table, title, description, columns, primaryKey, foreignKeys }: ReleaseTable): object {
  const idOf = (of: string, column: string) => ({ "@id": `${of}/${column}` });
  return {
    "@type": "cr:RecordSet",
    "@id": table,
    name: title,
    description,
    ...(primaryKey.length === 0 ? {} : { key: primaryKey.map((name) => idOf(table, name)) }),
    field: columns.map(({ name, type, description: meaning }) => {
      const foreign = foreignKeys.find(({ column }) => column === name);
      return {
        "@type": "cr:Field",
        ...idOf(table, name),
        name,
        description: meaning,
        dataType: DATA_TYPES[type],
        source: { fileObject: { "@id": `${table}.csv` }, extract: { column: name } },
        ...(foreign && { references: idOf(foreign.table, foreign.target) }),
      };
    }),
  };
}

const DATA_TYPES: Readonly<Record<ColumnDescription["type"], string>> = {
  text: "sc:Text",
  integer: "sc:Integer",
  number: "sc:Float",
  date: "sc:Date",
};

/** The used terms of the context that the specification recommends (appendix 1). */
const CONTEXT = {
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
