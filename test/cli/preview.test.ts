import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { ReleaseStore } from "../../src/release/release-store.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { PROJECT, TestCli } from "./run-cli.ts";

/** `preview` as its user has it: a process that is started, looked at and ended. */

const WAIT_MILLISECONDS = 60_000;
const COUNTRIES = ["DE", "FR", "NA", "JP", "BR", "IN"];
const BANDS = ["poor", "fair", "good"];

interface Edition {
  readonly title?: string;
  readonly bands?: readonly string[];
  /** The band of each company, which is in the country of its number; null leaves it out. */
  readonly companies: readonly (number | null)[];
  readonly terms?: string;
}

/** Writes a dataset; a company has its country's number as often as there are rounds. */
function writeEdition({ title = "Water", bands = BANDS, companies, terms }: Edition): string {
  const folder = newTemporaryFolder();
  const all = companies.map((band, index) => ({ id: `c${index}`, index, band }));
  const listed = all.filter(({ band }) => band !== null);
  const named = (id: string): object => ({ id, label: `The ${id}` });
  const scale = { id: "three", bands: bands.map(named) };
  const facts = { title, publisher: "Tests", year: 2026, licence: "CC0-1.0", scale, pillars: [named("use")] };
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
  if (terms !== undefined) writeFileSync(path.join(folder, "terms.md"), terms);
  const rows = listed.map(({ id, index }) => `${id},Company ${index},${COUNTRIES[index % COUNTRIES.length]},Food`);
  writeFileSync(path.join(folder, "companies.csv"), ["id,name,country,sector", ...rows].join("\n"));
  const judged = listed.map(({ id, band }) => `${id},use,${bands[band ?? 0]}`);
  writeFileSync(path.join(folder, "judgements.csv"), ["company,pillar,band", ...judged].join("\n"));
  return folder;
}

const FIRST: Edition = { companies: [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2] };
/** Germany jumps, a company in France goes, one in Brazil comes. */
const NEXT: Edition = { companies: [2, null, 1, 1, 2, 2, 2, 0, 1, 1, 2, 2, null, null, null, null, 0] };

const started: ChildProcess[] = [];
after(() => {
  for (const child of started) if (child.exitCode === null) child.kill("SIGKILL");
});

/** A started preview and what it printed so far. */
interface Started {
  readonly child: ChildProcess;
  readonly printed: () => string;
}

function start(dataFolder: string, words: readonly string[], entry = "country-trust.mjs"): Started {
  const call = ["--disable-warning=ExperimentalWarning", path.join(PROJECT, "bin", entry), "preview", ...words];
  const env = { ...process.env, DATA_DIR: dataFolder, INTAKE_THREADS: "1", HOST: "0.0.0.0", LOG_LEVEL: "info" };
  const child = spawn(process.execPath, call, { env, stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (more: string) => (text += more));
  return { child, printed: () => text };
}

/** Waits until it has printed something like this; returns the match. */
async function untilPrinted({ child, printed }: Started, pattern: RegExp): Promise<RegExpExecArray> {
  const until = performance.now() + WAIT_MILLISECONDS;
  for (;;) {
    const found = pattern.exec(printed());
    if (found !== null) return found;
    assert.ok(child.exitCode === null && performance.now() < until, `it printed:\n${printed()}`);
    await wait(20);
  }
}

const OPENED = /^Preview on http:\/\/localhost:(\d+), for this machine alone\./mu;

/** Starts a preview, waits until it answers, and ends it after the work by a signal. */
async function withPreview(
  dataFolder: string,
  folder: string,
  work: (port: number, printed: string) => Promise<void>,
): Promise<void> {
  const preview = start(dataFolder, [folder]);
  const [, port = ""] = await untilPrinted(preview, OPENED);
  try {
    await work(Number(port), preview.printed());
  } finally {
    assert.equal(await end(preview, "SIGINT"), 0);
  }
}

async function end({ child }: Started, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, "exit") as Promise<[number | null]>;
  child.kill(signal);
  return (await ended)[0];
}

async function boxOf(port: number, target: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { Accept: "text/html" } });
  assert.equal(response.status, 200, target);
  const markup = await response.text();
  assert.match(markup, /<strong>Preview:<\/strong> this release is not published\./u);
  const [, box = ""] = /<section class="preview"[^>]*>(.*?)<\/section>/su.exec(markup) ?? [];
  return box
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** Everything under a folder, by path. */
const under = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).toSorted();

