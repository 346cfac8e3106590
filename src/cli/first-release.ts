import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { openAtlas } from "../atlas/atlas.ts";
import { type FollowedState, Follower, troublesOf } from "../distribution/follower.ts";
import { type MetricsServer, openMetrics, openMetricsServer } from "../http/metrics.ts";
import { openWaitingServer, type WaitingServer } from "../http/waiting-server.ts";
import { checkContent } from "../release/store/file-check.ts";
import { DamagedRelease, type ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { openOriginOf } from "../publishing/change-releases.ts";
import type { Console } from "./command.ts";

/**
 * Time limit for asking the origin for a newer release before a node answers with its own: other
 * nodes may have sent callers to the newer one.
 */
const CATCH_UP_MILLISECONDS = 10_000;
/** A pause after a check is at least so many times as long: checks take a tenth of the time. */
const IDLE_SHARE = 10;

/** Finds damage that the first requests would otherwise meet. Throws errors that say what to do. */
export async function checkFiles(store: ReleaseStore): Promise<void> {
  const id = store.currentId();
  if (id !== null) await checkContent(store, id);
  store.history();
  openAtlas().borders();
}

/** The port on which a service takes over. */
export interface Place {
  readonly port: number;
  /** The server that listens there until then; null where nobody had to wait. */
  readonly waiting: WaitingServer | null;
}

/**
 * Waits until the data folder of a node has a release that can be served; every request gets 503
 * meanwhile. Rejects when a port cannot be listened on.
 */
export async function waitForRelease(
  console: Console,
  store: ReleaseStore,
  follower: WaitingFollower,
  stopped: Promise<unknown>,
): Promise<Place | "stopped"> {
  const { host, port, baseUrl, releasePollMilliseconds } = console.settings;
  const place = { host, port, baseUrl };
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const { signal } = stop;
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { signal }).catch(() => {});
  await Promise.race([follower.firstAttempt, pause(CATCH_UP_MILLISECONDS)]);
  let waiting: WaitingServer | null = null;
  let metrics: MetricsServer | null = null;
  let said = "";
  try {
    while (!signal.aborted) {
      const startedAt = console.now().getTime();
      const fault = await findFault(store);
      if (fault === null) return { port: waiting?.port ?? port, waiting };
      if (fault.damaged !== null) follower.doubt(fault.damaged);
      const isNew = said !== fault.sentence;
      said = fault.sentence;
      waiting ??= await openWaitingServer({ ...place, why: () => explain(said, follower) });
      metrics ??= await openWaitingMetrics(console, follower);
      if (isNew) console.say(`Waiting for a release on port ${waiting.port}: ${said} …`);
      await pause(Math.max(releasePollMilliseconds, (console.now().getTime() - startedAt) * IDLE_SHARE));
    }
    await waiting?.close();
    return "stopped";
  } catch (error) {
    await waiting?.close();
    throw error;
  } finally {
    await metrics?.close();
  }
}

type WaitingFollower = Pick<Follower, "state" | "firstAttempt" | "doubt">;

/** Opens the metrics of a node without a release; null where the settings name no port for them. */
async function openWaitingMetrics(
  { settings, now }: Console,
  follower: WaitingFollower,
): Promise<MetricsServer | null> {
  const { metricsPort, metricsHost, host } = settings;
  if (metricsPort === null) return null;
  const [noRelease, stateNow] = [() => null, () => follower.state];
  const metrics = await openMetrics(noRelease, () => troublesOf(follower.state, now()), stateNow);
  return await openMetricsServer(metrics, metricsHost ?? host, metricsPort);
}

const NOTHING = "nothing is published yet";

interface Fault {
  readonly sentence: string;
  /** The release whose files are damaged; null where none are. */
  readonly damaged: string | null;
}

/** Finds the reason why the current release cannot be served; null where it can. */
async function findFault(store: ReleaseStore): Promise<Fault | null> {
  try {
    if (store.currentId() === null) return { sentence: NOTHING, damaged: null };
    await checkFiles(store);
    return null;
  } catch (error) {
    // Waiting does not mend errors of the program itself.
    if (!(error instanceof ReleaseStoreError)) throw error;
    return { sentence: error.message, damaged: error instanceof DamagedRelease ? error.release : null };
  }
}

/** The explanation that every reader may see; the log has the details for operators. */
function explain(fault: string, { state }: Pick<Follower, "state">): string {
  const why = {
    unreachable: "The place that it gets releases from does not answer.",
    refused: "The place that it gets releases from refuses it; its log says why.",
    untrusted: "What it gets is not vouched for; its log says why.",
    unusable: "What it gets cannot be used; its log says why.",
    incomplete: "What it gets is not all there; its log says why.",
    unserved: "What it got cannot be served; its log says why.",
  };
  const other = fault === NOTHING ? "Nothing is published yet." : why.unserved;
  return `This node waits for its first release. ${state.trouble === null ? other : why[state.trouble.kind]}`;
}

/**
 * Opens the follower that keeps the data folder of a node up to date; null where releases come from
 * no origin. `onState` is called whenever it knows something new.
 */
export async function openFollower(
  console: Console,
  onState: (state: FollowedState) => void,
): Promise<Follower | null> {
  const { settings, now } = console;
  const { dataFolder, trustedKeys, logLevel } = settings;
  const origin = await openOriginOf(console);
  if (origin === null) return null;
  const logger = pino({ level: logLevel });
  const pollMilliseconds = settings.releasesPollSeconds * 1000;
  const warn = (about: object, sentence: string): void => logger.warn(about, sentence);
  return new Follower({ origin, dataFolder, trustedKeys, now, pollMilliseconds, onState, warn });
}
