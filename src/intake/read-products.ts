import { readCounts } from "./intake-database.ts";
import { ALIASES } from "./read-companies.ts";
import * as check from "./row-checks.ts";
import { assignSlugs } from "./slugs.ts";
import { areAllCompaniesRead, type IntakeRun, type RowCounts, type StagedColumn, stageRows } from "./stage-rows.ts";
import { createSuggestions, suggestCompanies, suggestionFor } from "./suggest.ts";

const UNKNOWN_COMPANY = check.unlessFormulaError(
  {
    kind: "unknown_company",
    column: "company",
    expected: "an id of the companies table",
    when: "r.company IS NOT NULL AND r.number IS NULL",
    found: "r.company",
    advice: suggestionFor("company"),
  },
  "company",
);

const CHECKS: readonly check.RowCheck[] = [
  ...["name", "company", "id", "brand", "aliases"].map((column) => check.mustBeNoFormulaError(column)),
  check.mustBeGiven("name", "the name of the product"),
  check.mustNotExceed("name", check.NAME_LENGTH_MAX),
  check.mustBeGiven("company", "the id of the product's company"),
  UNKNOWN_COMPANY,
  check.mustBeOneLine("id"),
  check.mustNotExceed("id", check.ID_LENGTH_MAX),
  check.mustNotExceed("brand", check.NAME_LENGTH_MAX),
];

const COLUMNS: readonly StagedColumn[] = [
  { name: "record", type: "INTEGER", sql: "record" },
  { name: "id", type: "VARCHAR", sql: "intake.clean_id(id)" },
  { name: "company", type: "VARCHAR", sql: "intake.clean_id(company)" },
  { name: "name", type: "VARCHAR", sql: "intake.clean(name)" },
  { name: "brand", type: "VARCHAR", sql: "intake.clean(brand)" },
  { name: "aliases", type: "VARCHAR", sql: ALIASES },
];

/**
 * Reads the products into `clean.product`; those of a company that was left out are left out and
 * counted as well.
 */
export async function readProducts(run: IntakeRun): Promise<RowCounts> {
  const { connection } = run;
  const malformed = await stageRows(run, "products", "product_row", COLUMNS);
  await connection.run(`CREATE TABLE intake.product_read AS
      SELECT r.*, k.number FROM intake.product_row r LEFT JOIN intake.company_key k ON k.name = r.company;
    CREATE TABLE intake.product_good AS SELECT * FROM intake.product_read r WHERE number >= 0 AND NOT (${check.failsAny(CHECKS)});
    CREATE TABLE intake.product_conflict AS ${check.conflictingRows("intake.product_good", "id", ["name", "company", "brand", "aliases"])};`);
  const { read, good, conflicting } = await readCounts<"read" | "good" | "conflicting">(
    connection,
    `SELECT (SELECT count(*) FROM intake.product_read) AS read, (SELECT count(*) FROM intake.product_good) AS good,
      (SELECT count(*) FROM intake.product_conflict) AS conflicting`,
  );
  if (good < read) await recordBadProducts(run);
  if (conflicting > 0)
    await check.recordProblems(connection, "products", "intake.product_conflict", [check.mustNotConflict("product")]);
  await connection.run(`CREATE TABLE intake.product_numbered AS
    SELECT (row_number() OVER () - 1)::INTEGER AS n, * FROM
      (SELECT DISTINCT number AS company, id, name, brand, aliases FROM intake.product_good
      WHERE id IS NULL OR id NOT IN (SELECT id FROM intake.product_conflict)
      ORDER BY company, name, id NULLS FIRST, brand NULLS FIRST, aliases NULLS FIRST)`);
  await assignSlugs(
    run,
    `SELECT n, p.name, c.slug AS hint1, p.id AS hint2, concat(c.id, chr(31), p.name, chr(31), p.id, chr(31), p.brand, chr(31) || p.aliases) AS key
      FROM intake.product_numbered p JOIN clean.company c USING (company)`,
    "product_slug",
  );
  await connection.run(`CREATE TABLE clean.product AS
    SELECT company, id, slug, name, brand, aliases FROM intake.product_numbered POSITIONAL JOIN intake.product_slug`);
  const { products } = await readCounts<"products">(connection, "SELECT count(*) AS products FROM clean.product");
  for (const table of ["row", "read", "good", "conflict", "numbered", "slug"])
    await connection.run(`DROP TABLE intake.product_${table}`);
  return { rows: products, duplicates: good - conflicting - products, skipped: malformed + read - good + conflicting };
}

async function recordBadProducts(run: IntakeRun): Promise<void> {
  const { connection } = run;
  await createSuggestions(connection);
  if (areAllCompaniesRead(run))
    await suggestCompanies(connection, "SELECT company AS value FROM intake.product_read WHERE number IS NULL");
  const checks = areAllCompaniesRead(run) ? CHECKS : CHECKS.filter((each) => each !== UNKNOWN_COMPANY);
  await check.recordProblems(connection, "products", "intake.product_read", checks);
}
