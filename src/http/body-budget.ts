import { BOUNDS } from "../ask/bounds.ts";
import { Problem } from "../problem.ts";

/** Part of the budget is kept for bodies up to this size. */
const SMALL_BYTES_MAX = 64 * 1024;
const KEPT_FOR_SMALL = 1 / 4;

const BYTES_A_SECOND = 64 * 1024;

/** The part of the budget that one request has taken. */
export interface Reservation {
  /** Throws `unavailable` where there is no room for so many more bytes. */
  expectRoom(bytes: number): void;
  /** Takes room for more bytes, until `release`. Throws as `expectRoom` does. */
  take(bytes: number): void;
  release(): void;
}

/**
 * Counts the bytes of bodies that are being received or answered, over all requests of a process,
 * and says how long a body may take.
 */
export class BodyBudget {
  readonly #most: number;
  readonly #seconds: number;
  #taken = 0;

  constructor(most: number = BOUNDS.bodiesBytes.most, seconds: number = BOUNDS.bodySeconds.most) {
    this.#most = most;
    this.#seconds = seconds;
  }

  /** Returns the time limit for a body of this length to arrive. */
  secondsFor(bytes: number): number {
    return this.#seconds + bytes / BYTES_A_SECOND;
  }

  reserve(): Reservation {
    let own = 0;
    const expectRoom = (bytes: number): void => {
      const room = own + bytes > SMALL_BYTES_MAX ? this.#most * (1 - KEPT_FOR_SMALL) : this.#most;
      if (this.#taken + bytes <= room) return;
      throw new Problem("unavailable", "Too many bodies are being received at the moment. Send it again later.");
    };
    return {
      expectRoom,
      take: (bytes) => {
        expectRoom(bytes);
        own += bytes;
        this.#taken += bytes;
      },
      release: () => {
        this.#taken -= own;
        own = 0;
      },
    };
  }
}
