import { oneOf } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { Type } from "../../ask/type.ts";
import { type ColumnDescription, DOWNLOADABLE, type TableId } from "../../release/release-tables.ts";
import { CSV_RULES, CSVW_TYPE, licencePage, urlIn } from "./downloads.ts";
import { tableOf } from "./rows-as-file.ts";

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
