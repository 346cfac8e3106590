import { Type } from "../../ask/type.ts";
import type { ColumnDescription, ReleaseTable } from "../../release/release-tables.ts";
import type { DescribedRelease } from "./describe-release.ts";
import { CSV_RULES, DATA_PACKAGE_PATH, urlIn } from "./downloads.ts";

const text = (description: string) => Type.String({ description });

const Resource = Type.Object(
  {
    name: text("Name of the file within the package."),
    title: text("The table in words."),
    description: text("What its rows are."),
    path: text("Permanent URL with this release."),
    format: text("`csv` or `parquet`."),
    bytes: Type.Integer({ minimum: 0, description: "Its size." }),
    hash: text("`sha256:` and the SHA-256 of its bytes."),
    schema: Type.Object(
      {
        fields: Type.Array(
          Type.Object(
            {
              name: text("Name of the column."),
              type: text("`string`, `integer`, `number` or `date`."),
              description: text("What its values are."),
            },
            { additionalProperties: true },
          ),
          { description: "Its columns, in the order of the file." },
        ),
      },
      { additionalProperties: true, description: "Its columns and keys (Table Schema)." },
    ),
  },
  { additionalProperties: true },
);

export const DataPackage = Type.Object(
  {
    $schema: text("The Data Package standard it follows."),
    title: text("The publisher's title of the dataset."),
    version: text("Id of the release."),
    resources: Type.Array(Resource, { description: "The files of the package." }),
  },
  {
    $id: "DataPackage",
    additionalProperties: true,
    description: "All tables of a release as a Data Package 2.0 (https://datapackage.org).",
  },
);

const PROFILES = "https://datapackage.org/profiles/2.0";

/**
 * Describes a release as a Data Package 2.0. Within an archive, which has CSV files alone,
 * `pathInArchive` returns their paths.
 */
export function describeAsDataPackage(release: DescribedRelease, pathInArchive?: (table: string) => string) {
  const { id, title, description, publisher, homepage } = release;
  const files = release.files.filter(({ format }) => pathInArchive === undefined || format === "csv");
  return {
    $schema: `${PROFILES}/datapackage.json`,
    name: "country-trust-bands",
    id: urlIn(release, DATA_PACKAGE_PATH, id),
    title,
    description,
    homepage: release.page,
    version: id,
    created: release.publishedAt,
    licenses: [describeLicence(release)],
    contributors: [{ title: publisher, roles: ["publisher"] }],
    sources: [{ title, ...(homepage === null ? {} : { path: homepage }) }],
    resources: files
      // The CSV files come first: tools that read one file of each table take those.
      .toSorted((a, b) => Number(a.format !== "csv") - Number(b.format !== "csv"))
      .map((file) => describeResource(file, pathInArchive?.(file.table.table) ?? file.url)),
  };
}

/** Describes a licence; an SPDX expression of several is no name that a Data Package allows. */
function describeLicence({ licence, licenceUrl }: DescribedRelease): object {
  const name = /^[-\w.]+$/u.test(licence) ? { name: licence } : {};
  return { ...name, title: licence, path: licenceUrl };
}

/**
 * The resources of a package have unique names: the CSV has the name of the table, since foreign
 * keys point at it.
 */
function describeResource(
  { table, format, mediaType, bytes, sha256 }: DescribedRelease["files"][number],
  path: string,
) {
  const isCsv = format === "csv";
  return {
    name: isCsv ? table.table : `${table.table}-parquet`,
    type: "table",
    path,
    title: table.title,
    description: isCsv ? `${table.description} ${CSV_RULES}` : table.description,
    format,
    mediatype: mediaType,
    ...(isCsv ? { encoding: "utf-8", dialect: DIALECT } : {}),
    bytes,
    hash: `sha256:${sha256}`,
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

function describeSchema({ columns, primaryKey, foreignKeys }: ReleaseTable) {
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

function describeField(column: ColumnDescription) {
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
