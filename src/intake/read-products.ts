import type { DetailColumn } from "../tables/details.ts";
import { PRODUCT_DETAILS } from "../tables/products.ts";
import { detailChecks, detailTexts, mustBeListed, suggestMeant, type TextTable } from "./read-table.ts";
import * as check from "./row-checks.ts";
import { assignSlugs } from "./slugs.ts";
import type { IntakeRun } from "./stage-rows.ts";

const DETAILS = PRODUCT_DETAILS.map(({ name }) => name);

const CHECKS: readonly check.RowCheck[] = [
  ...["name", "company", "id", ...DETAILS].map((column) => check.mustBeNoFormulaError(column)),
  check.mustBeGiven("name", "the name of the product"),
  check.mustNotExceed("name", check.NAME_LENGTH_MAX),
  check.mustBeGiven("company", "the id of the product's company"),
  check.mustBeOneLine("id"),
  check.mustNotExceed("id", check.ID_LENGTH_MAX),
  ...PRODUCT_DETAILS.flatMap(detailChecks),
];

/**
 * Fills `clean.product`; products of a company that was left out are left out and counted as well.
 */
export const PRODUCTS: TextTable = {
  table: "products",
  row: "product",
  texts: { id: "id", company: "id", name: "label", ...detailTexts(PRODUCT_DETAILS) },
  meaning:
    "SELECT r.*, k.number, k.number IS NULL AS no_company FROM intake.product_row r LEFT JOIN intake.company_key k ON k.name = r.company",
  checks: (run) => [...CHECKS, ...mustBeListed(run)],
  isOfCompany: true,
  suggest: (run) => suggestMeant(run, "intake.product_read", { company: "companies" }),
  key: "id",
  facts: ["name", "company", ...DETAILS],
  conflict: check.mustNotConflict("product"),
  fill: fillCleanProducts,
};

/**
 * SQL: a key that no two products `p` of a company `c` share. Columns that came later than the
 * others change no key in which they are empty.
 */
function slugKey(): string {
  const isLater = ({ sinceFormat }: DetailColumn): boolean => sinceFormat !== undefined;
  const first = PRODUCT_DETAILS.filter((column) => !isLater(column)).map(({ name }) => `p.${name}`);
  const later = PRODUCT_DETAILS.filter(isLater).map(({ name }, index) => `repeat(chr(31), ${index + 1}) || p.${name}`);
  return `concat(${[["c.id", "p.name", "p.id", ...first].join(", chr(31), "), ...later].join(", ")})`;
}

async function fillCleanProducts(run: IntakeRun): Promise<void> {
  const { connection } = run;
  const details = DETAILS.join(", ");
  await connection.run(`CREATE TABLE intake.product_numbered AS
    SELECT (row_number() OVER () - 1)::INTEGER AS n, * FROM
      (SELECT DISTINCT number AS company, id, name, ${details} FROM intake.product_good
      WHERE id IS NULL OR id NOT IN (SELECT id FROM intake.product_conflict)
      ORDER BY company, name, id NULLS FIRST, ${DETAILS.map((name) => `${name} NULLS FIRST`).join(", ")})`);
  await assignSlugs(
    run,
    `SELECT n, p.name, c.slug AS hint1, p.id AS hint2, ${slugKey()} AS key
      FROM intake.product_numbered p JOIN clean.company c USING (company)`,
    "product_slug",
  );
  await connection.run(`
    CREATE TABLE clean.product AS
      SELECT company, id, slug, name, ${details} FROM intake.product_numbered POSITIONAL JOIN intake.product_slug;
    DROP TABLE intake.product_numbered;
    DROP TABLE intake.product_slug;`);
}
