import { parseArgs } from "node:util";
import {
  beginSettlement,
  buildLease,
  isUnsettled,
  judgeAlone,
  type Lease,
  leaseMaxOf,
  releaseUnspent,
  rollLease,
  type Settlement,
  spend,
} from "../src/access/cluster/lease.ts";
import { hourOf, type Limits, TIER_LIMITS } from "../src/access/quota.ts";
import { openChance } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";
import { type NetworkFaults, VirtualNetwork, VirtualTime } from "./parts/virtual-time.ts";

/**
 * How much of their quotas do callers get from many nodes that lease them, and how often is Redis
 * asked? A simulation of 40 minutes: the leases are those of `src/access/cluster/lease.ts`; Redis,
 * the network and the clock are not real, so that 500 nodes need neither machines nor the time.
 *
 * npm run bench -- simulate-quotas [--nodes 500] [--subjects 20]
 */

const { values } = parseArgs({
  options: { nodes: { type: "string", default: "500" }, subjects: { type: "string", default: "20" } },
});
const NODES = Number(values.nodes);
const SUBJECTS = Number(values.subjects);

const START = Date.parse("2026-11-22T10:00:00Z");
const MINUTE = 60_000;
/** What `LeasedQuotas` waits, keeps and repeats; 40 % of a STORE_WAIT_MS of 250. */
const CALL_PATIENCE = 100;
const BEAT = 1000;
const BEAT_WHILE_LOST = 100;
const IDLE = 10_000;
const REFUSED = 500;
/** Every subject uses most of its quota in 20 minutes, and then asks for far more within 5. */
const USED_BEFORE = 0.9;
const FAULTS_BEGIN = START + 20 * MINUTE;
const FAULTS_END = START + 25 * MINUTE;
const END = START + 40 * MINUTE;

/** What Redis keeps of a subject: what `LEASE` and `SETTLE` of `lease-scripts.ts` do. */
class SimulatedRedis {
  calls = 0;
  readonly #debited = new Map<string, { hour: number; readonly settled: Map<number, number> }>();

  #find(subject: string) {
    const known = this.#debited.get(subject) ?? { hour: 0, settled: new Map<number, number>() };
    this.#debited.set(subject, known);
    return known;
  }

  lease(subject: string, limit: number, leaseMax: number, waiting: number) {
    this.calls += 1;
    const windows = this.#find(subject);
    const left = limit - windows.hour;
    const share = Math.max(1, Math.min(leaseMax, Math.floor(left / (2 * NODES))));
    const granted = left > 0 ? Math.min(left, Math.max(waiting, share)) : 0;
    windows.hour += granted;
    return { granted, hour: windows.hour };
  }

  settle(subject: string, node: number, { number, hourBy }: Settlement): number {
    this.calls += 1;
    const windows = this.#find(subject);
    if ((windows.settled.get(node) ?? 0) < number) {
      windows.hour = Math.max(0, windows.hour + hourBy);
      windows.settled.set(node, number);
    }
    return windows.hour;
  }
}

interface Entry {
  readonly subject: string;
  readonly limits: Limits;
  readonly lease: Lease;
  /** Each is told whether its request is allowed. */
  readonly waiting: ((isAllowed: boolean) => void)[];
  isAsking: boolean;
}

/** One node, as `LeasedQuotas` behaves. */
class SimulatedNode {
  readonly #number: number;
  readonly #time: VirtualTime;
  readonly #network: VirtualNetwork;
  readonly #redis: SimulatedRedis;
  readonly #entries = new Map<string, Entry>();
  #isOnline = true;
  #settlements = 0;

  constructor(number: number, time: VirtualTime, network: VirtualNetwork, redis: SimulatedRedis) {
    this.#number = number;
    this.#time = time;
    this.#network = network;
    this.#redis = redis;
    this.#beat();
  }

  take(subject: string, limits: Limits, then: (isAllowed: boolean) => void): void {
    const entry = this.#find(subject, limits);
    const { lease } = entry;
    const at = this.#time.now();
    lease.lastTakenAt = at;
    if (!this.#isOnline) return then(judgeAlone(lease, limits, NODES, at).allowed);
    if (entry.waiting.length === 0) {
      if (spend(lease, limits, at) !== null) return then(true);
      if (at < lease.refusedUntil) return then(false);
    }
    entry.waiting.push(then);
    if (!entry.isAsking) this.#askFor(entry);
  }

  #find(subject: string, limits: Limits): Entry {
    const at = this.#time.now();
    const known = this.#entries.get(subject);
    const entry = known ?? { subject, limits, lease: buildLease(at), waiting: [], isAsking: false };
    if (known === undefined) this.#entries.set(subject, entry);
    rollLease(entry.lease, hourOf(at));
    return entry;
  }

