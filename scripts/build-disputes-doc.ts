import { readFile } from "node:fs/promises";
import { TERRITORIES } from "../src/atlas/territories.ts";
import { dayInWords } from "../src/ask/grammar.ts";
import { describeRule } from "../src/topics/place/words.ts";
import { readPolicy, type DisputePart } from "./borders/read-policy.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes docs/disputed-land.md: every dispute of data/borders/policy.json. */

const policy = await readPolicy(new URL("../data/borders/policy.json", import.meta.url));
const areas = JSON.parse(
  await readFile(new URL("../data/borders/disputed-areas.geo.json", import.meta.url), "utf8"),
) as { readonly features: readonly { readonly properties: { readonly id: string; readonly source: string } }[] };

const names = new Map<string, string>(TERRITORIES.map(({ iso2, name }) => [iso2, `${name} (${iso2})`]));

function describeArea(parts: readonly DisputePart[]): string {
  const accuracies = parts.map(({ within, outline, accuracy }) =>
    within === undefined && outline === undefined ? "All of it, by the outlines of the source" : (accuracy ?? ""),
  );
  return [...new Set(accuracies)].join(". ");
}

function nameOf(who: string): string {
  return names.get(who) ?? who;
}

const STATUSES = { open: "Open", decided: "Decided, but not carried out or not accepted" } as const;

const entries = policy.disputes
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  .map(({ id, name, status, administrators, country, exception = null, claimants, basis, parts }) => {
    const documents = claimants.map(({ who, source, date }) => `${nameOf(who)}: ${source}, ${dayInWords(date)}`);
    return `### ${name}

\`${id}\`. ${STATUSES[status]}. ${basis}.

- Administered by: ${administrators.map(nameOf).join(", ") || "nobody"}
- Answer: ${[country === undefined ? "" : `${nameOf(country)}.`, describeRule(administrators.map(nameOf), exception)].join(" ").trim()}
- Claimed by: ${documents.join("; ")}
- Where it is taken to be: ${describeArea(parts)}
`;
  });

export function generate(): readonly GeneratedFile[] {
  return [
    {
      path: "docs/disputed-land.md",
      content: `# Disputed land

These are the disputes that [reverse geocoding](guides/reverse-geocoding.md) knows, in version ${policy.version} of the policy. Where none of them covers a location,
\`disputed\` is null and not \`false\`: the list is not complete, and cannot be.

${policy.stance}

${policy.ended}

In the metres where the outlines of two neighbours overlap, it is not known on which side of the border a location lies. A dispute is reported there only if it covers
both sides.

The list follows the disputed areas of [Natural Earth](https://www.naturalearthdata.com), the United Nations' list of non-self-governing territories, and the
documents it names. \`data/borders/policy.json\` is the list itself. An operator with another policy can edit it and rebuild the index.
Names are those in common use and imply no opinion. Of each claimant one document is named, where several would do; its date says how old the claim is at least, not
that it has been dropped since.

## The disputes

${entries.join("\n")}
## Outlines

Most disputes follow the outlines of OpenStreetMap, from which the countries come, too. Others are drawn by hand, as the table says, or taken from Natural Earth 4.1 and 5.1, which is in the
public domain:

${areas.features.map(({ properties }) => `- \`${properties.id}\`: ${properties.source}`).join("\n")}
`,
    },
  ];
}
