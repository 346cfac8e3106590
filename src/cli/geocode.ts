import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { openAtlas } from "../atlas/atlas.ts";
import { locateCsv } from "../intake/locate-csv.ts";
import { locateParquet } from "../intake/locate-parquet.ts";
import { type LocationFile, LocationFileError, type RowCounts } from "../intake/locate-rows.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { counted, formatCount, showProgress } from "./output.ts";
import { withWorkFolder } from "./work-folder.ts";

const MEMORY_MIB = 512;

export const geocode: Command = {
  name: "geocode",
  summary: "Add a column with the country code of each row's coordinates to a CSV or Parquet file",
  synopsis: "<file> --lat <column> --lng <column> [options]",
  help: `Arguments:
  <file>             .csv, .csv.gz, .csv.zst or .parquet

Options:
  --lat <column>     Column with latitudes in decimal degrees (WGS 84)
  --lng <column>     Column with longitudes
  --out <file>       File to write; must not exist (default: <name>-geocoded next to <file>)
  --column <name>    Name of the new column, of ISO 3166-1 alpha-2 codes (default: iso2)
  --nearest          At sea, use the nearest territory within 370 km

Rows without valid coordinates get no code and are counted.
Borders: © OpenStreetMap contributors, ODbL 1.0; see data/borders/README.md.`,
  options: {
    lat: { type: "string" },
    lng: { type: "string" },
    out: { type: "string" },
    column: { type: "string", default: "iso2" },
    nearest: { type: "boolean", default: false },
  },
  async run(console, [input, ...more], options) {
    if (input === undefined || more.length > 0) throw new UsageError("expected one file");
    const {
      lat,
      lng,
      out = defaultOut(input),
      column,
      nearest,
    } = options as Readonly<Record<string, string>> & {
      readonly nearest: boolean;
    };
    if (lat === undefined || lng === undefined)
      throw new UsageError("expected --lat and --lng, the names of two columns");
    if (isParquet(input) !== isParquet(out)) throw new UsageError("expected --out to have the same format as <file>");
    try {
      const file = { path: path.resolve(input), out: path.resolve(out), lat, lng, column: column!, nearest };
      const counts = await writeOutput(console, file);
      console.say(summaryLine(file, counts));
      console.print(file.out);
      return 0;
    } catch (error) {
      if (!isFileError(error)) throw error;
      console.say(`country-trust geocode: ${input}: ${error.message}`);
      return 1;
    }
  },
};

function isParquet(name: string): boolean {
  return /\.parquet$/iu.test(name);
}

function defaultOut(input: string): string {
  const { dir, base } = path.parse(input);
  const name = base.replace(/\.(?:gz|zst)$/u, "");
  const { name: stem, ext } = path.parse(name);
  return path.join(dir, `${stem}-geocoded${ext}`);
}

/**
 * Writes to a temporary name and renames at the end, so that a partial file never has the name of
 * the output.
 */
async function writeOutput(console: Console, file: LocationFile): Promise<RowCounts> {
  if (existsSync(file.out)) throw new LocationFileError(`${file.out} already exists; choose another file with --out`);
  if (!existsSync(file.path)) throw new LocationFileError("no such file");
  const unfinished = `${file.out}.${process.pid}.unfinished`;
  const progress = showProgress(console);
  const borders = openAtlas().borders();
  const own = { ...file, out: unfinished };
  try {
    const counts = isParquet(file.path)
      ? await withWorkFolder(console.settings.dataFolder, (workFolder) =>
          locateParquet(own, borders, { workFolder, memoryMiB: MEMORY_MIB, threads: 2 }, (done, of) =>
            progress.onProgress("looking up rows", done, of),
          ),
        )
      : await locateCsv(own, borders, (done, of) => progress.onProgress("looking up bytes", done, of));
    progress.finish();
    await rename(unfinished, file.out);
    return counts;
  } finally {
    await rm(unfinished, { force: true });
  }
}

function summaryLine({ nearest }: LocationFile, { rows, located, unclaimed, invalid }: RowCounts): string {
  const elsewhere = nearest ? "farther than 370 km from any country" : "in open sea or on unclaimed land";
  return (
    `${counted(rows, "row")}: ${formatCount(located)} with a code, ${formatCount(unclaimed)} ${elsewhere}, ` +
    `${formatCount(invalid)} without valid coordinates. Borders: © OpenStreetMap contributors, ODbL 1.0.`
  );
}

/** Whether the error is about the file: ours, the operating system's or DuckDB's. */
function isFileError(error: unknown): error is Error {
  if (error instanceof LocationFileError) return true;
  return (
    error instanceof Error && ("code" in error || /^(?:Invalid Input|IO|Binder|Conversion) Error/u.test(error.message))
  );
}
