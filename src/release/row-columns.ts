import type { DatasetFacts } from "../trust/dataset.ts";
import { judgedOnSql, lastDaySql } from "../trust/judged-on.ts";
import { JUDGEMENT_COLUMNS, type JudgementColumn, UNDATED } from "../trust/judgement-columns.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import { FURTHEST_REPLIES, REPLY_JOINS, REPLY_OF_COMPANY, REPLY_TO_JUDGEMENT, replyColumns } from "./reply-columns.ts";
import {
  dateColumn,
  integerColumn,
  textColumn,
  bandValues,
  column,
  type ComputedColumn,
  distributionColumns,
  medianColumns,
  pillarColumns,
  queried,
  type QueriedColumn,
  SHARED,
} from "./column.ts";
import { quotedList } from "./duck-rows.ts";

/**
 * The columns of the tables with one row per company, product or judgement, and the queries that
 * DuckDB writes them and the replies from. Append only, like area-columns.ts.
 */

/** The computed columns of the companies table, which the query finds in `published.company`. */
export function companyStatisticsColumns(facts: DatasetFacts): ComputedColumn<CompanyStatistics>[] {
  return [
    ...medianColumns<CompanyStatistics>(facts, "current judgements", (row) => row),
    column(
      integerColumn("judgements", "Judgements", "The company's current judgements.", { unit: "judgements" }),
      (row) => row.judgements.reduce((sum, count) => sum + count, 0),
    ),
    ...distributionColumns<CompanyStatistics>(facts, "judgements", (row) => row.judgements),
    ...pillarColumns<CompanyStatistics>(facts, "current judgements", (row) => row.pillars),
  ];
}

export function companyColumns(facts: DatasetFacts): QueriedColumn[] {
  const computed = companyStatisticsColumns(facts).map(({ description }) =>
    queried(`s."${description.name}"`, description),
  );
  return [
    queried("c.id", textColumn("id", "Id", "The publisher's own id of the company.")),
    queried("c.slug", textColumn("slug", "Slug", "The company in a path.")),
    queried("c.name", textColumn("name", "Name", "As the publisher writes it.")),
    queried("k.iso3", { ...SHARED.iso3, nullable: true }),
    queried("k.iso2", { ...SHARED.iso2, nullable: true }),
    queried("c.sector", SHARED.sector),
    ...computed,
    queried("c.website", textColumn("website", "Website", "URL of the company's website.", { nullable: true })),
    queried("c.lei", textColumn("lei", "LEI", "Legal Entity Identifier (ISO 17442).", { nullable: true })),
    queried("r.status", REPLY_OF_COMPANY),
    queried("c.other_sectors", OTHER_SECTORS),
    queried("c.aliases", ALIASES),
  ];
}

const OTHER_SECTORS = textColumn(
  "other_sectors",
  "Other sectors",
  "Slugs of the sectors that it names besides `sector`, with `|` between them; it is counted in none of them.",
  { nullable: true, since: 3 },
);

const ALIASES = textColumn("aliases", "Aliases", "Other names that people use, with `|` between them.", {
  nullable: true,
  since: 4,
});

export function productColumns(): QueriedColumn[] {
  return [
    queried("p.id", textColumn("id", "Id", "The publisher's own id of the product.", { nullable: true })),
    queried("p.slug", textColumn("slug", "Slug", "Unique among the products of the release.")),
    queried("p.name", textColumn("name", "Name", "As the publisher writes it.")),
    queried("p.brand", textColumn("brand", "Brand", "The name it is sold under.", { nullable: true })),
    queried("c.id", textColumn("company_id", "Company", "`id` of the company in the companies table.")),
    queried("p.aliases", ALIASES),
  ];
}

/** Those that are declared, with the level of the band behind the band, and what came later. */
export function judgementColumns(facts: DatasetFacts): QueriedColumn[] {
  return inOrder([
    ...JUDGEMENT_COLUMNS.flatMap((declared) => judgementColumn(facts, declared)),
    dateAsGiven(),
    queried("coalesce(d.status, p.status)", REPLY_TO_JUDGEMENT),
  ]);
}

