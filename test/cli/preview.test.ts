import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type Edition, writeEdition } from "./gated-edition.ts";
import { type StartedCommand, TestCli } from "./run-cli.ts";

/** `preview` in this process; as one that signals end: `preview.long.test.ts`. */

const FIRST: Edition = { companies: [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2] };
/** Germany jumps, a company in France goes, one in Brazil comes. */
const NEXT: Edition = { companies: [2, null, 1, 1, 2, 2, 2, 0, 1, 1, 2, 2, null, null, null, null, 0] };

const OPENED = /^Preview on http:\/\/localhost:(\d+), for this machine alone\./mu;

/** Starts a preview, waits until it answers, and ends it after the work. */
async function withPreview(
  cli: TestCli,
  folder: string,
  work: (port: number, printed: string) => Promise<void>,
): Promise<void> {
  const preview = cli.start("preview", folder);
  const [, port = ""] = await preview.untilPrinted(OPENED);
  try {
    await work(Number(port), preview.printed());
  } finally {
    assert.equal(await preview.stop(), 0);
  }
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
  const folder = writeEdition({ ...NEXT, terms: "# Terms\n\nNew ones." });
  let preview: StartedCommand;
  let ownPort: number;
  let files: readonly string[];
  before(async () => {
    assert.equal((await cli.run("publish", writeEdition(FIRST))).status, 0);
    const store = new ReleaseStore(cli.dataFolder, () => cli.now);
    assert.equal((await cli.run("note", store.currentId() ?? "", "The data of Brazil are of 2024.")).status, 0);
    files = under(cli.dataFolder);
    preview = cli.start("preview", folder);
    ownPort = Number((await preview.untilPrinted(OPENED))[1]);
  });
  after(() => cli.remove());

  test("says what publish would say, and every page what would change", async () => {
    const { said, out } = await cli.run("publish", folder, "--dry-run");
    const [, code = ""] = /--accept ([0-9a-f]{12})$/mu.exec(said) ?? [];
    const printed = preview.printed();
    for (const line of out.split("\n").slice(1)) assert.ok(printed.includes(line), line);
    assert.ok(
      printed.includes(
        `publish would refuse this change until it is accepted: country-trust publish ${folder} --accept ${code}`,
      ),
    );

    const box = (target: string) => boxOf(ownPort, target);
    for (const target of ["/", "/countries/germany", "/companies/company-16", "/sign-up"])
      assert.match(await box(target), /one company was added, one was removed.* All changes/u, target);

    const now = await fetch(`http://127.0.0.1:${ownPort}/countries/germany?release=previous`);
    const markup = await now.text();
    assert.match(markup, /Germany had two judged companies, too few to be ranked/u);
    assert.doesNotMatch(markup, /class="preview"/u);
  });

  test("shows the errata of the release that it is compared with", async () => {
    const errata = async (target: string): Promise<unknown> => {
      const response = await fetch(`http://127.0.0.1:${ownPort}/api/v2/${target}`);
      return ((await response.json()) as { meta: { errata: { text: string }[] } }).meta.errata.map(({ text }) => text);
    };
    assert.deepEqual(await errata("scale?release=previous"), ["The data of Brazil are of 2024."]);
    assert.deepEqual(await errata("scale"), []);
  });

  test("marks every answer of the API, for no cache and for no page of another origin", async () => {
    const origin = `http://127.0.0.1:${ownPort}`;
    for (const [target, status] of [
      ["/api/v2/countries/germany", 200],
      ["/api/v2/companies?format=csv", 200],
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

  test("400 for another host, whose page made its name point here", async () => {
    const ask = async (host: string): Promise<number | undefined> => {
      const sent = request({
        host: "127.0.0.1",
        port: ownPort,
        path: "/api/v2/scale",
        headers: { Host: host },
        agent: false,
      }).end();
      const [response] = (await once(sent, "response")) as [{ statusCode?: number; resume: () => void }];
      response.resume();
      return response.statusCode;
    };
    assert.equal(await ask(`localhost:${ownPort}`), 200);
    assert.equal(await ask(`127.0.0.1:${ownPort}`), 200);
    assert.equal(await ask(`elsewhere.example:${ownPort}`), 400);
    assert.equal(await ask(`localhost.elsewhere.example`), 400);
  });

  test("leaves nothing behind when it ends", async () => {
    assert.equal(await preview.stop(), 0);
    assert.deepEqual(under(cli.dataFolder), files);
  });

  test("says that nothing changes where nothing does, and that another dataset is not compared", async () => {
    await withPreview(cli, writeEdition(FIRST), async (port, printed) => {
      assert.match(printed, /^The dataset has not changed: publish would leave the current release as it is\.$/mu);
      assert.match(
        await boxOf(port, "/countries/germany"),
        /The dataset is that of the current release: nothing changes\./u,
      );
    });
    await withPreview(cli, writeEdition({ ...FIRST, title: "Air" }), async (port) => {
      assert.match(await boxOf(port, "/countries/germany"), /is of another dataset/u);
    });
  });

  test("speaks of no rise or fall across another scale", async () => {
    await withPreview(cli, writeEdition({ ...FIRST, bands: ["bad", "fair", "good"] }), async (port) => {
      const germany = await boxOf(port, "/countries/germany");
      assert.match(germany, /cannot be said which bands rose or fell/u);
    });
  });
});

describe("preview without a current release", () => {
  test("shows a first release, and leaves no data folder behind", async () => {
    const cli = new TestCli({}, path.join(newTemporaryFolder(), "data"));
    await withPreview(cli, writeEdition(FIRST), async (port, printed) => {
      assert.match(printed, /^It would be the first release: there is nothing to compare with\.$/mu);
      const isFirst = "What would change It is a first release: there is nothing to compare with.";
      for (const target of ["/countries/germany", "/companies/company-0"])
        assert.equal(await boxOf(port, target), isFirst);
      const noticed = "Noticed in the dataset: There is no table products; the release will have none.";
      assert.equal(await boxOf(port, "/"), `${isFirst} ${noticed}`);
      const signUp = await fetch(`http://127.0.0.1:${port}/api/sign-up`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: "board@example.org", use_case: "A look" }),
      });
      assert.equal(signUp.status, 503);
    });
    assert.deepEqual(under(cli.dataFolder), ["work"]);
  });

  test("ends with status 1 for a dataset with problems, and 2 for a wrong call", async () => {
    const cli = new TestCli({}, newTemporaryFolder());
    const broken = writeEdition(FIRST);
    writeFileSync(path.join(broken, "judgements.csv"), "company,pillar,band\nc0,use,terrible");
    const { status, said } = await cli.run("preview", broken);
    assert.equal(status, 1);
    assert.match(said, /judgements\.band: unknown_band/u);
    assert.deepEqual(under(cli.dataFolder), ["problems.csv", "work"]);
    for (const words of [[], ["a", "b"], ["a", "--port", "70000"], ["a", "--port", "x"]])
      assert.equal((await cli.run("preview", ...words)).status, 2, words.join(" "));
  });

  test("ends with status 1 where the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const cli = new TestCli({}, newTemporaryFolder());
    const { status, said } = await cli.run("preview", writeEdition(FIRST), "--port", String(port));
    other.close();
    assert.equal(status, 1);
    assert.match(said, new RegExp(`^Port ${port} is taken by another program`, "mu"));
  });
});
