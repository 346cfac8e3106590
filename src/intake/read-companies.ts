import * as check from "./row-checks.ts";
import { COMPANY_DETAILS } from "../tables/companies.ts";
import { NO_SECTOR } from "../trust/dataset.ts";
import { counted } from "./counted.ts";
import { appendRows, literal, readCounts, readRows } from "./intake-database.ts";
import { LEI_SQL } from "./mapping/write-mapped-sql.ts";
import { detailChecks, detailTexts, readTable, type TextTable } from "./read-table.ts";
import { assignSlugs } from "./slugs.ts";
import type { IntakeRun, RowCounts } from "./stage-rows.ts";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Atlas } from "../atlas/atlas.ts";
import { createHash } from "node:crypto";
import { slugify } from "../atlas/slug.ts";
import { compareText } from "../trust/text-order.ts";
import type { ProblemList } from "./problem-report.ts";
import type { TableFacts } from "./read-dataset-file.ts";

const COUNTRY_EXPECTED = "an ISO 3166-1 code (such as FR, FRA or 250) or the name of a country";

const DETAILS = COMPANY_DETAILS.map(({ name }) => name);

const FACTS = ["name", "country", "sector", "other_sectors", ...DETAILS];

/** More sectors of one company are taken for a mistake. */
const SECTORS_MAX = 20;

/** The first name in a cell that is the error of a formula. */
const SECTOR_ERROR = "list_filter(string_split(r.sector, '|'), lambda x: intake.is_formula_error(trim(x)))[1]";

const country = (kind: string, expected: string): check.RowCheck =>
  check.unlessFormulaError(
    {
      kind,
      column: "country",
      expected,
      when: `r.country_kind = '${kind}'`,
      found: "r.country_value",
      expectedHere: "r.country_expected",
      advice: "r.country_advice",
    },
    "country_value",
  );

/** Without a country, a company is published where dataset.json says so. */
const mustHaveCountry = (when: string): check.RowCheck => ({
  ...check.mustBeGiven("country", COUNTRY_EXPECTED),
  when,
  advice: literal(
    'If companies without a country are to be published, in no country, say so in dataset.json: "companies_without_country": "keep".',
  ),
});

const COUNTRY_CHECKS: readonly check.RowCheck[] = [
  mustHaveCountry("r.country_value IS NULL"),
  check.unlessFormulaError(
    { ...mustHaveCountry("r.country_kind = 'missing_value'"), found: "r.country_value" },
    "country_value",
  ),
];

const buildChecks = (keepsWithoutCountry: boolean): readonly check.RowCheck[] => [
  ...["id", "name", ...DETAILS].map((column) => check.mustBeNoFormulaError(column)),
  check.mustBeNoFormulaError("country", "country_value"),
  check.mustBeNoFormulaError("sector", "sector_error"),
  check.mustBeGiven("id", "an id that no other company has"),
  check.mustBeOneLine("id"),
  check.mustNotExceed("id", check.ID_LENGTH_MAX),
  check.mustBeGiven("name", "the name of the company"),
  check.mustNotExceed("name", check.NAME_LENGTH_MAX),
  ...(keepsWithoutCountry ? [] : COUNTRY_CHECKS),
  country("unknown_country", COUNTRY_EXPECTED),
  country("ambiguous_country", "one country"),
  country("not_a_country", COUNTRY_EXPECTED),
  check.mustBeGiven("sector", "the sector in which the company is counted"),
  { ...check.mustNotExceed("longest_sector", 120), column: "sector" },
  {
    kind: "too_many_sectors",
    column: "sector",
    expected: `at most ${SECTORS_MAX} sectors`,
    when: `r.sector_count > ${SECTORS_MAX}`,
    found: "r.sector_count || ' sectors'",
  },
  ...COMPANY_DETAILS.flatMap(detailChecks),
];

/**
 * Fills `clean.company`, `clean.country` and `clean.sector`, and into `intake.company_key(name,
 * number)` the number of every id that other tables may name: -1 for a company that is left out
 * because of its problems.
 */
const COMPANIES: TextTable = {
  table: "companies",
  row: "company",
  texts: { id: "id", name: "label", country: "label", sector: "label", ...detailTexts(COMPANY_DETAILS) },
  async prepare({ connection, atlas, facts, problems }) {
    await resolveCountries(connection, atlas);
    await fillSectorsOfNone(connection, problems);
    await resolveSectors(connection, facts, problems);
    await connection.run(LEI_SQL);
  },
  meaning: `SELECT r.* EXCLUDE (country, sector), r.country AS country_value, c.iso2 AS country, c.kind AS country_kind,
      c.expected AS country_expected, c.advice AS country_advice, s.slug AS sector, s.others AS other_sectors,
      s.sectors AS sector_count, s.longest AS longest_sector, ${SECTOR_ERROR} AS sector_error
    FROM intake.company_row r LEFT JOIN intake.country_value c ON c.value = r.country
      LEFT JOIN intake.sector_value s ON s.value = r.sector`,
  checks: ({ facts }) => buildChecks(facts.keepsWithoutCountry),
  key: "id",
  facts: FACTS,
  conflict: check.mustNotConflict("company"),
  async fill(run) {
    await fillCleanCompanies(run);
    await fillCleanCountries(run);
  },
};

interface CompaniesRead extends RowCounts {
  readonly withoutCountry: number;
}

export async function readCompanies(run: IntakeRun): Promise<CompaniesRead> {
  const counts = await readTable(run, COMPANIES);
  const { without } = await readCounts<"without">(
    run.connection,
    "SELECT count(*) FILTER (country IS NULL) AS without FROM clean.company",
  );
  await noticeIdsAlike(run);
  await noticeSeveralSectors(run);
  if (without > 0)
    run.problems.notice(
      `companies: ${counted(without, "company is", "companies are")} without a country, and will count in the sector, and in no country`,
    );
  return { ...counts, withoutCountry: without };
}

