import { DuckDBInstance } from "@duckdb/node-api";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { measureChild, type Measured, median } from "./parts/measured-child.ts";

/**
 * How much longer than its bare minimum does a publication take, and in how much memory? The bare
 * minimum is DuckDB scanning the same CSV and counting by company, pillar and band, as a process of
 * its own; both run in turn.
 *
 *   npm run bench -- publish [--companies 100000] [--judgements 100] [--rounds 3]
 */

const { values } = parseArgs({
  options: {
    companies: { type: "string", default: "100000" },
    judgements: { type: "string", default: "100" },
    rounds: { type: "string", default: "3" },
    sources: { type: "boolean", default: false },
  },
});
const companies = Number(values.companies);
const perCompany = Number(values.judgements);
const PILLARS = ["governance", "labour", "environment", "privacy", "safety", "tax"];
const BANDS = ["very_low", "low", "medium", "high", "very_high"];
const ROOT = fileURLToPath(new URL("..", import.meta.url));

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-bench-"));
try {
  await generate();
  const bare = `import { DuckDBInstance } from "@duckdb/node-api";
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run("CREATE TABLE counts AS SELECT company, pillar, band, count(*) FROM read_csv('${folder}/judgements.csv') GROUP BY ALL");`;
  const ratios: number[] = [];
  const processorRatios: number[] = [];
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const counted = await measureChild([process.execPath, "--input-type=module", "-e", bare]);
    const dataFolder = path.join(folder, `var-${round}`);
    const published = await measureChild(
      [
        process.execPath,
        "--disable-warning=ExperimentalWarning",
        path.join(ROOT, "bin/country-trust.mjs"),
        "publish",
        folder,
      ],
      { DATA_DIR: dataFolder },
    );
    rmSync(dataFolder, { recursive: true, force: true });
    ratios.push(published.seconds / counted.seconds);
    processorRatios.push(published.processorSeconds / counted.processorSeconds);
    process.stdout.write(
      `round ${round}: bare ${described(counted)}; publish ${described(published)}; ` +
        `ratio ${ratios.at(-1)!.toFixed(2)}, of processor time ${processorRatios.at(-1)!.toFixed(2)}\n`,
    );
    if (round === 1) process.stdout.write(`${published.output}\n`);
  }
  process.stdout.write(
    `${companies} companies, ${companies * perCompany} judgements: publish takes ${median(ratios).toFixed(2)} × bare (median), ${median(processorRatios).toFixed(2)} × its processor time\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function described({ seconds, processorSeconds, peakMib }: Measured): string {
  return `${seconds.toFixed(2)} s (${processorSeconds.toFixed(2)} s of processors), ${peakMib.toFixed(0)} MiB`;
}

/**
 * A seeded dataset: every company is judged under each pillar by as many criteria as it takes; rows
 * in no order.
 */
async function generate(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const named = (id: string): object => ({ id, label: id });
  writeFileSync(
    path.join(folder, "dataset.json"),
    JSON.stringify({
      title: "Generated for a measurement",
      publisher: "Country Trust",
      year: 2026,
      scale: { id: "five", bands: BANDS.map(named) },
      pillars: PILLARS.map(named),
    }),
  );
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const list = (items: readonly string[]): string => `[${items.map((item) => `'${item}'`).join(", ")}]`;
  const countries = list(["DE", "FR", "NA", "US", "JP", "IN", "BR", "KE", "GB", "CN", "MX", "ZA"]);
  await connection.run(`COPY (SELECT 'C' || lpad(i::VARCHAR, 7, '0') AS id, 'Company ' || i AS name, ${countries}[(hash(i) % 12)::INTEGER + 1] AS country,
    'Sector ' || hash(i + 5) % 20 AS sector FROM range(${companies}) r(i)) TO '${folder}/companies.csv' (HEADER)`);
  await connection.run(`COPY (SELECT 'C' || lpad((i // ${perCompany})::VARCHAR, 7, '0') AS company, ${list(PILLARS)}[(i % 6)::INTEGER + 1] AS pillar,
    'k' || lpad((i % ${perCompany} // 6)::VARCHAR, 2, '0') AS criterion, ${list(BANDS)}[(hash(i + 1) % 5)::INTEGER + 1] AS band,
    DATE '2024-01-01' + (hash(i + 2) % 900)::INTEGER AS judged_on${values.sources ? ", 'https://reports.example/' || i // 25 AS source_url" : ""}
    FROM range(${companies * perCompany}) r(i) ORDER BY hash(i + 3)) TO '${folder}/judgements.csv' (HEADER)`);
  connection.closeSync();
  instance.closeSync();
}
