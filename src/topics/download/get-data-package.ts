import { Type } from "../../ask/type.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { type ColumnDescription, type ReleaseFile, type ReleaseTable, tablesOf } from "../../release/release-tables.ts";
import { CSV_RULES } from "./csv-form.ts";
import {
  DATA_PACKAGE_PATH,
  DATA_PACKAGE_TYPE,
  describeData,
  licencePage,
  mediaTypeOf,
  tablePath,
  urlIn,
} from "./downloads.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Site } from "../../ask/sources.ts";
import { releasePageOf } from "../../ask/urls.ts";

const open = { additionalProperties: true };

const Field = Type.Object(
  {
    name: Type.String({ description: "Name of the column." }),
    type: Type.String({ description: "`string`, `integer`, `number` or `date`." }),
    title: Type.String({ description: "The column in words." }),
    description: Type.String({ description: "What its values are." }),
  },
  open,
);

const DataPackage = Type.Object(
  {
    $schema: Type.String({ format: "uri", description: "The Data Package standard it follows." }),
    name: Type.String({ description: "Name of the package." }),
    id: Type.String({ format: "uri", description: "URL of this description with this release." }),
    title: Type.String({ description: "The publisher's title of the dataset." }),
    description: Type.String({ description: "What the data are." }),
    homepage: Type.String({ format: "uri", description: "A page about the dataset." }),
    version: Type.String({ description: "Id of the release." }),
    created: Type.String({ format: "date-time", description: "When the release was published." }),
    licenses: Type.Array(Type.Object({}, open), { description: "The licence of the data." }),
    contributors: Type.Array(Type.Object({}, open), { description: "The publisher." }),
    sources: Type.Array(Type.Object({}, open), { description: "Where the data come from." }),
    resources: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: "Name of the file within the package." }),
          title: Type.String({ description: "The table in words." }),
          description: Type.String({ description: "What its rows are." }),
          path: Type.String({ format: "uri", description: "Permanent URL with this release." }),
          format: Type.String({ description: "`csv` or `parquet`." }),
          mediatype: Type.String({ description: "Its media type." }),
          bytes: Type.Integer({ minimum: 0, description: "Its size." }),
          hash: Type.String({ pattern: "^sha256:[0-9a-f]{64}$", description: "SHA-256 of its bytes." }),
          schema: Type.Object(
            { fields: Type.Array(Field, { description: "Its columns, in the order of the file." }) },
            { ...open, description: "Its columns and keys (Table Schema)." },
          ),
        },
        open,
      ),
      { description: "The files of the package." },
    ),
  },
  { $id: "DataPackage", description: "All tables of a release as a Data Package 2.0." },
);

const PROFILES = "https://datapackage.org/profiles/2.0";

export const getDataPackage = defineOperation({
  id: "get_data_package",
  method: "GET",
  path: DATA_PACKAGE_PATH,
  tag: "Downloads",
  summary: "All tables as a Data Package",
  description:
    "Every table of a release, as CSV and Parquet, with permanent URLs, sizes, hashes, columns and licence (Data Package 2.0).",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", mediaType: DATA_PACKAGE_TYPE, schema: DataPackage },
  problems: [],
  dependsOn: "release",
  isRarelyAsked: true,
  answer: ({ snapshot, site }) => ({
    kind: "json",
    body: describePackage(snapshot, site, {
      formats: ["csv", "parquet"],
      pathOf: (table, format) => urlIn(site, tablePath(table, format), snapshot.manifest.id),
    }),
  }),
});

/** The files that a package describes, and where they are. */
interface PackagedFiles {
  readonly formats: readonly ReleaseFile["format"][];
  readonly pathOf: (table: ReleaseTable["table"], format: ReleaseFile["format"]) => string;
}

export function describePackage(snapshot: Snapshot, site: Site, { formats, pathOf }: PackagedFiles) {
  const { id, dataset, publishedAt } = snapshot.manifest;
  const { title, description } = describeData(snapshot);
  const tables = tablesOf(snapshot);
  return {
    $schema: `${PROFILES}/datapackage.json`,
    name: "country-trust-bands",
    id: urlIn(site, DATA_PACKAGE_PATH, id),
    title,
    description,
    homepage: releasePageOf(site, id),
    version: id,
    created: publishedAt,
    licenses: [describeLicence(dataset.licence)],
    contributors: [{ title: dataset.publisher, roles: ["publisher"] }],
    sources: [{ title: dataset.title, ...(dataset.homepage === null ? {} : { path: dataset.homepage }) }],
    resources: formats.flatMap((format) =>
      tables.flatMap((table) =>
        table.files
          .filter((file) => file.format === format)
          .map((file) => describeResource(pathOf(table.table, format), table, file)),
      ),
    ),
  };
}

/** A licence by its SPDX identifier; an expression of several is no name a Data Package takes. */
function describeLicence(licence: string): object {
  const name = /^[-\w.]+$/u.test(licence) ? { name: licence } : {};
  return { ...name, title: licence, path: licencePage(licence) };
}

/**
 * The resources of a package have unique names: the CSV has the name of the table, since foreign
 * keys point at it.
 */
function describeResource(path: string, table: ReleaseTable, file: ReleaseFile): object {
  const isCsv = file.format === "csv";
  return {
    name: isCsv ? table.table : `${table.table}-parquet`,
    type: "table",
    path,
    title: table.title,
    description: isCsv ? `${table.description} ${CSV_RULES}` : table.description,
    format: file.format,
    mediatype: mediaTypeOf(file),
    ...(isCsv ? { encoding: "utf-8", dialect: DIALECT } : {}),
    bytes: file.bytes,
    hash: `sha256:${file.sha256}`,
    schema: describeSchema(table),
  };
}

const DIALECT = {
  $schema: `${PROFILES}/tabledialect.json`,
  header: true,
  delimiter: ",",
  lineTerminator: "\r\n",
  quoteChar: '"',
  doubleQuote: true,
  skipInitialSpace: false,
};

function describeSchema({ columns, primaryKey, foreignKeys }: ReleaseTable): object {
  return {
    $schema: `${PROFILES}/tableschema.json`,
    fields: columns.map(describeField),
    ...(primaryKey.length === 0 ? {} : { primaryKey }),
    ...(foreignKeys.length === 0
      ? {}
      : {
          foreignKeys: foreignKeys.map(({ column, table, target }) => ({
            fields: [column],
            reference: { resource: table, fields: [target] },
          })),
        }),
    missingValues: [""],
  };
}

const FIELD_TYPES = { text: "string", integer: "integer", number: "number", date: "date" } as const;

function describeField(column: ColumnDescription): object {
  const { name, type, title, description, nullable, values, isOrdered, minimum, maximum, unit, since } = column;
  return {
    name,
    type: FIELD_TYPES[type],
    title,
    description,
    ...(values === undefined ? {} : { categories: values, categoriesOrdered: isOrdered === true }),
    constraints: {
      required: !nullable,
      ...(values === undefined ? {} : { enum: values }),
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
    },
    ...(unit === undefined ? {} : { unit }),
    since,
  };
}
