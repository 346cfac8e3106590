import { Type } from "../../ask/type.ts";
import { oneOf } from "../../ask/json-shape.ts";
import { type AnswerForm, defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { DataPackage, describeAsDataPackage } from "./as-data-package.ts";
import { describeAsDcat } from "./as-dcat.ts";
import { describeAsJsonLd } from "./as-json-ld.ts";
import { describeRelease } from "./describe-release.ts";
import { DATA_PACKAGE_TYPE, JSON_LD_TYPE, CSV_RULES, CSVW_TYPE, licencePage, urlIn } from "./downloads.ts";
import { type ColumnDescription, DOWNLOADABLE, type TableId } from "../../release/release-tables.ts";
import { tableOf } from "./rows-as-file.ts";

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

const CsvMetadata = Type.Object(
  {
    url: Type.String({ description: "The CSV file, relative to this document." }),
    tableSchema: Type.Object({}, { additionalProperties: true, description: "What the columns are." }),
  },
  {
    $id: "CsvMetadata",
    additionalProperties: true,
    description: "Metadata of a CSV file (W3C CSV on the Web, https://www.w3.org/TR/tabular-metadata/).",
  },
);

const DIALECT = {
  encoding: "utf-8",
  delimiter: ",",
  quoteChar: '"',
  doubleQuote: true,
  lineTerminators: ["\r\n"],
  header: true,
  headerRowCount: 1,
  skipBlankRows: false,
  trim: false,
};

const BASE_TYPES = { text: "string", integer: "integer", number: "double", date: "date" } as const;

/** Describes a column as in "Metadata Vocabulary for Tabular Data" §5.6. */
function describeColumn(column: ColumnDescription): object {
  const { name, type, title, description, nullable, values, minimum, maximum } = column;
  return {
    name,
    titles: name,
    "dc:title": title,
    "dc:description": description,
    datatype: {
      base: BASE_TYPES[type],
      ...(type === "date" ? { format: "yyyy-MM-dd" } : {}),
      ...(values === undefined ? {} : { format: values.map(escapePattern).join("|") }),
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
    },
    null: "",
    required: !nullable,
  };
}

function escapePattern(value: string): string {
  return value.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
}

const fileOf = ({ table }: { readonly table: TableId }): string => `${table}.csv`;

export const describeTable: Operation = defineOperation({
  id: "describe_table",
  path: "/api/v2/data/{file}-metadata.json",
  tag: "Downloads",
  summary: "The columns of a table (CSVW)",
  description:
    "Names, types, values and meanings of the columns of a CSV file, as W3C CSV on the Web defines them. Lists that come as CSV have the columns of the table of the same name.",
  parameters: {
    path: Type.Object({ file: oneOf(DOWNLOADABLE.map(fileOf), { description: "The CSV file of the table." }) }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: { kind: "json", mediaType: CSVW_TYPE, schema: CsvMetadata },
  problems: ["not_found"],
  answer({ snapshot }, { file, release }) {
    const found = DOWNLOADABLE.find((table) => fileOf(table) === file);
    if (found === undefined) throw new Error(`no table has a file ${file}`);
    const { dataset, id, publishedAt } = snapshot.manifest;
    const { title, description, columns, primaryKey } = tableOf(snapshot, found.table);
    const body = {
      "@context": ["http://www.w3.org/ns/csvw", { "@language": "en" }],
      // A processor ignores metadata whose `url` is not the one it fetched.
      url: urlIn({ baseUrl: "" }, file, release),
      "dc:title": `${dataset.title}: ${title}`,
      "dc:description": `${description} ${CSV_RULES}`,
      "dc:publisher": dataset.publisher,
      "dc:license": { "@id": licencePage(dataset.licence) },
      ...(dataset.notice === null ? {} : { "dc:rights": dataset.notice }),
      "dc:issued": { "@value": publishedAt.slice(0, 10), "@type": "xsd:date" },
      "dc:identifier": id,
      dialect: DIALECT,
      tableSchema: {
        columns: columns.map(describeColumn),
        ...(primaryKey.length === 0 ? {} : { primaryKey }),
      },
    };
    return { kind: "json", body };
  },
});
