import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "../release/manifest.ts";
import { ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { openSnapshot } from "../release/open-snapshot.ts";
import type { CountryRecord, Snapshot } from "../release/snapshot.ts";
import { READ_ALOUD, readAloud } from "../topics/release/words-read-aloud.ts";
import { isReordered, scaleInWords } from "../trust/gate-method.ts";
import type { Scale } from "../trust/scale.ts";
import { buildBundle, DATASET_HELP, DATASET_OPTIONS } from "./build-bundle.ts";
import { type Command, printJson, UsageError } from "./command.ts";
import {
  counted,
  countedCompanies,
  countedCountries,
  countsJson,
  distributionJson,
  formatCount,
  repliesOf,
  withReasons,
} from "./output.ts";
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
      const built = await buildBundle({ console, folder, options }, workFolder, bundle);
      if (built === null) return 1;
      const { manifest } = built;
      const snapshot = openSnapshot(manifest, bundle);
      const store = new ReleaseStore(console.settings.dataFolder, console.now);
      const reordered = findReordered(store, manifest.dataset.scale);
      const sentences = store.currentId() === null ? readAloud(snapshot) : [];
      const summary = { ...summarize(snapshot), read_aloud: sentences };
      if (options["json"]) printJson(console, summaryJson(summary, reordered, built.notices));
      else for (const line of summaryLines(summary, manifest, reordered)) console.print(line);
      return 0;
    });
  },
};

/** The current release, where it has the bands of this scale in another order under the same id. */
interface Reordered {
  readonly release: string;
  /** Its bands, worst first. */
  readonly scale: string;
}

function findReordered(store: ReleaseStore, scale: Scale): Reordered | null {
  const current = store.currentId();
  if (current === null) return null;
  try {
    const before = store.manifest(current).dataset.scale;
    return before.id === scale.id && isReordered(before, scale)
      ? { release: current, scale: scaleInWords(before) }
      : null;
  } catch (error) {
    // What is wrong with the current release is said by other commands.
    if (error instanceof ReleaseStoreError) return null;
    throw error;
  }
}

interface Summary {
  /** Of a dataset that would be the first release; empty where there is one to compare with. */
  readonly read_aloud: readonly string[];
  readonly counts: Readonly<Record<string, unknown>>;
  readonly as_of: string | null;
  /** Labels of the bands: `Poor < Fair < Good`. */
  readonly worst_first: string;
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

function summarize(snapshot: Snapshot): Omit<Summary, "read_aloud"> {
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
    worst_first: scaleInWords(dataset.scale),
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

function summaryJson(
  { countries, ...summary }: Summary,
  reordered: Reordered | null,
  notices: readonly string[],
): Record<string, unknown> {
  const each = countries.map((country) => withReasons(country, { median_band: "not_judged" }));
  const all = { ...summary, order_differs: reordered !== null, notices, countries: each };
  return withReasons(all, { as_of: "undated" });
}

function summaryLines(summary: Summary, { counts, dataset }: Manifest, reordered: Reordered | null): string[] {
  const { as_of, countries, thin, worst_first } = summary;
  const { duplicateCompanies, duplicateProducts, duplicateJudgements, duplicateReplies } = counts;
  const duplicates = duplicateCompanies + duplicateProducts + duplicateJudgements + duplicateReplies;
  const sizes = [
    countedCompanies(counts.companies),
    counted(counts.products, "product"),
    counted(counts.judgements, "current judgement"),
    ...repliesOf(counts),
  ];
  const unranked = thin.unranked_countries.length;
  return [
    "This dataset can be published.",
    `Scale ${dataset.scale.id}, worst first: ${worst_first}.`,
    ...(reordered === null
      ? []
      : [
          `The current release ${reordered.release} has the same scale in another order: ${reordered.scale}. One of the two is not worst first.`,
        ]),
    `${sizes.join(", ")}${as_of === null ? "" : `; newest judgement: ${as_of}`}.`,
    `Superseded: ${counted(counts.supersededJudgements, "judgement")}. Merged: ${counted(duplicates, "duplicate row")}.`,
    "",
    ...countryTable(summary, dataset.scale.bands),
    "",
    `Fewer than ${counted(thin.minimum_companies, "judged company", "judged companies")}: ${unranked} of ${countedCountries(countries.length)}, ` +
      `which ${unranked === 1 ? "gets" : "get"} no rank${unranked > 0 ? ` (${thin.unranked_countries.join(", ")})` : ""}; ` +
      `${formatCount(thin.cells_below_minimum)} of ${counted(thin.cells, "country and sector cell")}. ` +
      `Not judged: ${countedCompanies(thin.companies_not_judged)}.`,
    ...(summary.read_aloud.length === 0 ? [] : ["", READ_ALOUD, ...summary.read_aloud.map((line) => `  ${line}`)]),
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

/**
 * The bar with the middle line in a terminal: block characters, the higher the better, without
 * colours or control characters.
 */

const BLOCKS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** Characters at each side of the line. */
const SIDE = 15;

/** The character of a level, from 1 (worst); neighbours share one on a scale of more than eight. */
export function blockOf(level: number, bandCount: number): string {
  return BLOCKS[Math.round(((level - 1) * (BLOCKS.length - 1)) / (bandCount - 1))] ?? "█";
}

/**
 * A distribution, worst band first, as a bar of 31 characters. The block before the line is the
 * median band. `isThin`: there are too few for a median, and no line.
 */
export function middleLineText(counts: readonly number[], isThin: boolean): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return " ".repeat(SIDE + 1 + SIDE);
  /** The level of the first one behind a share of all, or of the one that completes it. */
  const levelAt = (share: number, isBehind: boolean): number => {
    let before = 0;
    return (
      1 +
      counts.findIndex((count) => {
        before += count;
        const reached = before * (SIDE + SIDE);
        return isBehind ? reached > share * total : reached >= share * total;
      })
    );
  };
  const side = (from: number, isBehind: boolean): string =>
    Array.from({ length: SIDE }, (_, index) => blockOf(levelAt(from + index, isBehind), counts.length)).join("");
  return `${side(1, false)}${isThin ? " " : "│"}${side(SIDE, true)}`;
}
