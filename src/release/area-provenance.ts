import type { DuckDBConnection } from "@duckdb/node-api";
import { type Provenance, NO_PROVENANCE, type Origins, spanOfDates } from "../trust/provenance.ts";
import { judgedOnText, lastDaySql, parseJudgedOnSql, UNDATED } from "../trust/judged-on.ts";
import { readRows } from "./duck-rows.ts";
import { quoted } from "../tables/column.ts";

/**
 * What the figures of every country and sector rest on. DuckDB counts it, so that memory does not
 * grow with the judgements: a dataset may name a source for each of them.
 */
export interface AreaProvenance {
  /** By ISO 3166-1 alpha-2. */
  readonly countries: ReadonlyMap<string, Provenance>;
  /** By slug. */
  readonly sectors: ReadonlyMap<string, Provenance>;
}

/**
 * Counts the provenance of clean tables. `releasedOn` is the day of the release, in days since
 * 1970-01-01.
 */
export async function readProvenance(connection: DuckDBConnection, releasedOn: number): Promise<AreaProvenance> {
  const judged = `SELECT country, sector, CASE WHEN judged_on <> ${UNDATED} THEN judged_on END AS day,
    nullif(judge, 0) AS judge, nullif(source, 0) AS source FROM clean.judgement JOIN clean.company USING (company)`;
  return await countProvenance<number>(connection, judged, releasedOn, (terms) => textsOf(connection, terms));
}

/** Counts it again from the downloadable tables of judgements and companies, Parquet files. */
export async function recountProvenance(
  connection: DuckDBConnection,
  { judgements, companies }: Readonly<Record<"judgements" | "companies", string>>,
  releasedOn: number,
): Promise<AreaProvenance> {
  const judged = `SELECT iso2 AS country, c.sector, ${parseJudgedOnSql("judged_on_given")} AS day, judge, source_url AS source
    FROM read_parquet(${quoted(judgements)}) j JOIN read_parquet(${quoted(companies)}) c ON c.id = j.company_id`;
  const themselves = async (texts: readonly string[]) => new Map(texts.map((text) => [text, text]));
  return await countProvenance<string>(connection, judged, releasedOn, themselves);
}

/**
 * `judged` has a row for each judgement, with nulls for what it does not say. Judges and sources
 * are values of type `V`, which `textsOfValues` gives the texts of.
 */
async function countProvenance<V extends number | string>(
  connection: DuckDBConnection,
  judged: string,
  releasedOn: number,
  textsOfValues: (values: readonly V[]) => Promise<ReadonlyMap<V, string>>,
): Promise<AreaProvenance> {
  const count = async (area: "country" | "sector"): Promise<ReadonlyMap<string, Provenance>> => {
    const named = `SELECT ${area} AS area, day, judge, source FROM (${judged}) WHERE area IS NOT NULL`;
    const dates = await readRows<DateRow>(connection, datesQuery(named));
    const judges = await readRows<OriginsRow<V>>(connection, originsQuery(named, "judge"));
    const sources = await readRows<OriginsRow<V>>(connection, originsQuery(named, "source"));
    const texts = await textsOfValues([...judges, ...sources].map(({ largest }) => largest));
    const originsIn = (rows: readonly OriginsRow<V>[]) => new Map(rows.map((row) => [row.area, originsOf(row, texts)]));
    const [judgesIn, sourcesIn] = [originsIn(judges), originsIn(sources)];
    return new Map(
      dates.map(({ area: key, judgements, days, counts }) => [
        key,
        {
          judgements,
          dates: spanOfDates(days?.flatMap((day) => judgedOnText(day) ?? []) ?? [], counts ?? [], releasedOn),
          judges: judgesIn.get(key) ?? NO_PROVENANCE.judges,
          sources: sourcesIn.get(key) ?? NO_PROVENANCE.sources,
        },
      ]),
    );
  };
  return { countries: await count("country"), sectors: await count("sector") };
}

interface DateRow {
  readonly area: string;
  readonly judgements: number;
  /** Dates that have a judgement, oldest first; null where none is dated. */
  readonly days: readonly number[] | null;
  /** How many judgements are of each. */
  readonly counts: readonly number[] | null;
}

function datesQuery(named: string): string {
  const order = `${lastDaySql("day")}, day`;
  return `SELECT area, sum(judgements)::INTEGER AS judgements,
      list(day ORDER BY ${order}) FILTER (day IS NOT NULL) AS days,
      list(judgements ORDER BY ${order}) FILTER (day IS NOT NULL) AS counts
    FROM (SELECT area, day, count(*)::INTEGER AS judgements FROM (${named}) GROUP BY ALL) GROUP BY area`;
}

interface OriginsRow<V> {
  readonly area: string;
  readonly given: number;
  readonly different: number;
  readonly largest: V;
  readonly most: number;
}

/**
 * Terms are in the order of their texts, so of several largest the first is the same either way.
 */
function originsQuery(named: string, column: "judge" | "source"): string {
  return `SELECT area, sum(judgements)::INTEGER AS given, count(*)::INTEGER AS different,
      arg_min(value, row(-judgements, value)) AS largest, max(judgements) AS most
    FROM (SELECT area, ${column} AS value, count(*)::INTEGER AS judgements FROM (${named})
      WHERE ${column} IS NOT NULL GROUP BY ALL) GROUP BY area`;
}

function originsOf<V extends number | string>(
  { given, different, largest, most }: OriginsRow<V>,
  texts: ReadonlyMap<V, string>,
): Origins {
  const name = texts.get(largest);
  if (name === undefined) throw new Error(`clean.judgement names the term ${largest}, which clean.term lacks`);
  return { given, different, largest: { name, judgements: most } };
}

async function textsOf(connection: DuckDBConnection, terms: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (terms.length === 0) return new Map();
  const rows = await readRows<{ term: number; text: string }>(
    connection,
    `SELECT term, text FROM clean.term WHERE term IN (${terms.join(", ")})`,
  );
  return new Map(rows.map(({ term, text }) => [term, text]));
}
