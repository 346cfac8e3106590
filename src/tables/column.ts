import type { DatasetFacts } from "../trust/dataset.ts";
import type { Provenance } from "../trust/provenance.ts";
import { boundsOf, firmnessOf } from "../trust/statistics.ts";
import type { Distribution } from "../trust/scale.ts";
import type { AreaStatistics } from "../trust/tally.ts";

/** Descriptions of the columns of downloadable tables, and columns that several tables share. */

/**
 * The description of a column for readers: CSVW, Data Package and the documentation are made from
 * it.
 */
export interface ColumnDescription {
  /** The name in the header line, which never changes. */
  readonly name: string;
  /** `date` is `YYYY-MM-DD`. */
  readonly type: "text" | "integer" | "number" | "date";
  readonly title: string;
  readonly description: string;
  /** True if a value can be missing, which is null: never 0, never an empty text. */
  readonly nullable: boolean;
  /** Every possible value, where there are few. */
  readonly values?: readonly string[];
  /** The values are bands of the scale, worst first. */
  readonly isOrdered?: true;
  /** The things that a number counts, such as `companies`. */
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The version of the column contract that brought it. */
  readonly since: number;
}

/** Properties by which a column differs from a plain one that is always filled. */
type Particulars = Partial<
  Pick<ColumnDescription, "nullable" | "values" | "isOrdered" | "unit" | "minimum" | "maximum" | "since">
>;

const describer =
  (type: ColumnDescription["type"], usual: Particulars = {}) =>
  (name: string, title: string, description: string, more: Particulars = {}): ColumnDescription => {
    return { name, type, title, description, nullable: false, since: 1, ...usual, ...more };
  };

export const textColumn = describer("text");
export const dateColumn = describer("date");
/** A whole number from 0, unless said otherwise. */
export const integerColumn = describer("integer", { minimum: 0 });
/** A share from 0 to 1. */
export const shareColumn = describer("number", { minimum: 0, maximum: 1 });

export type Value = string | number | null;

/** A column that is computed from figures, such as those of an area. */
export interface ComputedColumn<Row> {
  readonly description: ColumnDescription;
  readonly value: (row: Row) => Value;
}

/**
 * A column that DuckDB writes from the clean tables. A list has its value under its name
 * (release/table-records.ts), and a test compares both files byte for byte.
 */
export interface QueriedColumn {
  readonly description: ColumnDescription;
  /** An expression over the aliases of the table's query (release/write-tables.ts). */
  readonly sql: string;
}

export function column<Row>(description: ColumnDescription, value: (row: Row) => Value): ComputedColumn<Row> {
  return { description, value };
}

export function queried(description: ColumnDescription, sql: string): QueriedColumn {
  return { description, sql };
}

/** Columns of a table in the order in which they came: new ones are only ever appended. */
export function inOrder(columns: readonly QueriedColumn[]): QueriedColumn[] {
  return columns.toSorted((a, b) => a.description.since - b.description.since);
}

/** Columns that several tables share. */
export const SHARED = {
  iso3: textColumn("iso3", "ISO 3166-1 alpha-3", "Code of the country; the key to join on."),
  iso2: textColumn(
    "iso2",
    "ISO 3166-1 alpha-2",
    "Two-letter code of the country. That of Namibia is NA: tell your tool not to read it as a missing value.",
  ),
  sector: textColumn("sector", "Sector", "Slug of the sector."),
} as const;

/**
 * The company that a row belongs to; the name is for readers who join no tables. `alias` is that of
 * a table in SQL which has its `id` and `name`.
 */
export function ofCompany(alias: string): Readonly<Record<"id" | "name", QueriedColumn>> {
  return {
    id: queried(textColumn("company_id", "Company", "`id` of the company in the companies table."), `${alias}.id`),
    name: queried(
      textColumn("company_name", "Company, by name", "`name` of the company.", { since: 5 }),
      `${alias}.name`,
    ),
  };
}

/** The column of the label of the pillar that a row belongs to. */
export const PILLAR_LABEL = textColumn("pillar_label", "Pillar, by label", "Label of the pillar.", { since: 5 });

/** The id or the label of the pillar that a row belongs to; `index` is SQL: its number from 0. */
export function queriedPillar(
  { pillars }: DatasetFacts,
  named: "id" | "label",
  index: string,
  description: ColumnDescription,
): QueriedColumn {
  return queried(description, `${quotedList(pillars.map((pillar) => pillar[named]))}[${index} + 1]`);
}

/** An identifier of a band or pillar as part of a column name. */
function columnPart(id: string): string {
  return id.replaceAll("-", "_");
}

/** The values of a column of bands. */
export function bandValues({ scale }: DatasetFacts): Pick<ColumnDescription, "values" | "isOrdered"> {
  return { values: scale.bands.map(({ id }) => id), isOrdered: true };
}

export function medianColumns<Row>(
  facts: DatasetFacts,
  counted: string,
  statistics: (row: Row) => { median: number | null },
): ComputedColumn<Row>[] {
  const description = `Lower median band of the ${counted}; empty where there are none.`;
  return [
    column(
      textColumn("median_band", "Median band", description, { nullable: true, ...bandValues(facts) }),
      (row: Row) => bandId(facts, statistics(row).median),
    ),
    column(
      integerColumn("median_level", "Level of the median band", "1 is the worst band. Only the order has meaning.", {
        nullable: true,
        minimum: 1,
        maximum: facts.scale.bands.length,
      }),
      (row: Row) => statistics(row).median,
    ),
  ];
}

