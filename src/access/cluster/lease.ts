import { allowsMore, dayOf, describeQuota, hourOf, judgeQuota } from "../quota.ts";
import type { Limits, QuotaState, Used } from "../quota.ts";

/** What one node knows and holds of one subject's windows. */
export interface Lease {
  /** The hour since 1970, by Redis' clock, that all numbers belong to. */
  hour: number;
  /**
   * What Redis has debited for all nodes, as last heard; this node's unspent requests are part of
   * it.
   */
  debitedHour: number;
  debitedDay: number;
  /** Requests debited for this node and not used yet. */
  unspent: number;
  /** Requests this node allowed in the windows, to tell a Redis that forgot them. */
  ownHour: number;
  ownDay: number;
  /**
   * What Redis has yet to debit (or, below 0, to credit): allowed while it could not be asked, or
   * given back unused.
   */
  unsettledHour: number;
  unsettledDay: number;
  /** A settlement under way, repeated under its number until it is confirmed. */
  settlement: Settlement | null;
  /** Until when, in milliseconds, Redis need not be asked again after it had nothing left. */
  refusedUntil: number;
  lastTakenAt: number;
}

/** A change of what Redis has debited; it counts once, whatever number of times it is sent. */
export interface Settlement {
  readonly number: number;
  readonly hour: number;
  readonly hourBy: number;
  readonly day: number;
  readonly dayBy: number;
}

/** Nothing known yet. `at` is in milliseconds, as everywhere here. */
export function buildLease(at: number): Lease {
  return {
    hour: hourOf(at),
    debitedHour: 0,
    debitedDay: 0,
    unspent: 0,
    ownHour: 0,
    ownDay: 0,
    unsettledHour: 0,
    unsettledDay: 0,
    settlement: null,
    refusedUntil: 0,
    lastTakenAt: at,
  };
}

const LEASE_MAX = 64;
/** Of small quotas, so that a node does not hold much of them. */
const SMALL_LEASE_MAX = 8;
const SMALL_LIMIT = 200;

/** The longest lease of a quota. */
export function leaseMaxOf({ perHour, perDay }: Limits): number {
  const limit = Math.min(perHour ?? Number.POSITIVE_INFINITY, perDay ?? Number.POSITIVE_INFINITY);
  return limit <= SMALL_LIMIT ? SMALL_LEASE_MAX : LEASE_MAX;
}

/**
 * Moves a lease to another hour. What was not used of an ended hour is still owed back to the day.
 */
export function rollLease(lease: Lease, hour: number): void {
  if (hour === lease.hour) return;
  const isSameDay = dayOf(hour) === dayOf(lease.hour);
  lease.unsettledDay = isSameDay ? lease.unsettledDay - lease.unspent : 0;
  if (!isSameDay) {
    lease.debitedDay = 0;
    lease.ownDay = 0;
  }
  lease.hour = hour;
  lease.debitedHour = 0;
  lease.ownHour = 0;
  lease.unsettledHour = 0;
  lease.unspent = 0;
  lease.refusedUntil = 0;
}

/**
 * Takes requests from what is held; null where that is less, or the limits have become too small
 * for them.
 */
export function spend(lease: Lease, limits: Limits, at: number, requests = 1): QuotaState | null {
  if (lease.unspent < requests) return null;
  const used = usedOf(lease);
  if (!allowsMore(limits.perHour, used.hour, requests) || !allowsMore(limits.perDay, used.day, requests)) return null;
  lease.unspent -= requests;
  lease.ownHour += requests;
  lease.ownDay += requests;
  return judgeQuota(limits, used, at, requests);
}

/** How the windows stand: what others hold unspent counts as used. */
export function describeLease(lease: Lease, limits: Limits, at: number): QuotaState {
  return describeQuota(limits, usedOf(lease), at);
}

/** A refusal, by what Redis said last. */
export function refuse(lease: Lease, limits: Limits, at: number, requests = 1): QuotaState {
  const state = describeQuota(limits, usedOf(lease), at, requests);
  if (!state.allowed) return state;
  // Redis had nothing left, though by the numbers of this node there is: the limits changed, or it
  // was just returned.
  const windows = state.windows.map((window) => ({ ...window, remaining: 0 }));
  return { allowed: false, windows, violated: windows.map(({ name }) => name) };
}