describe("preview of an edition beside the current release", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  test("says what publish would say, and every page what would change on it", async () => {
    assert.equal((await cli.run("publish", writeEdition(FIRST))).status, 0);
    const before = under(cli.dataFolder);
    const folder = writeEdition({ ...NEXT, terms: "# Terms\n\nNew ones." });
    const { said, out } = await cli.run("publish", folder, "--dry-run");
    const [, code = ""] = /--accept ([0-9a-f]{12})$/mu.exec(said) ?? [];
    await withPreview(cli.dataFolder, folder, async (port, printed) => {
      for (const line of out.split("\n").slice(1)) assert.ok(printed.includes(line), line);
      assert.ok(
        printed.includes(
          `publish would refuse this change until it is accepted: country-trust publish ${folder} --accept ${code}`,
        ),
      );

      const box = (target: string) => boxOf(port, target);
      const germany = await box("/countries/germany");
      assert.match(germany, /Median band: The poor → The good/u);
      assert.match(germany, /Two companies re-rated: Company 0, Company 6/u);
      const france = await box("/countries/france");
      assert.match(france, /Judged companies: 2 → 1 .*One company removed: Company 1 /u);
      assert.doesNotMatch(france, /Median band:/u);
      assert.match(await box("/countries/brazil"), /Listed companies: 2 → 3 .*One company added: Company 16 /u);
      assert.match(await box("/countries/japan"), /this release replaces .*: Countries with a rank: 0 → 1 This page/u);
      for (const target of ["/", "/rankings", "/rankings?pillar=use"])
        assert.match(
          await box(target),
          /(?:One country has|Two countries have) another median band: .*Germany \(The poor → The good\)/u,
          target,
        );
      assert.match(await box("/matrix"), /Germany, Food \(The poor → The good\)/u);
      assert.match(await box("/sectors/food"), /Another median band in .*Germany \(The poor → The good\)/u);
      assert.match(
        await box("/companies/company-0"),
        /Median band: The poor → The good One judgement with another band: The use \(The poor → The good\)/u,
      );
      assert.match(await box("/companies/company-16"), /The current release does not have this company\. All changes/u);
      assert.match(await box("/companies/company-7"), /No figure on this page changes/u);
      assert.match(await box("/terms"), /The publisher’s text on this page changes\./u);
      assert.match(await box("/about"), /Nothing on this page changes but the release that it names\./u);
      assert.equal(await box("/sign-up"), "What would change here Nothing on this page changes.");
      assert.match(await box("/data"), /one company was added, one was removed/u);

      const now = await fetch(`http://127.0.0.1:${port}/countries/germany?release=previous`);
      const markup = await now.text();
      assert.match(markup, /Germany has two judged companies, whose median band is The poor/u);
      assert.doesNotMatch(markup, /class="preview"/u);
    });
    assert.deepEqual(under(cli.dataFolder), before);
  });

  test("shows the errata of the release that it is compared with", async () => {
    const store = new ReleaseStore(cli.dataFolder, () => cli.now);
    assert.equal((await cli.run("note", store.currentId() ?? "", "The data of Brazil are of 2024.")).status, 0);
    await withPreview(cli.dataFolder, writeEdition(NEXT), async (port) => {
      const errata = async (target: string): Promise<unknown> => {
        const response = await fetch(`http://127.0.0.1:${port}/api/v2/${target}`);
        return ((await response.json()) as { meta: { errata: { text: string }[] } }).meta.errata.map(
          ({ text }) => text,
        );
      };
      assert.deepEqual(await errata("scale?release=previous"), ["The data of Brazil are of 2024."]);
      assert.deepEqual(await errata("scale"), []);
    });
  });

  test("marks every answer of the API, for no cache and for no page of another origin", async () => {
    await withPreview(cli.dataFolder, writeEdition(NEXT), async (port) => {
      const origin = `http://127.0.0.1:${port}`;
      for (const [target, status] of [
        ["/api/v2/countries/germany", 200],
        ["/api/v2/companies.csv", 200],
        ["/api/v2/data/companies.csv", 200],
        ["/api/v2/countries/atlantis", 404],
        ["/countries/germany", 200],
        ["/assets/frame.css", 200],
      ] as const) {
        const response = await fetch(origin + target, { headers: { Origin: "https://elsewhere.example" } });
        await response.arrayBuffer();
        assert.equal(response.status, status, target);
        assert.equal(response.headers.get("X-Country-Trust-Preview"), "not published", target);
        assert.equal(response.headers.get("Cache-Control"), "no-store", target);
        assert.equal(response.headers.get("Access-Control-Allow-Origin"), null, target);
        assert.equal(response.headers.get("Cross-Origin-Resource-Policy"), "same-origin", target);
      }
      const { meta } = (await (await fetch(`${origin}/api/v2/scale`)).json()) as { meta: { notice: string } };
      assert.equal(meta.notice, "Preview: this release is not published.");
    });
  });

  test("400 for another host, whose page made its name point here", async () => {
    await withPreview(cli.dataFolder, writeEdition(NEXT), async (port) => {
      const ask = async (host: string): Promise<number | undefined> => {
        const sent = request({
          host: "127.0.0.1",
          port,
          path: "/api/v2/scale",
          headers: { Host: host },
          agent: false,
        }).end();
        const [response] = (await once(sent, "response")) as [{ statusCode?: number; resume: () => void }];
        response.resume();
        return response.statusCode;
      };
      assert.equal(await ask(`localhost:${port}`), 200);
      assert.equal(await ask(`127.0.0.1:${port}`), 200);
      assert.equal(await ask(`elsewhere.example:${port}`), 400);
      assert.equal(await ask(`localhost.elsewhere.example`), 400);
    });
  });

  test("says that nothing changes where nothing does, and that another dataset is not compared", async () => {
    await withPreview(cli.dataFolder, writeEdition(FIRST), async (port, printed) => {
      assert.match(printed, /^The dataset has not changed: publish would leave the current release as it is\.$/mu);
      assert.match(
        await boxOf(port, "/countries/germany"),
        /The dataset is that of the current release: nothing on this page changes\./u,
      );
    });
    await withPreview(cli.dataFolder, writeEdition({ ...FIRST, title: "Air" }), async (port) => {
      assert.match(await boxOf(port, "/countries/germany"), /The title is another one/u);
    });
  });

  test("speaks of no rise or fall across another scale", async () => {
    await withPreview(cli.dataFolder, writeEdition({ ...FIRST, bands: ["bad", "fair", "good"] }), async (port) => {
      const germany = await boxOf(port, "/countries/germany");
      assert.match(germany, /cannot be said which bands rise or fall/u);
      assert.match(germany, /Median band: The poor before, The bad then/u);
    });
  });
});

