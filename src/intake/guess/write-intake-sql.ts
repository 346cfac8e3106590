import { identifier, literal } from "../intake-database.ts";
import { TABLE_NAMES } from "../tables.ts";
import { type Answers, NO_SECTOR, type WholeGuess } from "./answers.ts";
import { isNumber, webAddress } from "./column-facts.ts";
import { type LeftOut, leftOutCondition, type TableGuess } from "./guess-table.ts";
import { type RawTable, SHEET_COLUMN, YEAR_COLUMN } from "./raw-table.ts";
import { judgementsView } from "./write-judgements-sql.ts";

/**
 * The intake.sql that maps the files to the tables of a dataset, with a comment for every
 * statement. Null where the files are the tables already.
 */
export function writeIntakeSql(guess: WholeGuess, answers: Answers): string | null {
  if (isFitting(guess, answers)) return null;
  const { companies, judgements, products } = guess;
  const tables = new Map<string, TableGuess | { readonly table: RawTable }>();
  for (const each of [companies, ...judgements, ...(products === null ? [] : [products])])
    for (const table of [...each.table.uses.map((used) => ({ table: used })), each])
      if (!tables.has(table.table.name)) tables.set(table.table.name, table);
  const statements = [
    "-- How the files become the tables of the dataset, in DuckDB SQL. `country-trust init` wrote it; change what is wrong,\n-- and `country-trust check` says whether it still works.",
    ...[...tables.values()].map(tableStatement),
    companiesView(guess, answers),
    judgementsView(judgements, answers),
    ...(products === null ? [] : [productsView(products)]),
  ];
  return `${statements.join("\n\n")}\n`;
}

function tableStatement(guess: TableGuess | { readonly table: RawTable }): string {
  const { table } = guess;
  const left = "leftOut" in guess ? guess.leftOut : null;
  const condition = "leftOut" in guess ? leftOutCondition(guess.leftOut, guess.roles) : null;
  const comments = table.parts.map(({ label, notes }) => `-- ${[label, notes.join("; ")].filter(Boolean).join(": ")}.`);
  if (table.parts.length > 1)
    comments.push(
      table.columns.some(({ name }) => name === YEAR_COLUMN)
        ? `-- They have the same columns or nearly so, and become one table; "${YEAR_COLUMN}" is the year in their names.`
        : `-- They have the same columns, and become one table; "${SHEET_COLUMN}" says where a row is from.`,
    );
  if (left !== null && condition !== null) comments.push(leftOutComment(left));
  const isOne = table.parts.length === 1 && table.uses.length === 0;
  const body =
    condition === null
      ? table.select
      : isOne
        ? `${table.select}\n  WHERE ${condition}`
        : `SELECT * FROM (\n  ${table.select})\n  WHERE ${condition}`;
  return `${comments.map(oneLine).join("\n")}\nCREATE TABLE ${table.name} AS\n  ${body};`;
}

function leftOutComment({ names, emptyRows }: LeftOut): string {
  const shown = names.slice(0, 10).map((name) => `"${name}"`);
  const what = [
    ...(emptyRows > 0 ? ["rows with neither a name nor a country"] : []),
    ...(names.length > 0 ? [`rows that are no companies: ${shown.join(", ")}${names.length > 10 ? " …" : ""}`] : []),
  ];
  return `-- Left out: ${what.join("; ")}.`;
}

/** A line break in a label would end the comment. */
function oneLine(comment: string): string {
  return comment.replaceAll(/[\r\n]+/gu, " ");
}

