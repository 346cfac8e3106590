import { buildChance } from "./demo/chance.ts";
import { writeAbout, writeLogo, writeTerms } from "./demo/branding.ts";
import { makeCompanies } from "./demo/companies.ts";
import { writeCsv } from "./demo/csv.ts";
import { DATASET, SECTORS } from "./demo/facts.ts";
import { makeJudgements } from "./demo/judgements.ts";
import { makeProducts } from "./demo/products.ts";
import { makeReplies } from "./demo/replies.ts";
import { writeLicence, writeReadme } from "./demo/texts.ts";
import type { GeneratedFile } from "./generated-file.ts";

/**
 * Builds the files of the demonstration dataset: UTF-8 text by file name, the same on every call
 * and machine.
 */
export function buildDemoFiles(): Map<string, string> {
  // One source of chance for each table, so that a change to one touches the others as little as
  // possible. The seed of the judgements was picked so that nobody takes the order of the countries
  // for a real one.
  const companies = makeCompanies(buildChance(1));
  const products = makeProducts(buildChance(2), companies);
  const judgements = makeJudgements(buildChance(26), companies);
  const replies = makeReplies(buildChance(4), judgements);
  return new Map([
    ["dataset.json", `${JSON.stringify(DATASET, null, 2)}\n`],
    [
      "companies.csv",
      writeCsv(
        ["id", "name", "country", "sector", "website", "aliases"],
        companies.map(({ id, name, country, sector, website, aliases }) => [
          id,
          name,
          country,
          SECTORS[sector]!.slug,
          website,
          aliases.join("|"),
        ]),
      ),
    ],
    [
      "products.csv",
      writeCsv(
        ["id", "name", "company", "brand"],
        products.map(({ id, name, company, brand }) => [id, name, company, brand]),
      ),
    ],
    [
      "judgements.csv",
      writeCsv(
        ["company", "pillar", "band", "criterion", "judge", "judged_on", "source_url"],
        judgements.map((row) => [
          row.company,
          row.pillar,
          row.band,
          row.criterion,
          row.judge,
          row.judgedOn,
          row.sourceUrl,
        ]),
      ),
    ],
    [
      "replies.csv",
      writeCsv(
        ["company", "pillar", "judged_on", "status", "replied_on", "text", "url"],
        replies.map((row) => [row.company, row.pillar, row.judgedOn, row.status, row.repliedOn, row.text, row.url]),
      ),
    ],
    ["about.md", writeAbout()],
    ["terms.md", writeTerms()],
    ["logo.svg", writeLogo(DATASET.branding.accent, "#17212b")],
    ["logo-dark.svg", writeLogo("#c08a73", "#eceff1")],
    ["LICENSE.md", writeLicence()],
    [
      "README.md",
      writeReadme({ companies: companies.length, products: products.length, judgements: judgements.length }),
    ],
  ]);
}

export function generate(): readonly GeneratedFile[] {
  return Array.from(buildDemoFiles(), ([name, content]) => ({ path: `data/demo/${name}`, content }));
}
