import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "../release/manifest.ts";
import { openSnapshot } from "../snapshot/open-snapshot.ts";
import type { CountryRecord, Snapshot } from "../snapshot/snapshot.ts";
import { buildBundle, DATASET_HELP, DATASET_OPTIONS } from "./build-bundle.ts";
import { type Command, printJson, UsageError } from "./command.ts";
import {
  counted,
  countedCompanies,
  countedCountries,
  countsJson,
  distributionJson,
  formatCount,
  withReasons,
} from "./output.ts";
import { blockOf, middleLineText } from "./middle-line.ts";
import { withWorkFolder } from "./work-folder.ts";

export const check: Command = {
  name: "check",
  summary: "Validate a dataset and summarize it, without publishing",
  synopsis: "<folder> [options]",
  help: `${DATASET_HELP}
  --json             Print the summary as JSON`,
  options: { ...DATASET_OPTIONS, json: { type: "boolean" } },
  async run(console, [folder, ...more], options) {
    if (folder === undefined || more.length > 0) throw new UsageError("expected one dataset folder");
    return await withWorkFolder(console.settings.dataFolder, async (workFolder) => {
      // The same steps as publishing: a dataset that passes can be published.
      const bundle = path.join(workFolder, "bundle");
      await mkdir(bundle);
      const manifest = await buildBundle({ console, folder, options }, workFolder, bundle);
      if (manifest === null) return 1;
      const summary = summarize(openSnapshot(manifest, bundle));
      if (options["json"]) printJson(console, summaryJson(summary));
      else for (const line of summaryLines(summary, manifest)) console.print(line);
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

function summarize(snapshot: Snapshot): Summary {
  const { dataset, counts, asOf } = snapshot.manifest;
  const isThin = (area: { judgedCompanies: number }): boolean => area.judgedCompanies < dataset.minimumCompanies;
  const cells = snapshot.countries.flatMap((country) =>
    snapshot.sectors.flatMap((sector) => snapshot.cell(country.iso2, sector.slug) ?? []),
  );
  const byJudged = (a: CountryRecord, b: CountryRecord): number =>
    b.judgedCompanies - a.judgedCompanies || (a.iso2 < b.iso2 ? -1 : 1);
  return {
    counts: countsJson(counts),
    as_of: asOf,
    bands: dataset.scale.bands.map(({ id }) => id),
    countries: snapshot.countries.toSorted(byJudged).map((country) => ({
      iso2: country.iso2,
      name: country.name,
      listed: country.listedCompanies,
      judged: country.judgedCompanies,
      distribution: distributionJson(dataset, country.distribution),
      median_band: country.median === null ? null : dataset.scale.bands[country.median - 1]!.id,
    })),
    thin: {
      minimum_companies: dataset.minimumCompanies,
      unranked_countries: snapshot.countries
        .filter(isThin)
        .map(({ iso2 }) => iso2)
        .toSorted(),
      cells: cells.length,
      cells_below_minimum: cells.filter(isThin).length,
      // Both counts are published; their difference is presentation, not a statistic of its own.
      companies_not_judged: counts.companies - counts.judgedCompanies,
    },
  };
}

function summaryJson({ countries, ...summary }: Summary): Record<string, unknown> {
  const each = countries.map((country) => withReasons(country, { median_band: "not_judged" }));
  return withReasons({ ...summary, countries: each }, { as_of: "undated" });
}

function summaryLines(summary: Summary, { counts, dataset }: Manifest): string[] {
  const { as_of, countries, thin } = summary;
  const duplicates = counts.duplicateCompanies + counts.duplicateProducts + counts.duplicateJudgements;
  const sizes = [
    countedCompanies(counts.companies),
    counted(counts.products, "product"),
    counted(counts.judgements, "current judgement"),
  ];
  const unranked = thin.unranked_countries.length;
  return [
    "This dataset can be published.",
    `${sizes.join(", ")}${as_of === null ? "" : `; newest judgement: ${as_of}`}.`,
    `Superseded: ${counted(counts.supersededJudgements, "judgement")}. Merged: ${counted(duplicates, "duplicate row")}.`,
    "",
    ...countryTable(summary, dataset.scale.bands),
    "",
    `Fewer than ${counted(thin.minimum_companies, "judged company", "judged companies")}: ${unranked} of ${countedCountries(countries.length)}, ` +
      `which ${unranked === 1 ? "gets" : "get"} no rank${unranked > 0 ? ` (${thin.unranked_countries.join(", ")})` : ""}; ` +
      `${formatCount(thin.cells_below_minimum)} of ${counted(thin.cells, "country and sector cell")}. ` +
      `Not judged: ${countedCompanies(thin.companies_not_judged)}.`,
  ];
}

/** One line of at most 80 characters for each country, but for long labels. */
function countryTable({ countries, thin }: Summary, bands: Manifest["dataset"]["scale"]["bands"]): string[] {
  const labels = new Map(bands.map(({ id, label }) => [id, label]));
  const key = bands.map(({ label }, index) => `${blockOf(index + 1, bands.length)} ${label}`).join("  ");
  return [
    "Judged companies of each country, worst to best. │ marks the middle; the block",
    "before it is the median band.",
    `  ${key}`,
    ...countries.map(({ iso2, name, judged, distribution, median_band }) => {
      const counts = bands.map(({ id }) => distribution[id] ?? 0);
      const bar = middleLineText(counts, judged < thin.minimum_companies);
      const median = median_band === null ? "not judged" : labels.get(median_band);
      return `${iso2} ${shortName(name).padEnd(NAME_WIDTH)} ${String(judged).padStart(6)}  ${bar}  ${median}`;
    }),
  ];
}

const NAME_WIDTH = 20;

function shortName(name: string): string {
  return name.length > NAME_WIDTH ? `${name.slice(0, NAME_WIDTH - 1)}…` : name;
}
