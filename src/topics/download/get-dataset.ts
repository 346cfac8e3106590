import { Type } from "../../ask/type.ts";
import { oneOf } from "../../ask/json-shape.ts";
import { type AnswerForm, defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { DataPackage, describeAsDataPackage } from "./as-data-package.ts";
import { describeAsDcat } from "./as-dcat.ts";
import { describeAsJsonLd } from "./as-json-ld.ts";
import { describeRelease } from "./describe-release.ts";
import { DATA_PACKAGE_TYPE, JSON_LD_TYPE } from "./downloads.ts";

const JsonLd = Type.Object(
  {
    "@context": Type.Object(
      {},
      { additionalProperties: true, description: "Every term that is used, so that nothing has to be fetched." },
    ),
    "@id": Type.String({ format: "uri", description: "URL of the description." }),
    "@type": Type.String({ description: "Its class." }),
  },
  { $id: "DatasetAsJsonLd", additionalProperties: true, description: "A release in JSON-LD." },
);

const FORMS = {
  "datapackage.json": { kind: "json", mediaType: DATA_PACKAGE_TYPE, schema: DataPackage },
  jsonld: { kind: "json", mediaType: JSON_LD_TYPE, schema: JsonLd },
  "dcat.jsonld": { kind: "json", mediaType: JSON_LD_TYPE, schema: JsonLd },
} as const satisfies Record<string, AnswerForm>;

/** Describes a release and its files in the vocabularies of data catalogues. */
export const getDataset = defineOperation({
  id: "get_dataset",
  path: "/api/v2/dataset.{format}",
  tag: "Downloads",
  summary: "The dataset with all its files and columns",
  description:
    "A release with every table as CSV and Parquet: permanent URLs, sizes, hashes, columns and licence. `datapackage.json`: a Data Package 2.0. `jsonld`: for search engines and machine learning, schema.org with MLCommons Croissant 1.1. `dcat.jsonld`: a catalogue of one dataset for data portals, DCAT 3.",
  parameters: {
    path: Type.Object({
      format: oneOf(Object.keys(FORMS) as (keyof typeof FORMS)[], { description: "The vocabulary." }),
    }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: FORMS["datapackage.json"],
  choice: { parameter: "format", forms: FORMS },
  problems: ["not_found"],
  answer({ snapshot, site }, { format }) {
    const described = describeRelease(snapshot, site);
    if (format === "jsonld") return { kind: "json", body: describeAsJsonLd(described, snapshot) };
    if (format === "dcat.jsonld") return { kind: "json", body: describeAsDcat(described) };
    return { kind: "json", body: describeAsDataPackage(described) };
  },
});