describe("preview without a current release", () => {
  test("shows a first release, and leaves no data folder behind", async () => {
    const dataFolder = path.join(newTemporaryFolder(), "data");
    await withPreview(dataFolder, writeEdition(FIRST), async (port, printed) => {
      assert.match(printed, /^It would be the first release: there is nothing to compare with\.$/mu);
      for (const target of ["/", "/countries/germany", "/companies/company-0"])
        assert.equal(
          await boxOf(port, target),
          "What would change here It is a first release: there is nothing to compare with.",
        );
      const signUp = await fetch(`http://127.0.0.1:${port}/api/sign-up`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: "board@example.org", use_case: "A look" }),
      });
      assert.equal(signUp.status, 503);
    });
    assert.ok(!existsSync(dataFolder));
  });

  for (const entry of ["country-trust.mjs", "country-trust.cjs"])
    test(`a signal while it builds leaves nothing behind (${entry})`, async () => {
      const dataFolder = path.join(newTemporaryFolder(), "data");
      const preview = start(dataFolder, [path.join(PROJECT, "data", "demo")], entry);
      await untilPrinted(preview, /Reading companies/u);
      assert.equal(await end(preview, "SIGTERM"), 130);
      assert.ok(!existsSync(dataFolder));
    });

  test("what a killed one left behind is removed by the next", async () => {
    const dataFolder = newTemporaryFolder();
    mkdirSync(path.join(dataFolder, "work"));
    const killed = start(dataFolder, [writeEdition(FIRST)]);
    await untilPrinted(killed, OPENED);
    await end(killed, "SIGKILL");
    assert.equal(readdirSync(path.join(dataFolder, "work")).length, 1);
    await withPreview(dataFolder, writeEdition(FIRST), async () => {
      assert.equal(readdirSync(path.join(dataFolder, "work")).length, 1);
    });
    assert.deepEqual(under(dataFolder), ["work"]);
  });

  test("ends with status 1 for a dataset with problems, and 2 for a wrong call", async () => {
    const dataFolder = newTemporaryFolder();
    const broken = writeEdition(FIRST);
    writeFileSync(path.join(broken, "judgements.csv"), "company,pillar,band\nc0,use,terrible");
    const preview = start(dataFolder, [broken]);
    const [status] = (await once(preview.child, "exit")) as [number];
    assert.equal(status, 1);
    assert.match(preview.printed(), /judgements\.band: unknown_band/u);
    assert.deepEqual(under(dataFolder), ["problems.csv"]);
    const cli = new TestCli({}, dataFolder);
    for (const words of [[], ["a", "b"], ["a", "--port", "70000"], ["a", "--port", "x"]])
      assert.equal((await cli.run("preview", ...words)).status, 2, words.join(" "));
  });

  test("ends with status 1 where the port is taken", async () => {
    const dataFolder = newTemporaryFolder();
    await withPreview(dataFolder, writeEdition(FIRST), async (port) => {
      const second = start(dataFolder, [writeEdition(FIRST), "--port", String(port)]);
      const [status] = (await once(second.child, "exit")) as [number];
      assert.equal(status, 1);
      assert.match(second.printed(), new RegExp(`^Port ${port} is taken by another program`, "mu"));
    });
  });
});
