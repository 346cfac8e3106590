import type { Logger } from "pino";

/** An episode is over when its trouble has not come for this long. */
const QUIET_MILLISECONDS = 60_000;

/** Logs trouble that comes in floods: one line for each episode of each kind. */
export class Episodes {
  readonly #logger: Logger;
  readonly #now: () => Date;
  readonly #last = new Map<string, number>();

  constructor(logger: Logger, now: () => Date) {
    this.#logger = logger;
    this.#now = now;
  }

  /** Notes that the trouble is there. */
  note(kind: string, sentence: string, error: Error | null = null): void {
    const at = this.#now().getTime();
    const isNew = at - (this.#last.get(kind) ?? Number.NEGATIVE_INFINITY) > QUIET_MILLISECONDS;
    this.#last.set(kind, at);
    if (isNew) this.#logger.warn({ err: error }, sentence);
  }
}
