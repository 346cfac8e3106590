import { counted } from "./counted.ts";
import { appendRows, literal, readCounts, readRows } from "./intake-database.ts";
import { noticeSeveralSectors, resolveSectors } from "./resolve-sectors.ts";
import { COUNTRY_EXPECTED, findWrongLeis, resolveCountries } from "./resolve-values.ts";
import * as check from "./row-checks.ts";
import { assignSlugs } from "./slugs.ts";
import { type IntakeRun, type RowCounts, type StagedColumn, stageRows } from "./stage-rows.ts";

/** SQL: an empty alias and one given twice are dropped; the order stays. */
export const ALIASES = `(SELECT nullif(array_to_string(list_filter(l, lambda x, i: x IS NOT NULL AND list_position(l, x) = i), '|'), '')
  FROM (SELECT list_transform(string_split(aliases, '|'), lambda x: intake.clean(x)) AS l))`;

const COLUMNS: readonly StagedColumn[] = [
  { name: "record", type: "INTEGER", sql: "record" },
  { name: "id", type: "VARCHAR", sql: "intake.clean_id(id)" },
  { name: "name", type: "VARCHAR", sql: "intake.clean(name)" },
  { name: "country", type: "VARCHAR", sql: "intake.clean(country)" },
  { name: "sector", type: "VARCHAR", sql: "intake.clean(sector)" },
  { name: "website", type: "VARCHAR", sql: "intake.clean_id(website)" },
  { name: "lei", type: "VARCHAR", sql: "upper(intake.clean_id(lei))" },
  { name: "aliases", type: "VARCHAR", sql: ALIASES },
];

const FACTS = ["name", "country", "sector", "other_sectors", "website", "lei", "aliases"] as const;

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
  ...["id", "name", "website", "lei", "aliases"].map((column) => check.mustBeNoFormulaError(column)),
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
  check.unlessFormulaError(check.mustBeWebUrl("website"), "website"),
  check.unlessFormulaError(
    {
      kind: "bad_lei",
      column: "lei",
      expected: "20 letters and digits, the last two of them the check digits of ISO 17442",
      when: "r.has_wrong_lei",
      found: "r.lei",
    },
    "lei",
  ),
];

interface CompaniesRead extends RowCounts {
  readonly withoutCountry: number;
}

/**
 * Reads the companies into `clean.company`, `clean.country` and `clean.sector`, and into
 * `intake.company_key(name, number)` the number of every id that other tables may name: -1 for a
 * company that is left out because of its problems, which are recorded.
 */
export async function readCompanies(run: IntakeRun): Promise<CompaniesRead> {
  const { connection } = run;
  const checks = buildChecks(run.facts.keepsWithoutCountry);
  const malformed = await stageRows(run, "companies", "company_row", COLUMNS);
  await resolveCountries(connection, run.atlas);
  await resolveSectors(connection, run.facts, run.problems);
  await findWrongLeis(connection);
  await connection.run(`CREATE TABLE intake.company_read AS SELECT *, ${check.failsAny(checks)} AS is_bad FROM
      (SELECT r.* EXCLUDE (country, sector), r.country AS country_value, c.iso2 AS country, c.kind AS country_kind,
        c.expected AS country_expected, c.advice AS country_advice, s.slug AS sector, s.others AS other_sectors,
        s.sectors AS sector_count, s.longest AS longest_sector, ${SECTOR_ERROR} AS sector_error, w.lei IS NOT NULL AS has_wrong_lei
      FROM intake.company_row r LEFT JOIN intake.country_value c ON c.value = r.country LEFT JOIN intake.sector_value s ON s.value = r.sector
        LEFT JOIN intake.wrong_lei w ON w.lei = r.lei) r;
    CREATE VIEW intake.company_good AS SELECT * FROM intake.company_read WHERE NOT is_bad;
    CREATE TABLE intake.company_conflict AS ${check.conflictingRows("intake.company_good", "id", FACTS)};`);
  const { read, bad, conflicting } = await readCounts<"read" | "bad" | "conflicting">(
    connection,
    `SELECT count(*) AS read, count(*) FILTER (is_bad) AS bad, (SELECT count(*) FROM intake.company_conflict) AS conflicting
      FROM intake.company_read`,
  );
  if (bad > 0) await check.recordProblems(connection, "companies", "intake.company_read", checks);
  if (conflicting > 0)
    await check.recordProblems(connection, "companies", "intake.company_conflict", [check.mustNotConflict("company")]);
  const { companies, without } = await fillCleanCompanies(run);
  await noticeIdsAlike(run);
  await noticeSeveralSectors(run);
  if (without > 0)
    run.problems.notice(
      `companies: ${counted(without, "company is", "companies are")} without a country, and will count in the sector, and in no country`,
    );
  await fillCleanCountries(run);
  await connection.run("DROP VIEW intake.company_good");
  for (const table of ["row", "read", "conflict"]) await connection.run(`DROP TABLE intake.company_${table}`);
  return {
    rows: companies,
    withoutCountry: without,
    duplicates: read - bad - conflicting - companies,
    skipped: malformed + bad + conflicting,
  };
}

/**
 * Numbers, slugs and keys the companies that are free of problems, and returns how many there are,
 * and how many of them without a country.
 */
async function fillCleanCompanies(run: IntakeRun): Promise<Record<"companies" | "without", number>> {
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
      SELECT company, id, slug, name, country, sector, other_sectors, website, lei, aliases
      FROM intake.company_numbered POSITIONAL JOIN intake.company_slug;
    CREATE TABLE clean.sector AS SELECT slug, label FROM intake.sector_label WHERE slug IN
      (SELECT sector FROM clean.company UNION SELECT unnest(string_split(other_sectors, '|')) FROM clean.company) ORDER BY slug;
    CREATE TABLE intake.company_key AS
      SELECT id AS name, company AS number FROM clean.company
      UNION ALL SELECT DISTINCT id, -1 FROM intake.company_read WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM clean.company);
    DROP TABLE intake.company_numbered;
    DROP TABLE intake.company_slug;`);
  return await readCounts(
    connection,
    "SELECT count(*) AS companies, count(*) FILTER (country IS NULL) AS without FROM clean.company",
  );
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
 * The countries that have a company, with the names and slugs the atlas gives them now: a release
 * keeps them.
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
