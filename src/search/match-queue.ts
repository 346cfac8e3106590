import type { NameMatch, NameQuestion } from "./match-name.ts";

/** A list of names that is being matched. */
export interface Matching {
  /**
   * Matches some names, in their order; other requests have their turn meanwhile. Lists take turns
   * with each other, so few names at a time are best. Rejects with the reason of the signal once
   * that is aborted.
   */
  match(questions: readonly NameQuestion[]): Promise<readonly NameMatch[]>;
  /** Lets the next list begin. */
  close(): void;
}

/** Maximum numbers of lists that are matched at a time, in turns, and that wait. */
const LISTS_MAX = 4;
const WAITING_MAX = 12;

/** Lets few lists at a time be matched. */
export class MatchQueue {
  readonly #match: (questions: readonly NameQuestion[]) => Promise<readonly NameMatch[]>;
  readonly #waiting = new Set<() => void>();
  #open = 0;

  constructor(match: (questions: readonly NameQuestion[]) => Promise<readonly NameMatch[]>) {
    this.#match = match;
  }

  async open(signal: AbortSignal): Promise<Matching> {
    signal.throwIfAborted();
    if (this.#open < LISTS_MAX) this.#open += 1;
    else await this.#wait(signal);
    let isOpen = true;
    return {
      match: async (questions) => {
        signal.throwIfAborted();
        const matches = await this.#match(questions);
        signal.throwIfAborted();
        return matches;
      },
      close: () => {
        if (isOpen) this.#pass();
        isOpen = false;
      },
    };
  }

  /** Resolves when a place is given to who waits. */
  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= WAITING_MAX) throw new SearchOverloadError(`${WAITING_MAX} lists are already waiting`);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.delete(begin);
        reject(signal.reason as Error);
      };
      this.#waiting.add(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** Gives a place to the one that has waited longest. */
  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#open -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/** Too many searches are waiting for a worker thread. */
export class SearchOverloadError extends Error {
  override readonly name = "SearchOverloadError";
}
