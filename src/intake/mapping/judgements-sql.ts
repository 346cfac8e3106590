import { literal, identifier } from "../intake-database.ts";
import { blankRowSql } from "./companies-sql.ts";
import { bandSql, type CellSql, namesEmpty } from "./conversion-sql.ts";
import type { MappedFiles } from "./mapped-tables.ts";
import type { MappedConversion, MappedJudgements } from "./mapping-schema.ts";
import { numberedRows, readColumns } from "./number-columns.ts";
import { columnOf, valueSql } from "./value-sql.ts";
import { namedMember } from "./named-member.ts";

/** SQL: the view of the judgements. */
export function judgementsStatement(files: MappedFiles): string {
  const selects = files.mapping.judgements.map((each) => judgementsSelect(each, files));
  return `CREATE VIEW judgements AS\n${selects.join("\n  UNION ALL BY NAME\n")};`;
}

function judgementsSelect(judged: MappedJudgements, files: MappedFiles): string {
  const { mapping, tables } = files;
  const taken = new Set(
    (tables.find(({ name }) => name === judged.table)?.columns ?? []).map((name) => name.toLowerCase()),
  );
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  const columns = Object.keys(judged.columns ?? judged.counts ?? {});
  const isWide = columns.length > 0;
  const [heading, cell] = isWide ? [free("heading"), free("cell")] : ["", identifier(judged.value ?? "")];
  const cells = isWide
    ? `(FROM ${judged.table} UNPIVOT INCLUDE NULLS (${cell} FOR ${heading} IN (${columns.map(identifier).join(", ")})))`
    : judged.table;
  const read = readColumns(judged, mapping);
  const isNumeric = read.length > 0;
  const column = isWide ? heading : literal(judged.value ?? "");
  const maxima = [...new Set(read.map(({ conversion }) => conversion.share_of))];
  const numbered = numberedRows(cells, { table: judged.table, text: cell, column }, maxima, free);
  const from = isNumeric ? numbered.rows : cells;
  const subject = isWide ? heading : judged.pillar === undefined ? "''" : valueSql(judged.pillar);
  const company = valueSql(judged.company);
  const merged =
    (mapping.same ?? []).length === 0
      ? company
      : `coalesce((SELECT any_value(m.keep) FROM merged m WHERE m.id = trim(${company})), ${company})`;
  const parts =
    judged.counts === undefined
      ? valueParts(judged, subject, numbered.cell, files)
      : countParts(judged, judged.counts, subject, numbered.cell);
  const selected = [
    `${merged} AS company`,
    `${parts.pillar} AS pillar`,
    ...(parts.criterion === null ? [] : [`${parts.criterion} AS criterion`]),
    `${parts.band} AS band`,
    ...(judged.date === undefined
      ? []
      : [`${columnOf(judged.date) === null ? valueSql(judged.date) : `day(${valueSql(judged.date)})`} AS judged_on`]),
    ...(judged.judge === undefined ? [] : [`${valueSql(judged.judge)} AS judge`]),
    ...(judged.source === undefined ? [] : [`address(${valueSql(judged.source)}) AS source_url`]),
  ];
  const blank = judged.table === mapping.companies.table ? blankRowSql(mapping) : null;
  const conditions = [...(blank === null ? [] : [`NOT (${blank})`]), ...parts.conditions];
  const rows = `  SELECT ${selected.join(",\n    ")}\n  FROM ${from} AS t\n  WHERE ${conditions.join("\n    AND ")}`;
  return isNumeric ? `  FROM (\n${rows})\n  WHERE band IS NOT NULL` : rows;
}

interface JudgementParts {
  readonly pillar: string;
  readonly criterion: string | null;
  readonly band: string;
  readonly conditions: readonly string[];
}

function conversionNamed({ mapping }: MappedFiles, name: string | undefined): MappedConversion | null {
  return namedMember(mapping.conversions, name ?? "") ?? null;
}

function wordSql(text: string): string {
  return literal(text.trim().toLowerCase());
}

