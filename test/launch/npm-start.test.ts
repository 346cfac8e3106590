import { after, before, describe, test } from "node:test";
import type { TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { expectAllGone, findObstacle, npmStart } from "./npm-start.ts";

/** Every process and signal: `npm-start.long.test.ts`. */
describe("npm start", { skip: findObstacle() }, () => {
  let cli: TestCli;
  before(async () => {
    cli = await openDemonstration();
  });
  after(() => cli.remove());

  test("ends the server with npm, closes its port and leaves no process", async () => {
    const started = await npmStart(cli.dataFolder);
    started.npm.kill("SIGTERM");
    await expectAllGone(started);
  });
});
