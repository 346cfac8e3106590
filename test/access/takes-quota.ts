import { parentPort, workerData } from "node:worker_threads";
import { QuotaMemory } from "../../src/access/embedded/quota-memory.ts";

/** A thread that takes from one subject's quota as fast as it can, together with others, and says how many were allowed. */
const { memory, gate, times, at } = workerData as {
  memory: SharedArrayBuffer;
  gate: SharedArrayBuffer;
  times: number;
  at: number;
};
const quotas = new QuotaMemory(memory);
const open = new Int32Array(gate);
Atomics.add(open, 0, 1);
Atomics.notify(open, 0);
Atomics.wait(open, 1, 0);
let allowed = 0;
for (let each = 0; each < times; each += 1) {
  if (quotas.take("k_everybodysOne", { perHour: 1000, perDay: 10_000 }, at).allowed) allowed += 1;
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort!.postMessage(allowed);
