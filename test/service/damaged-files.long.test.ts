import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { findAltered } from "../../src/release/seal-folder.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { PROJECT } from "../cli/run-cli.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { CURES, DAMAGES, RIGHTS_CURE } from "./damage.ts";
import { ClusterNode, ClusterPublisher } from "./node-cluster.ts";
import { run, startRunningService } from "./running-service.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/**
 * Files that a service may not read, and damaged borders: the program ends with status 1 and one
 * sentence that has the path and what to do. All other damages: `damaged-files.test.ts`. A node
 * that has an origin mends its releases by itself.
 */

const FORBIDDEN = "may not be read";

/** Root reads whatever it wants, unless it gives up that right. */
const UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"];

function obstacleTo(damage: string): string | false {
  if (damage !== FORBIDDEN || process.getuid?.() !== 0) return false;
  const [command = "", ...words] = UNPRIVILEGED;
  return spawnSync(command, [...words, "true"]).status === 0 ? false : "root without setpriv may read every file";
}

/** Runs `serve` of a project to its end. */
async function serve(dataFolder: string, project = PROJECT): Promise<{ status: unknown; said: string }> {
  const program = [process.execPath, "--disable-warning=ExperimentalWarning", "bin/country-trust.mjs", "serve"];
  const [command = "", ...words] = process.getuid?.() === 0 ? [...UNPRIVILEGED, ...program] : program;
  const child = spawn(command, words, {
    cwd: project,
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataFolder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      // It found nothing wrong.
      if (text.includes(" on http")) child.kill("SIGTERM");
    });
  const [status] = (await once(child, "exit")) as unknown[];
  return { status, said };
}

function expectSentence({ status, said }: { status: unknown; said: string }, file: string, cure: RegExp): void {
  assert.equal(status, 1, said);
  assert.match(said, /^country-trust serve: [^\n]+\n$/u, "one line");
  assert.match(said, /^[\x20-\x7e…]+\n$/u, "nothing that a terminal obeys");
  assert.ok(said.includes(file), `${said} has the path ${file}`);
  assert.match(said, cure);
  assert.ok(said.length < 700, said);
}

describe("a file of the data folder that may not be read", () => {
  const whole = path.join(newTemporaryFolder(), "whole");
  let id = "";
  before(async () => {
    const service = await startRunningService({ DATA_DIR: whole });
    const owner = ["--email", "a@example.org", "--use-case", "tests"];
    const created = run(["key", "create", ...owner], { DATA_DIR: whole });
    assert.deepEqual(await created.exit, [0, null], created.said());
    service.child.kill("SIGTERM");
    await service.exit;
    id = readdirSync(path.join(whole, "releases"))[0]!;
  });

  for (const [name, cure] of CURES)
    test(name, { skip: obstacleTo(FORBIDDEN) }, async () => {
      const folder = path.join(newTemporaryFolder(), "data");
      cpSync(whole, folder, { recursive: true });
      const file = path.join(folder, name.replace("<id>", id));
      DAMAGES[FORBIDDEN]?.(file);
      try {
        expectSentence(await serve(folder), file, new RegExp(`${cure.source}|${RIGHTS_CURE.source}`, "u"));
      } finally {
        chmodSync(file, 0o700);
      }
    });

  test("a whole one starts", async () => {
    const { status, said } = await serve(whole);
    assert.equal(status, 0, said);
  });
});