/** Numbers, slugs and keys the companies that are free of problems. */
async function fillCleanCompanies(run: IntakeRun): Promise<void> {
  const { connection } = run;
  await connection.run(`CREATE TABLE intake.company_numbered AS
    SELECT (row_number() OVER () - 1)::INTEGER AS company, * FROM
      (SELECT DISTINCT id, ${FACTS.join(", ")} FROM intake.company_good WHERE id NOT IN (SELECT id FROM intake.company_conflict)
      ORDER BY lower(strip_accents(name)), name, id)`);
  await assignSlugs(
    run,
    "SELECT company AS n, name, id AS hint1, NULL::VARCHAR AS hint2, id AS key FROM intake.company_numbered",
    "company_slug",
  );
  await connection.run(`
    CREATE TABLE clean.company AS
      SELECT company, id, slug, name, country, sector, other_sectors, ${DETAILS.join(", ")}
      FROM intake.company_numbered POSITIONAL JOIN intake.company_slug;
    CREATE TABLE clean.sector AS SELECT slug, label FROM intake.sector_label WHERE slug IN
      (SELECT sector FROM clean.company UNION SELECT unnest(string_split(other_sectors, '|')) FROM clean.company) ORDER BY slug;
    CREATE TABLE intake.company_key AS
      SELECT id AS name, company AS number FROM clean.company
      UNION ALL SELECT DISTINCT id, -1 FROM intake.company_read WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM clean.company);
    DROP TABLE intake.company_numbered;
    DROP TABLE intake.company_slug;`);
}

/** Ids are told apart by case; where nothing else does, it may be an oversight. */
async function noticeIdsAlike({ connection, problems }: IntakeRun): Promise<void> {
  const alike = await readRows<{ ids: string }>(
    connection,
    `SELECT string_agg(id, ' and ' ORDER BY id) AS ids FROM clean.company GROUP BY lower(id) HAVING count(*) > 1 ORDER BY ids LIMIT 10`,
  );
  for (const { ids } of alike)
    problems.notice(`companies: the ids ${ids} differ in case alone, and are taken for different companies`);
}

/**
 * Fills in the countries that have a company, with the names and slugs the atlas gives them now: a
 * release keeps them.
 */
async function fillCleanCountries({ connection, atlas }: IntakeRun): Promise<void> {
  await connection.run("CREATE TABLE clean.country (iso2 VARCHAR, iso3 VARCHAR, slug VARCHAR, name VARCHAR)");
  const found = await connection.runAndReadAll(
    "SELECT DISTINCT country FROM clean.company WHERE country IS NOT NULL ORDER BY country",
  );
  const rows = found.getRows().map(([code]) => {
    const territory = atlas.byIso2(String(code));
    if (!territory) throw new Error(`the atlas resolved a value to ${String(code)}, which it does not know`);
    return [territory.iso2, territory.iso3, territory.slug, territory.name];
  });
  await appendRows(connection, "clean", "country", rows);
}

/**
 * Makes `intake.country_value(value, iso2, kind, expected, advice)`: what every distinct country
 * value of `intake.company_row` means. `iso2` is NULL where it names no country; `kind`, `expected`
 * and, where more is to be said, `advice` then say why and what to write.
 */
async function resolveCountries(connection: DuckDBConnection, atlas: Atlas): Promise<void> {
  await connection.run(
    "CREATE TABLE intake.country_value(value VARCHAR, iso2 VARCHAR, kind VARCHAR, expected VARCHAR, advice VARCHAR)",
  );
  const values = await readRows<{ value: string }>(
    connection,
    "SELECT DISTINCT country AS value FROM intake.company_row WHERE country IS NOT NULL",
  );
  const resolved = values.map(({ value }) => [value, ...meaningOf(atlas, value)]);
  await appendRows(connection, "intake", "country_value", resolved);
}

/** Returns the code of a country, or the kind of the problem, what was expected, and advice. */
function meaningOf(atlas: Atlas, value: string): (string | null)[] {
  const meaning = atlas.resolveCountry(value);
  switch (meaning.kind) {
    case "country":
      return [meaning.territory.iso2, null, null, null];
    case "missing":
      return [null, "missing_value", COUNTRY_EXPECTED, null];
    case "unknown":
      return [null, "unknown_country", meaning.expected, null];
    case "ambiguous":
      return [
        null,
        "ambiguous_country",
        `one country: ${meaning.candidates.map(({ name, iso2 }) => `${name} (${iso2})`).join(" or ")}`,
        null,
      ];
    case "not_a_country":
      return [null, "not_a_country", COUNTRY_EXPECTED, sentence(meaning.why)];
    default:
      return meaning satisfies never;
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const SEPARATOR = "|";

/** Where no company names a sector, all are in the one of mappings without sectors. */
async function fillSectorsOfNone(connection: DuckDBConnection, problems: ProblemList): Promise<void> {
  const { named, rows } = await readCounts<"named" | "rows">(
    connection,
    "SELECT count(sector) AS named, count(*) AS rows FROM intake.company_row",
  );
  if (named > 0 || rows === 0) return;
  await connection.run(`UPDATE intake.company_row SET sector = ${literal(NO_SECTOR)}`);
  problems.notice(
    `companies: no company names a sector; all will be in one, "${NO_SECTOR}", of which pages say nothing`,
  );
}

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
async function resolveSectors(
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
async function noticeSeveralSectors({ connection, problems }: IntakeRun): Promise<void> {
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
