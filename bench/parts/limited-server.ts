import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { LeasedQuotas } from "../../src/access/cluster/leased-quotas.ts";
import { LEASE } from "../../src/access/cluster/lease-scripts.ts";
import { openRedis } from "../../src/access/cluster/redis.ts";
import { TIER_LIMITS } from "../../src/access/quota.ts";

/*
 * A bare server that sends one answer of 4 KB to whoever its path names, and judges by the quota of
 * the free tier before: not at all, by leases, or by asking Redis for every request.
 */
const [limiter, url = "", keyPrefix = ""] = process.argv.slice(2);
const BODY = Buffer.alloc(4096, "x");
const HEAD = ["Content-Type", "application/json", "Content-Length", String(BODY.length)];
const { free } = TIER_LIMITS;

type Judge = (subject: string) => boolean | Promise<boolean>;

async function buildJudge(): Promise<Judge> {
  if (limiter === "none") return () => true;
  if (limiter === "leases") {
    const counters = new LeasedQuotas({ url, keyPrefix, waitMilliseconds: 30_000, now: () => new Date() });
    await counters.ready;
    return (subject) => {
      const state = counters.take(subject, free);
      return state instanceof Promise ? state.then(({ allowed }) => allowed) : state.allowed;
    };
  }
  const redis = openRedis(url);
  while (!redis.isReady) await new Promise((resolve) => setTimeout(resolve, 20));
  return async (subject) => {
    const [granted] = await redis.run(LEASE, [keyPrefix + subject], ["", free.perHour!, free.perDay!, 1, 1, 1]);
    return Number(granted) > 0;
  };
}

const judge = await buildJudge();
const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  const answer = (allowed: boolean): void => {
    response.writeHead(allowed ? 200 : 429, HEAD);
    response.end(BODY);
  };
  const allowed = judge(request.url!);
  if (typeof allowed === "boolean") answer(allowed);
  else void allowed.then(answer);
});
process.once("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