/** Columns of a table in the order in which they came: new ones are only ever appended. */
function inOrder(columns: readonly QueriedColumn[]): QueriedColumn[] {
  return columns.toSorted((a, b) => a.description.since - b.description.since);
}

/** A month or a year is no date, and is not made one. */
function dateAsGiven(): QueriedColumn {
  return queried(
    judgedOnSql("j.judged_on"),
    textColumn(
      "judged_on_given",
      "Judged on, as given",
      "Date of the judgement as the publisher gives it: `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` where no more is known.",
      { nullable: true, since: 2 },
    ),
  );
}

function judgementColumn(facts: DatasetFacts, declared: JudgementColumn): QueriedColumn[] {
  const { name, cleanName, type, title, description, isOptional, since = 1 } = declared;
  const more = { nullable: isOptional, since };
  const number = `j."${cleanName}"`;
  switch (type) {
    case "company":
      return [queried("c.id", textColumn("company_id", title, description))];
    case "pillar": {
      const values = facts.pillars.map(({ id }) => id);
      return [queried(`${quotedList(values)}[${number} + 1]`, textColumn(name, title, description, { values }))];
    }
    case "band": {
      const { bands } = facts.scale;
      const levels = { minimum: 1, maximum: bands.length };
      const level = "1 is the worst band. Only the order has meaning.";
      return [
        queried(
          `${quotedList(bands.map(({ id }) => id))}[${number}]`,
          textColumn(name, title, description, bandValues(facts)),
        ),
        queried(number, integerColumn(`${name}_level`, "Level of the band", level, levels)),
      ];
    }
    case "date": {
      const isDay = `${number} <> ${UNDATED} AND ${number} = ${lastDaySql(number)}`;
      const days = "Date of the judgement; empty where only its month or year is given.";
      return [
        queried(`CASE WHEN ${isDay} THEN DATE '1970-01-01' + ${number} END`, dateColumn(name, title, days, more)),
      ];
    }
    case "label":
    case "url":
      return [queried(`"${cleanName}".text`, textColumn(name, title, description, more))];
    default:
      return type satisfies never;
  }
}

/**
 * The queries of the tables with one row per company, product, judgement or reply, in the order of
 * the contract.
 */
export function rowQueries(
  facts: DatasetFacts,
): Readonly<Record<"companies" | "products" | "judgements" | "replies", string>> {
  const texts = JUDGEMENT_COLUMNS.filter(({ type }) => type === "label" || type === "url").map(
    ({ cleanName }) => `LEFT JOIN clean.term AS "${cleanName}" ON "${cleanName}".term = j."${cleanName}"`,
  );
  // Joins do not keep the order of the rows.
  const order = JUDGEMENT_COLUMNS.filter(({ isKey }) => isKey).map(({ cleanName }) => `j."${cleanName}"`);
  return {
    companies: `SELECT ${selection(companyColumns(facts))} FROM clean.company c
      LEFT JOIN clean.country k ON k.iso2 = c.country JOIN published.company s USING (company)
      LEFT JOIN (${FURTHEST_REPLIES}) r USING (company) ORDER BY company`,
    products: `SELECT ${selection(productColumns())} FROM clean.product p
      JOIN clean.company c USING (company) ORDER BY company, p.name, p.id`,
    judgements: `SELECT ${selection(judgementColumns(facts))} FROM clean.judgement j
      JOIN clean.company c USING (company) ${texts.join(" ")} ${REPLY_JOINS} ORDER BY ${order.join(", ")}`,
    replies: `SELECT ${selection(replyColumns(facts))} FROM clean.reply r
      JOIN clean.company c USING (company) ORDER BY company, r.pillar NULLS FIRST, r.judged_on NULLS FIRST`,
  };
}

function selection(columns: readonly QueriedColumn[]): string {
  return columns.map(({ sql, description }) => `${sql} AS "${description.name}"`).join(", ");
}
