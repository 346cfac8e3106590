import { type TObject, Type } from "typebox";
import {
  type ColumnDescription,
  countriesV1Of,
  type Downloadable,
  DOWNLOADABLE,
  type TableDescription,
  type TableId,
  tablesOf,
} from "../../release/release-tables.ts";
import type { Releases, Snapshot } from "../../release/snapshot.ts";
import { COUNTRY_SCORES_PATH, CSVW_TYPE, csvwPath, licencePage, tablePath } from "./downloads.ts";
import { type CsvForm, SEPARATORS } from "../../ask/csv.ts";
import { bomParameter, csvFormOf, csvParameters, csvRules } from "./csv-form.ts";
import { defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { urlOfList } from "./list-as-csv.ts";
import { downloadCompanyList } from "../company/list-companies.ts";
import { downloadJudgementList } from "../company/list-judgements.ts";
import { downloadReplyList } from "../company/list-replies.ts";
import { downloadProductList } from "../company/list-products.ts";

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
  readonly id: string;
  readonly csvPath: string;
  readonly isVersionOne?: true;
  /** A filtered list: its description is of the list for the same parameters. */
  readonly list?: Operation;
  readonly factsIn: (snapshot: Snapshot, sources: Sources, given: GivenValues) => TableDescription;
  /** The release that the file is of, if it is chosen by other parameters than most. */
  readonly releaseOf?: (sources: Sources, given: GivenValues) => Sources;
}

type GivenValues = Readonly<Record<string, unknown>>;

/** The operation that answers the description of a CSV file. */
export function describeCsv(described: DescribedCsv): Operation {
  const { id: operationId, csvPath, isVersionOne, list, factsIn, releaseOf } = described;
  const query: TObject =
    list?.parameters.query ??
    describeParameters(isVersionOne ? { ...bomParameter, ...releaseParameter } : csvParameters);
  return defineOperation({
    id: operationId,
    method: "GET",
    path: csvwPath(csvPath),
    tag: "Downloads",
    summary: `The columns of \`${csvPath}\` (CSVW)`,
    description: `Names, types, values and meanings of the columns of \`${csvPath}\`, as W3C CSV on the Web defines them.`,
    parameters: { path: Type.Object({}), query },
    ...(list?.examples === undefined
      ? {}
      : { examples: (snapshot: Snapshot, releases: Releases) => list.examples?.(snapshot, releases) ?? {} }),
    check: (sources, given, sent) => list?.check?.(sources, given, sent) ?? [],
    form: { kind: "json", mediaType: CSVW_TYPE, schema: CsvMetadata },
    problems: list?.problems ?? [],
    dependsOn: list?.dependsOn ?? "release",
    isRarelyAsked: true,
    answer(asked, given) {
      const sources = releaseOf?.(asked, given) ?? asked;
      const { snapshot } = sources;
      const { dataset, id, publishedAt } = snapshot.manifest;
      const { title, description, columns, primaryKey } = factsIn(snapshot, sources, given);
      const form = csvFormOf(given);
      const file = csvPath.slice(csvPath.lastIndexOf("/") + 1);
      const body = {
        "@context": ["http://www.w3.org/ns/csvw", { "@language": "en" }],
        // A processor ignores metadata whose `url` is not the one it fetched.
        url: urlOfList({ path: file, parameters: { path: Type.Object({}), query } }, sources, given),
        "dc:title": `${isVersionOne ? dataset.v1Title : dataset.title}: ${title}`,
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
    },
  });
}

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

/** The description of every CSV file, that of version 1 included. */
export const CSV_DESCRIPTIONS: readonly Operation[] = [
  ...DOWNLOADABLE.map((table) =>
    describeTable(table, `describe_${table.table}_csv`, `/api/v2/data/${table.table}.csv`),
  ),
  ...DOWNLOADABLE.filter(({ table }) => table === "countries").map((table) =>
    describeTable(table, "describe_country_data_csv", tablePath("countries", "csv")),
  ),
  describeList(downloadCompanyList, "companies"),
  describeList(downloadProductList, "products"),
  describeList(downloadJudgementList, "judgements"),
  describeList(downloadReplyList, "replies"),
  describeCsv({
    id: "describe_country_scores_csv",
    csvPath: COUNTRY_SCORES_PATH,
    isVersionOne: true,
    factsIn: countriesV1Of,
  }),
];

/** The description of a filtered list, which has the columns of a table. */
function describeList(list: Operation, table: TableId): Operation {
  return describeCsv({
    id: `describe_${list.id}`,
    csvPath: list.path,
    list,
    factsIn: (snapshot) => findTable(snapshot, table),
  });
}

function describeTable({ table }: Downloadable, id: string, csvPath: string): Operation {
  return describeCsv({
    id,
    csvPath,
    factsIn: (snapshot) => findTable(snapshot, table),
  });
}

function findTable(snapshot: Snapshot, table: TableId): TableDescription {
  const found = tablesOf(snapshot).find((each) => each.table === table);
  if (found === undefined) throw new Error(`release ${snapshot.manifest.id} holds no table ${table}`);
  return found;
}
