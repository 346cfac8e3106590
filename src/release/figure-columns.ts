import type { DatasetFacts } from "../trust/dataset.ts";
import { firmnessOf } from "../trust/firmness.ts";
import type { Distribution } from "../trust/scale.ts";
import type { AreaStatistics } from "../trust/tally.ts";
import { type ColumnFacts, integerColumn, textColumn } from "./column-facts.ts";
import type { ColumnType } from "./duck-rows.ts";

export type Cell = string | number | null;

/** How a column is stored and computed. */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly cell: (row: Row) => Cell;
}

/** A computed column with what readers are told of it. */
export interface DescribedColumn<Row> extends Column<Row> {
  readonly facts: ColumnFacts;
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

/** What a column of bands can hold. */
export function bandValues({ scale }: DatasetFacts): Pick<ColumnFacts, "values" | "isOrdered"> {
  return { values: scale.bands.map(({ id }) => id), isOrdered: true };
}

/** Joins what is told of a column to how it is computed. A computed date is stored as text. */
export function column<Row>(facts: ColumnFacts, cell: (row: Row) => Cell): DescribedColumn<Row> {
  return { name: facts.name, type: facts.type === "date" ? "text" : facts.type, cell, facts };
}

export function medianColumns<Row>(
  facts: DatasetFacts,
  counted: string,
  figures: (row: Row) => { median: number | null },
): DescribedColumn<Row>[] {
  const description = `Lower median band of the ${counted}; empty where there are none.`;
  return [
    column(
      textColumn("median_band", "Median band", description, { nullable: true, ...bandValues(facts) }),
      (row: Row) => bandId(facts, figures(row).median),
    ),
    column(
      integerColumn("median_rank", "Rank of the median band", "1 is the worst band. Only the order has meaning.", {
        nullable: true,
        minimum: 1,
        maximum: facts.scale.bands.length,
      }),
      (row: Row) => figures(row).median,
    ),
  ];
}

export function areaColumns<Row extends { readonly figures: AreaStatistics }>(
  facts: DatasetFacts,
): DescribedColumn<Row>[] {
  const flips = { nullable: true, minimum: 1, unit: "companies" };
  return [
    column(
      integerColumn("listed_companies", "Listed companies", "Companies of the release, judged or not.", {
        unit: "companies",
      }),
      (row: Row) => row.figures.listedCompanies,
    ),
    column(
      integerColumn("judged_companies", "Judged companies", "Companies with a current judgement.", {
        unit: "companies",
      }),
      (row: Row) => row.figures.judgedCompanies,
    ),
    ...distributionColumns<Row>(facts, "companies", (row) => row.figures.distribution),
    column(
      integerColumn(
        "flips_to_lower",
        "Flips to lower",
        "How many companies would have to fall below the median band before it drops; empty at the end of the scale.",
        flips,
      ),
      (row: Row) => firmnessOf(row.figures.distribution)?.flipsToLower ?? null,
    ),
    column(
      integerColumn(
        "flips_to_higher",
        "Flips to higher",
        "How many companies would have to rise above the median band before it rises; empty at the end of the scale.",
        flips,
      ),
      (row: Row) => firmnessOf(row.figures.distribution)?.flipsToHigher ?? null,
    ),
  ];
}

export function distributionColumns<Row>(
  facts: DatasetFacts,
  unit: "companies" | "judgements",
  distribution: (row: Row) => Distribution,
): DescribedColumn<Row>[] {
  const counted = unit === "companies" ? "Judged companies whose median band is" : "Current judgements in the band";
  return facts.scale.bands.map((band, place) =>
    column(
      integerColumn(`${unit}_${columnPart(band.id)}`, band.label, `${counted} \`${band.id}\`.`, { unit }),
      (row: Row) => distribution(row)[place] ?? null,
    ),
  );
}

export function pillarColumns<Row>(
  facts: DatasetFacts,
  counted: string,
  pillars: (row: Row) => readonly { readonly median: number | null }[],
): DescribedColumn<Row>[] {
  return facts.pillars.map((pillar, place) =>
    column(
      textColumn(
        `${columnPart(pillar.id)}_median_band`,
        `${pillar.label}: median band`,
        `Lower median band of the ${counted} in the pillar \`${pillar.id}\`; empty where there are none.`,
        { nullable: true, ...bandValues(facts) },
      ),
      (row: Row) => bandId(facts, pillars(row)[place]?.median ?? null),
    ),
  );
}

function bandId(facts: DatasetFacts, rank: number | null): string | null {
  return rank === null ? null : (facts.scale.bands[rank - 1]?.id ?? null);
}
