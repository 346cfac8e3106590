import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Worker } from "node:worker_threads";
import { pino } from "pino";
import type { PageMaker } from "../../src/http/page-maker.ts";
import { openPageThread, startPageThread } from "../../src/open-page-thread.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { readSettings } from "../../src/settings.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { TestCli } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { openTestServer, send } from "../http/test-server.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/** Pages that a thread of their own makes, against those that the thread that answers makes. */

/** Pages of every kind: of the release, of a named one, redirects, problems, pictures. */
const ADDRESSES = [
  "/",
  "/rankings",
  "/rankings?pillar=water",
  "/matrix",
  "/sectors",
  "/countries/namibia",
  "/countries/NA",
  "/countries/nowhere",
  "/companies",
  "/companies?country=NA&sort=-name",
  "/companies/company-1",
  "/compare?countries=namibia,france",
  "/search?q=company",
  "/claims?subject=country:NA&claim=rank&value=1",
  "/changes",
  "/releases",
  "/data",
  "/embed/countries/namibia",
  "/badge/countries/namibia.svg",
  "/share/countries/namibia.png",
  "/sitemap.xml",
  "/sign-up",
  "/docs/search?q=median",
];

const HEADERS = { Accept: "text/html,image/*;q=0.9,*/*;q=0.8", "Accept-Language": "de" };

const withoutDate = (head: string): string => head.replace(/"date":"[^"]*"/u, "");

describe("the thread of pages", () => {
  const cli = new TestCli();
  const datasets = newTemporaryFolder();
  const store = new ReleaseStore(cli.dataFolder, () => cli.now);
  before(async () => {
    assert.equal((await cli.run("publish", writeSmallDataset(datasets, 1))).status, 0);
  });
  after(() => cli.remove());

  /** Two servers over one store: one has a thread for pages, the other makes them itself. */
  async function openServers({ cacheBytesMax = 0 } = {}) {
    const workers: Worker[] = [];
    const settings = readSettings({ DATA_DIR: cli.dataFolder });
    const logger = pino({ level: "silent" });
    const thread = openPageThread(settings, logger, (data) => {
      const worker = startPageThread(data);
      workers.push(worker);
      return worker;
    });
    const made: string[] = [];
    const pageMaker: PageMaker = {
      // Where nothing is kept, nothing is made in advance.
      whenOpen: cacheBytesMax === 0 ? new Promise(() => {}) : thread.whenOpen,
      async make(asked) {
        const content = await thread.make(asked);
        if (content !== null) made.push(asked.url);
        return content;
      },
    };
    const releases = new KeptReleases({ store, pollMilliseconds: 2 ** 30, onError: assert.ifError });
    // Where nothing is kept, every request is for a page that is made.
    const options = { releases, settings, cacheBytesMax, now: () => cli.now };
    const withThread = await openTestServer({ ...options, pageMaker });
    const alone = await openTestServer(options);
    const read = async (server: typeof alone, address: string, coding = "identity") => {
      const headers = { ...HEADERS, "Accept-Encoding": coding };
      const answer = await send(server, address, { headers, hasOwnOperations: true });
      const id = String(answer.headers["x-request-id"]);
      const [head, text] = [JSON.stringify(answer.headers), answer.body.toString("latin1")];
      // A problem and its page name the request.
      return { status: answer.status, head: withoutDate(head).replaceAll(id, "id"), text: text.replaceAll(id, "id") };
    };
    return {
      workers,
      made,
      releases,
      ask: (address: string, coding?: string) => read(withThread, address, coding),
      askAlone: (address: string, coding?: string) => read(alone, address, coding),
      async untilReady() {
        await read(withThread, "/");
        await thread.whenOpen;
        made.length = 0;
      },
      async close() {
        await Promise.all([withThread.close(), alone.close(), thread.close()]);
        releases.close();
      },
    };
  }

  test("answers what the thread that answers would: status, headers and bytes", async () => {
    const servers = await openServers();
    try {
      await servers.untilReady();
      const first = store.currentId() ?? "";
      const addresses = [...ADDRESSES, `/countries/namibia?release=${first}`, `/releases/${first}`];
      for (const address of addresses)
        assert.deepEqual(await servers.ask(address), await servers.askAlone(address), address);
      for (const coding of ["br", "gzip", "zstd"])
        assert.deepEqual(await servers.ask("/rankings", coding), await servers.askAlone("/rankings", coding), coding);
      // What refuses, and what does not come from a release alone, is made where it is sent.
      const others = ["/countries/nowhere", "/docs/search?q=median"];
      const expected = addresses.filter((address) => !others.includes(address));
      assert.deepEqual(servers.made, [...expected, "/rankings", "/rankings", "/rankings"]);
    } finally {
      await servers.close();
    }
  });

  test("loses no request when it ends, and is opened again", async () => {
    const servers = await openServers();
    try {
      await servers.untilReady();
      const asked = ADDRESSES.map((address) => servers.ask(address));
      await servers.workers[0]!.terminate();
      const answers = await Promise.all(asked);
      for (const [index, { status }] of answers.entries())
        assert.equal(status, (await servers.askAlone(ADDRESSES[index]!)).status, ADDRESSES[index]);
      servers.made.length = 0;
      await eventually("another thread makes a page", async () => {
        assert.equal((await servers.ask("/rankings")).status, 200);
        return servers.made.length > 0;
      });
      assert.equal(servers.workers.length, 2);
    } finally {
      await servers.close();
    }
  });

  test("makes pages of the release that is current for whoever asks", async () => {
    const servers = await openServers();
    try {
      await servers.untilReady();
      const addresses = ADDRESSES.slice(0, 8);
      const askAllAlone = () => Promise.all(addresses.map((address) => servers.askAlone(address)));
      const earlier = await askAllAlone();
      assert.equal((await cli.run("publish", writeSmallDataset(datasets, 2))).status, 0);
      const asked = addresses.map((address) => servers.ask(address));
      servers.releases.look();
      const answers = await Promise.all(asked);
      const later = await askAllAlone();
      assert.notDeepEqual(earlier, later);
      for (const [index, answer] of answers.entries())
        assert.ok(
          [earlier[index], later[index]].some((each) => isDeepStrictEqual(each, answer)),
          addresses[index],
        );
      servers.made.length = 0;
      assert.deepEqual(await servers.ask("/rankings"), await servers.askAlone("/rankings"));
      assert.deepEqual(servers.made, ["/rankings"]);
    } finally {
      await servers.close();
    }
  });

  test("has the pages of a release ready, and those of the next one", async () => {
    const servers = await openServers({ cacheBytesMax: 16 * 1024 * 1024 });
    const kept = ["/", "/rankings", "/matrix", "/countries/namibia", "/countries/france", "/sectors/sector-1"];
    const untilKept = () =>
      eventually("the pages are made", () => kept.every((address) => servers.made.includes(address)));
    const expectKept = async (): Promise<void> => {
      // The one that was made last is put in the cache in a moment.
      await eventually("a page of the last kind is kept", async () => {
        servers.made.length = 0;
        for (const address of kept) assert.equal((await servers.ask(address)).status, 200);
        return !servers.made.some((address) => kept.includes(address));
      });
    };
    try {
      await servers.ask("/");
      await untilKept();
      await expectKept();
      assert.equal((await cli.run("publish", writeSmallDataset(datasets, 3))).status, 0);
      servers.made.length = 0;
      servers.releases.look();
      await untilKept();
      await expectKept();
    } finally {
      await servers.close();
    }
  });
});
