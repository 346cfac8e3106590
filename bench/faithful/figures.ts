import { readFileSync } from "node:fs";
import path from "node:path";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { readCsvObjects } from "../../test/fixtures/csv.ts";

/**
 * What is true of a dataset, counted from its files in plain code: no figure, no verdict and no
 * sentence of the program is asked. From the program come names of countries alone.
 */

/** Judgements of one company that count, as levels: 0 is the worst band. */
export interface CountedCompany {
  readonly id: string;
  readonly name: string;
  /** As the file has it. */
  readonly country: string;
  readonly sector: string;
  readonly levels: readonly number[];
  /** The last day that each may have been made on, `""` where it is undated; null if not known. */
  readonly days: readonly string[] | null;
}

/** A country or a sector with its counts. */
export interface Country {
  readonly slug: string;
  readonly name: string;
  readonly rank: number | null;
  readonly tied_with: number | null;
  readonly judged_companies: number;
  readonly listed_companies: number;
  readonly median_band: string | null;
  readonly distribution: Readonly<Record<string, number>>;
  readonly companies: readonly CountedCompany[];
}

/** A country that has a rank, and so a median band. */
export type Ranked = Country & { readonly rank: number; readonly tied_with: number; readonly median_band: string };

/** What cases are made from: a release, and the one or two before it. */
export interface Figures {
  readonly dataset: string;
  /** Worst first. */
  readonly bands: readonly { readonly id: string; readonly label: string }[];
  readonly minimum: number;
  readonly companies: readonly CountedCompany[];
  readonly countries: readonly Country[];
  readonly ranked: readonly Ranked[];
  /** Without ranks: only countries have one. */
  readonly sectors: readonly Country[];
  /** The same countries in the release before, on the same method; empty where there is none. */
  readonly before: { readonly release: string; readonly countries: readonly Country[] } | null;
  /** An earlier release of another method. */
  readonly otherMethod: string | null;
}

/** What `dataset.json` says of how to count. */
export interface Facts {
  readonly scale: { readonly bands: readonly { readonly id: string; readonly label: string }[] };
  readonly ranking?: { readonly minimum_companies?: number };
}

export function readFacts(folder: string): Facts {
  return JSON.parse(readFileSync(path.join(folder, "dataset.json"), "utf8")) as Facts;
}

/** Reads the companies of a folder in the format of datasets. */
export function readCompanies(folder: string, { scale }: Facts): CountedCompany[] {
  const read = (name: string) => readCsvObjects(readFileSync(path.join(folder, name), "utf8"));
  const judgements = Map.groupBy(read("judgements.csv"), ({ company = "" }) => company);
  return read("companies.csv").map(({ id = "", name = "", country = "", sector = "" }) => {
    const current = currentOf(judgements.get(id) ?? []);
    const levels = current.map(({ band }) => scale.bands.findIndex((each) => each.id === band));
    return { id, name, country, sector, levels, days: current.map(lastDay) };
  });
}

type Row = Readonly<Record<string, string>>;

/** Of one pillar, criterion and judge the newest judgement counts; one without a date is oldest. */
function currentOf(rows: readonly Row[]): readonly Row[] {
  const byKey = Map.groupBy(rows, ({ pillar, criterion = "", judge = "" }) =>
    JSON.stringify([pillar, criterion, judge]),
  );
  return [...byKey.values()].map((same) =>
    same.reduce((newest, row) => (lastDay(row) > lastDay(newest) ? row : newest)),
  );
}

/** The last day that a date may mean: of a year or a month its end. */
function lastDay({ judged_on: day = "" }: Row): string {
  return day === "" ? "" : `${day}${"-12-31".slice(day.length - 4)}`;
}

/** Counts a release. */
export function countFigures(
  dataset: string,
  facts: Facts,
  companies: readonly CountedCompany[],
  earlier: Pick<Figures, "before" | "otherMethod"> = { before: null, otherMethod: null },
): Figures {
  const { bands } = facts.scale;
  const minimum = facts.ranking?.minimum_companies ?? 6;
  const counted = [...Map.groupBy(companies, ({ country }) => territoryOf(country))]
    .filter(([territory]) => territory !== null)
    .map(([territory, of]) => countArea(territory!, bands, of));
  const enough = counted.filter(({ judged_companies: judged }) => judged >= minimum);
  const countries = counted.map((country): Country => {
    if (country.judged_companies < minimum) return country;
    const level = levelIn(bands, country.median_band);
    const rank = 1 + enough.filter(({ median_band: band }) => levelIn(bands, band) > level).length;
    return {
      ...country,
      rank,
      tied_with: enough.filter(({ median_band: band }) => levelIn(bands, band) === level).length - 1,
    };
  });
  return {
    dataset,
    bands,
    minimum,
    companies,
    countries,
    ranked: countries.filter((country): country is Ranked => country.rank !== null).toSorted((a, b) => a.rank - b.rank),
    sectors: [...Map.groupBy(companies, ({ sector }) => sector)].map(([sector, of]) =>
      countArea({ slug: sector, name: sector }, bands, of),
    ),
    ...earlier,
  };
}

export function levelIn(bands: Figures["bands"], id: string | null): number {
  return bands.findIndex((band) => band.id === id);
}

/** The lower median: the level in which the count from the worst up first reaches half of all. */
export function lowerMedian(levels: readonly number[]): number | null {
  return levels.toSorted((a, b) => a - b)[Math.ceil(levels.length / 2) - 1] ?? null;
}

const atlas = openAtlas();

function territoryOf(text: string): { readonly slug: string; readonly name: string } | null {
  const found = atlas.resolveCountry(text);
  return "territory" in found ? found.territory : null;
}

function countArea(
  { slug, name }: { readonly slug: string; readonly name: string },
  bands: Figures["bands"],
  companies: readonly CountedCompany[],
): Country {
  const levels = companies.map(({ levels: own }) => lowerMedian(own)).filter((level) => level !== null);
  const median = lowerMedian(levels);
  return {
    slug,
    name,
    rank: null,
    tied_with: null,
    judged_companies: levels.length,
    listed_companies: companies.length,
    companies,
    median_band: median === null ? null : (bands[median]?.id ?? null),
    distribution: Object.fromEntries(
      bands.map(({ id }, level) => [id, levels.filter((each) => each === level).length] as const),
    ),
  };
}
