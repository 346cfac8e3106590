import { readFile } from "node:fs/promises";
import type { ColumnDescription } from "../src/release/column.ts";
import { describeTables } from "../src/release/describe-tables.ts";
import { csvwPath, tablePath } from "../src/topics/download/downloads.ts";
import type { DatasetFacts } from "../src/trust/dataset.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes the generated parts of docs/data-format.md and docs/downloads.md. */

/** A dataset whose one band and one pillar stand for all there are. */
const ANY_DATASET: DatasetFacts = {
  title: "",
  v1Title: "",
  publisher: "",
  year: 0,
  homepage: null,
  licence: "CC-BY-4.0",
  notice: null,
  scale: { id: "any", bands: [{ id: "<band>", label: "Label of the band", description: null }] },
  pillars: [{ id: "<pillar>", label: "Label of the pillar", description: null }],
  sectorLabels: {},
  monitored: null,
  minimumCompanies: 0,
};

const tables = describeTables(ANY_DATASET);

function valuesOf({ type, values, isOrdered, minimum, maximum, unit }: ColumnDescription): string {
  if (isOrdered === true) return "a band";
  if (values?.[0] === "<pillar>") return "a pillar";
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(", ");
  if (type === "date") return "`YYYY-MM-DD`";
  if (type === "number") return `${minimum} to ${maximum}`;
  if (type === "integer") return `${unit ?? "whole number"}, from ${minimum}`;
  return "text";
}

const columnSections = tables.map(({ table, title, description, columns, primaryKey }) => {
  const rows = columns.map(
    (column) =>
      `| \`${column.name}\` | ${valuesOf(column)} | ${column.nullable ? "yes" : ""} | ${column.description.replaceAll("|", "\\|")} | ${column.since} |`,
  );
  const key = primaryKey.length === 0 ? "" : ` Key: ${primaryKey.map((name) => `\`${name}\``).join(", ")}.`;
  return `### ${title}: \`${table}\`

${description}${key}

| column | values | can be empty | meaning | since |
| --- | --- | --- | --- | --- |
${rows.join("\n")}`;
});

const dataFormat = `## Downloadable tables

These are the columns of the files that a release offers for [download](downloads.md). Every band and every pillar has its own columns, in the order of \`dataset.json\`:
\`<band>\` and \`<pillar>\` stand for their ids, with \`_\` for \`-\`.

Columns are **append only**: a column is never renamed, moved, retyped or removed. A new column comes last in its table, with a higher number under *since*; the current
number is ${Math.max(...tables.flatMap(({ columns }) => columns.map(({ since }) => since)))}.

CSV files follow RFC 4180, in UTF-8 with CRLF, a header line and no byte order mark (\`?bom=true\` adds one; \`?separator=semicolon\` writes semicolons and decimal commas). An empty value is null. A text that begins with \`=\`,
\`+\`, \`-\`, \`@\`, a tab or a carriage return has an apostrophe in front, so that no spreadsheet runs it as a formula. Parquet files have no such apostrophes.

${columnSections.join("\n\n")}
`;

const tableRows = tables.map(({ table, title, description }) => {
  const csv = tablePath(table, "csv");
  return `| ${title} | \`${csv}\` | \`${tablePath(table, "xlsx")}\` | \`${tablePath(table, "parquet")}\` | ${description} |`;
});

const tableList = `| table | CSV | XLSX | Parquet | rows |
| --- | --- | --- | --- | --- |
${tableRows.join("\n")}

To get a description of the columns of a CSV file (W3C CSV on the Web), append \`-metadata.json\` to its path, as in
\`${csvwPath(tablePath("countries", "csv"))}\`.
`;

const START = (name: string): string => `<!-- ${name}: written by scripts/build-downloads-doc.ts -->`;
const END = (name: string): string => `<!-- end of ${name} -->`;

/** The page with the part between its markers replaced, or added at the end where it has none. */
async function withPart(path: string, name: string, part: string): Promise<{ path: string; content: string }> {
  const page = await readFile(new URL(`../${path}`, import.meta.url), "utf8");
  const wanted = `${START(name)}\n\n${part.trim()}\n\n${END(name)}`;
  const from = page.indexOf(START(name));
  const to = page.indexOf(END(name));
  if (from < 0 || to < from) return { path, content: `${page.trimEnd()}\n\n${wanted}\n` };
  return { path, content: page.slice(0, from) + wanted + page.slice(to + END(name).length) };
}

export async function generate(): Promise<readonly GeneratedFile[]> {
  return [
    await withPart("docs/data-format.md", "downloadable tables", dataFormat),
    await withPart("docs/downloads.md", "tables", tableList),
  ];
}
