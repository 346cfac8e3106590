import { quantile } from "./statistics.ts";

/** Runs what is to happen in order of time, without waiting for it. Times are in milliseconds. */
export class VirtualTime {
  /** A heap of what is to come, the earliest first. */
  readonly #events: { readonly at: number; readonly run: () => void }[] = [];
  #now: number;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): void {
    const events = this.#events;
    const event = { at: this.#now + milliseconds, run };
    let place = events.length;
    for (let above = (place - 1) >> 1; place > 0 && events[above]!.at > event.at; above = (place - 1) >> 1) {
      events[place] = events[above]!;
      place = above;
    }
    events[place] = event;
  }

  /** Runs everything that happens until a time. */
  runUntil(end: number): void {
    for (let first = this.#events[0]; first !== undefined && first.at <= end; first = this.#events[0]) {
      this.#removeFirst();
      this.#now = first.at;
      first.run();
    }
    this.#now = end;
  }

  #removeFirst(): void {
    const events = this.#events;
    const last = events.pop()!;
    if (events.length === 0) return;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below + 1 < events.length && events[below + 1]!.at < events[below]!.at) below += 1;
      if (below >= events.length || events[below]!.at >= last.at) break;
      events[place] = events[below]!;
      place = below;
    }
    events[place] = last;
  }
}

/** How messages travel between nodes and what they share. */
export interface NetworkFaults {
  /** Half of the messages take no longer one way, in milliseconds. */
  readonly medianMilliseconds: number;
  /** The share of messages that never arrive. */
  readonly loss: number;
  /** Whether a node is cut off from what is shared at a time. */
  readonly isCut: (node: number, at: number) => boolean;
}

/**
 * A network with latencies of a long tail (log-normal: one in a hundred takes ten times as long).
 */
export class VirtualNetwork {
  readonly #time: VirtualTime;
  readonly #faults: NetworkFaults;
  readonly #chance: () => number;

  constructor(time: VirtualTime, faults: NetworkFaults, chance: () => number) {
    this.#time = time;
    this.#faults = faults;
    this.#chance = chance;
  }

  /** Has a message of a node, or to it, arrive; or not. */
  send(node: number, arrive: () => void): void {
    const { isCut, loss, medianMilliseconds } = this.#faults;
    if (isCut(node, this.#time.now()) || this.#chance() < loss) return;
    // Box and Muller's way from two even numbers to a normal one.
    const normal = Math.sqrt(-2 * Math.log(1 - this.#chance())) * Math.cos(2 * Math.PI * this.#chance());
    this.#time.after(medianMilliseconds * Math.exp(normal * (Math.log(10) / 2.326)), () => {
      if (!isCut(node, this.#time.now())) arrive();
    });
  }

  /** Asks what is shared; null where no reply arrived within the time. */
  ask<Reply>(node: number, reply: () => Reply, patience: number, then: (reply: Reply | null) => void): void {
    let isOver = false;
    const end = (found: Reply | null): void => {
      if (!isOver) then(found);
      isOver = true;
    };
    this.#time.after(patience, () => end(null));
    this.send(node, () => {
      const found = reply();
      this.send(node, () => end(found));
    });
  }
}

/** The middle and the most of some values, in seconds. */
export function inSeconds(milliseconds: readonly number[]): string {
  const shown = (value: number): string => (value / 1000).toFixed(value < 10_000 ? 2 : 0);
  return milliseconds.length === 0
    ? "none"
    : `${shown(quantile(milliseconds, 0.5))} / ${shown(Math.max(...milliseconds))}`;
}
