import { withinDeadline } from "./deadline.ts";

const BEAT_MILLISECONDS = 1000;
const BEAT_WHILE_LOST_MILLISECONDS = 100;

export interface HeartbeatOptions<Reply> {
  /** Asks the store anything; rejects when there is no connection. */
  readonly ask: () => Promise<Reply>;
  /** After how many milliseconds without a reply the store counts as lost. */
  readonly patienceMilliseconds: number;
  /**
   * What is to be done with a reply before the store counts as available again; rejects when that
   * failed.
   */
  readonly onReply: (reply: Reply) => Promise<void>;
  /** Is told when the store was lost, and when it is there again. */
  readonly onChange: () => void;
}

/**
 * Knows whether a store answers: asks it once a second, ten times a second while it is lost, and
 * counts every failure that callers report.
 */
export class Heartbeat<Reply> {
  readonly #options: HeartbeatOptions<Reply>;
  #isOnline = false;
  #lostBecause: string | null = null;
  #isToldLost = false;
  #next: NodeJS.Timeout | null = null;
  #isBeating = false;
  #isStopped = false;

  constructor(options: HeartbeatOptions<Reply>) {
    this.#options = options;
  }

  /** False until the first reply was handled. */
  get isOnline(): boolean {
    return this.#isOnline;
  }

  /** The message of the last failure since the store answered. */
  get lostBecause(): string | null {
    return this.#lostBecause;
  }

  /** Asks now, and from now on. Never rejects. */
  async beat(): Promise<void> {
    // A question that is still under way ends with its connection at the latest.
    if (this.#isBeating || this.#isStopped) return;
    this.#isBeating = true;
    try {
      const question = this.#options.ask();
      await withinDeadline(question, this.#options.patienceMilliseconds).catch((error: unknown) => {
        this.lose(error);
      });
      await this.#options.onReply(await question);
      this.#isOnline = true;
      this.#lostBecause = null;
    } catch (error) {
      this.lose(error);
    } finally {
      this.#isBeating = false;
      this.#tell();
      this.#schedule();
    }
  }

  /** Reports a failure of the store: it counts as lost until it answers. */
  lose(error: unknown): void {
    this.#lostBecause = error instanceof Error ? error.message : String(error);
    if (!this.#isOnline) return;
    this.#isOnline = false;
    this.#tell();
    this.#schedule();
  }

  /** Asks no more and tells nobody. */
  stop(): void {
    this.#isStopped = true;
    if (this.#next !== null) clearTimeout(this.#next);
  }

  #tell(): void {
    if (this.#isStopped || this.#isOnline !== this.#isToldLost) return;
    this.#isToldLost = !this.#isOnline;
    this.#options.onChange();
  }

  #schedule(): void {
    if (this.#next !== null) clearTimeout(this.#next);
    if (this.#isStopped) return;
    const pause = this.#isOnline ? BEAT_MILLISECONDS : BEAT_WHILE_LOST_MILLISECONDS;
    this.#next = setTimeout(() => void this.beat(), pause);
    this.#next.unref();
  }
}