/** Reads cells that are, or become, bands. */
function valueParts(judged: MappedJudgements, subject: string, cell: CellSql, files: MappedFiles): JudgementParts {
  const meant = Object.entries(judged.columns ?? judged.groups ?? {});
  const pick = (choose: (each: (typeof meant)[number]) => string | null, otherwise: string): string => {
    const cases = meant.flatMap((each) => {
      const text = choose(each);
      return text === null ? [] : [`WHEN ${wordSql(each[0])} THEN ${text}`];
    });
    return cases.length === 0 ? otherwise : `CASE lower(trim(${subject})) ${cases.join(" ")} ELSE ${otherwise} END`;
  };
  const bandOf = (name: string | undefined): string => bandSql(cell, conversionNamed(files, name), files.bands);
  const hasCriteria = judged.criterion !== undefined || meant.some(([, { criterion }]) => criterion !== undefined);
  const usualCriterion = judged.criterion === undefined ? "NULL" : valueSql(judged.criterion);
  return {
    pillar: pick(([name, { pillar }]) => (pillar === name ? null : literal(pillar)), subject),
    criterion: hasCriteria
      ? pick(([, { criterion }]) => (criterion === undefined ? null : literal(criterion)), usualCriterion)
      : null,
    band: pick(
      ([, { conversion }]) => (conversion === undefined ? null : `(${bandOf(conversion)})`),
      bandOf(judged.conversion),
    ),
    conditions: valueConditions(judged, subject, cell.text, files),
  };
}

/** SQL: conditions of cells that judge: neither empty (unless a band names it) nor "not judged". */
function valueConditions(judged: MappedJudgements, subject: string, cell: string, files: MappedFiles): string[] {
  const meant = Object.entries(judged.columns ?? judged.groups ?? {});
  const usual = conversionNamed(files, judged.conversion);
  const used = meant.map(([name, { conversion }]) => ({
    name,
    conversion: conversion === undefined ? usual : conversionNamed(files, conversion),
  }));
  const empty = used.filter(({ conversion }) => namesEmpty(conversion));
  const areAllNamed = meant.length === 0 ? namesEmpty(usual) : empty.length === meant.length;
  const isFilled = `trim(coalesce(${cell}, '')) <> ''`;
  const named = empty.map(({ name }) => wordSql(name));
  const values = [usual, ...used.map(({ conversion }) => conversion)].flatMap((each) =>
    Object.values(each?.values ?? {}),
  );
  const banded = new Set(values.flat().map((word) => word.toLowerCase()));
  const marks = (files.mapping.not_judged ?? []).map((word) => word.trim().toLowerCase());
  const left = marks.filter((word) => word !== "" && !banded.has(word)).map(wordSql);
  const groups = Object.keys(judged.groups ?? {}).map(wordSql);
  const conditions: string[] = [];
  if (!areAllNamed)
    conditions.push(
      named.length === 0 ? isFilled : `(${isFilled} OR lower(trim(${subject})) IN (${named.join(", ")}))`,
    );
  if (left.length > 0) conditions.push(`lower(trim(coalesce(${cell}, ''))) NOT IN (${left.join(", ")})`);
  if (groups.length > 0) conditions.push(`lower(trim(${subject})) IN (${groups.join(", ")})`);
  return conditions.length === 0 ? ["true"] : conditions;
}

/** More judgements of a company in one band are a mistake, and reported as a value of no band. */
const COUNT_MAX = 10_000;

/** Reads cells that count the judgements in a band; each becomes as many rows. */
function countParts(
  judged: MappedJudgements,
  counts: NonNullable<MappedJudgements["counts"]>,
  heading: string,
  { text: cell, readings, number }: CellSql,
): JudgementParts {
  const cases = Object.entries(counts).map(
    ([name, band]) => `WHEN ${literal(name.trim().toLowerCase())} THEN ${literal(band)}`,
  );
  const isCount = `${number} BETWEEN 0 AND ${COUNT_MAX} AND ${number} = floor(${number})`;
  const numbered = `unnest(CASE WHEN not_finite(${readings}) THEN [] WHEN ${isCount} THEN range(1, ${number}::BIGINT + 1) ELSE [0] END)`;
  return {
    pillar: judged.pillar === undefined ? "''" : valueSql(judged.pillar),
    criterion: `trim(${heading}) || ' ' || ${numbered}`,
    band: `CASE WHEN ${isCount} THEN CASE lower(trim(${heading})) ${cases.join(" ")} END ELSE ${cell} END`,
    conditions: [`trim(coalesce(${cell}, '')) <> ''`],
  };
}
