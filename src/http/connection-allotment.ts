/** How many connections may be open at a time; 0 sets no limit. */
export interface ConnectionLimits {
  readonly total: number;
  /** For one client address, or one /64 of IPv6. */
  readonly perAddress: number;
}

/** Who opens a connection. */
export interface Opener {
  /** An address, or the network that counts as one. */
  readonly group: string;
  /** A trusted proxy, behind which there are many clients. */
  readonly isProxy: boolean;
  /** This machine. */
  readonly isLocal: boolean;
}

/** Of an admitted connection: among all others, in what is kept for this machine, or on trial. */
export interface Place {
  readonly kind: "common" | "local" | "trial";
  readonly group: string;
}

/** Why a connection is not admitted. */
export type RefusalCause = "total" | "address";

/** A part of all connections is kept: an eighth, up to so many for each of the two purposes. */
const KEPT_SHARE = 16;
const KEPT_MAX = 16;
/** An address gets at most this part of what is free. */
const FREE_SHARE = 4;

/**
 * Deals out connections. An address that takes all it can get leaves four fifths of what was free,
 * and the next one four fifths of that: it takes dozens of addresses to fill the common part. A new
 * address gets one as long as there is any.
 *
 * Beside the common part, connections are kept for this machine, and some for short trials: there,
 * each address may have one, which is good for nothing but a question about health or metrics.
 */
export class ConnectionAllotment {
  readonly #limits: ConnectionLimits;
  readonly #kept: number;
  readonly #open = { common: 0, local: 0, trial: 0 };
  readonly #byGroup = new Map<string, number>();
  readonly #onTrial = new Set<string>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#kept = Math.min(Math.floor(limits.total / KEPT_SHARE), KEPT_MAX);
  }

  /** The place of a connection that is opened now, to be given back; or why there is none. */
  take(opener: Opener): Place | RefusalCause {
    const cause = this.#refuse(opener);
    const { group } = opener;
    if (cause === null) return this.#occupy({ kind: "common", group });
    if (opener.isLocal && this.#open.local < this.#kept) return this.#occupy({ kind: "local", group });
    if (this.#open.trial < this.#kept && !this.#onTrial.has(group)) return this.#occupy({ kind: "trial", group });
    return cause;
  }

  giveBack({ kind, group }: Place): void {
    this.#open[kind] -= 1;
    if (kind === "trial") this.#onTrial.delete(group);
    if (kind !== "common") return;
    const left = this.#countOf(group) - 1;
    if (left === 0) this.#byGroup.delete(group);
    else this.#byGroup.set(group, left);
  }

  /** Why a connection has no place in the common part; null where it has. */
  #refuse({ group, isProxy }: Opener): RefusalCause | null {
    const { total, perAddress } = this.#limits;
    const free = total === 0 ? Number.POSITIVE_INFINITY : total - 2 * this.#kept - this.#open.common;
    if (free <= 0) return "total";
    if (isProxy || perAddress === 0) return null;
    const most = Math.min(perAddress, Math.max(1, Math.floor(free / FREE_SHARE)));
    return this.#countOf(group) < most ? null : "address";
  }

  #occupy(place: Place): Place {
    const { kind, group } = place;
    this.#open[kind] += 1;
    if (kind === "trial") this.#onTrial.add(group);
    if (kind === "common") this.#byGroup.set(group, this.#countOf(group) + 1);
    return place;
  }

  #countOf(group: string): number {
    return this.#byGroup.get(group) ?? 0;
  }
}
