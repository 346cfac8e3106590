import { NO_SECTOR } from "../guess/answers.ts";
import { identifier, literal } from "../intake-database.ts";
import type { MappedFiles } from "./mapped-tables.ts";
import type { MappedValue, Mapping } from "./mapping-schema.ts";
import { comment } from "./sql-comments.ts";
import { columnOf, valueSql } from "./value-sql.ts";

/** SQL: the view of the companies, and what it is made of. */
export function companiesStatements({ mapping, tables }: MappedFiles): string {
  const { companies, same = [] } = mapping;
  const table = tables.find(({ name }) => name === companies.table);
  const wave = table?.wave ?? null;
  const id = valueSql(companies.id ?? companies.name);
  const details = [
    ...(companies.website === undefined ? [] : [`address(${valueSql(companies.website)}) AS website`]),
    ...(companies.lei === undefined ? [] : [`right_lei(${valueSql(companies.lei)}) AS lei`]),
    ...(companies.aliases === undefined ? [] : [`${valueSql(companies.aliases)} AS aliases`]),
  ];
  const columns = [
    `trim(${id}) AS id`,
    `trim(${valueSql(companies.name)}) AS name`,
    `${companies.country === undefined ? "NULL::VARCHAR" : valueSql(companies.country)} AS country`,
    `${companies.sector === undefined ? literal(NO_SECTOR) : valueSql(companies.sector)} AS sector`,
    ...details,
  ];
  const blank = blankRowSql(mapping);
  const comments = [
    comment(
      companies.id === undefined
        ? "The companies. They have no ids of their own, so the name is the id: another spelling would be another company."
        : "The companies, with the ids by which judgements name them.",
    ),
    ...(companies.country === undefined ? [comment("Nothing has their country.")] : []),
    ...fixedComment("country", companies.country),
    ...fixedComment("sector", companies.sector ?? { value: NO_SECTOR }),
    ...(blank === null ? [] : [comment("Rows with neither a name nor a country are left out.")]),
  ];
  const where = blank === null ? "" : `\n  WHERE NOT (${blank})`;
  if (wave === null && same.length === 0)
    return `${comments.join("\n")}\nCREATE VIEW companies AS\n  SELECT DISTINCT ${columns.join(", ")}\n  FROM ${companies.table} AS t${where};`;
  const waveColumn = wave === null ? "''" : `trim(${identifier(wave)})`;
  const rows = `${comments.join("\n")}\nCREATE VIEW company_rows AS\n  SELECT DISTINCT ${columns.join(", ")}, ${waveColumn} AS wave\n  FROM ${companies.table} AS t${where};`;
  const others = ["sector", ...["website", "lei"].filter((role) => role in companies)];
  return [
    rows,
    ...(same.length === 0
      ? []
      : [
          `CREATE VIEW merged AS\n  SELECT DISTINCT r.id, k.id AS keep FROM same_names s\n  JOIN company_rows r ON r.name = s.name JOIN company_rows k ON k.name = s.keep WHERE r.id <> k.id;`,
        ]),
    [
      comment(
        "Of a company in several waves, the newest one counts; other names become aliases. Two countries stay two rows, which check reports.",
      ),
      "CREATE VIEW companies AS",
      "  SELECT DISTINCT n.id, n.name, c.country, " + others.map((role) => `n.${role}`).join(", ") + ", a.aliases",
      same.length === 0
        ? "  FROM company_rows n"
        : "  FROM (SELECT * FROM company_rows WHERE id NOT IN (SELECT id FROM merged)\n    AND name NOT IN (SELECT name FROM same_names)) n",
      "  JOIN (SELECT id, max(wave) AS wave FROM company_rows GROUP BY id) w ON w.id = n.id AND w.wave = n.wave",
      "  LEFT JOIN (SELECT DISTINCT id, country FROM company_rows WHERE trim(country) <> '') c ON c.id = n.id",
      `  LEFT JOIN (${aliasesSql(same.length > 0, "aliases" in companies)}) a ON a.id = n.id;`,
    ].join("\n"),
  ].join("\n\n");
}

/** SQL: the names that companies have beside the newest one, by id. */
function aliasesSql(hasMerged: boolean, hasAliases: boolean): string {
  const kept = hasMerged ? "coalesce((SELECT any_value(m.keep) FROM merged m WHERE m.id = o.id), o.id)" : "o.id";
  const newest = `SELECT x.name FROM company_rows x WHERE x.id = ${kept} AND x.wave = (SELECT max(y.wave) FROM company_rows y WHERE y.id = x.id)`;
  const notKept = hasMerged ? " AND x.name NOT IN (SELECT name FROM same_names)" : "";
  const names = `SELECT ${kept} AS id, o.name AS alias FROM company_rows o WHERE o.name NOT IN (${newest}${notKept})`;
  const given = hasAliases
    ? ` UNION SELECT ${kept} AS id, o.aliases AS alias FROM company_rows o WHERE o.aliases <> ''`
    : "";
  return `SELECT id, string_agg(DISTINCT alias, '|' ORDER BY alias) AS aliases FROM (${names}${given}) GROUP BY id`;
}

function fixedComment(role: string, value: MappedValue | undefined): string[] {
  return typeof value === "object" && "value" in value
    ? [comment(`No column has their ${role}: it is "${value.value}" for all.`)]
    : [];
}

/** SQL: whether a row of the companies has neither a name nor a country; null where none can. */
export function blankRowSql({ companies: { name, country } }: Mapping): string | null {
  const columns = [columnOf(name), columnOf(country)].filter((column) => column !== null);
  if (columnOf(name) === null) return null;
  return `trim(concat(${[...new Set(columns)].map(identifier).join(", ")})) = ''`;
}
