import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type Service, openService } from "./main.ts";
import type { ThreadShare } from "./access/embedded/open-embedded-access.ts";
import type { Settings } from "./settings.ts";
import { answerCalls, openCaller } from "./thread-calls.ts";

/*
 * One of several threads that answer. It is a whole service except that it shares the port and the
 * order in which threads write.
 */

/** What a thread that answers is started with. */
export interface ThreadStart {
  /** With the port that all threads share. */
  readonly settings: Settings;
  readonly share: ThreadShare;
  /** Where it is asked for its metrics and told to stop. */
  readonly asked: MessagePort;
  /** Where it asks for the metrics of all. */
  readonly asks: MessagePort;
}

/** What a thread says once: that it answers, or why it does not. */
export type ThreadNote =
  | ({ readonly kind: "ready" } & Pick<Service, "port" | "url" | "manifest">)
  | {
      readonly kind: "refused";
      readonly name: string;
      readonly message: string;
      readonly code: unknown;
      readonly port: unknown;
    };

const { settings, share, asked, asks } = workerData as ThreadStart;

function say(to: MessagePort, note: ThreadNote): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  to.postMessage(note);
}

async function run(): Promise<void> {
  const all = openCaller(asks);
  const service = await openService(settings, () => new Date(), {
    share,
    metricsOfAll: () => all.call("all", "metrics"),
  });
  // Ends the thread, and with it the service.
  void service.failed.then((error) => {
    throw error;
  });
  const { url, port, manifest, metrics, look, tell } = service;
  const close = (): Promise<void> => service.close();
  answerCalls(asked, { thread: { metrics: async () => (await metrics?.collect()) ?? [], look, tell, close } });
  say(parentPort!, { kind: "ready", url, port, manifest });
}

run().catch((error: unknown) => {
  const failure = error instanceof Error ? error : new Error(String(error));
  const [code, port]: unknown[] = [Reflect.get(failure, "code"), Reflect.get(failure, "port")];
  say(parentPort!, { kind: "refused", name: failure.name, message: failure.message, code, port });
});
