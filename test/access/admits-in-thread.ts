import { parentPort, workerData } from "node:worker_threads";
import { openEmbeddedAccess } from "../../src/access/embedded/open-embedded-access.ts";

/**
 * A thread that admits requests of one subject as fast as it can, together with others, and says
 * how many were allowed.
 */
const { dataFolder, lock, gate, times, at, isMaintainer } = workerData as {
  dataFolder: string;
  lock: SharedArrayBuffer;
  gate: SharedArrayBuffer;
  times: number;
  at: number;
  isMaintainer: boolean;
};
const access = await openEmbeddedAccess({
  dataFolder,
  now: () => new Date(at),
  waitMilliseconds: 60_000,
  thread: { lock, isMaintainer },
});
const subject = { ...access.findAddress("203.0.113.7"), limits: { perHour: 1000, perDay: 10_000 } };
const open = new Int32Array(gate);
Atomics.add(open, 0, 1);
Atomics.notify(open, 0);
Atomics.wait(open, 1, 0);
let allowed = 0;
for (let left = times; left > 0; left -= 25) {
  const states = await Promise.all(Array.from({ length: 25 }, () => access.admit(subject, "previewCountries")));
  allowed += states.filter((state) => state.allowed).length;
}
await access.close();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort!.postMessage(allowed);
