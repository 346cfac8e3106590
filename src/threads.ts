import { once } from "node:events";
import { availableParallelism } from "node:os";
import { MessageChannel, Worker } from "node:worker_threads";
import type { Served } from "./distribution/follower.ts";
import { makeLockMemory } from "./access/embedded/fair-lock.ts";
import type { ThreadShare } from "./access/embedded/open-embedded-access.ts";
import { expectFreePort } from "./http/expect-free-port.ts";
import { chooseConnectionLimits } from "./http/limit-connections.ts";
import { type CollectedMetrics, type MetricsServer, openMetricsServer, openSummedMetrics } from "./http/metrics.ts";
import type { Service } from "./main.ts";
import type { Settings } from "./settings.ts";
import type { ThreadNote, ThreadStart } from "./thread.ts";
import { type Caller, answerCalls, openCaller } from "./thread-calls.ts";

interface Thread extends Pick<Service, "port" | "url" | "manifest"> {
  readonly worker: Worker;
  readonly caller: Caller;
}

/**
 * Opens the service in as many threads as the settings say, all behind one port: the operating
 * system deals the connections out. Each has the release, its answers and its caches by itself;
 * accounts and counts are in one file, which they write in turn.
 *
 * `hasPort` says that this process listens there already, and shares it. When one of them ends
 * because of a bug, the service has failed as a whole. Rejects as `openService` does, and where the
 * port is taken or this system cannot share it.
 */
export async function openThreads(settings: Settings, hasPort = false): Promise<Service> {
  if (!hasPort) await expectFreePort(settings.host, settings.port);
  const failure = Promise.withResolvers<Error>();
  const onFailure = (error: Error): void => failure.resolve(error);
  const lock = makeLockMemory();
  const threads: Thread[] = [];
  let metricsServer: MetricsServer | null = null;
  const metrics = await openSummedMetrics(() =>
    Promise.all(threads.map(({ caller }) => caller.call<CollectedMetrics>("thread", "metrics"))),
  );
  const close = async (): Promise<void> => {
    await Promise.all([metricsServer?.close(), ...threads.map((thread) => stopThread(thread))]);
  };
  try {
    const limits = chooseConnectionLimits(settings.connectionsMax, settings.connectionsPerAddress);
    const count = settings.workers === 0 ? availableParallelism() : settings.workers;
    for (let number = 1; number <= count; number += 1) {
      // The first takes the port where any will do.
      const port = threads[0]?.port ?? settings.port;
      const share = { lock, isMaintainer: number === 1 };
      const own = {
        ...settings,
        port,
        connectionsMax: Math.ceil(limits.total / count),
        connectionsPerAddress: limits.perAddress,
      };
      threads.push(await startThread(number, own, share, metrics.text, onFailure));
    }
    if (settings.metricsPort !== null)
      metricsServer = await openMetricsServer(metrics, settings.metricsHost ?? settings.host, settings.metricsPort);
  } catch (error) {
    await close();
    throw error;
  }
  const [{ url, port, manifest }] = threads as [Thread];
  let closed: Promise<void> | undefined;
  return {
    url,
    port,
    manifest,
    failed: failure.promise,
    look: async () => {
      const served = await Promise.all(threads.map(({ caller }) => caller.call<Served>("thread", "look")));
      const shown = served.find(({ refused }) => refused !== null) ?? served[0];
      const doubted = [...new Set(served.flatMap((each) => each.doubted))];
      return { release: manifest.id, refused: null, ...shown, doubted };
    },
    tell: (state) => {
      // A thread that has ended ends the service.
      for (const { caller } of threads) caller.call("thread", "tell", state).catch(() => {});
    },
    close: () => (closed ??= close()),
  };
}

async function startThread(
  number: number,
  settings: Settings,
  share: ThreadShare,
  metrics: () => Promise<string>,
  onFailure: (error: Error) => void,
): Promise<Thread> {
  const [asked, asks] = [new MessageChannel(), new MessageChannel()];
  answerCalls(asks.port1, { all: { metrics } });
  asks.port1.unref();
  const workerData: ThreadStart = { settings, share, asked: asked.port2, asks: asks.port2 };
  const worker = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData,
    transferList: [asked.port2, asks.port2],
    name: `answers-${number}`,
  });
  const [note] = (await Promise.race([once(worker, "message"), endOf(worker)])) as [ThreadNote];
  if (note.kind === "refused") {
    await worker.terminate();
    const { name, message, code, port } = note;
    throw Object.assign(new Error(message), { name, code, port });
  }
  const caller = openCaller(asked.port1);
  endOf(worker).catch((error: Error) => {
    caller.break(error);
    onFailure(error);
  });
  return { worker, caller, url: note.url, port: note.port, manifest: note.manifest };
}

/** Rejects when a thread ends, with the error that ended it if there is one. */
function endOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("a thread of the service ended")));
  });
}

/** Lets a thread finish what is in flight; one that has ended has nothing any more. */
async function stopThread({ worker, caller }: Thread): Promise<void> {
  await caller.call("thread", "close").catch(() => {});
  await worker.terminate();
}
