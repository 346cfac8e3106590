import { setImmediate as nextTurn } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openAtlas } from "../src/atlas/atlas.ts";
import { askOperation } from "../src/ask/ask.ts";
import { sortParameters } from "../src/ask/read-parameters.ts";
import { OPERATIONS } from "../src/topics/operations.ts";
import { ReleaseStore } from "../src/release/store/release-store.ts";
import { KeptReleases } from "../src/release/store/kept-releases.ts";
import { publishEditions, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { median, openChance, quantile } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";
import { readSettings } from "../src/settings.ts";

/**
 * How much processor time does the history of a country, a sector or a company take, over so many
 * editions of the demonstration data? Reading the parameters, answering and serialising, in this
 * process; without HTTP and compression. The first answer opens the releases, the others find them
 * open.
 *
 *   npm run bench -- history [--releases 12] [--rounds 15] [--answers 100]
 */

const { values } = parseArgs({
  options: {
    releases: { type: "string", default: "12" },
    rounds: { type: "string", default: "15" },
    answers: { type: "string", default: "100" },
  },
});
const RELEASES = Number(values.releases);
const ROUNDS = Number(values.rounds);
const ANSWERS = Number(values.answers);

/** Asked for with the demonstration data, once the releases are open. */
const MICROSECONDS_MOST = 2000;

function openReleases(dataFolder: string): KeptReleases {
  const onError = (error: unknown): void => {
    throw error;
  };
  return new KeptReleases({ store: new ReleaseStore(dataFolder, () => new Date()), pollMilliseconds: 60_000, onError });
}

/** Answers with the histories of these slugs; the microseconds and the bytes of one of them. */
function answer(releases: KeptReleases, id: string, slugs: readonly string[]) {
  const operation = OPERATIONS.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  const site = { baseUrl: "http://localhost:8080", settings: readSettings({}) };
  const { signal } = new AbortController();
  const own = { caller: null, access: null, signal, nextTurn };
  const sources = { releases, atlas, at: new Date(), site, ...own };
  let bytes = 0;
  const before = process.cpuUsage();
  for (const slug of slugs) {
    const found = askOperation(operation, sources, sortParameters(operation, [["slug", slug]]));
    if (found instanceof Promise || found.kind !== "json") throw new Error(`${id} did not answer at once`);
    bytes += JSON.stringify(found.body).length;
  }
  const { user, system } = process.cpuUsage(before);
  return { microseconds: (user + system) / slugs.length, bytes: bytes / slugs.length };
}

const atlas = openAtlas();

function measure(dataFolder: string): void {
  const chance = openChance(1);
  const current = openReleases(dataFolder).current();
  const { countries, sectors, manifest } = current;
  const { companies } = manifest.counts;
  const kinds = [
    ["country", "get_country_history", () => countries[Math.floor(chance() * countries.length)]?.slug ?? ""],
    ["sector", "get_sector_history", () => sectors[Math.floor(chance() * sectors.length)]?.slug ?? ""],
    ["company", "get_company_history", () => current.companyAt(Math.floor(chance() * companies)).slug],
  ] as const;
  const rows = kinds.map(([name, id, draw]) => {
    const releases = openReleases(dataFolder);
    const first = answer(releases, id, [draw()]);
    const rounds = Array.from({ length: ROUNDS + 1 }, () =>
      answer(
        releases,
        id,
        Array.from({ length: ANSWERS }, () => draw()),
      ),
    );
    releases.close();
    // The first round compiles.
    const times = rounds.slice(1).map(({ microseconds }) => microseconds);
    const time = median(times);
    const verdict = time <= MICROSECONDS_MOST ? `≤ ${MICROSECONDS_MOST} µs` : `MISSES ${MICROSECONDS_MOST} µs`;
    const range = `${quantile(times, 0).toFixed(0)}–${Math.max(...times).toFixed(0)}`;
    const bytes = Math.round(rounds.at(-1)?.bytes ?? 0).toLocaleString("en");
    return [`history of a ${name}`, bytes, first.microseconds.toFixed(0), time.toFixed(0), range, verdict];
  });
  const header = ["answer", "bytes", "first, µs", "µs", "range", "asked for"];
  process.stdout.write(`${RELEASES} releases\n\n${layOutTable(header, rows)}\n\n`);
}

process.stdout.write(`${describeMachine()}\n\n`);
await withWorkFolder(async (folder) => measure(await publishEditions(folder, RELEASES)));
