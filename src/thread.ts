import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { answerCalls, openCaller } from "./access/embedded/calls.ts";
import { openSharedAccess } from "./access/embedded/open-embedded-access.ts";
import { holdTime } from "./access/hold-time.ts";
import { openAccess, openLogger, openService } from "./main.ts";
import type { ThreadNote, ThreadStart } from "./threads.ts";

/*
 * One of several threads that answer. It is a whole service but for what it shares: the port, the quotas, the thread that writes.
 */

const { settings, share, asked, asks } = workerData as ThreadStart;
const now = () => new Date();

function say(to: MessagePort, note: ThreadNote): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  to.postMessage(note);
}

async function run(): Promise<void> {
  const logger = openLogger(settings);
  const onTrouble = (sentence: string, error: Error | null): void => logger.warn({ err: error }, sentence);
  const access = await (share === null
    ? openAccess(settings, now, logger, () => {})
    : openSharedAccess(share, { now: holdTime(now), onTrouble }));
  const all = openCaller(asks);
  const service = await openService(settings, now, {
    access,
    metricsOfAll: () => all.call("all", "metrics") as Promise<string>,
  });
  const { url, port, manifest, metrics } = service;
  const close = (): Promise<void> => service.close();
  answerCalls(asked, { thread: { metrics: async () => (await metrics?.collect()) ?? [], close } });
  say(parentPort!, { kind: "ready", url, port, manifest });
}

run().catch((error: unknown) => {
  const fault = error instanceof Error ? error : new Error(String(error));
  const [code, port]: unknown[] = [Reflect.get(fault, "code"), Reflect.get(fault, "port")];
  say(parentPort!, { kind: "refused", name: fault.name, message: fault.message, code, port });
});
