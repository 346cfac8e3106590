import { type Static, Type } from "typebox";
import { DATE_FORMATS } from "./date-formats.ts";
import { SINGLE_BYTE_ENCODINGS } from "./sources/utf8.ts";
import { DEFAULT_MINIMUM_COMPANIES, DEFAULT_TITLE, DEFAULT_V1_TITLE } from "../trust/dataset.ts";
import { GATE_LIMITS } from "../trust/gate-limits.ts";

const SLUG = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
/** The pattern of the ids of bands, pillars and the scale. */
export const ID = "^[a-z0-9]+(?:[-_][a-z0-9]+)*$";
/** The characters of SPDX identifiers and of the expressions made of them. */
const SPDX = "^[A-Za-z0-9][A-Za-z0-9.+-]*(?: (?:AND|OR|WITH) [A-Za-z0-9][A-Za-z0-9.+-]*)*$";
const LIMIT_MAX = 100_000;
const STRICT = { additionalProperties: false };

const text = (description: string, maxLength = 300) =>
  Type.String({ description, minLength: 1, maxLength, pattern: "\\S" });
const optionalText = (description: string, maxLength: number) =>
  Type.Optional(Type.Union([text(description, maxLength), Type.Null()], { description, default: null }));

const logo = (description: string) =>
  Type.Optional(Type.String({ description, pattern: "^[^/\\\\]+\\.(?:svg|png)$", maxLength: 200 }));

const sheet = text("Name of the sheet.", 100);

const Entry = (what: string) =>
  Type.Object(
    {
      id: Type.String({
        description: `How the tables and the URLs name the ${what}.`,
        pattern: ID,
        maxLength: 60,
      }),
      label: text(`The ${what} as readers see it. The tables may use it instead of the id.`, 120),
      description: optionalText(`What the ${what} means, in a sentence or two.`, 2000),
    },
    STRICT,
  );

const Gate = Type.Object(
  Object.fromEntries(
    Object.values(GATE_LIMITS).map(({ setting, unit, default: standard, description }) => [
      setting,
      Type.Optional(
        unit === "percent"
          ? Type.Number({ description, default: standard, minimum: 0, maximum: 100 })
          : Type.Integer({ description, default: standard, minimum: 0, maximum: LIMIT_MAX }),
      ),
    ]),
  ),
  { ...STRICT, description: "The most that may differ from the current release without `publish --accept`." },
);

/** One or two words, without the colon that follows them in a sentence. */
export const MARK = "^[^\\s.:][^.:\\r\\n]*$";

const Labels = (what: "judge" | "criterion", plural: string) =>
  Type.Optional(
    Type.Array(
      Type.Object(
        {
          id: text(`The ${what} as the tables name it.`),
          label: text(`The ${what} as readers see it.`, 120),
        },
        STRICT,
      ),
      { description: `Labels of ${plural}. Others are shown as the tables name them.`, maxItems: 10_000 },
    ),
  );

