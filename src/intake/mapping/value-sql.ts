import { isObject } from "../../is-object.ts";
import { NO_SECTOR } from "../../trust/dataset.ts";
import { identifier, literal } from "../intake-database.ts";
import type { MappedValue, Mapping, MappingTable } from "./mapping-schema.ts";
import type { MappedFiles } from "./mapped-tables.ts";

type LeftOut = NonNullable<MappingTable["leave_out"]>[number];

export function valueSql(value: MappedValue): string {
  if (typeof value === "string") return identifier(value);
  if ("value" in value) return literal(value.value);
  const { column, list, without, lookup, else: otherwise } = value;
  const cell = `t.${identifier(column)}`;
  let sql = list === undefined && lookup === undefined ? identifier(column) : cell;
  if (list !== undefined) {
    const all = `entries(${cell})`;
    const entries =
      without === undefined ? all : `list_filter(${all}, lambda x: NOT starts_with(x, ${literal(without)}))`;
    sql =
      list === "only"
        ? `CASE WHEN len(${entries}) = 1 THEN ${entries}[1] END`
        : `${entries}[${list === "first" ? 1 : -1}]`;
  }
  if (lookup !== undefined) {
    // Two answers would be shown as one that nobody gave.
    const found = `SELECT string_agg(DISTINCT trim(l.${identifier(lookup.value)}), ' or ') FROM ${lookup.table} l`;
    const other = `(${found} WHERE lower(trim(l.${identifier(lookup.key)})) = lower(trim(${sql})))`;
    sql = otherwise === undefined ? `coalesce(${other}, ${sql})` : other;
  }
  return otherwise === undefined ? sql : `coalesce(nullif(trim(${sql}), ''), ${literal(otherwise)})`;
}

/** Returns the column that a value is made of; null where there is none. */
export function columnOf(value: MappedValue | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : "column" in value ? value.column : null;
}

export function readsList(value: unknown): boolean {
  return isObject(value) && "list" in value;
}

export function leftOutSql(rule: LeftOut): string {
  return ruleSql(rule, "IN");
}

/** SQL: true if a row is none of those that the table leaves out. */
export function keptRowSql({ leave_out = [] }: MappingTable): string {
  return leave_out.length === 0 ? "true" : leave_out.map((rule) => ruleSql(rule, "NOT IN")).join("\n    AND ");
}

function ruleSql({ column, is }: LeftOut, operator: "IN" | "NOT IN"): string {
  const words = is.map((word) => literal(word.trim().toLowerCase())).join(", ");
  return `lower(trim(coalesce(${identifier(column)}, ''))) ${operator} (${words})`;
}

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
  const where = blank === null ? "" : `\n  WHERE NOT (${blank})`;
  if (wave === null && same.length === 0)
    return `CREATE VIEW companies AS\n  SELECT DISTINCT ${columns.join(", ")}\n  FROM ${companies.table} AS t${where};`;
  const waveColumn = wave === null ? "''" : `trim(${identifier(wave)})`;
  const rows = `CREATE VIEW company_rows AS\n  SELECT DISTINCT ${columns.join(", ")}, ${waveColumn} AS wave\n  FROM ${companies.table} AS t${where};`;
  const others = ["sector", ...["website", "lei"].filter((role) => role in companies)];
  const isMerged = same.length > 0;
  const [source, written] = isMerged ? ["named_rows", "written"] : ["company_rows", "name"];
  const aliases = [
    `SELECT o.id, o.${written} AS alias FROM ${source} o WHERE o.${written} NOT IN (SELECT n.name FROM newest n WHERE n.id = o.id)`,
    ...(same.some((each) => each.id !== undefined)
      ? ["SELECT id, name AS alias FROM same_names WHERE name <> keep AND id IS NOT NULL"]
      : []),
    ...("aliases" in companies ? [`SELECT id, aliases AS alias FROM ${source} WHERE aliases <> ''`] : []),
  ];
  return [
    rows,
    ...(isMerged ? [mergedStatements(companies.id !== undefined)] : []),
    [
      // Two countries of a company stay two rows, which check reports.
      `CREATE VIEW newest AS\n  SELECT r.* FROM ${source} r\n  JOIN (SELECT id, max(wave) AS wave FROM ${source} GROUP BY id) w ON w.id = r.id AND w.wave = r.wave` +
        (isMerged
          ? `\n  WHERE r.is_kept OR NOT EXISTS (FROM ${source} k WHERE k.id = r.id AND k.wave = r.wave AND k.is_kept);`
          : ";"),
      "CREATE VIEW companies AS",
      `  SELECT DISTINCT n.id, n.name, c.country, ${others.map((role) => `n.${role}`).join(", ")}, a.aliases`,
      "  FROM newest n",
      `  LEFT JOIN (SELECT DISTINCT id, country FROM ${source} WHERE trim(country) <> '') c ON c.id = n.id`,
      `  LEFT JOIN (SELECT id, string_agg(DISTINCT alias, '|' ORDER BY alias) AS aliases\n    FROM (${aliases.join(" UNION ")}) GROUP BY id) a ON a.id = n.id;`,
    ].join("\n"),
  ].join("\n\n");
}

/**
 * SQL: `merged`, the ids that are another one, and `named_rows`, the rows with the id and the name
 * that stay. A name that stays and that no row has is that of the others all the same.
 */
function mergedStatements(hasIds: boolean): string {
  const other = hasIds ? "min(r.id) OVER (PARTITION BY s.keep)" : "s.keep";
  return [
    `CREATE VIEW merged AS\n  SELECT DISTINCT r.id, coalesce(s.id, k.id, ${other}) AS keep FROM same_names s\n  JOIN company_rows r ON r.name = s.name LEFT JOIN (SELECT DISTINCT id, name FROM company_rows) k ON k.name = s.keep;`,
    "CREATE VIEW named_rows AS",
    "  SELECT r.* REPLACE (coalesce(m.keep, r.id) AS id, coalesce(s.keep, r.name) AS name), r.name AS written, coalesce(s.name = s.keep, true) AS is_kept",
    "  FROM company_rows r LEFT JOIN merged m ON m.id = r.id LEFT JOIN same_names s ON s.name = r.name;",
  ].join("\n");
}

/** SQL: true if a row of the companies has neither a name nor a country; null where none can. */
export function blankRowSql({ companies: { name, country } }: Pick<Mapping, "companies">): string | null {
  const columns = [columnOf(name), columnOf(country)].filter((column) => column !== null);
  if (columnOf(name) === null) return null;
  return `trim(concat(${[...new Set(columns)].map(identifier).join(", ")})) = ''`;
}
