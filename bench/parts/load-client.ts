import { type LoadConnection, openLoadConnection } from "./load-connection.ts";
import { openChance, quantile } from "./statistics.ts";

/*
 * The program that asks: a process of its own, so that asking is not counted as answering. It keeps its connections from one slice of a
 * measurement to the next.
 */

/** What the client is told: to remember requests for new connections, or to send them. */
export type LoadTask =
  | { readonly kind: "remember"; readonly requests: readonly string[] }
  | {
      /** `closed`: every connection asks again when it is answered. `open`: requests have times of their own, whatever is answered. */
      readonly kind: "closed" | "open";
      readonly port: number;
      readonly connections: number;
      readonly milliseconds: number;
      readonly status: number;
      /** For an open loop: mean of the exponential gaps is its inverse. */
      readonly perSecond?: number;
      /** For an open loop that is not measured: sleeps until the next is due, and leaves the processor it would take to others. */
      readonly sleeps?: boolean;
    };

/** What came of a slice. */
export interface LoadResult {
  readonly answers: number;
  /** Heads and bodies. */
  readonly bytes: number;
  readonly seconds: number;
  /** From the time a request was due to the last byte of its answer, in milliseconds; empty for a closed loop. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly p999: number };
}

type Slice = Exclude<LoadTask, { kind: "remember" }>;

const kept = new Map<number, Promise<LoadConnection[]>>();
let requests: readonly string[] = [];
let next = 0;

function nextRequest(): string {
  next = next + 1 < requests.length ? next + 1 : 0;
  return requests[next]!;
}

function connectionsTo({ port, connections }: Slice): Promise<LoadConnection[]> {
  let open = kept.get(port);
  if (open === undefined) {
    open = Promise.all(Array.from({ length: connections }, () => openLoadConnection(port, fail)));
    kept.set(port, open);
  }
  return open;
}

function fail(error: Error): never {
  throw error;
}

/** Counts answers and resolves when the last one that is under way is here. */
function openCount({ status: expected }: Slice) {
  const startedAt = performance.now();
  const count = { answers: 0, bytes: 0 };
  return {
    startedAt,
    add(status: number, bytes: number): void {
      if (status !== expected) fail(new Error(`expected ${expected}, the server answered ${status}`));
      count.answers += 1;
      count.bytes += bytes;
    },
    result(latencies: readonly number[]): LoadResult {
      const seconds = (performance.now() - startedAt) / 1000;
      const latency = {
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
        p999: quantile(latencies, 0.999),
      };
      return { ...count, seconds, latency };
    },
  };
}

async function runClosed(slice: Slice): Promise<LoadResult> {
  const connections = await connectionsTo(slice);
  const count = openCount(slice);
  const endsAt = count.startedAt + slice.milliseconds;
  const runOne = (connection: LoadConnection): Promise<void> =>
    new Promise((resolve) => {
      const answered = (status: number, bytes: number): void => {
        count.add(status, bytes);
        if (performance.now() < endsAt) connection.ask(nextRequest(), answered);
        else resolve();
      };
      connection.ask(nextRequest(), answered);
    });
  await Promise.all(connections.map(runOne));
  return count.result([]);
}

/** Requests that are due while every connection is busy wait for one, and their waiting counts. */
async function runOpen(slice: Slice): Promise<LoadResult> {
  const idle = [...(await connectionsTo(slice))];
  const total = idle.length;
  const count = openCount(slice);
  const latencies: number[] = [];
  const due: number[] = [];
  const chance = openChance(1);
  const gap = 1000 / slice.perSecond!;
  const endsAt = count.startedAt + slice.milliseconds;
  let nextAt = count.startedAt;
  let taken = 0;

  const send = (connection: LoadConnection): void => {
    const dueAt = due[taken++]!;
    connection.ask(nextRequest(), (status, bytes) => {
      count.add(status, bytes);
      latencies.push(performance.now() - dueAt);
      if (taken < due.length) send(connection);
      else idle.push(connection);
    });
  };
  await new Promise<void>((resolve) => {
    // Without a timer where times matter: its grain of a millisecond is more than an answer takes.
    const turn = (): void => {
      const now = performance.now();
      for (; nextAt <= now && nextAt < endsAt; nextAt += -Math.log(1 - chance()) * gap) due.push(nextAt);
      while (taken < due.length && idle.length > 0) send(idle.pop()!);
      if (nextAt >= endsAt && taken === due.length && idle.length === total) resolve();
      else if (slice.sleeps === true) setTimeout(turn, Math.max(nextAt - now, 1));
      else setImmediate(turn);
    };
    turn();
  });
  return count.result(latencies);
}

async function work(task: LoadTask): Promise<LoadResult | null> {
  if (task.kind === "remember") {
    for (const open of kept.values()) for (const connection of await open) connection.close();
    kept.clear();
    requests = task.requests;
    next = 0;
    return null;
  }
  return task.kind === "closed" ? await runClosed(task) : await runOpen(task);
}

process.on("message", (task: LoadTask) => {
  work(task).then((result) => process.send?.(result), fail);
});
process.once("disconnect", () => process.exit());
