import { after, before, describe, test } from "node:test";
import type { TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { expectAllGone, findObstacle, npmStart } from "./npm-start.ts";

describe("npm start", { skip: findObstacle() }, () => {
  let cli: TestCli;
  before(async () => {
    cli = await openDemonstration();
  });
  after(() => cli.remove());

  type Pick = (pids: readonly number[]) => number | undefined;
  const cases: readonly (readonly [who: string, pick: Pick, signals: readonly NodeJS.Signals[]])[] = [
    // A shell that npm starts may keep SIGINT for itself until its command has ended.
    ["npm", (pids) => pids[0], ["SIGTERM"]],
    ["what npm started", (pids) => pids[1], ["SIGTERM"]],
    ["the launcher", (pids) => pids.at(-2), ["SIGTERM", "SIGINT"]],
    ["the server", (pids) => pids.at(-1), ["SIGTERM", "SIGINT"]],
    // As a terminal does at Ctrl+C, and a service manager.
    ["all of them at once", (pids) => -pids[0]!, ["SIGTERM", "SIGINT"]],
  ];
  for (const [who, pick, signals] of cases)
    for (const signal of signals)
      test(`${signal} to ${who} ends the server, closes its port and leaves no process`, async () => {
        const started = await npmStart(cli.dataFolder);
        process.kill(pick(started.pids)!, signal);
        await expectAllGone(started);
      });
});
