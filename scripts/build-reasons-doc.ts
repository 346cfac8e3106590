import { REASON_CODES, REASONS } from "../src/ask/reasons.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes docs/reasons.md from the table of reason codes. */

const page = `# Missing values and reasons

A member without a value is \`null\`. It is never missing, and never 0. Every object in which something can be null has a member \`reasons\`, which
names each member that is null and says why. It is empty if none is:

\`\`\`json
{
  "slug": "namibia",
  "median_band": null,
  "median_level": null,
  "listed_companies": 1,
  "reasons": { "median_band": "not_judged", "median_level": "not_judged" }
}
\`\`\`

The schema of each answer lists the codes that each of its members can have. Codes are for programs: none is renamed or gets another meaning. New ones
may be added. With \`fields=\`, \`reasons\` comes with every field that can be null.

| Code | Meaning |
| --- | --- |
${REASON_CODES.map((code) => `| \`${code}\` | ${REASONS[code]} |`).join("\n")}

The tables for download are flat: an empty value is null, and the column \`rank_reason\` of the countries says why a country has no rank.

This page is generated from \`src/ask/reasons.ts\`.
`;

export function generate(): readonly GeneratedFile[] {
  return [{ path: "docs/reasons.md", content: page }];
}
