import { type LoadConnection, openLoadConnection } from "./load-connection.ts";
import { openChance, quantile } from "./statistics.ts";

/*
 * The program that asks: a process of its own, so that asking is not counted as answering. It keeps
 * its connections from one slice of a measurement to the next.
 */

/** What the client is told: to remember requests for new connections, or to send them. */
export type LoadTask =
  | {
      readonly kind: "remember";
      readonly requests: readonly string[];
      /** Sent beside them, where a slice says so. */
      readonly others?: readonly string[];
    }
  | {
      /**
       * `closed`: every connection asks again when it is answered. `open`: requests have times of
       * their own, whatever is answered.
       */
      readonly kind: "closed" | "open";
      readonly port: number;
      readonly connections: number;
      readonly milliseconds: number;
      readonly status: number;
      /** For an open loop: mean of the exponential gaps is its inverse. */
      readonly perSecond?: number;
      /**
       * For an open loop: which times they have. Slices of one seed have the same; without it all
       * have.
       */
      readonly seed?: number;
      /**
       * For an open loop: how many of the others are sent beside them, over as many connections of
       * their own.
       */
      readonly othersPerSecond?: number;
    };

/** What came of a slice. */
export interface LoadResult {
  readonly answers: number;
  /** Heads and bodies. */
  readonly bytes: number;
  readonly seconds: number;
  /**
   * From the time a request was due to the last byte of its answer, in milliseconds; empty for a
   * closed loop.
   */
  readonly latency: { readonly p50: number; readonly p99: number; readonly p999: number };
  /** All of them, in the order of the answers. */
  readonly latencies: readonly number[];
  /** The same of the others. */
  readonly othersLatencies: readonly number[];
}

type Slice = Exclude<LoadTask, { kind: "remember" }>;

/** Requests that are sent in turn, and the connections they are sent over, by port. */
class Supply {
  readonly #kept = new Map<number, Promise<LoadConnection[]>>();
  readonly #requests: readonly string[];
  /** Which request each server was sent last: what one is asked is still new to the others. */
  readonly #sent = new Map<number, number>();

  constructor(requests: readonly string[]) {
    this.#requests = requests;
  }

  next(port: number): string {
    const next = ((this.#sent.get(port) ?? 0) + 1) % this.#requests.length;
    this.#sent.set(port, next);
    return this.#requests[next]!;
  }

  connectionsTo({ port, connections }: Slice): Promise<LoadConnection[]> {
    let open = this.#kept.get(port);
    if (open === undefined) {
      open = Promise.all(Array.from({ length: connections }, () => openLoadConnection(port, fail)));
      this.#kept.set(port, open);
    }
    return open;
  }

  async close(): Promise<void> {
    for (const open of this.#kept.values()) for (const connection of await open) connection.close();
  }
}

let supply = new Supply([]);
let others = new Supply([]);

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
    result(latencies: readonly number[], othersLatencies: readonly number[]): LoadResult {
      const seconds = (performance.now() - startedAt) / 1000;
      const latency = {
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
        p999: quantile(latencies, 0.999),
      };
      return { ...count, seconds, latency, latencies, othersLatencies };
    },
  };
}

async function runClosed(slice: Slice): Promise<LoadResult> {
  const connections = await supply.connectionsTo(slice);
  const count = openCount(slice);
  const endsAt = count.startedAt + slice.milliseconds;
  const runOne = (connection: LoadConnection): Promise<void> =>
    new Promise((resolve) => {
      const answered = (status: number, bytes: number): void => {
        count.add(status, bytes);
        if (performance.now() < endsAt) connection.ask(supply.next(slice.port), answered);
        else resolve();
      };
      connection.ask(supply.next(slice.port), answered);
    });
  await Promise.all(connections.map(runOne));
  return count.result([], []);
}

/**
 * Requests that have times of their own. Those that are due while every connection is busy wait for
 * one, and their waiting counts.
 */
class Stream {
  readonly latencies: number[] = [];
  readonly #idle: LoadConnection[];
  readonly #connections: number;
  readonly #next: () => string;
  readonly #count: ReturnType<typeof openCount>;
  readonly #gap: number;
  readonly #endsAt: number;
  readonly #chance: () => number;
  readonly #due: number[] = [];
  #taken = 0;
  #nextAt: number;

  constructor(
    next: () => string,
    connections: readonly LoadConnection[],
    count: ReturnType<typeof openCount>,
    times: { readonly perSecond: number; readonly milliseconds: number; readonly seed: number },
  ) {
    this.#idle = [...connections];
    this.#connections = connections.length;
    this.#next = next;
    this.#count = count;
    this.#gap = 1000 / times.perSecond;
    this.#endsAt = count.startedAt + times.milliseconds;
    this.#chance = openChance(times.seed);
    this.#nextAt = count.startedAt;
  }

  /** Sends what is due; says whether all has been sent and answered. */
  turn(): boolean {
    const now = performance.now();
    for (
      ;
      this.#nextAt <= now && this.#nextAt < this.#endsAt;
      this.#nextAt += -Math.log(1 - this.#chance()) * this.#gap
    )
      this.#due.push(this.#nextAt);
    while (this.#taken < this.#due.length && this.#idle.length > 0) this.#send(this.#idle.pop()!);
    return this.#nextAt >= this.#endsAt && this.#taken === this.#due.length && this.#idle.length === this.#connections;
  }

  #send(connection: LoadConnection): void {
    const dueAt = this.#due[this.#taken++]!;
    connection.ask(this.#next(), (status, bytes) => {
      this.#count.add(status, bytes);
      this.latencies.push(performance.now() - dueAt);
      if (this.#taken < this.#due.length) this.#send(connection);
      else this.#idle.push(connection);
    });
  }
}

async function runOpen(slice: Slice): Promise<LoadResult> {
  const { port, milliseconds, seed = 1, perSecond = 0, othersPerSecond = 0 } = slice;
  const connections = await supply.connectionsTo(slice);
  const othersConnections = othersPerSecond === 0 ? [] : await others.connectionsTo(slice);
  const count = openCount(slice);
  const first = new Stream(() => supply.next(port), connections, count, { perSecond, milliseconds, seed });
  const streams = [first];
  if (othersPerSecond > 0)
    streams.push(
      new Stream(() => others.next(port), othersConnections, count, {
        perSecond: othersPerSecond,
        milliseconds,
        seed: -seed,
      }),
    );
  await new Promise<void>((resolve) => {
    // Without a timer: its grain of a millisecond is more than an answer takes.
    const turn = (): void => {
      const ended = streams.map((stream) => stream.turn());
      if (ended.every(Boolean)) resolve();
      else setImmediate(turn);
    };
    turn();
  });
  return count.result(first.latencies, streams[1]?.latencies ?? []);
}

async function work(task: LoadTask): Promise<LoadResult | null> {
  if (task.kind === "remember") {
    await supply.close();
    await others.close();
    supply = new Supply(task.requests);
    others = new Supply(task.others ?? []);
    return null;
  }
  return task.kind === "closed" ? await runClosed(task) : await runOpen(task);
}

process.on("message", (task: LoadTask) => {
  work(task).then((result) => process.send?.(result), fail);
});
process.once("disconnect", () => process.exit());