/** The statistics of an area that a cell has, too. */
export type CellStatistics = Omit<AreaStatistics, "pillars" | "withoutPillars" | "eachPillarOnce">;

export function areaColumns<Row extends { readonly statistics: CellStatistics }>(
  facts: DatasetFacts,
): ComputedColumn<Row>[] {
  const flips = { nullable: true, minimum: 1, unit: "companies" };
  return [
    column(
      integerColumn("listed_companies", "Listed companies", "Companies of the release, judged or not.", {
        unit: "companies",
      }),
      (row: Row) => row.statistics.listedCompanies,
    ),
    column(
      integerColumn("judged_companies", "Judged companies", "Companies with a current judgement.", {
        unit: "companies",
      }),
      (row: Row) => row.statistics.judgedCompanies,
    ),
    ...distributionColumns<Row>(facts, "companies", (row) => row.statistics.distribution),
    column(
      integerColumn(
        "flips_to_lower",
        "Flips to lower",
        "How many companies would have to fall below the median band before it drops; empty at the end of the scale.",
        flips,
      ),
      (row: Row) => firmnessOf(row.statistics.distribution)?.flipsToLower ?? null,
    ),
    column(
      integerColumn(
        "flips_to_higher",
        "Flips to higher",
        "How many companies would have to rise above the median band before it rises; empty at the end of the scale.",
        flips,
      ),
      (row: Row) => firmnessOf(row.statistics.distribution)?.flipsToHigher ?? null,
    ),
  ];
}

/** The figures that the last columns of countries and of sectors are computed from. */
export interface AreaUnknowns {
  readonly statistics: AreaStatistics;
  readonly provenance: Provenance;
}

/** Columns that show how sure a median is: its bounds, and the age of the judgements behind it. */
export function unknownColumns<Row extends AreaUnknowns>(facts: DatasetFacts): ComputedColumn<Row>[] {
  const since = 6;
  const band = { nullable: true, since, ...bandValues(facts) };
  const judgements = { unit: "judgements", since };
  const bounds = ({ statistics }: Row) => boundsOf(statistics.distribution, statistics.listedCompanies);
  const ifUnjudged = (place: string): string =>
    `Median band if every listed company that is not judged were in the ${place} band; empty where none is listed.`;
  return [
    column(textColumn("bounds_lowest_band", "Lowest median band", ifUnjudged("worst"), band), (row: Row) =>
      bandId(facts, bounds(row)?.lowest ?? null),
    ),
    column(textColumn("bounds_highest_band", "Highest median band", ifUnjudged("best"), band), (row: Row) =>
      bandId(facts, bounds(row)?.highest ?? null),
    ),
    column(
      textColumn(
        "each_pillar_once_band",
        "Median band, each pillar once",
        "Median band if every company counts by the lower median of its medians in the pillars; empty where none is judged.",
        band,
      ),
      (row: Row) => bandId(facts, row.statistics.eachPillarOnce.median),
    ),
    column(
      integerColumn("judgements", "Judgements", "Current judgements of its companies.", judgements),
      (row: Row) => row.provenance.judgements,
    ),
    column(
      integerColumn(
        "older_than_two_years",
        "Judgements older than two years",
        "How many of them are, at the day of the release; those without a date are not.",
        judgements,
      ),
      (row: Row) => row.provenance.dates.olderThanTwoYears,
    ),
  ];
}

export function distributionColumns<Row>(
  facts: DatasetFacts,
  unit: "companies" | "judgements",
  distribution: (row: Row) => Distribution,
): ComputedColumn<Row>[] {
  const counted = unit === "companies" ? "Judged companies whose median band is" : "Current judgements in the band";
  return facts.scale.bands.map((band, index) =>
    column(
      integerColumn(`${unit}_${columnPart(band.id)}`, band.label, `${counted} \`${band.id}\`.`, { unit }),
      (row: Row) => distribution(row)[index] ?? null,
    ),
  );
}

export function pillarColumns<Row>(
  facts: DatasetFacts,
  counted: string,
  pillars: (row: Row) => readonly { readonly median: number | null }[],
): ComputedColumn<Row>[] {
  return facts.pillars.map((pillar, index) =>
    column(
      textColumn(
        `${columnPart(pillar.id)}_median_band`,
        `${pillar.label}: median band`,
        `Lower median band of the ${counted} in the pillar \`${pillar.id}\`; empty where there are none.`,
        { nullable: true, ...bandValues(facts) },
      ),
      (row: Row) => bandId(facts, pillars(row)[index]?.median ?? null),
    ),
  );
}

/** The id of a band by its level. */
export function bandId(facts: DatasetFacts, level: number | null): string | null {
  return level === null ? null : (facts.scale.bands[level - 1]?.id ?? null);
}

/** A text as a SQL literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A list of texts in SQL. */
export function quotedList(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(", ")}]`;
}
