import { mappingJsonSchema } from "../src/intake/mapping/mapping-schema.ts";
import { readFile } from "node:fs/promises";
import type { ColumnDescription } from "../src/tables/column.ts";
import { describeTables } from "../src/tables/downloadable-tables.ts";
import { csvwPath, tablePath } from "../src/topics/download/downloads.ts";
import { LATER_FACTS } from "../src/trust/dataset.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes the generated parts of docs/data-format.md and docs/downloads.md. */

/** A dataset whose one band and one pillar stand for all there are. */
const ANY_DATASET = {
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
  ...LATER_FACTS,
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

CSV files follow RFC 4180, in UTF-8 with CRLF, a header line and no byte order mark. An empty value is null. A text that begins with \`=\`,
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

The columns of each table are described at paths such as \`${csvwPath("countries")}\` (W3C CSV on the Web).
`;

const START = (name: string): string => `<!-- ${name}: written by scripts/build-downloads-doc.ts -->`;
const END = (name: string): string => `<!-- end of ${name} -->`;

/** A page with each of its parts, by name, replaced between its markers. */
async function withParts(path: string, parts: Readonly<Record<string, string>>): Promise<GeneratedFile> {
  const page = await readFile(new URL(`../${path}`, import.meta.url), "utf8");
  return { path, content: Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part), page) };
}

/** The text with the part between its markers replaced, or added at the end where it has none. */
function withPart(page: string, name: string, part: string): string {
  const wanted = `${START(name)}\n\n${part.trim()}\n\n${END(name)}`;
  const from = page.indexOf(START(name));
  const to = page.indexOf(END(name));
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n${wanted}\n`;
  return page.slice(0, from) + wanted + page.slice(to + END(name).length);
}

interface MemberSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, MemberSchema>>;
  readonly items?: MemberSchema;
  readonly patternProperties?: Readonly<Record<string, MemberSchema>>;
}

/** A row for every member of mapping.json, those of lists and of named entries too. */
function mappingMembers(): string {
  const rows = (schema: MemberSchema, path: string): string[] => {
    const [entry] = Object.values(schema.patternProperties ?? {});
    const below = schema.items === undefined ? (entry === undefined ? "" : ".…") : "[]";
    const inner = schema.items ?? entry ?? schema;
    return Object.entries(inner.properties ?? {}).flatMap(([name, member]) => {
      const own = [path + below, name].filter((part) => part !== "").join(".");
      const said = (member.description ?? "").replaceAll("|", String.raw`\|`);
      return [`| \`${own}\` | ${said} |`, ...rows(member, own)];
    });
  };
  return `| member | content |\n| --- | --- |\n${rows(mappingJsonSchema(), "").join("\n")}`;
}

export async function generate(): Promise<readonly GeneratedFile[]> {
  return [
    await withParts("docs/data-format.md", {
      "downloadable tables": dataFormat,
      "members of mapping.json": mappingMembers(),
    }),
    await withParts("docs/downloads.md", { tables: tableList }),
  ];
}
