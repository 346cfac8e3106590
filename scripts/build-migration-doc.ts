import { type Mapping, mapVersionOne } from "../src/operations/v1/field-map.ts";
import { MIGRATION_PATH } from "../src/http/version-one.ts";
import { SETTINGS } from "../src/settings.ts";
import { writeOrCheck } from "./write-or-check.ts";

/** Writes docs/migration.md from the map of the fields; with `--check` it only compares. */

const code = (text: string | null): string => (text === null ? "–" : `\`${text}\``);

const changed = (mappings: readonly Mapping[]) => mappings.flatMap((mapping) => (mapping.v2 === null ? [mapping] : []));

const sections = mapVersionOne().map(({ v1, v2, difference, parameters, fields }) => {
  const rows = [
    ...changed(parameters).map((row) => ({ ...row, what: "parameter" })),
    ...changed(fields).map((row) => ({ ...row, what: "field" })),
  ]
    .filter((row) => !row.v1.endsWith("_reason"))
    .map((row) => `| ${row.what} | ${code(row.v1)} | ${thereNow(row)} | ${code(row.instead)} |`);
  return `## \`${v1}\`

Its successor is \`${v2}\`. ${difference} ${fields.length - changed(fields).length} fields are the same in both.

|  | version 1 | there now | in version 2 instead |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
});

function thereNow({ v1, reason }: { readonly v1: string; readonly reason: string }): string {
  if (reason !== "retired") return "only in version 1";
  return v1 === "metrics" ? "an object of nulls" : "always null";
}

const day = (moment: string): string => moment.slice(0, 10);

const page = `# From version 1 to version 2

Version 1 published numbers: a score per country, sector and pillar. Judgements are bands, and bands have an order and no distances, so no
number can be computed from them that means anything. Version 2 publishes what can: a median band, the distribution it is the median of,
and ranks with their ties.

The five addresses of version 1 below are deprecated since ${day(SETTINGS.v1DeprecatedAt.fallback)} and end on ${day(SETTINGS.v1SunsetAt.fallback)}, unless the service
is set otherwise: every answer of them, whatever its status, says so in \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594), and links its
successor (\`Link: <…>; rel="successor-version"\`). Geocoding and search are version 1 and not deprecated.

Until then each answers with the body of its successor and, beside it, the numbers of old: present and null, each with
\`"…_reason": "retired"\`. \`meta.retired_fields\` names them, and \`meta.title\` and \`meta.citation\` keep the old title of the dataset. Addresses
inside the answers are those of version 2.

## How to move

1. Put \`/api/v2/\` where \`/api/v1/\` stands in these five addresses, and read the band instead of the number, as the tables below say.
2. Compare bands by \`median_rank\`, never by arithmetic: the distance between two ranks means nothing.
3. Send \`Prefer: sunset=rehearse\` with every request of your tests. Deprecated addresses then answer as after the sunset, 410 with the
   problem \`gone\` and \`Preference-Applied: sunset=rehearse\`; all others answer as ever. What fails is what is left to do.

Programs find the same map, with every field that stays, at \`${MIGRATION_PATH}\`.

In the tables \`items[]\` is every item of a list; \`<pillar>\` stands for the id of a pillar, in names with \`_\` for \`-\`.

${sections.join("\n")}
This page is made from \`src/operations/v1/field-map.ts\`.
`;

await writeOrCheck([{ path: "docs/migration.md", content: page }]);
