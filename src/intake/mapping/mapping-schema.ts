import { type Static, Type } from "typebox";
import { ID } from "../dataset-schema.ts";

const STRICT = { additionalProperties: false };
const TABLE_NAME = "^(?!(companies|judgements|products|replies)$)[a-z][a-z0-9_]*$";

const text = (description: string, maxLength = 1000) => Type.String({ description, minLength: 1, maxLength });
const words = (description: string) => Type.Array(Type.String({ maxLength: 1000 }), { description, minItems: 1 });
const column = (description: string) => text(description, 300);
const table = (description: string) => Type.String({ description, pattern: TABLE_NAME, maxLength: 60 });
const band = (description: string) => Type.String({ description, pattern: ID, maxLength: 60 });

const Lookup = Type.Object(
  {
    table: table("The table that says it."),
    key: column("Its column with the values that are looked up."),
    value: column("Its column with what they stand for."),
  },
  {
    ...STRICT,
    description:
      'Another table says what the value stands for. One that it lacks is what "else" says, or stays as it is.',
  },
);

const Fixed = Type.Object(
  { value: Type.String({ maxLength: 1000 }) },
  { ...STRICT, description: "The same in all rows." },
);

const Cell = Type.Object(
  {
    column: column("The column."),
    list: Type.Optional(
      Type.Enum(["first", "last", "only"], {
        description:
          'Of several values with ";" between them: the first, the last, or the only one if there is no other.',
      }),
    ),
    without: Type.Optional(text("How values of the list begin that do not count, such as -.", 20)),
    lookup: Type.Optional(Lookup),
    else: Type.Optional(
      Type.String({
        description: "What stands for an empty cell, and for one that the lookup lacks.",
        maxLength: 1000,
      }),
    ),
  },
  { ...STRICT, description: "A column, and what is made of its cells." },
);

const value = (description: string) =>
  Type.Union([column("The name of a column."), Fixed, Cell], {
    description: `${description}: the name of a column, {"value": …} for the same in all rows, or {"column": …} with "else", "list" or "lookup"`,
  });

const Table = Type.Object(
  {
    files: Type.Optional(
      words(
        "Files in the folder of the data, by name; * stands for any characters but /. Those with the same columns are one table.",
      ),
    ),
    sheet: Type.Optional(
      Type.Union([text("One sheet."), words("Several.")], {
        description:
          "Sheets of workbooks; * stands for any characters. Default: all that are neither hidden nor copies of another.",
      }),
    ),
    member: Type.Optional(
      Type.Union([text("One member.", 300), words("Several.")], {
        description: "The member of JSON or YAML documents that has the rows, or several. Default: the document.",
      }),
    ),
    header: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 1000 }), {
        description:
          "The lines of the header: one, or two where groups of columns have a title. Default: where it is found.",
        minItems: 1,
        maxItems: 2,
      }),
    ),
    wave: Type.Optional(
      Type.Union([column("A column."), Type.Object({ from: Type.Enum(["file", "sheet"]) }, STRICT)], {
        description:
          'What tells the rows of one year from those of another: the name of a column, or {"from": "file"} for the year in the name of the file or the sheet, which becomes the column "year of the file"',
      }),
    ),
    row: Type.Optional(column("The column by which corrections name a row.")),
    also: Type.Optional(
      Type.Record(Type.String(), words("Other names of the column."), {
        description: "Other names that a column has in other years.",
      }),
    ),
    leave_out: Type.Optional(
      Type.Array(Type.Object({ column: column("The column."), is: words("Its values.") }, STRICT), {
        description: "Rows that are none, such as totals: those with one of these values.",
      }),
    ),
    not_used: Type.Optional(
      words("Columns that a question was asked about, and that nothing is read from: the question is answered."),
    ),
    add: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([
          Type.Object({ from: Type.Enum(["file", "sheet"]) }, STRICT),
          Type.Object({ cell: Type.String({ pattern: "^[A-Z]{1,3}[1-9][0-9]{0,5}$" }) }, STRICT),
        ]),
        {
          description:
            "Columns that the rows lack: the name of the file or of the sheet or member, or what stands in one cell, as where every company has a workbook of its own.",
        },
      ),
    ),
    sql: Type.Optional(text("DuckDB SQL of the rows, in place of files; it may read the tables above.", 20_000)),
  },
  { ...STRICT, description: "Rows of files, or of a query." },
);