describe("a damaged release of a node whose origin is intact", () => {
  const origin = newTemporaryFolder();
  const datasets = newTemporaryFolder();
  const environment = {
    RELEASES_URL: `file://${origin}`,
    LOG_LEVEL: "warn",
    RELEASES_POLL_SECONDS: "1",
    TRUSTED_PROXIES: "1",
  };
  const publisher = new ClusterPublisher({ ...environment, DATA_DIR: newTemporaryFolder() });
  let node: ClusterNode;
  let older = "";
  let current = "";
  const fileOf = (id: string): string => path.join(node.dataFolder, "releases", id, "release.sqlite");
  let asked = 0;
  /** Asks from ever another address: it may take more requests than one has in an hour. */
  const statusOf = async (url: string): Promise<number> => {
    asked += 1;
    const headers = { "X-Forwarded-For": `192.0.${Math.floor(asked / 250)}.${asked % 250}` };
    const { status, body } = await fetch(`${node.url}${url}`, { headers });
    await body?.cancel();
    return status;
  };
  const isWhole = async (id: string): Promise<boolean> => {
    const said = node.said();
    // A process that was killed is told for ten seconds.
    if (!said.includes("was fetched again") || (await node.shown())?.degraded?.length !== 0) return false;
    const paths = ["/companies", "/companies/company-7", "/companies/company-59"];
    const statuses = await Promise.all(paths.map((each) => statusOf(`/api/v2${each}?release=${id}`)));
    return statuses.every((status) => status === 200);
  };

  const publish = async (round: number): Promise<string> => {
    const said = await publisher.insist("publish", writeSmallDataset(datasets, round), "--json");
    return /"id": "(?<id>[^"]+)"/u.exec(said)?.groups?.["id"] ?? "";
  };
  before(async () => {
    older = await publish(1);
    current = await publish(2);
    node = new ClusterNode("a", await findFreePort(), newTemporaryFolder(), environment);
  });
  after(() => node.kill());
  afterEach(() => node.kill());
  const start = async (): Promise<void> => {
    node.start();
    await eventually("it is ready", async () => (await node.shown())?.status === 200);
  };

  test("in files that nobody has read yet is fetched again soon after a start", async () => {
    await start();
    await node.kill();
    const rotten = [fileOf(older), path.join(path.dirname(fileOf(current)), "tables", "companies.csv")];
    for (const file of rotten) DAMAGES["has a flipped page"]?.(file);
    await start();
    const store = new ReleaseStore(node.dataFolder, () => new Date());
    for (const id of [older, current])
      await eventually(`${id} is whole: ${node.said()}`, async () => {
        const { files } = store.sealedManifest(id);
        return (await findAltered(store.folderOf(id), files).catch(() => id)) === null;
      });
    await eventually("it says so", async () => (await node.shown())?.degraded?.length === 0);
    assert.match(node.said(), /is damaged: the content of tables\/companies\.csv is not what was published/u);
  });

  for (const [damage, harm] of Object.entries(DAMAGES).filter(([name]) => name !== FORBIDDEN)) {
    test(`${damage}, while it answers`, async () => {
      await start();
      harm(fileOf(current));
      await eventually(`it is whole again: ${node.said()}`, () => isWhole(current));
      assert.equal(node.hasEnded, false);
    });

    test(`${damage}, at the start`, async () => {
      harm(fileOf(current));
      node.start();
      await eventually("it answers", async () => (await node.shown())?.status === 200);
      await eventually("it is whole", () => isWhole(current));
    });

    test(`${damage}, before an older release is opened`, async () => {
      await start();
      harm(fileOf(older));
      await statusOf(`/api/v2/companies?release=${older}`);
      await eventually("it is whole again", () => isWhole(older));
    });
  }
});

describe("a damaged file of borders", () => {
  const project = newTemporaryFolder();
  const dataFolder = path.join(newTemporaryFolder(), "data");
  const file = path.join(project, "data", "borders", "borders.bin");
  before(async () => {
    assert.deepEqual(await run(["publish", "data/demo"], { DATA_DIR: dataFolder }).exit, [0, null]);
    for (const name of ["bin", "src", "package.json", "data/demo", "data/fonts"])
      cpSync(path.join(PROJECT, name), path.join(project, name), { recursive: true });
    symlinkSync(path.join(PROJECT, "node_modules"), path.join(project, "node_modules"));
  });

  for (const [damage, harm] of Object.entries(DAMAGES))
    test(damage, { skip: obstacleTo(damage) }, async () => {
      rmSync(path.dirname(file), { recursive: true, force: true });
      cpSync(path.join(PROJECT, "data", "borders"), path.dirname(file), { recursive: true });
      harm(file);
      expectSentence(await serve(dataFolder, project), file, /Restore it from the repository, or build it again/u);
    });
});
