import type { Worker } from "node:worker_threads";
import { readSettings } from "../../src/settings.ts";
import { openThreads } from "../../src/threads.ts";

/** A process that opens the service in two threads, ends one of them, and says whether the service noticed. */
const workers: Worker[] = [];
process.on("worker", (worker) => workers.push(worker));
const service = await openThreads(readSettings(), () => new Date());
// The first keeps the stores.
await workers.at(-1)!.terminate();
process.stdout.write(`failed: ${(await service.failed).message}\n`);
await service.close();
