import { setTimeout as wait } from "node:timers/promises";
import { withinDeadline } from "../access/cluster/deadline.ts";
import { BEAT_MILLISECONDS, type NodeRegistry, type NodeReport } from "./node-registry.ts";
import type { Followed } from "./follow-origin.ts";
import { describeTrouble, type FollowTrouble, isLost } from "./follow-trouble.ts";
import type { Origin } from "./origin.ts";
import { isOver, type PointerEnd } from "./pointer.ts";

/** What a node knows of the releases it follows. It can be copied to another thread. */
export interface FollowedState extends PointerEnd {
  /** The sequence of the pointer whose releases are in the data folder; 0 before the first. */
  readonly holds: number;
  /** The sequence of the pointer that answers come from; 0 before the first. */
  readonly serves: number;
  /** When the pointer was read last; null before the first time. */
  readonly readAt: Date | null;
  readonly trouble: FollowTrouble | null;
}

/**
 * What an origin adds to what is degraded: itself where it cannot be followed, and its pointer
 * where that was not renewed in time.
 */
export function troublesOf(state: FollowedState | null, now: Date): readonly ("origin" | "pointer")[] {
  if (state === null) return [];
  const origin = state.trouble === null ? [] : (["origin"] as const);
  return isOver(state.warnsFrom, now) ? [...origin, "pointer"] : origin;
}

/** How long after a poll that should have come a node believes that it knows all releases. */
const SILENCE_MILLISECONDS = 5000;

/**
 * Whether releases may have been published that a node has not heard of. A publisher waits for a
 * silent node longer than this one believes itself, unless it polls seldom.
 */
export function isBehind(state: FollowedState | null, now: Date, pollMilliseconds: number): boolean {
  if (state === null) return false;
  const { trouble, readAt } = state;
  if (trouble !== null || readAt === null) return true;
  return now.getTime() - readAt.getTime() > pollMilliseconds * LONGEST_POLL + SILENCE_MILLISECONDS;
}

/** What answers at present. */
export interface Served {
  /** The id of a release. */
  readonly release: string;
  /** Why another release that should answer does not, as a sentence; null where none should. */
  readonly refused: string | null;
  /** Releases whose files may be damaged. */
  readonly doubted: readonly string[];
}

export interface FollowerOptions {
  /** Brings the data folder up to date once; see `followOnce`. */
  readonly follow: (
    signal: AbortSignal,
    doubted: ReadonlySet<string>,
  ) => Promise<Pick<Followed, "sequence" | "replaced" | "expires" | "warnsFrom"> | null>;
  /** The sequence that the data folder holds now. */
  readonly holds: number;
  readonly origin: Pick<Origin, "onPointerChange" | "close">;
  /** Null where nodes are not registered. */
  readonly registry: NodeRegistry | null;
  readonly node: Pick<NodeReport, "node" | "version" | "bundleFormat" | "oldestFormat">;
  readonly pollMilliseconds: number;
  readonly now: () => Date;
  /** Called whenever something changed. */
  readonly onState: (state: FollowedState) => void;
  /** Called once for each trouble, with its error if it has one, and with null when it is over. */
  readonly onTrouble: (trouble: FollowTrouble | null, error: unknown) => void;
  /** Called for a release whose files are compared with the origin because they may be damaged. */
  readonly onDoubted: (release: string) => void;
  /** Called for a release that was damaged, and was fetched again. */
  readonly onReplaced: (release: string) => void;
}

const NO_END: PointerEnd = { expires: null, warnsFrom: null };

