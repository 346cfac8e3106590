import { parseArgs } from "node:util";
import { openAtlas } from "../src/atlas/atlas.ts";
import { askOperation } from "../src/ask/ask.ts";
import { withMarks } from "../src/ask/mark.ts";
import { sortParameters } from "../src/ask/read-parameters.ts";
import { OPERATIONS } from "../src/topics/operations.ts";
import { ReleaseStore } from "../src/release/store/release-store.ts";
import { KeptReleases } from "../src/release/store/kept-releases.ts";
import type { Snapshot } from "../src/release/snapshot.ts";
import { publishDemonstration, publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { median, openChance, quantile } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";
import { readSettings } from "../src/settings.ts";

/**
 * How much processor time does an answer take that is made when it is asked for: a derivation, a
 * company, a list, a comparison, the check of a claim? Reading the parameters, answering and
 * serialising, in this process; without HTTP and compression.
 *
 *   npm run bench -- answers [--companies 100000] [--rounds 15] [--answers 400]
 */

const { values } = parseArgs({
  options: {
    companies: { type: "string", default: "100000" },
    rounds: { type: "string", default: "15" },
    answers: { type: "string", default: "400" },
  },
});
const COMPANIES = Number(values.companies);
const ROUNDS = Number(values.rounds);
const ANSWERS = Number(values.answers);

/** Asked for with the demonstration data. */
const MICROSECONDS_MOST = 2000;

interface Question {
  readonly id: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A kind of answer, and how a question of it is drawn. */
interface Kind {
  readonly name: string;
  readonly draw: (pick: <Item>(items: readonly Item[]) => Item) => Question;
}

function kindsOf(snapshot: Snapshot): Kind[] {
  const countries = snapshot.countries.map(({ slug }) => slug);
  const sectors = snapshot.sectors.map(({ slug }) => slug);
  const companies = Array.from({ length: snapshot.manifest.counts.companies }, (_, at) => at);
  const bands = snapshot.manifest.dataset.scale.bands.map(({ id }) => id);
  const compare = (name: string, count: number): Kind => ({
    name,
    draw(pick) {
      const chosen = new Set<string>();
      while (chosen.size < count) chosen.add(pick(countries));
      return { id: "compare_countries", parameters: { countries: [...chosen].join(",") } };
    },
  });
  return [
    {
      name: "derivation of a country",
      draw: (pick) => ({ id: "derive_country", parameters: { slug: pick(countries) } }),
    },
    { name: "derivation of a sector", draw: (pick) => ({ id: "derive_sector", parameters: { slug: pick(sectors) } }) },
    {
      name: "derivation of a company",
      draw: (pick) => ({ id: "derive_company", parameters: { slug: snapshot.companyAt(pick(companies)).slug } }),
    },
    {
      name: "a company in detail",
      draw: (pick) => ({ id: "get_company", parameters: { slug: snapshot.companyAt(pick(companies)).slug } }),
    },
    {
      name: "20 companies of two countries",
      draw: (pick) => {
        const [country, sort] = [`${pick(countries)},${pick(countries)}`, pick(["name", "-median_band"])];
        return { id: "list_companies", parameters: { country, sort, limit: "20" } };
      },
    },
    compare("comparison of two countries", 2),
    compare("comparison of eight countries", 8),
    {
      name: "claim about a band",
      draw: (pick) => {
        const [is, subject] = [pick(["band", "at_least", "at_most", "most_at_least"]), pick(countries)];
        return { id: "check_claim", parameters: { subject, is, value: pick(bands) } };
      },
    },
    {
      name: "claim about a rank",
      draw: (pick) => ({ id: "check_claim", parameters: { subject: pick(countries), is: pick(["best", "worst"]) } }),
    },
  ];
}

function measure(releases: KeptReleases, kind: Kind, seed: number): { microseconds: number[]; bytes: number } {
  const sources = {
    releases,
    atlas: openAtlas(),
    caller: null,
    access: null,
    at: new Date(),
    signal: new AbortController().signal,
    nextTurn: () => Promise.resolve(),
    site: { baseUrl: "http://localhost:8080", settings: readSettings({}) },
  };
  const chance = openChance(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]!;
  const microseconds: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const questions = Array.from({ length: ANSWERS }, () => kind.draw(pick));
    bytes = 0;
    const before = process.cpuUsage();
    for (const { id, parameters } of questions) {
      const operation = OPERATIONS.find((each) => each.id === id)!;
      const answer = askOperation(operation, sources, sortParameters(operation, Object.entries(parameters)));
      if (answer instanceof Promise || answer.kind !== "json") throw new Error(`${id} did not answer at once`);
      bytes += JSON.stringify(withMarks(answer.body)).length;
    }
    const { user, system } = process.cpuUsage(before);
    // The first round compiles.
    if (round > 0) microseconds.push((user + system) / ANSWERS);
  }
  return { microseconds, bytes: bytes / ANSWERS };
}

function measureAll(title: string, dataFolder: string, most: number | null): void {
  const onError = (error: unknown): void => {
    throw error;
  };
  const releases = new KeptReleases({
    store: new ReleaseStore(dataFolder, () => new Date()),
    pollMilliseconds: 60_000,
    onError,
  });
  try {
    const rows = kindsOf(releases.current()).map((kind, index) => {
      const { microseconds, bytes } = measure(releases, kind, index + 1);
      const time = median(microseconds);
      const verdict = most === null ? "" : time <= most ? `≤ ${most} µs` : `MISSES ${most} µs`;
      const range = `${quantile(microseconds, 0).toFixed(0)}–${Math.max(...microseconds).toFixed(0)}`;
      return [kind.name, Math.round(bytes).toLocaleString("en"), time.toFixed(0), range, verdict];
    });
    process.stdout.write(`${title}\n\n${layOutTable(["answer", "bytes", "µs", "range", "asked for"], rows)}\n\n`);
  } finally {
    releases.close();
  }
}

process.stdout.write(`${describeMachine()}\n\n`);
await withWorkFolder(async (folder) => {
  measureAll("The demonstration data", await publishDemonstration(folder), MICROSECONDS_MOST);
  if (COMPANIES === 0) return;
  measureAll(`${COMPANIES.toLocaleString("en")} companies`, await publishLarge(folder, COMPANIES), null);
});
