import { mkdir } from "node:fs/promises";
import path from "node:path";
import { buildRelease } from "../release/build-release.ts";
import type { Manifest } from "../release/manifest.ts";
import { openSnapshot } from "../snapshot/open-snapshot.ts";
import type { CountryRecord, Snapshot } from "../snapshot/snapshot.ts";
import { type Command, UsageError } from "./command.ts";
import { describeIntake, describeDistribution } from "./describe-counts.ts";
import { counted, showProgress } from "./progress.ts";
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
      else for (const line of tellSummary(summary, manifest)) console.print(line);
      return 0;
    });
  },
};

interface Summary {
  readonly counts: Readonly<Record<string, unknown>>;
  readonly as_of: string | null;
  /** Ids, worst first. */
  readonly bands: readonly string[];
  readonly countries: readonly {
    iso2: string;
    name: string;
    listed: number;
    judged: number;
    /** By the ids of the bands. */
    distribution: Readonly<Record<string, number>>;
    /** The id of a band. */
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
    counts: describeIntake(counts),
    as_of: asOf,
    bands: dataset.scale.bands.map(({ id }) => id),
    countries: snapshot.countries.toSorted(byJudged).map((country) => ({
      iso2: country.iso2,
      name: country.name,
      listed: country.listedCompanies,
      judged: country.judgedCompanies,
      distribution: describeDistribution(dataset, country.distribution),
      median_band: country.median === null ? null : dataset.scale.bands[country.median - 1]!.id,
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

function tellSummary({ as_of, countries, thin }: Summary, { counts, dataset }: Manifest): string[] {
  const { bands } = dataset.scale;
  const labels = new Map(bands.map(({ id, label }) => [id, label]));
  const nameWidth = Math.max(7, ...countries.map(({ name }) => name.length));
  const widths = bands.map(({ label }) => Math.max(label.length, 5));
  const duplicates = counts.duplicateCompanies + counts.duplicateProducts + counts.duplicateJudgements;
  const sizes = [
    counted(counts.companies, "company", "companies"),
    counted(counts.products, "product", "products"),
    counted(counts.judgements, "current judgement", "current judgements"),
  ];
  return [
    "This dataset can be published.",
    sizes.join(", ") + (as_of === null ? "." : `, the newest of ${as_of}.`),
    `Replaced by newer ones: ${counted(counts.supersededJudgements, "judgement", "judgements")}. Merged: ${counted(duplicates, "repeated row", "repeated rows")}.`,
    "",
    `   ${"Country".padEnd(nameWidth)}  Judged  ${bands.map(({ label }, i) => label.padStart(widths[i]!)).join("  ")}  Median band`,
    ...countries.map(({ iso2, name, judged, distribution, median_band }) => {
      const cells = bands.map(({ id }, i) => String(distribution[id]).padStart(widths[i]!)).join("  ");
      const median = median_band === null ? "not judged" : labels.get(median_band);
      return `${iso2} ${name.padEnd(nameWidth)}  ${String(judged).padStart(6)}  ${cells}  ${median}`;
    }),
    "",
    `Thin spots (fewer than ${thin.minimum_companies} judged companies): ${thin.unranked_countries.length} of ${counted(countries.length, "country", "countries")}, ` +
      `without a rank${thin.unranked_countries.length > 0 ? ` (${thin.unranked_countries.join(", ")})` : ""}; ` +
      `${thin.cells_below_minimum} of ${counted(thin.cells, "country and sector cell", "country and sector cells")}. ` +
      `Not judged: ${counted(thin.companies_not_judged, "company", "companies")}.`,
  ];
}
