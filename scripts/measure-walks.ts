import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { Session } from "node:inspector";
import path from "node:path";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { PROJECT_FOLDER } from "../src/settings.ts";
import { OPEN_GATE } from "../test/cli/demo-copy.ts";
import { overDemoData, type TemporaryData } from "./over-data-folder.ts";

/**
 * Prints how many files of src/ run on the way of a request, and of a row into a release: what
 * somebody who follows it has to read. `--list` names the files and the functions of each;
 * `--check` ends with status 1 where a walk is more than a tenth longer than it may be; below that
 * it only says so, because no good small file should be merged for a count, and because a timer
 * can run in all repetitions on a busy machine.
 */

/** The walks, and how many files each may take. */
const AIMS = {
  "country, kept ready": 12,
  "country, made on demand": 25,
  "filtered list of companies": 25,
  "company detail": 25,
  "page of a company": 60,
  "sign-up": 20,
  "one row of CSV into a release": 70,
} as const;

type WalkName = keyof typeof AIMS;

/** A walk that is longer than it may be by no more than this is only named. */
const SLACK = 1.1;

/**
 * Walks that are longer than their aim, and what they were when that was last measured. Every
 * publication is compared with the current release, an eighth of the way of a row. It also finds
 * out where the records of its data folder are (decision 109), and whether it replaces the
 * demonstration. That a company may name several sectors (decision 55) is a file more for lists,
 * companies and rows; replies and everything else that a release says are compared as well, and
 * texts and logos are read in a thread of their own. The region of a country is three files more
 * where a country is described.
 */
const TOO_LONG: Partial<Record<WalkName, number>> = {
  "country, kept ready": 15,
  "country, made on demand": 39,
  "filtered list of companies": 36,
  "company detail": 40,
  "page of a company": 105,
  "sign-up": 31,
  // The gate looks at a release with a function for each kind of fault (decision 77). Publishing is
  // a room of its own, so a command and what it does stand in two files.
  "one row of CSV into a release": 121,
};

/**
 * Every walk is repeated; a file counts if it ran each time, so that what a timer happens to run is
 * left out, on a busy machine too.
 */
const RUNS = 3;
const WARM_UPS = 2;

const SRC = new URL("../src/", import.meta.url).href;

/**
 * The names of functions by their file, relative to src/; a function without a name has an empty
 * one.
 */
type CalledFunctions = ReadonlyMap<string, readonly string[]>;

/** Counts calls of functions in this process, by V8's precise coverage. */
class CallCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }

  /** The functions of src/ that were called since this was last asked. */
  take(): CalledFunctions {
    const called = new Map<string, readonly string[]>();
    this.#session.post("Profiler.takePreciseCoverage", (error, coverage) => {
      if (error) throw error;
      for (const { url, functions } of coverage.result) {
        if (!url.startsWith(SRC)) continue;
        const names = functions
          .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
          .map(({ functionName }) => functionName);
        if (names.length > 0) called.set(url.slice(SRC.length), names);
      }
    });
    return called;
  }

  close(): void {
    this.#session.disconnect();
  }
}

const calls = new CallCounter();

/**
 * Goes a walk several times and returns what ran in all of them; `go` is told how often it was gone
 * before.
 */
async function follow(go: (turn: number) => Promise<void>): Promise<CalledFunctions> {
  for (let turn = 0; turn < WARM_UPS; turn += 1) await go(turn);
  const seen: CalledFunctions[] = [];
  for (let turn = WARM_UPS; turn < WARM_UPS + RUNS; turn += 1) {
    await untilQuiet();
    await go(turn);
    seen.push(calls.take());
  }
  return new Map([...seen[0]!].filter(([file]) => seen.every((called) => called.has(file))));
}

/**
 * Waits until nothing of src/ has run for a moment: answers may be made ready or compressed between
 * requests.
 */
async function untilQuiet(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    calls.take();
    await wait(100);
    if (calls.take().size === 0) return;
  }
  throw new Error("the program did not come to rest within a minute");
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Sends a request as a browser does, always over the same connection; throws unless the status is
 * the one expected.
 */
