import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { LeasedQuotas } from "../src/access/cluster/leased-quotas.ts";
import { TIER_LIMITS } from "../src/access/quota.ts";
import { eventually } from "../test/access/cluster/eventually.ts";
import { type OwnRedis, startRedis } from "../test/access/cluster/own-servers.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { median, openChance } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How many of 1,000 requests an hour do several nodes allow together when Redis is lost on the way,
 * and returns with or without what it knew? Starts a `redis-server` of its own.
 *
 * npm run bench -- outages [--subjects 100]
 */

const { values } = parseArgs({ options: { subjects: { type: "string", default: "100" } } });
const SUBJECTS = Number(values.subjects);
const LIMITS = TIER_LIMITS.free;
const LIMIT = LIMITS.perHour ?? Number.NaN;
/** Of each subject, while Redis is lost and again afterwards: far more than can be left. */
const ASKED_FOR_MORE = 1500;
const LOST_MILLISECONDS = 1500;
/** A refusal is remembered for half a second, and unused leases come back within ten. */
const PAUSE_MILLISECONDS = 600;

const OUTAGES = {
  "stopped, then as before": [(redis: OwnRedis) => redis.pause(), (redis: OwnRedis) => redis.resume()],
  "restarted empty": [(redis: OwnRedis) => redis.kill(), (redis: OwnRedis) => redis.start()],
  "emptied while connected": [(redis: OwnRedis) => redis.forget(), () => {}],
} as const;

const WAYS = ["spread over all nodes", "at one node until then"] as const;

/** What the nodes allowed of each subject in all, after so many of its requests had come before. */
async function lose(redis: OwnRedis, how: keyof typeof OUTAGES, count: number, way: string): Promise<number[]> {
  const keyPrefix = `${how}/${count}/${way}:`;
  // In the middle of an hour.
  const now = (): Date => new Date(Date.parse("2026-11-21T10:20:00Z") + performance.now());
  const open = () => new LeasedQuotas({ url: redis.url, waitMilliseconds: 1500, now, clock: "own", keyPrefix });
  const nodes = Array.from({ length: count }, open);
  await eventually("all know of each other", () => nodes.every(({ statistics }) => statistics.nodes === count));
  const chance = openChance(count);
  const allowed = Array.from({ length: SUBJECTS }, () => 0);
  const ask = async (subject: number, requests: number, among: number): Promise<void> => {
    for (let request = 0; request < requests; request += 1) {
      const node = nodes[Math.floor(chance() * among)];
      const state = await node?.take(`k_${subject}`, LIMITS);
      if (state?.allowed === true) allowed[subject] = (allowed[subject] ?? 0) + 1;
      // Where nothing has to be waited for, heartbeats still get their turn.
      if (request % 50 === 0) await setImmediate();
    }
  };
  const askAll = (requests: (subject: number) => number, among = count): Promise<void[]> =>
    Promise.all(allowed.map((_, subject) => ask(subject, requests(subject), among)));
  // Some have hardly begun, some have used up everything.
  const before = (subject: number): number => Math.ceil((1.2 * LIMIT * (subject + 1)) / SUBJECTS);
  await askAll(before, way === WAYS[0] ? count : 1);
  const [away, back] = OUTAGES[how];
  await away(redis);
  await askAll(() => ASKED_FOR_MORE);
  await wait(LOST_MILLISECONDS);
  await back(redis);
  do await askAll(() => 100);
  while (nodes.some(({ degraded }) => degraded !== null));
  await wait(PAUSE_MILLISECONDS);
  await askAll(() => ASKED_FOR_MORE);
  await Promise.all(nodes.map((node) => node.close()));
  return allowed;
}

const redis = await startRedis();
const rows: string[][] = [];
for (const how of Object.keys(OUTAGES) as (keyof typeof OUTAGES)[])
  for (const way of WAYS)
    for (const count of [2, 4]) {
      const allowed = await lose(redis, how, count, way);
      const above = allowed.filter((each) => each > LIMIT).length;
      const figures = [Math.min(...allowed), median(allowed), Math.max(...allowed)].map((each) =>
        each.toLocaleString("en"),
      );
      rows.push([how, way, String(count), ...figures, `${above} of ${SUBJECTS}`]);
    }
await redis.close();
const header = ["Redis", "requests came", "nodes", "least", "median", "most allowed of 1,000", "subjects above"];
process.stdout.write(`${describeMachine()}\n\n${layOutTable(header, rows)}\n`);
