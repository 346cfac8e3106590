import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildChance } from "./demo/chance.ts";
import { writeAbout, writeLogo, writeTerms } from "./demo/branding.ts";
import { makeCompanies } from "./demo/companies.ts";
import { writeCsv } from "./demo/csv.ts";
import { DATASET, SECTORS } from "./demo/facts.ts";
import { makeJudgements } from "./demo/judgements.ts";
import { makeProducts } from "./demo/products.ts";
import { makeReplies } from "./demo/replies.ts";
import { writeLicence, writeReadme } from "./demo/texts.ts";

const DEMO_FOLDER = new URL("../data/demo/", import.meta.url);

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

/**
 * Names the files in `folder` (a `file:` URL that ends in `/`) that are missing or differ from
 * `files`, in the order of `files`.
 */
export async function findDrift(files: ReadonlyMap<string, string>, folder: URL): Promise<string[]> {
  const drifted: string[] = [];
  for (const [name, text] of files) {
    const found = await readFile(new URL(name, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (found === null || !found.equals(Buffer.from(text))) drifted.push(name);
  }
  return drifted;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  const files = buildDemoFiles();
  if (values.check) {
    const drifted = await findDrift(files, DEMO_FOLDER);
    for (const name of drifted) console.error(`data/demo/${name} differs from what scripts/build-demo.ts writes`);
    if (drifted.length > 0) process.exitCode = 1;
    return;
  }
  await mkdir(DEMO_FOLDER, { recursive: true });
  for (const [name, text] of files) await writeFile(new URL(name, DEMO_FOLDER), text);
  console.log(`Wrote ${files.size} files to ${fileURLToPath(DEMO_FOLDER)}`);
}

if (import.meta.main) await main();
