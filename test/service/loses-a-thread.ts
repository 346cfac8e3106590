import type { Worker } from "node:worker_threads";
import { openService } from "../../src/main.ts";
import { readSettings } from "../../src/settings.ts";
import { openThreads } from "../../src/threads.ts";

/**
 * A process that opens the service in so many threads as WORKERS says, ends the last of all, and
 * says whether the service noticed.
 */
const workers: Worker[] = [];
process.on("worker", (worker) => workers.push(worker));
const settings = readSettings();
// Of a service in one thread the only other one maintains the file of accounts and usage.
const service = await (settings.workers === 1 ? openService(settings, () => new Date()) : openThreads(settings));
await workers.at(-1)!.terminate();
process.stdout.write(`failed: ${(await service.failed).message}\n`);
await service.close().catch(() => {});
