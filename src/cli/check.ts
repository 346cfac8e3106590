import { mkdir } from "node:fs/promises";
import path from "node:path";
import { buildRelease } from "../release/build-release.ts";
import { openSnapshot } from "../snapshot/open-snapshot.ts";
import type { CountryRecord, Snapshot } from "../snapshot/snapshot.ts";
import { type Command, UsageError } from "./command.ts";
import { formatCount, showProgress } from "./progress.ts";
import { DATASET_OPTIONS, DATASET_USAGE, readDataset } from "./read-dataset.ts";
import { withWorkFolder } from "./work-folder.ts";

export const check: Command = {
  name: "check",
  summary: "Validates a dataset and sums it up (countries, bands, thin spots) without publishing it.",
  usage: `<folder> [--data <folder>] [--skip-bad-rows] [--problems <file>] [--json]
${DATASET_USAGE}
  --json             print the summary as JSON`,
  options: { ...DATASET_OPTIONS, json: { type: "boolean" } },
  async run(console, [folder, ...more], options) {
    if (folder === undefined || more.length > 0) throw new UsageError("expected one dataset folder");
    return await withWorkFolder(console.settings.dataFolder, async (workFolder) => {
      const progress = showProgress(console);
      const dataset = await readDataset({ console, folder, options, workFolder, progress });
      if (!dataset) return 1;
      // The same steps as a publication, so that what passes here can be published.
      const bundle = path.join(workFolder, "bundle");
      await mkdir(bundle);
      const manifest = await buildRelease({
        dataset,
        folder: bundle,
        publishedAt: console.now(),
        onProgress: progress.onProgress,
      });
      progress.finish();
      dataset.close();
      const summary = summarise(openSnapshot(manifest, bundle));
      if (options["json"]) console.print(JSON.stringify(summary, null, 2));
      else for (const line of tellSummary(summary)) console.print(line);
      return 0;
    });
  },
};

interface Summary {
  readonly counts: Snapshot["manifest"]["counts"];
  readonly as_of: string | null;
  readonly bands: readonly string[];
  readonly countries: readonly {
    iso2: string;
    name: string;
    listed: number;
    judged: number;
    distribution: readonly number[];
    median_band: string | null;
  }[];
  readonly thin: {
    readonly minimum_companies: number;
    /** ISO2 of the countries that would get no rank. */
    readonly unranked_countries: readonly string[];
    readonly cells: number;
    readonly cells_below_minimum: number;
    readonly companies_not_judged: number;
  };
}

function summarise(snapshot: Snapshot): Summary {
  const { dataset, counts, asOf } = snapshot.manifest;
  const tooFew = (area: { judgedCompanies: number }): boolean => area.judgedCompanies < dataset.minimumCompanies;
  const cells = snapshot.countries.flatMap((country) =>
    snapshot.sectors.flatMap((sector) => snapshot.cell(country.iso2, sector.slug) ?? []),
  );
  const byJudged = (a: CountryRecord, b: CountryRecord): number =>
    b.judgedCompanies - a.judgedCompanies || (a.iso2 < b.iso2 ? -1 : 1);
  return {
    counts,
    as_of: asOf,
    bands: dataset.scale.bands.map(({ label }) => label),
    countries: snapshot.countries.toSorted(byJudged).map((country) => ({
      iso2: country.iso2,
      name: country.name,
      listed: country.listedCompanies,
      judged: country.judgedCompanies,
      distribution: country.distribution,
      median_band: country.median === null ? null : (dataset.scale.bands[country.median - 1]?.label ?? null),
    })),
    thin: {
      minimum_companies: dataset.minimumCompanies,
      unranked_countries: snapshot.countries
        .filter(tooFew)
        .map(({ iso2 }) => iso2)
        .toSorted(),
      cells: cells.length,
      cells_below_minimum: cells.filter(tooFew).length,
      companies_not_judged: counts.companies - counts.judgedCompanies,
    },
  };
}

function tellSummary({ counts, as_of, bands, countries, thin }: Summary): string[] {
  const nameWidth = Math.max(7, ...countries.map(({ name }) => name.length));
  const widths = bands.map((band) => Math.max(band.length, 5));
  const duplicates = counts.duplicateCompanies + counts.duplicateProducts + counts.duplicateJudgements;
  return [
    "This dataset can be published.",
    `${formatCount(counts.companies)} companies, ${formatCount(counts.products)} products, ${formatCount(counts.judgements)} current judgements` +
      (as_of === null ? "." : `, the newest of ${as_of}.`),
    `${formatCount(counts.supersededJudgements)} judgements were replaced by newer ones, ${formatCount(duplicates)} repeated rows merged.`,
    "",
    `   ${"Country".padEnd(nameWidth)}  Judged  ${bands.map((band, i) => band.padStart(widths[i]!)).join("  ")}  Median band`,
    ...countries.map(({ iso2, name, judged, distribution, median_band }) => {
      const counted = distribution.map((count, i) => String(count).padStart(widths[i]!)).join("  ");
      return `${iso2} ${name.padEnd(nameWidth)}  ${String(judged).padStart(6)}  ${counted}  ${median_band ?? "not judged"}`;
    }),
    "",
    `Thin spots: ${thin.unranked_countries.length} of ${countries.length} countries have fewer than ${thin.minimum_companies} judged companies and get no rank` +
      (thin.unranked_countries.length > 0 ? ` (${thin.unranked_countries.join(", ")})` : "") +
      `; ${thin.cells_below_minimum} of ${thin.cells} country and sector cells are as thin; ${formatCount(thin.companies_not_judged)} companies are not judged.`,
  ];
}
