import { setTimeout as wait } from "node:timers/promises";
import { type Readiness, waitForNodes } from "../distribution/barrier.ts";
import { NotSwitched } from "../distribution/push-releases.ts";
import type { Console } from "./command.ts";
import { counted } from "./output.ts";
import type { Wait } from "./wait-options.ts";

/** How many polls nodes get to fetch a release, where they cannot be asked. */
const POLLS = 2;

/**
 * Waits until the nodes hold what a pointer says, and can read the bundle format of the release
 * that becomes current, with words for a person. Throws a NotSwitched when they do not in time.
 * Where nodes report to nobody, it gives them the time to fetch it.
 */
export async function waitForAllNodes(
  console: Console,
  { milliseconds, quorum }: Wait,
  sequence: number,
  bundleFormat: number | null,
): Promise<void> {
  const { databaseUrl, releasesPollSeconds } = console.settings;
  if (databaseUrl === null) {
    const seconds = releasesPollSeconds * POLLS;
    console.say(`Nodes cannot be asked what they hold; waiting ${seconds} s until they have fetched the release …`);
    await wait(seconds * 1000);
    return;
  }
  const { openPostgresRegistry } = await import("../distribution/postgres-registry.ts");
  const registry = openPostgresRegistry(databaseUrl);
  try {
    const outcome = await waitForNodes({
      registry,
      sequence,
      bundleFormat,
      quorum,
      waitMilliseconds: milliseconds,
      onWait: (readiness) => console.say(`Waiting for nodes: ${describe(readiness)} …`),
    });
    if (!outcome.isEnough)
      throw new NotSwitched(
        `readers see what they saw before, because nodes lag after ${milliseconds / 1000} s: ${describe(outcome)}. ` +
          "The release is in the origin: run the command again when the nodes are well, with a longer --wait, or with --quorum to leave some behind",
      );
    if (outcome.ready.length > 0) console.say(`The release is on ${counted(outcome.ready.length, "node")}.`);
  } finally {
    await registry.close();
  }
}

/** `1 of 3 nodes hold the release; b is still fetching it`. */
function describe({ ready, lagging, failure }: Readiness): string {
  if (failure !== null) return `they cannot be asked (${failure})`;
  const all = ready.length + lagging.length;
  return [
    `${ready.length} of ${counted(all, "node")} hold it`,
    ...lagging.map(({ node, why }) => `${node} ${why}`),
  ].join("; ");
}
