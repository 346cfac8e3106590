import { COMPANIES_BY_COUNTRY, DATASET, NOT_JUDGED_COUNT, PILLARS, SECTORS, SUPERSEDED_COUNT } from "./facts.ts";

/** The content of `data/demo/LICENSE.md`. */
export function writeLicence(): string {
  return `# Licence of the demonstration dataset

The files in this folder are licensed under the Creative Commons Attribution 4.0 International licence (CC BY 4.0):
<https://creativecommons.org/licenses/by/4.0/>.

Attribution: ${DATASET.publisher} (${DATASET.year}). ${DATASET.title}.

Every company, product, brand, judgement and reply in it is fictional: a program made them up at random. Any resemblance to a real
company, product or URL is accidental. The countries are real; the bands say nothing about them.
`;
}

/** The content of `data/demo/README.md`; the row counts are those of the tables beside it. */
export function writeReadme(counts: { companies: number; products: number; judgements: number }): string {
  const n = (count: number): string => count.toLocaleString("en-GB");
  return `# Demonstration dataset

A fictional dataset to try everything with: ${n(counts.companies)} companies in ${Object.keys(COMPANIES_BY_COUNTRY).length} real countries and ${SECTORS.length} sectors, ${n(counts.products)} products and
${n(counts.judgements)} judgements in ${PILLARS.length} pillars on a scale of ${DATASET.scale.bands.length} bands. **The companies are fictional**, and every response says so in \`meta.notice\`. The
countries are real, but their bands are random, with a seed chosen so that the ranking resembles no real one. The bands say nothing about
these countries.

| file | what it holds |
|---|---|
| \`dataset.json\` | title, publisher, licence, notice, mark, what the bands measure, scale, pillars, labels of sectors, judges and criteria, the ${DATASET.monitored.length} monitored countries, ranking rule, accent and logos |
| \`companies.csv\` | id, name, country (ISO 3166-1 alpha-2), sector, website (all under the reserved \`.example\`), aliases (\`\\|\` between them) |
| \`products.csv\` | id, name, company (its id), brand |
| \`judgements.csv\` | company (its id), pillar, band, criterion (empty: the pillar as a whole), judge, judged_on, source_url |
| \`replies.csv\` | company (its id), pillar and judged_on of what it answers, status, replied_on, text, url |
| \`about.md\`, \`terms.md\` | texts of the site; \`privacy.md\` is missing, so that the page shows what the program records |
| \`logo.svg\`, \`logo-dark.svg\` | the logo, for light and dark pages |

## What it shows

- Countries, sectors and pillars differ, and many countries are tied.
- \`IS\` has one company, judged in three pillars; \`FJ\` has two; \`CI\` has four, of which two are judged. None of the three has a rank.
- ${NOT_JUDGED_COUNT} companies have no judgement, some a single one, some are judged in one to three pillars only.
- Some cells of country and sector are empty, some have one company, some have companies but no judged ones.
- ${n(SUPERSEDED_COUNT)} judgements are superseded: the same company, pillar, criterion and judge has a newer one.
- Companies with the same name in several countries (\`Oompaline Group\`, \`Wimblethrop Holdings Ltd\`, \`Solquiriña S.A.\`), and two that
  differ only in an accent (\`Bölvikka Nordic\`, \`Bolvikka Nordic\`).
- Names and aliases in Arabic, Bulgarian, Greek, Hindi, Japanese and Korean; the country code \`NA\` (Namibia), which some readers of
  CSV take for a missing value; values with commas and quotation marks.

## Regenerating it

\`\`\`sh
npm run generate demo   # writes this folder; \`npm run check\` names the files that differ
\`\`\`

The script draws from a seeded generator and uses neither the clock nor the network, so it writes the same bytes on every machine. Change
the script, never these files.
`;
}
