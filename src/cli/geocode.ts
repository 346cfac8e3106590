import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { openAtlas } from "../atlas/atlas.ts";
import { locateCsv } from "../intake/locate-csv.ts";
import { locateParquet } from "../intake/locate-parquet.ts";
import { type PlacesFile, PlacesFileError, type RowCounts } from "../intake/locate-rows.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { formatCount, showProgress } from "./progress.ts";
import { withWorkFolder } from "./work-folder.ts";

const MEMORY_MIB = 512;

export const geocode: Command = {
  name: "geocode",
  summary: "Adds a column with the ISO 3166-1 code of the country at each row's coordinates to a CSV or Parquet file.",
  usage: `<file.csv | file.parquet> --lat <column> --lng <column> [--out <file>] [--column <name>] [--nearest]
  --lat, --lng       columns with decimal degrees (WGS 84)
  --out              file to write; must not exist (default: <name>-geocoded beside the file)
  --column           name of the new column (default: iso2)
  --nearest          in open sea, the nearest territory within 370 km

  CSV may be packed as .gz or .zst. Cells without usable degrees get no code and are counted.
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
    if (isParquet(input) !== isParquet(out))
      throw new UsageError("expected a file to write of the same kind as the one to read");
    try {
      const file = { path: path.resolve(input), out: path.resolve(out), lat, lng, column: column!, nearest };
      tell(console, file, await writeWhole(console, file));
      return 0;
    } catch (error) {
      if (!isForTheCaller(error)) throw error;
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

/** Writes beside the file that is wanted and renames at the end, so that there is never half a file under its name. */
async function writeWhole(console: Console, file: PlacesFile): Promise<RowCounts> {
  if (existsSync(file.out)) throw new PlacesFileError(`${file.out} exists already; name another file with --out`);
  if (!existsSync(file.path)) throw new PlacesFileError("there is no such file");
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
      : await locateCsv(own, borders, (done, of) => progress.onProgress("looking up, bytes", done, of));
    progress.finish();
    await rename(unfinished, file.out);
    return counts;
  } finally {
    await rm(unfinished, { force: true });
  }
}

function tell(console: Console, { out, nearest }: PlacesFile, { rows, located, nobodys, faulty }: RowCounts): void {
  const sea = nearest ? "farther than 370 km from any country" : "in open sea or on unclaimed land";
  console.say(
    `${formatCount(rows)} rows: ${formatCount(located)} with a code, ${formatCount(nobodys)} ${sea}, ` +
      `${formatCount(faulty)} without usable degrees. Borders: © OpenStreetMap contributors, ODbL 1.0.`,
  );
  console.print(out);
}

/** Faults of the file, and what the operating system or DuckDB have to say of it. */
function isForTheCaller(error: unknown): error is Error {
  if (error instanceof PlacesFileError) return true;
  return (
    error instanceof Error && ("code" in error || /^(?:Invalid Input|IO|Binder|Conversion) Error/u.test(error.message))
  );
}
