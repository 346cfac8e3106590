import type { DatasetFacts } from "../trust/dataset.ts";
import { firmnessOf } from "../trust/statistics.ts";
import type { Distribution } from "../trust/scale.ts";
import type { AreaStatistics } from "../trust/tally.ts";

/** What a column of a downloadable table is, and the columns that several tables share. */

/**
 * What readers learn about a column: the one description behind CSVW, Data Package and the
 * documentation.
 */
export interface ColumnDescription {
  /** As in the header line; never changed. */
  readonly name: string;
  /** `date` is `YYYY-MM-DD`. */
  readonly type: "text" | "integer" | "number" | "date";
  readonly title: string;
  readonly description: string;
  /** Whether a value can be missing, which is null: never 0, never an empty text. */
  readonly nullable: boolean;
  /** Every possible value, where there are few. */
  readonly values?: readonly string[];
  /** The values are bands of the scale, worst first. */
  readonly isOrdered?: true;
  /** What a number counts. */
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The version of the column contract that brought it. */
  readonly since: number;
}

/** What distinguishes a column from a plain one that is always filled. */
type Particulars = Partial<
  Pick<ColumnDescription, "nullable" | "values" | "isOrdered" | "unit" | "minimum" | "maximum" | "since">
>;

function describe(
  type: ColumnDescription["type"],
  name: string,
  title: string,
  description: string,
  particulars: Particulars,
): ColumnDescription {
  return { name, type, title, description, nullable: false, since: 1, ...particulars };
}

export function textColumn(
  name: string,
  title: string,
  description: string,
  more: Particulars = {},
): ColumnDescription {
  return describe("text", name, title, description, more);
}

export function dateColumn(
  name: string,
  title: string,
  description: string,
  more: Particulars = {},
): ColumnDescription {
  return describe("date", name, title, description, more);
}

/** A whole number from 0, unless said otherwise. */
export function integerColumn(
  name: string,
  title: string,
  description: string,
  more: Particulars = {},
): ColumnDescription {
  return describe("integer", name, title, description, { minimum: 0, ...more });
}

/** A share from 0 to 1. */
export function shareColumn(
  name: string,
  title: string,
  description: string,
  more: Particulars = {},
): ColumnDescription {
  return describe("number", name, title, description, { minimum: 0, maximum: 1, ...more });
}

export type Value = string | number | null;

/** A column whose values are computed from statistics. */
export interface ComputedColumn<Row> {
  readonly description: ColumnDescription;
  readonly value: (row: Row) => Value;
}

/** A column that comes from the clean tables. */
export interface QueriedColumn {
  readonly description: ColumnDescription;
  /** Over the aliases of the table's query. */
  readonly sql: string;
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

/** An identifier of a band or pillar as part of a column name. */
function columnPart(id: string): string {
  return id.replaceAll("-", "_");
}

/** The values of a column of bands. */
export function bandValues({ scale }: DatasetFacts): Pick<ColumnDescription, "values" | "isOrdered"> {
  return { values: scale.bands.map(({ id }) => id), isOrdered: true };
}

export function column<Row>(description: ColumnDescription, value: (row: Row) => Value): ComputedColumn<Row> {
  return { description, value };
}

export function queried(sql: string, description: ColumnDescription): QueriedColumn {
  return { description, sql };
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

/** What a cell has of the statistics of an area. */
export type CellStatistics = Omit<AreaStatistics, "pillars" | "withoutPillars">;

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

function bandId(facts: DatasetFacts, level: number | null): string | null {
  return level === null ? null : (facts.scale.bands[level - 1]?.id ?? null);
}