function companiesView({ companies }: WholeGuess, answers: Answers): string {
  const { id, name, roles, table, facts } = companies;
  const country = roles.country === undefined ? literal(answers.country ?? "") : identifier(roles.country);
  const hasSheet = table.columns.some((column) => column.name === SHEET_COLUMN);
  const sectorColumn = roles.sector ?? (hasSheet && answers.sector === null ? SHEET_COLUMN : undefined);
  const sectorFacts = facts.find(({ column }) => column.name === sectorColumn);
  const isPatchy = sectorFacts !== undefined && sectorFacts.column.filled < table.rows;
  const rest = answers.sector ?? NO_SECTOR;
  const sector =
    sectorColumn === undefined
      ? literal(rest)
      : isPatchy
        ? `coalesce(nullif(trim(${identifier(sectorColumn)}), ''), ${literal(rest)})`
        : identifier(sectorColumn);
  const further = (["website", "lei"] as const).flatMap((role) =>
    roles[role] === undefined
      ? []
      : [`${role === "website" ? webAddress(facts, roles[role]) : identifier(roles[role])} AS ${role}`],
  );
  const columns = [
    `${identifier(id)} AS id`,
    `${identifier(name)} AS name`,
    `${country} AS country`,
    `${sector} AS sector`,
    ...further,
  ];
  const comments = [
    id === name
      ? `-- The companies. They have no ids of their own, so the name is the id: another spelling would be another company.`
      : `-- The companies, with the ids by which judgements name them.`,
    ...(roles.country === undefined ? ["-- No column has their country: it is the same for all."] : []),
    ...(sectorColumn === undefined ? [`-- No column has their sector: it is "${rest}" for all.`] : []),
    ...(isPatchy ? [`-- An empty sector becomes "${rest}".`] : []),
  ];
  if (!table.columns.some((column) => column.name === YEAR_COLUMN))
    return `${comments.join("\n")}\nCREATE VIEW companies AS\n  SELECT DISTINCT ${columns.join(", ")}\n  FROM ${table.name};`;
  comments.push("-- Of a company in several files, the newest one counts.");
  return `${comments.join("\n")}\nCREATE VIEW companies AS\n  SELECT ${columns.join(", ")}\n  FROM ${table.name}
  QUALIFY row_number() OVER (PARTITION BY trim(${identifier(id)}) ORDER BY ${identifier(YEAR_COLUMN)} DESC) = 1;`;
}

function productsView({ table, name, company }: NonNullable<WholeGuess["products"]>): string {
  return `-- The products, by which a company is found too.
CREATE VIEW products AS
  SELECT DISTINCT ${identifier(name)} AS name, ${identifier(company)} AS company
  FROM ${table.name}
  WHERE trim(${identifier(name)}) <> '';`;
}

const TABLE_FILE = new RegExp(
  `^(${TABLE_NAMES.join("|")})(?:-[^/]*)?\\.(?:csv|tsv|ndjson|jsonl|parquet|xlsx)(?: sheet "[^"]*")?$|^dataset\\.xlsx sheet "(${TABLE_NAMES.join("|")})"$`,
  "iu",
);

/** Whether intake reads the files as they are. */
function isFitting({ companies, judgements, products }: WholeGuess, answers: Answers): boolean {
  const [only] = judgements;
  if (only === undefined || judgements.length > 1 || only.judged.shape !== "long") return false;
  const { judged } = only;
  const isOf = (table: RawTable, name: string): boolean =>
    table.parts.every(({ label }) => {
      const [, file, sheet] = TABLE_FILE.exec(label) ?? [];
      return (file ?? sheet)?.toLowerCase() === name;
    });
  const sameName = (column: string | undefined, name: string): boolean => column?.toLowerCase() === name;
  const { roles } = companies;
  const areOwn = isOf(companies.table, "companies") && isOf(only.table, "judgements");
  const haveNames =
    sameName(companies.id, "id") &&
    sameName(companies.name, "name") &&
    sameName(roles.country, "country") &&
    sameName(roles.sector, "sector") &&
    sameName(only.company, "company") &&
    sameName(judged.pillar, "pillar") &&
    sameName(judged.band, "band") &&
    (only.roles.judged_on === undefined || sameName(only.roles.judged_on, "judged_on"));
  const areAsWritten =
    answers.scale.cuts === null &&
    answers.scale.bands.every(({ label, values }) =>
      values.every((value) => sameName(value, label.toLowerCase()) && !isNumber(value)),
    ) &&
    only.values.every(({ value }) => !answers.notJudged.includes(value.toLowerCase()));
  const leavesOut = [companies, only].some((guess) => guess.leftOut.names.length > 0);
  const haveProducts = products === null || isOf(products.table, "products");
  return areOwn && haveNames && areAsWritten && !leavesOut && haveProducts;
}