/**
 * Judges requests without Redis: what is held first, then this node's part of what was left when
 * Redis was last heard, at least one request of it. Of a window that began since, that is the limit
 * divided by the nodes.
 */
export function judgeAlone(lease: Lease, limits: Limits, nodes: number, at: number, requests = 1): QuotaState {
  const held = spend(lease, limits, at, requests);
  if (held !== null) return held;
  const used = usedAlone(lease, limits, nodes);
  const state = judgeQuota(limits, used, at, requests);
  if (state.allowed) countUndebited(lease, requests);
  return state;
}

/** Counts requests that were allowed without a debit, to be debited later. */
export function countUndebited(lease: Lease, requests: number): void {
  lease.ownHour += requests;
  lease.ownDay += requests;
  lease.unsettledHour += requests;
  lease.unsettledDay += requests;
}

/** How the windows stand for this node by itself. */
export function describeAlone(lease: Lease, limits: Limits, nodes: number, at: number): QuotaState {
  return describeQuota(limits, usedAlone(lease, limits, nodes), at);
}

/** Returns what was not used. */
export function releaseUnspent(lease: Lease): void {
  lease.unsettledHour -= lease.unspent;
  lease.unsettledDay -= lease.unspent;
  lease.unspent = 0;
}

/** Whether Redis' numbers and this node's differ. */
export function isUnsettled(lease: Lease): boolean {
  return lease.settlement !== null || lease.unsettledHour !== 0 || lease.unsettledDay !== 0;
}

/** The settlement to send next; the one under way, while there is one. */
export function beginSettlement(lease: Lease, number: () => number): Settlement {
  if (lease.settlement === null) {
    const { hour, unsettledHour: hourBy, unsettledDay: dayBy } = lease;
    lease.settlement = { number: number(), hour, hourBy, day: dayOf(hour), dayBy };
    lease.unsettledHour = 0;
    lease.unsettledDay = 0;
  }
  return lease.settlement;
}

/**
 * All that this node allowed in the windows or may yet allow by what it holds, for a Redis that has
 * forgotten it.
 */
export function describeAllowed(lease: Lease, number: number): Settlement {
  const { hour, ownHour, ownDay, unspent } = lease;
  return { number, hour, hourBy: ownHour + unspent, day: dayOf(hour), dayBy: ownDay + unspent };
}

/**
 * After Redis forgot everything and heard `told` of this node: leases are void, and the difference
 * to what it has allowed by now is to be debited or credited.
 */
export function forgetDebits(lease: Lease, told: Settlement | undefined): void {
  // What others used as far as known stays so until Redis is heard again.
  const used = usedOf(lease);
  lease.unspent = 0;
  lease.settlement = null;
  lease.unsettledHour = lease.ownHour - (told?.hour === lease.hour ? told.hourBy : 0);
  lease.unsettledDay = lease.ownDay - (told?.day === dayOf(lease.hour) ? told.dayBy : 0);
  lease.debitedHour = Math.max(0, used.hour - lease.unsettledHour);
  lease.debitedDay = Math.max(0, used.day - lease.unsettledDay);
  lease.refusedUntil = 0;
}

function usedOf(lease: Lease): Used {
  return {
    hour: Math.max(0, lease.debitedHour - lease.unspent + owedHour(lease)),
    day: Math.max(0, lease.debitedDay - lease.unspent + owedDay(lease)),
  };
}

/** What counts as used, so that exactly this node's part is left of each limit. */
function usedAlone(lease: Lease, limits: Limits, nodes: number): Used {
  return {
    hour: usedOfPart(limits.perHour, lease.debitedHour, owedHour(lease) - lease.unspent, nodes),
    day: usedOfPart(limits.perDay, lease.debitedDay, owedDay(lease) - lease.unspent, nodes),
  };
}

function usedOfPart(limit: number | null, debited: number, takenAlone: number, nodes: number): number {
  if (limit === null) return 0;
  const left = Math.max(0, limit - debited);
  const part = left === 0 ? 0 : Math.max(1, Math.floor(left / nodes));
  return Math.max(0, limit - part + takenAlone);
}

function owedHour({ unsettledHour, settlement, hour }: Lease): number {
  return unsettledHour + (settlement !== null && settlement.hour === hour ? settlement.hourBy : 0);
}

function owedDay({ unsettledDay, settlement, hour }: Lease): number {
  return unsettledDay + (settlement !== null && settlement.day === dayOf(hour) ? settlement.dayBy : 0);
}
