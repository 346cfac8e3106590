import { LeasedQuotas } from "../../../src/access/cluster/leased-quotas.ts";
import { TIER_LIMITS } from "../../../src/access/quota.ts";
import { eventually } from "./eventually.ts";
import type { OwnRedis } from "./own-servers.ts";

/** Nodes that lease quotas from a Redis that a test stops and starts. */

export const FREE = TIER_LIMITS.free;
export const LIMIT = FREE.perHour!;
/** The largest lease of such a quota. */
export const HELD_MAX = 64;

export class QuotaNodes {
  readonly #nodes: LeasedQuotas[] = [];
  readonly #redis: OwnRedis;

  constructor(redis: OwnRedis) {
    this.#redis = redis;
  }

  async open(url = this.#redis.url, keyPrefix = this.newPrefix()): Promise<LeasedQuotas> {
    // In the middle of an hour.
    const now = () => new Date(Date.parse("2026-11-21T10:30:00Z") + performance.now());
    const node = new LeasedQuotas({ url, waitMilliseconds: 1500, now, clock: "own", keyPrefix });
    this.#nodes.push(node);
    await node.ready;
    return node;
  }

  /** Of nodes that share quotas with none of before. */
  newPrefix(): string {
    return `${this.#nodes.length}:`;
  }

  close(): Promise<void[]> {
    return Promise.all(this.#nodes.map((node) => node.close()));
  }
}

/** How many of the requests are allowed. */
export async function takeAll(node: LeasedQuotas, subject: string, requests: number): Promise<number> {
  let allowed = 0;
  for (let request = 0; request < requests; request += 1) {
    if ((await node.take(subject, FREE)).allowed) allowed += 1;
  }
  return allowed;
}

export function areWell(...those: readonly LeasedQuotas[]): Promise<void> {
  return eventually("Redis is asked again", () => those.every((node) => node.degraded === null));
}
