import { createHash } from "node:crypto";
import type { DuckDBConnection } from "@duckdb/node-api";
import { slugify } from "../atlas/slug.ts";
import { compareText } from "../trust/text-order.ts";
import { counted } from "./counted.ts";
import { appendRows, readRows } from "./intake-database.ts";
import type { ProblemList } from "./problem-report.ts";
import type { TableFacts } from "./read-dataset-file.ts";
import type { IntakeRun } from "./stage-rows.ts";

/** A cell may name several sectors, with this between them. */
const SEPARATOR = "|";

/**
 * Makes `intake.sector_value(value, slug, others, sectors, longest)`: the sectors that every
 * distinct cell of `intake.company_row` names, and `intake.sector_label(slug, label)`.
 *
 * `slug` is the first sector, in which the company is counted, or NULL where there is none.
 * `others` are the slugs of the others, each once, in text order with `|` between them, or NULL.
 * `sectors` says how many there are in all, and `longest` is the longest name.
 *
 * A name is the slug or the label of a sector of dataset.json, in any case; another name is its own
 * label and has the slug made of it. Of several spellings with the same slug the most frequent is
 * the label, then the first in text order; the publisher gets a notice.
 */
export async function resolveSectors(
  connection: DuckDBConnection,
  { sectorLabels }: TableFacts,
  problems: ProblemList,
): Promise<void> {
  const declaredLabels = new Map(Object.entries(sectorLabels ?? {}));
  const declared = new Map<string, string>();
  for (const [slug, label] of declaredLabels) declared.set(label.toLowerCase(), slug);
  for (const slug of declaredLabels.keys()) declared.set(slug, slug);
  const found = await readRows<{ value: string; rows: bigint }>(
    connection,
    "SELECT sector AS value, count(*) AS rows FROM intake.company_row WHERE sector IS NOT NULL GROUP BY sector",
  );
  const cells = found.map(({ value, rows }) => ({ value, rows: Number(rows), names: namesIn(value, declared) }));
  const slugs = new Map<string, string>();
  const labels = new Map<string, string>();
  for (const name of mostFrequentFirst(cells)) {
    const slug = declared.get(name.toLowerCase()) ?? (slugify(name) || `sector-${hash(name)}`);
    slugs.set(name, slug);
    const label = labels.get(slug);
    if (label === undefined) labels.set(slug, declaredLabels.get(slug) ?? name);
    else if (sectorLabels !== null && !declaredLabels.has(slug))
      problems.notice(`companies: the sectors "${label}" and "${name}" are taken for one`);
  }
  const resolved = cells.map(({ value, names }) => {
    const [first, ...others] = new Set(names.flatMap((name) => slugs.get(name) ?? []));
    const longest = names.reduce((long, name) => (name.length > long.length ? name : long), "");
    const count = others.length + Number(first !== undefined);
    return [value, first ?? null, others.toSorted(compareText).join(SEPARATOR) || null, count, longest];
  });
  await connection.run(`
    CREATE TABLE intake.sector_value(value VARCHAR, slug VARCHAR, others VARCHAR, sectors INTEGER, longest VARCHAR);
    CREATE TABLE intake.sector_label(slug VARCHAR, label VARCHAR);`);
  await appendRows(connection, "intake", "sector_value", resolved);
  await appendRows(connection, "intake", "sector_label", labels);
}

/** Splits a cell into its names, each once; one of dataset.json may have the separator in it. */
function namesIn(value: string, declared: ReadonlyMap<string, string>): readonly string[] {
  if (declared.has(value.toLowerCase())) return [value];
  const names = value.split(SEPARATOR).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

interface Cell {
  readonly rows: number;
  readonly names: readonly string[];
}

function mostFrequentFirst(cells: readonly Cell[]): string[] {
  const counts = new Map<string, number>();
  for (const { rows, names } of cells) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + rows);
  return [...counts].toSorted(([a, rowsA], [b, rowsB]) => rowsB - rowsA || compareText(a, b)).map(([name]) => name);
}

function hash(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 8);
}

/** Says how many companies name several sectors, and which sectors no company is counted in. */
export async function noticeSeveralSectors({ connection, problems }: IntakeRun): Promise<void> {
  const named = `SELECT unnest(string_split(other_sectors, '|')) AS slug FROM clean.company`;
  const unfiled = await readRows<{ label: string; companies: bigint }>(
    connection,
    `SELECT label, count(*) AS companies FROM clean.sector JOIN (${named}) USING (slug)
      WHERE slug NOT IN (SELECT sector FROM clean.company) GROUP BY slug, label ORDER BY slug LIMIT 10`,
  );
  const [several] = await readRows<{ companies: bigint }>(
    connection,
    "SELECT count(*) AS companies FROM clean.company WHERE other_sectors IS NOT NULL",
  );
  const companies = Number(several?.companies);
  if (companies > 0)
    problems.notice(
      `companies: ${counted(companies, "company names", "companies name")} several sectors with "|" between them, and will count in the first alone`,
    );
  for (const { label, companies: others } of unfiled)
    problems.notice(
      `companies: no company will count in the sector "${label}", because ${counted(Number(others), "company names", "companies name")} it after another; it will have no figures`,
    );
}