  #askFor(entry: Entry): void {
    const { subject, limits, lease, waiting } = entry;
    entry.isAsking = true;
    const wanted = waiting.length;
    const ask = () => this.#redis.lease(subject, limits.perHour!, leaseMaxOf(limits), wanted);
    this.#network.ask(this.#number, ask, CALL_PATIENCE, (reply) => {
      entry.isAsking = false;
      const at = this.#time.now();
      if (reply === null) {
        this.#isOnline = false;
        for (const then of waiting.splice(0)) then(judgeAlone(lease, limits, NODES, at).allowed);
        return;
      }
      lease.debitedHour = reply.hour;
      lease.unspent += reply.granted;
      if (wanted > reply.granted) lease.refusedUntil = at + REFUSED;
      for (const then of waiting.splice(0, wanted)) then(spend(lease, limits, at) !== null);
      if (waiting.length > 0) this.#askFor(entry);
    });
  }

  /** Asks whether Redis is there, and settles what differs. */
  #beat(): void {
    this.#network.ask(
      this.#number,
      () => true,
      CALL_PATIENCE,
      (reply) => {
        this.#isOnline = reply !== null;
        if (reply !== null) for (const entry of this.#entries.values()) this.#settle(entry);
        this.#time.after(this.#isOnline ? BEAT : BEAT_WHILE_LOST, () => this.#beat());
      },
    );
  }

  #settle({ subject, lease, isAsking }: Entry): void {
    if (isAsking) return;
    if (lease.unspent > 0 && this.#time.now() - lease.lastTakenAt >= IDLE) releaseUnspent(lease);
    if (!isUnsettled(lease)) return;
    const settlement = beginSettlement(lease, () => ++this.#settlements);
    const ask = () => this.#redis.settle(subject, this.#number, settlement);
    this.#network.ask(this.#number, ask, CALL_PATIENCE, (hour) => {
      if (hour === null || lease.settlement !== settlement) return;
      lease.settlement = null;
      lease.debitedHour = hour;
    });
  }
}

interface Scenario extends NetworkFaults {
  readonly title: string;
  /** How many of the nodes the requests of one subject reach. */
  readonly reached: number;
}

interface Outcome {
  /** Requests that each subject was allowed, as shares of its quota. */
  readonly shares: readonly number[];
  readonly callsPerRequest: number;
}

/** Has every subject ask for more than its quota, evenly over the hour. */
function run(limits: Limits, scenario: Scenario): Outcome {
  const perHour = limits.perHour!;
  const time = new VirtualTime(START);
  const chance = openChance(perHour + scenario.reached);
  const network = new VirtualNetwork(time, scenario, chance);
  const redis = new SimulatedRedis();
  const nodes = Array.from({ length: NODES }, (_, number) => new SimulatedNode(number, time, network, redis));
  const allowed = Array.from({ length: SUBJECTS }, () => 0);
  let requests = 0;
  const ask = (subject: number, from: number, to: number): void => {
    requests += 1;
    time.after(from - START + chance() * (to - from), () => {
      const among = Math.floor(chance() * scenario.reached);
      const node = nodes[(subject * scenario.reached + among) % NODES]!;
      node.take(`k_${subject}`, limits, (isAllowed) => {
        if (isAllowed) allowed[subject]! += 1;
      });
    });
  };
  for (const subject of allowed.keys()) {
    for (let request = 0; request < USED_BEFORE * perHour; request += 1) ask(subject, START, FAULTS_BEGIN);
    for (let request = 0; request < perHour + 2 * NODES; request += 1) ask(subject, FAULTS_BEGIN, FAULTS_END);
    // Whoever was refused tries again.
    for (let request = 0; request < perHour; request += 1) ask(subject, FAULTS_END + MINUTE, END);
  }
  time.runUntil(END);
  return { shares: allowed.map((each) => each / perHour), callsPerRequest: redis.calls / requests };
}

const healthy = { medianMilliseconds: 0.5, loss: 0, isCut: () => false };
const isFaulty = (at: number): boolean => at >= FAULTS_BEGIN && at < FAULTS_END;
const SCENARIOS: readonly Scenario[] = [
  { ...healthy, title: "all is well, any node", reached: NODES },
  { ...healthy, title: "all is well, the same 4 nodes", reached: 4 },
  { ...healthy, title: "1 % of messages lost, any node", reached: NODES, loss: 0.01 },
  {
    ...healthy,
    title: "half cut off for 5 minutes, any node",
    reached: NODES,
    isCut: (node, at) => node % 2 === 0 && isFaulty(at),
  },
  { ...healthy, title: "all cut off for 5 minutes, any node", reached: NODES, isCut: (_, at) => isFaulty(at) },
  { ...healthy, title: "all cut off for 5 minutes, the same 4", reached: 4, isCut: (_, at) => isFaulty(at) },
];

const rows: string[][] = [];
for (const tier of ["anonymous", "free", "pro"] as const)
  for (const scenario of SCENARIOS) {
    const { shares, callsPerRequest } = run(TIER_LIMITS[tier], scenario);
    const shown = [Math.min(...shares), Math.max(...shares)].map((share) => `${(100 * share).toFixed(1)} %`);
    rows.push([scenario.title, TIER_LIMITS[tier].perHour!.toLocaleString("en"), ...shown, callsPerRequest.toFixed(2)]);
  }
const header = [
  `${NODES} nodes: which nodes a caller reaches`,
  "an hour",
  "least allowed",
  "most allowed",
  "calls a request",
];
process.stdout.write(`${layOutTable(header, rows)}\n`);
