import { type Mapping, mapVersionOne } from "../src/topics/v1/field-map.ts";
import { MIGRATION_PATH } from "../src/http/version-one.ts";
import { SETTINGS } from "../src/setting-table.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes docs/migration.md from the map of the fields. */

const code = (text: string | null): string => (text === null ? "–" : `\`${text}\``);

const changed = (mappings: readonly Mapping[]) => mappings.filter(({ v1, v2 }) => v1 !== v2);

const sections = mapVersionOne().map(({ v1, v2, difference, parameters, fields }) => {
  const rows = [
    ...changed(parameters).map((row) => ({ ...row, what: "parameter" })),
    ...changed(fields).map((row) => ({ ...row, what: "field" })),
  ]
    .filter((row) => !row.v1.endsWith("reasons"))
    .map((row) => `| ${row.what} | ${code(row.v1)} | ${valueNow(row)} | ${code(row.v2 ?? row.instead)} |`);
  return `## \`${v1}\`

Successor: \`${v2}\`. ${difference} ${fields.length - changed(fields).length} fields are the same in both.

|  | version 1 | value now | use in version 2 |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
});

function valueNow(mapping: Mapping): string {
  if (mapping.v2 !== null) return "the same, renamed";
  const { v1, reason } = mapping;
  if (reason !== "retired") return "only in version 1";
  return v1 === "metrics" ? "an object of nulls" : "always null";
}

const day = (moment: string): string => moment.slice(0, 10);

const page = `# Migration from version 1

Version 1 published a numeric score per country, sector and pillar. Judgements are bands, and bands have an order but no distances, so no such
number can be computed from them. Version 2 publishes a median band, the distribution it is the median of, and ranks with their ties.

The five endpoints of version 1 below are deprecated since ${day(SETTINGS.v1DeprecatedAt.fallback)} and end on ${day(SETTINGS.v1SunsetAt.fallback)}, unless the
operator sets other dates. Every response of them says so in \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594), and links its successor
(\`Link: <…>; rel="successor-version"\`). Reverse geocoding and search belong to version 1 and are not deprecated.

Until then, each endpoint returns the body of its successor and, in addition, the retired fields: \`null\`, for the reason \`retired\`.
\`meta.retired_fields\` lists them. \`meta.title\` and \`meta.citation\` have the title of version 1 (\`v1_title\` of \`dataset.json\`). Links in the body lead to version 2.

## How to migrate

1. Replace \`/api/v1/\` by \`/api/v2/\` in the paths of these five endpoints, and read bands instead of scores, as the tables below show.
2. Compare bands by \`median_level\`. Do not calculate with it: distances between bands have no meaning.
3. Send \`Prefer: sunset=rehearse\` with every request of your tests. Deprecated endpoints then respond as they will after the sunset: 410 with the
   problem \`gone\`, and \`Preference-Applied: sunset=rehearse\`. Other endpoints ignore it. What fails is what you still have to change.

\`${MIGRATION_PATH}\` has the same map for programs, including the fields that stay.

In the tables, \`items[]\` is every item of a list and \`<pillar>\` the id of a pillar, with \`_\` for \`-\`.

${sections.join("\n")}
This page is generated from \`src/topics/v1/field-map.ts\`.
`;

export function generate(): readonly GeneratedFile[] {
  return [{ path: "docs/migration.md", content: page }];
}
