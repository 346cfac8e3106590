const TAKEN = 0;
const SERVED = 1;

/**
 * How long a holder is waited for before it is passed over: its thread has ended, and the service
 * is about to.
 */
const PASS_OVER_MILLISECONDS = 1000;

/** Makes the memory of a lock that threads share. */
export function makeLockMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/**
 * Runs work while no other thread that shares the memory does, in order of arrival; blocks the
 * thread until then.
 *
 * SQLite excludes writers by itself, but by trying again and again, which may leave one of them
 * waiting for half a second. This lock only adds the order: where a holder is passed over, SQLite
 * still excludes.
 */
export function runInTurn<Result>(memory: Int32Array<SharedArrayBuffer>, work: () => Result): Result {
  const ticket = Atomics.add(memory, TAKEN, 1);
  for (let served = Atomics.load(memory, SERVED); isBefore(served, ticket); served = Atomics.load(memory, SERVED)) {
    if (Atomics.wait(memory, SERVED, served, PASS_OVER_MILLISECONDS) === "timed-out") serveNext(memory, served);
  }
  try {
    return work();
  } finally {
    serveNext(memory, ticket);
  }
}

/** Calls the ticket after this one, unless a later one was called already. */
function serveNext(memory: Int32Array<SharedArrayBuffer>, ticket: number): void {
  Atomics.compareExchange(memory, SERVED, ticket, ticket + 1);
  Atomics.notify(memory, SERVED);
}

/** Tickets are 32-bit numbers that begin again after the last one. */
function isBefore(served: number, ticket: number): boolean {
  return ((served - ticket) | 0) < 0;
}