/** The content of `dataset.json`; the schema that editors read is generated from it. */
export const DatasetFile = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: "URL of this schema, so that editors complete and check." })),
    title: Type.Optional({
      ...text("Title of the dataset, shown in every answer and in citations."),
      default: DEFAULT_TITLE,
    }),
    v1_title: Type.Optional({
      ...text("Title of the same data in the answers and citations of version 1 of the API."),
      default: DEFAULT_V1_TITLE,
    }),
    publisher: text("Who publishes the dataset."),
    year: Type.Integer({ description: "Year of publication, used in the citation.", minimum: 1900, maximum: 9999 }),
    homepage: Type.Optional(
      Type.Union([Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2000 }), Type.Null()], {
        description: "URL of a page about the dataset.",
        default: null,
      }),
    ),
    licence: Type.Optional(
      Type.String({
        description: "SPDX identifier of the licence.",
        default: "CC-BY-4.0",
        pattern: SPDX,
        maxLength: 100,
      }),
    ),
    encoding: Type.Optional(
      Type.Enum([...SINGLE_BYTE_ENCODINGS], {
        description: "Encoding of the text files of the tables that are neither UTF-8 nor UTF-16.",
      }),
    ),
    dates: Type.Optional(
      Type.Enum([...DATE_FORMATS], { description: "How the tables write dates, beside YYYY-MM-DD." }),
    ),
    companies_without_country: Type.Optional(
      Type.Literal("keep", {
        description:
          "Publish companies whose country is empty: they count in their sector and are found by search, and are in no country. Otherwise they are an error.",
      }),
    ),
    sheets: Type.Optional(
      Type.Object(
        {
          companies: Type.Optional(sheet),
          products: Type.Optional(sheet),
          judgements: Type.Optional(sheet),
          replies: Type.Optional(sheet),
        },
        {
          ...STRICT,
          description:
            "Sheets of the tables in .xlsx workbooks, where they are neither named like the table nor the first.",
        },
      ),
    ),
    notice: optionalText("A sentence shown in every answer, for example that the companies are fictional.", 1000),
    mark: Type.Optional(
      Type.Union([Type.String({ pattern: MARK, maxLength: 24 }), Type.Null()], {
        description:
          "A word or two that sentences begin with where they are copied from, such as Fictional: “Fictional: Italy is rated Low.”",
        default: null,
      }),
    ),
    measures: optionalText("What the bands measure, in one sentence.", 300),
    does_not_measure: Type.Optional(
      Type.Array(text("As it stands in a sentence: quality of government.", 60), {
        description: "What readers may take the bands for, and what they do not measure.",
        maxItems: 12,
        uniqueItems: true,
      }),
    ),
    scale: Type.Object(
      {
        id: Type.String({
          description: "Name of the scale; another id says that bands cannot be compared.",
          pattern: ID,
          maxLength: 60,
        }),
        bands: Type.Array(Entry("band"), {
          description: "The bands, worst first. Only their order has meaning.",
          minItems: 2,
          maxItems: 20,
        }),
      },
      STRICT,
    ),
    pillars: Type.Array(Entry("pillar"), {
      description: "The aspects under which companies are judged.",
      minItems: 1,
      maxItems: 100,
    }),
    sectors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            slug: Type.String({ description: "The sector in a path.", pattern: SLUG, maxLength: 100 }),
            label: text("The sector as readers see it.", 120),
          },
          STRICT,
        ),
        { description: "Labels of sectors. Others are labelled as the companies table spells them.", maxItems: 1000 },
      ),
    ),
    judges: Labels("judge", "judges"),
    criteria: Labels("criterion", "criteria"),
    monitored: Type.Optional(
      Type.Union(
        [Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), { minItems: 1, uniqueItems: true }), Type.Null()],
        {
          description: "ISO 3166-1 alpha-2 codes of the monitored countries; none given means every judged country.",
          default: null,
        },
      ),
    ),
    branding: Type.Optional(
      Type.Object(
        {
          accent: Type.Optional(
            Type.String({
              description: "Colour of links and buttons, such as #0a5a6a. It has to be legible on white.",
              pattern: "^#[0-9A-Fa-f]{6}$",
            }),
          ),
          logo: logo("File of the logo, in the folder of the dataset: SVG or PNG."),
          logo_dark: logo("The same for dark pages. Without it, the logo stands on white there."),
        },
        { ...STRICT, dependentRequired: { logo_dark: ["logo"] }, description: "What the site looks like." },
      ),
    ),
    ranking: Type.Optional(
      Type.Object(
        {
          minimum_companies: Type.Optional(
            Type.Integer({
              description:
                "Countries and sectors with fewer judged companies are thin: without a rank, without a trend, and striped in charts. Ranked countries come first.",
              default: DEFAULT_MINIMUM_COMPANIES,
              minimum: 1,
              maximum: 1_000_000,
            }),
          ),
        },
        STRICT,
      ),
    ),
    gate: Type.Optional(Gate),
  },
  {
    ...STRICT,
    title: "A Country Trust dataset",
    description: "The file dataset.json in the folder of a dataset. See docs/data-format.md.",
  },
);

export type DatasetFile = Static<typeof DatasetFile>;

/** The JSON Schema (draft 2020-12) that ships as `schemas/dataset.schema.json`. */
export function datasetJsonSchema(): Record<string, unknown> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...(JSON.parse(JSON.stringify(DatasetFile)) as object),
  };
}