const Companies = Type.Object(
  {
    table: table("The table with a row for each company, or several."),
    id: Type.Optional(value("By which judgements name the company. Default: its name")),
    name: value("The name"),
    country: Type.Optional(value("The country; the judged body may be the country itself")),
    sector: Type.Optional(value("The sector")),
    website: Type.Optional(value("The address of its website")),
    lei: Type.Optional(value("The LEI (ISO 17442). One whose check digits are wrong is left out, and said")),
    aliases: Type.Optional(value("Other names, with | between them")),
  },
  { ...STRICT, description: "The companies. Of several rows of a company, those of the newest wave count." },
);

const Products = Type.Object(
  { table: table("The table of the products."), name: value("The name"), company: value("The company, by its id") },
  { ...STRICT, description: "The products, by which a company is found too." },
);

const Judged = Type.Object(
  {
    pillar: text("Id or label of the pillar.", 120),
    criterion: Type.Optional(text("The criterion.", 300)),
    conversion: Type.Optional(text("How its values become bands, if not as the others.", 60)),
  },
  STRICT,
);

const Judgements = Type.Object(
  {
    table: table("The table of the judgements."),
    company: value("The company, by its id"),
    columns: Type.Optional(
      Type.Record(Type.String(), Judged, {
        description: "A column for each pillar: what its cells judge.",
        minProperties: 1,
      }),
    ),
    pillar: Type.Optional(value("A row for each judgement: its pillar")),
    groups: Type.Optional(
      Type.Record(Type.String(), Judged, {
        description: "What the values of the pillar mean. With it, others are left out.",
        minProperties: 1,
      }),
    ),
    value: Type.Optional(column("The column with what is judged.")),
    counts: Type.Optional(
      Type.Record(Type.String(), band("Id of the band."), {
        description: "A column for each band: how many judgements are in it.",
        minProperties: 1,
      }),
    ),
    conversion: Type.Optional(text("How values become bands. Default: they are bands.", 60)),
    criterion: Type.Optional(value("The criterion")),
    date: Type.Optional(value("When it was judged. A time of day is cut off")),
    judge: Type.Optional(value("Who judged")),
    source: Type.Optional(value("The address of the source")),
  },
  { ...STRICT, description: "Where judgements are: in columns, in rows, or as counts." },
);

const Conversion = Type.Object(
  {
    cuts: Type.Optional(
      Type.Array(Type.Number(), {
        description:
          "Where each next band begins, worst first; a score of exactly the number is in the better band, or, with lower_is_better, in the worse one.",
        minItems: 1,
        maxItems: 19,
      }),
    ),
    lower_is_better: Type.Optional(Type.Boolean({ description: "The cuts fall." })),
    share_of: Type.Optional(
      Type.Union([Type.Number({ exclusiveMinimum: 0 }), Cell], {
        description: 'The cuts are shares of this maximum, from 0 to 1: a number, or {"column": …}',
      }),
    ),
    bands: Type.Optional(
      Type.Array(band("Id."), {
        description: "The bands that are cut, worst first. Default: all.",
        minItems: 2,
        maxItems: 20,
      }),
    ),
    values: Type.Optional(
      Type.Record(Type.String(), words("Values of the files, without regard to case; an empty one is an empty cell."), {
        description: "Values by the id of their band.",
        minProperties: 1,
      }),
    ),
    list: Type.Optional(
      Type.Enum(["best", "worst"], { description: 'Which of several values with ";" between them counts.' }),
    ),
  },
  { ...STRICT, description: "How values become bands: by cuts, or by values." },
);

