import { once } from "node:events";
import { parentPort, Worker } from "node:worker_threads";

/** So many batches may wait for their thread before `add` does: bounds their memory. */
const BATCHES_WAITING_MAX = 2;

type Message<Batch> = { readonly batch: Batch } | "finish";
type Reply<Result> = { readonly result: Result } | "done";

/** Work on batches that come one after another. */
export interface BatchWork<Batch, Result> {
  add(batch: Batch): void;
  finish(): Result;
  /** Gives it up, or does nothing after `finish`. */
  abandon(): void;
}

/** The same work, wherever it is done. To be finished or abandoned. */
export interface BatchWorker<Batch, Result> {
  /** Hands over a batch, with the memory of `transfer`; waits while the work lags behind. */
  add(batch: Batch, transfer?: readonly ArrayBuffer[]): Promise<void>;
  /** The result, once every batch was worked off. */
  finish(): Promise<Result>;
  abandon(): Promise<void>;
}

/** Does the work in this thread: for little of it. */
export function workHere<Batch, Result>(work: BatchWork<Batch, Result>): BatchWorker<Batch, Result> {
  return {
    add: async (batch) => work.add(batch),
    finish: async () => work.finish(),
    abandon: async () => work.abandon(),
  };
}

/** Does the work in a thread of its own, whose program calls `workOff`. Every method throws what the thread has thrown. */
export class BatchThread<Batch, Result> implements BatchWorker<Batch, Result> {
  readonly #worker: Worker;
  #waiting = 0;
  #failure: { readonly error: unknown } | null = null;

  constructor(program: URL, start: unknown) {
    this.#worker = new Worker(program, { workerData: start });
    // Told by the next `add` or `finish`.
    this.#worker.on("error", (error) => (this.#failure = { error }));
    this.#worker.on("message", (reply: Reply<Result>) => {
      if (reply === "done") this.#waiting -= 1;
    });
  }

  async add(batch: Batch, transfer: readonly ArrayBuffer[] = []): Promise<void> {
    while (this.#waiting >= BATCHES_WAITING_MAX) await this.#reply();
    this.#throwFailure();
    this.#waiting += 1;
    this.#post({ batch }, transfer);
  }

  async finish(): Promise<Result> {
    this.#throwFailure();
    this.#post("finish", []);
    for (;;) {
      const reply = await this.#reply();
      if (reply === "done") continue;
      await this.abandon();
      return reply.result;
    }
  }

  /** Ends the thread as it is. */
  async abandon(): Promise<void> {
    await this.#worker.terminate();
  }

  #post(message: Message<Batch>, transfer: readonly ArrayBuffer[]): void {
    this.#worker.postMessage(message, transfer);
  }

  async #reply(): Promise<Reply<Result>> {
    this.#throwFailure();
    // Rejects where the thread throws.
    const [reply] = (await once(this.#worker, "message")) as [Reply<Result>];
    return reply;
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

/** What a thread does: takes batches in turn and gives its result when there are no more. */
export function workOff<Batch, Result>(work: BatchWork<Batch, Result>): void {
  const port = parentPort;
  if (port === null) throw new Error("batches are worked off in a thread");
  const reply = (message: Reply<Result>): void => port.postMessage(message);
  port.on("message", (message: Message<Batch>) => {
    if (message === "finish") reply({ result: work.finish() });
    else {
      work.add(message.batch);
      reply("done");
    }
  });
}