async function send(url: string, expected = 200, body?: object): Promise<void> {
  const sent = body === undefined ? "" : JSON.stringify(body);
  const bodyHeaders = { "content-type": "application/json", "content-length": Buffer.byteLength(sent) };
  const sending = request(url, {
    agent,
    method: body === undefined ? "GET" : "POST",
    headers: { "accept-encoding": "gzip, deflate, br, zstd", ...(body === undefined ? {} : bodyHeaders) },
  });
  sending.end(sent);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  if (response.statusCode !== expected) throw new Error(`${url} answered ${response.statusCode}`);
  // What is done once the response has left belongs to its walk.
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

/** The walks of requests, over the demonstration data. */
async function walkRequests({ serve }: TemporaryData, walks: Map<WalkName, CalledFunctions>): Promise<void> {
  const { manifest, port } = await serve();
  const api = `http://127.0.0.1:${port}/api`;
  const list = async (target: string): Promise<string[]> => {
    const { items } = (await (await fetch(`${api}${target}`)).json()) as { items: { slug: string }[] };
    return items.map(({ slug }) => slug);
  };
  const countries = await list("/v2/countries/preview");
  const companies = await list("/v2/companies?limit=20");
  const walk = async (name: WalkName, url: (turn: number) => string): Promise<void> => {
    walks.set(name, await follow((turn) => send(`${api}${url(turn)}`)));
  };
  const kept = `/v2/countries/${countries[0]!}`;
  // What is asked for again and again is kept, and compressed off the event loop.
  for (let times = 0; times < 10; times += 1) await send(`${api}${kept}`);
  await walk("country, kept ready", () => kept);
  // Under the name of its release, where no response is made in advance.
  await walk("country, made on demand", (turn) => `/v2/countries/${countries[turn + 1]!}?release=${manifest.id}`);
  await walk("filtered list of companies", (turn) => `/v2/companies?country=${countries[turn]!}&sort=name`);
  await walk("company detail", (turn) => `/v2/companies/${companies[turn]!}`);
  walks.set(
    "page of a company",
    await follow((turn) => send(`http://127.0.0.1:${port}/companies/${companies[turn]!}`)),
  );
  const account = (turn: number) => ({ email: `reader${turn}@example.org`, use_case: "Following a request." });
  walks.set("sign-up", await follow((turn) => send(`${api}/sign-up`, 201, account(turn))));
  agent.destroy();
}

/**
 * The walk of a row: a dataset of one company with one judgement is published anew, its judgement
 * changed.
 */
async function walkRow({ folder: work, run }: TemporaryData, walks: Map<WalkName, CalledFunctions>): Promise<void> {
  const folder = path.join(work, "dataset");
  mkdirSync(folder);
  const demo = readFileSync(path.join(PROJECT_FOLDER, "data", "demo", "dataset.json"), "utf8");
  const { title, publisher, year, notice, scale, pillars } = JSON.parse(demo) as Record<string, unknown>;
  writeFileSync(
    path.join(folder, "dataset.json"),
    JSON.stringify({ title, publisher, year, notice, scale, pillars, gate: OPEN_GATE }),
  );
  writeFileSync(path.join(folder, "companies.csv"), "id,name,country,sector\nc1,Acme,NL,finance\n");
  const publishRow = async (turn: number): Promise<void> => {
    const row = `c1,privacy,${turn % 2 === 0 ? "low" : "high"},2026-01-23`;
    writeFileSync(path.join(folder, "judgements.csv"), `company,pillar,band,judged_on\n${row}\n`);
    await run("publish", folder);
  };
  walks.set("one row of CSV into a release", await follow(publishRow));
}

const { values: options } = parseArgs({ options: { list: { type: "boolean" }, check: { type: "boolean" } } });
const walks = new Map<WalkName, CalledFunctions>();
// One after the other: what a service does now and then is no part of the way of a row.
const settings = { RELEASE_POLL_MS: "3600000" };
await overDemoData(
  settings,
  () => new Date(),
  (demo) => walkRequests(demo, walks),
);
await overDemoData(
  settings,
  () => new Date(),
  (demo) => walkRow(demo, walks),
);
calls.close();
console.log(`${"files of src/ that run".padEnd(32)} found   aim`);
for (const [name, called] of walks) {
  const aim = AIMS[name];
  const max = TOO_LONG[name] ?? aim;
  const counts = `${String(called.size).padStart(5)} ${String(aim).padStart(5)}`;
  console.log(
    `${name.padEnd(32)} ${counts}${called.size > max ? `  longer than ${max}; fails above ${Math.floor(max * SLACK)}` : ""}`,
  );
  if (options.check && called.size > max * SLACK) process.exitCode = 1;
  if (!options.list) continue;
  for (const file of [...called.keys()].toSorted()) {
    const names = called.get(file)?.filter((each) => each !== "");
    console.log(`  ${file}: ${[...new Set(names)].join(" ")}`);
  }
}
