import type { TObject } from "typebox";
import { Type } from "../../ask/type.ts";
import { type CsvForm, SEPARATORS } from "../../ask/csv.ts";
import { bomParameter, csvFormOf, csvParameters, csvRules } from "./csv-form.ts";
import { COUNTRY_DATA_PATH, COUNTRY_SCORES_PATH, CSVW_TYPE, csvwPath, licencePage, urlIn } from "./downloads.ts";
import { oneOf } from "../../ask/json-shape.ts";
import { type Answer, defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import {
  type ColumnDescription,
  countriesV1Of,
  DOWNLOADABLE,
  type TableDescription,
  type TableId,
} from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { tableOf } from "./rows-as-file.ts";

const open = { additionalProperties: true };

const CsvMetadata = Type.Object(
  {
    "@context": Type.Array(Type.Unknown(), { description: "The CSVW namespace and the language of the texts." }),
    url: Type.String({ description: "The CSV file, relative to this document." }),
    "dc:title": Type.String({ description: "Title of the table." }),
    "dc:description": Type.String({ description: "What a row is." }),
    "dc:publisher": Type.String({ description: "Who publishes the dataset." }),
    "dc:license": Type.Object(
      { "@id": Type.String({ format: "uri", description: "URL of the licence." }) },
      { description: "The licence of the data." },
    ),
    "dc:rights": Type.Optional(
      Type.String({ description: "The publisher's notice, which belongs to the data wherever they go." }),
    ),
    "dc:issued": Type.Object(
      {
        "@value": Type.String({ format: "date", description: "The day." }),
        "@type": Type.String({ description: "Its type in XML Schema." }),
      },
      { description: "The day on which the release was published." },
    ),
    "dc:identifier": Type.String({ description: "Id of the release." }),
    dialect: Type.Object({}, { ...open, description: "How the file is written: encoding, line ends, quotes." }),
    tableSchema: Type.Object(
      {
        columns: Type.Array(
          Type.Object(
            {
              name: Type.String({ description: "As in the header line." }),
              titles: Type.String({ description: "The column in words." }),
            },
            open,
          ),
          { description: "The columns in the order of the file." },
        ),
        primaryKey: Type.Optional(Type.Array(Type.String(), { description: "The columns that identify a row." })),
      },
      { ...open, description: "What the columns are." },
    ),
  },
  { $id: "CsvMetadata", description: "Metadata of a CSV file (W3C CSV on the Web)." },
);

/** A CSV file and what is known of it. */
interface DescribedCsv {
  readonly facts: TableDescription;
  /** Where the file is, seen from its description, without `release`. */
  readonly url: string;
  readonly form: CsvForm;
  /** What `release` is in the URL of the file, if it is there. */
  readonly release?: string | undefined;
  readonly isVersionOne?: true;
}

/** The description of a CSV file. */
export function describeCsv(
  { snapshot }: Sources,
  { facts, url, form, release, isVersionOne }: DescribedCsv,
): Extract<Answer, { kind: "json" }> {
  const { dataset, id, publishedAt } = snapshot.manifest;
  const { title, description, columns, primaryKey } = facts;
  const body = {
    "@context": ["http://www.w3.org/ns/csvw", { "@language": "en" }],
    // A processor ignores metadata whose `url` is not the one it fetched.
    url: urlIn({ baseUrl: "" }, url, release, form),
    "dc:title": `${isVersionOne === true ? dataset.v1Title : dataset.title}: ${title}`,
    "dc:description": `${description} ${csvRules(form)}`,
    "dc:publisher": dataset.publisher,
    "dc:license": { "@id": licencePage(dataset.licence) },
    ...(dataset.notice === null ? {} : { "dc:rights": dataset.notice }),
    "dc:issued": { "@value": publishedAt.slice(0, 10), "@type": "xsd:date" },
    "dc:identifier": id,
    dialect: { ...DIALECT, delimiter: SEPARATORS[form.separator] },
    tableSchema: {
      columns: columns.map((column) => describeColumn(column, form)),
      ...(primaryKey.length === 0 ? {} : { primaryKey }),
    },
  };
  return { kind: "json", body };
}

/** What the operations that describe CSV files have in common. */
export const CSV_DESCRIPTION = {
  method: "GET",
  tag: "Downloads",
  form: { kind: "json", mediaType: CSVW_TYPE, schema: CsvMetadata },
  problems: [],
  dependsOn: "release",
  isRarelyAsked: true,
} as const satisfies Partial<Operation>;

const DIALECT = {
  encoding: "utf-8",
  quoteChar: '"',
  doubleQuote: true,
  lineTerminators: ["\r\n"],
  header: true,
  headerRowCount: 1,
  skipBlankRows: false,
  trim: false,
};

const BASE_TYPES = { text: "string", integer: "integer", number: "double", date: "date" } as const;

/** A column as in "Metadata Vocabulary for Tabular Data" §5.6. */
function describeColumn(column: ColumnDescription, { separator }: CsvForm): object {
  const { name, type, title, description, nullable, values, minimum, maximum } = column;
  return {
    name,
    titles: name,
    "dc:title": title,
    "dc:description": description,
    datatype: {
      base: BASE_TYPES[type],
      ...(type === "date" ? { format: "yyyy-MM-dd" } : {}),
      ...(type === "number" && separator === "semicolon" ? { format: { decimalChar: "," } } : {}),
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
  ...CSV_DESCRIPTION,
  id: "describe_table",
  path: csvwPath("/api/v2/data/{file}"),
  summary: "The columns of a table (CSVW)",
  description:
    "Names, types, values and meanings of the columns of a CSV file, as W3C CSV on the Web defines them. Lists that come as CSV have the columns of the table of the same name.",
  parameters: {
    path: Type.Object({ file: oneOf(DOWNLOADABLE.map(fileOf), { description: "The CSV file of the table." }) }),
    query: describeParameters(csvParameters),
  },
  problems: ["not_found"],
  answer(sources, given) {
    const found = DOWNLOADABLE.find((table) => fileOf(table) === given.file);
    if (found === undefined) throw new Error(`no table has a file ${given.file}`);
    const facts = tableOf(sources.snapshot, found.table);
    return describeCsv(sources, { facts, url: given.file, form: csvFormOf(given), release: given.release });
  },
});

export const describeCountryData: Operation = describeMainFile({
  id: "describe_country_data",
  csvPath: COUNTRY_DATA_PATH,
  query: describeParameters(csvParameters),
  factsIn: (snapshot) => tableOf(snapshot, "countries"),
});

export const describeCountryScores: Operation = describeMainFile({
  id: "describe_country_scores",
  csvPath: COUNTRY_SCORES_PATH,
  query: describeParameters({ ...bomParameter, ...releaseParameter }),
  factsIn: countriesV1Of,
  isVersionOne: true,
});

/** The description of the countries table at one of its older paths. */
function describeMainFile({
  id,
  csvPath,
  query,
  factsIn,
  isVersionOne,
}: {
  readonly id: string;
  readonly csvPath: string;
  readonly query: TObject;
  readonly factsIn: (snapshot: Snapshot) => TableDescription;
  readonly isVersionOne?: true;
}): Operation {
  return defineOperation({
    ...CSV_DESCRIPTION,
    id,
    path: csvwPath(csvPath),
    summary: `The columns of \`${csvPath}\` (CSVW)`,
    description: `Names, types, values and meanings of the columns of \`${csvPath}\`, as W3C CSV on the Web defines them.`,
    parameters: { path: Type.Object({}), query },
    answer(sources, given: { readonly release?: string }) {
      const facts = factsIn(sources.snapshot);
      const url = csvPath.slice(csvPath.lastIndexOf("/") + 1);
      const { release } = given;
      const form = csvFormOf({ ...given });
      return describeCsv(sources, { facts, url, form, release, ...(isVersionOne ? { isVersionOne } : {}) });
    },
  });
}
