import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { withinDeadline } from "../access/cluster/deadline.ts";

/** Where `NOTIFY` says that the pointer changed. A channel belongs to the whole database. */
export const POINTER_CHANNEL = "country_trust_pointer";

const RECONNECT_MILLISECONDS = 250;
const RECONNECT_MILLISECONDS_MAX = 30_000;
/** How often a connection on which nothing happens is asked whether it still exists. */
const PROBE_MILLISECONDS = 20_000;

/**
 * Calls `listener` at each notification, over a connection of its own. A connection that is lost is
 * opened again with growing waits; `listener` is called then, because something may have been
 * missed. Returns what ends it.
 */
export function listenForChanges(url: string, waitMilliseconds: number, listener: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const run = async (): Promise<void> => {
    let pause = RECONNECT_MILLISECONDS;
    for (let connections = 0; !signal.aborted;) {
      const socket = new Socket();
      const client = new Client({
        connectionString: url,
        stream: () => socket,
        application_name: "country-trust",
        connectionTimeoutMillis: waitMilliseconds,
        keepAlive: true,
      });
      const over = new AbortController();
      const end = (): void => over.abort();
      client.on("error", end);
      client.on("end", end);
      client.on("notification", () => {
        if (!signal.aborted) listener();
      });
      try {
        await client.connect();
        await withinDeadline(client.query(`LISTEN ${POINTER_CHANNEL}`), waitMilliseconds);
        pause = RECONNECT_MILLISECONDS;
        connections += 1;
        if (connections > 1 && !signal.aborted) listener();
        await probeUntilOver(client, AbortSignal.any([signal, over.signal]), waitMilliseconds);
      } catch {
        // It is lost, or could not be opened: again after the pause.
      }
      await withinDeadline(client.end(), 1000).catch(() => {});
      // A server that is paused never closes its side, which would keep this process alive.
      socket.destroy();
      await wait(pause, undefined, { signal, ref: false }).catch(() => {});
      pause = Math.min(pause * 2, RECONNECT_MILLISECONDS_MAX);
    }
  };
  void run();
  return () => ending.abort();
}

async function probeUntilOver(client: Client, over: AbortSignal, waitMilliseconds: number): Promise<void> {
  while (!over.aborted) {
    await wait(PROBE_MILLISECONDS, undefined, { signal: over, ref: false });
    await withinDeadline(client.query("SELECT 1"), waitMilliseconds);
  }
}
