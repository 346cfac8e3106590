import { setTimeout as wait } from "node:timers/promises";

const PATIENCE_MILLISECONDS = 60_000;

/** Waits until something is so; rejects, naming it, when it is not within a minute. */
export async function eventually(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const until = Date.now() + PATIENCE_MILLISECONDS;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(`it did not come about: ${what}`);
    await wait(20);
  }
}
