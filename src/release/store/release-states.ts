import { DEFAULT_GATE_LIMITS, type GateLimits } from "../../trust/gate-limits.ts";
import { compareText } from "../../trust/text-order.ts";
import type { BecameCurrent, ReleaseEvent } from "./release-register.ts";

/** A correction by the publisher that is shown wherever the release is. */
export interface Erratum {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly text: string;
}

/** A time at which a draft becomes current by itself. */
export interface Embargo {
  /** RFC 3339, UTC. */
  readonly until: string;
  /** The release that the draft was compared with; another one is not replaced. */
  readonly replaces: string | null;
  /** The time is over, and another release was current then: the draft stays one. */
  readonly isMissed: boolean;
}

/** A release that waits to become current. */
export interface Draft {
  readonly since: string;
  readonly gate: GateLimits;
  readonly embargo: Embargo | null;
}

/** The state of one release, by the decisions about it. */
export interface ReleaseState {
  /** Null once it has been current. */
  readonly draft: Draft | null;
  /** It was a draft before it was published. */
  readonly wasDraft: boolean;
  /**
   * SHA-256 of the secret name of a draft, hexadecimal; null where it has none. It leads to the
   * release when that is published.
   */
  readonly secret: string | null;
  readonly withdrawn: Erratum | null;
  /** Time at which its files were deleted: RFC 3339, UTC. */
  readonly prunedAt: string | null;
  /** Oldest first. */
  readonly errata: readonly Erratum[];
}

/** The state of all releases of a data folder at one moment. */
export interface ReleaseStates {
  /** Releases in the order in which they became current, with drafts whose time has come. */
  readonly history: readonly BecameCurrent[];
  readonly byId: ReadonlyMap<string, ReleaseState>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const UNTOUCHED: ReleaseState = {
  draft: null,
  wasDraft: false,
  secret: null,
  withdrawn: null,
  prunedAt: null,
  errata: [],
};

/**
 * Reads the state of every release at the time `now`. `recorded` is the history as it was written.
 *
 * Depends on its arguments alone, so that every node with the same files comes to the same result:
 * a draft whose embargo is over is current without anybody writing so. It appears only where the
 * release that it was compared with was current at that very time.
 */
export function readStates(
  recorded: readonly BecameCurrent[],
  events: readonly ReleaseEvent[],
  now: Date,
): ReleaseStates {
  const states = new Map<string, Mutable<ReleaseState>>();
  for (const event of events) {
    const state = states.get(event.release) ?? { ...UNTOUCHED };
    states.set(event.release, state);
    apply(state, event);
  }
  for (const { release } of recorded) {
    const state = states.get(release);
    if (state !== undefined) state.draft = null;
  }
  const begun = recorded.filter(({ agreed, since }) => agreed !== true || since <= now.toISOString());
  return { history: appearDue(begun, states, now.toISOString()), byId: states };
}

function apply(state: Mutable<ReleaseState>, event: ReleaseEvent): void {
  const { at } = event;
  switch (event.event) {
    case "drafted":
      state.draft = { since: at, gate: { ...DEFAULT_GATE_LIMITS, ...event.gate }, embargo: null };
      state.wasDraft = true;
      state.secret = event.secret;
      state.prunedAt = null;
      return;
    case "embargoed": {
      const { until, replaces } = event;
      const embargo = until === null ? null : { until, replaces, isMissed: false };
      if (state.draft !== null) state.draft = { ...state.draft, embargo };
      return;
    }
    case "readdressed":
      state.secret = event.secret;
      return;
    case "released":
      state.draft = null;
      return;
    case "discarded":
      Object.assign(state, UNTOUCHED);
      return;
    case "withdrawn":
      state.withdrawn = { at, text: event.note };
      return;
    case "restored":
      state.withdrawn = null;
      return;
    case "noted":
      state.errata = [...state.errata, { at, text: event.note }];
      return;
    case "unnoted":
      state.errata = state.errata.filter((erratum) => erratum.at !== event.noted);
      return;
    case "pruned":
      Object.assign(state, { draft: null, secret: null, prunedAt: at });
  }
}

/** The history with the drafts whose time has come; the others are marked as missed. */
function appearDue(
  recorded: readonly BecameCurrent[],
  states: ReadonlyMap<string, Mutable<ReleaseState>>,
  now: string,
): readonly BecameCurrent[] {
  const history = [...recorded];
  const due = [...states].flatMap(([release, { draft }]) => {
    const embargo = draft?.embargo ?? null;
    return draft === null || embargo === null || embargo.until > now ? [] : [{ release, draft, embargo }];
  });
  for (const { release, draft, embargo } of due.toSorted((a, b) => compareText(a.embargo.until, b.embargo.until))) {
    const last = history.at(-1);
    const state = states.get(release);
    if (state === undefined) continue;
    const isExpected = (last?.release ?? null) === embargo.replaces && (last?.since ?? "") <= embargo.until;
    if (isExpected) history.push({ release, since: embargo.until });
    state.draft = isExpected ? null : { ...draft, embargo: { ...embargo, isMissed: true } };
  }
  return history;
}

/** The next time at which a draft becomes current by itself; null where none is to come. */
export function nextAppearance({ byId }: ReleaseStates): string | null {
  const times = [...byId.values()].flatMap(({ draft }) =>
    draft?.embargo == null || draft.embargo.isMissed ? [] : [draft.embargo.until],
  );
  return times.toSorted()[0] ?? null;
}
