import { setTimeout as wait } from "node:timers/promises";
import { withinDeadline } from "../access/deadline.ts";
import { type FollowResult, followOnce, type FollowOptions, readHeld } from "./follow-origin.ts";
import { OriginError } from "./origin.ts";
import { isOver, type Pointer, PointerError, warnsFrom } from "./pointer.ts";

/** The reason why a node lags. */
export interface FollowTrouble {
  /**
   * `unreachable`: the origin does not answer. `refused`: it answers, and refuses this node.
   * `untrusted`: its pointer is not one to follow: of a wrong key, expired, or older than one
   * before. `unusable`: what it holds is damaged, or cannot be stored here. `incomplete`: it has
   * lost a release that is not current. `unserved`: the release is here and cannot be opened.
   */
  readonly kind: "unreachable" | "refused" | "untrusted" | "unusable" | "incomplete" | "unserved";
  /** For those who run the node. */
  readonly sentence: string;
}

/** The state of a node that follows an origin. */
export interface FollowedState {
  /** The sequence of the pointer whose releases are in the data folder; 0 before the first. */
  readonly holds: number;
  /** The sequence of the pointer that answers come from; 0 before the first. */
  readonly serves: number;
  /** The pointer that was read last and may be followed; null before the first. */
  readonly pointer: Pointer | null;
  /** The time when the pointer was read last; null before the first. */
  readonly readAt: Date | null;
  readonly trouble: FollowTrouble | null;
  /** True if the clock of this machine is more than a second from that of the origin. */
  readonly isClockOff: boolean;
}

/** Parts that can be degraded in a node that follows an origin. */
export type FollowedPart = "origin" | "pointer" | "release" | "clock";

/**
 * Lists degraded parts. `origin`: it cannot be followed. `pointer`: it was not renewed in time.
 * `release`: the time of a release has come, and it is not here yet. `clock`: this node switches at
 * another time than the others.
 */
export function troublesOf(state: FollowedState | null, now: Date): readonly FollowedPart[] {
  if (state === null) return [];
  const { trouble, pointer, isClockOff } = state;
  const parts: FollowedPart[] = trouble === null ? [] : ["origin"];
  if (pointer !== null && isOver(warnsFrom(pointer), now)) parts.push("pointer");
  if (isFetching(state) && isOver(pointer?.answersFrom ?? null, now)) parts.push("release");
  if (isClockOff) parts.push("clock");
  return parts;
}

function isFetching({ holds, pointer }: FollowedState): boolean {
  return pointer !== null && pointer.sequence > holds;
}

/** A node believes that it knows all releases until a poll is this late. */
const SILENCE_MILLISECONDS = 5000;

/** Returns true if releases may have been published that a node does not have. */
export function isBehind(state: FollowedState | null, now: Date, pollMilliseconds: number): boolean {
  if (state === null) return false;
  const { trouble, readAt } = state;
  if (trouble !== null || readAt === null || isFetching(state)) return true;
  return now.getTime() - readAt.getTime() > pollMilliseconds * LONGEST_POLL + SILENCE_MILLISECONDS;
}

/** The result of opening the current release. */
export interface ServeResult {
  /** A sentence why another release that should answer does not; null if none should. */
  readonly refused: string | null;
  /** Releases whose files may be damaged. */
  readonly doubted: readonly string[];
}

export interface FollowerOptions extends Pick<FollowOptions, "origin" | "dataFolder" | "trustedKeys" | "now"> {
  readonly pollMilliseconds: number;
  /** Called whenever something changed. */
  readonly onState: (state: FollowedState) => void;
  /** Logs a sentence for those who run the node, and what it is about. */
  readonly warn: (about: object, sentence: string) => void;
}

/** Maximum wait of a stop for work that a paused disk may never finish. */
const GOODBYE_MILLISECONDS = 1000;
const CLOCK_MILLISECONDS = 60_000;
const CLOCK_OFF_MILLISECONDS = 1000;