/** How long a stop waits for what a paused store may never answer. */
const GOODBYE_MILLISECONDS = 1000;
/**
 * Keeps a data folder equal to what an origin says, for ever, and reports to the registry what is
 * there. Whatever fails is tried again. To be closed.
 */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #stop = new AbortController();
  readonly #first = Promise.withResolvers<void>();
  readonly #unlisten: () => void;
  readonly #beat: NodeJS.Timeout;
  readonly #running: Promise<void>;
  #state: FollowedState;
  #release: string | null = null;
  #look: (() => Promise<Served>) | null = null;
  /** Ends the wait for the next attempt. */
  #wake = new AbortController();
  #failsSince: Date | null = null;
  #changedAt: Date | null = null;
  /** Releases whose files have to be compared with the origin. */
  readonly #doubted = new Set<string>();
  #isReporting = false;
  #isReportDue = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#state = { holds: options.holds, serves: 0, readAt: null, trouble: null, ...NO_END };
    this.#unlisten = options.origin.onPointerChange(() => this.#wake.abort());
    this.#beat = setInterval(() => void this.#see(), BEAT_MILLISECONDS).unref();
    this.#running = this.#run();
  }

  get state(): FollowedState {
    return this.#state;
  }

  /** Settles when the first attempt is over, however it ended. */
  get firstAttempt(): Promise<void> {
    return this.#first.promise;
  }

  /** From now on, `look` opens what is current in the data folder, and says what answers. */
  async serve(look: () => Promise<Served>): Promise<void> {
    this.#look = look;
    await this.#see();
  }

  /** Has the files of a release compared with the origin now: some of them may be damaged. */
  doubt(release: string): void {
    if (this.#doubted.has(release)) return;
    this.#doubted.add(release);
    this.#options.onDoubted(release);
    this.#wake.abort();
  }

  /** Ends what is under way, and has the registry forget this node. */
  async close(): Promise<void> {
    clearInterval(this.#beat);
    this.#unlisten();
    this.#stop.abort();
    const { registry, node, origin } = this.#options;
    const leave = async (): Promise<void> => {
      await this.#running;
      await registry?.forget(node.node);
    };
    await withinDeadline(leave(), GOODBYE_MILLISECONDS).catch(() => {});
    await Promise.all([registry?.close(), origin.close()]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      await this.#attempt();
      this.#first.resolve();
      const wakes = AbortSignal.any([signal, this.#wake.signal]);
      await wait(this.#waitMilliseconds(), undefined, { signal: wakes, ref: false }).catch(() => {});
    }
  }

  #waitMilliseconds(): number {
    const { pollMilliseconds, now } = this.#options;
    const since = (time: Date | null): number | null => time && now().getTime() - time.getTime();
    return chooseWait({
      pollMilliseconds,
      trouble: this.#state.trouble,
      failsMilliseconds: since(this.#failsSince) ?? 0,
      quietMilliseconds: since(this.#changedAt),
    });
  }

  async #attempt(): Promise<void> {
    const { follow, now } = this.#options;
    const { holds, readAt, trouble } = this.#state;
    const doubted = new Set(this.#doubted);
    let replaced: readonly string[] = [];
    try {
      const followed = await follow(this.#stop.signal, doubted);
      this.#failsSince = null;
      replaced = followed?.replaced ?? [];
      for (const release of doubted) this.#doubted.delete(release);
      for (const release of replaced) this.#options.onReplaced(release);
      if ((followed?.sequence ?? 0) !== holds) this.#changedAt = now();
      const isServed = trouble?.kind !== "unserved";
      const { sequence, expires, warnsFrom } = followed ?? { sequence: 0, ...NO_END };
      this.#change({ holds: sequence, readAt: now(), expires, warnsFrom, ...(isServed ? { trouble: null } : {}) });
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#failsSince ??= now();
      const found = describeTrouble(error);
      this.#change({ trouble: found, ...(isLost(found) ? {} : { readAt: now() }) }, error);
    }
    const isTold = trouble?.sentence !== this.#state.trouble?.sentence;
    if (readAt !== null && holds === this.#state.holds && !isTold && replaced.length === 0) return;
    // A publisher may be waiting for that, before anything is opened.
    void this.#report();
    await this.#see();
  }

  /** Has what is current opened, and reports what answers. */
  async #see(): Promise<void> {
    const { holds, trouble } = this.#state;
    const served = await this.#look?.().catch(() => null);
    if (served != null) {
      this.#release = served.release;
      for (const release of served.doubted) this.doubt(release);
      if (served.refused !== null) this.#change({ trouble: { kind: "unserved", sentence: served.refused } });
      else this.#change({ serves: holds, trouble: trouble?.kind === "unserved" ? null : trouble });
    }
    await this.#report();
  }

  /**
   * Reports the newest state; never rejects. Where the registry cannot be asked, its server is lost
   * for accounts as well, which says so.
   */
  async #report(): Promise<void> {
    const { registry, node } = this.#options;
    this.#isReportDue = true;
    if (registry === null || this.#isReporting) return;
    this.#isReporting = true;
    while (this.#isReportDue && !this.#stop.signal.aborted) {
      this.#isReportDue = false;
      const { holds, serves, trouble } = this.#state;
      const report = { ...node, holds, serves, release: this.#release, trouble: trouble?.sentence ?? null };
      await registry.report(report).catch(() => {});
    }
    this.#isReporting = false;
  }

  #change(changed: Partial<FollowedState>, error: unknown = null): void {
    const before = this.#state.trouble?.sentence;
    this.#state = { ...this.#state, ...changed };
    const { trouble } = this.#state;
    if (trouble?.sentence !== before) this.#options.onTrouble(trouble, error);
    this.#options.onState(this.#state);
  }
}

/** When a pointer is asked for again. */
interface Pace {
  readonly pollMilliseconds: number;
  readonly trouble: FollowTrouble | null;
  /** For how long it has failed; 0 where it did not. */
  readonly failsMilliseconds: number;
  /** Since when another pointer was taken over; null where none was yet. */
  readonly quietMilliseconds: number | null;
}

/** Nodes that started together do not ask together: polls are up to a quarter longer. */
const LONGEST_POLL = 1.25;
/** How often a pointer is asked for that cannot be read, or not be believed. */
const OFTEN_MILLISECONDS = 500;
/**
 * For so long after a pointer the next one is asked for as often: a release is brought to the nodes
 * with one, and becomes current with another.
 */
const HURRY_MILLISECONDS = 30_000;
/**
 * What fails later may be large, and is tried again after this share of the time since it began to
 * fail, within bounds.
 */
const AGAIN_SHARE = 4;
const AGAIN_MILLISECONDS = 500;
const AGAIN_POLLS_MAX = 32;

/**
 * How many milliseconds to wait. A pointer is small and asked for often where that matters, so that
 * nodes are back as soon as their origin is.
 */
function chooseWait({ pollMilliseconds, trouble, failsMilliseconds, quietMilliseconds }: Pace): number {
  let milliseconds = pollMilliseconds;
  const isSoon = quietMilliseconds !== null && quietMilliseconds < HURRY_MILLISECONDS;
  if (trouble?.kind === "unusable") {
    const least = Math.min(pollMilliseconds, AGAIN_MILLISECONDS);
    milliseconds = Math.min(Math.max(least, failsMilliseconds / AGAIN_SHARE), pollMilliseconds * AGAIN_POLLS_MAX);
  } else if (isLost(trouble) || trouble?.kind === "untrusted" || isSoon)
    milliseconds = Math.min(pollMilliseconds, OFTEN_MILLISECONDS);
  return milliseconds * (LONGEST_POLL - Math.random() / 2);
}
