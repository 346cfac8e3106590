import type { Manifest } from "../release/manifest.ts";
import { openSnapshot } from "../release/open-snapshot.ts";
import type { CountryRecord, Snapshot } from "../release/snapshot.ts";
import { READ_ALOUD, readAloud } from "../topics/release/words-read-aloud.ts";
import { scaleInWords } from "../trust/gate-method.ts";
import { buildBundle } from "../publishing/build-bundle.ts";
import { describeDistribution } from "../ask/describe.ts";
import { openWorkFolder } from "../publishing/work-folder.ts";
import { countedCompanies, countedCountries, duplicatesOf, repliesOf } from "../publishing/words.ts";
import { type Command, storeOf } from "./command.ts";
import { DATASET_HELP, DATASET_OPTIONS, publishingContext, readDatasetRequest } from "./dataset-options.ts";
import { counted, formatCount } from "../intake/counted.ts";
import { countsJson, withReasons } from "./output.ts";

export const check: Command = {
  summary: "Validate a dataset and summarize it, without publishing",
  synopsis: "<folder> [options]",
  help: `${DATASET_HELP}
  --json             Print the summary as JSON`,
  options: { ...DATASET_OPTIONS, json: "boolean" },
  async run(console, args, options) {
    const request = readDatasetRequest(args, options);
    await using work = await openWorkFolder(console.settings.dataFolder);
    // These are the steps of publishing: a dataset that passes can be published.
    const { bundle } = await buildBundle(publishingContext(console, options), request, work.folder);
    if (bundle === null) return 1;
    const { manifest, notices } = bundle;
    const snapshot = openSnapshot(manifest, bundle.folder);
    const summary = summarize(snapshot, storeOf(console).currentId() === null);
    return { json: summaryJson(summary, notices), lines: summaryLines(summary, manifest) };
  },
};

type Summary = ReturnType<typeof summarize>;

function summarize(snapshot: Snapshot, isFirst: boolean) {
  const { dataset, counts, asOf } = snapshot.manifest;
  const isThin = (area: { judgedCompanies: number }): boolean => area.judgedCompanies < dataset.minimumCompanies;
  const cells = snapshot.countries.flatMap((country) =>
    snapshot.sectors.flatMap((sector) => snapshot.cell(country.iso2, sector.slug) ?? []),
  );
  const byJudged = (a: CountryRecord, b: CountryRecord): number =>
    b.judgedCompanies - a.judgedCompanies || (a.iso2 < b.iso2 ? -1 : 1);
  return {
    read_aloud: isFirst ? readAloud(snapshot) : [],
    counts: countsJson(counts),
    as_of: asOf,
    worst_first: scaleInWords(dataset.scale),
    bands: dataset.scale.bands.map(({ id }) => id),
    countries: snapshot.countries.toSorted(byJudged).map((country) => ({
      iso2: country.iso2,
      name: country.name,
      listed: country.listedCompanies,
      judged: country.judgedCompanies,
      distribution: describeDistribution(dataset.scale, country.distribution),
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

function summaryJson({ countries, ...summary }: Summary, notices: readonly string[]): Record<string, unknown> {
  const each = countries.map((country) => withReasons(country, { median_band: "not_judged" }));
  return withReasons({ ...summary, notices, countries: each }, { as_of: "undated" });
}

function summaryLines(summary: Summary, { counts, dataset }: Manifest): string[] {
  const { as_of, countries, thin, worst_first } = summary;
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
    `${sizes.join(", ")}${as_of === null ? "" : `; newest judgement: ${as_of}`}.`,
    `Superseded: ${counted(counts.supersededJudgements, "judgement")}. Merged: ${counted(duplicatesOf(counts), "duplicate row")}.`,
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