/** Keeps a data folder equal to its origin until it is closed. Attempts that fail are repeated. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #stop = new AbortController();
  readonly #first = Promise.withResolvers<void>();
  readonly #clockTimer: NodeJS.Timeout;
  readonly #running: Promise<void>;
  #state: FollowedState;
  #look: (() => Promise<ServeResult>) | null = null;
  /** Ends the wait for the next attempt. */
  #wake = new AbortController();
  /** Releases whose files have to be compared with the origin. */
  readonly #doubted = new Set<string>();

  constructor(options: FollowerOptions) {
    this.#options = options;
    const holds = readHeld(options.dataFolder)?.sequence ?? 0;
    this.#state = { holds, serves: 0, pointer: null, readAt: null, trouble: null, isClockOff: false };
    this.#clockTimer = setInterval(() => void this.#checkClock(), CLOCK_MILLISECONDS).unref();
    this.#running = this.#run();
    void this.#checkClock();
  }

  get state(): FollowedState {
    return this.#state;
  }

  /** Settles when the first attempt is over, however it ended. */
  get firstAttempt(): Promise<void> {
    return this.#first.promise;
  }

  /** From now on, `look` opens the current release of the data folder, and returns the result. */
  async serve(look: () => Promise<ServeResult>): Promise<void> {
    this.#look = look;
    await this.#see();
  }

  /** Has the files of a release compared with the origin now: some of them may be damaged. */
  doubt(release: string): void {
    if (this.#doubted.has(release)) return;
    this.#doubted.add(release);
    this.#options.warn({ release }, "files of a release may be damaged; they are compared with the origin");
    this.#wake.abort();
  }

  async close(): Promise<void> {
    clearInterval(this.#clockTimer);
    this.#stop.abort();
    await withinDeadline(this.#running, GOODBYE_MILLISECONDS).catch(() => {});
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      await this.#attempt();
      this.#first.resolve();
      const wakes = AbortSignal.any([signal, this.#wake.signal]);
      await wait(chooseWait(this.#options.pollMilliseconds, this.#state.trouble), undefined, {
        signal: wakes,
        ref: false,
      }).catch(() => {});
    }
  }

  async #attempt(): Promise<void> {
    const { now, warn } = this.#options;
    const doubted = new Set(this.#doubted);
    const onPointer = (pointer: Pointer): void => this.#change({ pointer, readAt: now() });
    try {
      const common = { ...this.#options, onWait: () => {}, signal: this.#stop.signal };
      const followed = await followOnce({ ...common, doubted, onPointer });
      const lacking = followed?.lacking ?? [];
      for (const release of doubted) if (!lacking.some(({ id }) => id === release)) this.#doubted.delete(release);
      for (const release of followed?.replaced ?? []) warn({ release }, "a release was damaged and was fetched again");
      const { trouble } = this.#state;
      const left = trouble?.kind === "unserved" ? trouble : describeLacking(lacking);
      this.#change({ holds: followed?.pointer.sequence ?? 0, readAt: now(), trouble: left });
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#change({ trouble: describeTrouble(error) }, error);
    }
    await this.#see();
  }

  /** Has the current release opened, and notes the result. */
  async #see(): Promise<void> {
    const { holds, pointer } = this.#state;
    const served = await this.#look?.().catch(() => null);
    if (served == null) return;
    for (const release of served.doubted) this.doubt(release);
    const isEarly = pointer?.answersFrom != null && !isOver(pointer.answersFrom, this.#options.now());
    if (served.refused !== null) this.#change({ trouble: { kind: "unserved", sentence: served.refused } });
    else {
      // Another trouble may have come while the release was opened.
      const { trouble, serves: before } = this.#state;
      this.#change({ serves: isEarly ? before : holds, trouble: trouble?.kind === "unserved" ? null : trouble });
    }
  }

  async #checkClock(): Promise<void> {
    const { origin, now } = this.#options;
    const from = now().getTime();
    const told = await origin.readClock(this.#stop.signal).catch(() => null);
    if (told === null || this.#stop.signal.aborted) return;
    const off = Math.max(from - told.until.getTime(), told.from.getTime() - now().getTime());
    this.#change({ isClockOff: off > CLOCK_OFF_MILLISECONDS });
  }

  #change(changed: Partial<FollowedState>, error: unknown = null): void {
    const before = this.#state.trouble?.sentence;
    this.#state = { ...this.#state, ...changed };
    const { trouble } = this.#state;
    const { warn, onState } = this.#options;
    if (trouble === null && before !== undefined) warn({}, "this node is up to date again");
    if (trouble !== null && trouble.sentence !== before)
      warn({ err: error, kind: trouble.kind }, `this node cannot follow its origin: ${trouble.sentence}`);
    onState(this.#state);
  }
}

/** The trouble that an attempt to follow ended with. */
function describeTrouble(error: unknown): FollowTrouble {
  const sentence = error instanceof Error ? error.message : String(error);
  if (error instanceof PointerError) return { kind: "untrusted", sentence };
  if (error instanceof OriginError && (error.reason === "unreachable" || error.reason === "refused"))
    return { kind: error.reason, sentence };
  return { kind: "unusable", sentence };
}

/** The trouble of a node that has everything but these releases; null where that is all. */
function describeLacking(lacking: FollowResult["lacking"]): FollowTrouble | null {
  if (lacking.length === 0) return null;
  const sentence = `the origin has lost releases: ${lacking.map(({ id, why }) => `${id} (${why})`).join(", ")}`;
  return { kind: "incomplete", sentence };
}

/** Nodes that started together do not ask together: polls are up to a quarter longer. */
const LONGEST_POLL = 1.25;
/** Polls to wait after damage, which may be in a large file: each attempt fetches it again. */
const DAMAGED_POLLS = 8;

function chooseWait(pollMilliseconds: number, trouble: FollowTrouble | null): number {
  const polls = trouble?.kind === "unusable" || trouble?.kind === "incomplete" ? DAMAGED_POLLS : 1;
  return pollMilliseconds * polls * (LONGEST_POLL - Math.random() / 2);
}