const Correction = Type.Object(
  {
    table: table("The table."),
    column: column("The column."),
    was: Type.String({ description: "What stands in the file.", maxLength: 1000 }),
    now: Type.String({ description: "What is meant.", maxLength: 1000 }),
    row: Type.Optional(text("Only in this row, by the column that the table names as its row.")),
    wave: Type.Optional(text("Only in this wave.", 100)),
    why: Type.Optional(text("Why.")),
    by: Type.Optional(text("Who decided it.", 200)),
    on: Type.Optional(Type.String({ description: "When, as YYYY-MM-DD.", pattern: "^\\d{4}-\\d{2}-\\d{2}$" })),
  },
  { ...STRICT, description: "A cell, or all cells of a column with this value." },
);

const Same = Type.Object(
  {
    names: Type.Array(text("A name."), { minItems: 2, uniqueItems: true }),
    keep: text("The one of them that stays; the others become aliases."),
    id: Type.Optional(text("The id that the company keeps, and with it its address, after it was renamed.")),
    why: Type.Optional(text("Why.")),
  },
  STRICT,
);

/** The content of `mapping.json`; the schema that editors read is generated from it. */
export const Mapping = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: "URL of this schema, so that editors complete and check." })),
    tables: Type.Record(Type.String({ pattern: TABLE_NAME, maxLength: 60 }), Table, {
      description: "The files of each table. Names are not companies, products, judgements or replies.",
      minProperties: 1,
    }),
    companies: Companies,
    products: Type.Optional(Products),
    judgements: Type.Array(Judgements, { description: "Where judgements are.", minItems: 1 }),
    conversions: Type.Optional(
      Type.Record(Type.String(), Conversion, { description: "How values become bands, by name." }),
    ),
    numbers: Type.Optional(
      Type.Object(
        {
          decimal: Type.Optional(
            Type.Enum([".", ","], {
              description: 'What stands before the decimals, where "1,250" alone does not tell.',
            }),
          ),
          beside_percent: Type.Optional(
            Type.Enum(["share", "percent"], {
              description: "What 0.55 is in a column with per cents: a share, which is 55%, or 0.55%.",
            }),
          ),
        },
        { ...STRICT, description: "How numbers are written, in columns whose cells do not tell it." },
      ),
    ),
    not_judged: Type.Optional(
      Type.Array(Type.String({ maxLength: 300 }), {
        description:
          'Words that mean "not judged", without regard to case. Empty cells do, unless a conversion names them.',
      }),
    ),
    corrections: Type.Optional(Type.Array(Correction, { description: "What is corrected in the files." })),
    same: Type.Optional(Type.Array(Same, { description: "Names of one company." })),
    different: Type.Optional(
      Type.Array(Type.Array(text("A name."), { minItems: 2, maxItems: 2 }), {
        description: "Pairs of names that look alike and are two companies; they are not listed again.",
      }),
    ),
  },
  {
    ...STRICT,
    title: "A Country Trust mapping",
    description: "The file mapping.json beside dataset.json. See docs/data-format.md.",
  },
);

export type Mapping = Static<typeof Mapping>;
export type MappingTable = Static<typeof Table>;
export type MappedJudgements = Static<typeof Judgements>;
export type MappedConversion = Static<typeof Conversion>;
export type MappedCell = Static<typeof Cell>;
/** The name of a column, a fixed text, or a column and what is made of it. */
export type MappedValue = string | Static<typeof Fixed> | MappedCell;

/** The JSON Schema (draft 2020-12) that ships as `schemas/mapping.schema.json`. */
export function mappingJsonSchema(): Record<string, unknown> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...(JSON.parse(JSON.stringify(Mapping)) as object),
  };
}
