import type { DuckDBConnection } from "@duckdb/node-api";
import { type Provenance, NO_PROVENANCE, type Origins, spanOfDates } from "../trust/provenance.ts";
import { judgedOnText, lastDaySql, parseJudgedOnSql, UNDATED } from "../trust/judged-on.ts";
import { readRows } from "./duck-rows.ts";
import { quoted } from "../tables/column.ts";

/**
 * The provenance of the figures of every country and sector. DuckDB counts it, so that memory does
 * not grow with the judgements: a dataset may name a source for each of them.
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
  return await countProvenance(connection, judged, releasedOn, "(SELECT text FROM clean.term WHERE term = largest)");
}

/** Counts it again from the downloadable tables of judgements and companies, Parquet files. */
export async function recountProvenance(
  connection: DuckDBConnection,
  { judgements, companies }: Readonly<Record<"judgements" | "companies", string>>,
  releasedOn: number,
): Promise<AreaProvenance> {
  const judged = `SELECT iso2 AS country, c.sector, ${parseJudgedOnSql("judged_on_given")} AS day, judge, source_url AS source
    FROM read_parquet(${quoted(judgements)}) j JOIN read_parquet(${quoted(companies)}) c ON c.id = j.company_id`;
  return await countProvenance(connection, judged, releasedOn, "largest");
}

/**
 * `judged` has a row for each judgement, with nulls for what it does not say. Judges and sources
 * are texts, or stand for them: `text` is SQL for the text of the value `largest`.
 */
async function countProvenance(
  connection: DuckDBConnection,
  judged: string,
  releasedOn: number,
  text: string,
): Promise<AreaProvenance> {
  const count = async (area: "country" | "sector"): Promise<ReadonlyMap<string, Provenance>> => {
    const named = `SELECT ${area} AS area, day, judge, source FROM (${judged}) WHERE area IS NOT NULL`;
    const dates = await readRows<DateRow>(connection, datesQuery(named));
    const originsIn = async (column: "judge" | "source"): Promise<ReadonlyMap<string, Origins>> => {
      const rows = await readRows<OriginsRow>(connection, originsQuery(named, column, text));
      return new Map(
        rows.map(({ area: key, given, different, name, most }) => [
          key,
          { given, different, largest: { name, judgements: most } },
        ]),
      );
    };
    const [judges, sources] = [await originsIn("judge"), await originsIn("source")];
    return new Map(
      dates.map(({ area: key, judgements, days, counts }) => [
        key,
        {
          judgements,
          dates: spanOfDates(days?.flatMap((day) => judgedOnText(day) ?? []) ?? [], counts ?? [], releasedOn),
          judges: judges.get(key) ?? NO_PROVENANCE.judges,
          sources: sources.get(key) ?? NO_PROVENANCE.sources,
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
  /** Number of judgements of each date. */
  readonly counts: readonly number[] | null;
}

function datesQuery(named: string): string {
  const order = `${lastDaySql("day")}, day`;
  return `SELECT area, sum(judgements)::INTEGER AS judgements,
      list(day ORDER BY ${order}) FILTER (day IS NOT NULL) AS days,
      list(judgements ORDER BY ${order}) FILTER (day IS NOT NULL) AS counts
    FROM (SELECT area, day, count(*)::INTEGER AS judgements FROM (${named}) GROUP BY ALL) GROUP BY area`;
}

interface OriginsRow {
  readonly area: string;
  readonly given: number;
  readonly different: number;
  /** The origin of the most judgements, and their number. */
  readonly name: string;
  readonly most: number;
}

/**
 * Terms are in the order of their texts, so of several largest the first is the same either way.
 */
function originsQuery(named: string, column: "judge" | "source", text: string): string {
  return `SELECT area, given, different, most, ${text} AS name FROM (
    SELECT area, sum(judgements)::INTEGER AS given, count(*)::INTEGER AS different,
      arg_min(value, row(-judgements, value)) AS largest, max(judgements) AS most
    FROM (SELECT area, ${column} AS value, count(*)::INTEGER AS judgements FROM (${named})
      WHERE ${column} IS NOT NULL GROUP BY ALL) GROUP BY area)`;
}
