import assert from "node:assert/strict";
import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { describe, test, type TestContext } from "node:test";
import { TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { makeOldRelease } from "./old-release.ts";
import { askAnew } from "./running-service.ts";
import { serveHere } from "./serve-here.ts";

/** How a service begins, in this process; as a process of its own: `start.long.test.ts`. */

async function openDemonstrationFor(context: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const cli = await openDemonstration(environment);
  context.after(() => cli.remove());
  return cli;
}

describe("a service for other people", () => {
  for (const [name, environment] of [
    ["BASE_URL=https://trust.example.org", { BASE_URL: "https://trust.example.org" }],
    ["NODE_ENV=production", { NODE_ENV: "production" }],
  ] as const)
    test(`refuses to start without a release, in one sentence, and publishes nothing: ${name}`, async (context) => {
      const cli = new TestCli(environment);
      context.after(() => cli.remove());
      const { status, said } = await cli.run("serve");
      assert.equal(status, 1);
      assert.equal(
        said,
        `country-trust serve: nothing is published in ${cli.dataFolder}, and a service for other people (${name}) does not begin with the ` +
          "demonstration data: publish a dataset with `country-trust publish <folder>`, or the demonstration data with " +
          "`country-trust publish data/demo`",
      );
      assert.ok(!existsSync(path.join(cli.dataFolder, "releases")));
    });

  test("starts with the demonstration data that were published on purpose", async (context) => {
    const service = await serveHere(await openDemonstrationFor(context, { NODE_ENV: "production" }));
    assert.equal((await askAnew(`${service.url}/readyz`)).status, 200);
    assert.equal(await service.stop(), 0);
  });
});

describe("a trial", () => {
  test("never puts the demonstration data over releases none of which is current", async (context) => {
    const cli = await openDemonstrationFor(context);
    renameSync(path.join(cli.dataFolder, "current"), path.join(cli.dataFolder, "current.old"));
    const { status, said } = await cli.run("serve");
    assert.equal(status, 1);
    assert.match(
      said,
      /^country-trust serve: no release of \S+ is current: choose one with `country-trust rollback <release>` \(1 release: \d{4}-\d\d-\d\d-[0-9a-f]{12}\)$/u,
    );
  });
});

describe("a release of an older version", () => {
  for (const change of [{ publisher: "A newsroom" }, { title: "Our bands" }, { notice: null }])
    test(`ends the service in one sentence where a publisher made it: ${JSON.stringify(change)}`, async (context) => {
      const cli = await openDemonstrationFor(context);
      const id = makeOldRelease(cli.dataFolder, change);
      const { status, said } = await cli.run("serve");
      assert.equal(status, 1);
      assert.match(
        said,
        new RegExp(
          `^country-trust serve: release ${id} has bundle format 9, this program reads [\\d to]+: publish its dataset again with this version$`,
          "u",
        ),
      );
    });
});
